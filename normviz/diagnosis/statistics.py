"""What can be said without a convention from x to a result: digits lost, running statistics, two results of one x."""

from itertools import permutations
from typing import NamedTuple

import numpy as np

from normviz.diagnosis.conventions import POOLS, USUAL_SIZES
from normviz.diagnosis.match import listed
from normviz.diagnosis.precision import Precision

MOMENTA = (0.1, 0.01, 0.001, 0.003, 0.03, 0.05, 0.2, 0.25, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.997, 0.999,
           1.0)  # fmt: skip
MOST_UPDATES = 2000
UNIT = {"float32": 2.0**-24, "float64": 2.0**-53}


class Running(NamedTuple):
    """How running statistics came about.

    ``momentum`` is the weight of the new batch, None for a plain average; ``batches`` the fewest updates that agree;
    ``divisor`` "n", "n - 1" or None where the variance is not known; ``start_var`` what it started from; ``weight``
    the share that batches have by now.
    """

    momentum: float | None
    batches: int
    divisor: str | None
    start_var: float
    weight: float

    @property
    def words(self) -> str:
        m, divisors = self.momentum, {"n": ", variances over n", "n - 1": ", variances over n − 1 as torch's"}
        how = "as a plain average (momentum None)" if m is None else f"with momentum {m:.4g}"
        many = f"{self.batches} batch{'es' * (self.batches != 1)}"
        from_0 = ", from a variance of 0, not 1" * (self.start_var == 0 and m is not None)
        share = f"; {1 - self.weight:.0%} of them is still their start" * (self.weight < 0.99)
        keras = "; torch's momentum is the weight of the new batch, Keras' that of the old" * ((m or 0) > 0.5)
        over = divisors.get(self.divisor, "")
        return f"These are the running statistics after {many} {how}{over}{from_0}{share}{keras}."


def running(x: np.ndarray, mean, var, slack: float = 0.0) -> list[Running]:
    """Every way in which ``mean`` and ``var`` come from x, seen again and again, or from x[0], x[1], … in turn.

    ``slack`` is how far they may be off beyond their own precision.
    """
    found = []
    for batches in (x.reshape(1, -1, x.shape[-1]), x):
        if batches.ndim < 3 or batches.shape[1] < 2:
            continue
        for divisor, ddof in (("n - 1", 1), ("n", 0)) if var is not None else ((None, 0),):
            for start in (1.0, 0.0) if var is not None else (1.0,):
                seen = [(batches.mean(axis=1), 0.0, mean), (batches.var(axis=1, ddof=ddof), start, var)]
                seen = [(own, at, given) for own, at, given in seen if given is not None]
                ways = [Running(m, n, divisor, start, w) for m, n, w in _momenta(seen, slack)]
                found += [one for one in ways if one.momentum is not None or start == 1]
        if found or x.ndim < 3:
            break
    return sorted(found, key=lambda one: one.batches)


def _momenta(seen, slack):
    total = len(seen[0][0])
    if all(_close(own.mean(axis=0), given, slack) for own, _, given in seen):
        yield None, total, 1.0
        return
    own, at, given = (np.concatenate(part, axis=-1) for part in zip(
        *((own, np.full(own.shape[-1], at), given) for own, at, given in seen), strict=True))  # fmt: skip
    precision, across = Precision.of(given), own[0] - at
    one = float(across @ (given - at) / max(across @ across, 1e-300))
    # Any share is that of one batch with a momentum of its own: said where no usual one agrees.
    told, unusual = False, {round(one, 6)} - {*MOMENTA} if total == 1 and 0 < one < 1 else set()
    for momentum in (*MOMENTA, *unusual):
        if told and momentum in unusual:
            return
        kept = (1 - momentum) ** total
        sums = momentum * (1 - momentum) ** np.arange(total - 1, -1, -1) @ own
        left = kept ** np.arange(1, MOST_UPDATES // total + 1)[:, None]
        states = left * at + sums * (1 - left) / (1 - kept)
        near = slack + 2 * precision.tolerance(np.abs(states))
        fits = np.flatnonzero(np.all(np.abs(states - given) <= near, axis=1))
        if len(fits):
            told = True
            yield momentum, int(fits[0] + 1) * total, float(1 - left[fits[0], 0])


def _close(ours, given, slack=0.0) -> bool:
    return bool(np.all(np.abs(ours - given) <= slack + 2 * Precision.of(given).tolerance(np.abs(ours))))


def lost(x: np.ndarray, result: np.ndarray, real: np.ndarray) -> str | None:
    """Why nothing but rounding, or no σ, is left of x; None where that is not so."""
    table, given = (a.reshape(-1, a.shape[-1]) if a.ndim > 1 else a[:, None] for a in (x, result))
    residue = 4 * UNIT["float32"] * np.abs(x).max() / np.sqrt(1e-5)
    equal = np.all(np.ptp(given, axis=0) <= residue) and residue < 0.01 and np.ptp(table) > 0 and real.all()
    if equal and (np.ptp(table, axis=0).any() or np.abs(given).max() <= residue):
        return (
            "Nothing of x is left, but for rounding: each number was alone in its pool, and is its own mean (as many "
            "groups as features, or batch norm over one row); or γ is 0. Give each pool more numbers."
        )
    for pool in POOLS[x.ndim]:
        kept = {"axis": pool.axes, "keepdims": True}
        several = x.size > np.ptp(x, **kept).size
        left = np.ptp(result, **kept) <= 1e-3 * np.abs(result).max()
        if several and not np.any(np.ptp(x, **kept)) and np.all(left):
            return (
                f"σ is 0: all numbers of a pool are equal (pool: {pool.words}). What is left of x − μ is the rounding "
                "of the mean, divided by √ε. Take the mean in float64, or leave out what never varies."
            )
        if pool.key == "batches averaged" or real.sum() < real.size:
            continue
        if words := _one_pass(x, result, pool, kept):
            return words
    return None


def _one_pass(x, result, pool, kept) -> str | None:
    """Whether each pool is x − μ over one number, and this is σ but for what E[x²] − E[x]² loses."""
    mean, var = x.mean(**kept), x.var(**kept)
    n = x.size // mean.size
    for name, unit in UNIT.items():
        most = 16 * unit * np.mean(x**2, **kept)  # how far such a variance may be off
        if not np.all(most > 1e-3 * var):
            continue
        finite = np.isfinite(result).all(**kept)
        deviations = x - mean
        power = np.sum(deviations**2, **kept)
        with np.errstate(all="ignore"):
            slope = np.sum(deviations * (result - result.mean(**kept)), **kept) / power
            off = np.abs(result - result.mean(**kept) - slope * deviations)
            shift = np.abs(result.mean(**kept) / slope)
            good = (slope > 0) & (np.abs(1 / slope**2 - var) <= most + 1e-3)
            good &= shift <= 16 * unit * np.abs(mean)
            good &= off.max(**kept) <= 1e-3 * np.abs(result).max(**kept)
        # The root of a variance below 0, or a 0.
        negative = ~np.isfinite(result).any(**kept) & (most > var)
        if n > 2 and np.all(np.where(finite, good, negative)):
            return (
                f"Digits of the variance are lost (pool: {pool.words}): the numbers are large, up to "
                f"{np.abs(x).max():.4g}, and σ is small. In {name}, E[x²] − E[x]² in one pass cancels almost all of "
                "its digits, and can fall below 0. Take the mean of (x − μ)² in a second pass, or calculate in float64."
            )
    return None


def between(one: np.ndarray, other: np.ndarray, var: np.ndarray | None = None) -> list[str]:
    """What lies between two results of one x, in sentences: which divisor, which ε; empty where nothing can be said."""
    a, b = (t.reshape(-1, t.shape[-1]) if t.ndim > 1 else t[:, None] for t in (one, other))
    if _close(a, b):
        return ["Both are the same, as exactly as they are known."]
    n, d = a.shape
    slopes, shifts, off = lines_between(a, b)
    tolerance = 8 * Precision.of(b).tolerance(np.abs(b)).max() / max(np.abs(b).max(), 1e-9)
    along = n > 2 and off <= tolerance * max(np.abs(b).max(), 1)
    rows = lines_between(a.T, b.T) if d > 2 else None
    across = rows is not None and rows[2] <= tolerance * max(np.abs(b).max(), 1)
    # An ε beside n − 1 or n moves the factor of each pool a little.
    alike = tolerance + 1e-5
    for fits, (factors, plus, _) in ((along, (slopes, shifts, off)), (across, rows or (slopes, shifts, off))):
        apart, mean = np.ptp(factors), float(factors.mean())
        if fits and apart <= max(2 * alike * np.abs(factors).max(), 0.05 * abs(mean - 1)):
            said = _one_factor(mean, {n, d, a.size} - {1}, plus, max(alike, apart))
            if len(said) > 1:
                return said
    if along and var is not None:
        pairs = permutations((0.0, *USUAL_SIZES), 2)
        fits = [p for p in pairs if np.allclose(slopes, np.sqrt((var + p[0]) / (var + p[1])), rtol=tolerance)]
        return [_two_eps(*pair) for pair in fits] or _free("column", slopes)
    for fits, axis, name, factors in ((along, 0, "column", slopes), (across, 1, "row", rows and rows[0])):
        if fits:
            return _by_size(a, b, axis) or _free(name, factors)
    return []


def lines_between(a, b):
    """Slope and shift of each column of b over that of a, and the largest distance from these lines."""
    across = a - a.mean(axis=0)
    power = np.maximum((across**2).sum(axis=0), 1e-300)
    slopes = (across * (b - b.mean(axis=0))).sum(axis=0) / power
    shifts = b.mean(axis=0) - slopes * a.mean(axis=0)
    return slopes, shifts, np.abs(slopes * a + shifts - b).max()


def _one_factor(factor, counts, shifts, tolerance) -> list[str]:
    plus = "" if np.abs(shifts).max() < tolerance else ", plus a number a feature"
    said = [f"The second result is {factor:.6g} times the first{plus}."]
    for n in sorted(counts):
        for power, first, second in ((0.5, "n − 1", "n"), (-0.5, "n", "n − 1")):
            if n > 1 and abs(factor - (n / (n - 1)) ** power) <= 2 * tolerance * factor:
                said.append(
                    f"That is √({n}/{n - 1}) or its inverse: the first divides the variance by {first}, the second by "
                    f"{second} (n = {n}). torch normalizes with n: ddof=0 in NumPy, correction=0 in torch."
                )
        for power, which in ((0.5, "first"), (-0.5, "second")):
            if n > 2 and abs(factor - n**power) <= 2 * tolerance * factor:
                by = "divides by the root of the sum of squares, not of their mean"
                said.append(f"That is √{n} or its inverse: the {which} {by}.")
    return said


def _by_size(a, b, axis) -> list[str]:
    """The ratio of two ε: a pool's σ is √(v / (v + ε)), and so ε over v can be told of both."""
    over = [1 / t.var(axis=axis) - 1 for t in (a, b)]
    ratios = over[1] / over[0]
    ratio, usual = ratios.mean(), all(np.all(t > 1e-9) and np.all(t < 10) for t in over)
    centred = np.abs([a.mean(axis), b.mean(axis)]).max() <= 1e-3
    if not (usual and centred and len(ratios) > 1 and np.ptp(ratios) <= 0.05 * ratio):
        return []
    pairs = [p for p in permutations(USUAL_SIZES, 2) if abs(p[1] / p[0] - ratio) < 0.05 * ratio]
    told = f"The ε of the second result is {ratio:.4g} times that of the first."
    return [told, *(_two_eps(*pair) for pair in pairs)]


def _two_eps(first, second) -> str:
    words = [f"ε = {eps:g} inside the root" if eps else "no ε" for eps in (first, second)]
    return f"The first may have {words[0]}, and the second {words[1]}."


def _free(name, factors) -> list[str]:
    said = [
        f"The second result is each {name} of the first times a number of its own: {listed(factors)}. Another γ does "
        "this, or another σ; where one divides by σ² in place of σ, these numbers are σ or 1/σ."
    ]
    for first, second in ((1e-5, 1e-3), (1e-3, 1e-5)) if name == "column" else ():
        squared = factors**2
        variances = (squared * second - first) / (1 - squared)
        if np.all(np.isfinite(variances)) and np.all(variances > 0) and np.all(variances < 1e3):
            epsilons = f"ε = {first:g} in the first and ε = {second:g} in the second"
            said.append(
                f"Or with {epsilons}, the variances are {listed(variances)}: test it with running_var=."
            )
    return said
