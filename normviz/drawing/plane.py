"""A loss over two weights, seen from above: its contours, and the path that gradient descent takes.

Both axes have the same unit, so a narrow valley is drawn as narrow as it is.
"""

import math
from itertools import pairwise

import numpy as np
from markupsafe import Markup

from normviz.descent import Bowl
from normviz.drawing.marks import SPOT, chart, spots, stretched
from normviz.drawing.markup import tag
from normviz.drawing.numbers import significant
from normviz.drawing.part import part
from normviz.drawing.parts import noted
from normviz.drawing.scale import Scale

CONTOURS = 10
ROOM = 1.18  # half the window's width, in distances from the start to the lowest point
# A longer ellipse looks the same in the window, to a hundredth of a pixel, and browsers count in short numbers.
LONGEST = 100
NEAR, NARROW, CLOSE = 12, 0.06, 130  # steps shown close up, parts of a window, px
GROWN = 30  # times the first step; a step farther away is not shown close up
CROWDED = 6  # parts of a hundred of a window: nearer numbers would cover each other
NAMED = 3  # steps that leave a window at one place
EDGE = 0.2  # half windows: how far inside they are named
RIGHT_UP = "end", "98.5%", "0", "1.4em"  # where a remark stands: its anchor, x, y and dy
ARROWS = "→↗↑↖←↙↓↘"
OUTSIDE = 30  # windows; what lies further out need not be drawn


@part
def plane(
    bowl: Bowl,
    path: np.ndarray,  # (K, 2), the weights from the start on
    *,
    label: str,  # the accessible name
    names: tuple[str, str],  # of the two axes
    remark: str,  # written into a corner
    dashed: bool,  # for a path that runs away: its steps have numbers, of which those to one place share their words
    # whether each step is a line of its own, the later the stronger, with its number where there is room
    numbered: bool = False,
    ahead: np.ndarray | None = None,  # (2,), the weights after the next step, which is dotted
    key: str = "",  # with which the keys of its marks begin
    # a distance from the lowest point that the window always holds, so that a nearer start is seen to be nearer
    reach: float = 0.0,
) -> Markup:
    """Draw a bowl's contours and a path over them, as a square."""
    far = max(reach, math.dist(path[0], bowl.lowest))
    half = ROOM * far
    x_scale, y_scale = (Scale(centre - half, centre + half) for centre in bowl.lowest.tolist())
    points = _on_screen(path, bowl.lowest, half)
    # Steps of their own come and go on one track, where dashes would fill each other's gaps.
    look = "nv-path nv-dashed" if dashed and not numbered else "nv-path"
    below = points[0][1] <= 50  # the word, where the path does not come from
    word = 56.0 if below else 44.0
    # Of steps that come and go through the start, the numbers stand outwards of it.
    outwards = "-.9em" if dashed and not below else "1.6em"
    aside, across, corner, inwards = _free_corner(path, points[0]) if dashed else RIGHT_UP
    numbers = ()
    if dashed:
        numbers = _sides(_ends(path, bowl.lowest, half))
    elif numbered:
        numbers = _numbers(points, [points[0], (50.0, 50.0), (50.0, word)])
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    line = tag("polyline", data_key=f"{key}path", points=line, class_=look)
    walk = [
        None if ahead is None else _ahead(points[-1], _on_screen(ahead[None], bowl.lowest, half)[0]),
        list(_lines(points, look)) if numbered else line,
        tag("path", data_key=f"{key}steps", d=spots(points[1:]), class_="nv-path-dots"),
    ]
    window = {"viewBox": "0 0 100 100", "width": "100%", "height": "100%"}
    # An outline of the first walk lies over the contours.
    scale = " ".join(f"{number:.7g}" for number in (*bowl.lowest, half))
    inner = [*contours(bowl, half, key), tag("svg", walk, **window, data_scale=scale)]
    parts = [
        tag("title", label),
        tag("svg", inner, **window, class_="nv-window"),
        tag("rect", width="100%", height="100%", class_="nv-frame"),
        _text(names[0], "50%", "100%", dy="2.6em"),
        _text(names[1], "0", "0", dy="-.6em", anchor="start"),
        _text("+", "50%", "50%", dy=".33em", class_="nv-strong nv-lowest nv-halo"),
        _text("lowest", "50%", "50%", dy="1.5em" if below else "-.8em", class_="nv-halo"),
        tag("circle", cx=f"{points[0][0]}%", cy=f"{points[0][1]}%", r=5, class_="nv-dot"),
        _text("start", f"{points[0][0]}%", f"{points[0][1]}%", dy=outwards, class_="nv-halo"),
        _text(remark, across, corner, dy=inwards, anchor=aside, class_="nv-strong nv-halo"),
        list(numbers),
    ]
    for tick in x_scale.ticks(5):
        at = f"{x_scale.at(tick)}%"
        parts.append(_text(significant(tick, 3), at, "100%", dy="1.25em", class_="nv-soft"))
    for tick in y_scale.ticks(5):
        at = f"{100 - y_scale.at(tick):g}%"
        parts.append(_text(significant(tick, 3), "-.4em", at, dy=".35em", anchor="end", class_="nv-soft"))
    return tag("svg", parts, class_="nv-chart nv-plane", role="img", aria_label=label)


def _free_corner(path: np.ndarray, start: list[float]) -> tuple[str, str, str, str]:
    """Where a remark stands that the track of a path's last step does not cross: on the side away from the start.

    A line further in than the numbers of the steps that leave there.
    """
    left = start[0] > 50
    rises = len(path) > 1 and np.sign(path[-1] - path[-2]).prod() > 0
    aside, across = ("start", "1.5%") if left else ("end", "98.5%")
    return (aside, across, "0", "2.8em") if left == rises else (aside, across, "100%", "-2.2em")


def close_up(bowl: Bowl, path: np.ndarray) -> Markup | None:
    """The first steps of a path so narrow that it cannot be seen: along the valley to the right, across it upwards.

    None where :func:`plane` shows both, or where there are fewer than two steps. Of a path that grows and grows, only
    the first steps: beside its last one, the others would be one line.
    """
    across, along = bowl.directions
    first = path[: NEAR + 1] - path[0]
    reach = np.abs(first).max(axis=1)
    first = first[: max(3, np.searchsorted(np.maximum.accumulate(reach), GROWN * reach[1], side="right"))]
    first = np.column_stack([first @ along * np.sign(first[-1] @ along or 1.0), first @ across])
    low, high = first.min(axis=0), first.max(axis=0)
    window = 2 * ROOM * math.dist(path[0], bowl.lowest)
    wide, tall = (high - low).tolist()
    if len(first) < 3 or not 0 < min(wide, tall) < NARROW * window:
        return None
    shown = (14 + 72 * (first - low) / (high - low)) * [1, -1] + [0, 100]
    places = [(f"{x:.5g}", f"{y:.5g}") for x, y in shown.tolist()]
    label = (
        f"The first {len(first) - 1} steps close up: {significant(wide, 2)} along the valley (to the right), "
        f"{significant(tall, 2)} across it"
    )
    dots = "".join(f"M{x},{y}{SPOT}" for x, y in places)
    inner = [
        tag("polyline", data_key="near", points=" ".join(map(",".join, places)), class_="nv-near"),
        tag("path", data_key="near.steps", d=dots, class_="nv-path-dots"),
    ]
    frame = tag("rect", width="100%", height=CLOSE, class_="nv-frame")
    (x, y), *_ = points = shown.tolist()
    start = _text("start", f"{x:g}%", f"{y:g}%", dy="-.6em" if y < 50 else "1.3em", class_="nv-halo")
    names = [start, *_numbers(points, [(x, 100 * (y >= 50))], flat=True)]
    drawn = chart(
        label, stretched(inner, y=0, height=CLOSE), frame, names, height=CLOSE, look="nv-chart nv-close"
    )
    return tag("div", noted(label), drawn, class_="nv-closer")


def _lines(points, look: str):
    last = len(points) - 1
    for k, ((x1, y1), (x2, y2)) in enumerate(pairwise(points), start=1):
        opacity = f"{0.25 + 0.75 * k / last:.2f}"
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        yield tag("line", data_key=f"step:{k}", **ends, class_=look, stroke_opacity=opacity)


def _ahead(now: list[float], then: list[float]) -> list[Markup]:
    (x1, y1), (x2, y2) = now, then
    return [
        tag("line", data_key="ahead", x1=x1, y1=y1, x2=x2, y2=y2, class_="nv-path nv-dotted"),
        tag("path", data_key="ahead.end", d=f"M{x2:g},{y2:g}{SPOT}", class_="nv-spots nv-tone-ink"),
    ]


def _numbers(points, taken, *, flat: bool = False):
    """The numbers of the steps, each where it covers neither another nor what stands at the places that are taken.

    A number stands above its step's end. In a window so ``flat`` that numbers of one side would cover each other
    wherever they are not beside each other, those of its lower half stand below.
    """
    taken = list(taken)
    for k, (x, y) in enumerate(points[1:], start=1):
        below = flat and y >= 50
        place = (x, 100 * below) if flat else (x, y)
        if 3 < x < 97 and 6 < y < 97 and all(math.dist(place, other) > CROWDED for other in taken):
            taken.append(place)
            dy = "1.3em" if below else "-.6em"
            yield _text(k, f"{x:g}%", f"{y:g}%", dy=dy, class_="nv-strong nv-halo")


def _sides(ends: list[tuple[int, float, float, str]]):
    """The numbers of a path that does not settle: steps to one place, or that leave at one end, share their words."""
    together: dict[tuple[float, float], tuple[list[int], list[str]]] = {}
    for k, x, y, arrow in ends:
        if math.dist((x, y), (50, 50)) < CROWDED:  # there stands the lowest point's name
            continue
        near = (
            place
            for place, (_, its) in together.items()
            if math.dist(place, (x, y)) < CROWDED or (arrow and arrow in its)
        )
        steps, arrows = together.setdefault(next(near, (x, y)), ([], []))
        steps.append(k)
        arrows.append(arrow)
    for (x, y), (steps, arrows) in together.items():
        words = ", ".join(map(str, steps[:NAMED])) + " …" * (len(steps) > NAMED) + f" {arrows[-1]}"
        place = {
            "dy": "-.6em" if 6 < y <= 50 or y > 94 else "1.3em",  # outwards, but not out of the frame
            "anchor": "start" if x < 30 else "end" if x > 70 else "middle",
        }
        yield _text(words.rstrip(), f"{x:g}%", f"{y:g}%", **place, class_="nv-strong nv-halo")


def _ends(path: np.ndarray, centre: np.ndarray, half: float) -> list[tuple[int, float, float, str]]:
    """The steps of a path, where each ends in the window; for one that leaves it, its line near the edge, an arrow."""
    places = (path - centre) / half
    before, after, way = places[:-1], places[1:], np.diff(places, axis=0)
    gone = np.abs(after).max(axis=1) > 1
    with np.errstate(divide="ignore", invalid="ignore"):  # along a side, a step never comes to it
        sides = np.where(way == 0, np.inf, (np.sign(way) - before) / way).min(axis=1)
        named = before + (sides - EDGE / np.abs(way).max(axis=1))[:, None] * way
    shown = ~gone | (np.abs(named).max(axis=1) <= 1)  # the line of another does not come through the window
    ends = (50 + 50 * np.where(gone[:, None], named, after) * [1, -1]).round(1)
    eighths = np.round(np.arctan2(way[:, 1], way[:, 0]) / (math.pi / 4)).astype(int) % 8
    return [
        (int(k) + 1, *ends[k].tolist(), ARROWS[eighths[k]] * bool(gone[k])) for k in np.flatnonzero(shown)
    ]


def contours(bowl: Bowl, half: float, key: str = "") -> list[Markup]:
    """Ellipses of equal loss for a window of 100 × 100 around the lowest point, the outermost first.

    ``half`` is half the window's width in weights; data-loss is an ellipse's loss above the lowest.
    """
    angle = -math.degrees(math.atan2(bowl.directions[1, 1], bowl.directions[1, 0]))
    stretch = math.sqrt(bowl.condition_number)
    return [
        tag(
            "ellipse",
            rx=f"{50 * min(length, LONGEST):.5g}",
            ry=f"{50 * length / stretch:.5g}",
            transform=f"translate(50 50)rotate({angle:.6f})",
            class_="nv-contour",
            data_key=f"{key}contour:{i}",
            data_loss=f"{bowl.eigenvalues[1] * (length * half) ** 2 / 2:.6g}",
        )
        for i, length in enumerate(contour_lengths(bowl))
    ]


def contour_ratio(bowl: Bowl) -> float:
    """How many times the loss above the lowest grows from one contour to the next."""
    first, second = contour_lengths(bowl)[:2]
    return (first / second) ** 2


def contour_lengths(bowl: Bowl) -> list[float]:
    """Half the ellipses' lengths in half windows: from a small one to one wider than the window's corners."""
    return np.geomspace(1.5 * math.sqrt(bowl.condition_number), 0.2, CONTOURS).tolist()


def _on_screen(path: np.ndarray, centre: np.ndarray, half: float) -> list[list[float]]:
    points = 50 + (path - centre) * [50 / half, -50 / half]
    gone = np.flatnonzero(np.abs(points - 50).max(axis=1) > 50 * OUTSIDE)
    if len(gone) and gone[0]:
        before, after = points[gone[0] - 1 : gone[0] + 1]
        step = after - before
        points = np.vstack([points[: gone[0]], before + step * min(1, 100 * OUTSIDE / np.abs(step).max())])
    return points.round(2).tolist()


def leaves_at(path: np.ndarray, bowl: Bowl) -> int | None:
    """The first step that ends outside the window, or None."""
    half = ROOM * math.dist(path[0], bowl.lowest)
    gone = np.flatnonzero(np.abs(path - bowl.lowest).max(axis=1) > half)
    return int(gone[0]) if len(gone) else None


def _text(text: str, x: str, y: str, *, dy: str, anchor: str = "middle", class_: str | None = None) -> Markup:
    return tag("text", text, x=x, y=y, dy=dy, text_anchor=anchor, class_=class_)
