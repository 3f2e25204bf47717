"""A block before and after its norm: each number and what becomes of it in one place, and a pool seen to change."""

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.drawing.theme import CSS
from normviz.views.axes import NORMS

pytestmark = pytest.mark.browser

PHONE, LAPTOP = 259, 848  # px of an output in JupyterLab, at 375 and at 1280
LONG = np.random.default_rng(7).normal(0, 500, size=(2, 4, 7))
BLOCKS = {
    "Hi Nitish": {},
    "three sentences": {"example": "three sentences"},
    "two features": {"data": [[[3, 100], [50, 49], [-2, 7]]]},
    "long numbers": {"data": LONG},
    "long names": {"data": ["the statistics of normalization", "are interesting"]},
}
PARTS = ".nv-slices,.nv-legend,.nv-line-panel,.nv-whole"
# Of each number, from the first number of its block.
PLACES = """() => [...document.querySelectorAll('.nv-slices')].map(block => {
    const cells = [...block.querySelectorAll('td[data-key]')].map(cell => cell.getBoundingClientRect());
    return cells.map(({left, right, top}) => [left, right, top - cells[0].top].map(Math.round));
})"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.nv-slices .nv-table *')]
    .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
OUTSIDE = "() => document.documentElement.scrollWidth - innerWidth"
# What fades when a picture has been drawn; asked in one go, as it does not fade for long.
FADING = """markup => {
    drawMarkup(root, markup);
    return document.getAnimations().filter(one => one instanceof CSSTransition)
        .map(one => one.effect.target.dataset.key);
}"""


@pytest.fixture
def laid_out(page):
    """``laid_out(width, **arguments)``: the page, with such an explorer's picture in so many pixels."""

    def laid_out(width, **arguments):
        page.set_viewport_size({"width": width, "height": 900})
        page.set_content(f"<style>body{{margin:0}}</style>{nv.AxesExplorer(**arguments).to_html()}")
        return page

    return laid_out


@pytest.mark.parametrize(
    ("block", "width"),
    [
        (block, width)
        for block in BLOCKS
        for width in (PHONE, LAPTOP)
        if (block, width) != ("three sentences", LAPTOP)
    ],
)
def test_a_number_and_what_becomes_of_it_stand_in_the_same_place(laid_out, block, width):
    page = laid_out(width, norm="layer norm", **BLOCKS[block])
    before, after = page.evaluate(PLACES)
    assert np.abs(np.subtract(before, after)).max() <= 1
    assert page.evaluate(SMALLEST) >= 12
    assert page.evaluate(OUTSIDE) <= 0


@pytest.mark.parametrize("width", [LAPTOP, 1264])
def test_three_sentences_stand_each_in_one_line_with_what_becomes_of_them(laid_out, width):
    page = laid_out(width, example="three sentences")
    before, after = (np.array(places) for places in page.evaluate(PLACES))
    assert np.abs(before[:, 2] - after[:, 2]).max() <= 1
    assert before[:, 1].max() < after[:, 0].min()
    top, top_after = (blocks.bounding_box()["y"] for blocks in page.locator(".nv-slices").all())
    assert top == pytest.approx(top_after, abs=1)
    assert page.evaluate(OUTSIDE) <= 0


def test_on_a_wall_they_do_too(laid_out):
    page = laid_out(1280, norm="layer norm")
    page.add_style_tag(content=front.read("wall.css"))
    page.evaluate("document.body.className = 'nv-large'")
    before, after = page.evaluate(PLACES)
    assert np.abs(np.subtract(before, after)).max() <= 1
    assert page.evaluate(OUTSIDE) <= 0


def test_on_a_phone_a_column_goes_on_straight_from_sentence_to_sentence_and_nothing_is_scrolled(laid_out):
    page = laid_out(PHONE, example="three sentences")
    first = page.locator(".nv-slices td:nth-child(2)").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(first) == 2 * 3 * 4
    assert max(first) - min(first) <= 1
    scrolled = page.locator(".nv-slices .nv-scroll").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert max(scrolled) == 0


@pytest.mark.parametrize("width", [326, 343, 366, 412])  # px of a page on phones
@pytest.mark.parametrize("block", ["Hi Nitish", "two features"])
def test_on_a_page_on_a_phone_a_line_goes_on_from_before_to_after(laid_out, block, width):
    page = laid_out(width, **BLOCKS[block])
    before, after = (np.array(places) for places in page.evaluate(PLACES))
    assert np.abs(before[:, 2] - after[:, 2]).max() <= 1
    assert before[:, 1].max() < after[:, 0].min()
    features = len(nv.AxesExplorer(**BLOCKS[block]).result.batch.values[0, 0])
    for places in (before, after):  # a column goes on straight from sentence to sentence
        lefts = places[:, 0].reshape(-1, features)
        assert np.ptp(lefts, axis=0).max() <= 1
    top, top_after = (blocks.bounding_box()["y"] for blocks in page.locator(".nv-slices").all())
    assert top == pytest.approx(top_after, abs=1)
    scrolled = page.locator(".nv-slices .nv-scroll").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert max(scrolled) == 0
    assert page.evaluate(SMALLEST) >= 12
    assert page.evaluate(OUTSIDE) <= 0


@pytest.mark.parametrize("width", [PHONE, 343, LAPTOP, 1264])
@pytest.mark.parametrize("example", ["Hi Nitish", "three sentences"])
def test_whatever_the_norm_everything_stands_where_it_stood(laid_out, example, width):
    tops = "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
    stand = {
        tuple(laid_out(width, example=example, norm=norm).locator(PARTS).evaluate_all(tops)) for norm in NORMS
    }
    assert len(stand) == 1


def test_a_name_that_is_seen_once_is_read_out_in_both_tables(laid_out):
    page = laid_out(343)
    names = page.locator(".nv-slices").last.get_by_role("rowheader")
    assert names.all_text_contents() == ["Hi", "Nitish", "‹pad›", "‹pad›", "How", "are", "you", "today"]
    assert max(name.bounding_box()["width"] for name in names.all()) <= 8


@pytest.fixture
def draw(page):
    """``draw(explorer)`` draws its picture over the last one, and returns the keys of what fades."""
    page.set_content("<!doctype html><title>one picture</title><body><div id=root></div>")
    page.add_style_tag(content=CSS)
    page.evaluate(f"() => {{ {front.module('ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}")
    return lambda explorer: page.evaluate(FADING, str(explorer.view.value))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_joins_the_pool_and_what_leaves_it_is_seen_unless_motion_is_unwelcome(page, draw, motion):
    page.emulate_media(reduced_motion=motion)
    assert draw(nv.AxesExplorer(norm="layer norm")) == []
    fading = draw(nv.AxesExplorer(norm="batch norm"))
    assert {"x:0,0,0", "x:1,0,1"} <= {*fading} if motion == "no-preference" else fading == []
