"""Self-attention against torch's scaled_dot_product_attention."""

import numpy as np
import pytest
import torch
from hypothesis import given
from torch.nn.functional import scaled_dot_product_attention

import normviz as nv
from tests.strategies import blocks, masked, properties

CLOSE = {"rtol": 1e-9, "atol": 1e-9}


def small(x):
    """Attention's logits are squares: numbers of a size that words have."""
    return (x - x.mean()) / (x.std() + 1e-6)


@properties
@given(blocks())
def test_self_attention_is_torch_attention(x):
    t = torch.tensor(small(x))
    ours = nv.self_attention(small(x)).values
    np.testing.assert_allclose(ours, scaled_dot_product_attention(t, t, t), **CLOSE)


@properties
@given(masked(blocks()))
def test_self_attention_with_a_key_mask_is_torch_attention(x_and_mask):
    x, mask = x_and_mask
    t, keys = torch.tensor(small(x)), torch.tensor(mask)[:, None, :]
    expected = scaled_dot_product_attention(t, t, t, attn_mask=keys.expand(-1, x.shape[1], -1)).numpy()
    seen = nv.self_attention(small(x), mask=mask, mask_output=False).values
    np.testing.assert_allclose(seen, expected, **CLOSE)
    hidden = nv.self_attention(small(x), mask=mask).values
    np.testing.assert_allclose(hidden[mask], expected[mask], **CLOSE)
    assert (hidden[~mask] == 0).all()


@properties
@given(blocks())
def test_projections_are_torchs_queries_keys_and_values(x):
    rng, features = np.random.default_rng(0), x.shape[-1]
    projections = [rng.normal(size=(features, size)) for size in (5, 5, 3)]
    q, k, v = (torch.tensor(small(x) @ p) for p in projections)
    ours = nv.self_attention(small(x), projections=projections)
    assert ours.values.shape == (*x.shape[:2], 3)
    np.testing.assert_allclose(ours.values, scaled_dot_product_attention(q, k, v), **CLOSE)


@properties
@given(masked(blocks()))
def test_real_tokens_come_out_as_if_the_pads_were_not_there(x_and_mask):
    x, mask = small(x_and_mask[0]), x_and_mask[1]
    loud = np.where(mask[..., None], x, 50.0)
    whole = nv.self_attention(loud, mask=mask)
    for sentence, real, values in zip(x, mask, whole.values, strict=True):
        np.testing.assert_allclose(values[real], nv.self_attention(sentence[real]).values, **CLOSE)
    assert (whole.weights[np.broadcast_to(~mask[:, None, :], whole.weights.shape)] == 0).all()


@pytest.mark.parametrize("size", [300.0, 1e5])
def test_large_logits_do_not_overflow(size):
    values, weights = nv.self_attention([[size, 0.0], [0.0, size]])
    np.testing.assert_array_equal(weights, np.eye(2))
    np.testing.assert_array_equal(values, size * np.eye(2))
