"""Backward by hand against autograd; tests/test_finite_differences.py has it against measured slopes."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from tests.strategies import blocks, masked, parameters, properties, rows, tables, tables_or_blocks

CLOSE = {"rtol": 1e-6, "atol": 1e-6}
EPS = st.sampled_from([1e-5, 0.5])


def autograd(x, dy, axis, *, gamma, beta, eps, mask=None, correction=0):
    """dx, dγ, dβ by torch's autograd, through the formula written with a mask and a correction."""
    x = torch.tensor(x, requires_grad=True)
    wide = [np.broadcast_to(p, x.shape[-1:]).copy() for p in (gamma, beta)]
    gamma, beta = (torch.tensor(p, requires_grad=True) for p in wide)
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
@given(masked(tables_or_blocks()), st.booleans(), st.sampled_from([0, 1]), EPS, st.data())
def test_batch_norm_backward_is_autograd(x_and_mask, hide, correction, eps, data):
    x, mask = x_and_mask
    if not hide or mask.sum() <= correction:
        mask = None
    gamma, beta = data.draw(parameters(x.shape[-1]))
    dy, axis = upstream(x), tuple(range(x.ndim - 1))
    result = nv.batch_norm(x, mask=mask, gamma=gamma, beta=beta, eps=eps, correction=correction)
    assert_gradients(
        nv.batch_norm_backward(dy, result),
        autograd(x, dy, axis, gamma=gamma, beta=beta, eps=eps, mask=mask, correction=correction),
        np.sqrt(result.var + result.eps),
    )


@properties
@given(st.one_of(rows(), tables(fewest_rows=1), blocks()), EPS, st.data())
def test_layer_norm_backward_is_autograd(x, eps, data):
    gamma, beta = data.draw(parameters(x.shape[-1]))
    dy = upstream(x)
    result = nv.layer_norm(x, gamma=gamma, beta=beta, eps=eps)
    assert_gradients(
        nv.layer_norm_backward(dy, result),
        autograd(x, dy, (-1,), gamma=gamma, beta=beta, eps=eps),
        np.sqrt(result.var + result.eps),
    )


def test_no_gradient_enters_or_leaves_what_the_mask_hides():
    x, mask = nv.examples.z_table().values, np.array([True, False, True, True, False])
    dy = upstream(x)
    result = nv.batch_norm(x, mask=mask)
    dx, dgamma, dbeta = nv.batch_norm_backward(dy, result)
    assert (dx[~mask] == 0).all()
    loud = np.where(mask[:, None], dy, 1e6)
    for ours, same in zip((dx, dgamma, dbeta), nv.batch_norm_backward(loud, result), strict=True):
        np.testing.assert_array_equal(ours, same)
