"""Values as dots on a line, those at one place piled up, so that each of them is seen."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import SPOT, stretched
from normviz.drawing.markup import tag
from normviz.drawing.scale import Scale

DOT = 8.4  # px, the room of one round dot
MARK, MANY = 0.022, 40  # a mark's part of an axis; more values than this would lie on each other
COIN = 1.5  # px: what is thinner than this cannot be told apart, and a pile of it is one bar
THINNEST = 2.0  # px, the least height of a bar


def piled(values: np.ndarray, scale: Scale | None = None) -> list[tuple[float, int]]:
    """Each place with the number of values at it, from low to high.

    Values closer than a two-hundredth of all are at one place: a thousand tokens of a small vocabulary must not
    cost a thousand marks. More than ``MANY`` values stand on ``scale`` at places a mark apart, so that no pile
    covers the next.

    >>> piled(np.array([7.0, 2.0, 1.0, 7.0, 3.0]))
    [(1.0, 1), (2.0, 1), (3.0, 1), (7.0, 2)]
    """
    if len(values) == 0:
        return []
    apart = scale is not None and len(values) > MANY and (scale.high - scale.low) * MARK
    low, step, places = _places(values, apart or 0.0)
    # Counted and not sorted: a column of a million numbers is drawn at every step of a slider.
    counts = np.bincount(places)
    if apart:
        return [(float(low + place * step), int(counts[place])) for place in np.flatnonzero(counts)]
    first = np.empty(len(counts), int)
    first[places[::-1]] = np.arange(len(values))[::-1]  # of several at one place the last to be written stays
    return [(float(values[first[place]]), int(counts[place])) for place in np.flatnonzero(counts)]


def _places(values: np.ndarray, apart: float) -> tuple[float, float, np.ndarray]:
    low, high = values.min(), values.max()
    step = max((high - low) / 200 or 1.0, apart)
    return low, step, np.round((values - low) / step).astype(int)


def step_of(piles: Sequence[tuple[float, int]], room: float) -> float:
    """What one value takes of a pile's height: a dot's room, and less where the highest pile would not fit.

    >>> step_of([(1.0, 1), (7.0, 2)], 36), step_of([(0.0, 10)], 36)
    (8.4, 3.6)
    """
    return min(DOT, room / max((count for _, count in piles), default=1))


@lru_cache(maxsize=64)
def draw_piles(
    piles: tuple[tuple[float, int], ...],  # as piled returns them
    scale: Scale,
    *,
    bottom: float,  # px from the top of the chart
    room: float,  # px, the height that the highest pile may have
    class_: str,  # the look, as a stroke; "nv-coins" or "nv-columns" is added for coins and bars
    key: str | None = None,
) -> Markup:
    """One mark a value, from ``bottom`` upwards: dots, or flat coins where many must fit."""
    step = step_of(piles, room)
    places = [f"{at:g}" for at in scale.along(np.array([value for value, _ in piles]))]
    up = 100 / room  # the window is 100 high, whatever it measures on the screen
    path, look = [], ""
    for at, (_, count) in zip(places, piles, strict=True):
        if step == DOT:
            path += [f"M{at},{100 - up * (i + 0.5) * DOT:.4g}{SPOT}" for i in range(count)]
        elif step >= COIN:
            look = " nv-coins"
            gap = min(1.0, 0.4 * step)
            path += [f"M{at},{100 - up * i * step:.4g}v{-up * (step - gap):.4g}" for i in range(count)]
        else:
            look = " nv-columns"
            path.append(f"M{at},100v{-up * max(count * step, THINNEST):.4g}")
    path = "".join(path)
    marks = tag("path", d=path, class_=class_ + look)
    return stretched(marks, y=bottom - room, height=room, overflow="visible", data_key=key)
