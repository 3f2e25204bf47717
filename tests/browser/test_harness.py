"""The browser tests, tested: a chapter in which everything is wrong must not look right to them."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.browser.accessibility import serious_findings_in
from tests.browser.test_access import keyboard_faults, structure_faults
from tests.support.open_chapter import NARROW

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

BROKEN = """
import warnings
from dataclasses import dataclass

import ipywidgets
from markupsafe import Markup

from normviz.explorers.base import Explorer
from normviz.explorers.controls import Number

@dataclass(frozen=True)
class Settings:
    number: int = 0

class Broken(Explorer):
    compute = staticmethod(lambda settings: settings)
    words = staticmethod(lambda result: "the mean is 2.0000")

    def __init__(self):
        super().__init__(Settings())

    @classmethod
    def controls_for(cls, settings):
        return [[Number("number", cls.heading, 0, 5, 1, whole=True)]]

class DeadExplorer(Broken):
    heading = "dead"
    picture = staticmethod(lambda result: Markup(
        '<div style="width:2000px">too wide</div><div tabindex="0" style="outline:none">dead</div><input type="range">'
    ))

class FaintExplorer(Broken):
    heading = "failing"
    picture = staticmethod(lambda result: Markup('<p style="color:#ddd;background:#fff">too faint to read</p>'))

    @staticmethod
    def compute(settings):
        if settings.number:
            raise ValueError("it failed")
        return settings

display(DeadExplorer(), FaintExplorer())
"""
SCROLLING = """
class ScrollExplorer(Broken):
    heading = "scrolling"
    picture = staticmethod(lambda result: Markup(
        '<div style="overflow-x:auto;contain:inline-size"><div style="width:1100px">wide</div></div>'
    ))

ScrollExplorer()
"""
WRONG = """
class LyingExplorer(Broken):
    heading = "lying"
    picture = staticmethod(lambda result: Markup(f"the mean is {result.number}.0000"))

NAMELESS = '<svg width="9" height="9"></svg><img src="data:," width="9" height="9">'
FAINT = '<p style="color:#ddd;background:#fff;margin-top:3000px">too faint to read, far below</p>'
TABLE = '<table><tr><th></th><td>1</td></tr></table><p id="twice"></p><p id="twice"></p>'
display(LyingExplorer(), ipywidgets.HTML(NAMELESS + TABLE + FAINT))
"""
TYPED = "### A heading out of order\n\n$$" + " + ".join(["x_1 y_2"] * 60) + "$$"


@pytest.fixture
def broken(bookmark, lab):
    path = lab.root / "broken.ipynb"
    cells = [new_code_cell(BROKEN), new_code_cell(SCROLLING), new_code_cell("warnings.warn('look here')")]
    cells += [new_code_cell(WRONG), new_markdown_cell(TYPED)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return bookmark.turn_to(path)


def places_of(findings):
    return {words.split(" in ")[-1] for words in findings}


def test_what_is_wrong_in_a_broken_chapter_is_found(broken):
    (dead,), (faint,) = broken.boxes("DeadExplorer"), broken.boxes("FaintExplorer")
    kinds = ["DeadExplorer", "FaintExplorer", "ScrollExplorer", "LyingExplorer"]
    assert broken.explorers == broken.drawn_explorers() == kinds
    assert ["look here" in error for error in broken.errors()] == [True]

    assert places_of(broken.overflowing()) == {"DeadExplorer", "ScrollExplorer", "the page"}
    broken.show(width=NARROW)
    assert "ScrollExplorer" not in places_of(broken.overflowing())
    broken.show()

    assert dead.dead_sliders() == ["dead: ArrowRight changes nothing"]
    failed = "✗ This cannot be drawn. it failed"
    assert faint.dead_sliders() == [f"failing: ArrowRight brings an error: {failed}"]
    assert any("it failed" in error for error in broken.errors())


def test_what_a_screen_reader_or_a_keyboard_would_miss_is_found(broken):
    broken.show()
    findings = {finding.split()[0] for finding in serious_findings_in(broken)}
    assert findings == {"color-contrast", "image-alt", "label", "scrollable-region-focusable"}

    faults = " ".join(structure_faults(broken.page))
    for fault in ("not one title", "skips to level 3", "no caption", "without words", "no scope"):
        assert fault in faults
    for fault in ("a picture without a name", "without alt text", "two elements are called twice"):
        assert fault in faults

    (dead,), (lying,) = broken.boxes("DeadExplorer"), broken.boxes("LyingExplorer")
    faults = {fault.split(" <")[0] for fault in keyboard_faults(dead)}
    assert faults == {"a slider without a name", "a generic without a name", "no ring around"}
    assert lying.dead_sliders() == [
        f"lying: {key} has it said ['2.0000'], and the picture does not show it"
        for key in ("ArrowRight", "ArrowLeft")
    ]
    assert [words.split(" sticks out")[0][:4] for words in broken.cut_formulas()] == ["x1y2"]
