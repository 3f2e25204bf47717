"""Every seed of every network as a dot on one axis, each row with its name: what is effect, and what is luck."""

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import chart
from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain
from normviz.drawing.part import part
from normviz.drawing.scale import Scale, widened

NAMES, MEDIANS = 33, 17  # per cent of the width
LINE = 13  # letters of a name, on a phone
ROW, TOP, BELOW = 36, 6, 26  # px
DOT = 4.8  # px
BEFORE = 2  # how many times as long as what the last dots take the axis goes on at most


@part
def seed_dots(
    values: Mapping[str, np.ndarray],
    scale: Scale,
    *,
    named: Callable[[str], str],
    style: Callable[[str], str],
    write: Callable[[float], str],
    label: str,
) -> Markup | None:
    """Draw a row of dots for each network, a stroke at its median, and the median in figures at the row's end.

    ``values`` maps a network to its (S,) numbers, one a seed; what is not finite has no dot, and what lies beyond
    the axis stands at its end, beside an arrow. ``named`` and ``style`` give a network's name and tone, ``write`` a
    median's figures. None where there is nothing to draw.
    """
    if not any(np.isfinite(v).any() for v in values.values()):
        return None
    rows, names = [], []
    for i, (key, seeds) in enumerate(values.items()):
        y = TOP + ROW * (i + 0.5)
        rows.append(tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-grid"))
        middle = np.nan if np.isnan(seeds).all() else np.nanmedian(seeds)
        rows += _row(key, seeds, middle, scale, y, f"nv-tone-{style(key)}")
        lines = wrap(named(key), LINE, max_lines=2, placeholder="…")
        for k, line in enumerate(lines):
            at = y + 4 + 13 * (k - (len(lines) - 1) / 2)
            names.append(tag("text", line, x=f"{NAMES - 3}%", y=at, text_anchor="end"))
        at_end = {"x": "100%", "y": y + 5, "text_anchor": "end", "class_": "nv-strong nv-halo"}
        figures = "none" if np.isnan(middle) else write(middle)
        names.append(tag("text", figures, data_key=f"median:{key}/words", **at_end))
    bottom = TOP + ROW * len(values)
    rows.append(tag("line", x1="0%", x2="100%", y1=bottom, y2=bottom, class_="nv-axis"))
    for tick in scale.ticks(5):
        at = f"{scale.at(tick)}%"
        rows.append(tag("text", plain(tick), x=at, y=bottom + 16, text_anchor="middle", class_="nv-soft"))
    # What the arrows at the rows' ends stand for, where no tick is.
    known = np.concatenate([seeds[np.isfinite(seeds)] for seeds in values.values()])
    for words, at, beyond in (
        ("beyond →", "100%", known > scale.high),
        ("beyond ←", "30%", known < scale.low),
    ):
        if beyond.any():
            names.append(tag("text", words, x=at, y=bottom + 16, text_anchor="end", class_="nv-soft"))
    height = bottom + BELOW
    place = {"x": f"{NAMES}%", "width": f"{100 - NAMES - MEDIANS}%", "height": height}
    return chart(label, tag("svg", rows, **place, overflow="visible"), names, height=height)


def steps_scale(curves: Iterable[np.ndarray], frame: int, top: float | None) -> Scale:
    """The axis of the (S, F) ``curves`` at a frame: one for all late steps, so that dots are seen to come down.

    Most of the way is gone in the first steps, and an axis as long as that would press the last dots together: it
    widens for them in coarse steps. What lies beyond ``top`` does not widen it.
    """
    values = np.concatenate([np.asarray(curve, dtype=float) for curve in curves])
    values = np.minimum(np.where(np.isfinite(values), values, np.nan), np.inf if top is None else top)
    seen = values[np.isfinite(values)]
    if not len(seen):
        return Scale(0, 1)
    last = values[:, -1][np.isfinite(values[:, -1])]
    last = last if len(last) else seen
    room = BEFORE * (np.ptp(last) or np.ptp(seen) / (1 + BEFORE))
    late = Scale.around([max(seen.min(), last.min() - room), min(seen.max(), last.max() + room)])
    width, here = late.high - late.low, values[:, frame][np.isfinite(values[:, frame])]
    if not len(here):
        return late
    return Scale(
        late.high - widened(width, late.high - here.min()), late.low + widened(width, here.max() - late.low)
    )


def _row(key: str, seeds: np.ndarray, middle: float, scale: Scale, y: float, tone: str):
    for s, value in enumerate(seeds.tolist()):
        if scale.low <= value <= scale.high:
            own = f"seed:{key},{s}"
            yield tag("circle", data_key=own, cx=f"{scale.at(value)}%", cy=y, r=DOT, class_=f"nv-open {tone}")
    if (seeds[np.isfinite(seeds)] > scale.high).any():
        yield tag("text", "→", x="102%", dx=-DOT - 2, y=y + 4, text_anchor="end", class_="nv-soft")
    if (seeds[np.isfinite(seeds)] < scale.low).any():
        yield tag("text", "←", x="-2%", dx=DOT + 2, y=y + 4, class_="nv-soft")
    if scale.low <= middle <= scale.high:
        at = f"{scale.at(middle)}%"
        own = f"median:{key}"
        yield tag("line", data_key=own, x1=at, x2=at, y1=y - 13, y2=y + 13, class_=f"nv-line {tone}")
