"""A known mistake, drawn: the ruler that it makes of the question's own numbers, and later the right one below it."""

from collections.abc import Iterator

import numpy as np

import normviz as nv
from normviz.drawing.apart import rulers_apart
from normviz.drawing.ruler import ruler_of
from normviz.exercises.kinds import Numeric, Wrong
from normviz.message import Drawn

MOST = 40  # numbers of a pool


def mistaken_rulers(question: Numeric, wrong: tuple[Wrong, ...], told: bool) -> list[Drawn]:
    """Draw the first of the known mistakes in ``wrong``; beside the right ruler where that may be ``told``."""
    drawn = (mistaken_ruler(question, value, told) for value, known in question.mistakes() if known in wrong)
    return list(filter(None, drawn))[:1]


def mistaken_ruler(question: Numeric, given, told: bool = True) -> Drawn | None:
    """Draw the ruler behind a wrong number or array, and the right one, on the question's own numbers.

    None where the question is not made from one column or row, or where no rule leads from it to what was ``given``.
    """
    given = np.squeeze(np.asarray(given, dtype=float))
    right = np.asarray(question.right_answer(), dtype=float)
    beside = [np.asarray(one, dtype=float) for one in question.data.values()]
    for name, x, others in _pools(question):
        asked = enumerate(_answers(x, x.mean(), x.std()))
        k = next(
            (k for k, one in asked if one.shape == right.shape and question.agree(one, right).all()), None
        )
        if k is None:
            continue
        for mean, step in _rules(x, others, beside):
            with np.errstate(all="ignore"):
                made = list(_answers(x, mean, step))[k]
            differs = made.shape == given.shape == right.shape and not question.agree(made, right).all()
            if differs and np.isfinite(made).all() and question.agree(given, made).all():
                return _drawn(question, name, x, _followed(x, made, right, k), mean, step, told)
    return None


def _pools(question: Numeric) -> Iterator[tuple[str, np.ndarray, list[np.ndarray]]]:
    """Every list of numbers that the solution names, and the others."""
    if question.solution.__name__ == "<lambda>":
        return
    names = {"np": np, "nv": nv}
    exec(question.code, names)
    lists = {name: np.squeeze(value) for name, value in names.items() if isinstance(value, np.ndarray)}
    lists = {
        name: x.astype(float)
        for name, x in lists.items()
        if name != "answer"
        and x.ndim == 1
        and 2 <= len(x) <= MOST
        and x.dtype.kind in "if"
        and np.isfinite(x).all()
    }
    for name, x in lists.items():
        if len(set(x)) > 2:  # of two numbers, the solution has made the column itself
            yield name, x, list(lists.values())


def _answers(x: np.ndarray, mean, step) -> Iterator[np.ndarray]:
    """What may be asked of a ruler: one number's reading, all of them, its 0 and its step."""
    readings = (x - mean) / step
    yield from readings
    yield readings
    yield from map(np.asarray, (step, mean, step**2, [step, mean], [mean, step]))


def _rules(x: np.ndarray, others: list, beside: list) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The μ and σ that mistakes take: one for all numbers, or one for each."""
    mean, std = x.mean(), x.std()
    steps = (
        x.std(ddof=1),
        x.var(),
        x.var(ddof=1),
        std * np.sqrt(len(x)),
        np.abs(x - mean).mean(),
        np.float64(1),
    )
    yield from ((mean, step) for step in steps)
    yield from ((np.float64(0), step) for step in (std, np.sqrt((x**2).mean())))
    yield x.min(), np.ptp(x)
    for kept in (
        x[x != 0],
        *(other for other in others if np.array_equal(other[other != 0], x)),
    ):  # without pads
        if 0 < len(kept) != len(x) and kept.std():
            yield kept.mean(), kept.std()
    table = np.array([other for other in beside if other.shape == x.shape])
    if len(table) > 1:  # over all of it, and along the other axis
        yield table.mean(), table.std()
        yield table.mean(axis=0), table.std(axis=0)


def _followed(x, made, right, k: int) -> int:
    """The place of the number that is read: the one that is asked for, or one of which most becomes wrong."""
    if k < len(x):
        return k
    return int(np.argmax(np.abs(made - right) if k == len(x) else np.abs(x - x.mean())))


def _drawn(question, name: str, x, followed: int, mean, step, told: bool) -> Drawn:
    mean, step = (float(np.broadcast_to(one, x.shape)[followed]) for one in (mean, step))
    tone = "row" if "layer norm" in question.ask.casefold() or "row" in name else "column"
    rulers = [ruler_of(x, mean, step**2, tone="ink", name="yours")]
    rulers += [ruler_of(x, x.mean(), x.var(), tone=tone, name="right")] * told
    return Drawn(*rulers_apart(x, rulers, followed))
