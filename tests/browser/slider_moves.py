"""Chapter 06 in whatever JupyterLab is installed, a slider moved: ``python -m pytest tests/browser/slider_moves.py``.

It asks for nothing that JupyterLab 4.0 does not have; pytest does not collect it by its name.
"""

import pytest

from tests.support.chapters import CHAPTERS
from tests.support.server import START_SECONDS

pytestmark = pytest.mark.browser
CHAPTER = next(path.name for path in CHAPTERS if path.name.startswith("06"))
IDLE = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN = "() => void window.jupyterapp.commands.execute('notebook:run-all-cells')"
# Cells are drawn as they come into sight.
SHOW_FIRST = """() => {
    const {content} = window.jupyterapp.shell.currentWidget, cells = [...content.model.cells];
    content.scrollToItem(cells.findIndex(cell => cell.sharedModel.getSource().includes('nv.PaddingExplorer(')));
}"""
MOVED = "([view, before]) => view.isConnected && view.textContent !== before"


def test_slider_moves_its_picture_and_nothing_is_missing(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong = []
    # Lines of the package come from an address that anywidget makes; JupyterLab 4.0 has errors of its own.
    page.on("pageerror", lambda error: wrong.append(error.stack) if "blob:" in error.stack else None)
    page.goto(f"{lab.url}/lab/tree/{CHAPTER}?token={lab.token}", timeout=1000 * START_SECONDS)
    page.wait_for_function(IDLE, timeout=1000 * START_SECONDS)
    page.evaluate(RUN)
    page.wait_for_function(IDLE, timeout=1000 * START_SECONDS)
    page.evaluate(SHOW_FIRST)
    explorer = page.locator('.jp-OutputArea-output:has([data-explorer="PaddingExplorer"])').first
    slider = explorer.locator('input[type="range"]:visible').first
    slider.wait_for(timeout=1000 * START_SECONDS)
    view = explorer.locator("[data-explorer]").first
    value, before = slider.input_value(), view.text_content()
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_function(MOVED, arg=[view.element_handle(), before])
    assert slider.input_value() != value
    assert explorer.locator(".nv-error, .nv-missing").count() == 0
    assert wrong == []
    page.close()
