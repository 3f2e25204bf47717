"""The marks that charts are made of: axes, bands, dots, triangles, arrows and words, at places in per cent.

Most of a picture stands still while a control moves. What is drawn from a few plain numbers is kept, so that a step of
a slider pays for what has changed.
"""

from functools import lru_cache

from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import BOLD, LETTER, TRIANGLE

# A dot in a path: the round ends of a stroke. They are drawn by one element, however many there are. A stroke without
# any length would do, but WebKit stretches its ends with the picture.
SPOT = "h.001"


def spots(points) -> str:
    """A path of dots at these places."""
    return "".join(f"M{x:g},{y:g}{SPOT}" for x, y in points)


@lru_cache(maxsize=64)
def axis_line(scale: Scale, y: float, *, height: float, labels_at: float) -> tuple[Markup, ...]:
    ticks = scale.ticks()
    marks = "M0,0h100" + "".join(f"M{scale.at(tick):g},0v100" for tick in ticks)
    axis = stretched(tag("path", d=marks, class_="nv-axis"), y=y, height=height, overflow="visible")
    # A number stands under its tick; it goes where it would reach over an edge of a phone.
    places = [(scale.at(tick), plain(tick)) for tick in ticks]
    inside = [(at, text) for at, text in places if 0.8 * reach_of_words(at, text)[1] < min(at, 100 - at)]
    return axis, *(tick_number(at, labels_at, text) for at, text in inside)


def tick_number(at: float, y: float, text: str) -> Markup:
    """The number of a tick, under it; over threads that go on, none is struck through."""
    return tag("text", text, x=f"{at:g}%", y=y, text_anchor="middle", class_="nv-soft nv-halo")


def chart(label: str, *parts, height: float, look: str = "nv-chart", **attributes) -> Markup:
    """A picture whose ``label`` is read out in its place."""
    named = {"role": "img", "aria_label": label}
    return tag("svg", tag("title", label), parts, class_=look, height=height, **named, **attributes)


def stretched(children, *, y: float, height: float, **attributes) -> Markup:
    """A part of a chart that is counted in per cent both ways: many marks of one kind are one path there."""
    window = {"viewBox": "0 0 100 100", "preserveAspectRatio": "none", "width": "100%"}
    return tag("svg", children, **window, height=height, y=y, **attributes)


def band(scale: Scale, mean, std, y: float, height: float, class_: str, lights: str | None) -> Markup:
    left, right = scale.at(mean - std), scale.at(mean + std)
    place = {"x": f"{left}%", "width": f"{max(right - left, 0.2):.2f}%", "y": y, "height": height}
    return tag("rect", **statistic("σ", lights), **place, class_=class_)


def statistic(name: str, lights: str | None) -> dict:
    """The key of a statistic on a line, and the numbers that it is made of."""
    return {"data_key": f"{name} {lights}/line", "data_lights": lights.rpartition(" ")[2]} if lights else {}


@lru_cache(maxsize=512)
def dot(at: float, y: float, radius: float, class_: str, key: str | None) -> Markup:
    return tag("circle", data_key=key, cx=f"{at}%", cy=y, r=radius, class_=class_)


@lru_cache(maxsize=64)
def triangle(at: float | str, tip: float, class_: str, lights: str | None) -> Markup:
    shape = tag("path", d=TRIANGLE, class_=class_)
    key = statistic("μ", lights)
    return tag("svg", shape, **key, x=f"{at}%", y=tip, overflow="visible", width=1, height=1)


def join_line(x1: float, y1: float, x2: float, y2: float) -> Markup:
    """A line between two places of a diagram."""
    return tag("line", x1=f"{x1}%", x2=f"{x2}%", y1=y1, y2=y2, class_="nv-axis")


@lru_cache(maxsize=512)
def words_at(at: float, y: float, text: str, class_: str | None = None, key: str | None = None) -> Markup:
    """Text centred on a position, moved inwards near an edge so that nothing is cut off."""
    centre, _ = reach_of_words(at, text, bold=class_ is not None and "nv-strong" in class_)
    return tag("text", text, data_key=key, x=f"{centre:g}%", y=y, text_anchor="middle", class_=class_)


def reach_of_words(at: float, text: str, *, bold: bool = False) -> tuple[float, float]:
    """The centre of a text that shall stand at ``at``, and how far it reaches, in per cent of a narrow chart."""
    half = min((BOLD if bold else LETTER) * len(text) + 0.5, 50)
    return min(max(at, half), 100 - half), half


def down(scale: Scale, value: float, plot: float) -> float:
    return round(plot * (1 - scale.at(value) / 100), 1)
