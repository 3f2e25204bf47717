"""diagnose: which convention turns this x into that result."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from normviz import _inputs
from normviz.diagnosis.conventions import (
    END_EPS,
    NO_EPS,
    RARE_EPS,
    TORCH_EPS,
    USUAL_EPS,
    rare_recipes,
    recipes,
)
from normviz.diagnosis.match import Match, describe
from normviz.diagnosis.precision import MACHINES, Precision
from normviz.diagnosis.statistics import Running, between, lines_between, lost, running
from normviz.diagnosis.tries import (
    Tried,
    as_it_stands,
    differences,
    each_place,
    fitted,
    in_groups,
    predicted_by,
    sample,
    solved,
)
from normviz.message import Code, Items, Message
from normviz.norms import LOST, digits_are_lost

MOST_DECIMALS = 100
NOT_ONE_X = "No factor leads from one to the other: other pools, γ and β beside another ε, or another x."
OTHER_BATCHES = (
    "No usual momentum leads to them from 0 and 1, with n or n − 1, with x again and again or with x[0], x[1], … in "
    "turn. Other batches were seen as well, or the start was another."
)
ALL_ALIKE = "On this input they give the same numbers, and the numbers cannot tell which it was."
TURNED_ROUND = (
    "A row is one line of what you gave. If each line is a column of your table, the norm is batch norm: give the "
    "transposed tables, nv.diagnose(np.transpose(x), np.transpose(result))."
)
NOT_TRIED = ("Not tried: group norm; a γ or β for axis 1 with a layer or instance norm's pools.",)
NEAR_1 = 0.7  # two results of one x whose ε differ are less than this factor apart
# How far running statistics that were read from a fit may be off.
MOST_OFF = 1e-4
FAR = 0.5  # a convention that is off by more is no neighbour
HOW_TO_ASK = "Ask with two tables of one shape, before and after: nv.diagnose(x, result)."


@dataclass(frozen=True, repr=False)
class Diagnosis(Message):
    """What :func:`diagnose` found.

    Attributes
    ----------
    matches : every convention that reproduces the result, the plainest first; empty if none does
    nearest : the convention that comes nearest where none agrees and one comes near, else None
    difference : its largest difference from the result, else None
    precision : how exactly the result was taken to be known
    refused : whether the input could not be compared at all
    tried : (x − μ) / σ with every pool, n or n − 1, and every place of ε; of several sizes of ε the nearest counts
    headline, blocks, text : as in :class:`normviz.message.Message`
    """

    matches: tuple[Match, ...] = ()
    nearest: Match | None = None
    difference: float | None = None
    precision: str = ""
    refused: bool = False
    tried: tuple[Tried, ...] = ()
    running: tuple[Running, ...] = ()


def diagnose(
    x=None,
    result=None,
    *,
    mask=None,
    decimals: int | None = None,
    x_decimals: int | None = None,
    running_mean=None,
    running_var=None,
    other=None,
) -> Diagnosis:
    """Say which conventions turn ``x`` into ``result``: the pool, n or n − 1, where ε stands, γ and β.

    Without a result, it says how running statistics came from x. Without x, it says how two results differ.

    Parameters
    ----------
    x : array, (N,), (N, D) or (B, L, D), features last
    result : array of x's shape, the result of a normalization; it may hold NaN
    mask : booleans, x's shape or that without the last axis, True at real cells; only these are compared
    decimals : how many decimals ``result`` was printed with; inferred from the numbers unless told
    x_decimals : the same of ``x``, if it may have been rounded as well
    running_mean, running_var : arrays, (D,), stored statistics, one or both, given with x alone: which momentum, after
        how many batches (x again and again, or x[0], x[1], … in turn), n or n − 1. ``running_var`` beside ``other``
        is the variance that both results have used
    other : array of result's shape, another result of the same x, which is not given: which divisor or ε lies between

    Returns
    -------
    Diagnosis, with every convention that agrees: numbers alone cannot choose between these. A wrong argument raises
    no error: the Diagnosis is then ``refused``, and names the argument, what was expected and what came.

    Examples
    --------
    >>> x = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    >>> diagnose(x, [[-1] * 4, [0] * 4, [1] * 4]).matches[0].divisor
    'n - 1'
    >>> diagnose(x, [[-1.2247] * 4, [0] * 4, [1.2247] * 4]).matches[0].divisor
    'n'
    >>> diagnose(x, running_mean=[0.5, 0.6, 0.7, 0.8], running_var=[2.5] * 4).running[0][:3]
    (0.1, 1, 'n - 1')
    >>> between = diagnose(None, [[-1] * 4, [0] * 4, [1] * 4], other=[[-1.2247] * 4, [0] * 4, [1.2247] * 4])
    >>> "the first divides the variance by n − 1, the second by n (n = 3)" in between.text
    True
    """
    try:
        if other is not None or (result is None and not (running_mean is None and running_var is None)):
            return _without_a_result(x, result, running_mean, running_var, other)
        x, result, real = _read(x, result, mask)
        decimals, x_decimals = _decimals(decimals=decimals, x_decimals=x_decimals)
    except (TypeError, ValueError) as error:
        return Diagnosis("? Nothing to compare yet", (f"{error}.", HOW_TO_ASK), refused=True)
    with np.errstate(all="ignore"):
        known = result[real & np.isfinite(result)]
        told = decimals is not None or not known.size
        precision = Precision(decimals, MACHINES["float64"]) if told else Precision.of(known)
        precision = replace(precision, rows=x.size // (x.shape[-1] if x.ndim > 1 else 1))
        found = _search(x, result, real, mask is not None, precision, precision.with_rounded(x, x_decimals))
        return replace(found, blocks=(*found.blocks, *_lost(x, real)))


def _lost(x, real) -> list[str]:
    """A word where float64 has lost the digits of every column, or of every row."""
    if x.ndim == 1:
        return [LOST] * bool(digits_are_lost(x[real].mean(), x[real].std()))
    rows, kept = x.reshape(-1, x.shape[-1]), real.reshape(-1, x.shape[-1])
    for axis in (0, 1):
        lines = kept.any(axis=axis)
        pools, of_pool = rows.compress(lines, axis=1 - axis), kept.compress(lines, axis=1 - axis)
        if digits_are_lost(pools.mean(axis=axis, where=of_pool), pools.std(axis=axis, where=of_pool)):
            return [LOST]
    return []


def _without_a_result(x, result, mean, var, other) -> Diagnosis:
    if other is not None:
        if x is not None and result is not None:
            raise ValueError("other: expected None beside both x and result")
        one, other = _read(x if result is None else result, other, None)[:2]
        if not np.isfinite(other).all():
            raise ValueError("other: expected finite numbers")
        var = _of_features("running_var", var, one)
        with np.errstate(all="ignore"):
            said = between(one, other, var)
        if not said:
            return Diagnosis("No known difference lies between these two results", (NOT_ONE_X,))
        return Diagnosis("What lies between these two results", tuple(said))
    x = _inputs.array("x", x, ndim=(2, 3))
    mean, var = _of_features("running_mean", mean, x), _of_features("running_var", var, x)
    found = tuple(running(x, mean, var))
    if not found:
        return Diagnosis("These running statistics do not come from this x alone", (OTHER_BATCHES,))
    head = f"{'1 way leads' if len(found) == 1 else f'{len(found)} ways lead'} from x to these running statistics"
    return Diagnosis(head, tuple(one.words for one in found), running=found)


def _of_features(name: str, value, x) -> np.ndarray | None:
    if value is None:
        return None
    value = _inputs.array(name, value, ndim=(1,))
    if len(value) != x.shape[-1]:
        raise ValueError(f"{name}: expected {x.shape[-1]} numbers, one a feature, got {len(value)}")
    return value


def _decimals(**told) -> list[int | None]:
    for name, value in told.items():
        if value is not None and _inputs.whole(name, value, at_least=0) > MOST_DECIMALS:
            raise ValueError(f"{name}: expected at most {MOST_DECIMALS}, got {_inputs.describe(value)}")
    return [None if value is None else int(value) for value in told.values()]


def _read(x, result, mask):
    if x is None or result is None:
        missing = "x" if x is None else "result"
        raise TypeError(f"{missing}: expected numbers, got None")
    x = _inputs.array("x", x, ndim=(1, 2, 3))
    result = _inputs.array("result", result, finite=False)
    if result.shape != x.shape:
        raise ValueError(f"result: expected x's shape {x.shape}, got shape {result.shape}")
    real = np.ones(x.shape, bool) if mask is None else _inputs.mask(mask, x.shape)
    if not real.any():
        raise ValueError("mask: expected at least one real cell, got none")
    return x, result, real


def _search(x, result, real, masked, precision, rounded) -> Diagnosis:
    where = real if masked else None
    tried, rows = list(recipes(x, where)), sample(real)
    exact = lambda *how: as_it_stands(*how)[0]  # noqa: E731
    matches, near, grid = as_it_stands(tried, USUAL_EPS, x, result, real, precision, rows)
    known, single = precision, precision.of_single()
    # Each of these supposes more than the one before it.
    usual = [(USUAL_EPS, supposed) for supposed in (precision, single, rounded)]
    rare, end = (RARE_EPS, precision), (END_EPS, precision)
    plan = [(exact, lambda: tried, *way) for way in (*usual[1:], rare, end)]
    plan += [(exact, cache(lambda: list(rare_recipes(x, where))), *way) for way in (*usual, rare)]
    plan += [(solved, lambda: tried, *way) for way in usual]
    plan += [(fitted, lambda: tried, *way) for way in (*usual, rare)]
    plan += [(each_place, lambda: None, *usual[0])]
    plan += [(exact, lambda: in_groups(x, result, real, precision), *usual[0])]
    for agreeing, chosen, eps, supposed in plan:
        if not matches and supposed is not None:
            matches = agreeing(chosen(), eps, x, result, real, supposed, rows)
            known = supposed if matches else precision
    looser = []
    # An unusual ε may be made up of the digits of x that were cut off.
    if matches and rounded and known is precision and not any(_is_usual(match) for match in matches):
        looser = exact(tried, USUAL_EPS, x, result, real, rounded, rows)
    if not matches and (cause := lost(x, result, real)):
        return Diagnosis("No convention, but a cause", (cause,), precision=known.words, tried=tuple(grid))
    found = _in_words(matches, near, x, result, real, known)
    found = replace(found, blocks=(*found.blocks[:-1], *_beside(matches, x, result), found.blocks[-1]))
    if any(map(_is_usual, looser)):
        note = f"If x was rounded as well, to {rounded.x_decimals} decimals, ε may be 1e-5 or absent."
        found = replace(found, blocks=(*found.blocks[:-1], note, found.blocks[-1]))
    return replace(found, tried=tuple(grid))


def _beside(matches, x, result) -> list[str]:
    """What else may be asked: x may be a result itself, and a free γ and β may be running statistics made from x."""
    flat, given = (t.reshape(-1, t.shape[-1] if t.ndim > 1 else 1) for t in (x, result))
    spreads = flat.std(axis=0)
    centred = len(flat) > 2 and np.abs(flat.mean(axis=0)).max() < 1e-3 and np.ptp(spreads) < 1e-3
    if centred and 0.5 < spreads.mean() < 1.001 and not np.array_equal(x, result):
        said = between(x, result)
        return [f"x looks like a result itself. {' '.join(said)}"] if len(said) > 1 else []
    if x.ndim == 1 or len(matches) != 1 or matches[0].told or matches[0].pool != "columns":
        return []
    slope, shift, _ = lines_between(flat, given)
    if not np.all(slope > 0):
        return []
    found = running(x, -shift / slope, slope**-2.0 - TORCH_EPS[1], MOST_OFF)
    said = [f"In evaluation mode: {one.words}" for one in found if one.momentum is not None]
    near = any(np.all((slope > low) & (slope < high)) for low, high in ((NEAR_1, 1), (1, 1 / NEAR_1)))
    return said or [f"If x is itself a result: {words}" for words in (between(x, result)[1:] if near else ())]


def _is_usual(match: Match) -> bool:
    return not {TORCH_EPS, NO_EPS}.isdisjoint(match.eps)


def _in_words(matches, near, x, result, real, precision) -> Diagnosis:
    known = f"The result is taken as known {precision.words}."
    if matches:
        one = len(matches) == 1
        headline = f"{len(matches)} convention{'' if one else 's'} reproduce{'s' if one else ''} this result"
        blocks = []
        for match in matches:
            blocks += [match.words, f"{match.change}:", Code(match.line)]
        if not one:
            blocks.append(ALL_ALIKE)
        # Somebody may have pasted columns as they are printed in a text, one a line.
        if {match.pool for match in matches} == {"rows"} and x.ndim == 2 and len(x) < x.shape[1]:
            blocks.append(TURNED_ROUND)
        return Diagnosis(headline, (*blocks, known), tuple(matches), precision=precision.words)
    headline = "None of the known conventions reproduces this result"
    _, recipe, variant = near
    if not np.isfinite(result[real]).all():
        return Diagnosis(headline, (_not_finite(result, real), known), precision=precision.words)
    (off,), _ = differences(recipe, (variant,), x, result, ..., precision)
    off = np.where(real, off, -1)
    place = tuple(int(i) for i in np.unravel_index(np.argmax(off), x.shape))
    where = f"is off by up to {off.max():.4g}, at index {place if len(place) > 1 else place[0]}"
    nearest = describe(recipe, (variant,), predicted_by(recipe, variant, x)) if off.max() < FAR else None
    blocks = [f"The nearest {where}:", Items((nearest.words,))] if nearest else [f"Even the nearest {where}."]
    if real.reshape(-1, real.shape[-1] if real.ndim > 1 else 1).sum(axis=0).min() < 3:
        blocks.append("A γ and a β fit any column of one or two rows, so they cannot be tested here.")
    blocks = (*blocks, *NOT_TRIED * (x.ndim > 2), known)
    return Diagnosis(headline, blocks, (), nearest, float(off.max()), precision.words)


def _not_finite(result, real) -> str:
    places = np.argwhere(real & ~np.isfinite(result))
    place = tuple(places[0].tolist())
    return (
        f"{len(places)} of its numbers are not finite; the first is {result[place]}, at index "
        f"{place if len(place) > 1 else place[0]}. A σ of 0 without ε gives 0/0, which is NaN; so does a variance over "
        "n − 1 of one number. No pool that was tried explains all of them."
    )
