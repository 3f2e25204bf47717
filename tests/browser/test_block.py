"""The block: tiles, and a slab that is seen to go from pool to pool."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.drawing.theme import CSS
from normviz.views.axes import NORMS

pytestmark = pytest.mark.browser

PHONE, LAPTOP = 343, 884  # px of a picture: on a phone, and at 1280 in a notebook
OUTSIDE = "() => document.documentElement.scrollWidth - innerWidth"
# Each slab, and the tiles of the pool in its sheet: the edges of both.
AROUND = """() => [...document.querySelectorAll('.nv-tiles')].map(sheet => {
    const edges = all => {
        const boxes = all.map(one => one.getBoundingClientRect());
        return [Math.min(...boxes.map(b => b.left)), Math.min(...boxes.map(b => b.top)),
            Math.max(...boxes.map(b => b.right)), Math.max(...boxes.map(b => b.bottom))];
    };
    const slab = sheet.querySelector('.nv-slab'), tiles = [...sheet.querySelectorAll('.nv-shared')];
    const apart = tiles.length ? edges([slab]).map((at, i) => at - edges(tiles)[i]) : [];
    return [slab.classList.contains('nv-closed'), tiles.length, apart];
})"""
# What is on its way when a picture has been drawn; asked in one go, as it does not take long.
MOVING = """([markup, later]) => {
    window.now += later;
    drawMarkup(root, markup);
    const moving = document.getAnimations().filter(one => one instanceof CSSTransition);
    for (const one of moving) one.pause();  // else it may be over before somebody looks
    return moving.map(one => one.effect.target.dataset.key);
}"""


@pytest.fixture
def laid_out(page):
    """``laid_out(width, **arguments)``: the page, with such an explorer's picture in so many pixels."""

    def laid_out(width, **arguments):
        page.set_viewport_size({"width": width, "height": 900})
        page.set_content(f"<style>body{{margin:0}}</style>{nv.AxesExplorer(**arguments).to_html()}")
        return page

    return laid_out


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [PHONE, LAPTOP])
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize(
    "block", [{}, {"data": [[[3, 100], [50, 49], [-2, 7]]]}], ids=["three", "two features"]
)
def test_the_slab_lies_around_the_pools_tiles_and_closes_where_there_are_none(laid_out, block, norm, width):
    page = laid_out(width, norm=norm, **block)
    for closed, tiles, apart in page.evaluate(AROUND):
        assert closed == (tiles == 0)
        left, top, right, bottom = apart or (-3, -3, 3, 3)
        assert -5 <= left < 0 and -5 <= top < 0 and 0 < right <= 5 and 0 < bottom <= 5
    assert page.evaluate(OUTSIDE) <= 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [PHONE, LAPTOP])
@pytest.mark.parametrize(
    "data", [None, np.random.default_rng(7).normal(0, 500, size=(2, 4, 7))], ids=["two", "long"]
)
def test_no_digit_is_cut_off(laid_out, data, width):
    page = laid_out(width, data=data, norm="layer norm")
    cut = page.locator(".nv-tiles td[data-key]").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    )
    assert cut == []


@pytest.fixture
def draw(page):
    """``draw(explorer, later)`` draws its picture so many ms after the last, and returns the keys of what moves."""
    page.set_content("<!doctype html><title>one picture</title><body><div id=root></div>")
    page.add_style_tag(content=CSS)
    page.evaluate("() => { window.now = 0; performance.now = () => window.now; }")
    page.evaluate(
        f"() => {{ {front.module('numbers.js', 'ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}"
    )
    return lambda explorer, later=1000: page.evaluate(MOVING, [str(explorer.view.value), later])


# What is on its way, and when it has arrived.
ARRIVES = """() => document.getAnimations().filter(one => one instanceof CSSTransition).map(({effect}) => {
    const {delay, duration} = effect.getTiming();
    return [effect.target.dataset.key, delay + duration];
})"""
# The slab and the followed tile in it, so many ms after the slab began to turn: how far apart their edges are.
TURNED = """at => {
    for (const one of document.getAnimations()) { one.pause(); one.currentTime = at; }
    const cell = document.querySelector('.nv-tiles .nv-cell');
    const edges = one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const [slab, tile] = [cell.closest('table').querySelector('.nv-slab'), cell].map(edges);
    return slab.map((edge, i) => Math.abs(edge - tile[i]));
}"""


def test_slab_and_tiles_arrive_with_the_ruler(page, draw):
    draw(nv.AxesExplorer(norm="layer norm"))
    draw(nv.AxesExplorer(norm="batch norm"))
    turn, last = int(re.search(r"TURN = (\d+)", front.read("ruler.js"))[1]), {}
    for key, ends in page.evaluate(ARRIVES):
        last[key] = max(ends, last.get(key, 0))
    assert {*last.values()} == {turn}


@pytest.mark.parametrize("norms", [("layer norm", "batch norm"), ("batch norm", "layer norm")])
def test_the_slab_closes_to_the_followed_tile_and_grows_from_there(page, draw, norms):
    for norm in norms:
        draw(nv.AxesExplorer(norm=norm))
    assert max(page.evaluate(TURNED, 0)) > 30
    assert max(page.evaluate(TURNED, 160)) < 6
    assert max(page.evaluate(TURNED, 399)) > 30


def test_who_draws_again_at_once_waits_for_neither_slab_nor_ruler(page, draw):
    for explorer in (nv.AxesExplorer(norm=norm) for norm in ("layer norm", "batch norm")):
        draw(explorer)
    last = nv.AxesExplorer(norm="instance norm")
    assert draw(last, later=100) == []
    stands = page.evaluate("() => document.querySelector('[data-stage]').outerHTML")
    assert stands == page.evaluate(
        "markup => { root.innerHTML = markup; return root.querySelector('[data-stage]').outerHTML; }",
        str(last.view.value),
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_slab_turns_unless_motion_is_unwelcome(page, draw, motion):
    page.emulate_media(reduced_motion=motion)
    assert draw(nv.AxesExplorer(norm="layer norm")) == []
    moving = draw(nv.AxesExplorer(norm="batch norm"))
    if motion == "no-preference":
        assert {"slab 0", "slab 1", "y:0,0,0"} <= {*moving}
    else:
        assert moving == []


FINGER = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}
CHOSEN = ".nv-tiles td.nv-cell"


def pull(page, by, start, *way):
    """Goes from the edge of the slab, where a hand takes it, on a ``way`` of (x, y) from there, and lets go."""
    slab = page.locator(".nv-slab:not(.nv-closed)").last
    slab.scroll_into_view_if_needed()
    box, touch = slab.bounding_box(), page.context.new_cdp_session(page)
    x, y = (
        (box["x"] - 4, box["y"] + box["height"] / 2)
        if start == "left"
        else (box["x"] + box["width"] / 2, box["y"] - 4)
    )
    if by == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
    for kind, (right, down) in [("down", (0, 0)), *(("move", step) for step in way), ("up", way[-1])]:
        if by == "finger":
            points = [] if kind == "up" else [{"x": x + right, "y": y + down}]
            touch.send("Input.dispatchTouchEvent", {"type": FINGER[kind], "touchPoints": points})
        elif kind == "move":
            page.mouse.move(x + right, y + down)
    page.mouse.up()


@pytest.mark.parametrize("by", ["mouse", pytest.param("finger", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    ("norm", "edge", "way", "cell"),
    [
        ("layer norm", "left", [(0, 20), (0, 50)], "y:1,1,0"),  # a row further down
        pytest.param(
            "layer norm", "left", [(20, 0), (120, 0)], "y:1,0,0", marks=pytest.mark.exhaustive
        ),  # still the same
        pytest.param("batch norm", "top", [(30, 0), (60, 0)], "y:1,0,1", marks=pytest.mark.exhaustive),
        pytest.param("instance norm", "top", [(-80, 0), (-600, 0)], "y:0,0,0", marks=pytest.mark.exhaustive),
    ],
)
def test_the_slab_is_pulled_to_another_pool(offline, file_of, by, norm, edge, way, cell):
    page = offline(file_of(nv.AxesExplorer(norm=norm), "norm").as_uri())
    pull(page, by, edge, *way)
    page.locator(f'{CHOSEN}[data-key="{cell}"]').wait_for()
    assert page.locator(f'{CHOSEN}[data-key="{cell}"].nv-shared').count() == 1
