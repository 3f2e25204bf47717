"""A column on its way through batch norm: z, x̂ and p on one axis, one thread a row."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import chart, statistic, tick_number
from normviz.drawing.markup import tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, plain, short
from normviz.drawing.part import part
from normviz.drawing.scale import Scale, widened

BELOW = 8  # px from this picture to one below it
GAP = 66  # px from one line to the next
PLOT = 70  # per cent of the width; the words stand beside it, where no thread passes
PILE, DOT = 27, 7.6  # px, the room over a line for equal values, and of one dot
MOST_THREADS = 60
GAMMA = BETA = (-3.0, 3.0)  # what the explorers' sliders reach at least
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
    picked: int | None = None,  # the row whose thread is drawn strong
    keys: Sequence[str] = (),  # what each stage's numbers are called, in the picture's tables too
    onward: Sequence[int] = (),  # rows whose threads go on to what stands below, and has the axis' numbers
) -> Markup:
    """Draw the same rows at every stage, as dots on lines with one axis, joined by threads.

    Rows with equal values are piled up; of more than sixty rows every so many-th is drawn.
    """
    count = len(lines[0][1])
    step = -(-count // MOST_THREADS)
    rows = [row for row in range(0, count, step) if row != picked]
    heights = [64 + GAP * i for i in range(len(lines))]
    plot = []
    keys = keys or [None] * len(lines)
    names = []
    for (name, values, tone), y, key in zip(lines, heights, keys, strict=True):
        plot += _line(values, tone, y, scale, key)
        names.append(_names(name, values, y, key))
    ticks_at = heights[-1] + 24
    places = _places(lines, heights, [*rows, *([] if picked is None else [picked])], scale)
    height = ticks_at + 8
    # The strong one is drawn last, above the others.
    for row in sorted(set(onward) & set(places), key=lambda row: row == picked):
        x, y = places[row][-1]
        plot.append(drop(x, y, height + BELOW, row == picked, keys[-1] and f"{keys[-1]}:{row}/onward"))
    ticks = [] if onward else [(scale.at(tick), plain(tick)) for tick in scale.ticks(8)]
    plot += [tick_number(at, ticks_at, text) for at, text in ticks if at > LEAST]
    for row in rows:
        plot += _thread(lines, places[row], 3.6, keys, row)
    if picked is not None:
        plot += _thread(lines, places[picked], 5.4, keys, picked, strong=True)
    place = {"width": f"{PLOT}%", "height": height, "overflow": "visible"}
    return chart(label, tag("svg", plot, data_axis=keys[0] and scale.ends, **place), names, height=height)


def drop(at: float, top: float, bottom: float, strong: bool, key: str | None) -> Markup:
    """A thread straight down."""
    return thread((at, top), (at, bottom), strong, key)


def steady_scale(kept: np.ndarray, moving: np.ndarray, margin: float = 0.1) -> Scale:
    """An axis that shows both and changes only in coarse steps while ``moving`` grows.

    >>> kept = np.array([0.0, 8.0])
    >>> steady_scale(kept, np.array([1.0])) == steady_scale(kept, np.array([7.9]))
    True
    """
    base = Scale.around(kept, margin=margin)
    width = (base.high - base.low) / 2
    below, above = base.low - moving.min(), moving.max() - base.high
    return Scale(base.low - width * _steps(below / width), base.high + width * _steps(above / width))


def reach_of(normalized: np.ndarray, gamma: tuple[float, float], beta: tuple[float, float]) -> np.ndarray:
    """The two ends, alike around 0, of all that γ and β between these bounds make of normalized values.

    >>> reach_of(np.array([-1.0, 0.5]), (-1, 3), (-2, 2))
    array([-5.,  5.])
    """
    end = np.abs(normalized).max() * np.abs(gamma).max() + np.abs(beta).max()
    return np.array([-end, end])


def _steps(widths: float) -> float:
    # Doubling, so that a number a million times too large still needs only a few changes of the axis.
    return 0 if widths <= 0 else widened(1, widths * 1.05)


def _line(values, tone, y, scale, key):
    mean, std = values.mean(), values.std()
    left, right = scale.at(mean - std), scale.at(mean + std)
    yield tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-axis")
    place = {"x": f"{left}%", "width": f"{max(right - left, 0.3):.2f}%", "y": y - 9, "height": 18}
    yield tag("rect", **statistic("σ", key and f"{key}:*"), **place, class_=f"nv-band nv-tone-{tone}")
    triangle = tag("path", d="M0 0l-6 11h12z", class_=f"nv-mu nv-tone-{tone}")
    place = {"x": f"{scale.at(mean)}%", "y": y + 1, "overflow": "visible", "width": 1, "height": 1}
    yield tag("svg", triangle, **statistic("μ", key and f"{key}:*"), **place)


def _names(name, values, y, key):
    for glued in (" = ", " · ", "+ "):
        name = name.replace(glued, glued.replace(" ", SPACE))
    lines = wrap(short_name(name, 2 * LINE), LINE, max_lines=2, placeholder="…")
    words = [(line, 1 + i - len(lines), "nv-strong", {}) for i, line in enumerate(lines)]
    if len(lines) > 1 and "+" in name:  # a sum is broken on a phone alone
        words = [(line, up, f"{look} nv-narrow", {}) for line, up, look, _ in words]
        words.append((name, 0, "nv-strong nv-aside", {}))
    for i, (mark, value) in enumerate((("μ", values.mean()), ("σ", values.std())), start=1):
        made_of = {"data_key": f"{mark} {key}:*/words", "data_lights": f"{key}:*"} if key else {}
        words.append((f"{mark} {short(value)}", i, None, made_of))
    for text, line, class_, made_of in words:
        is_long = len(text) > LONG and "nv-aside" not in (class_ or "")
        place = {"x": "100%", "text_anchor": "end"} if is_long else {"x": f"{PLOT + 2}%"}
        yield tag("text", text, **made_of, **place, y=y - 11 + 15 * line, class_=class_)


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


def thread(start, end, strong: bool, key: str | None) -> Markup:
    """A thread from one place to another."""
    (x1, y1), (x2, y2) = start, end
    return tag("line", data_key=key, x1=f"{x1}%", x2=f"{x2}%", y1=y1, y2=y2, **thread_look(strong))


def _thread(lines, places, radius, keys, row, strong=False):
    for ends, key in zip(pairwise(places), keys[1:], strict=True):
        yield thread(*ends, strong, key and f"{key}:{row}/thread")
    for (x, y), (_, _, tone), key in zip(places, lines, keys, strict=True):
        dot = "nv-picked" if strong else f"nv-mark nv-tone-{tone}" if tone == "affine" else "nv-dot"
        yield tag("circle", data_key=key and f"{key}:{row}/dot", cx=f"{x}%", cy=y, r=radius, class_=dot)


def thread_look(strong: bool) -> dict:
    """How a thread is drawn: that of the picked row strong."""
    class_, width = ("nv-picked", 2.5) if strong else ("nv-thread", 1)
    return {"class_": class_, "stroke_width": width}
