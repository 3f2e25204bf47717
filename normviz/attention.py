"""Self-attention with one head, small enough to check by hand: what turns embeddings into contextual ones."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from normviz import _inputs


class Attention(NamedTuple):
    """``values`` (…, L, D), and ``weights`` (…, L, L), each row of which sums to 1."""

    values: np.ndarray
    weights: np.ndarray


def self_attention(x, *, mask=None, mask_output: bool = True, projections=None) -> Attention:
    """Let every token look at every token of its sentence and take the average of what it sees.

    Parameters
    ----------
    x : array, (L, D) or (B, L, D), token embeddings
    mask : booleans, (L,) or (B, L), True at real tokens: pads are then never looked *at* (a key mask)
    mask_output : whether, given a mask, the rows of pads are set to 0 in ``values`` afterwards; without this
        a pad row, whose query is 0, comes out as the plain average of the tokens it sees
    projections : three arrays, (D, K), (D, K) and (D, V), that make queries, keys and values; identity unless
        told

    Returns
    -------
    Attention, a pair ``values, weights``

    Raises
    ------
    TypeError, ValueError
        For wrong shapes, a sentence without real tokens, or values that are not finite.

    Notes
    -----
    Source: Vaswani and others 2017, softmax(QKᵀ / √K) V. Equal to torch's
    ``torch.nn.functional.scaled_dot_product_attention``.

    Examples
    --------
    >>> hi_nitish_pad = [[0.2, 0.45, 0.71], [0.21, 0.3, 0.8], [0, 0, 0], [0, 0, 0]]
    >>> real = [True, True, False, False]
    >>> self_attention(hi_nitish_pad).values[0].round(4)
    array([0.1242, 0.2273, 0.4575])
    >>> self_attention(hi_nitish_pad, mask=real).values[[0, 2]].round(4)
    array([[0.205, 0.375, 0.755],
           [0.   , 0.   , 0.   ]])
    """
    x = _inputs.array("x", x, ndim=(2, 3))
    mask_output = _inputs.true_or_false("mask_output", mask_output)
    with np.errstate(over="ignore", invalid="ignore"):
        queries, keys, values = _project(x, projections)
        logits = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(keys.shape[-1])
    if not (np.isfinite(logits).all() and np.isfinite(values).all()):
        raise ValueError("x: expected numbers whose products fit in float64, got one that overflows")
    if mask is not None:
        real = _inputs.token_mask(mask, x.shape[:-1])
        if not real.any(axis=-1).all():
            raise ValueError(
                "mask: expected at least one real token in every sentence, got a sentence with none"
            )
        logits = np.where(real[..., None, :], logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    attended = weights @ values
    if mask is not None and mask_output:
        attended = np.where(real[..., None], attended, 0.0)
    return Attention(attended, weights)


def _project(x, projections):
    if projections is None:
        return x, x, x
    sequence = isinstance(projections, (Sequence, np.ndarray)) or hasattr(projections, "detach")
    if isinstance(projections, (str, bytes)) or not sequence or getattr(projections, "ndim", 1) == 0:
        raise _inputs.wrong_type("projections", "three matrices", projections)
    if len(projections) != 3:
        raise ValueError(
            f"projections: expected three matrices (queries, keys, values), got {len(projections)}"
        )
    matrices = [_inputs.array(f"projections[{i}]", p, ndim=(2,)) for i, p in enumerate(projections)]
    for i, matrix in enumerate(matrices):
        if matrix.shape[0] != x.shape[-1]:
            raise ValueError(
                f"projections[{i}]: expected {x.shape[-1]} rows, as x has features, got {matrix.shape}"
            )
    if matrices[0].shape[1] != matrices[1].shape[1]:
        raise ValueError(
            "projections: expected queries and keys of one size, got "
            f"{matrices[0].shape[1]} and {matrices[1].shape[1]}"
        )
    return tuple(x @ matrix for matrix in matrices)
