"""Backward by hand against autograd and against finite differences."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from tests.strategies import blocks, masked, parameters, properties, rows, tables, tables_or_blocks

CLOSE = {"rtol": 1e-6, "atol": 1e-6}


def autograd(x, dy, axis, *, gamma, beta, eps, mask=None, correction=0):
    """dx, dγ, dβ by torch's autograd, through the formula written with a mask and a correction."""
    x = torch.tensor(x, requires_grad=True)
    gamma, beta = (
        torch.tensor(np.broadcast_to(p, x.shape[-1:]).copy(), requires_grad=True) for p in (gamma, beta)
    )
    real = torch.ones_like(x) if mask is None else torch.tensor(mask[..., None] * np.ones(x.shape))
    n = real.sum(axis, keepdim=True)
    mean = (x * real).sum(axis, keepdim=True) / n
    deviation = (x - mean) * real
    var = (deviation**2).sum(axis, keepdim=True) / (n - correction)
    y = (gamma * deviation / torch.sqrt(var + eps) + beta) * real
    return [g.numpy() for g in torch.autograd.grad(y, (x, gamma, beta), torch.tensor(dy))]


def upstream(x):
    return np.random.default_rng(x.size).normal(size=x.shape)


def assert_gradients(ours, theirs, spread):
    """Compare dx in units of 1/spread, its own size, and dγ and dβ as they are."""
    np.testing.assert_allclose(ours[0] * spread, theirs[0] * spread, err_msg="dx", **CLOSE)
    np.testing.assert_allclose(ours[1], theirs[1], err_msg="dgamma", **CLOSE)
    np.testing.assert_allclose(ours[2], theirs[2], err_msg="dbeta", **CLOSE)


@properties
@given(masked(tables_or_blocks()), st.booleans(), st.sampled_from([0, 1]), st.data())
def test_batch_norm_backward_is_autograd(x_and_mask, hide, correction, data):
    x, mask = x_and_mask
    if not hide or mask.sum() <= correction:
        mask = None
    gamma, beta = data.draw(parameters(x.shape[-1]))
    dy, axis = upstream(x), tuple(range(x.ndim - 1))
    result = nv.batch_norm(x, mask=mask, gamma=gamma, beta=beta, correction=correction)
    assert_gradients(
        nv.batch_norm_backward(dy, result),
        autograd(x, dy, axis, gamma=gamma, beta=beta, eps=1e-5, mask=mask, correction=correction),
        np.sqrt(result.var + result.eps),
    )


@properties
@given(st.one_of(rows(), tables(fewest_rows=1), blocks()), st.data())
def test_layer_norm_backward_is_autograd(x, data):
    gamma, beta = data.draw(parameters(x.shape[-1]))
    dy = upstream(x)
    result = nv.layer_norm(x, gamma=gamma, beta=beta)
    assert_gradients(
        nv.layer_norm_backward(dy, result),
        autograd(x, dy, (-1,), gamma=gamma, beta=beta, eps=1e-5),
        np.sqrt(result.var + result.eps),
    )


@properties
@given(blocks())
def test_batch_norm_backward_is_torchs_own(x):
    features = x.shape[-1]
    theirs = torch.tensor(x.transpose(0, 2, 1).copy(), requires_grad=True)
    layer = torch.nn.BatchNorm1d(features, dtype=torch.float64)
    dy = upstream(x)
    layer(theirs).backward(torch.tensor(dy.transpose(0, 2, 1).copy()))
    result = nv.batch_norm(x)
    expected = theirs.grad.numpy().transpose(0, 2, 1), layer.weight.grad.numpy(), layer.bias.grad.numpy()
    assert_gradients(nv.batch_norm_backward(dy, result), expected, np.sqrt(result.var + result.eps))


MASKS = {"all real": None, "two hidden": np.array([True, False, True, True, False])}


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("correction", [0, 1])
@pytest.mark.parametrize("eps", [0, 1e-5, 0.5])
def test_batch_norm_backward_is_the_slope_that_finite_differences_see(mask, correction, eps):
    x = np.array(nv.examples.z_table().values)
    dy = upstream(x)
    gamma, beta = np.array([1.5, -2.0, 0.5]), np.array([0.1, 0.0, -3.0])

    def loss(x=x, gamma=gamma, beta=beta):
        y = nv.batch_norm(x, mask=mask, gamma=gamma, beta=beta, eps=eps, correction=correction).y
        return (dy * y).sum()

    result = nv.batch_norm(x, mask=mask, gamma=gamma, beta=beta, eps=eps, correction=correction)
    dx, dgamma, dbeta = nv.batch_norm_backward(dy, result)
    np.testing.assert_allclose(dx, nv.finite_differences(loss, x), atol=1e-7)
    np.testing.assert_allclose(dgamma, nv.finite_differences(lambda g: loss(gamma=g), gamma), atol=1e-7)
    np.testing.assert_allclose(dbeta, nv.finite_differences(lambda b: loss(beta=b), beta), atol=1e-7)


@pytest.mark.parametrize("eps", [0, 1e-5, 0.5])
def test_layer_norm_backward_is_the_slope_that_finite_differences_see(eps):
    x = np.array(nv.examples.hi_nitish().batch.stacked().values[4:])
    dy, gamma = upstream(x), np.array([1.5, -2.0, 0.5])

    def loss(x):
        return (dy * nv.layer_norm(x, gamma=gamma, eps=eps).y).sum()

    dx, _, _ = nv.layer_norm_backward(dy, nv.layer_norm(x, gamma=gamma, eps=eps))
    np.testing.assert_allclose(dx, nv.finite_differences(loss, x), atol=1e-7)


def test_no_gradient_enters_or_leaves_what_the_mask_hides():
    x, mask = nv.examples.z_table().values, MASKS["two hidden"]
    dy = upstream(x)
    result = nv.batch_norm(x, mask=mask)
    dx, dgamma, dbeta = nv.batch_norm_backward(dy, result)
    assert (dx[~mask] == 0).all()
    loud = np.where(mask[:, None], dy, 1e6)
    for ours, same in zip((dx, dgamma, dbeta), nv.batch_norm_backward(loud, result), strict=True):
        np.testing.assert_array_equal(ours, same)


@pytest.mark.parametrize("eps", [0, 0.3])
def test_the_gradient_of_a_pool_sums_to_zero_and_is_at_right_angles_to_x_hat(eps):
    x = nv.examples.z_table().values
    dx, _, _ = nv.batch_norm_backward(upstream(x), nv.batch_norm(x, eps=eps))
    np.testing.assert_allclose(dx.sum(axis=0), 0, atol=1e-12)
    along = (dx * nv.batch_norm(x, eps=eps).x_hat).sum(axis=0)
    if eps == 0:
        np.testing.assert_allclose(along, 0, atol=1e-12)
    else:
        assert (abs(along) > 1e-6).all()


def test_dgamma_and_dbeta_on_the_z_table_by_hand():
    x_hat = nv.batch_norm(nv.examples.z_table().values, eps=0)
    dy = np.zeros((5, 3))
    dy[0] = 1
    _, dgamma, dbeta = nv.batch_norm_backward(dy, x_hat)
    np.testing.assert_allclose(dgamma, [1.1859, 1.1667, -0.2041], atol=5e-5)
    np.testing.assert_array_equal(dbeta, [1, 1, 1])


def test_a_norm_that_subtracts_nothing_has_another_gradient_and_is_refused():
    with pytest.raises(ValueError, match=r"expected what layer_norm returned, got one without centring$"):
        nv.layer_norm_backward([[1.0, 0]], nv.rms_norm([[1.0, 2]]))
    with pytest.raises(
        ValueError, match=r"expected what batch_norm returned, got one pooled over axes \(1,\)$"
    ):
        nv.batch_norm_backward([[1.0, 0]], nv.layer_norm([[1.0, 2]]))
