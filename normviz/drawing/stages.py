"""A column on its way through batch norm: z, x̂ and p on one axis, one thread a row."""

from collections import Counter
from itertools import pairwise
from textwrap import wrap

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import chart, tick_number, triangle
from normviz.drawing.markup import tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, plain, short
from normviz.drawing.part import part
from normviz.drawing.scale import Scale, widened
from normviz.drawing.sizes import EDGE

GAP = 66  # px from one line to the next
PLOT = 70  # per cent of the width; the words stand beside it, where no thread passes
PILE, DOT = 27, 7.6  # px, the room over a line for equal values, and of one dot
MOST_THREADS = 60
LINE, LONG = (
    16,
    10,
)  # letters beside a line, where it ends; more than so many end where a phone's picture does
LEAST = 4  # per cent: a tick that is nearer to the left edge has no room for its number


@part
def stages(
    lines: list[tuple[str, np.ndarray, str]],  # (name, values (N,), tone), from top to bottom
    *,
    scale: Scale,  # that all stages share
    label: str,  # the accessible name
) -> Markup:
    """Draw the same rows at every stage, as dots on lines with one axis, joined by threads.

    Rows with equal values are piled up; of more than sixty rows every so many-th is drawn.
    """
    count = len(lines[0][1])
    rows = range(0, count, -(-count // MOST_THREADS))
    heights = [64 + GAP * i for i in range(len(lines))]
    plot, names = [], []
    for (name, values, tone), y in zip(lines, heights, strict=True):
        plot += _line(values, tone, y, scale)
        names.append(_names(name, values, y))
    ticks_at = heights[-1] + 24
    height = ticks_at + 8
    ticks = [(scale.at(tick), plain(tick)) for tick in scale.ticks(8)]
    plot += [tick_number(at, ticks_at, text) for at, text in ticks if at > LEAST]
    for places in _places(lines, heights, rows, scale).values():
        plot += _thread(lines, places)
    place = {"width": f"{PLOT}%", "height": height, "overflow": "visible"}
    return chart(label, tag("svg", plot, **place), names, height=height)


def steady_scale(kept: np.ndarray, moving: np.ndarray, margin: float = 0.1) -> Scale:
    """An axis that shows both and changes only in coarse steps while ``moving`` grows.

    >>> kept = np.array([0.0, 8.0])
    >>> steady_scale(kept, np.array([1.0])) == steady_scale(kept, np.array([7.9]))
    True
    """
    base = Scale.around(kept, margin=margin)
    width = (base.high - base.low) / 2
    share = min(EDGE / 100, margin / (1 + 2 * margin))  # a ruler goes on beyond its last number
    axis = base
    for _ in range(3):  # a wider axis needs more room at its ends
        room = share * (axis.high - axis.low)
        below, above = base.low + room - moving.min(), moving.max() + room - base.high
        axis = Scale(base.low - width * _steps(below / width), base.high + width * _steps(above / width))
    return axis


def reach_of(normalized: np.ndarray, gamma: tuple[float, float], beta: tuple[float, float]) -> np.ndarray:
    """The two ends, alike around 0, of all that γ and β between these bounds make of normalized values.

    >>> reach_of(np.array([-1.0, 0.5]), (-1, 3), (-2, 2))
    array([-5.,  5.])
    """
    end = np.abs(normalized).max() * np.abs(gamma).max() + np.abs(beta).max()
    return np.array([-end, end])


def _steps(widths: float) -> float:
    # Doubling, so that a number a million times too large still needs only a few changes of the axis.
    return 0 if widths <= 1e-9 else widened(1 / 8, widths * 1.05)


def _line(values, tone, y, scale):
    mean, std = values.mean(), values.std()
    left, right = scale.at(mean - std), scale.at(mean + std)
    yield tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-axis")
    place = {"x": f"{left}%", "width": f"{max(right - left, 0.3):.2f}%", "y": y - 9, "height": 18}
    yield tag("rect", **place, class_=f"nv-band nv-tone-{tone}")
    yield triangle(scale.at(mean), y + 1, "nv-wedge", None)


def _names(name, values, y):
    for glued in (" = ", " · ", "+ "):
        name = name.replace(glued, glued.replace(" ", SPACE))
    lines = wrap(short_name(name, 2 * LINE), LINE, max_lines=2, placeholder="…")
    words = [(line, 1 + i - len(lines), "nv-strong") for i, line in enumerate(lines)]
    if len(lines) > 1 and "+" in name:  # a sum is broken on a phone alone
        words = [(line, up, f"{look} nv-narrow") for line, up, look in words]
        words.append((name, 0, "nv-strong nv-aside"))
    for i, (mark, value) in enumerate((("μ", values.mean()), ("σ", values.std())), start=1):
        words.append((f"{mark} {short(value)}", i, None))
    for text, line, class_ in words:
        is_long = len(text) > LONG and "nv-aside" not in (class_ or "")
        place = {"x": "100%", "text_anchor": "end"} if is_long else {"x": f"{PLOT + 2}%"}
        yield tag("text", text, **place, y=y - 11 + 15 * line, class_=class_)


def _places(lines, heights, rows, scale) -> dict[int, list[tuple[float, float]]]:
    """Where the dots of every row stand, one a line; of equal values the later stand on the earlier."""
    places = {row: [] for row in rows}
    for (_, values, _), y in zip(lines, heights, strict=True):
        at = {row: scale.at(values[row]) for row in rows}
        highest = max(Counter(at.values()).values(), default=1)
        step, below = min(DOT, PILE / max(highest - 1, 1)), Counter()
        for row in rows:
            places[row].append((at[row], round(y - step * below[at[row]], 1)))
            below[at[row]] += 1
    return places


def _thread(lines, places):
    for (x1, y1), (x2, y2) in pairwise(places):
        yield tag("line", x1=f"{x1}%", x2=f"{x2}%", y1=y1, y2=y2, class_="nv-thread", stroke_width=1)
    for (x, y), (_, _, tone) in zip(places, lines, strict=True):
        dot = f"nv-mark nv-tone-{tone}" if tone == "affine" else "nv-dot"
        yield tag("circle", cx=f"{x}%", cy=y, r=3.6, class_=dot)
