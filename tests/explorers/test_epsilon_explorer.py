"""EpsilonExplorer: where ε stands, and how small a column must be for that to matter."""

import tracemalloc

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models.epsilon import PLACES, Settings, compute
from normviz.models.settings import Given
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


@pytest.mark.parametrize("column", [(0.0, 1.0), (5.0, 6.0, 9.0, -1.0), tuple(range(20))])
def test_picture_shows_what_every_convention_makes_of_the_column(column):
    rng = np.random.default_rng(3)
    for name, place in PLACES.items():
        powers = {"exponent": round(rng.uniform(-8, 2), 2), "eps_exponent": round(rng.uniform(-12, 0), 2)}
        result = result_of(column, place=name, **powers)
        shown = nv.EpsilonExplorer.draw(result)
        (table,) = tables_in(shown)
        x_hat = np.column_stack(list(result.x_hat.values()))
        np.testing.assert_allclose(table.numbers(), x_hat[: len(table.rows)], atol=0.5e-4 + 1e-9)
        assert fixed(result.x_hat[place].max()) in words_of(shown).split("σ =")[0]


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


@pytest.mark.parametrize("name", ["exponent", "eps_exponent"])
@pytest.mark.parametrize("value", [500.0, -101.0, float("nan"), float("inf")])
def test_power_out_of_reach_is_refused_in_words(name, value):
    with pytest.raises(ValueError, match=f"^{name}: expected a (power from −100 to 100|finite number)"):
        result_of(**{name: value})


def test_long_column_is_drawn_in_few_rows():
    (table,) = tables_in(picture(np.arange(1000.0)))
    assert len(table.rows) == 12
    assert "first 12 values" in table.caption


def test_column_of_one_number_is_refused_by_name():
    with pytest.raises(ValueError, match="column: expected at least 2 numbers, got 1"):
        nv.EpsilonExplorer([1.0])


def test_a_long_column_is_not_copied_for_every_size_of_the_curves():
    column = np.linspace(0, 1, 50_000)
    explorer = nv.EpsilonExplorer(column)
    tracemalloc.start()
    explorer.exponent.value = -2.0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert explorer.result.exponent == -2.0
    assert most < 20 * column.nbytes


@pytest.mark.parametrize("eps_exponent", [-10.0, -5.0, -2.0])
def test_line_stands_where_the_variance_is_epsilon_whatever_the_column_s_size(eps_exponent):
    places = set()
    for exponent in (-6.0, -1.0, 1.5):
        result = result_of((0.0, 1.0, 5.0), exponent=exponent, eps_exponent=eps_exponent)
        (line,) = [
            a for _, a in elements_in(nv.EpsilonExplorer.draw(result)) if a.get("class") == "nv-note-line"
        ]
        places.add(line["x1"])
    (place,) = places
    width = 10 * 1.14  # from −8 to 2, and a margin at both ends
    size = 10 ** (-8 - 0.07 * 10 + width * float(place.rstrip("%")) / 100)
    assert size**2 * np.var([0, 1, 5]) == pytest.approx(10**eps_exponent, rel=0.02)
