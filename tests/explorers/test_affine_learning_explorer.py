"""AffineLearningExplorer: γ and β learn by the update rule, with a learning rate."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models.affine_learning import LOSSES, MOST_ROWS, MOST_STEPS, STUDENTS, YOURS, Z2
from tests.each import each
from tests.markup import tables_in, words_of

SUM, MEAN = LOSSES


def learned_by_torch(z, target, *, rate, steps, mean):
    """γ, β and the loss after every step down the slope that torch finds through its batch norm."""
    layer = torch.nn.BatchNorm1d(1, dtype=torch.float64)
    z, target = torch.tensor(z)[:, None], torch.tensor(target)[:, None]
    found = []
    for _ in range(steps + 1):
        errors = (layer(z) - target) ** 2 / 2
        loss = errors.mean() if mean else errors.sum()
        found.append([layer.weight.item(), layer.bias.item(), loss.item()])
        layer.zero_grad()
        loss.backward()
        with torch.no_grad():  # torch.optim takes seconds to import
            for parameter in layer.parameters():
                parameter -= rate * parameter.grad
    return np.array(found)


@each(
    [
        (example, loss, rate)
        for example in (STUDENTS, Z2)
        for loss in LOSSES
        for rate in (0.03, 0.1, 0.45, 1.0)
    ]
)
def test_every_step_is_torchs(example, loss, rate):
    explorer = nv.AffineLearningExplorer(rate=rate)
    explorer.example.value, explorer.loss.value = example, loss
    explorer.step.value = 6
    result = explorer.result
    z, target = result.table.values.T
    expected = learned_by_torch(z, target, rate=rate, steps=7, mean=loss == MEAN)
    np.testing.assert_allclose(result.path, expected[:, :2], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(result.losses, expected[:, 2], rtol=1e-9, atol=1e-9)
    gamma, beta, at = expected[6]
    np.testing.assert_allclose(result.p, gamma * result.z_hat + beta, rtol=1e-9, atol=1e-9)
    assert f"loss L = {fixed(at)}" in words_of(explorer.view.value)


def test_first_step_is_the_one_the_ledger_works_out():
    (claim,) = [c for c in nv.examples.printed_claims() if c.id == "update-without-learning-rate"]
    working = claim.recompute().working
    explorer = nv.AffineLearningExplorer()
    result = explorer.result
    assert f"= {fixed(result.losses[0])}: 1 − {fixed(result.gradients[0, 0])}" in working
    assert f"1 − 0.1·2.0442 = {fixed(result.path[1, 0])}" in working
    explorer.rate.value = 1.0
    assert f"1 − 2.0442 = {fixed(explorer.result.path[1, 0])}".replace("-", "−") in working


@pytest.mark.parametrize(("example", "n"), [(STUDENTS, 4), (Z2, 5)])
def test_bound_is_where_steps_begin_to_run_away(example, n):
    explorer = nv.AffineLearningExplorer(step=MOST_STEPS)
    explorer.example.value = example
    bound = explorer.result.bound
    assert bound == pytest.approx(2 / n, rel=1e-9)
    explorer.rate.value = 0.99 * bound
    assert explorer.result.losses[-1] < explorer.result.losses[0]
    assert "the steps do not settle" not in words_of(explorer.view.value)
    explorer.rate.value = 1.01 * bound
    assert explorer.result.losses[-1] > explorer.result.losses[0]
    assert "the steps do not settle" in words_of(explorer.view.value)


def test_with_the_mean_loss_a_rate_of_one_arrives_at_once():
    explorer = nv.AffineLearningExplorer(rate=1, step=1, loss="mean")
    assert explorer.result.losses[1] == pytest.approx(explorer.result.lowest_loss, abs=1e-9)


def test_lowest_loss_is_what_least_squares_reaches():
    result = nv.AffineLearningExplorer().result
    features = np.column_stack([result.z_hat, np.ones(4)])
    best, (left,), *_ = np.linalg.lstsq(features, result.target)
    np.testing.assert_allclose(result.bowl.lowest, best, atol=1e-9)
    assert result.lowest_loss == pytest.approx(left / 2)


def test_gradient_stands_below_the_columns_it_is_the_sum_of():
    explorer = nv.AffineLearningExplorer(step=2)
    (table,) = tables_in(explorer.view.value)
    error = explorer.result.p - explorer.result.target
    total = next(row for row in table.rows if row[0] == "Σ")
    assert total[-2:] == [fixed(error.sum()), fixed((error * explorer.result.z_hat).sum())]
    explorer.loss.value = MEAN
    (table,) = tables_in(explorer.view.value)
    error = explorer.result.p - explorer.result.target
    total = next(row for row in table.rows if row[0] == "mean")
    assert total[-2:] == [fixed(error.mean()), fixed((error * explorer.result.z_hat).mean())]


def test_numbers_of_the_readers_own():
    pairs = np.array([[1.0, 10], [2, 30], [4, 20], [9, 60]])
    explorer = nv.AffineLearningExplorer(pairs, rate=0.2, step=20)
    expected = learned_by_torch(*pairs.T, rate=0.2, steps=20, mean=False)
    np.testing.assert_allclose(explorer.result.path[:21], expected[:, :2], rtol=1e-9)


@pytest.mark.parametrize(
    ("control", "value", "said"),
    [
        ("rate", 0.0, "learning rate η: expected a number above 0, got 0.0"),
        ("rate", -0.1, "learning rate η: expected a number above 0, got -0.1"),
        ("rate", float("nan"), "learning rate η: expected a finite number"),
        ("rate", 1e300, "learning rate η: expected a smaller one"),
        ("step", 21, "steps taken: expected at most 20, got 21"),
        ("step", -1, "steps taken: expected a whole number of at least 0, got -1"),
    ],
)
def test_bad_number_in_a_box_is_answered_in_the_view(control, value, said):
    explorer = nv.AffineLearningExplorer()
    explorer.controls[control].value = value
    assert said in words_of(explorer.view.value)
    assert explorer.result is None
    explorer.reset()
    assert explorer.error is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "expected at least one line of numbers"),
        ("1, 2, 3", "expected two numbers a row, z and its target t, got 3"),
        ("1, 2\n1, 3", "z: expected at least two different numbers, got only 1"),
        ("1, 2\nx, y", "expected a number in line 2, got 'y'"),
    ],
)
def test_bad_typed_numbers_are_answered_in_the_view(typed, said):
    explorer = nv.AffineLearningExplorer()
    explorer.example.value = YOURS
    explorer.table.value = typed
    assert said in words_of(explorer.view.value)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"rate": 0}, ValueError, "rate: expected a number above 0, got 0"),
        ({"rate": "fast"}, TypeError, "rate: expected a number, got str 'fast'"),
        ({"step": 1.5}, TypeError, "step: expected a whole number"),
        ({"loss": "max"}, ValueError, "loss: expected one of"),
        ({"data": []}, ValueError, "data: expected at least one number"),
        ({"data": [[1, 2, 3]]}, ValueError, "data: expected two numbers a row"),
    ],
)
def test_constructor_names_what_was_wrong(arguments, error, said):
    with pytest.raises(error, match=said):
        nv.AffineLearningExplorer(**arguments)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_long_table_learns_as_torch_does(loss):
    random = np.random.default_rng(4)
    rows = MOST_ROWS + 500
    z = random.normal(100, 3, rows)
    target = 0.2 * z + random.normal(size=rows)
    rate = 0.1 if loss == MEAN else 0.1 / rows
    explorer = nv.AffineLearningExplorer(np.column_stack([z, target]), rate=rate)
    explorer.loss.value, explorer.step.value = loss, 6
    expected = learned_by_torch(z, target, rate=rate, steps=7, mean=loss == MEAN)
    np.testing.assert_allclose(explorer.result.path, expected[:, :2], rtol=1e-9)
    np.testing.assert_allclose(explorer.result.losses, expected[:, 2], rtol=1e-9)
