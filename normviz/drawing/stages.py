"""A column on its way through batch norm: z, x̂ and p on one axis, one thread a row."""

from itertools import pairwise

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.scale import Scale

GAP = 62  # px from one line to the next
MOST_THREADS = 60


def stages(
    lines: list[tuple[str, np.ndarray, str]], *, scale: Scale, label: str, picked: int | None = None
) -> Markup:
    """Draw the same rows at every stage, as dots on lines with one axis, joined by threads.

    Parameters
    ----------
    lines : (name, values (N,), tone) of every stage, from top to bottom
    scale : the axis that all stages share
    label : what the picture shows, its accessible name
    picked : the row whose thread is drawn strong

    Returns
    -------
    Markup, one svg element; of more than sixty rows every so many-th is drawn
    """
    count = len(lines[0][1])
    step = -(-count // MOST_THREADS)
    rows = [row for row in range(0, count, step) if row != picked]
    heights = [44 + GAP * i for i in range(len(lines))]
    parts = [tag("title", label)]
    for (_, values, tone), y in zip(lines, heights, strict=True):
        parts += _line(values, tone, y, scale)
    ticks_at = heights[-1] + 24
    parts += [_text(scale.at(t), ticks_at, plain(t), "nv-soft") for t in scale.ticks()]
    for row in rows:
        parts += _thread(lines, heights, row, scale, "nv-axis", 3.6)
    if picked is not None:
        parts += _thread(lines, heights, picked, scale, "nv-picked", 5.4)
    for (name, values, _), y in zip(lines, heights, strict=True):
        parts += _names(name, values, y)
    return tag("svg", parts, class_="nv-chart", height=ticks_at + 8, role="img", aria_label=label)


def steady_scale(kept: np.ndarray, moving: np.ndarray) -> Scale:
    """An axis that shows both and changes only in coarse steps while ``moving`` grows.

    >>> kept = np.array([0.0, 8.0])
    >>> steady_scale(kept, np.array([1.0])) == steady_scale(kept, np.array([7.9]))
    True
    """
    base = Scale.around(kept, margin=0.1)
    width = (base.high - base.low) / 2
    below, above = base.low - moving.min(), moving.max() - base.high
    return Scale(base.low - width * _steps(below / width), base.high + width * _steps(above / width))


def _steps(widths: float) -> float:
    # Doubling, so that a number a million times too large still needs only a few changes of the axis.
    return 0 if widths <= 0 else 2.0 ** max(0, np.ceil(np.log2(widths * 1.05)))


def _line(values, tone, y, scale):
    mean, std = values.mean(), values.std()
    left, right = scale.at(mean - std), scale.at(mean + std)
    yield tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-axis")
    yield tag(
        "rect",
        x=f"{left}%",
        width=f"{max(right - left, 0.3):.2f}%",
        y=y - 9,
        height=18,
        class_=f"nv-band nv-tone-{tone}",
    )
    triangle = tag("path", d="M0 0l-6 11h12z", class_=f"nv-mu nv-tone-{tone}")
    yield tag("svg", triangle, x=f"{scale.at(mean)}%", y=y + 1, overflow="visible", width=1, height=1)


def _names(name, values, y):
    yield tag("text", name, x="0", y=y - 14, class_="nv-strong nv-halo")
    said = f"μ {fixed(values.mean())}, σ {fixed(values.std())}"
    yield tag("text", said, x="100%", y=y - 14, text_anchor="end", class_="nv-halo")


def _thread(lines, heights, row, scale, class_, radius):
    places = [(scale.at(values[row]), y) for (_, values, _), y in zip(lines, heights, strict=True)]
    strong = class_ == "nv-picked"
    for (x1, y1), (x2, y2) in pairwise(places):
        yield tag(
            "line", x1=f"{x1}%", x2=f"{x2}%", y1=y1, y2=y2, class_=class_, stroke_width=2.5 if strong else 1
        )
    for (x, y), (_, _, tone) in zip(places, lines, strict=True):
        dot = "nv-picked" if strong else f"nv-mark nv-tone-{tone}" if tone == "affine" else "nv-dot"
        yield tag("circle", cx=f"{x}%", cy=y, r=radius, class_=dot)


def _text(at: float, y: float, text: str, class_: str) -> Markup:
    anchor = "start" if at < 4 else "end" if at > 96 else "middle"
    return tag("text", text, x=f"{at}%", y=y, text_anchor=anchor, class_=class_)
