"""AffineExplorer: γ and β, the activation behind them, and an Undo that fits one batch only."""

import logging

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models.affine import ACTIVATIONS, GPA_IQ, HALF, HIDDEN, TYPED, YOURS, Z_TABLE
from tests.markup import elements_in, tables_in, words_of

EPS = 1e-5
TORCH = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "ReLU": torch.relu, "none": lambda p: p}
COLUMNS = [(Z_TABLE, k) for k in range(3)] + [(GPA_IQ, k) for k in range(2)]


def undone(z, *, by):
    """What batch norm makes of z with the γ and β that undo the column ``by``, written out."""
    gamma, beta = np.sqrt(by.var() + EPS), by.mean()
    return gamma * (z - z.mean()) / np.sqrt(z.var() + EPS) + beta


def test_chapter_starts_where_training_starts():
    result = nv.AffineExplorer().result
    assert (result.gamma, result.beta) == (1, 0)
    np.testing.assert_array_equal(result.batch.p, result.batch.z_hat)
    np.testing.assert_allclose(result.batch.z_hat, [1.1859, -0.7906, -1.1859, 1.1859, -0.3953], atol=5e-5)


@pytest.mark.parametrize(("example", "k"), COLUMNS)
def test_undo_gives_every_column_back_to_twelve_digits(example, k):
    explorer = nv.AffineExplorer(example=example, column=k + 1)
    before = explorer.result.batch.z.copy()
    explorer.undo.click()
    np.testing.assert_allclose(explorer.result.batch.p, before, rtol=1e-12, atol=0)
    assert explorer.gamma.value == np.sqrt(before.var() + EPS)
    assert "no difference to 12 digits" in words_of(explorer.view.value)


@pytest.mark.parametrize("numbers", [[9, 6, 5, 8, 12], [7, 2, 1, 7, 4], [0.001, 0.002]])
def test_undo_does_not_give_another_batch_back(numbers):
    explorer = nv.AffineExplorer(other=numbers)
    explorer.undo.click()
    other, z = explorer.result.other, np.array(numbers, dtype=float)
    np.testing.assert_allclose(other.p, undone(z, by=explorer.result.batch.z), rtol=1e-12)
    assert other.gap == np.abs(other.p - z).max() > 0.1
    words = words_of(explorer.view.value)
    assert f"In the other batch p and z differ by up to {fixed(other.gap)}." in words
    assert "In this batch p gives z back: no difference to 12 digits." in words


def test_second_half_is_a_batch_of_its_own():
    explorer = nv.AffineExplorer()
    explorer.other.value = HALF
    explorer.undo.click()
    z1 = nv.examples.z_table().values[:, 0]
    np.testing.assert_array_equal(explorer.result.other.z, z1[2:])
    np.testing.assert_allclose(explorer.result.other.p, undone(z1[2:], by=z1), rtol=1e-12)
    tables = tables_in(explorer.view.value)
    assert [row[0] for row in tables[1].rows] == ["row 3", "row 4", "row 5", "μ", "σ"]


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_every_number_is_torchs_on_the_way_from_z_to_a(activation):
    rng = np.random.default_rng(5)
    explorer = nv.AffineExplorer(activation=activation)
    for _ in range(15):
        explorer.example.value = rng.choice([Z_TABLE, GPA_IQ])
        explorer.column.index = int(rng.integers(len(explorer.column.options)))
        explorer.gamma.value = round(rng.uniform(-40, 40), 2)
        explorer.beta.value = round(rng.uniform(-60, 60), 2)
        layer = torch.nn.BatchNorm1d(1, eps=EPS, dtype=torch.float64)
        torch.nn.init.constant_(layer.weight, explorer.gamma.value)
        torch.nn.init.constant_(layer.bias, explorer.beta.value)
        result = explorer.result.batch
        p = layer(torch.tensor(result.z)[:, None]).detach()[:, 0]
        np.testing.assert_allclose(result.p, p.numpy(), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(result.a, TORCH[activation](p).numpy(), rtol=1e-9, atol=1e-12)
        (table,) = tables_in(explorer.view.value)
        shown = np.array(table.numbers())[: len(result.z)]
        columns = [result.z, result.z_hat, result.p, result.a]
        expected = np.column_stack(columns[:3] if activation == "none" else columns)
        np.testing.assert_allclose(shown, expected, atol=0.5e-4 + 1e-9)
        stage, value = ("p", result.p[0]) if activation == "none" else ("a", result.a[0])
        assert f"→ {stage} {fixed(value)}" in words_of(explorer.view.value)


def test_sigmoid_far_from_zero_neither_overflows_nor_leaves_its_range():
    explorer = nv.AffineExplorer()
    for gamma in (1e4, -1e4):
        explorer.gamma.value = gamma
        assert explorer.error is None
        assert explorer.result.batch.a.min() >= 0 and explorer.result.batch.a.max() <= 1


def test_one_column_uses_one_pair():
    explorer = nv.AffineExplorer()
    explorer.gamma.value, explorer.beta.value = 2.0, 1.0
    explorer.column.index = 1
    assert (explorer.gamma.value, explorer.beta.value) == (1, 0)
    explorer.undo.click()
    explorer.column.index = 0
    assert (explorer.result.gamma, explorer.result.beta) == (2, 1)


@pytest.mark.parametrize(("example", "k"), COLUMNS)
def test_sliders_reach_what_undo_needs(example, k):
    explorer = nv.AffineExplorer(example=example, column=k + 1)
    gamma, beta = explorer.result.undo
    assert explorer.gamma.min < gamma < explorer.gamma.max
    assert explorer.beta.min < beta < explorer.beta.max


def test_axis_stands_still_while_p_moves_inside_it():
    explorer = nv.AffineExplorer()

    def ticks():
        return [
            a["x"]
            for name, a in elements_in(explorer.view.value)
            if name == "text" and "nv-soft" in (a.get("class") or "")
        ]

    first = ticks()
    for gamma in (0.5, 1.5, 2.0):
        explorer.gamma.value = gamma
        assert ticks() == first


def test_any_data_of_the_readers_own():
    marks = {"mathematics": [50, 70, 90, 30], "art": [1, 2, 3, 5]}
    explorer = nv.AffineExplorer(marks, column="art", gamma=2)
    assert explorer.result.name == "art"
    explorer.undo.click()
    np.testing.assert_allclose(explorer.result.batch.p, marks["art"], rtol=1e-12)
    explorer.reset()
    assert (explorer.result.name, explorer.result.gamma) == ("art", 2)


def test_typed_table_is_read_and_a_bad_one_is_answered_in_the_view(caplog):
    explorer = nv.AffineExplorer()
    explorer.example.value = YOURS
    explorer.table.value = "tea, 3\nmilk, 5"
    assert explorer.result.batch.rows == ("tea", "milk")
    with caplog.at_level(logging.ERROR):
        for typed, said in (
            ("", "table: expected at least one line of numbers"),
            ("3\n<b>x</b>", "expected a number in line 2, got '<b>x</b>'"),
        ):
            explorer.table.value = typed
            assert said in words_of(explorer.view.value)
            assert "nv-error" in explorer.view.value and "<b>x</b>" not in explorer.view.value
            explorer.gamma.value += 1  # does not bring a picture of the old table back as current
            assert said in words_of(explorer.view.value)
            explorer.undo.click()
            assert said in words_of(explorer.view.value)
    assert not caplog.records
    explorer.table.value = "1\n2\n3"
    assert explorer.error is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "other batch: expected at least one number"),
        ("4 x", "other batch: expected numbers, got 'x'"),
        ("4, nan", "other batch: expected finite numbers"),
    ],
)
def test_bad_other_batch_is_answered_in_the_view(typed, said):
    explorer = nv.AffineExplorer()
    explorer.other.value = TYPED
    explorer.other_numbers.value = typed
    assert said in words_of(explorer.view.value)
    explorer.other.value = HIDDEN
    assert explorer.error is None


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"gamma": "two"}, TypeError, "gamma: expected a number, got str 'two'"),
        ({"beta": float("nan")}, ValueError, "beta: expected a finite number"),
        ({"data": []}, ValueError, "data: expected at least one number"),
        ({"data": "7 2 1"}, TypeError, "data: expected real numbers"),
        ({"column": 4}, ValueError, "column: expected at most 3, got 4"),
        ({"column": "z9"}, ValueError, "column: expected one of"),
        ({"activation": "softmax"}, ValueError, "activation: expected one of"),
        ({"example": "iris"}, ValueError, "example: expected one of"),
        ({"other": "abc"}, TypeError, "other: expected real numbers"),
    ],
)
def test_constructor_names_what_was_wrong(arguments, error, said):
    with pytest.raises(error, match=said):
        nv.AffineExplorer(**arguments)


def test_row_outside_the_table_and_gamma_that_is_no_number_are_answered_in_the_view():
    explorer = nv.AffineExplorer()
    explorer.row.value = 6
    assert "row: expected at most 5, got 6" in words_of(explorer.view.value)
    explorer.reset()
    explorer.gamma.value = float("inf")
    assert "gamma: expected a finite number" in words_of(explorer.view.value)


def test_large_table_draws_a_dozen_rows_and_the_followed_one():
    explorer = nv.AffineExplorer(np.arange(3200.0))
    explorer.row.value = 2000
    table = tables_in(explorer.view.value)[0]
    assert "row 2000" in [row[0] for row in table.rows]
    assert len(table.rows) < 20
    assert sum(name == "circle" for name, _ in elements_in(explorer.view.value)) < 300


def test_picture_that_stands_still_says_its_numbers_as_text():
    picture = nv.show_affine([8, 2, 5], gamma=2, beta=1, name="minutes")
    assert repr(picture).splitlines()[-1] == "p = 2 · x̂ + 1: μ 1.0000, σ 2.0000"
    assert "aria-label" in picture._repr_html_()
    with pytest.raises(TypeError, match="gamma: expected a number"):
        nv.show_affine([1, 2], gamma="x")
