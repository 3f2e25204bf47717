"""An empty chart that a learner draws on: its axes, and the first point; and what a class has drawn on it.

What one learner draws is ``front/draw.js``'s.
"""

import json
from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import BELOW_PLOT, height_name, legible, middle_name
from normviz.drawing.marks import chart, reach_of_words, stretched, tick_number
from normviz.drawing.markup import tag
from normviz.drawing.numbers import grouped, many

PLOT = 230  # px
HINT = "Draw from the dot to the right edge, or press ↑ ↓ and →."


def sketch(
    *,
    along: np.ndarray,
    stops: Sequence[float],
    across: Sequence[tuple[float, float]],
    first: float,
    names: tuple[str, str],
    reach: tuple[float, float],
    log: bool,
    tone: str,
    curves: Mapping[str, Sequence[float]],
    right: str | None,
) -> Markup:
    """Draw the axes.

    Parameters
    ----------
    along, stops : (K,), where the stops stand, in per cent, and what they are
    across : lines across the chart, each as (per cent from below, what it stands for)
    first : how high the first point lies, in per cent
    names : of both axes
    reach, log : the numbers at the lower and upper edge, and whether each line across is ten times the one below
    tone : of the true curve
    curves, right : each answer with its curve, in per cent, and the right answer; None where it is not told yet
    """
    axes = _axes(along, stops, across, first, names, reach)
    told = {
        "along": along.tolist(), "stops": [grouped(stop) for stop in stops], "first": first, "names": names,
        "reach": reach, "log": log, "right": right,
        "curves": {letter: np.round(one, 2).tolist() for letter, one in curves.items()},
    }  # fmt: skip
    return tag(
        "div",
        tag("p", names[1], class_="nv-title"),
        tag("div", axes, class_="nv-plot", style=f"--plot:{PLOT}px"),
        tag("p", HINT, class_="nv-note nv-todo"),
        class_=f"nv nv-sketch nv-tone-{tone}",
        data_sketch=json.dumps(told, ensure_ascii=False),
    )


def class_lines(
    lines: np.ndarray,
    true: np.ndarray | None,
    *,
    along: np.ndarray,
    stops: Sequence[float],
    across: Sequence[tuple[float, float]],
    first: float,
    names: tuple[str, str],
    reach: tuple[float, float],
    tone: str,
) -> Markup:
    """Draw the lines of a class (M, K) as one picture: all of them faint, their median strong, and what happens.

    Heights are in per cent, ``true`` (K,) is None where it is not told yet; all else is as in :func:`sketch`.
    """
    faint = min(0.6, 1.5 / len(lines) ** 0.5)
    drawn = [_line(along, line, "nv-pen nv-one", stroke_opacity=f"{faint:.2f}") for line in lines]
    keys = [("nv-pen nv-one", many(len(lines), "line"))]
    if len(lines) > 2:
        drawn.append(_line(along, np.median(lines, axis=0), "nv-pen"))
        keys.append(("nv-pen", "their median"))
    if true is not None:
        drawn.append(_line(along, true, "nv-true"))
        keys.append(("nv-true", "what happens"))
    listed = [
        tag("li", stretched(_line([0, 100], [50, 50], look), y=0, height="100%"), name) for look, name in keys
    ]
    what = f"{many(len(lines), 'line')} of a class"
    axes = _axes(
        along, stops, across, first, names, reach, what=what, drawn=stretched(drawn, y=0, height=PLOT)
    )
    return tag(
        "div",
        tag("p", names[1], class_="nv-title"),
        axes,
        tag("ul", listed, class_="nv-drawn"),
        class_=f"nv-sketch nv-tone-{tone}",
    )


def _line(along, heights, look: str, **more) -> Markup:
    points = " ".join(f"{x:g},{100 - y:.1f}" for x, y in zip(along, heights, strict=True))
    return tag("polyline", points=points, class_=f"nv-line {look}", **more)


def _axes(along, stops, across, first, names, reach, *, what: str = "An empty chart", drawn=()) -> Markup:
    x_name, y_name = names
    lines = legible([(PLOT * (1 - at / 100), number) for at, number in across])
    grid = stretched(
        tag("path", d="".join(f"M0,{100 * y / PLOT:g}h100" for y, _ in lines), class_="nv-grid"),
        y=0,
        height=PLOT,
    )
    heights = [height_name(grouped(number), y) for y, number in lines]
    ticks, free = [], -np.inf
    for at, stop in zip(along, stops, strict=True):
        half = 0.8 * reach_of_words(50, grouped(stop))[1]
        if at - half >= free:
            ticks.append(tick_number(at, PLOT + 15, grouped(stop)))
            free = at + half
    base = tag("line", x1="0%", x2="100%", y1=PLOT, y2=PLOT, class_="nv-axis")
    dot = tag("circle", cx=f"{along[0]:g}%", cy=round(PLOT * (1 - first / 100), 1), r=6.5, class_="nv-mark")
    ends = f"{grouped(reach[0])} to {grouped(reach[1])}"
    label = f"An empty chart: {y_name}, from {ends}, over {x_name}, from {grouped(stops[0])} to {grouped(stops[-1])}"
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
