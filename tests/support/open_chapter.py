"""A chapter that is open in JupyterLab, and the explorers in it, as a reader can drive them."""

import contextlib

from tests.support.chapters import explorers_of
from tests.support.server import START_SECONDS

WIDE, NARROW = 1280, 375
RUN_SECONDS = 300
REACT_SECONDS = 30
LOOK_AGAIN = 100  # ms; a page that is asked at every frame has to draw every frame
# What anywidget says where a busy page took more than 2 s to load a module; `kernel.js` mends it.
LATE = "[anywidget] Failed to initialize model."
DO = "command => void window.jupyterapp.commands.execute(command)"
READY = """path => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.context?.path === path && panel.content?.model?.cells.length > 0
        && panel.sessionContext?.session?.kernel?.status === 'idle'
        && window.jupyterapp.commands.isEnabled('notebook:run-all-cells');
}"""
BEGUN = """() => {
    const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells];
    const last = cells.findLast(cell => cell.type === 'code');
    return last.executionCount || last.executionState === 'running';
}"""
# The kernel answers in order, so its answer to nothing comes after all others; then the page draws what came.
ANSWERED = """async () => {
    const kernel = window.jupyterapp?.shell.currentWidget.sessionContext.session.kernel;
    await kernel?.requestExecute({code: '', silent: true, store_history: false}).done;
    const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    do await frame(); while (document.querySelector('.nv-waits,.nv-spoken[aria-busy="true"]'));
    return true;
}"""
# A busy page puts cells in place and draws widgets and pictures one by one, long after the kernel has come to rest.
DRAWN = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    return !panel.content.widgets.some(cell => cell.isPlaceholder())
        && !panel.node.textContent.includes('Loading widget...')
        && !panel.node.querySelector('.nv-explorer:not(:has(.nv-view))');
}"""
# A cell that says it may raise shows its error on purpose.
COMPLAINTS = """shown => shown.filter(element => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets;
    const cell = cells.find(cell => cell.node.contains(element));
    return !(cell?.model.getMetadata('tags') ?? []).includes('raises-exception');
}).map(element => element.textContent)"""
ERRORS = (
    ".nv-error, [data-mime-type='application/vnd.jupyter.stderr'],"
    "[data-mime-type='application/vnd.jupyter.error'], .jupyter-widgets-error-widget"
)


class Chapter:
    """One chapter, open in a page of its own, run from top to bottom, its widgets drawn."""

    def __init__(self, browser, lab, path):
        self.path, self.explorers, self.script_errors = path, explorers_of(path), []
        self.page = browser.new_page(viewport={"width": WIDE, "height": 900})
        self.page.set_default_timeout(REACT_SECONDS * 1000)
        self.page.on("pageerror", lambda error: str(error) == LATE or self.script_errors.append(str(error)))
        self.page.on("console", self._note)
        try:
            self._run(lab)
        except BaseException:
            self.close()
            raise

    def _note(self, message):
        # ipywidgets reports a model or view that it could not make on the console only.
        if message.type == "error" and "widget" in message.text.lower():
            self.script_errors.append(message.text)

    def _run(self, lab):
        # A workspace of its own, so that JupyterLab opens as it does for a newcomer.
        name, stem, most = self.path.name, self.path.stem, START_SECONDS * 1000
        self.page.goto(f"{lab.url}/lab/workspaces/{stem}/tree/{name}?token={lab.token}", timeout=most)
        self.page.wait_for_function(READY, arg=name, timeout=most, polling=LOOK_AGAIN)
        self.run_all()
        self.page.evaluate(DO, "notebook:expand-all-headings")  # the optional ones
        self.wait_until_idle()

    def run_all(self):
        """Run All Cells, once more perhaps, until everything is drawn."""
        self.page.evaluate(DO, "notebook:run-all-cells")
        self.page.wait_for_function(BEGUN, polling=LOOK_AGAIN)
        self.wait_until_idle()

    def wait_until_idle(self):
        for state in (ANSWERED, DRAWN):
            self.page.wait_for_function(state, timeout=RUN_SECONDS * 1000, polling=LOOK_AGAIN)

    def close(self):
        """Shut the kernel down and leave the page."""
        with contextlib.suppress(Exception):
            self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        self.page.close()

    def show(self, *, width=WIDE, height=900):
        """Lay the page out at a width in CSS pixels.

        The list of files is open, as a newcomer finds it; on a phone it covers the chapter, and is closed first.
        """
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            "side => window.jupyterapp.shell[side]()", "collapseLeft" if width == NARROW else "expandLeft"
        )
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")
        self.wait_until_idle()

    def drawn_explorers(self):
        """The class names that the views in the page carry, in order, repeats included."""
        views = self.page.locator(".jp-Notebook .nv[data-explorer]")
        return views.evaluate_all("views => views.map(view => view.dataset.explorer)")

    def boxes(self, explorer):
        """Every explorer of that class in the page, one at least, each as its box of controls and view."""
        view = f'.nv[data-explorer="{explorer}"]'
        found = self.page.locator(f".jp-OutputArea-output .nv-explorer:has({view})").all()
        assert found, f"the page shows no {explorer}"
        return [Explorer(self.page, box) for box in found]

    def errors(self):
        """What went wrong, as the page shows it or as its scripts report it."""
        shown = self.page.locator(f".jp-Notebook :is({ERRORS})").evaluate_all(COMPLAINTS)
        return [*shown, *self.script_errors]


class Explorer:
    """One explorer in a page."""

    def __init__(self, page, box):
        self.page, self.box = page, box

    def markup(self):
        return self.box.locator(".nv[data-explorer]").first.evaluate("view => view.outerHTML")

    def unfold(self):
        """Open the controls that are folded away, where they are, as a reader does."""
        more = self.box.locator(".nv-others:not([open]) > summary:visible")
        if more.count():
            more.click()
            self.page.mouse.move(0, 0)  # what comes to lie below the pointer would light up

    def sliders(self):
        """All sliders, those unfolded that were not in sight."""
        self.unfold()
        return self.box.locator(".nv-bar input[type=range]:visible").all()

    def settle(self):
        """Until the kernel has answered all that was done to the explorer, and the page shows it; its markup."""
        self.page.wait_for_function(ANSWERED)
        return self.markup()
