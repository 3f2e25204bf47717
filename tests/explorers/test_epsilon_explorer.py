"""EpsilonExplorer: where ε stands, and how small a column must be for that to matter."""

import tracemalloc

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models.epsilon import PLACES
from tests.markup import elements_in, tables_in, words_of

INSIDE, OUTSIDE, NONE = PLACES
DIVIDE = {
    "inside": lambda std, eps: np.sqrt(std**2 + eps),
    "outside": lambda std, eps: std + eps,
    "none": lambda std, eps: std,
}


def test_first_picture_shows_the_column_that_tells_the_conventions_apart():
    (table,) = tables_in(nv.EpsilonExplorer().view.value)
    assert table.rows == [["0", "−0.1562", "−0.9804", "−1.0000"], ["0.001", "0.1562", "0.9804", "1.0000"]]
    assert table.caption == "σ = 0.0005, ε = 0.00001"


def test_inside_the_root_is_what_torch_does():
    explorer = nv.EpsilonExplorer()
    layer = torch.nn.BatchNorm1d(1, eps=explorer.result.eps, dtype=torch.float64)
    y = layer(torch.tensor(explorer.result.column)[:, None]).detach().numpy()[:, 0]
    np.testing.assert_allclose(explorer.result.x_hat["inside"], y, rtol=1e-9)


@pytest.mark.parametrize("column", [(0.0, 1.0), (5.0, 6.0, 9.0, -1.0), tuple(range(20))])
def test_any_sequence_of_controls_equals_a_fresh_computation(column):
    rng = np.random.default_rng(3)
    explorer = nv.EpsilonExplorer(column)
    for _ in range(40):
        explorer.exponent.value = round(rng.uniform(-8, 2), 2)
        explorer.eps_exponent.value = round(rng.uniform(-12, 0), 2)
        explorer.place.value = rng.choice(list(PLACES))
        x = np.array(column) * 10 ** explorer.exponent.value
        eps = 10 ** explorer.eps_exponent.value
        std = np.sqrt(((x - x.mean()) ** 2).mean())
        (table,) = tables_in(explorer.view.value)
        for place, divide in DIVIDE.items():
            x_hat = (x - x.mean()) / divide(std, eps)
            np.testing.assert_allclose(explorer.result.x_hat[place], x_hat, rtol=1e-7, atol=1e-12)
            shown = [row[list(DIVIDE).index(place)] for row in table.numbers()]
            assert np.abs(np.array(shown) - x_hat[: len(shown)]).max() <= 0.5e-4 + 1e-9
        lead = words_of(explorer.view.value).split("σ =")[0]
        place = PLACES[explorer.place.value]
        assert fixed(((x - x.mean()) / DIVIDE[place](std, eps)).max()) in lead


def test_curves_hold_what_each_size_of_the_column_would_give():
    explorer = nv.EpsilonExplorer((1.0, 2.0, 6.0))
    sizes = explorer.result.sizes
    curves = explorer.result.largest
    for at in (0, 37, 100):
        explorer.exponent.value = float(sizes[at])
        for place, x_hat in explorer.result.x_hat.items():
            assert curves[place][at] == pytest.approx(x_hat.max(), rel=1e-9)


def test_no_epsilon_keeps_the_column_at_one_size_and_epsilon_lets_it_fade():
    result = nv.EpsilonExplorer().result
    largest = result.largest
    np.testing.assert_allclose(largest["none"], 1, rtol=1e-9)
    for place in ("inside", "outside"):
        assert (np.diff(largest[place]) > 0).all()
        assert largest[place][0] < 0.01
        assert largest[place][-1] > 0.99
    small = result.sizes < -1  # √(σ² + ε) is the larger divisor while σ < (1 − ε) / 2
    assert (largest["inside"] < largest["outside"])[small].all()


def test_constant_column_has_no_value_without_epsilon_and_zero_with_it():
    explorer = nv.EpsilonExplorer((0.1, 0.1, 0.1))
    (table,) = tables_in(explorer.view.value)
    assert [row[1:] for row in table.rows] == [["0.0000", "0.0000", "0/0"]] * 3
    explorer.place.value = NONE
    assert "0/0: no value" in words_of(explorer.view.value)
    explorer.exponent.value = explorer.exponent.max
    assert explorer.error is None


def test_offset_column_keeps_its_digits_when_it_is_small():
    # Measured from its first value, so that 10⁶ + 1 loses nothing to the 10⁶.
    result = nv.EpsilonExplorer((1e6, 1e6 + 1)).result
    assert result.x_hat["none"][1] == 1.0


def test_chosen_place_is_outlined_and_written_in_the_arithmetic():
    explorer = nv.EpsilonExplorer()
    explorer.place.value = OUTSIDE
    assert "(0.0005 + 0.00001) = 0.9804" in words_of(explorer.view.value)
    outlined = [
        a["class"]
        for name, a in elements_in(explorer.view.value)
        if "nv-in" in (a.get("class") or "").split()
    ]
    assert len(outlined) == 2
    explorer.place.value = INSIDE
    assert "√(2.5·10⁻⁷ + 0.00001) = 0.1562" in words_of(explorer.view.value)


@pytest.mark.parametrize("name", ["exponent", "eps_exponent"])
@pytest.mark.parametrize("value", [500.0, -101.0, float("nan"), float("inf")])
def test_typed_power_out_of_reach_is_answered_in_words(name, value):
    explorer = nv.EpsilonExplorer()
    explorer.controls[name].value = value
    assert explorer.result is None
    assert name in explorer.error
    assert explorer.error in words_of(explorer.view.value)
    assert "nv-stale" in explorer.view.value
    explorer.controls[name].value = -2.0
    assert explorer.error is None


def test_long_column_is_drawn_in_few_rows():
    explorer = nv.EpsilonExplorer(np.arange(1000.0))
    (table,) = tables_in(explorer.view.value)
    assert len(table.rows) == 12
    assert "first 12 values" in table.caption


@pytest.mark.parametrize(
    ("column", "error"),
    [
        ((1.0,), ValueError),
        ("01", TypeError),
        ([[1, 2]], ValueError),
        ([1, np.inf], ValueError),
        (3, ValueError),
    ],
)
def test_unusable_column_is_refused_by_name(column, error):
    with pytest.raises(error, match="column"):
        nv.EpsilonExplorer(column)


def test_a_long_column_is_not_copied_for_every_size_of_the_curves():
    column = np.linspace(0, 1, 50_000)
    explorer = nv.EpsilonExplorer(column)
    tracemalloc.start()
    explorer.exponent.value = -2.0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert explorer.result.exponent == -2.0
    assert most < 20 * column.nbytes
