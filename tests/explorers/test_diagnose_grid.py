"""The grid of conventions: what the numbers rule out is crossed out, what they leave stands."""

import numpy as np
import pytest
from bs4 import BeautifulSoup

import normviz as nv
from normviz.diagnosis.conventions import POOLS
from tests.markup import keyed_cells, tables_in

X = np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])
BLOCK = np.random.default_rng(0).normal(size=(2, 3, 4)).round(2)
EPS = 0.001


def normalized(x, pool, divisor, place):
    axes = {p.key: p.axes for p in POOLS[x.ndim]}[pool]
    var = x.var(axis=axes, keepdims=True, ddof=divisor == "n - 1")
    below = {"inside": np.sqrt(var + EPS), "outside": np.sqrt(var) + EPS, "absent": np.sqrt(var)}[place]
    return (x - x.mean(axis=axes, keepdims=True)) / below


@pytest.mark.parametrize("place", ["inside", "outside", "absent"])
@pytest.mark.parametrize("divisor", ["n", "n - 1"])
@pytest.mark.parametrize("pool", ["columns", "rows", "all"])
@pytest.mark.parametrize("x", [X, BLOCK], ids=["table", "block"])
def test_the_convention_that_was_used_stands_and_the_others_are_crossed_out(x, pool, divisor, place):
    result = normalized(x, pool, divisor, place)
    cells = keyed_cells(nv.DiagnoseExplorer(x, result).view.value)
    grid = {key: words for key, words in cells.items() if key.split(":")[0] in {p.key for p in POOLS[x.ndim]}}
    # Without an ε the tiny ones cannot be told from none.
    places = ["inside", "absent", "outside"] if place == "absent" else [place]
    left = [f"{pool}:{divisor},{its}" for its in places]
    assert [key for key, words in grid.items() if words == "✓"] == left
    assert len(grid) == 2 * 3 * len(POOLS[x.ndim])
    assert all(words.startswith("✗ ") for key, words in grid.items() if key not in left)


@pytest.mark.parametrize("gamma", [1, pytest.param(np.array([2, 1, 0.5]), marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("place", ["inside", "outside", "absent"])
@pytest.mark.parametrize("divisor", ["n", "n - 1"])
@pytest.mark.parametrize("pool", ["columns", "rows", "all"])
def test_the_lit_rulers_read_the_result_and_the_pale_ones_do_not(pool, divisor, place, gamma):
    result = normalized(X, pool, divisor, place) * gamma
    explorer = nv.DiagnoseExplorer(X, result)
    page = BeautifulSoup(explorer.view.value, "html.parser")
    rulers = page.select("[data-ruler]")
    lit = ["nv-pale" not in one["class"] for one in rulers]
    largest = result.flat[np.abs(result).argmax()]
    close = [abs(float(one["data-reading"]) - largest) < 2e-3 for one in rulers]
    assert lit == close and any(lit) and len(lit) == 6
    said = [name.get_text() for name in page.select(".nv-readings .nv-note:last-child")]
    assert [name.startswith("✓") for name in said] == lit


def test_the_number_in_a_crossed_out_cell_is_the_largest_difference():
    cells = keyed_cells(nv.DiagnoseExplorer(X, normalized(X, "columns", "n", "absent")).view.value)
    off = np.abs(normalized(X, "columns", "n - 1", "absent") - normalized(X, "columns", "n", "absent")).max()
    assert cells["columns:n - 1,absent"] == f"✗ {off:.2g}"


@pytest.mark.parametrize("divisor", ["n", "n - 1"])
@pytest.mark.parametrize("place", ["inside", "absent"])
def test_with_a_gamma_and_a_beta_what_gives_the_result_with_them_stands_and_the_others_are_crossed_out(
    divisor, place
):
    result = normalized(X, "rows", divisor, place) * [2, 1, 0.5] + [0, 1, -1]
    cells = keyed_cells(nv.DiagnoseExplorer(X, result).view.value)
    grid = {key: words for key, words in cells.items() if key.split(":")[0] in ("columns", "rows", "all")}
    left = [key for key, words in grid.items() if words == "✓ with γ, β"]
    # A free γ takes up n − 1 where no ε stands beside it.
    places = {"inside": [f"rows:{divisor},inside"], "absent": ["rows:n,absent", "rows:n - 1,absent"]}[place]
    assert set(places) <= set(left)
    assert all(key.startswith("rows:") for key in left)
    assert all(words.startswith("✗ ") for key, words in grid.items() if key not in left)
    if place == "inside":
        assert left == places


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Still possible, of 18 conventions: each column, σ² over n − 1, wherever ε stands"),
        (
            {"example": "z table with a γ and a β"},
            "Still possible, of 18 conventions: each row, σ² over n or n − 1, wherever ε stands",
        ),
        ({"y": "0 9\n1 2", "x": "1 2\n3 5"}, "None of 18 conventions is left"),
        (
            {"example": "what the article prints", "decimals": 8},  # ε is 0.001
            "What was found differs from all these 18",
        ),
    ],
)
def test_the_head_of_the_grid_says_what_is_left(changes, said):
    explorer = nv.DiagnoseExplorer()
    explorer.move(**changes)
    assert said in [t.caption.replace("\N{NO-BREAK SPACE}", " ") for t in tables_in(explorer.view.value)]
