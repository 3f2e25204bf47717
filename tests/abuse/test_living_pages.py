"""Explorers in a page that somebody treats badly: shown again and again, run again, and left without their kernel."""

import pytest

from tests.abuse import places
from tests.abuse.pages import WatchedPage

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

COPIES = 10
WORDS = "Not connected: the kernel was restarted or stopped. Choose Run → Run All Cells to start again."
CELLS = [
    """
import normviz as nv
from ipywidgets.widgets.widget import _instances

class CountingExplorer(nv.PaddingExplorer):
    computed = 0  # for the present settings; what the page may ask for next is computed besides

    @staticmethod
    def compute(settings):
        if "explorer" in globals() and settings is explorer.settings:
            CountingExplorer.computed += 1
        return nv.PaddingExplorer.compute(settings)
""",
    "explorer = CountingExplorer()\nexplorer",
    f"for _ in range({COPIES}):\n    display(explorer)",
    f"display(nv.BatchNormExplorer(), nv.TrainingExplorer())\nnv.predict({places.PREDICTION!r})",
]
# Each module comes when anywidget has given it up.
TOO_LATE = """{
    const make = URL.createObjectURL, wait = 'await new Promise(done => setTimeout(done, 2500));';
    URL.createObjectURL = blob => make(
        blob.type === 'text/javascript' ? new Blob([wait, blob], {type: blob.type}) : blob);
}"""
# Runs an expression in the page's kernel, between two cells, and returns what it gives as text.
ASK = """async expression => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const request = {code: '', silent: true, store_history: false, user_expressions: {said: expression}};
    const reply = await kernel.requestExecute(request).done;
    return reply.content.user_expressions.said.data['text/plain'];
}"""


class LatePage(WatchedPage):
    def _run(self, lab):
        self.page.add_init_script(TOO_LATE)
        super()._run(lab)


class LivingPage(WatchedPage):
    def ask(self, expression):
        return int(self.page.evaluate(ASK, expression))

    def state(self):
        return {
            "drawn": sorted(self.drawn_explorers()),
            "widgets": self.ask("len(_instances)"),
            "observers": self.ask(
                "sum(len(calls) for calls in explorer.padding_length.slider._trait_notifiers['value'].values())"
            ),
        }

    def restart_kernel(self):
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )
        self.page.locator(".nv-live.jupyter-widgets-disconnected").first.wait_for()
        self.wait_until_idle()


@pytest.fixture(scope="module")
def page(browser, lab):
    page = LivingPage(browser, lab, "living", CELLS)
    yield page
    page.close()


def press(explorer, key="ArrowRight"):
    """Move the first slider by a step, and wait until the picture has followed."""
    before = explorer.settle()
    explorer.box.scroll_into_view_if_needed()
    explorer.slider_handles()[0][1].press(key)
    assert explorer.reacts(before)
    explorer.settle()


def test_every_view_of_an_explorer_follows_each_of_them(page):
    views = page.boxes("CountingExplorer")
    assert len(views) == 1 + COPIES
    computed = page.ask("CountingExplorer.computed")
    pictures = []
    for moved in (views[0], views[-1], views[COPIES // 2]):
        press(moved)
        assert len({view.markup() for view in views}) == 1
        assert len({view.slider_handles()[0][1].get_attribute("aria-valuenow") for view in views}) == 1
        pictures.append(moved.markup())
    assert len(set(pictures)) == 3
    assert page.ask("CountingExplorer.computed") == computed + 3
    assert page.overflowing() == []
    assert page.errors() == []


def test_run_all_again_leaves_one_set_of_explorers_and_no_second_observer(page):
    first = page.state()
    page.run_all()
    second = page.state()
    assert second["drawn"] == first["drawn"] and len(first["drawn"]) == 1 + COPIES + 2
    assert second["observers"] == first["observers"]
    # ipywidgets keeps the widgets of the first run, which other cells may still hold; the second adds as many.
    assert second["widgets"] == 2 * first["widgets"]
    computed = page.ask("CountingExplorer.computed")
    press(page.boxes("CountingExplorer")[0])
    assert page.ask("CountingExplorer.computed") == computed + 1
    assert page.errors() == []


def test_a_kernel_that_restarts_leaves_a_page_that_says_so_and_lives_again_when_it_is_run(page):
    live = page.page.locator(".jp-Notebook .nv-live")
    before = sorted(page.drawn_explorers())
    assert live.count() == len(before) + 1
    page.restart_kernel()
    assert page.page.locator(".jp-Notebook .nv-live.jupyter-widgets-disconnected").count() == live.count()
    assert set(live.evaluate_all(SAID)) == {WORDS}
    assert set(live.evaluate_all(MARKED_INSIDE)) == {0}
    view = page.boxes("CountingExplorer")[0]
    picture = view.markup()
    view.slider_handles()[0][1].press("ArrowRight")
    assert view.settle() == picture
    assert sorted(page.drawn_explorers()) == before
    assert page.errors() == []

    page.run_all()
    assert page.page.locator(".jupyter-widgets-disconnected").count() == 0
    assert sorted(page.drawn_explorers()) == before
    for name in ("CountingExplorer", "BatchNormExplorer"):
        assert page.boxes(name)[0].dead_sliders() == []
    assert page.errors() == []


def test_an_explorer_whose_module_comes_late_is_drawn_and_follows(browser, lab):
    cell = "import normviz as nv\ndisplay(nv.PaddingExplorer(), nv.BatchNormExplorer())"
    page = LatePage(browser, lab, "late", [cell])
    try:
        for name in ("PaddingExplorer", "BatchNormExplorer"):
            assert page.boxes(name)[0].dead_sliders() == []
        assert page.errors() == []
    finally:
        page.close()


SAID = "found => found.map(live => getComputedStyle(live, '::before').content.replaceAll('\"', ''))"
# How many parts of a widget show the sign that JupyterLab gives to each of them.
MARKED_INSIDE = """found => found.map(live => [...live.querySelectorAll('.jupyter-widgets-disconnected')]
    .filter(part => getComputedStyle(part, '::before').content !== 'none').length)"""
