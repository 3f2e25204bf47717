"""AxesExplorer: each pool as its definition, drawn as it is, and each cell in reach of the keyboard."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.axes import axes_picture
from normviz.views.axes import NORMS, YOURS, Settings, compute, fit, pool_of
from tests.abuse.driver import tell
from tests.each import each
from tests.markup import controls_in, elements_in, words_of


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


def test_groups_are_the_divisors_of_the_features():
    explorer = nv.AxesExplorer(np.random.default_rng(0).normal(size=(2, 3, 6)), norm="group norm")
    assert explorer.groups.values() == [1, 2, 3, 6]
    for groups in (1, 2, 3, 6):
        explorer.groups.value = groups
        assert explorer.result.count == 3 * 6 // groups


@each([(norm, groups) for norm in NORMS for groups in (1, 2, 3, 6)])
def test_a_pool_is_that_of_each_of_its_cells(norm, groups):
    """So the pools of a norm part the block, whatever cell is asked for."""
    batch = nv.PaddedBatch.from_vectors([np.arange(12.0).reshape(2, 6), np.arange(6.0).reshape(1, 6)])
    for cell in np.ndindex(batch.values.shape):
        pool = pool_of(NORMS[norm], batch, groups, cell)
        members = np.argwhere(pool).tolist()
        assert list(cell) in members or not members
        assert all((pool_of(NORMS[norm], batch, groups, tuple(other)) == pool).all() for other in members)
        assert norm != "instance norm" or {sentence for sentence, _, _ in members} == {cell[0]}
        assert norm != "group norm" or len(members) == 2 * 6 // groups


# -- the picture


def drawn_pool(picture):
    """The cells that are lit, read from the markup."""
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
def test_picture_lights_the_pool_and_nothing_else(norm):
    for result in at_every_cell(settings_of(example="Hi Nitish", norm=norm)):
        assert drawn_pool(axes_picture(result)) == {*map(tuple, np.argwhere(result.pool).tolist())}


# -- the cell


def test_the_cell_is_chosen_in_the_picture_or_by_name_and_has_no_slider():
    explorer, heard = nv.AxesExplorer(norm="layer norm"), []
    assert controls_in(explorer._page).keys() == {"reset", "norm", "example", "groups"}
    explorer.token.observe(lambda change: heard.append((change.old, change.new)))
    tell(explorer, cell=[0, 1, 2])
    assert (explorer.sentence.value, explorer.token.value, explorer.feature.value) == (1, 2, 3)
    explorer.token.value = 4
    explorer.move(feature=1)
    assert explorer.result.cell == (0, 3, 0)
    assert heard == [(1, 2), (2, 4)]


def test_the_block_is_not_normalized_again_for_another_cell():
    settings = settings_of(example="Hi Nitish")
    assert compute(settings).normalized is compute(replace(settings, token=2)).normalized


# -- what readers bring


def test_own_words_whose_vectors_are_made_up_are_named():
    explorer = nv.AxesExplorer(["How\nare", "tea"])
    assert explorer.result.batch.tokens == (("How", "are"), ("tea", "‹pad›"))
    assert "tea" in words_of(explorer.view.value).partition("No embedding is known for")[2]
