"""What each convention makes of x, beside the result: as it stands, and with a γ and a β of its own a feature."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from normviz.diagnosis.conventions import POOLS, TORCH_EPS, TURNED, Pool, Recipe, recipes_of
from normviz.diagnosis.match import Match, describe

# Beyond this many rows a sample is searched first, and what agrees on it is tried on every cell.
SAMPLE = 64
# A fit of γ and β counts only if chance would bring it about less than once in 10⁴ tries.
DIGITS_OF_EVIDENCE = 4.0
# How much of a result, at most, may be laid to the last bits of x.
MOST_SLACK = 0.01


class Tried(NamedTuple):
    """A convention and how far it is from the result: its largest difference, and whether that is none."""

    pool: str
    divisor: str
    eps: str
    difference: float
    fits: bool


def as_it_stands(tried, eps, x, result, real, precision, rows):
    """What agrees with γ = 1 and β = 0; else the nearest; and how far all are off."""
    whole = rows[0].size == real.size // (real.shape[-1] if real.ndim > 1 else 1)
    matches, near, grid = [], (np.inf, None, None), []
    for recipe in tried:
        variants = recipe.variants(eps)
        if not variants:
            continue
        off, allowed = differences(recipe, variants, x, result, rows, precision)
        off = np.where(real[rows], off, 0).reshape(len(off), -1)
        fits = np.all(off <= allowed.reshape(off.shape), axis=1)
        worst = off.max(axis=1)
        agreeing = [variant for variant, fit in zip(variants, fits, strict=True) if fit]
        if not whole:
            agreeing = [v for v in agreeing if _agrees_everywhere(recipe, v, x, result, real, precision)]
        grid += _tried(recipe, variants, worst, agreeing)
        if agreeing:
            matches.append(describe(recipe, agreeing, predicted_by(recipe, agreeing[0], x)))
        elif worst.min() < near[0]:
            near = (worst.min(), recipe, variants[worst.argmin()])
    return matches, near, grid


def _tried(recipe: Recipe, variants, worst: np.ndarray, agreeing) -> list[Tried]:
    usual = recipe.centred and recipe.divisor in ("n", "n - 1")
    if not usual or recipe.pads not in (None, "in") or recipe.pool is TURNED:
        return []
    found = []
    for place in dict.fromkeys(place for place, _ in variants):
        off = min(w for w, (its, _) in zip(worst.tolist(), variants, strict=True) if its == place)
        fits = any(its == place for its, _ in agreeing)
        found.append(Tried(recipe.pool.key, recipe.divisor, place, off, fits))
    return found


def sample(real: np.ndarray):
    """Places of up to SAMPLE rows that hold real cells, as an index into all axes but the last."""
    places = np.argwhere(real.any(axis=-1) if real.ndim > 1 else real)
    chosen = places[np.linspace(0, len(places) - 1, min(SAMPLE, len(places))).astype(int)]
    return tuple(chosen.T)


def _predictions(recipe: Recipe, variants, x, where=...):
    """What the variants predict, one a first index; the size of the numbers that went into it; and how far it
    moves, at most, with every number of x moved by one unit, up or down."""
    shift = np.broadcast_to(recipe.shift, x.shape)[where]
    denominators = recipe.denominators(variants)
    # A spread of shape (1,) belongs to all cells; its new first axis must not be taken for x's own.
    missing = (1,) * (x.ndim + 1 - denominators.ndim)
    denominators = denominators.reshape(len(variants), *missing, *denominators.shape[1:])
    denominators = np.broadcast_to(denominators, (len(variants), *x.shape))
    denominators = denominators[:, *(where if isinstance(where, tuple) else (where,))]
    at_end = np.array([eps if place == "quotient" else 0 for place, eps in variants])
    predicted = (x[where] - shift) / denominators
    predicted += at_end.reshape(-1, *(1,) * (predicted.ndim - 1))
    size = (np.abs(x[where]) + np.abs(shift)) / denominators + np.abs(predicted)
    spread = max(1, abs(recipe.degree) / 2) * denominators ** (1 - 1 / recipe.degree)
    return predicted, size, 2 * (1 + np.abs(predicted) * spread) / denominators


def predicted_by(recipe, variant, x) -> np.ndarray:
    return _predictions(recipe, (variant,), x)[0][0]


def differences(recipe, variants, x, result, where, precision):
    predicted, size, moved = _predictions(recipe, variants, x, where)
    result = result[where]
    off = np.abs(predicted - result)
    # Divided by a σ of almost 0, the last bits of x are as large as any result: then they explain nothing.
    most = precision.tolerance(0) + MOST_SLACK * (1 + np.abs(result))
    allowed = np.minimum(precision.tolerance(size, moved), most)
    # A 0/0 of theirs is explained by a 0/0 of ours, and by nothing else; 1/0 likewise.
    alike = (np.isnan(predicted) & np.isnan(result)) | (predicted == result)
    off = np.where(alike, 0, np.where(np.isnan(off), np.inf, off))
    return off, np.where(np.isnan(allowed), 0, allowed)


def _agrees_everywhere(recipe, variant, x, result, real, precision) -> bool:
    off, allowed = differences(recipe, (variant,), x, result, ..., precision)
    return bool(np.all((off <= allowed) | ~real))


def solved(tried, eps, x, result, real, precision, rows) -> list[Match]:
    """Conventions that agree with an ε of their own: one number for all pools, which differ in their spread."""
    matches, known = [], real & np.isfinite(result) & (np.abs(result) > 0.1)
    for recipe in filter(_is_norm, tried):
        spread = np.broadcast_to(recipe.spread, x.shape)[known]
        if not spread.size or np.ptp(spread) < 0.05 * spread.max():
            continue  # any scale is an ε of one pool
        off, size = np.abs((x - np.broadcast_to(recipe.shift, x.shape))[known]), np.abs(result[known])
        slack = precision.tolerance(size, 2 * (1 + size) * size / np.maximum(off, 1e-300))
        for place, power, over in (("inside", 2, spread), ("outside", 1, np.sqrt(spread))):
            low = np.max((off / (size + slack)) ** power - over)
            high = np.min((off / np.maximum(size - slack, 1e-300)) ** power - over)
            if not 0 < low <= high < 10 * spread.max():
                continue
            rounded = (float(f"{(low + high) / 2:.{digits}g}") for digits in range(1, 17))
            eps = [(place, next((e for e in rounded if low <= e <= high), (low + high) / 2))]
            matches += as_it_stands([recipe], eps, x, result, real, precision, rows)[0]
    return matches


def each_place(_, eps, x, result, real, precision, rows) -> list[Match]:
    """Layer norm over whole sentences, with a γ and a β for each number of a sentence."""
    if x.ndim < 3 or not real.all():
        return []
    flat, result, real = (t.reshape(len(t), -1) for t in (x, result, real))
    every = recipes_of(flat, replace(POOLS[3][3], axes=(1,)), None, None)
    found, line = fitted(every, eps, flat, result, real, precision, sample(real)), ("axis=0", "axis=(0, 1)")
    return [replace(m, predicted=m.predicted.reshape(x.shape), line=m.line.replace(*line)) for m in found]


def in_groups(x, result, real, precision) -> list[Recipe]:
    """Recipes whose means are of groups of rows, such as one a school; empty where not every row has such a group."""
    if x.ndim > 2 or not real.all():
        return []
    table, given = (t.reshape(len(t), -1) for t in (x, result))
    left, labels = np.flatnonzero(np.isfinite(given).all(1) & given.any(1)), np.arange(len(x))
    while 2 < len(left) <= 200:  # each row is held against each
        dx, dy = (t[left] - t[left[0]] for t in (table, given))
        slope = (dy / dx)[:, None]  # through the first row and each other one
        off = np.abs(slope * dx - dy)
        slack = precision.tolerance(1 + np.abs(given[left])) * (2 + 2 * np.abs(dx / dx[:, None]))
        on = np.all(off <= slack, axis=2)  # which rows lie on it: those of one mean and one σ
        centred = np.abs(on @ given[left]).max(1) <= on.sum(1) * precision.tolerance(1)
        best = np.argmax(on.sum(1) * centred)
        if not centred[best] or on[best].sum() < 2:
            return []
        labels[left[on[best]]] = left[0]
        left = left[~on[best]]
    groups = [labels == label for label in np.unique(labels)]
    if len(groups) < 2 or max(map(np.sum, groups)) < 3:
        return []
    first = ", ".join(map(str, np.flatnonzero(groups[0])[:6])) + ", …" * int(groups[0].sum() > 6)
    words = f"each column of each group of rows alone ({len(groups)} groups; the first is rows {first})"
    pool, found = Pool("groups of rows", (0,), words), []
    for divisor, ddof in (("n", 0), ("n - 1", 1)):
        mean, var = np.empty(table.shape), np.empty(table.shape)
        for rows in groups:
            mean[rows] = table[rows].mean(0)
            var[rows] = ((table[rows] - mean[rows]) ** 2).sum(0) / (rows.sum() - ddof)
        found.append(Recipe(pool, True, divisor, None, mean.reshape(x.shape), var.reshape(x.shape)))
    return found


def _is_norm(recipe: Recipe) -> bool:
    return recipe.divisor == "rms" if not recipe.centred else recipe.divisor in ("n", "n - 1")


def fitted(tried, eps, x, result, real, precision, rows) -> list[Match]:
    """Conventions that agree once every feature is given its own γ and β."""
    if not np.isfinite(result[real]).all():
        return []
    matches, absorbed = [], set()
    for recipe in filter(_is_norm, tried):
        axis = recipe.pool.feature_axis
        if recipe.pool.absorbed and (recipe.divisor != "n" or axis in absorbed):
            continue
        # A free γ takes up n − 1, unless an ε stands beside it: then only one of both has an ε that is usual.
        if recipe.divisor == "n - 1" and any(m.pool == recipe.pool.key for m in matches):
            continue
        agreeing, first = [], None
        for variant in [TORCH_EPS] if recipe.pool.absorbed else recipe.variants(eps):
            if axis == -1 and _fit(recipe, variant, x, result, real, axis, precision, rows) is None:
                continue
            fit = _fit(recipe, variant, x, result, real, axis, precision)
            if fit is not None:
                agreeing.append(variant)
                first = first or fit
        if agreeing:
            gamma, beta = first
            # γ and β belong to the features, which stand last but in torch's layout.
            wide = [1] * x.ndim
            wide[axis] = -1
            fitted = predicted_by(recipe, agreeing[0], x) * gamma.reshape(wide) + beta.reshape(wide)
            matches.append(describe(recipe, agreeing, fitted, gamma, beta))
            if recipe.pool.absorbed:
                absorbed.add(axis)
    return matches


def _fit(recipe, variant, x, result, real, axis, precision, where=...):
    """γ and β of least squares, one a feature; None unless they agree and that could hardly be chance.

    A β that is smaller than the result is known is 0.
    """
    (predicted,), (size,), (moved,) = _predictions(recipe, (variant,), x, where)
    flat = lambda a: np.moveaxis(a, axis, -1).reshape(-1, a.shape[axis]) if a.ndim > 1 else a[:, None]  # noqa: E731
    predicted, result, real, size, moved = map(flat, (predicted, result[where], real[where], size, moved))
    if not np.isfinite(predicted[real]).all():
        return None
    n = np.maximum(real.sum(axis=0), 1)
    at = np.sum(predicted, axis=0, where=real) / n
    to = np.sum(result, axis=0, where=real) / n
    across = predicted - at
    power = np.sum(across**2, axis=0, where=real)
    gamma = np.sum(across * (result - to), axis=0, where=real) / np.where(power > 0, power, 1)
    beta = to - gamma * at
    off = np.abs(predicted * gamma + beta - result)
    allowed = precision.tolerance(np.abs(gamma) * size + np.abs(beta), np.abs(gamma) * moved)
    # Rounding moves the fitted γ and β a little, and so the prediction by up to as much again.
    if np.any((off > 2 * allowed) & real):
        return None
    spread = np.sqrt(np.sum((result - to) ** 2, axis=0, where=real) / n)
    typical = np.sum(allowed, axis=0, where=real) / n
    # Predictions that lie closer than the result is known are one.
    columns = zip((gamma * predicted).T, real.T, 4 * typical, strict=True)
    free = np.array([np.sum(np.diff(np.sort(column[r])) > apart) - 1 for column, r, apart in columns])
    digits = np.maximum(free, 0) * np.maximum(np.log10(np.maximum(spread, 1e-300) / (4 * typical)), 0)
    beta = np.where(np.abs(beta) <= typical, 0.0, beta)
    return (gamma, beta) if digits.sum() >= DIGITS_OF_EVIDENCE else None
