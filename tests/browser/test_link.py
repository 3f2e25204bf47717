"""Pointing at a statistic lights what it is made of; pointing at a number lights what shares a mean with it."""

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


def test_mu_below_a_column_lights_the_column_in_table_and_strip(pointed):
    lit = pointed(nv.BatchNormExplorer(example="z table"), '[data-key="μ x:*,0"]')
    assert column_of("x", range(5)) <= lit
    assert {f"x:{row},0/dot" for row in range(5)} <= lit
    assert not any(key.startswith(("x:0,1", "y:")) for key in lit)


def test_a_cell_lights_its_pool_and_that_pool_s_mu_and_sigma(pointed):
    lit = pointed(nv.BatchNormExplorer(example="z table"), '[data-key="x:2,1"]')
    assert column_of("x", range(5), 1) <= lit
    assert {"μ x:*,1", "σ x:*,1"} <= lit
    assert "x:2,0" not in lit


def test_a_cell_lights_its_column_before_and_after(pointed):
    lit = pointed(nv.BatchNormExplorer(example="z table"), '[data-key="y:2,1"]')
    assert column_of("x", range(5), 1) | column_of("y", range(5), 1) | {"μ x:*,1", "σ y:*,1"} <= lit


def test_a_feature_that_goes_into_a_node_is_in_no_pool(pointed):
    explorer = nv.BatchNormExplorer(example="two students, two nodes")
    assert pointed(explorer, '[data-key="f:0,1"]') == {"f:0,1"}


@pytest.mark.parametrize(
    ("explorer", "cell", "width", "height"),
    [(nv.BatchNormExplorer(), "x:2,2", 1, 7)],  # with its μ and σ
)
def test_one_outline_runs_round_what_is_lit_before_and_after(page, explorer, cell, width, height):
    page.emulate_media(reduced_motion="reduce")  # an outline comes at once
    page.set_content(PAGE.format(explorer.to_html(), front.read("link.js")))
    page.locator(f'[data-key="{cell}"]').hover()
    of_each = (
        "all => all.map(cell => [getComputedStyle(cell).outlineStyle, getComputedStyle(cell).boxShadow])"
    )
    lit = page.locator("td.nv-lit:not(.nv-cell)").evaluate_all(of_each)
    assert len(lit) == 2 * width * height and {outline for outline, _ in lit} == {"none"}
    assert sum(shadow.count("1.5px") for _, shadow in lit) == 2 * 2 * (width + height)


@pytest.mark.parametrize(
    ("norm", "cell", "tiles"), [("layer norm", "x:1,2,1", 3), ("group norm", "x:0,1,1", 12)]
)
def test_each_tile_that_is_lit_has_a_ring_before_and_after(page, norm, cell, tiles):
    page.emulate_media(reduced_motion="reduce")
    page.set_content(PAGE.format(nv.AxesExplorer(norm=norm).to_html(), front.read("link.js")))
    page.locator(f'[data-key="{cell}"]').hover()
    rings = page.locator("td.nv-lit").evaluate_all("all => all.map(one => getComputedStyle(one).boxShadow)")
    assert len(rings) == 2 * tiles
    assert all("2px inset" in ring for ring in rings)


def test_a_line_runs_round_the_bars_of_a_pool(page):
    page.emulate_media(reduced_motion="reduce")
    page.set_content(PAGE.format(nv.ModeratorExplorer().to_html(), front.read("link.js")))
    page.locator('td[data-key="z:2"]').hover()
    bars = page.locator("td.nv-lit:has(.nv-amount)")
    shadows = bars.evaluate_all("all => all.map(cell => getComputedStyle(cell).boxShadow)")
    assert len(shadows) == 10
    assert sum(shadow.count("1.5px") for shadow in shadows) == 2 * (10 + 1)  # two sides, top and bottom


def test_a_term_lights_its_number_alone(pointed):
    lit = pointed(nv.BatchNormExplorer(example="z table"), '.nv-steps [data-lights="x:3,0"]')
    assert lit == {"x:3,0", "x:3,0/dot"}


@pytest.mark.parametrize("kind", ["x", "y"])
@pytest.mark.parametrize(
    ("norm", "pool"),
    [
        ("batch norm", {f"x:{b},{t},1" for b in range(2) for t in range(4)}),
        ("batch norm without pads", {f"x:{b},{t},1" for b in range(2) for t in range(4) if b or t < 2}),
        ("layer norm", {f"x:1,2,{k}" for k in range(3)}),
        ("instance norm", {f"x:1,{t},1" for t in range(4)}),
        ("group norm", {f"x:1,{t},{k}" for t in range(4) for k in range(3)}),
        ("RMS norm", {f"x:1,2,{k}" for k in range(3)}),
    ],
)
def test_a_cell_of_the_block_lights_what_its_norm_pools_before_and_after(pointed, norm, pool, kind):
    lit = pointed(nv.AxesExplorer(norm=norm), f'[data-key="{kind}:1,2,1"]')
    cells = {key for key in lit if key.startswith(("x:", "y:")) and "/" not in key}
    assert cells == pool | {f"y{key[1:]}" for key in pool}


def test_a_cell_of_the_chosen_pool_lights_its_dots_and_statistics_before_and_after(pointed):
    lit = pointed(nv.AxesExplorer(norm="layer norm"), '[data-key="y:1,0,2"]')
    assert {"x:1,0,2/dot", "x:1,0,2", "y:1,0,2"} <= lit


def test_the_ruler_lights_the_pool_that_it_is_made_of(pointed):
    lit = pointed(nv.PaddingExplorer(), ".nv-ruler-band")
    assert {"x:0,0,0", "x:0,3,0", "x:1,3,0/dot"} <= lit
    assert not {"x:0,0,1", "x:1,3,2"} & lit


def test_mu_in_the_sentence_of_a_block_lights_its_pool(pointed):
    lit = pointed(nv.AxesExplorer(), '.nv-lead [data-lights="x:*,0"]')
    assert {f"x:{b},{t},0" for b in range(2) for t in range(4)} <= lit
    assert "x:0,0,1" not in lit


def test_a_pad_that_is_left_out_lights_nothing(pointed):
    assert pointed(nv.AxesExplorer(norm="batch norm without pads"), '[data-key="x:0,3,1"]') == set()


def test_a_page_without_a_kernel_lights_a_pool_and_lets_it_go_when_another_is_chosen(offline, tmp_path):
    explorer = nv.AxesExplorer(norm="layer norm").only()
    file = tmp_path / "x.html"
    explorer.save(file)
    page = offline(file.as_uri())
    cell, lit = page.locator('td[data-key="x:1,2,0"]'), page.locator("td.nv-lit")
    cell.hover()
    assert lit.evaluate_all("all => all.map(one => one.dataset.key)") == [
        f"{kind}:1,2,{k}" for kind in "xy" for k in range(3)
    ]
    cell.click()
    page.wait_for_selector('td.nv-cell[data-key="x:1,2,0"]')
    assert lit.count() == 0
    assert page.trouble == []


@pytest.mark.parametrize("explorer", [nv.BatchNormExplorer, nv.PaddingExplorer, nv.AffineExplorer])
def test_the_edge_of_a_pool_is_drawn(page, explorer):
    page.set_content(explorer().to_html())
    edge = page.locator("td:is(.nv-in, .nv-across)")
    shadows = edge.evaluate_all("cells => cells.map(cell => getComputedStyle(cell).boxShadow)")
    assert shadows and all("2px" in shadow for shadow in shadows)
