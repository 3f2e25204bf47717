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
WIDEST = 10  # columns of a heap
STEM = 9.0  # px, under a heap; a dot has room below


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


def members(values: np.ndarray) -> list[list[int]]:
    """Which values lie at each place of :func:`piled`, where these are few.

    >>> members(np.array([7.0, 2.0, 1.0, 7.0, 3.0]))
    [[2], [1], [4], [0, 3]]
    """
    found: dict[int, list[int]] = {}
    for i, place in enumerate(_places(values, 0.0)[2].tolist() if len(values) else ()):
        found.setdefault(place, []).append(i)
    return [found[place] for place in sorted(found)]


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
    key: str | None = None,  # of the whole, where its marks have none
    keys: tuple[tuple[str, ...], ...] = (),  # of every mark, pile by pile; such marks can move one by one
) -> Markup:
    """One mark a value, from ``bottom`` upwards: dots, or flat coins where many must fit."""
    step = step_of(piles, room)
    places = [f"{at:g}" for at in scale.along(np.array([value for value, _ in piles]))]
    if keys and step >= COIN:
        return _one_by_one(places, keys, bottom, step, class_)
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


def heap_height(count: int, room: float) -> float:
    """How high :func:`draw_heap` heaps so many dots, in px.

    >>> heap_height(2, 60), heap_height(50, 60) == heap_height(500, 60)
    (16.8, True)
    """
    high, stem = _heap(count, room)
    return stem + DOT * min(count, high)


@lru_cache(maxsize=64)
def draw_heap(at: float, count: int, *, bottom: float, room: float, key: str | None) -> Markup:
    """Heap dots over one place, in per cent, in as many columns as they need: ten times as many are ten times as
    large. More than ``WIDEST`` columns are one block.

    What is wider than its place stands on a stem, which says that all of it is at this one place, and under which
    other values are seen.
    """
    high, stem = _heap(count, room)
    wide, floor = -(-count // high), bottom - stem
    if wide > WIDEST:
        width, height = DOT * WIDEST, DOT * high
        place = {"x": -width / 2, "y": floor - height, "width": width, "height": height}
        marks = [tag("rect", **place, class_="nv-pad-block")]
    else:
        path = "".join(
            f"M{DOT * (i // high - (wide - 1) / 2):.4g},{floor - DOT * (i % high + 0.5):.4g}{SPOT}"
            for i in range(count)
        )
        marks = [tag("path", d=path, class_="nv-pad-dots")]
    if stem:
        marks.insert(0, tag("path", d=f"M0,{bottom:g}v{-stem:g}", class_="nv-shift"))
    return tag("svg", marks, x=f"{at}%", overflow="visible", width=1, height=1, data_key=key)


def _heap(count: int, room: float) -> tuple[int, float]:
    """How many dots of a heap stand on each other, and the height of its stem."""
    high = max(int(room / DOT), 1)
    if count <= high or room < STEM + DOT:
        return high, 0.0
    return max(int((room - STEM) / DOT), 1), STEM


def _one_by_one(places, keys, bottom: float, step: float, class_: str) -> Markup:
    marks = []
    for at, pile in zip(places, keys, strict=True):
        for i, key in enumerate(pile):
            if step == DOT:
                y = f"{bottom - (i + 0.5) * DOT:.4g}"
                marks.append(tag("circle", data_key=key, cx=f"{at}%", cy=y, r=DOT / 2))
            else:
                high = step - min(1.0, 0.4 * step)
                y = f"{bottom - i * step - high:.4g}"
                marks.append(tag("rect", data_key=key, x=f"{at}%", y=y, width=DOT, height=f"{high:.4g}"))
    look = "" if step == DOT else " nv-flat"
    return tag("g", marks, class_=f"{class_}{look} nv-each")
