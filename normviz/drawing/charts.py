"""Small SVG charts for pictures that move: a number line with μ and its σ band, and curves over a control.

Positions are per cent of the width, so a chart fits any screen while its text keeps its size.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import (
    SPOT,
    arrow,
    axis_line,
    band,
    chart,
    dot,
    down,
    reach_of_words,
    stretched,
    triangle,
    words_at,
)
from normviz.drawing.markup import tag
from normviz.drawing.numbers import mean_and_std, plain
from normviz.drawing.part import part
from normviz.drawing.piles import MANY, draw_heap, draw_piles, heap_height, members, piled, step_of
from normviz.drawing.scale import Scale

BELOW_PLOT = 34  # px, for the ticks and the name of the horizontal axis
ROOM = 44  # px, for piles of dots
ABOVE_PILES = 36  # px, for μ and σ in words, and a name
SAME_PLACE = 0.6  # per cent of the axis
EARLY = 70  # per cent of the width: a curve that ends before has its name beside its end
DOT_REACH = 1.6  # per cent of a narrow chart
HIGH_NAME, LOW_NAME = -9, 17  # px from a curve's end to its name
UNDER_TITLE = 13  # px from the top, where a title stands above
CLOSE = 45  # px between two lines across
RING = 11.2  # px, around the picked dot
PASSES = 0.12  # of the way that a thread comes from the side: there it is as high as a name
LINE_AT = ABOVE_PILES + ROOM + 5  # px, of a number line's axis, where the room is the usual one
BELOW_LINE = 32  # px, for its ticks


class Series(NamedTuple):
    """A curve: its name, its values at every x (of a measurement: one row a seed), its tone, and its line.

    Lines are "solid", "long", "dashed", "dashdot" or "dotted".
    """

    name: str
    values: np.ndarray
    tone: str
    line: str = "solid"


class Note(NamedTuple):
    """Words at a place of a chart, ``dx`` px beside it; ``line`` draws an upright line there."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    dx: int = 6
    line: bool = False


@part
def number_line(
    values: np.ndarray,  # (N,)
    *,
    scale: Scale,
    mean: float | None,  # None, where std is the root mean square: the band lies around 0
    std: float,
    tone: str,  # the pool's
    label: str,  # the accessible name
    name: str = "",  # the pool's, written before its μ and σ
    real: np.ndarray | None = None,  # (N,), False at pads, which are drawn hollow and dashed
    picked: int | None = None,  # the dot to ring
    picked_name: str = "",
    ghost: tuple[float, float] | None = None,  # μ and σ without the pads, dashed, with an arrow
    room: float = ROOM,  # px for the piles
    keys: Callable[[int], str] | None = None,  # what a value is called in the picture's tables
    lights: str | None = None,  # the numbers that μ and σ are made of
    # where the picked one's thread comes from, in per cent, if threads come from above: words stand out of their way
    thread_from: float | None = None,
) -> Markup:
    """Draw values as dots on a line, with μ as a triangle and the band from μ − σ to μ + σ.

    Equal values are piled up, and the picked one lies on top of its pile. Keep ``scale`` and ``room`` while a control
    moves, so that the eye can compare, and nothing jumps.
    """
    real = np.ones(len(values), bool) if real is None else real
    bottom = ABOVE_PILES + room
    line = bottom + 5
    words_below = thread_from is not None
    height = line + (82 if ghost is not None else BELOW_LINE) + 18 * words_below
    centre = 0.0 if mean is None else mean
    parts = [band(scale, centre, std, line - 36, 26, "nv-band", lights)]
    parts += axis_line(scale, line, height=5, labels_at=line + 26)
    others = np.arange(len(values)) != picked
    dots, pads = piled(values[real & others], scale), piled(values[~real & others])
    if picked is not None:
        room -= RING  # it may lie on the highest pile
    below = len(parts)  # a heap of pads is wide: it may hide no value
    if dots:
        parts.append(
            draw_piles(
                tuple(dots),
                scale,
                bottom=bottom,
                room=room,
                class_="nv-dots",
                key=lights and f"{lights}/dots",
                keys=_keys_of(values, real & others, keys),
            )
        )
    step = step_of(dots, room)
    tops = [(scale.at(value), bottom - count * step) for value, count in dots]
    for i, (value, count) in enumerate(pads):
        at = scale.at(value)
        floor = _top(tops, at, bottom)
        left = max(room - (bottom - floor), RING)
        key = lights and f"{lights}/pads{i}"
        parts.insert(below, draw_heap(at, count, bottom=floor, room=left, key=key))
        tops.append((at, floor - heap_height(count, left)))
    named = None
    if picked is not None:
        at = scale.at(values[picked])
        ring = _top(tops, at, bottom) - RING / 2
        named = middle, reach, y = _place_of_name(picked_name, at, ring, tops, thread_from)
        key = keys and keys(picked)
        look = "nv-picked" if real[picked] else "nv-picked nv-pad-dot"
        parts.append(dot(at, ring, RING / 2, look, key and f"{key}/dot"))
        parts.append(words_at(middle, y, picked_name, "nv-strong", key and f"{key}/name"))
    for i, (value, count) in enumerate(pads):
        at = scale.at(value)
        count += picked is not None and not real[picked] and abs(scale.at(values[picked]) - at) < SAME_PLACE
        text = f"{count} pads" if count > 1 else "1 pad"
        (middle, reach), y = reach_of_words(at, text), _top(tops, at, bottom) - 6
        # Where the chosen value's name stands, there is no room; the table counts the pads, too.
        if named is None or abs(middle - named[0]) > reach + named[1] or abs(y - named[2]) > 13:
            parts.append(words_at(at, y, text, "nv-soft nv-halo", lights and f"{lights}/count{i}"))
    if mean is not None:
        parts.append(triangle(scale.at(mean), line, "nv-mu", lights))
    said = f"{name}: " if name else ""
    words = f"{said}{mean_and_std(mean, std)}"
    at = height - 4 if words_below else 14
    parts.append(words_at(scale.at(centre), at, words, "nv-strong nv-halo", lights and f"{lights}/words"))
    if ghost is not None:
        parts += [
            band(scale, *ghost, line + 43, 18, "nv-ghost", lights and f"ghost {lights}"),
            triangle(scale.at(ghost[0]), line + 43, "nv-ghost-mu", lights and f"ghost {lights}"),
        ]
        parts.append(words_at(scale.at(ghost[0]), line + 77, f"without pads: {mean_and_std(*ghost)}"))
        parts.append(arrow(scale.at(ghost[0]), scale.at(mean), line + 36))
    look, axis = f"nv-chart nv-tone-{tone}", keys and scale.ends
    return chart(label, parts, height=height, look=look, data_axis=axis)


def _place_of_name(
    name: str, at: float, ring: float, tops: Sequence[tuple[float, float]], thread_from: float | None
) -> tuple[float, float, float]:
    """The centre of a ringed dot's name and how far it reaches, in per cent, and its px from the top.

    It stands above the ring. A thread that comes from above would strike it there: then beside the ring, on the
    thread's side so far away that it passes above; where there is no room, above the dots of the other side.
    """
    middle, reach = reach_of_words(at, name, bold=True)

    def covered(low: float, high: float) -> list[float]:
        return [top for place, top in tops if low - DOT_REACH < place < high + DOT_REACH]

    if thread_from is not None:
        away = 1 if thread_from < at else -1
        gap = DOT_REACH + PASSES * abs(thread_from - at)
        for near in (at + away * DOT_REACH, at - away * gap):
            far = near + (2 * reach if near > at else -2 * reach)
            other = (at + 2 * DOT_REACH, far) if near > at else (far, at - 2 * DOT_REACH)
            if 0 < far < 100 and not covered(*other):
                return (near + far) / 2, reach, ring + 4
        middle, reach = reach_of_words(at + away * (reach + DOT_REACH), name, bold=True)
    return middle, reach, min([ring, *covered(middle - reach, middle + reach)]) - 10


def _keys_of(values: np.ndarray, which: np.ndarray, keys) -> tuple[tuple[str, ...], ...]:
    """The keys of the marks in every pile; none where the values are too many for marks of their own."""
    rows = np.flatnonzero(which)
    if keys is None or len(rows) > MANY:
        return ()
    return tuple(tuple(f"{keys(int(rows[i]))}/dot" for i in pile) for pile in members(values[rows]))


def ring_height(values: np.ndarray, picked: int, scale: Scale, room: float = ROOM) -> float:
    """How high over its axis :func:`number_line` rings the picked value, in px."""
    others = piled(np.delete(values, picked), scale)
    at, step = scale.at(values[picked]), step_of(others, room - RING)
    return (
        5
        + RING / 2
        + max((n * step for value, n in others if abs(scale.at(value) - at) < SAME_PLACE), default=0)
    )


def _top(tops: Sequence[tuple[float, float]], at: float, bottom: float) -> float:
    """Where the pile at ``at`` ends, in px; ``bottom`` where there is none."""
    return min((top for place, top in tops if abs(place - at) < SAME_PLACE), default=bottom)


@part
def curves(
    x: np.ndarray,  # (K,), rising
    series: Sequence[Series],
    *,
    label: str,  # the accessible name
    x_name: str,  # with its unit
    now: float | None = None,  # where the control stands
    dots: Sequence[tuple[float, float, str]] = (),  # (x, y, tone), such as recounts that check a law
    height: int = 210,  # px
    y_scale: Scale | None = None,  # fitted unless told, as the other one
    x_scale: Scale | None = None,
    y_write: Callable[[float], str] = plain,  # how the numbers of the vertical axis are written
    key: str | None = None,  # with which those of its marks begin
    notes: Sequence[Note] = (),  # beside a curve, or at a line of their own
    threads: Iterable[Markup] = (),  # lines from above, drawn below the curves
) -> Markup:
    """Draw curves over a control, with a line where the control stands now; each has its name at its right end."""
    x_scale = x_scale or Scale.around(x, margin=0.07)
    finite = [s.values[np.isfinite(s.values)] for s in series]
    y_scale = y_scale or Scale.around(*[v for v in finite if len(v)], [0.0], margin=0.1)
    plot = height - BELOW_PLOT
    frame = _frame(x_scale, y_scale, float(x[0]), float(x[-1]), x_name, y_write, plot)
    parts = [*frame, *threads]
    if now is not None:
        at = f"{x_scale.at(now)}%"
        parts.append(tag("line", data_key=key and f"{key}.now", x1=at, x2=at, y1=4, y2=plot, class_="nv-now"))
    xs = np.asarray(x, dtype=float).tobytes()
    values = [np.asarray(s.values, dtype=float).tobytes() for s in series]
    scales = x_scale, y_scale
    lines = [
        _polyline(xs, values[i], scales, s.tone, s.line, key and f"{key}.{i}") for i, s in enumerate(series)
    ]
    lines += _rings(tuple(dots), x_scale, y_scale, key)
    parts.append(stretched(lines, y=0, height=plot))
    if now is not None:
        for i, s in enumerate(series):
            here = float(np.interp(now, x, s.values))
            if np.isfinite(here):
                own, y = key and f"{key}.{i}.mark", down(y_scale, here, plot)
                look = f"nv-mark nv-tone-{s.tone}"
                parts.append(tag("circle", data_key=own, cx=f"{x_scale.at(now)}%", cy=y, r=5.5, class_=look))
    parts += _end_names(np.asarray(x), series, scales, plot, key)
    for i, note in enumerate(notes):
        own, at = key and f"{key}.note{i}", f"{x_scale.at(note.x)}%"
        if note.line:
            parts.append(tag("line", data_key=own, x1=at, x2=at, y1=4, y2=plot, class_="nv-note-line"))
        where = {"x": at, "dx": note.dx, "y": down(y_scale, note.y, plot), "text_anchor": note.anchor}
        words = own and f"{own}.words"
        parts.append(tag("text", note.text, **where, data_key=words, class_="nv-strong nv-halo"))
    return chart(label, parts, height=height, data_scale=key and f"{x_scale.ends} {y_scale.ends}")


@lru_cache(maxsize=64)
def _frame(
    x_scale: Scale, y_scale: Scale, first: float, last: float, x_name: str, y_write, plot: int
) -> tuple[Markup, ...]:
    ticks = legible([(down(y_scale, tick, plot), tick) for tick in y_scale.ticks(5)])
    grid = "".join(f"M0,{100 - y_scale.at(tick):g}h100" for _, tick in ticks)
    parts = [stretched(tag("path", d=grid, class_="nv-grid"), y=0, height=plot)]
    for y, tick in ticks:
        parts.append(height_name(y_write(tick), y))
    for tick in (t for t in x_scale.ticks(8) if first <= t <= last):
        parts.append(words_at(x_scale.at(tick), plot + 15, plain(tick), "nv-soft"))
    parts.append(tag("line", x1="0%", x2="100%", y1=plot, y2=plot, class_="nv-axis"))
    parts.append(middle_name(x_name, plot + BELOW_PLOT - 3))
    return tuple(parts)


def middle_name(name: str, y: float) -> Markup:
    """The name of the horizontal axis."""
    return tag("text", name, x="50%", y=y, text_anchor="middle", class_="nv-soft")


def height_name(written: str, y: float) -> Markup:
    """What a line across the chart stands for, written on it; under it at the top, where a title stands above."""
    return tag("text", written, x="0", y=round(y - 3 if y > UNDER_TITLE else y + 12, 1), class_="nv-soft")


def legible(lines: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
    """Lines across the chart, (px, what they stand for) from the lowest up, each nearest to its own name.

    The highest is left out where its name, written under it, would stand close above the next.

    >>> legible([(104, 0), (54, 1), (4, 2)]), legible([(64, 0), (34, 1), (4, 2)])
    ([(104, 0), (54, 1), (4, 2)], [(64, 0), (34, 1)])
    """
    crowded = len(lines) > 1 and lines[-1][0] <= UNDER_TITLE and lines[-2][0] - lines[-1][0] < CLOSE
    return lines[:-1] if crowded else lines


@lru_cache(maxsize=64)
def _polyline(x: bytes, y: bytes, scales: tuple[Scale, Scale], tone: str, line: str, key) -> Markup:
    (x_scale, y_scale), xs, ys = scales, np.frombuffer(x), np.frombuffer(y)
    drawn = np.isfinite(ys)
    places = zip(x_scale.along(xs[drawn]), y_scale.along(ys[drawn]), strict=True)
    points = " ".join(f"{a:g},{100 - b:g}" for a, b in places)
    style = "" if line == "solid" else f" nv-{line}"
    return tag("polyline", data_key=key, points=points, class_=f"nv-line{style} nv-tone-{tone}")


@lru_cache(maxsize=64)
def _rings(dots, x_scale: Scale, y_scale: Scale, key: str | None) -> tuple[Markup, ...]:
    """Rings, one path a tone, however many there are."""
    paths = []
    for tone in dict.fromkeys(tone for *_, tone in dots):
        here = np.array([(a, b) for a, b, of in dots if of == tone], dtype=float)
        across, up = x_scale.along(here[:, 0]), y_scale.along(here[:, 1])
        path = "".join(f"M{a:g},{100 - b:g}{SPOT}" for a, b in zip(across, up, strict=True))
        own = key and f"{key}.{tone}"
        paths.append(tag("path", data_key=own, d=path, class_=f"nv-ring nv-tone-{tone}"))
        paths.append(tag("path", data_key=own and f"{own}.hole", d=path, class_="nv-ring nv-ring-hole"))
    return tuple(paths)


def _end_names(x, series, scales, plot, key):
    """Write each curve's name at its end, moved apart where two would overlap; beside one that ends early."""
    x_scale, y_scale = scales
    ends = []
    for i, s in enumerate(series):
        drawn = np.flatnonzero(np.isfinite(s.values))
        if s.name and len(drawn):
            across, y = x_scale.at(x[drawn[-1]]), down(y_scale, s.values[drawn[-1]], plot)
            # Above the end, where the curve does not come down through the words.
            before = across - 2 * reach_of_words(100, s.name, bold=True)[1]
            begin = s.values[drawn][np.searchsorted(x_scale.along(x[drawn]), before)]
            falls = y - down(y_scale, begin, plot) > -HIGH_NAME and y + LOW_NAME < plot
            ends.append((y + (LOW_NAME if falls and across >= EARLY else HIGH_NAME), across, s.name, i))
    ends.sort()
    lowest = -np.inf
    for y, across, name, i in ends:
        y = max(y, lowest + 14, 11)
        lowest = y
        place = {"x": f"{across}%", "dx": 8} if across < EARLY else {"x": "100%", "text_anchor": "end"}
        own, y = key and f"{key}.{i}.name", round(y, 1)
        yield tag("text", name, data_key=own, y=y, **place, class_="nv-strong nv-halo")
