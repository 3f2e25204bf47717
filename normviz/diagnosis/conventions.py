"""The conventions a normalization can follow: which numbers share a mean, the divisor, the place of ε."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

USUAL_SIZES = (1e-5, 1e-3, 1e-6, 1e-8, 1e-12)
TORCH_EPS, NO_EPS = ("inside", 1e-5), ("absent", 0.0)
# The order is the order in which they are named: torch's own first. Where nothing is divided by a root, ε is added.
USUAL_EPS = (TORCH_EPS, NO_EPS, *(("inside", e) for e in USUAL_SIZES[1:]),
             *((place, e) for place in ("outside", "added") for e in USUAL_SIZES))  # fmt: skip
# What torch's RMSNorm adds, if not told.
EPS_OF_FLOAT32 = float(np.finfo(np.float32).eps)
# Tried where no usual ε agrees.
_RARE = (EPS_OF_FLOAT32, 1e-4, 1e-2, 1e-1, 1e-7, 1e-10)
RARE_EPS = tuple((place, eps) for place in ("inside", "outside", "added") for eps in _RARE)


@dataclass(frozen=True)
class Pool:
    """Which numbers share a mean: the ``axes`` pooled over, in words, and the axis that γ and β belong to."""

    key: str
    axes: tuple[int, ...]
    words: str
    feature_axis: int = -1
    absorbed: bool = False

    # absorbed: μ and σ are the same for a whole feature, so a free γ and β of that feature can take their
    # place.


POOLS = {
    1: (Pool("columns", (0,), "the whole list", absorbed=True),),
    2: (
        Pool("columns", (0,), "each column (axis 0)", absorbed=True),
        Pool("rows", (1,), "each row (axis 1)"),
        Pool("all", (0, 1), "the whole table", absorbed=True),
    ),
    3: (
        Pool(
            "columns", (0, 1), "each feature, over all tokens of all sentences (axes 0 and 1)", absorbed=True
        ),
        Pool("rows", (2,), "each token's own row (axis 2)"),
        Pool("sentence features", (1,), "each feature of each sentence (axis 1), as instance norm"),
        Pool("sentences", (1, 2), "each whole sentence (axes 1 and 2), as LayerNorm over (L, D)"),
        Pool(
            "channels first", (0, 2), "each index of axis 1 (axes 0 and 2), torch's layout (N, C, L)", 1, True
        ),
        Pool("positions", (0,), "each feature at each place in the sentence (axis 0)"),
        Pool("all", (0, 1, 2), "the whole block", absorbed=True),
        Pool(
            "batches averaged", (1,), "each x[b] as a batch; μ and σ averaged over the batches", absorbed=True
        ),
    ),
}

# What becomes of each row of a square table where keepdims=True was forgotten.
TURNED = Pool(
    "rows on columns",
    (1,),
    "each row (axis 1), but with its μ and σ used on the column of the same number",
    absorbed=True,
)

# What the deviations, or the values, are divided by.
DIVISORS = {
    "n": "divided by σ with the variance over n",
    "n - 1": "divided by σ with the variance over n − 1",
    "sum": "divided by the root of the sum of squares, not of their mean",
    "variance": "divided by the variance σ² (over n), not by its root σ",
    "variance, n - 1": "divided by the variance σ² (over n − 1), not by its root σ",
    "rms": "divided by the root of the mean square",
    "range": "divided by max − min, after subtracting the min (min–max scaling)",
    "none": "not divided by anything",
}
ROOTS = ("n", "n - 1", "sum", "rms")  # what has a root, inside or outside of which ε can stand


@dataclass(frozen=True)
class Recipe:
    """One way to normalize, ready to be tried: ``(x - shift) / divisor(ε)``.

    ``shift`` and ``spread`` broadcast against x. ``spread`` is the variance for "n" and "n - 1", the mean
    square for "rms"; otherwise it is what is divided by. To a variance ε may have been added; for "range" and "none"
    it has no place, but beside the running variance of a new batch norm, which is 1.
    """

    pool: Pool
    centred: bool
    divisor: str
    pads: str | None
    shift: np.ndarray
    spread: np.ndarray

    @property
    def is_new(self) -> bool:
        """Whether x is left as it is, as a new batch norm in evaluation mode does, but for its ε."""
        return self.divisor == "none" and not self.centred

    def variants(self, eps) -> tuple[tuple[str, float], ...]:
        """Those of the (place, value) pairs ``eps`` that this recipe has a place for."""
        if self.divisor in ROOTS or self.is_new:
            places = ("absent", "inside", "outside")
        else:
            places = ("absent", "added") if self.divisor.startswith("variance") else ("absent",)
        return tuple(pair for pair in eps if pair[0] in places)

    def denominators(self, variants) -> np.ndarray:
        """What is divided by, one a variant along a new first axis."""
        if self.divisor not in ROOTS and not self.is_new:
            return np.stack([self.spread + eps for _, eps in variants])
        spread = self.spread
        divisors = [np.sqrt(spread) + e if p == "outside" else np.sqrt(spread + e) for p, e in variants]
        return np.stack(divisors)


def recipes(x: np.ndarray, mask: np.ndarray | None) -> Iterator[Recipe]:
    """Every way to normalize x that is known here, from the plainest on."""
    yield Recipe(POOLS[x.ndim][0], False, "none", None, np.zeros(1), np.ones(1))
    for pool in POOLS[x.ndim]:
        if pool.key == "all" and x.shape[-1] == 1:
            continue  # of one column, the same as "columns"
        # Where a mask hides whole pools alone, every pool that counts is as if there were no mask.
        if mask is None or np.all(mask.any(axis=pool.axes) == mask.all(axis=pool.axes)):
            yield from _recipes_of(x, pool, None, None)
        else:
            yield from _recipes_of(x, pool, "in", None)
            yield from _recipes_of(x, pool, "out", mask)
    if x.ndim == 2 and 1 < len(x) == x.shape[1] and mask is None:
        for recipe in _recipes_of(x, TURNED, None, None):
            yield replace(recipe, shift=recipe.shift.T, spread=recipe.spread.T)


def _recipes_of(x, pool: Pool, pads, where) -> Iterator[Recipe]:
    n = np.sum(np.broadcast_to(True if where is None else where, x.shape), axis=pool.axes, keepdims=True)
    chosen = {"axis": pool.axes, "keepdims": True, "where": True if where is None else where}
    # An empty pool or one of a single number gives 0/0: such a recipe predicts NaN, which agrees with NaN
    # alone.
    mean = np.sum(x, **chosen) / n
    squares = np.sum((x - mean) ** 2, **chosen)
    variances = {"n": squares / n, "n - 1": squares / (n - 1)}
    zero = np.zeros(1)
    if pool.key == "batches averaged":
        mean = mean.mean(axis=0)
        variances = {name: np.sqrt(var).mean(axis=0) ** 2 for name, var in variances.items()}
    for divisor, variance in variances.items():
        yield Recipe(pool, True, divisor, pads, mean, variance)
        yield Recipe(pool, True, "variance" if divisor == "n" else "variance, n - 1", pads, mean, variance)
    if pool.key == "batches averaged":
        return
    yield Recipe(pool, True, "sum", pads, mean, squares)
    yield Recipe(pool, False, "rms", pads, zero, np.sum(x**2, **chosen) / n)
    yield Recipe(pool, False, "sum", pads, zero, np.sum(x**2, **chosen))
    for divisor, variance in variances.items():
        yield Recipe(pool, False, divisor, pads, zero, variance)
    yield Recipe(pool, True, "none", pads, mean, np.ones(1))
    low = np.min(x, **chosen, initial=np.inf)
    yield Recipe(pool, True, "range", pads, low, np.max(x, **chosen, initial=-np.inf) - low)
