"""An empty chart that a learner draws on: its axes, and the first point; and what a class has drawn on it.

What one learner draws is ``front/draw.js``'s.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import height_name, legible, middle_name
from normviz.drawing.marks import chart, reach_of_words, stretched, tick_number
from normviz.drawing.markup import tag
from normviz.drawing.numbers import grouped, many
from normviz.drawing.sizes import BELOW_PLOT

PLOT = 230  # px
HINT = "Draw from the dot to the right edge, or choose in words."


class Sheet(NamedTuple):
    """What is drawn on; heights and places are in per cent."""

    along: np.ndarray  # (K,), where the stops stand
    stops: Sequence[float]  # (K,), what they are
    across: Sequence[tuple[float, float]]  # lines across the chart: how high, and what each stands for
    first: float  # how high the first point lies
    names: tuple[str, str]  # of both axes
    reach: tuple[float, float]  # the numbers at the lower and upper edge
    tone: str  # of the true curve


def sketch(
    sheet: Sheet, *, curves: Mapping[str, Sequence[float]], right: str | None, room: tuple[float, float]
) -> Markup:
    """Draw the axes.

    ``curves`` is each answer with its curve (K,), and ``right`` the right answer, None where it is not told yet; by its
    ``room`` a line is taken for one of them, as :func:`normviz.exercises.kinds.curve.nearest_to` says.
    """
    told = {
        "along": sheet.along.tolist(), "first": sheet.first, "right": right, "room": room,
        "curves": {letter: np.round(one, 2).tolist() for letter, one in curves.items()},
    }  # fmt: skip
    return tag(
        "div",
        tag("p", sheet.names[1], class_="nv-title"),
        tag("div", _axes(sheet, "An empty chart"), class_="nv-plot", style=f"--plot:{PLOT}px"),
        tag("p", HINT, class_="nv-note nv-todo"),
        class_=f"nv nv-sketch nv-tone-{sheet.tone}",
        data_sketch=json.dumps(told, ensure_ascii=False),
    )


def class_lines(sheet: Sheet, lines: np.ndarray, true: np.ndarray | None) -> Markup:
    """Draw the lines of a class (M, K) as one picture: all of them faint, their median strong, and what happens.

    Heights are in per cent, ``true`` (K,) is None where it is not told yet.
    """
    along, faint = sheet.along, min(0.6, 1.5 / len(lines) ** 0.5)
    drawn = [_line(along, line, "nv-pen nv-one", stroke_opacity=f"{faint:.2f}") for line in lines]
    keys = [("nv-pen nv-one", many(len(lines), "line"))]
    if len(lines) > 2:
        drawn.append(_line(along, np.median(lines, axis=0), "nv-pen"))
        keys.append(("nv-pen", "their median"))
    if true is not None:
        drawn.append(_line(along, true, "nv-true"))
        keys.append(("nv-true", "what happens"))
    swatch = {"y": 0, "height": "100%", "class_": "nv-swatch"}
    listed = [tag("li", stretched(_line([0, 100], [50, 50], look), **swatch), name) for look, name in keys]
    what = f"{many(len(lines), 'line')} of a class"
    return tag(
        "div",
        tag("p", sheet.names[1], class_="nv-title"),
        _axes(sheet, what, stretched(drawn, y=0, height=PLOT)),
        tag("ul", listed, class_="nv-drawn"),
        class_=f"nv-sketch nv-tone-{sheet.tone}",
    )


def _line(along, heights, look: str, **more) -> Markup:
    points = " ".join(f"{x:g},{100 - y:.1f}" for x, y in zip(along, heights, strict=True))
    return tag("polyline", points=points, class_=f"nv-line {look}", **more)


def _axes(sheet: Sheet, what: str, drawn=()) -> Markup:
    (x_name, y_name), stops, reach = sheet.names, sheet.stops, sheet.reach
    lines = legible([(PLOT * (1 - at / 100), number) for at, number in sheet.across])
    grid = stretched(
        tag("path", d="".join(f"M0,{100 * y / PLOT:g}h100" for y, _ in lines), class_="nv-grid"),
        y=0,
        height=PLOT,
    )
    heights = [height_name(grouped(number), y) for y, number in lines]
    ticks, free = [], -np.inf
    for at, stop in zip(sheet.along, stops, strict=True):
        half = 0.8 * reach_of_words(50, grouped(stop))[1]
        if at - half >= free:
            ticks.append(tick_number(at, PLOT + 15, grouped(stop)))
            free = at + half
    base = tag("line", x1="0%", x2="100%", y1=PLOT, y2=PLOT, class_="nv-axis")
    dot = tag(
        "circle",
        cx=f"{sheet.along[0]:g}%",
        cy=round(PLOT * (1 - sheet.first / 100), 1),
        r=6.5,
        class_="nv-mark",
    )
    ends = f"{grouped(reach[0])} to {grouped(reach[1])}"
    label = f"{what}: {y_name}, from {ends}, over {x_name}, from {grouped(stops[0])} to {grouped(stops[-1])}"
    return chart(
        label,
        grid,
        heights,
        ticks,
        base,
        middle_name(x_name, PLOT + BELOW_PLOT - 3),
        drawn,
        dot,
        height=PLOT + BELOW_PLOT,
    )
