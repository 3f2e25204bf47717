"""What reached a norm layer and what left it: statistics, and a small sample; no whole activation is kept."""

from dataclasses import dataclass
from math import prod

import numpy as np
import torch

from normviz.inspection.layers import Pool
from normviz.inspection.trace import Origin

SAMPLE = 4096  # numbers kept for the explorer, a call: more than a picture shows
LONG_ENOUGH = 8  # features: after a ReLU, fewer are all 0 by chance now and then
MOST_FEATURES = 16  # of them, where each feature has a pool of its own
MOST_PLACES = 64  # of a sample, where each place has one, or where they are too many


@dataclass(frozen=True, eq=False)
class Call:
    """One call of one norm layer."""

    batch: int  # the number of the batch, from 0
    shape: tuple[int, ...]  # of the input, and so is the dtype
    dtype: str
    samples: int  # how many it holds; where places were joined to them, as many as the model was given
    pool: Pool  # which numbers shared a mean
    running: bool  # whether stored statistics were used, instead of the batch's
    training: bool  # the layer's own flag
    # The batch's statistics, one a feature (batch norm), or one a pool up to 4096.
    mean: np.ndarray
    var: np.ndarray
    step: int  # every how manyth was kept of them
    # (mean, var) arrays, the running statistics before the call, or None
    stored: tuple[np.ndarray, np.ndarray] | None
    # σ of the samples' own means ÷ σ of all numbers, root mean square over the features; None for a table
    apart: float | None
    below_eps: float  # share of the pools that are not constant and have a variance that ε decides
    output: tuple[float, float]  # (mean, σ) of all numbers that left
    lost: float  # share of the samples of which only zeros left, and something else came
    # share of pads among the numbers that share a mean with real ones; None without a mask that fits
    pads: float | None
    # what the pads do: (mean of |Δμ| / σ, mean of |ln σ ratio|); None where there are none
    pads_moved: tuple[float, float] | None
    repeated: float  # share of rows at the ends of samples that repeat, as pads do
    written: str  # how one writes which rows of the input are real; "" where that is not known
    origin: Origin  # what is known of where the input came from
    values: np.ndarray  # a sample of the input, (samples, places, features)
    real: np.ndarray | None  # which of its rows are real
    picked: tuple[np.ndarray, ...]  # which samples, places and features these are
    block: tuple[int, ...]  # how many there are
    pools_whole: bool  # whether no number is missing that shares a mean with one of these

    @property
    def whole(self) -> bool:
        """Whether the sample is all of the input."""
        return self.values.shape == self.block

    @property
    def finite(self) -> bool:
        """Whether all that came and left were numbers."""
        return bool(np.isfinite([*self.output, self.mean.sum(), self.var.sum()]).all())


def record(
    x, out, family, pool, places, origin, *, samples, running, stored, small, pads_out=False, **flags
) -> Call:
    """Measure one call; ``stored`` are the running statistics as they were before it, as tensors or None; what is below
    ``small`` is a variance that ε decides; ``places`` tells which rows of a shape are real; ``flags`` are batch and
    training, as a Call has them.
    """
    dtype = str(x.dtype)
    x, out = (t.detach().float() if t.element_size() < 4 else t.detach() for t in (x, out))
    features = pool.features if origin.features is None else origin.features
    real, written = (places and places(tuple(x.shape), features)) or (None, "")
    cells, axes = blocks(x, pool)
    centred = family != "rms"
    mean, var = statistics(cells, axes, centred=centred)
    spread = stored[1].detach().clamp(min=0) if running else var
    pads = moved = None
    if real is not None:
        inside = blocks(real.expand(x.shape), pool)[0]
        if pads_out:
            pads, (mean, var) = 0.0, statistics(cells, axes, centred=centred, real=inside)
        else:
            pads, moved = _pads(cells, axes, inside, mean, var, centred=centred)
        if not running:
            spread = var[_any(inside, axes)]
    out_var, out_mean = torch.var_mean(out, correction=0)
    repeated = _repeated_rows(x, features, samples) if real is None else 0.0
    usable = spread > 0
    return Call(
        shape=tuple(x.shape),
        dtype=dtype,
        samples=samples if samples and not x.shape[0] % samples else x.shape[0],
        pool=pool,
        running=running,
        mean=_numbers(mean),
        var=_numbers(var),
        step=-(-var.numel() // SAMPLE),
        stored=None if stored is None else tuple(_numbers(t.detach()) for t in stored),
        apart=_apart(x, pool, var) if family == "batch" else None,
        below_eps=float((usable & (spread < small)).float().mean()) if spread.numel() else 0.0,
        output=(float(out_mean), float(out_var.sqrt())),
        lost=float(((out == 0).flatten(1).all(1) & (x != 0).flatten(1).any(1)).float().mean()),
        pads=pads,
        pads_moved=moved,
        repeated=repeated,
        written=written,
        origin=origin,
        **_sample(x, pool, real),
        **flags,
    )


def _apart(x, pool: Pool, var) -> float | None:
    """How far the samples' own means lie apart; few images of many pixels are few samples."""
    places = tuple(axis for axis in pool.axes if axis)
    if x.shape[0] < 2 or not places or 0 not in pool.axes:
        return None
    between = x.mean(places, keepdim=True).var(0, keepdim=True)
    usable = var > 0
    return float((between[usable] / var[usable]).mean().sqrt()) if usable.any() else None


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


def weight_of(mean, before, after) -> float | None:
    """w of after = (1 − w) · before + w · mean; None where another rule was followed."""
    if not mean.shape == before.shape == after.shape:
        return None
    way, step = mean - before, after - before
    weight = round(float(way @ step / max(way @ way, 1e-30)), 4)
    return weight if np.allclose(step, weight * way, atol=0.01 * np.abs(way).max()) else None


def blocks(x, pool: Pool):
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
    moved = ((mean - real_mean).abs() / real_var.sqrt())[usable].mean()
    scaled = (var / real_var)[usable].sqrt().log().abs().mean()
    return share, (float(moved), float(scaled)) if usable.any() else None


def _repeated_rows(x, features: int, samples: int) -> float:
    """The share of rows that are one and the same, from the last place of samples on or up to the first: as pads are.

    One row at an end is none, nor is one that stands elsewhere, too. Where places were joined to the samples, ends are
    not seen: then a tenth of all rows must be alike.
    """
    n = x.shape[features] if x.dim() in (2, 3) and features else 0
    if n < LONG_ENOUGH:
        return 0.0
    if x.dim() == 2:
        if not samples or len(x) <= samples or len(x) % samples:
            return 0.0
        weights = torch.rand(x.shape[1], generator=torch.Generator().manual_seed(0)).to(x)
        share = float((x @ weights).unique(return_counts=True)[1].max()) / len(x)
        return share if share > 0.1 else 0.0
    if x.shape[3 - features] < 3:
        return 0.0
    x, share = x.movedim(features, -1), 0.0
    for turned in (x.flip(1), x):
        runs = (turned[:, :1] == turned).all(-1).cumprod(1).sum(1)
        pad = turned[runs.argmax(), 0]
        same = (turned == pad).all(-1)
        if runs.max() > 1 and same.sum() == same.cumprod(1).sum() < same.numel():
            share = max(share, float(same.float().mean()))
    return share


def _sample(x, pool: Pool, real):
    """A part of the input as (samples, places, features), which rows are real, where they come from, and of how many.

    Numbers that share a mean are kept together, so that it is the mean of what is seen; where they are too many, they
    are taken from all over the pool.
    """
    whole, pooled = _as_block(x, pool)
    shape = tuple(whole.shape)
    picked = tuple(
        np.linspace(0, n - 1, size).astype(int) if axis in pooled else np.arange(size)
        for axis, (n, size) in enumerate(zip(shape, _sizes(shape, pooled), strict=True))
    )
    part = tuple(torch.as_tensor(at, device=x.device) for at in np.ix_(*picked))
    if real is not None:  # its one feature need not be the axis that the norm takes
        real = _as_block(real.expand(x.shape), pool)[0][part][..., 0].cpu().numpy()
    pools_whole = all(len(picked[axis]) == shape[axis] for axis in pooled)
    values = whole[part].double().cpu().numpy()
    return {"values": values, "real": real, "picked": picked, "block": shape, "pools_whole": pools_whole}


def _as_block(x, pool: Pool):
    """The input as (samples, places, features), and which of these axes a mean is over."""
    others = [axis for axis in range(x.dim()) if axis != pool.features]
    first = next((k for k, axis in enumerate(others) if axis in pool.axes), 1)
    samples = max(first, min(pool.features, 1))  # how many axes count them; none where features stand first
    pooled = {0 if axis in others[:samples] else 1 for axis in others if axis in pool.axes}
    if pool.groups or pool.features in pool.axes:
        pooled.add(2)
    x = x.movedim(pool.features, -1)
    return x.reshape(prod(x.shape[:-1][:samples]), -1, x.shape[-1]), pooled


def _sizes(shape: tuple[int, ...], pooled: set[int]) -> list[int]:
    """How much of each axis is kept: about SAMPLE numbers together."""
    together = prod(shape[axis] for axis in pooled)
    if together > SAMPLE:
        features = min(shape[2], SAMPLE // 2 if 2 in pooled else MOST_FEATURES)
        places = min(shape[1], MOST_PLACES, max(SAMPLE // features, 2))
        return [min(shape[0], max(SAMPLE // (features * places), 2)), places, features]
    sizes, left = list(shape), SAMPLE // together
    for axis, most in ((2, MOST_FEATURES), (1, MOST_PLACES), (0, SAMPLE)):
        if axis not in pooled:
            sizes[axis] = min(shape[axis], most, max(left, 1))
            left //= sizes[axis]
    return sizes


def _numbers(tensor) -> np.ndarray:
    flat = tensor.reshape(-1)
    step = -(-flat.numel() // SAMPLE)
    return flat[:: max(step, 1)].double().cpu().numpy()
