"""What is said without a convention: running statistics, two results of one x, and what rounding has left."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.diagnosis import diagnose
from tests.each import each
from tests.sentences import are_calm

RNG = np.random.default_rng(31)
TABLE = RNG.normal(3, 2, size=(9, 4))
BLOCK = RNG.normal(3, 2, size=(4, 5, 3))


def stored(batches, momentum):
    layer = torch.nn.BatchNorm1d(batches[0].shape[-1], momentum=momentum, dtype=torch.float64)
    for batch in batches:
        layer(torch.tensor(batch))
    return layer.running_mean.numpy(), layer.running_var.numpy()


@each(
    [
        (momentum, times)
        for momentum in (0.1, 0.01, 0.5, 0.137, 0.7)
        for times in (1, 3)
        if momentum != 0.137 or times < 3
    ]
)
def test_of_torchs_running_statistics_momentum_and_batches_are_told(momentum, times):
    mean, var = stored([TABLE] * times, momentum)
    found, *others = diagnose(TABLE, running_mean=mean, running_var=var).running
    assert all(other.batches > times and other.weight == pytest.approx(found.weight) for other in others)
    assert (found.momentum, found.batches, found.divisor) == (pytest.approx(momentum), times, "n - 1")
    assert found.weight == pytest.approx(1 - (1 - momentum) ** times)
    of_mean = diagnose(TABLE, running_mean=mean.astype(np.float32)).running
    assert (pytest.approx(momentum, abs=1e-5), times, None) in [one[:3] for one in of_mean]
    of_var = diagnose(TABLE, running_var=var.round(6)).running
    assert (pytest.approx(momentum, abs=1e-5), times, "n - 1") in [one[:3] for one in of_var]


@each([(0.1,), (0.3,), (None,)])
def test_batches_in_turn_are_told_from_one_that_is_seen_again(momentum):
    mean, var = stored(BLOCK, momentum)
    (found,) = diagnose(BLOCK, running_mean=mean, running_var=var).running
    assert (found.momentum, found.batches, found.divisor) == (momentum, 4, "n - 1")
    whole = BLOCK.reshape(-1, 3)
    again = diagnose(BLOCK, running_mean=stored([whole], 0.1)[0], running_var=stored([whole], 0.1)[1]).running
    assert [(one.momentum, one.batches) for one in again] == [(0.1, 1)]


@each([(0,), (1,)])
def test_n_and_a_start_from_0_are_told(start):
    var = 0.9 * start + 0.1 * TABLE.var(axis=0)
    (found,) = diagnose(TABLE, running_mean=0.1 * TABLE.mean(axis=0), running_var=var).running
    assert (found.divisor, found.start_var, found.momentum) == ("n", start, pytest.approx(0.1))
    assert ("from a variance of 0" in found.words) == (start == 0)


def test_statistics_of_another_batch_are_not_explained():
    mean, var = stored([TABLE + RNG.normal(size=TABLE.shape)], 0.1)
    found = diagnose(TABLE, running_mean=mean, running_var=var)
    assert (found.running, found.refused) == ((), False)
    are_calm(found.text)


def test_a_layer_that_saw_its_batch_once_is_told_in_evaluation_mode():
    x = torch.tensor(TABLE, dtype=torch.float32)
    layer = torch.nn.BatchNorm1d(4)
    layer(x)
    assert "after 1 batch with momentum 0.1, variances over n − 1" in diagnose(x, layer.eval()(x)).text


@each([(axis, turned) for axis in (0, 1) for turned in (False, True)])
def test_the_divisor_between_two_results_is_told(axis, turned):
    over_n, over_n_1 = (nv.normalize(TABLE, axis, correction=c).y for c in (0, 1))
    n = TABLE.shape[axis]
    pair = (over_n, over_n_1) if turned else (over_n_1, over_n)
    words = ("n", "n − 1") if turned else ("n − 1", "n")
    said = f"the first divides the variance by {words[0]}, the second by {words[1]} (n = {n})"
    text = diagnose(None, pair[0], other=pair[1]).text
    assert said in text
    assert diagnose(pair[0], other=pair[1]).text == text
    shifted = diagnose(None, 2 * pair[0] + 1, other=2 * pair[1] + 1).text
    assert said in shifted


def test_a_divisor_is_told_though_an_epsilon_differs_a_little_as_well():
    x = torch.tensor(TABLE / 20, dtype=torch.float32)
    over_n_1 = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-6)
    text = diagnose(None, over_n_1, other=torch.nn.functional.layer_norm(x, (4,), eps=1e-6)).text
    assert "the first divides the variance by n − 1, the second by n (n = 4)" in text


def test_the_ratio_of_two_epsilons_is_told_and_with_the_variance_both():
    x = TABLE / 20
    one, other = (nv.batch_norm(x, eps=eps).y for eps in (1e-5, 1e-3))
    text = diagnose(None, one, other=other).text
    assert "is 100 times that of the first" in text
    assert "The first may have ε = 1e-05 inside the root, and the second ε = 0.001 inside the root." in text
    gamma, beta = RNG.uniform(0.5, 2, 4), RNG.normal(size=4)
    found = diagnose(None, gamma * one + beta, other=gamma * other + beta, running_var=x.var(axis=0))
    assert found.text.endswith(
        "The first may have ε = 1e-05 inside the root, and the second ε = 0.001 inside the root."
    )


def test_two_results_of_two_inputs_have_nothing_between_them():
    found = diagnose(None, TABLE, other=RNG.normal(size=TABLE.shape))
    assert found.headline == "No known difference lies between these two results"
    assert "the same" in diagnose(None, TABLE, other=TABLE).text


def test_who_gives_a_result_in_place_of_x_is_told():
    over_n_1 = nv.batch_norm(TABLE, correction=1).y
    text = diagnose(over_n_1, nv.batch_norm(TABLE).y).text
    assert "x looks like a result itself" in text
    assert "n − 1" in text
    assert "looks like" not in diagnose(TABLE, over_n_1).text


@pytest.mark.exhaustive
@each([(seed,) for seed in range(5)])
def test_digits_that_one_pass_has_lost_are_the_cause(seed):
    rng = np.random.default_rng(seed)
    x = (rng.normal(0, 1, (6, 8)) + 3000).astype(np.float32)
    mean = x.mean(1, keepdims=True)
    var = np.mean(x * x, 1, keepdims=True) - mean * mean
    with np.errstate(invalid="ignore"):
        lossy = (x - mean) / np.sqrt(var + np.float32(1e-5))
    nothing = np.where(x > mean, np.inf, -np.inf)  # a variance of 0, without ε
    assert "Digits of the variance are lost" in diagnose(x, lossy).text
    assert "Digits of the variance are lost" in diagnose(x + 1e5, nothing).text
    two_pass = torch.nn.functional.layer_norm(torch.tensor(x), (8,))
    assert "lost" not in diagnose(x, two_pass).text
    assert "lost" not in diagnose(x, rng.normal(size=x.shape)).text
    assert "lost" not in diagnose(x - 3000, lossy).text


def test_what_pools_of_one_number_and_constant_pools_leave_is_named():
    x = torch.tensor(TABLE, dtype=torch.float32)
    alone = torch.nn.GroupNorm(4, 4)
    assert "alone in its pool" in diagnose(x, alone(x)).text
    torch.nn.init.normal_(alone.bias)
    assert "alone in its pool" in diagnose(x, alone(x)).text
    constant = np.tile(np.array([3e9, 7.7e9, 1.1e9, 5.3e9], np.float32), (9, 1))
    left = np.tile([5.0, -1, 200, 0], (9, 1))
    assert "σ is 0" in diagnose(constant, left).text
    assert "alone in its pool" not in diagnose(x, RNG.normal(size=x.shape)).text
