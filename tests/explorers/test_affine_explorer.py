"""AffineExplorer: γ and β, the activation behind them, and an Undo that fits one batch only."""

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.views.affine import GPA_IQ, HALF, TYPED, Z_TABLE
from tests.markup import tables_in, words_of

EPS = 1e-5
COLUMNS = [(Z_TABLE, k) for k in range(3)] + [(GPA_IQ, k) for k in range(2)]


def undone(z, *, by):
    """What batch norm makes of z with the γ and β that undo the column ``by``, written out."""
    gamma, beta = np.sqrt(by.var() + EPS), by.mean()
    return gamma * (z - z.mean()) / np.sqrt(z.var() + EPS) + beta


@pytest.mark.parametrize(("example", "k"), COLUMNS)
def test_undo_gives_every_column_back_to_twelve_digits_and_the_sliders_reach_it(example, k):
    explorer = nv.AffineExplorer(example=example, column=k + 1)
    before = explorer.result.batch.z.copy()
    explorer.undo.click()
    np.testing.assert_allclose(explorer.result.batch.y, before, rtol=1e-12, atol=0)
    assert explorer.gamma.value == np.sqrt(before.var() + EPS)
    assert "no difference to 12 digits" in words_of(explorer.view.value)
    for control in (explorer.gamma, explorer.beta):
        assert control.stops.low < control.value < control.stops.high


@pytest.mark.parametrize("numbers", [None, [9, 6, 5, 8, 12], [7, 2, 1, 7, 4], [0.001, 0.002]])
def test_undo_does_not_give_another_batch_back(numbers):
    explorer = nv.AffineExplorer(other=numbers)
    explorer.move(other=TYPED if numbers else HALF)
    explorer.undo.click()
    other, z = explorer.result.other, explorer.result.batch.z
    np.testing.assert_array_equal(other.z, numbers or z[2:])
    np.testing.assert_allclose(other.y, undone(other.z, by=z), rtol=1e-12)
    assert other.gap == np.abs(other.y - other.z).max() > 0.1
    words, (_, table) = words_of(explorer.view.value), tables_in(explorer.view.value)
    assert [row[0] for row in table.rows] == [*other.rows, "μ", "σ"]
    assert f"In the other batch y and z differ by up to {fixed(other.gap)}." in words
    assert "In this batch y gives z back: no difference to 12 digits." in words


def test_how_far_y_is_from_z_is_told_where_another_batch_stands_beside_it_or_z_is_back():
    explorer = nv.AffineExplorer()
    explorer.move(gamma=-2.7)
    assert "differ by up to" not in words_of(explorer.view.value)
    explorer.undo.click()
    assert "y gives z back" in words_of(explorer.view.value)
    explorer.move(gamma=2, other=HALF)
    assert words_of(explorer.view.value).count("differ by up to") == 2


def test_picture_that_stands_still_says_its_numbers_as_text():
    picture = nv.show_affine([8, 2, 5], gamma=2, beta=1, name="minutes")
    assert repr(picture).splitlines()[-1] == "y = 2 · x̂ + 1: μ 1, σ 2"
    assert "aria-label" in picture._repr_html_()
