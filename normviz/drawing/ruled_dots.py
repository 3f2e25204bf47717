"""Dots on a ruler's line: piles of equal numbers, pads, many numbers as bars, and the followed one with its name."""

from collections import Counter
from math import ceil

import numpy as np
from markupsafe import Markup

from normviz.drawing import sizes
from normviz.drawing.handles import pull_of
from normviz.drawing.marks import reach_of_words, words_at
from normviz.drawing.markup import tag
from normviz.drawing.scale import Scale


def exact(*numbers: float) -> str:
    """Numbers in full, for a page that goes on with them."""
    return " ".join(repr(float(number)) for number in numbers)


def dots_on(values, axis: Scale, real, outside, picked, keys, room: float, hand: bool) -> tuple[dict, float]:
    """Number of a value → its mark and its height over the line; and where the line may lie below the highest pile."""
    heights = _heights(values, axis, real, outside, picked)
    many = len(heights) < len(values)
    piles = sizes.DOT * sizes.HIGHEST if many else max((up for up, _ in heights.values()), default=0)
    if hand and not many:  # where the followed dot is dragged below the highest pile, the line stays
        at = [axis.at(value) for value in values]
        own = -100 if picked is None else at[picked]
        joined = (
            up + sizes.DOT * (abs(at[i] - own) >= sizes.COVERS) for i, (up, _) in heights.items() if real[i]
        )
        room = max([room, *joined])
    top = sizes.ABOVE + max(room, piles) + sizes.SEAT
    drawn = {}
    for i in sorted(heights, key=lambda i: i == picked):
        up, shift = heights[i]
        told = {"data_out" if outside[i] else "data_x": exact(values[i]), "data_pad": not real[i]}
        key = keys and f"{keys(i)}/dot"
        place = {"cx": f"{axis.at(values[i])}%", "cy": round(top + sizes.LINE_LOW - sizes.SEAT - up, 1)}
        look = "nv-picked" if i == picked else "nv-dot" if real[i] else "nv-pad-dot"
        size = sizes.PICKED if i == picked else sizes.REAL if real[i] else sizes.PAD_SIZE
        moved = f"translate({shift:g})" if shift else None
        drawn[i] = tag("circle", data_key=key, **place, r=size, class_=look, transform=moved, **told), up
    if many:
        drawn |= _places(values, axis, real, outside, heights, top)
    return drawn, top


def _heights(values, axis: Scale, real, outside, picked) -> dict[int, tuple[float, float]]:
    """Number of a value → how high over the line it lies, and how far beside its place; of many, the followed alone."""
    chosen = range(len(values)) if len(values) <= sizes.MOST_DOTS else [] if picked is None else [picked]
    pads = [i for i in chosen if not real[i] and i != picked]
    columns = min(sizes.PADS_WIDE, ceil(len(pads) * sizes.PAD_ROOM / sizes.PADS_ROOM))
    px = min(sizes.PAD_ROOM, sizes.PADS_ROOM * columns / max(1, len(pads)))
    heights = {}
    for n, i in enumerate(pads):
        lift = sizes.LIFT if outside[i] else 0
        heights[i] = (px * (n // columns) + lift, sizes.PAD_ROOM * (n % columns - (columns - 1) / 2))
    below: Counter = Counter()
    places: dict[int, float] = {}
    for i in sorted(
        set(chosen) - set(heights), key=lambda i: (i != picked, i)
    ):  # the followed one lies on the line
        at = axis.at(values[i])
        places[i] = next((one for one in places.values() if abs(one - at) < sizes.COVERS), at)
    piles = Counter(places.values())
    for i in places:
        high = piles[places[i]]
        step = sizes.DOT if high <= sizes.HIGHEST else sizes.DOT * sizes.HIGHEST / high
        heights[i] = (step * below[places[i]], 0.0)
        below[places[i]] += 1
    return heights


def _places(values, axis: Scale, real, outside, known, top: float) -> dict:
    """Many values: a bar for each place of the line, as high as there are numbers, with the pads on top."""
    inside = ~outside
    inside[list(known)] = False
    where = np.round([axis.at(value) for value in values]).astype(int)
    most, drawn = np.bincount(where[inside] - where.min()).max(), {}
    for place in np.unique(where[inside]):
        foot = top
        for pads in (False, True):
            there = values[inside & (where == place) & (real != pads)]
            if not len(there):
                continue
            high = max(2.0, sizes.DOT * sizes.HIGHEST * len(there) / most)
            foot -= high
            at = {"x": f"{axis.at(there.mean()) - 0.35:.2f}%", "width": "0.7%"}
            at |= {
                "y": round(foot, 1),
                "height": round(high, 1),
                "class_": "nv-pad-dot" if pads else "nv-dot",
            }
            told = {"data_x": exact(there.mean()), "data_count": len(there)}
            drawn[-1 - 2 * int(place) - pads] = tag("rect", **at, **told), top - foot
    return drawn


def pads_on(
    values, axis: Scale, real, dots, top: float, name: str, control: str | None, other: tuple
) -> tuple:
    """What stands over the pile of pads, and its handle; over the ``other`` name, (at, y, text), if both are close."""
    pads = np.flatnonzero(~real)
    if not len(pads):
        return None, None
    words = f"{len(pads)} {name}" if len(pads) > 1 else name.removesuffix("s")
    pile, half = axis.at(values[pads[0]]), reach_of_words(50, words)[1]
    over = (
        up for i, (_, up) in dots.items() if i >= 0 and (not real[i] or abs(axis.at(values[i]) - pile) < half)
    )
    high = max(over) if pads[0] in dots else sizes.DOT * sizes.HIGHEST
    at = min(max(pile, sizes.NAME_ENDS[0]), sizes.NAME_ENDS[1])  # at the edge of a phone, too, its words fit
    y, (beside, name_y, followed) = round(top - high - sizes.COUNT, 1), other
    near = half + reach_of_words(50, followed, bold=True)[1]
    if abs(at - beside) < near and abs(y - name_y) < sizes.NAME_LINE:
        y = name_y - sizes.NAME_LINE
    place = {"x": f"{at}%", "y": y, "text_anchor": "middle"}
    drawn = tag("text", words, data_key="pads/count", **place, class_="nv-pad-words nv-halo")
    return drawn, pull_of(
        len(pads), name, control, at, y - sizes.PULL_OVER, at > sizes.TAKES
    ) if control else None


def name_over(line: float, dots: dict, values, axis: Scale, real, picked: int, name: str) -> float:
    """How low the name of the followed dot stands, over the dots that it would cover."""
    at, half = axis.at(values[picked]), reach_of_words(50, name, bold=True)[1]
    heap = (
        up
        for i, (_, up) in dots.items()
        if i >= 0 and abs(axis.at(values[i]) - at) < max(sizes.COVERS, half * real[i])
    )
    return line - max(heap) - sizes.OVER


def pile_at(values, axis: Scale, real, dots: dict, picked: int) -> float | None:
    """Where a pile of pads stands that a name may lie on, in per cent."""
    pads = [i for i in np.flatnonzero(~real) if i in dots and i != picked]
    return axis.at(values[pads[0]]) if len(pads) > 2 else None


def followed_at(
    x: float,
    name: str,
    axis: Scale,
    dot,
    line: float,
    bottom: float,
    cuts,
    key: str,
    y: float,
    pile: float | None,
) -> list[Markup]:
    """The plumb line of the followed number, its name and its dot; in the ``cuts``, (top, bottom), numerals stand.

    The name, as low as ``y``, gives way to a high ``pile`` of pads, which stands at so many per cent.
    """
    at, top = axis.at(x), line - dot[1]
    plumb = {"x1": f"{at}%", "x2": f"{at}%", "y1": top, "y2": bottom}
    dashes, here = [], top
    for begin, end in cuts:
        dashes += [begin - here, end - begin]
        here = end
    if dashes:
        plumb["stroke_dasharray"] = " ".join(f"{px:g}" for px in (*dashes, bottom - here, 0))
    return [
        tag("line", data_key=f"plumb {key}", **plumb, class_="nv-plumb"),
        _name_at(at, y, name, f"plumb {key}/name", pile),
        dot[0],
    ]


def _name_at(at: float, y: float, name: str, key: str, pile: float | None) -> Markup:
    """A name over its dot; a long one goes inwards from it, where a phone has room for it."""
    half = reach_of_words(50, name, bold=True)[1]
    away = 1 if pile is None or at >= pile else -1
    if (
        pile is not None
        and abs(at - pile) < sizes.BESIDE_PADS[0] * half
        and 0 <= at + sizes.BESIDE_PADS[1] * half * away <= 100
    ):
        side = {"text_anchor": "start" if away > 0 else "end", "dx": sizes.ASIDE * away}
        return tag("text", name, data_key=key, x=f"{at:g}%", y=y, **side, class_="nv-strong nv-halo")
    if len(name) < sizes.LONG_NAME or sizes.MIDDLE[0] <= at <= sizes.MIDDLE[1]:
        return words_at(at, y, name, "nv-strong nv-halo", key)
    x, anchor = (
        (min(at + sizes.INWARDS, 100), "end")
        if at > sizes.MIDDLE[1]
        else (max(at - sizes.INWARDS, 0), "start")
    )
    return tag("text", name, data_key=key, x=f"{x:g}%", y=y, text_anchor=anchor, class_="nv-strong nv-halo")
