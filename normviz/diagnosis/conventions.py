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
END_EPS = tuple(("quotient", eps) for eps in USUAL_SIZES)
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


TORCHS = "torch's layout (N, C, L)"
POOLS = {
    1: (Pool("columns", (0,), "the whole list", absorbed=True),),
    2: (
        Pool("columns", (0,), "each column (axis 0)", absorbed=True),
        Pool("rows", (1,), "each row (axis 1)"),
        Pool("all", (0, 1), "the whole table", absorbed=True),
    ),
    3: (
        Pool("columns", (0, 1), "each feature, over all tokens of all sentences (axes 0 and 1)", -1, True),
        Pool("rows", (2,), "each token's own row (axis 2)"),
        Pool("sentence features", (1,), "each feature of each sentence (axis 1), as instance norm"),
        Pool("sentences", (1, 2), "each whole sentence (axes 1 and 2), as LayerNorm over (L, D)"),
        Pool("channels first", (0, 2), f"each index of axis 1 (axes 0 and 2), {TORCHS}", 1, True),
        Pool("positions", (0,), "each feature at each place in the sentence (axis 0)"),
        Pool("all", (0, 1, 2), "the whole block", absorbed=True),
        Pool("batches averaged", (1,), "each x[b] as a batch; μ and σ averaged over batches", absorbed=True),
    ),
}

# What becomes of each row of a square table where keepdims=True was forgotten.
OF_TURNED = "each row (axis 1), but with its μ and σ used on the column of the same number"
TURNED = Pool("rows on columns", (1,), OF_TURNED, absorbed=True)

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
    # Slips in the power, and scalings that are no norm: tried where none of those above agrees.
    "σ⁴": "divided by σ⁴, the variance squared (over n), not by σ",
    "σ⁴, n - 1": "divided by σ⁴, the variance squared (over n − 1), not by σ",
    "√σ": "divided by √σ, the root of σ (over n), not by σ",
    "√σ, n - 1": "divided by √σ, the root of σ (over n − 1), not by σ",
    "× σ": "multiplied by σ (over n), not divided by it",
    "× σ, n - 1": "multiplied by σ (over n − 1), not divided by it",
    "√ε": "divided by √ε alone: the variance was 0, or was left out",
    "mean range": "divided by max − min (mean normalization)",
    "-1 to 1": "divided by half of max − min, after subtracting the middle between them (min–max scaling to −1 … 1)",
    "largest": "divided by the largest number",
    "largest size": "divided by the largest number without its sign",
    "quartiles": "median subtracted; divided by the distance of the quartiles (robust scaling)",
    "deviation": "divided by the mean absolute deviation",
    "absolute sum": "divided by the sum of the absolute values",
    "other count": "divided by σ with the variance over {}, where the pool has {} numbers",
}
# What is divided by, as a power of σ² + ε; √σ has its ε beside σ.
POWERS = {"σ⁴": 2.0, "√σ": 0.5, "× σ": -0.5}
SCALINGS = ("mean range", "-1 to 1", "largest", "largest size", "quartiles", "deviation", "absolute sum")
ROOTS = ("n", "n - 1", "sum", "rms", "other count")  # what has a root, inside or outside of which ε can stand


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
    counts: tuple[int, int] = (0, 0)  # of "other count": the number divided by, and that of the pool

    @property
    def words(self) -> str:
        """What the deviations, or the values, are divided by."""
        return DIVISORS[self.divisor].format(*self.counts)

    @property
    def power(self) -> float:
        """What is divided by, as a power of ``spread`` + ε; 1 where it has no other."""
        return POWERS.get(self.divisor.removesuffix(", n - 1"), 1.0)

    @property
    def degree(self) -> float:
        """The power of σ that is divided by; 1 where it is something else."""
        if self.divisor.startswith("variance"):
            return 2.0
        return self.power if self.divisor.startswith("√σ") or self.power == 1 else 2 * self.power

    @property
    def is_new(self) -> bool:
        """Whether x is left as it is, as a new batch norm in evaluation mode does, but for its ε."""
        return self.divisor == "none" and not self.centred

    def variants(self, eps) -> tuple[tuple[str, float], ...]:
        """Those of the (place, value) pairs ``eps`` that this recipe has a place for."""
        if self.divisor in ROOTS or self.is_new:
            places = ("absent", "inside", "outside", "quotient")
        elif self.divisor == "√ε":
            places = ("inside", "outside")
        else:
            places = ("absent",) if self.divisor in ("range", "none") else ("absent", "added")
        return tuple(pair for pair in eps if pair[0] in places)

    def denominators(self, variants) -> np.ndarray:
        """What is divided by, one a variant along a new first axis."""
        if self.divisor not in (*ROOTS, "√ε") and not self.is_new:
            return np.stack([(self.spread + eps) ** self.power for _, eps in variants])
        spread = self.spread
        variants = [("absent", 0.0) if place == "quotient" else (place, eps) for place, eps in variants]
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
            yield from recipes_of(x, pool, None, None)
        else:
            yield from recipes_of(x, pool, "in", None)
            yield from recipes_of(x, pool, "out", mask)
    if x.ndim == 2 and 1 < len(x) == x.shape[1] and mask is None:
        for recipe in recipes_of(x, TURNED, None, None):
            yield replace(recipe, shift=recipe.shift.T, spread=recipe.spread.T)


def recipes_of(x, pool: Pool, pads, where) -> Iterator[Recipe]:
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


def rare_recipes(x: np.ndarray, mask: np.ndarray | None) -> Iterator[Recipe]:
    """Slips and scalings that are tried where none of :func:`recipes` agrees."""
    where = np.ones(x.shape, bool) if mask is None else mask
    hidden = np.where(where, x, np.nan)
    yield Recipe(POOLS[x.ndim][0], False, "√ε", None, np.zeros(1), np.zeros(1))
    for pool in POOLS[x.ndim]:
        if pool.key == "batches averaged" or (pool.key == "all" and x.shape[-1] == 1):
            continue
        kept = {"axis": pool.axes, "keepdims": True}
        n = np.sum(where, **kept)
        if not n.all():
            continue  # no statistics of what is hidden altogether
        pads = None if n.min() == np.prod([x.shape[axis] for axis in pool.axes]) else "out"
        mean, low, high = np.nanmean(hidden, **kept), np.nanmin(hidden, **kept), np.nanmax(hidden, **kept)
        squares = np.nansum((hidden - mean) ** 2, **kept)
        for end, count in (("", n), (", n - 1", n - 1)):
            var = squares / count
            for divisor, spread in (("σ⁴", var), ("√σ", np.sqrt(var)), ("× σ", var)):
                yield Recipe(pool, True, divisor + end, pads, mean, spread)
        quarters = np.nanquantile(hidden, (0.25, 0.5, 0.75), **kept)
        zero = np.zeros(1)
        for divisor, shift, spread in (
            ("√ε", mean, zero),
            ("mean range", mean, high - low),
            ("-1 to 1", (high + low) / 2, (high - low) / 2),
            ("largest", zero, high),
            *([("largest size", zero, np.maximum(high, -low))] if np.any(high < -low) else []),
            ("quartiles", quarters[1], quarters[2] - quarters[0]),
            ("deviation", mean, np.nanmean(np.abs(hidden - mean), **kept)),
            ("absolute sum", zero, np.nansum(np.abs(hidden), **kept)),
        ):
            yield Recipe(pool, shift is not zero, divisor, pads, shift, spread)
        if n.min() < n.max():
            # Statistics of which only one leaves the pads out.
            all_mean, all_var = x.mean(**kept), x.var(**kept)
            yield Recipe(pool, True, "n", "out of the mean alone", mean, all_var)
            yield Recipe(pool, True, "n", "out of the variance alone", all_mean, squares / n)
            continue
        own = int(n.flat[0])
        others = {x.size, *x.shape, *(x.size // size for size in x.shape), own - 2, own + 1} - {own, own - 1}
        for count in sorted(count for count in others if count > 1):
            yield Recipe(pool, True, "other count", pads, mean, squares / count, (count, own))
