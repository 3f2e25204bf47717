"""A beam of numbers under which a learner places a mark, a slider of the browser's own; ``front/draw.js`` reads it."""

import json
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from normviz.drawing.charts import middle_name
from normviz.drawing.marks import chart, dot, tick_number, words_at
from normviz.drawing.markup import tag, void_tag
from normviz.drawing.numbers import plain, short
from normviz.drawing.scale import Scale

LINE = 74  # px from the top
BELOW = 62  # px, for the mark, the ticks and the name
# A mean is a wedge, on which the numbers balance; a guess of any other number is a pin.
WEDGE, PIN = "polygon(50% 0,100% 90%,0 90%)", "polygon(44% 0,56% 0,56% 100%,44% 100%)"
HINT = "Drag the mark to its place, or press ← and →."


def beam(
    groups: Mapping[str, Sequence[float]],
    *,
    name: str,
    reach: tuple[float, float],
    first: float,
    tone: str,
    room: tuple[float, float],
    places: Mapping[str, float],
    right: str | None,
) -> Markup:
    """Draw numbers on a line, each group with its name above, equal numbers piled up.

    ``places`` are those of the answers, in per cent; ``first`` is where the mark stands at first. All else is as in
    :func:`normviz.drawing.sketch.sketch`.
    """
    low, high = reach

    def at(number: float) -> float:
        return round(6 + 88 * (number - low) / (high - low), 2)

    parts, piles = [], {}
    for group, numbers in groups.items():
        for number in numbers:
            piles[number] = piles.get(number, -1) + 1
            look = "nv-pad-dot" if "pad" in group else "nv-dot"
            parts.append(dot(at(number), LINE - 11 - 14 * piles[number], 6.5, look, None))
        parts.append(words_at(at((min(numbers) + max(numbers)) / 2), 16, group, "nv-soft"))
    ticks = [tick_number(at(tick), LINE + 42, plain(tick)) for tick in Scale(low, high).ticks(6)]
    line = tag("line", x1=f"{at(low)}%", x2=f"{at(high)}%", y1=LINE, y2=LINE, class_="nv-axis")
    listed = "; ".join(f"{group}: {', '.join(map(short, numbers))}" for group, numbers in groups.items())
    label = f"A line from {plain(low)} to {plain(high)}, with {listed}"
    picture = chart(label, parts, line, ticks, middle_name(name, LINE + BELOW - 4), height=LINE + BELOW)
    step = {"min": low, "max": high, "step": (high - low) / 200, "value": first}
    mark = void_tag("input", type="range", **step, aria_label=name, class_="nv-mark-handle")
    look = f"--plot:{LINE}px;--mark:{WEDGE if 'mean' in name or 'μ' in name else PIN}"
    told = {
        "along": [0], "first": None, "reach": reach, "right": right, "room": room,
        "curves": {letter: [round(one, 2)] for letter, one in places.items()},
    }  # fmt: skip
    return tag(
        "div",
        tag("div", picture, mark, class_="nv-plot", style=look),
        tag("p", HINT, class_="nv-note nv-todo"),
        class_=f"nv nv-sketch nv-beam nv-tone-{tone}",
        data_sketch=json.dumps(told, ensure_ascii=False),
    )
