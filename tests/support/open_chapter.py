"""A chapter that is open in JupyterLab, and the explorers in it, as a reader can drive them."""

import contextlib
import re

from playwright.sync_api import TimeoutError as WaitedTooLong

from normviz import front
from tests.support.chapters import explorers_of
from tests.support.server import START_SECONDS

LIGHT, DARK, HIGH_CONTRAST = "JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast"
WIDE, ZOOMED, NARROW = 1280, 640, 375  # ZOOMED is WIDE at 200 %
RUN_SECONDS = 300
RUN_TRIES = 20
BEGIN_SECONDS = 5
LOST_SECONDS = 20
LOOK_AGAIN = 100  # ms; a page that is asked at every frame has to draw every frame
REACT_SECONDS = 30
# What anywidget says where a busy page took more than 2 s to load a module: ``kernel.js`` mends it, and
# tests/abuse/test_living_pages.py tests that it does.
LATE = "[anywidget] Failed to initialize model."
# Until the kernel has answered all that the page has sent, and the page has drawn it and the sentences that follow a
# moment later.
ANSWERED = """async () => {
    const kernel = window.jupyterapp?.shell.currentWidget.sessionContext.session.kernel;
    const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    await kernel?.requestExecute({code: '', silent: true, store_history: false}).done;
    do await frame(); while (document.querySelector('.nv-waits,.nv-spoken[aria-busy="true"]'));
}"""

# The same, and what an explorer shows and says then: in one go, as each question to the page takes its time.
ANSWER = f"""async box => {{
    await ({ANSWERED})();
    const view = box.querySelector('.nv[data-explorer]'), text = name => box.querySelector(name)?.textContent;
    return {{markup: view.outerHTML, shown: view.textContent, says: (text('.nv-spoken') ?? '').trim(),
        error: text('.nv-error') ?? null}};
}}"""
# Whether a sentence waits as long as for a person, who may be dragging still: tests of other things need not.
PATIENT = """patient => {
    window.everyTimeout ??= window.setTimeout;
    const soon = (what, ms, ...more) => window.everyTimeout(what, ms === REST ? 0 : ms, ...more);
    window.setTimeout = patient ? window.everyTimeout : soon;
}""".replace("REST", re.search(r"REST = (\d+)", front.read("explorer.js"))[1])

# Scroll to an element and stay there: cells above are laid out as they come into sight, and push it on.
SCROLL = """async (element, block) => {
    for (let place, still = 0; still < 5;) {
        element.scrollIntoView({block});
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        const {top} = element.getBoundingClientRect();
        still = top === place ? still + 1 : 0;
        place = top;
    }
}"""
DO = "command => void window.jupyterapp.commands.execute(command)"


class AnswerLost(Exception):
    """Seen now and then on a busy machine: JupyterLab misses that a cell has ended, and waits for it for ever."""


class Chapter:
    """One chapter, open in a page, run from top to bottom, its widgets drawn.

    ``page`` is one in which JupyterLab is open already; without it, a new one is opened, and closed in the end.
    """

    def __init__(self, browser, lab, path, page=None):
        self.path = path
        self.explorers = explorers_of(path)
        self.script_errors = []
        self.page = page or browser.new_page()
        self._own_page = page is None
        self.page.set_viewport_size({"width": WIDE, "height": 900})
        self.page.set_default_timeout(REACT_SECONDS * 1000)
        self.page.on("pageerror", self._note_error)
        self.page.on("console", self._note)
        try:
            self._run(lab)
        except BaseException:
            self.close()
            raise

    def _note_error(self, error):
        if str(error) != LATE:
            self.script_errors.append(str(error))

    def _note(self, message):
        # ipywidgets reports a model or view that it could not make on the console only.
        if message.type == "error" and "widget" in message.text.lower():
            self.script_errors.append(message.text)

    def _run(self, lab):
        if self.page.url.startswith(lab.url):
            self.page.evaluate(
                "path => void window.jupyterapp.commands.execute('docmanager:open', {path})", self.path.name
            )
        else:
            # A workspace of its own, so that JupyterLab opens as it does for a newcomer.
            self.page.goto(
                f"{lab.url}/lab/workspaces/{self.path.stem}/tree/{self.path.name}?token={lab.token}",
                timeout=START_SECONDS * 1000,
            )
        self.page.wait_for_function(
            """path => {
                const panel = window.jupyterapp?.shell.currentWidget;
                return panel?.context?.path === path
                    && panel.sessionContext?.session?.kernel?.status === 'idle'
                    && panel.content?.model?.cells.length > 0;
            }""",
            arg=self.path.name,
            timeout=START_SECONDS * 1000,
            polling=LOOK_AGAIN,
        )
        self._run_all()
        try:
            self.wait_until_idle()
        except AnswerLost:
            self.restart()

    def restart(self):
        """Restart the kernel, clear all outputs and run all cells."""
        self.page.evaluate(
            """async () => {
                await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
                await window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs');
            }"""
        )
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'",
            timeout=START_SECONDS * 1000,
            polling=LOOK_AGAIN,
        )
        self._run_all()
        self.wait_until_idle()

    def _run_all(self):
        for _ in range(RUN_TRIES):
            # It ends with the last cell; before JupyterLab has wired a notebook up, it does nothing, and says nothing.
            self.page.evaluate(DO, "notebook:run-all-cells")
            with contextlib.suppress(WaitedTooLong):
                self.page.wait_for_function(
                    """() => [...window.jupyterapp.shell.currentWidget.content.model.cells].some(cell =>
                        cell.type === 'code' && (cell.executionCount || cell.executionState === 'running'))""",
                    timeout=BEGIN_SECONDS * 1000,
                    polling=LOOK_AGAIN,
                )
                self.page.evaluate(DO, "notebook:expand-all-headings")  # the optional ones
                return
        raise RuntimeError(f"JupyterLab ran no cell of {self.path.name}")

    def wait_until_idle(self):
        """Wait until the kernel rests, no cell waits, and all is drawn.

        A busy page puts cells in place, draws widgets, and draws an explorer's picture below its controls, one by one
        and long after the kernel has come to rest.
        """
        found = self.page.wait_for_function(
            """lost => {
                const panel = window.jupyterapp.shell.currentWidget;
                const waiting = [...panel.content.model.cells].some(cell =>
                    cell.type === 'code' && cell.executionState && cell.executionState !== 'idle');
                const rests = panel.sessionContext.session.kernel.status === 'idle';
                panel.lostSince = waiting && rests ? panel.lostSince ?? Date.now() : undefined;
                if (Date.now() - panel.lostSince > 1000 * lost) return 'lost';
                const drawn = !panel.content.widgets.some(cell => cell.isPlaceholder())
                    && !panel.node.textContent.includes('Loading widget...')
                    && !panel.node.querySelector('.nv-explorer:not(:has(.nv-view))');
                return !waiting && rests && drawn && 'idle';
            }""",
            arg=LOST_SECONDS,
            timeout=RUN_SECONDS * 1000,
            polling=LOOK_AGAIN,
        )
        if found.json_value() == "lost":
            raise AnswerLost(f"{self.path.name}: the kernel rests, and yet a cell waits for it")

    def close(self):
        """Shut the kernel down and leave the page."""
        with contextlib.suppress(Exception):
            self.page.evaluate(
                """async () => {
                    const panel = window.jupyterapp.shell.currentWidget;
                    await panel.sessionContext.shutdown();
                    panel.dispose();
                }"""
            )
        if self._own_page:
            self.page.close()
        else:
            self.page.remove_listener("pageerror", self._note_error)
            self.page.remove_listener("console", self._note)

    def show(self, *, width=WIDE, theme=LIGHT, height=900):
        """Lay the page out at a width in CSS pixels, in a theme.

        The list of files is open, as a newcomer finds it; on a phone it covers the chapter, and is closed first.
        """
        self.page.set_viewport_size({"width": width, "height": height})
        sidebar = "collapseLeft" if width == NARROW else "expandLeft"
        self.page.evaluate(
            """async ([sidebar, theme]) => {
                window.jupyterapp.shell[sidebar]();
                await window.jupyterapp.commands.execute('apputils:change-theme', {theme});
            }""",
            [sidebar, theme],
        )
        self.page.wait_for_function(
            """theme => document.body.dataset.jpThemeName === theme
                && !document.getElementById('jupyterlab-splash')""",
            arg=theme,
        )
        self.wait_until_idle()

    def drawn_explorers(self):
        """The class names that the views in the page carry, in order, repeats included."""
        views = self.page.locator(".jp-Notebook .nv[data-explorer]")
        return views.evaluate_all("views => views.map(view => view.dataset.explorer)")

    def boxes(self, explorer):
        """Every explorer of that class in the page, one at least, each as its box of controls and view."""
        view = f'.nv[data-explorer="{explorer}"]'
        found = self.page.locator(f".jp-OutputArea-output .nv-explorer:has({view})")
        assert found.count(), f"the page shows no {explorer}"
        return [Explorer(self, found.nth(i)) for i in range(found.count())]

    def unfold(self):
        """Unfold the controls of every explorer."""
        for name in self.explorers:
            for explorer in self.boxes(name):
                explorer.unfold()

    def overflowing(self):
        """What is wider than its place, in words: views, and the boxes of controls around them.

        In a layout narrower than the wide one a table may scroll in a box made for that.
        """
        return self.page.evaluate(
            """mayScroll => {
                const found = [];
                const say = (element, what) => found.push(
                    `${element.tagName}.${element.getAttribute('class')} ${what}`
                    + ` in ${element.closest('[data-explorer]')?.dataset.explorer ?? 'the page'}`);
                const scrolls = element => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
                const folds = [...document.querySelectorAll('.jp-Notebook .nv details:not([open])')];
                for (const fold of folds) fold.open = true;
                for (const output of document.querySelectorAll('.jp-Notebook .jp-OutputArea-output')) {
                    if (!output.querySelector('.nv')) continue;
                    const edge = output.getBoundingClientRect().right + 1;
                    const inside = output.querySelectorAll('.nv-page, .nv-page *');
                    for (const element of [output, ...inside]) {
                        if (element.ownerSVGElement) continue;  // an SVG clips what it draws
                        const inner = element.parentElement.closest('.nv')
                            && [...ancestors(element, output)].some(scrolls);
                        const out = Math.ceil(element.getBoundingClientRect().right - edge);
                        const more = scrolls(element) ? element.scrollWidth - element.clientWidth : 0;
                        if (out > 0 && !inner) say(element, `sticks out by ${out} px`);
                        else if (more > 1 && !(mayScroll && element.closest('.nv')))
                            say(element, `scrolls sideways by ${more} px`);
                    }
                }
                for (const fold of folds) fold.open = false;
                return found;
                function* ancestors(element, top) {
                    for (let up = element.parentElement; up && up !== top; up = up.parentElement) yield up;
                }
            }""",
            self.page.viewport_size["width"] < WIDE,
        )

    def cut_formulas(self):
        """Formulas wider than the text they stand in, in words: a reader would have to scroll sideways."""
        return self.page.evaluate(
            """() => {
                const cells = [...document.querySelectorAll('.jp-Notebook .jp-RenderedMarkdown')];
                const folded = cells.flatMap(cell => [...cell.querySelectorAll('details:not([open])')]);
                for (const fold of folded) fold.open = true;  // nothing is laid out in one that is closed
                const cut = cells.flatMap(cell => {
                    const edge = cell.getBoundingClientRect().right + 1;
                    // A wide table is scrolled as a whole.
                    const formulas = [...cell.querySelectorAll('mjx-container')].filter(f => !f.closest('table'));
                    return formulas.flatMap(formula => {
                        const drawn = formula.querySelector('mjx-math') ?? formula;
                        const out = Math.ceil(drawn.getBoundingClientRect().right - edge);
                        const words = formula.querySelector('mjx-assistive-mml')?.textContent ?? '';
                        return out > 0 ? [`${words.slice(0, 60)} sticks out by ${out} px`] : [];
                    });
                });
                for (const fold of folded) fold.open = false;
                return cut;
            }"""
        )

    def errors(self):
        """What went wrong, as the page shows it or as its scripts report it."""
        shown = self.page.locator(
            ".jp-Notebook .nv-error,"
            ".jp-Notebook [data-mime-type='application/vnd.jupyter.stderr'],"
            ".jp-Notebook [data-mime-type='application/vnd.jupyter.error'],"
            ".jp-Notebook .jupyter-widgets-error-widget"
        )
        # A cell that says it may raise shows its error on purpose.
        words = shown.evaluate_all(
            """shown => shown.filter(element => {
                const cells = window.jupyterapp.shell.currentWidget.content.widgets;
                const cell = cells.find(cell => cell.node.contains(element));
                return !(cell?.model.getMetadata('tags') ?? []).includes('raises-exception');
            }).map(element => element.textContent)"""
        )
        return [*words, *self.script_errors]


class Explorer:
    """One explorer in a page."""

    def __init__(self, chapter, box):
        self.chapter = chapter
        self.page = chapter.page
        self.box = box
        self.view = box.locator(".nv[data-explorer]").first

    @contextlib.contextmanager
    def marked(self):
        """A selector that finds this explorer alone, for tools that take no element."""
        self.box.scroll_into_view_if_needed()
        self.box.evaluate("box => box.setAttribute('data-under-test', '')")
        yield "[data-under-test]"
        self.box.evaluate("box => box.removeAttribute('data-under-test')")

    def markup(self):
        return self.view.evaluate("view => view.outerHTML")

    def unfold(self):
        """Open the controls that are folded away, where they are, as a reader does."""
        more = self.box.locator(".nv-others:not([open]) > summary:visible")
        if more.count():
            more.click()
            self.box.page.mouse.move(0, 0)  # what comes to lie below the pointer would light up

    def sliders(self):
        """All sliders, those unfolded that were not in sight, each with its name."""
        self.unfold()
        found = self.box.locator(".nv-bar input[type=range]:visible")
        return [(slider.get_attribute("aria-label"), slider) for slider in found.all()]

    def handles(self):
        """All sliders, and the followed tile of a block, which stands in for some."""
        tile = self.box.locator(".nv-block-x td.nv-cell")
        return self.sliders() + [("the followed tile", tile)] * tile.count()

    def dead_sliders(self, first_only=False):
        """Press an arrow key on every handle, and the one back; what did not answer well, in words.

        ``heard`` gathers what a screen reader was given to read out meanwhile. ``first_only`` is for a quick look: one
        key on the first handle.
        """
        self.page.evaluate(PATIENT, False)
        try:
            return self._dead_sliders(first_only)
        finally:
            self.page.evaluate(PATIENT, True)

    def _dead_sliders(self, first_only):
        before = self.answer()
        found, self.heard = [], [before["says"]]
        for label, handle in self.handles()[: 1 if first_only else None]:
            at_end = handle.evaluate("one => Boolean(one.max) && one.value === one.max")
            keys = ("ArrowLeft", "ArrowRight") if at_end else ("ArrowRight", "ArrowLeft")
            for key in keys[: 1 if first_only else None]:
                handle.press(key)
                now = self.answer()
                if now["markup"] == before["markup"]:
                    found.append(f"{label}: {key} changes nothing")
                    break
                if now["error"] is not None:
                    found.append(f"{label}: {key} brings an error: {now['error']}")
                    break
                before = now
                self.heard.append(now["says"])
                if numbers_not_shown(now) and (
                    wrong := numbers_not_shown(self.answer())
                ):  # it may still move
                    found.append(f"{label}: {key} has it said {wrong}, and the picture does not show it")
        return found

    def answer(self):
        """What the view shows and says once the kernel has answered: its markup, text, sentence and error."""
        return self.box.evaluate(ANSWER)

    def reacts(self, before):
        """Whether the view differs from ``before`` once the kernel has answered."""
        return self.settle() != before

    def settle(self):
        """Until the kernel has answered all that was done to the explorer, and the page shows it; its markup."""
        self.page.evaluate(ANSWERED)
        return self.markup()

    def error(self):
        """The words of an error in the view, or None."""
        shown = self.box.locator(".nv-error")
        return shown.first.inner_text() if shown.count() else None


def numbers_not_shown(answer):
    """Decimal numbers of the sentence that the picture does not have, not even to two decimals, as a ruler reads."""
    shown = answer["shown"].replace("\u202f", "")
    told = re.findall(r"−?\d+\.\d+", answer["says"])
    return [number for number in told if number not in shown and _to_two(number) not in shown]


def _to_two(number: str) -> str:
    return f"{float(number.replace('−', '-')):.2f}".replace("-", "−")
