"""Finite differences: the slope as it is measured, and three ways to the same gradient."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz import batch_norm

TARGET = np.array([[1.0], [0], [0], [1], [0]])


@pytest.mark.parametrize("k", range(3))
@pytest.mark.parametrize(("gamma", "beta"), [(1.0, 0.0), (-2.0, 3.0)])
def test_formulas_autograd_and_finite_differences_agree_to_eight_digits(k, gamma, beta):
    z = nv.examples.z_table().values[:, [k]]

    def loss(z=z, gamma=gamma, beta=beta):
        return ((batch_norm(z, gamma=gamma, beta=beta).y - TARGET) ** 2).sum() / 2

    normalized = batch_norm(z, gamma=gamma, beta=beta)
    ours = nv.batch_norm_backward(normalized.y - TARGET, normalized)
    measured = [
        nv.finite_differences(lambda z: loss(z=z), z),
        nv.finite_differences(lambda g: loss(gamma=g), [gamma]),
        nv.finite_differences(lambda b: loss(beta=b), [beta]),
    ]
    leaf = torch.tensor(z.copy(), requires_grad=True)
    g, b = (torch.tensor([v], dtype=torch.float64, requires_grad=True) for v in (gamma, beta))
    p = torch.nn.functional.batch_norm(leaf, None, None, g, b, training=True, eps=1e-5)
    (((p - torch.tensor(TARGET)) ** 2).sum() / 2).backward()
    for formula, slope, theirs in zip(ours, measured, (leaf.grad, g.grad, b.grad), strict=True):
        assert np.abs(formula - theirs.numpy()).max() < 1e-8
        assert np.abs(formula - slope).max() < 1e-8


def test_error_shrinks_with_the_square_of_the_step():
    errors = [abs(nv.finite_differences(lambda x: x[0] ** 3, [1.0], step=h)[0] - 3) for h in (1e-2, 1e-3)]
    assert errors[0] / errors[1] == pytest.approx(100, rel=1e-3)


def test_a_loss_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="loss: expected a function that returns one number, got 2"):
        nv.finite_differences(lambda x: x, [1.0, 2.0])
