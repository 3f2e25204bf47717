"""Every seed of every network as a dot on one axis, each row with its name: what is effect, and what is luck."""

from collections.abc import Mapping
from textwrap import wrap

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import chart
from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain
from normviz.drawing.scale import Scale
from normviz.drawing.stages import steady_scale

NAMES, MEDIANS = 33, 14  # per cent of the width
LINE = 13  # letters of a name, on a phone
ROW, TOP, BELOW = 36, 6, 26  # px
DOT = 5.5  # px


def seed_dots(
    values: Mapping[str, np.ndarray], last: Mapping[str, np.ndarray], *, named, style, write, label: str
) -> Markup | None:
    """Draw a row of dots for each network, a stroke at its median, and the median in figures at the row's end.

    ``values`` and ``last``, the same at the last step, map a network to its (S,) numbers, one a seed; what is not
    finite has no dot. The axis shows the last ones, and widens in coarse steps for others. ``named`` and ``style``
    give a network's name and tone, ``write`` a median's figures. None where there is nothing to draw.
    """
    finite = [v[np.isfinite(v)] for v in values.values()]
    shown = np.concatenate(finite)
    kept = np.concatenate([v[np.isfinite(v)] for v in last.values()])
    if not len(shown):
        return None
    scale = steady_scale(kept if len(kept) else shown, shown)
    rows, names = [], []
    for i, (key, seeds) in enumerate(values.items()):
        y = TOP + ROW * (i + 0.5)
        rows.append(tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-grid"))
        middle = np.nanmedian(seeds) if np.isfinite(seeds).any() else np.nan
        rows += _row(key, seeds, middle, scale, y, f"nv-tone-{style(key)}")
        lines = wrap(named(key), LINE, max_lines=2, placeholder="…")
        for k, line in enumerate(lines):
            at = y + 4 + 13 * (k - (len(lines) - 1) / 2)
            names.append(tag("text", line, x=f"{NAMES - 3}%", y=at, text_anchor="end"))
        if not np.isnan(middle):
            at_end = {"x": "100%", "y": y + 5, "text_anchor": "end", "class_": "nv-strong"}
            names.append(tag("text", write(middle), data_key=f"median:{key}/words", **at_end))
    bottom = TOP + ROW * len(values)
    rows.append(tag("line", x1="0%", x2="100%", y1=bottom, y2=bottom, class_="nv-axis"))
    for tick in scale.ticks(5):
        at = f"{scale.at(tick)}%"
        rows.append(tag("text", plain(tick), x=at, y=bottom + 16, text_anchor="middle", class_="nv-soft"))
    height = bottom + BELOW
    place = {"x": f"{NAMES}%", "width": f"{100 - NAMES - MEDIANS}%", "height": height}
    return chart(label, names, tag("svg", rows, **place, overflow="visible"), height=height)


def _row(key: str, seeds: np.ndarray, middle: float, scale: Scale, y: float, tone: str):
    for s, value in enumerate(seeds.tolist()):
        if np.isfinite(value):
            own = f"seed:{key},{s}"
            yield tag("circle", data_key=own, cx=f"{scale.at(value)}%", cy=y, r=DOT, class_=f"nv-open {tone}")
    if np.isfinite(middle):
        at = f"{scale.at(middle)}%"
        own = f"median:{key}"
        yield tag("line", data_key=own, x1=at, x2=at, y1=y - 13, y2=y + 13, class_=f"nv-line {tone}")
