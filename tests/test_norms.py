"""The norms against torch in float64, and the properties that the chapters build on."""

import contextlib
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from normviz.norms import LOST, LostDigits
from tests.strategies import SCALES, blocks, masked, parameters, properties, rows, tables, tables_or_blocks

# At mean 1e6 a float64 holds ten decimals; divided by a spread of 1e-2, eight are left of x − μ.
CLOSE = {"rtol": 1e-7, "atol": 1e-7}


def channels_first(x):
    """Features last, as here, to torch's (N, C) or (N, C, L)."""
    return torch.tensor(x if x.ndim == 2 else x.transpose(0, 2, 1))


def features_last(y):
    y = y.numpy()
    return y if y.ndim == 2 else y.transpose(0, 2, 1)


def per_feature(value, features):
    return torch.tensor(np.broadcast_to(value, (features,)).copy())


@properties
@given(tables_or_blocks(), st.data())
def test_batch_norm_is_torch_batch_norm(x, data):
    gamma, beta = data.draw(parameters(x.shape[-1]))
    weight, bias = per_feature(gamma, x.shape[-1]), per_feature(beta, x.shape[-1])
    expected = F.batch_norm(channels_first(x), None, None, weight, bias, training=True, eps=1e-5)
    np.testing.assert_allclose(nv.batch_norm(x, gamma=gamma, beta=beta).y, features_last(expected), **CLOSE)


@properties
@given(st.one_of(rows(), tables(fewest_rows=1), blocks()), st.data())
def test_layer_norm_is_torch_layer_norm(x, data):
    features = x.shape[-1]
    gamma, beta = data.draw(parameters(features))
    weight, bias = per_feature(gamma, features), per_feature(beta, features)
    expected = F.layer_norm(torch.tensor(x), (features,), weight, bias, eps=1e-5)
    np.testing.assert_allclose(nv.layer_norm(x, gamma=gamma, beta=beta).y, expected, **CLOSE)


@properties
@given(blocks(), st.data())
def test_instance_norm_is_torch_instance_norm(x, data):
    gamma, beta = data.draw(parameters(x.shape[-1]))
    weight, bias = per_feature(gamma, x.shape[-1]), per_feature(beta, x.shape[-1])
    expected = F.instance_norm(channels_first(x), weight=weight, bias=bias, eps=1e-5)
    ours = nv.instance_norm(x, gamma=gamma, beta=beta).y
    np.testing.assert_allclose(ours, features_last(expected), **CLOSE)


@properties
@given(blocks(), st.data())
def test_group_norm_is_torch_group_norm(x, data):
    features = x.shape[-1]
    gamma, beta = data.draw(parameters(features))
    groups = data.draw(st.sampled_from([g for g in range(1, features + 1) if features % g == 0]))
    weight, bias = per_feature(gamma, features), per_feature(beta, features)
    expected = F.group_norm(channels_first(x), groups, weight, bias, eps=1e-5)
    ours = nv.group_norm(x, groups, gamma=gamma, beta=beta).y
    np.testing.assert_allclose(ours, features_last(expected), **CLOSE)


@properties
@given(st.one_of(rows(), tables(fewest_rows=1), blocks()), st.data())
def test_rms_norm_is_torch_rms_norm(x, data):
    features = x.shape[-1]
    gamma, _ = data.draw(parameters(features))
    expected = F.rms_norm(torch.tensor(x), (features,), per_feature(gamma, features), eps=1e-5)
    np.testing.assert_allclose(nv.rms_norm(x, gamma=gamma).y, expected, **CLOSE)


@properties
@given(masked(tables_or_blocks()), st.sampled_from([0, 1]), st.data())
def test_batch_norm_with_a_mask_is_batch_norm_of_the_real_rows_alone(x_and_mask, correction, data):
    x, mask = x_and_mask
    gamma, beta = data.draw(parameters(x.shape[-1]))
    if mask.sum() <= correction:
        mask = np.ones_like(mask)
    whole = nv.batch_norm(x, mask=mask, gamma=gamma, beta=beta, correction=correction)
    alone = nv.batch_norm(x[mask], gamma=gamma, beta=beta, correction=correction)
    np.testing.assert_allclose(whole.mean.ravel(), alone.mean.ravel(), rtol=1e-12)
    np.testing.assert_allclose(whole.var.ravel(), alone.var.ravel(), rtol=1e-9)
    np.testing.assert_allclose(whole.y[mask], alone.y, **CLOSE)


@properties
@given(masked(blocks()))
def test_instance_and_group_norm_with_a_mask_are_those_of_the_real_tokens_alone(x_and_mask):
    x, mask = x_and_mask
    whole_instance, whole_group = nv.instance_norm(x, mask=mask).y, nv.group_norm(x, 2, mask=mask).y
    for sentence, real, instance, group in zip(x, mask, whole_instance, whole_group, strict=True):
        alone = sentence[real][None]
        np.testing.assert_allclose(instance[real], nv.instance_norm(alone).y[0], **CLOSE)
        np.testing.assert_allclose(group[real], nv.group_norm(alone, 2).y[0], **CLOSE)


NORMS_WITH_MASK = {
    "batch_norm": lambda x, **kw: nv.batch_norm(x, **kw),
    "instance_norm": lambda x, **kw: nv.instance_norm(x, **kw),
    "group_norm": lambda x, **kw: nv.group_norm(x, 2, **kw),
    "normalize": lambda x, **kw: nv.normalize(x, (0, 1), **kw),
    "running": lambda x, **kw: nv.RunningStatistics(start_mean=3.0, start_var=4.0).normalize(x, **kw),
}


@pytest.mark.parametrize("norm", NORMS_WITH_MASK.values(), ids=NORMS_WITH_MASK)
@pytest.mark.parametrize("hidden", [0.0, 1e9, -1.7e308])
def test_what_the_mask_hides_never_matters(norm, hidden):
    rng = np.random.default_rng(0)
    x, mask = rng.normal(size=(3, 4, 4)), np.arange(4) < np.array([[4], [2], [1]])
    seen = norm(np.where(mask[..., None], x, hidden), mask=mask, gamma=2.0, beta=5.0)
    expected = norm(x, mask=mask, gamma=2.0, beta=5.0)
    for name in ("mean", "var", "x_hat", "y"):
        np.testing.assert_array_equal(getattr(seen, name), getattr(expected, name), err_msg=name)


@pytest.mark.parametrize("norm", NORMS_WITH_MASK.values(), ids=NORMS_WITH_MASK)
def test_masked_cells_come_out_as_exactly_zero_whatever_beta_is(norm):
    rng = np.random.default_rng(1)
    mask = np.array([[True, True, False], [True, False, False]])
    result = norm(rng.normal(size=(2, 3, 4)), mask=mask, gamma=np.arange(4.0), beta=7.0)
    assert (result.x_hat[~mask] == 0).all()
    assert (result.y[~mask] == 0).all()
    assert (result.y[mask] != 0).any()


@properties
@given(tables_or_blocks())
def test_correction_one_is_the_sample_variance(x):
    expected = np.var(x.reshape(-1, x.shape[-1]), axis=0, ddof=1)
    np.testing.assert_allclose(nv.batch_norm(x, correction=1).var.ravel(), expected, rtol=1e-7, atol=1e-12)


def exact_statistics(column):
    """Mean and variance (divided by n) without any rounding."""
    numbers = [Fraction(float(v)) for v in column]
    mean = sum(numbers) / len(numbers)
    return mean, sum((v - mean) ** 2 for v in numbers) / len(numbers)


@pytest.mark.filterwarnings("ignore::normviz.norms.LostDigits")
@pytest.mark.parametrize(("spread", "centre"), [*SCALES, (1e-4, 1e9)])
def test_statistics_hold_far_from_zero(spread, centre):
    column = centre + spread * np.random.default_rng(2).normal(size=64)
    result = nv.batch_norm(column[:, None], eps=0)
    mean, var = exact_statistics(column)
    assert result.mean.item() == pytest.approx(float(mean), rel=0, abs=4 * np.spacing(abs(column).max()))
    assert result.var.item() == pytest.approx(float(var), rel=1e-9)
    exact = [float((Fraction(float(v)) - mean) / Fraction(float(var) ** 0.5)) for v in column]
    resolution = np.spacing(abs(centre)) / spread  # what is left of x − μ after rounding μ to a float64
    np.testing.assert_allclose(result.x_hat[:, 0], exact, atol=1e-12 + 2 * resolution)


@pytest.mark.filterwarnings("ignore::normviz.norms.LostDigits")
@pytest.mark.parametrize("value", [0.0, 3.0, 0.1, -1e6 / 3, 1e300])
@pytest.mark.parametrize("norm", ["batch_norm", "layer_norm"])
def test_a_constant_pool_comes_out_as_exactly_beta(norm, value):
    result = getattr(nv, norm)(np.full((7, 7), value), gamma=3.0, beta=0.25)
    assert (result.var == 0).all()
    assert (result.x_hat == 0).all()
    assert (result.y == 0.25).all()


def test_integers_and_torch_tensors_are_as_good_as_floats():
    x = nv.examples.article_batch().values
    expected = nv.batch_norm(x, gamma=2.0).y
    for same in (
        x.astype(int), x.astype(np.uint8), x.astype(np.float32), x.tolist(), torch.tensor(x),
        torch.tensor(x, requires_grad=True), torch.tensor(x, dtype=torch.bfloat16), torch.tensor(x).int(),
    ):  # fmt: skip
        np.testing.assert_array_equal(nv.batch_norm(same, gamma=torch.tensor(2.0)).y, expected)
    mask = torch.tensor([True, True, False])
    np.testing.assert_array_equal(nv.batch_norm(x, mask=mask).mean, [[3.0, 4, 5, 6]])


def test_input_and_mask_are_neither_changed_nor_kept():
    x, mask = nv.examples.z_table().values, np.array([True, True, True, True, False])
    before, hidden = x.copy(), mask.copy()
    result = nv.batch_norm(x, mask=mask, gamma=3.0)
    np.testing.assert_array_equal(x, before)
    np.testing.assert_array_equal(mask, hidden)
    x[:], mask[:] = 0, False
    np.testing.assert_array_equal(result.x, before)
    np.testing.assert_array_equal(result.mask[:, 0], hidden)


@pytest.mark.parametrize(
    ("numbers", "lost"),
    [
        ([1e15, 1e15 + 4, 1e15 + 9], True),
        ([1e17, 1e17, 1e17], True),  # in float64, so are 10¹⁷ and 10¹⁷ + 4
        ([1e11, 1e11 + 4, 1e11 + 9], False),
        ([5, 5, 5], False),
        ([0, 0, 0], False),
    ],
)
def test_digits_that_float64_cannot_hold_are_told_of(numbers, lost):
    x = np.array(numbers, dtype=float)[:, None]
    for norm in (nv.batch_norm, partial(nv.normalize, axis=0), lambda x: nv.layer_norm(x.T)):
        with pytest.warns(LostDigits) if lost else contextlib.nullcontext():
            norm(x)
    assert (LOST in nv.diagnose(x, x - x[0]).text) == lost
