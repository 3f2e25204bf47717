"""Small SVG charts for pictures that move: a number line with μ and its σ band, and curves over a control.

Positions are per cent of the width, so a chart fits any screen while its text keeps its size.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from normviz.drawing import sizes
from normviz.drawing.marks import (
    SPOT,
    axis_line,
    band,
    chart,
    down,
    reach_of_words,
    stretched,
    triangle,
    words_at,
)
from normviz.drawing.markup import tag
from normviz.drawing.numbers import mean_and_std, plain
from normviz.drawing.part import part
from normviz.drawing.piles import draw_piles, piled
from normviz.drawing.scale import Scale

ROOM = 44  # px, for piles of dots
ABOVE_PILES = 36  # px, for μ and σ in words, and a name
BELOW_LINE = 32  # px, for its ticks


class Series(NamedTuple):
    """A curve: its name, its values at every x (of a measurement: one row a seed), its tone, and its line.

    Lines are "solid", "long", "dashed", "dashdot" or "dotted". ``key`` is what a legend outside of the chart calls it.
    """

    name: str
    values: np.ndarray
    tone: str
    line: str = "solid"
    key: str = ""


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
    mean: float,
    std: float,
    tone: str,  # the pool's
    label: str,  # the accessible name
    lights: str | None = None,  # the numbers that μ and σ are made of
) -> Markup:
    """Draw values as dots on a line, equal ones piled up, with a wedge at μ and the band from μ − σ to μ + σ."""
    bottom = ABOVE_PILES + ROOM
    line = bottom + 5
    key = lights and f"{lights}/dots"
    return chart(
        label,
        band(scale, mean, std, line - 36, 26, "nv-band", lights),
        axis_line(scale, line, height=5, labels_at=line + 26),
        draw_piles(tuple(piled(values, scale)), scale, bottom=bottom, room=ROOM, class_="nv-dots", key=key),
        triangle(scale.at(mean), line, "nv-wedge", lights),
        words_at(
            scale.at(mean), 14, mean_and_std(mean, std), "nv-strong nv-halo", lights and f"{lights}/words"
        ),
        height=line + BELOW_LINE,
        look=f"nv-chart nv-tone-{tone}",
    )


@part
def curves(
    x: np.ndarray,  # (K,), rising
    series: Sequence[Series],
    *,
    label: str,  # the accessible name
    x_name: str,  # with its unit
    now: float | None = None,  # where the control stands
    dots: Sequence[tuple[float, float, str]] = (),  # (x, y, tone), such as recounts that check a law
    height: int = sizes.HEIGHT,  # px
    y_scale: Scale | None = None,  # fitted unless told, as the other one
    x_scale: Scale | None = None,
    y_write: Callable[[float], str] = plain,  # how the numbers of the vertical axis are written
    key: str | None = None,  # with which those of its marks begin
    notes: Sequence[Note] = (),  # beside a curve, or at a line of their own
    threads: Sequence[Markup] = (),  # lines from above, drawn below the curves; one of them leads to `now`
) -> Markup:
    """Draw curves over a control, with a line where the control stands now; each has its name at its right end."""
    x_scale = x_scale or Scale.around(x, margin=sizes.CURVED)
    finite = [s.values[np.isfinite(s.values)] for s in series]
    y_scale = y_scale or Scale.around(*[v for v in finite if len(v)], [0.0], margin=0.1)
    plot = height - sizes.BELOW_PLOT
    frame = _frame(x_scale, y_scale, float(x[0]), float(x[-1]), x_name, y_write, plot)
    parts = [*frame, *threads]
    if now is not None and not threads:
        at = f"{x_scale.at(now)}%"
        parts.append(
            tag(
                "line",
                data_key=key and f"{key}.now",
                x1=at,
                x2=at,
                y1=sizes.NOW_TOP,
                y2=plot,
                class_="nv-now",
            )
        )
    xs = np.asarray(x, dtype=float).tobytes()
    values = [np.asarray(s.values, dtype=float).tobytes() for s in series]
    scales, own = (x_scale, y_scale), key and f"{key}."
    lines = [
        _polyline(xs, values[i], scales, s.tone, s.line, own and f"{own}{i}") for i, s in enumerate(series)
    ]
    lines += _dots(tuple(dots), x_scale, y_scale, key)
    parts.append(stretched(lines, y=0, height=plot))
    if now is not None:
        for i, s in enumerate(series):
            here = float(np.interp(now, x, s.values))
            if np.isfinite(here):
                own, y = key and f"{key}.{i}.mark", down(y_scale, here, plot)
                look = f"nv-mark nv-tone-{s.tone}"
                parts.append(
                    tag("circle", data_key=own, cx=f"{x_scale.at(now)}%", cy=y, r=sizes.MARK, class_=look)
                )
    parts += _end_names(np.asarray(x), series, scales, plot, key)
    for i, note in enumerate(notes):
        own, at = key and f"{key}.note{i}", f"{x_scale.at(note.x)}%"
        if note.line:
            parts.append(
                tag("line", data_key=own, x1=at, x2=at, y1=sizes.NOW_TOP, y2=plot, class_="nv-note-line")
            )
        where = {"x": at, "dx": note.dx, "y": down(y_scale, note.y, plot), "text_anchor": note.anchor}
        words = own and f"{own}.words"
        parts.append(tag("text", note.text, **where, data_key=words, class_="nv-strong nv-halo"))
    return chart(label, parts, height=height, data_scale=key and f"{x_scale.ends} {y_scale.ends}")


@lru_cache(maxsize=64)
def _frame(
    x_scale: Scale, y_scale: Scale, first: float, last: float, x_name: str, y_write, plot: int
) -> tuple[Markup, ...]:
    ticks = legible([(down(y_scale, tick, plot), tick) for tick in y_scale.ticks(sizes.TICKS[1])])
    grid = "".join(f"M0,{100 - y_scale.at(tick):g}h100" for _, tick in ticks)
    parts = [stretched(tag("path", d=grid, class_="nv-grid"), y=0, height=plot)]
    for y, tick in ticks:
        parts.append(height_name(y_write(tick), y))
    for tick in (t for t in x_scale.ticks(sizes.TICKS[0]) if first <= t <= last):
        parts.append(words_at(x_scale.at(tick), plot + sizes.TICK_LOW, plain(tick), "nv-soft"))
    parts.append(tag("line", x1="0%", x2="100%", y1=plot, y2=plot, class_="nv-axis"))
    parts.append(middle_name(x_name, plot + sizes.BELOW_PLOT - 3))
    return tuple(parts)


def middle_name(name: str, y: float) -> Markup:
    """The name of the horizontal axis."""
    return tag("text", name, x="50%", y=y, text_anchor="middle", class_="nv-soft")


def height_name(written: str, y: float) -> Markup:
    """What a line across the chart stands for, written on it; under it at the top, where a title stands above."""
    return tag(
        "text",
        written,
        x="0",
        y=round(y - sizes.ON_TICK if y > sizes.UNDER_TITLE else y + sizes.UNDER_TICK, 1),
        class_="nv-soft",
    )


def legible(lines: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
    """Lines across the chart, (px, what they stand for) from the lowest up, each nearest to its own name.

    The highest is left out where its name, written under it, would stand close above the next.

    >>> legible([(104, 0), (54, 1), (4, 2)]), legible([(64, 0), (34, 1), (4, 2)])
    ([(104, 0), (54, 1), (4, 2)], [(64, 0), (34, 1)])
    """
    crowded = (
        len(lines) > 1 and lines[-1][0] <= sizes.UNDER_TITLE and lines[-2][0] - lines[-1][0] < sizes.CLOSE
    )
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
def _dots(dots, x_scale: Scale, y_scale: Scale, key: str | None) -> tuple[Markup, ...]:
    """Dots, one path a tone, however many there are; the hollow circle is the followed number's alone."""
    paths = []
    for tone in dict.fromkeys(tone for *_, tone in dots):
        here = np.array([(a, b) for a, b, of in dots if of == tone], dtype=float)
        across, up = x_scale.along(here[:, 0]), y_scale.along(here[:, 1])
        path = "".join(f"M{a:g},{100 - b:g}{SPOT}" for a, b in zip(across, up, strict=True))
        paths.append(tag("path", data_key=key and f"{key}.{tone}", d=path, class_=f"nv-spots nv-tone-{tone}"))
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
            falls = y - down(y_scale, begin, plot) > -sizes.HIGH_NAME and y + sizes.LOW_NAME < plot
            ends.append(
                (
                    y + (sizes.LOW_NAME if falls and across >= sizes.EARLY else sizes.HIGH_NAME),
                    across,
                    s.name,
                    i,
                )
            )
    ends.sort(key=lambda end: end[0])
    lowest = -np.inf
    for y, across, name, i in ends:
        y = max(y, lowest + sizes.NAME_APART, sizes.NAME_TOP)
        lowest = y
        place = (
            {"x": f"{across}%", "dx": sizes.NAME_BESIDE}
            if across < sizes.EARLY
            else {"x": "100%", "text_anchor": "end"}
        )
        own, y = key and f"{key}.{i}.name", round(y, 1)
        yield tag("text", name, data_key=own, y=y, **place, class_="nv-strong nv-halo")
