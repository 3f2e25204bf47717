"""EpsilonExplorer: where ε stands, and how small a column must be for that to matter."""

import tracemalloc

import numpy as np
import pytest

import normviz as nv
from normviz.views.epsilon import PLACES, Settings, compute
from normviz.views.settings import Given
from tests.markup import elements_in, tables_in, words_of

INSIDE, OUTSIDE, NONE = PLACES


def result_of(column=(0.0, 1.0), **settings):
    return compute(Settings(Given(np.array(column)), **settings))


def picture(column=(0.0, 1.0), **settings):
    return nv.EpsilonExplorer.draw(result_of(column, **settings))


def test_first_picture_shows_the_column_that_tells_the_conventions_apart():
    (table,) = tables_in(nv.EpsilonExplorer().view.value)
    assert table.rows == [["0", "−0.1562", "−0.9804", "−1.0000"], ["0.001", "0.1562", "0.9804", "1.0000"]]
    assert table.caption == "σ = 0.0005, ε = 0.00001"


def test_constant_column_has_no_value_without_epsilon_and_zero_with_it():
    shown = picture((0.1, 0.1, 0.1), place=NONE)
    (table,) = tables_in(shown)
    assert [row[1:] for row in table.rows] == [["0.0000", "0.0000", "0/0"]] * 3
    assert "0/0: no value" in words_of(shown)
    assert "nan" not in shown


def test_offset_column_keeps_its_digits_when_it_is_small():
    # Measured from its first value, so that 10⁹ + 1 loses nothing to the 10⁹.
    assert result_of((0.1 + 1e9, 1.1 + 1e9, 3.3 + 1e9), exponent=-5.3).x_hat["none"].sum() == pytest.approx(
        0, abs=1e-12
    )


@pytest.mark.parametrize(
    ("place", "said"), [(OUTSIDE, "(0.0005 + 0.00001) = 0.9804"), (INSIDE, "√(2.5·10⁻⁷ + 0.00001) = 0.1562")]
)
def test_chosen_place_is_outlined_and_written_in_the_arithmetic(place, said):
    shown = picture(place=place)
    assert said in words_of(shown)
    assert sum("nv-in" in (a.get("class") or "").split() for _, a in elements_in(shown)) == 2


def test_a_long_column_is_not_copied_for_every_size_of_the_curves():
    column = np.linspace(0, 1, 50_000)
    explorer = nv.EpsilonExplorer(column)
    tracemalloc.start()
    explorer.exponent.value = -2.0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert explorer.result.exponent == -2.0
    assert most < 20 * column.nbytes
