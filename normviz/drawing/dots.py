"""Every seed of every network as a dot on one axis, each row with its name: what is effect, and what is luck."""

from collections.abc import Callable, Sequence

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import Series
from normviz.drawing.marks import chart
from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain
from normviz.drawing.part import part
from normviz.drawing.scale import Scale

BEYOND = 9  # per cent of the width, for what lies beyond the axis
ROW, NAMED = 38, 13  # px: a row, and down to its name
GUIDED, BELOW = 17, 26  # px: the name of a guide above, the ticks below
DOT = 4.8  # px
TICKED = 85  # per cent of the axis: there, on a phone, it is said that some lie beyond
SAMPLE = 42  # px, of a line before its name


@part
def seed_dots(
    series: Sequence[Series],
    scale: Scale,
    *,
    write: Callable[[float], str],
    label: str,
    guide: tuple[float, str] | None = None,
) -> Markup | None:
    """Draw a row of dots for each network, under its name, a stroke at its median, and the median in figures.

    A row's ``values`` are (S,), one a seed; what is not known has no dot, and what lies beyond the axis stands behind
    its end, by an arrow. ``write`` gives a median's figures, ``guide`` is (value, name) of a line to compare with. None
    where there is nothing to draw.
    """
    if not any((~np.isnan(one.values)).any() for one in series):
        return None
    top = GUIDED if guide else 0
    bottom = top + ROW * len(series)
    known = np.concatenate([one.values[~np.isnan(one.values)] for one in series])
    rows, names = [], []
    if guide:
        at = f"{scale.at(guide[0])}%"
        rows.append(tag("line", x1=at, x2=at, y1=top, y2=bottom, class_="nv-now"))
        rows.append(tag("text", guide[1], x=at, y=top - 5, text_anchor="end", class_="nv-soft"))
    for i, one in enumerate(series):
        y = top + ROW * i
        rows.append(tag("line", x1="0%", x2="100%", y1=y + ROW - 11, y2=y + ROW - 11, class_="nv-grid"))
        middle = np.nan if np.isnan(one.values).all() else np.nanmedian(one.values)
        rows += _row(one, middle, scale, y + ROW - 11)
        sample = {"x1": 0, "x2": SAMPLE - 8, "y1": y + NAMED - 4, "y2": y + NAMED - 4}
        names.append(tag("line", **sample, class_=f"nv-line nv-{one.line} nv-tone-{one.tone}"))
        names.append(tag("text", one.name, x=SAMPLE, y=y + NAMED, class_="nv-halo"))
        at_end = {"x": "100%", "y": y + NAMED, "text_anchor": "end", "class_": "nv-strong nv-halo"}
        figures = "none" if np.isnan(middle) else write(middle)
        names.append(tag("text", figures, data_key=f"median:{one.name}/words", **at_end))
    rows.append(tag("line", x1="0%", x2="100%", y1=bottom, y2=bottom, class_="nv-axis"))
    beyond = (known > scale.high).any()
    for tick in scale.ticks(5):
        at = scale.at(tick)
        if at < TICKED or not beyond:
            place = {"x": f"{at}%", "y": bottom + 16, "text_anchor": "middle"}
            rows.append(tag("text", plain(tick), **place, class_="nv-soft"))
    if beyond:
        names.append(tag("text", "beyond →", x="100%", y=bottom + 16, text_anchor="end", class_="nv-soft"))
    height = bottom + BELOW
    place = {"x": "1%", "width": f"{99 - BEYOND}%", "height": height}
    return chart(label, tag("svg", rows, **place, overflow="visible"), names, height=height)


def _row(one: Series, middle: float, scale: Scale, y: float):
    tone = f"nv-tone-{one.tone}"
    for s, value in enumerate(one.values.tolist()):
        if not np.isnan(value):
            own, at = f"seed:{one.name},{s}", _at(scale, value)
            yield tag("circle", data_key=own, cx=at, cy=y, r=DOT, class_=f"nv-seed {tone}")
    if not np.isnan(middle):
        at = _at(scale, middle)
        own = f"median:{one.name}"
        yield tag("line", data_key=own, x1=at, x2=at, y1=y - 10, y2=y + 10, class_=f"nv-line {tone}")


def _at(scale: Scale, value: float) -> str:
    beyond = 100 + 50 * BEYOND / (99 - BEYOND)
    return f"{beyond:.2f}%" if value > scale.high else f"{scale.at(value)}%"
