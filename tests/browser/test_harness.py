"""The browser tests, tested: a chapter in which everything is wrong must not look right to them."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.browser.accessibility import serious_findings
from tests.browser.chapter import NARROW

pytestmark = pytest.mark.browser

BROKEN = """
import ipywidgets, warnings

def box(name, words, *controls):
    view = ipywidgets.HTML(f'<div class="nv" data-explorer="{name}">{words}</div>')
    return ipywidgets.VBox([*controls, view]), view

def DeadExplorer():
    wide = '<p style="width:2000px">too wide</p>'
    return box("DeadExplorer", wide, ipywidgets.IntSlider(description="dead"))[0]

def FaintExplorer():
    slider = ipywidgets.IntSlider(description="failing")
    shown, view = box("FaintExplorer", '<p style="color:#ddd;background:#fff">too faint to read</p>', slider)
    def fail(change):
        view.value = '<div class="nv" data-explorer="FaintExplorer"><p class="nv-error">it failed</p></div>'
    slider.observe(fail, "value")
    return shown

display(DeadExplorer(), FaintExplorer())
"""
SCROLLING = """
scroll = '<div style="overflow-x:auto;contain:inline-size"><p style="width:1100px">wide</p></div>'
box("ScrollExplorer", scroll)[0]
"""


@pytest.fixture
def broken(bookmark, lab):
    path = lab.root / "broken.ipynb"
    cells = [new_code_cell(BROKEN), new_code_cell(SCROLLING), new_code_cell("warnings.warn('look here')")]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return bookmark.turn_to(path)


def places_of(findings):
    return {words.split(" in ")[-1] for words in findings}


def test_what_is_wrong_in_a_broken_chapter_is_found(broken):
    (dead,), (faint,) = broken.boxes("DeadExplorer"), broken.boxes("FaintExplorer")
    assert broken.explorers == ["DeadExplorer", "FaintExplorer"]
    assert broken.drawn_explorers() == ["DeadExplorer", "FaintExplorer", "ScrollExplorer"]
    assert ["look here" in error for error in broken.errors()] == [True]

    assert [finding.split()[0] for finding in serious_findings(faint)] == ["color-contrast"]
    assert serious_findings(dead) == []

    assert places_of(broken.overflowing()) == {"DeadExplorer", "ScrollExplorer", "the page"}
    broken.show(width=NARROW)
    assert "ScrollExplorer" not in places_of(broken.overflowing())
    broken.show()

    assert dead.dead_sliders(within_seconds=2) == ["dead: ArrowRight changes nothing"]
    assert faint.dead_sliders() == ["failing: ArrowRight brings an error: it failed"]
    assert "it failed" in broken.errors()
