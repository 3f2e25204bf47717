"""AxesExplorer: each pool as its definition, drawn as it is, and each cell in reach of the keyboard."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.axes import axes_picture
from normviz.drawing.numbers import mean_and_std, short
from normviz.models.axes import NORMS, YOURS, Settings, compute, fit, stepped
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

POOLED_DOWN = ("batch norm", "batch norm without pads", "instance norm", "group norm")


def settings_of(data=None, *, example=YOURS, **more):
    """The settings of an own block, or of an example, as the explorer begins with them."""
    given = None if data is None else nv.PaddedBatch.from_vectors(data)
    return replace(fit(Settings(example=example, given=given), frozenset({"example"})), **more)


def at_every_cell(settings):
    """The result for each cell, in the order of the block."""
    for cell in product(*map(range, compute(settings).pool.shape)):
        result = compute(replace(settings, sentence=cell[0] + 1, token=cell[1] + 1, feature=cell[2] + 1))
        assert result.cell == cell
        yield result


@pytest.mark.parametrize("norm", NORMS)
def test_number_lines_say_what_mean_and_deviation_the_drawn_numbers_have(norm):
    result = compute(settings_of(example="Hi Nitish", norm=norm))
    drawings = [a for name, a in elements_in(axes_picture(result)) if name == "svg"]
    charts = [a["aria-label"] for a in drawings if "aria-label" in a]
    for said, values in zip(charts, (result.batch.values, result.normalized.y), strict=True):
        pooled = values[result.pool]
        if norm == "RMS norm":  # which subtracts no mean
            assert said.endswith(f": root mean square {short(np.sqrt((pooled**2).mean()))}")
        else:
            assert said.endswith(mean_and_std(pooled.mean(), pooled.std()))


def test_groups_are_the_divisors_of_the_features():
    explorer = nv.AxesExplorer(np.random.default_rng(0).normal(size=(2, 3, 6)), norm="group norm")
    assert [value for _, value in explorer.groups.options] == [1, 2, 3, 6]
    assert not explorer.groups.disabled
    for groups in (1, 2, 3, 6):
        explorer.groups.value = groups
        assert explorer.result.count == 3 * 6 // groups
    explorer.norm.value = "layer norm"
    assert explorer.groups.disabled


# -- the picture


def drawn_pool(picture):
    """The cells that are lit, read from the markup; the tables after the norm count on from those before."""
    lit, row, table, column = set(), -1, -1, -1
    for name, attributes in elements_in(picture):
        if name == "table":
            table, row = table + 1, -2
        elif name == "tr":
            row, column = row + 1, -1
        elif name == "td" and row >= 0:
            column += 1
            if "nv-shared" in attributes.get("class", ""):
                lit.add((table, row, column))
    return lit


@pytest.mark.parametrize("norm", NORMS)
def test_picture_lights_the_pool_before_and_after_and_nothing_else(norm):
    for result in at_every_cell(settings_of(example="Hi Nitish", norm=norm)):
        pool = np.argwhere(result.pool).tolist()
        sentences = len(result.pool)
        lit = {(b + after, t, k) for b, t, k in pool for after in (0, sentences)}
        assert drawn_pool(axes_picture(result)) == lit


def test_outline_runs_around_the_pool_and_only_there():
    picture = axes_picture(compute(settings_of(example="three sentences", norm="group norm")))
    cells = [a for name, a in elements_in(picture) if name == "td"]
    styles = [a.get("style", "") for a in cells if "nv-shared" in a.get("class", "")]
    before = styles[:8]  # 4 tokens × 2 features
    assert [style.count("2px") for style in before] == [2, 2, 1, 1, 1, 1, 2, 2]
    assert "--t:2px" in before[0]
    assert "--l:2px" in before[0]


def test_tables_hold_the_block_before_and_after():
    result = compute(settings_of(example="Hi Nitish", norm="layer norm"))
    tables = tables_in(axes_picture(result))
    before = [table.numbers() for table in tables if table.caption.startswith("Before")]
    after = [table.numbers() for table in tables if table.caption.startswith("After")]
    np.testing.assert_allclose(before, result.batch.values)
    np.testing.assert_allclose(after, result.normalized.y, atol=5.1e-5)


@pytest.mark.parametrize("norm", NORMS)
def test_colour_says_whether_the_pool_runs_down_the_tokens(norm):
    picture = axes_picture(compute(settings_of(example="Hi Nitish", norm=norm)))
    classes = " ".join(a["class"] for n, a in elements_in(picture) if n == "table").split()
    tones = {name for name in classes if name.startswith("nv-tone-")}
    assert tones == {"nv-tone-column" if norm in POOLED_DOWN else "nv-tone-row", "nv-tone-affine"}


def test_padding_is_explained_where_there_is_padding():
    padded, full = settings_of([np.eye(3), np.eye(3)[:2]]), settings_of(np.ones((2, 3, 3)))
    assert "nv-key-pad" in axes_picture(compute(padded))
    assert "nv-key-pad" not in axes_picture(compute(full))


def test_of_a_large_block_little_is_drawn_and_all_is_counted():
    data = np.random.default_rng(1).normal(size=(32, 100, 64))
    large = axes_picture(compute(settings_of(data, sentence=20, token=70, feature=40)))
    small = axes_picture(compute(settings_of(data[:4, :10, :8])))
    assert len(elements_in(large)) < 1.3 * len(elements_in(small))
    words = words_of(large)
    assert "tokens 66 to 73 of 100" in words
    assert "3200 cells" in words
    chosen = next(a for _, a in elements_in(large) if "nv-cell" in a.get("class", ""))
    assert "nv-shared" in chosen["class"]


@each([(norm, shape) for norm in NORMS for shape in ((1, 1, 1), (1, 1, 5), (1, 6, 1), (5, 1, 1), (4, 9, 13))])
def test_blocks_of_every_shape_can_be_drawn(norm, shape):
    settings = settings_of(np.arange(np.prod(shape), dtype=float).reshape(shape), norm=norm)
    for _ in range(3):
        result = compute(settings)
        assert words_of(axes_picture(result))
        assert nv.AxesExplorer.words(result)
        settings = replace(settings, **stepped(settings, +1))


# -- the cell


def test_next_and_previous_walk_through_every_cell_and_around():
    explorer = nv.AxesExplorer(norm="layer norm")
    first, seen = explorer.result.cell, []
    for _ in range(explorer.result.pool.size):
        seen.append(explorer.result.cell)
        explorer.next.click()
    assert sorted(seen) == list(product(*map(range, explorer.result.pool.shape)))
    assert explorer.result.cell == first
    explorer.previous.click()
    assert explorer.result.cell == seen[-1]


def test_the_block_is_not_normalized_again_for_another_cell():
    settings = settings_of(example="Hi Nitish")
    assert compute(settings).normalized is compute(replace(settings, token=2)).normalized


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("sentence", 3, "sentence: expected 1 to 2, got 3"),
        ("token", 0, "token: expected a whole number of at least 1, got 0"),
        ("feature", 9, "feature: expected 1 to 3, got 9"),
    ],
)
def test_a_cell_outside_the_block_is_refused_and_has_no_next_one(name, value, words):
    settings = settings_of(example="Hi Nitish", **{name: value})
    with pytest.raises(ValueError, match=words):
        compute(settings)
    assert stepped(settings, +1) == {}


# -- what readers bring


def test_own_words_whose_vectors_are_made_up_are_named():
    explorer = nv.AxesExplorer(["How\nare", "tea"])
    assert explorer.result.batch.tokens == (("How", "are"), ("tea", "‹pad›"))
    assert "tea" in words_of(explorer.view.value).partition("Numbers made from their letters")[2]


def test_own_block_is_taken_as_it_is():
    block = np.arange(24.0).reshape(2, 3, 4)
    result = nv.AxesExplorer(block, cell=(2, 3, 4)).result
    np.testing.assert_array_equal(result.batch.values, block)
    assert result.batch.mask.all()
    assert result.cell == (1, 2, 3)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"data": np.zeros((4, 3))}, ValueError, r"data: expected 3 axes.*\(4, 3\)"),
        ({"cell": (1, 5, 1)}, ValueError, "token: expected 1 to 4, got 5"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, error, words):
    with pytest.raises(error, match=words):
        nv.AxesExplorer(**arguments)
