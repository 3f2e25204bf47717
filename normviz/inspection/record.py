"""What reached a norm layer and what left it: statistics, and a small sample; no whole activation is kept."""

from dataclasses import dataclass

import numpy as np
import torch

from normviz.inspection.layers import Pool
from normviz.inspection.trace import Origin

SAMPLE = 4096  # numbers kept for the explorer, a call: more than a picture shows
LONG_ENOUGH = 8  # features: after a ReLU, fewer are all 0 by chance now and then
MOST_FEATURES = 16  # of them, where each feature has a pool of its own


@dataclass(frozen=True, eq=False)
class Call:
    """One call of one norm layer."""

    batch: int  # the number of the batch, from 0
    shape: tuple[int, ...]  # of the input, and so is the dtype
    dtype: str
    pool: Pool  # which numbers shared a mean
    running: bool  # whether stored statistics were used, instead of the batch's
    training: bool  # the layer's own flag
    # The batch's statistics, one a feature (batch norm), or one a pool up to 4096.
    mean: np.ndarray
    var: np.ndarray
    # (mean, var) arrays, the running statistics before the call, or None
    stored: tuple[np.ndarray, np.ndarray] | None
    below_eps: float  # share of the pools that are not constant and have a variance below ε
    output: tuple[float, float]  # (mean, σ) of all numbers that left
    # share of pads among the numbers that share a mean with real ones; None without a mask that fits
    pads: float | None
    # what the pads do: (mean of |Δμ| / σ, mean of |ln σ ratio|); None where there are none
    pads_moved: tuple[float, float] | None
    constant: float  # share of rows at the ends of samples whose features are all one number
    origin: Origin  # what is known of where the input came from
    values: np.ndarray  # a sample of the input, features last
    real: np.ndarray | None  # which of its rows are real
    whole: bool  # whether the sample is all of it

    @property
    def finite(self) -> bool:
        """Whether all that came and left were numbers."""
        return bool(np.isfinite([*self.output, self.mean.sum(), self.var.sum()]).all())


def record(module, family, pool, x, out, *, batch, running, stored, eps, mask, pads_out, origin) -> Call:
    """Measure one call; ``stored`` are the running statistics as they were before it."""
    x, out = (t.detach().float() if t.element_size() < 4 else t.detach() for t in (x, out))
    features = pool.features if origin.features is None else origin.features
    real = aligned(mask, tuple(x.shape), features)
    cells, axes = _blocks(x, pool)
    mean, var = statistics(cells, axes, centred=family != "rms")
    spread = torch.as_tensor(stored[1]) if running else var
    pads = moved = None
    if real is not None:
        inside = _blocks(real.expand(x.shape), pool)[0]
        if pads_out:
            pads, (mean, var) = 0.0, statistics(cells, axes, centred=family != "rms", real=inside)
        else:
            pads, moved = _pads(cells, axes, inside, mean, var, centred=family != "rms")
        if not running:
            spread = var[_any(inside, axes)]
    out_var, out_mean = torch.var_mean(out, correction=0)
    values, kept = _sample(x, pool, family, real)
    return Call(
        batch,
        tuple(x.shape),
        str(out.dtype),
        pool,
        running,
        module.training,
        _numbers(mean),
        _numbers(var),
        stored,
        float(((spread > 0) & (spread < eps)).float().mean()) if spread.numel() else 0.0,
        (float(out_mean), float(out_var.sqrt())),
        pads,
        moved,
        _constant_rows(x, features) if real is None else 0.0,
        origin,
        values,
        kept,
        values.size == x.numel(),
    )


def statistics(x, axes, *, centred=True, real=None):
    """Mean and variance (or mean square) over ``axes``, kept with size 1; of the ``real`` cells alone if given."""
    if real is None:
        if centred:
            var, mean = torch.var_mean(x, axes, correction=0, keepdim=True)
            return mean, var
        square = x.square().mean(axes, keepdim=True)
        return torch.zeros_like(square), square
    count = real.sum(axes, keepdim=True).clamp(min=1)
    x = torch.where(real, x, 0)
    mean = x.sum(axes, keepdim=True) / count if centred else torch.zeros_like(count, dtype=x.dtype)
    return mean, torch.where(real, x - mean, 0).square().sum(axes, keepdim=True) / count


def aligned(mask, shape: tuple[int, ...], features: int):
    """The mask with as many axes as an input of ``shape``, and size 1 at the features; None where it does not fit."""
    if mask is None or len(shape) < 2:
        return None
    rest = (*shape[:features], *shape[features + 1 :])
    if mask.shape == rest:
        return mask.unsqueeze(features)
    if len(rest) == 1 and mask.numel() == rest[0]:
        return mask.reshape(-1).unsqueeze(features)
    if mask.dim() == 2 and mask.T.shape == rest:
        return mask.T.unsqueeze(features)
    return None


def _blocks(x, pool: Pool):
    """The input in such a form that the pool is a set of axes."""
    if pool.groups is None:
        return x, pool.axes
    return x.reshape(x.shape[0], pool.groups, -1), (2,)


def _any(real, axes):
    return real.sum(axes, keepdim=True) > 0


def _pads(x, axes, real, mean, var, *, centred):
    mixed = _any(real, axes) & _any(~real, axes)
    if not mixed.any():
        return 0.0, None
    share = float((~real).double().mean(axes, keepdim=True)[mixed].mean())
    real_mean, real_var = statistics(x, axes, centred=centred, real=real)
    usable = mixed & (real_var > 0) & (var > 0)
    if not usable.any():
        return share, None
    moved = ((mean - real_mean).abs() / real_var.sqrt())[usable].mean()
    scaled = (var / real_var)[usable].sqrt().log().abs().mean()
    return share, (float(moved), float(scaled))


def _constant_rows(x, features: int) -> float:
    """The share of rows that are one number throughout, from the first or the last place on: pads often are."""
    if x.dim() != 3 or features == 0 or x.shape[features] < LONG_ENOUGH:
        return 0.0
    constant = (x == x.narrow(features, 0, 1)).all(features)
    after = constant.flip(1).cumprod(1).flip(1)
    return float((constant.cumprod(1) + after > 0).float().mean())


def _sample(x, pool: Pool, family: str, real):
    """A part of the input as (samples, places, features), with whole rows where a row has a mean of its own."""
    x = x[None] if x.dim() == 1 else x
    # Its one feature need not be the axis that the norm takes.
    real = None if real is None else real.expand(x.shape)
    features = pool.features if x.dim() > 1 else 1
    x = x.movedim(features % x.dim(), -1)
    count, width = x.shape[0], x.shape[-1]
    x = x.reshape(count, -1, width)
    keep = min(width, MOST_FEATURES if family in ("batch", "instance") else SAMPLE // 2)
    places = min(x.shape[1], 64, max(SAMPLE // keep, 2))
    samples = min(count, max(SAMPLE // (keep * places), 2))
    part = (slice(samples), slice(places))
    if real is not None:
        real = real.movedim(pool.features, -1).reshape(count, -1, width)[..., 0][part].cpu().numpy()
    return x[(*part, slice(keep))].double().cpu().numpy().copy(), real


def _numbers(tensor) -> np.ndarray:
    flat = tensor.reshape(-1)
    step = -(-flat.numel() // SAMPLE)
    return flat[:: max(step, 1)].double().cpu().numpy()
