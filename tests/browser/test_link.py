"""Pointing at a statistic lights what it is made of; pointing at a number lights what shares a mean with it."""

import numpy as np
import pytest

import normviz as nv
from normviz import front

pytestmark = pytest.mark.browser

# With all folds open: what lights, lights in the tables and the arithmetic, too.
PAGE = (
    "<meta charset=utf-8><div id=root>{}</div><script>{}linked(document.getElementById('root'));"
    "document.querySelectorAll('details').forEach(one => {{ one.open = true; }})</script>"
)


@pytest.fixture
def pointed(page):
    """``pointed(explorer, at)``: the keys of what is lit while the pointer is at the element of that selector."""

    def point(explorer, at):
        page.set_content(PAGE.format(explorer.to_html(), front.read("link.js")))
        page.locator(at).first.hover(force=True)
        lit = page.locator(".nv-lit").evaluate_all("all => all.map(one => one.dataset.key)")
        page.mouse.move(0, 0)
        return {key for key in lit if key}

    return point


def column_of(kind, rows, column=0):
    return {f"{kind}:{row},{column}" for row in rows}


Z_TABLE, HERE = {"example": "z table"}, nv.BatchNormExplorer
COLUMN_0, COLUMN_1 = column_of("x", range(5)), column_of("x", range(5), 1)
DOTS_0 = {f"x:{row},0/dot" for row in range(5)}
IN_COLUMN_0 = {f"x:{b},{t},0/dot" for b in range(2) for t in range(4)}


@pytest.mark.parametrize(
    ("explorer", "at", "lit", "dark"),
    [
        (HERE(**Z_TABLE), '[data-key="μ x:*,0"]', COLUMN_0 | DOTS_0, {"x:0,1", "y:0,0"}),
        (HERE(**Z_TABLE), '[data-key="x:2,1"]', COLUMN_1 | {"μ x:*,1", "σ x:*,1", "y:2,1"}, {"x:2,0"}),
        (HERE(**Z_TABLE), '[data-key="y:2,1"]', COLUMN_1 | column_of("y", range(5), 1) | {"σ y:*,1"}, {"x:2,0"}),
        (HERE(**Z_TABLE), '.nv-steps [data-lights="x:3,0"]', {"x:3,0", "x:3,0/dot"}, {"x:2,0", "y:3,0"}),
        (HERE(example="two students, two nodes"), '[data-key="f:0,1"]', {"f:0,1"}, {"f:0,0", "x:0,0", "x:0,1"}),
        (nv.PaddingExplorer(), ".nv-ruler-band", {"x:0,0,0", "x:0,3,0", "x:1,3,0/dot"}, {"x:0,0,1", "x:1,3,2"}),
        (nv.AxesExplorer(), '.nv-lead [data-lights="x:*,0"]', IN_COLUMN_0, {"x:0,0,1"}),
        (nv.AxesExplorer(norm="layer norm"), '[data-key="y:1,0,2"]', {"x:1,0,2/dot", "y:1,0,2"}, {"x:0,0,2"}),
        (nv.AxesExplorer(norm="batch norm without pads"), '[data-key="y:0,3,1"]', set(), {"y:0,3,1", "y:0,0,1"}),
    ],
    ids=["μ", "a cell", "an output", "a term", "a feature", "a ruler", "μ in a sentence", "a dot", "a pad left out"],
)  # fmt: skip
def test_what_is_pointed_at_lights_what_it_is_made_of(pointed, explorer, at, lit, dark):
    found = pointed(explorer, at)
    assert lit <= found
    assert not dark & found


@pytest.mark.parametrize(
    ("explorer", "cell", "cells"),
    [(nv.BatchNormExplorer(), "x:2,2", 5), (nv.AxesExplorer(norm="group norm"), "y:0,1,1", 12)],
    ids=["a column", "tiles"],
)
def test_what_is_lit_has_an_outline(page, explorer, cell, cells):
    page.set_content(PAGE.format(explorer.to_html(), front.read("link.js")))
    page.locator(f'td[data-key="{cell}"]').hover()
    style = "all => all.map(one => getComputedStyle(one).outlineStyle)"
    looks = page.locator("td.nv-lit:not(.nv-ruler *)").evaluate_all(style)
    assert len(looks) >= cells and {*looks} == {"dashed"}


@pytest.mark.parametrize(
    ("norm", "pool"),
    [
        ("batch norm without pads", {f"x:{b},{t},1" for b in range(2) for t in range(4) if b or t < 2}),
        ("instance norm", {f"x:1,{t},1" for t in range(4)}),
        ("group norm", {f"x:1,{t},{k}" for t in range(4) for k in range(2)}),
        ("RMS norm", {f"x:1,2,{k}" for k in range(3)}),
    ],
)
def test_a_cell_of_the_block_lights_what_its_norm_pools(pointed, norm, pool):
    explorer = nv.AxesExplorer(norm=norm)
    if norm == "group norm":
        explorer = nv.AxesExplorer(np.arange(32.0).reshape(2, 4, 4), norm=norm)
        explorer.move(groups=2)
    lit = pointed(explorer, '[data-key="y:1,2,1"]')
    assert {key for key in lit if key.startswith("y:")} == {f"y{key[1:]}" for key in pool}


def test_a_page_without_a_kernel_lights_a_pool_and_lets_it_go_when_another_is_chosen(offline, tmp_path):
    explorer = nv.AxesExplorer(norm="layer norm").only()
    file = tmp_path / "x.html"
    explorer.save(file)
    page = offline(file.as_uri())
    cell, lit = page.locator('td[data-key="y:1,2,0"]'), page.locator("td.nv-lit")
    cell.hover()
    assert lit.evaluate_all("all => all.map(one => one.dataset.key)") == [f"y:1,2,{k}" for k in range(3)]
    cell.click()
    page.wait_for_selector('td.nv-cell[data-key="y:1,2,0"]')
    assert lit.count() == 0
    assert page.trouble == []


def test_the_edge_of_a_pool_is_drawn(page):
    page.set_content(nv.PaddingExplorer().to_html())
    edge = page.locator("td:is(.nv-in, .nv-across)")
    shadows = edge.evaluate_all("cells => cells.map(cell => getComputedStyle(cell).boxShadow)")
    assert shadows and all("2px" in shadow for shadow in shadows)
