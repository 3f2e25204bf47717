"""Explorers in a page that somebody treats badly: shown again and again, run again, and left without their kernel."""

import pytest

from tests.abuse.pages import WatchedPage

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

WORDS = "Not connected: the kernel was restarted or stopped. Choose Run → Run All Cells to start again."
CELLS = [
    "import normviz as nv\nnv.PaddingExplorer()",
    "display(*(kind() for kind in nv.EXPLORERS))",
]
SAID = "found => found.map(live => getComputedStyle(live, '::before').content.replaceAll('\"', ''))"
LIVE = ".jp-Notebook .nv-live"


@pytest.fixture(scope="module")
def page(browser, lab):
    page = WatchedPage(browser, lab, "living", CELLS)
    yield page
    page.close()


def test_a_kernel_that_restarts_leaves_a_page_that_says_so_and_lives_again_when_it_is_run(page):
    before = sorted(page.drawn_explorers())
    page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.page.locator(f"{LIVE}.jupyter-widgets-disconnected").first.wait_for()
    assert set(page.page.locator(LIVE).evaluate_all(SAID)) == {WORDS}
    assert sorted(page.drawn_explorers()) == before
    page.run_all()
    assert page.page.locator(".jupyter-widgets-disconnected").count() == 0
    assert sorted(page.drawn_explorers()) == before
    explorer, *_ = page.boxes("BatchNormExplorer")
    shown = explorer.settle()
    explorer.sliders()[0].press("ArrowRight")
    assert explorer.settle() != shown
    assert page.errors() == []
