"""Running statistics against the buffers of torch.nn.BatchNorm1d."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from tests.strategies import blocks, masked, properties, tables

CLOSE = {"rtol": 1e-9, "atol": 1e-9}


def to_torch(x):
    return torch.tensor(x if x.ndim == 2 else x.transpose(0, 2, 1).copy())


def assert_same_memory(running, layer):
    np.testing.assert_allclose(running.mean, layer.running_mean.numpy(), **CLOSE)
    np.testing.assert_allclose(running.var, layer.running_var.numpy(), **CLOSE)
    assert running.batches == layer.num_batches_tracked


@properties
@given(st.one_of(tables(), blocks()), st.sampled_from([0.1, None, 0.0, 0.37, 1.0]))
def test_running_statistics_are_torchs_buffers_after_several_batches(x, momentum):
    layer = torch.nn.BatchNorm1d(x.shape[-1], momentum=momentum, dtype=torch.float64)
    running = nv.RunningStatistics(momentum)
    for batch in (x, 3 * x + 1, x[::-1] - 2):
        layer(to_torch(batch.copy()))
        running.update(batch)
        assert_same_memory(running, layer)


@properties
@given(st.one_of(tables(), blocks()))
def test_evaluation_normalizes_as_torch_in_eval_mode(x):
    features = x.shape[-1]
    layer = torch.nn.BatchNorm1d(features, dtype=torch.float64)
    gamma, beta = np.linspace(-1, 2, features), np.linspace(5, 6, features)
    layer.load_state_dict({"weight": torch.tensor(gamma), "bias": torch.tensor(beta)}, strict=False)
    running = nv.RunningStatistics()
    for _ in range(3):
        layer(to_torch(x))
        running.update(x)
    layer.eval()
    probe = x[:1] + 4
    expected = layer(to_torch(probe)).detach().numpy()
    ours = running.normalize(probe, gamma=gamma, beta=beta)
    np.testing.assert_allclose(ours.y, expected if x.ndim == 2 else expected.transpose(0, 2, 1), rtol=1e-7)
    np.testing.assert_array_equal(ours.mean.ravel(), running.mean)
    assert_same_memory(running, layer)


@properties
@given(masked(blocks(), real_rows=2))
def test_running_statistics_never_see_what_the_mask_hides(x_and_mask):
    x, mask = x_and_mask
    with_mask, alone = nv.RunningStatistics(), nv.RunningStatistics()
    with_mask.update(x, mask=mask)
    alone.update(x[mask])
    np.testing.assert_allclose(with_mask.mean, alone.mean, **CLOSE)
    np.testing.assert_allclose(with_mask.var, alone.var, **CLOSE)


def test_in_evaluation_a_row_does_not_depend_on_its_batch():
    running = nv.RunningStatistics()
    x = nv.examples.z_table().values
    running.update(x)
    np.testing.assert_array_equal(running.normalize(x).y[2], running.normalize(x[2:3]).y[0])


def test_a_refused_batch_leaves_the_memory_as_it_was():
    running = nv.RunningStatistics()
    running.update(nv.examples.z_table().values)
    before = running.mean.copy(), running.var.copy(), running.batches
    for batch in ([[1.0, 2, 3]], [[1.0, 2], [3, 4]], [[1.0, np.nan, 3]] * 2):
        with pytest.raises(ValueError, match="x: expected"):
            running.update(batch)
    np.testing.assert_array_equal((running.mean, running.var), before[:2])
    assert running.batches == before[2]
