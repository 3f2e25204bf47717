"""Measured curves with their spread: every seed is shown, so that luck can be told from effect."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.charts import Series, height_name, legible, middle_name
from normviz.drawing.legend import legend, line_key
from normviz.drawing.marks import chart, down, stretched
from normviz.drawing.markup import tag
from normviz.drawing.names import LINE, short_name
from normviz.drawing.numbers import significant, three
from normviz.drawing.part import part
from normviz.drawing.parts import scrolled_table, titled
from normviz.drawing.picture import Picture
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import PLACE, UNDER_TITLE

# How a network without a norm, or with this one, is called and drawn wherever measurements are compared. Those that
# meet in one chart have lines of their own: colours alone do not tell them apart for everyone.
STYLES = {
    "none": ("no norm", "ink", "long"),
    "bn": ("batch norm", "column", "solid"),
    "bn_noise": ("batch norm + noise", "column", "dashed"),
    "bn_all": ("batch norm, all points' μ and σ", "column", "dotted"),
    "bn_detached": ("batch norm, μ and σ detached", "column", "dashdot"),
    "before": ("before the activation", "column", "solid"),
    "after": ("after the activation", "column", "dashed"),
    "bn_masked": ("batch norm without pads", "column", "dashed"),
    "ln": ("layer norm", "row", "dashdot"),
    "rms": ("RMS norm", "row", "dotted"),
}
TONES = "column", "row", "pad", "affine", "ink"
_OTHERS = (("affine", "solid"), ("affine", "dashed"), ("affine", "dotted"))
BELOW = 36  # px under a chart, for the ticks and the name of the horizontal axis
Y_LETTER = 0.042  # what a letter of the vertical axis takes on a phone, as a part of the horizontal axis
LETTER = 1.9  # per cent of a narrow chart
LONG = 60  # per cent
MOST_DOTS = 12  # places on the axis; with more, a band stands for the seeds


def name_of(norm: str) -> str:
    """What a network with this norm is called."""
    return STYLES.get(norm, (short_name(norm),))[0]


def after_steps(step: int, asked: int | None = None) -> str:
    """When in a training, as a sentence begins; ``asked`` is the step that may not have been recorded.

    >>> after_steps(98, 100)
    'After 98 steps (nearest to 100)'
    """
    when = "Before the first step" if step == 0 else f"After {step} steps"
    return when if asked in (None, step) else f"{when} (nearest to {asked})"


def spread_of(key: str, values, position: int = 0) -> Series:
    """Name and style ``values``, (S, K), one row a seed; keys outside :data:`STYLES` are drawn by their position."""
    tone, line = _OTHERS[position % len(_OTHERS)]
    name, tone, line = STYLES.get(key, (short_name(key, LINE), tone, line))
    return Series(name, np.asarray(values, dtype=float), tone, line)


def show_spread(
    x: Sequence,
    measured: Mapping,
    *,
    title: str,
    x_name: str,
    log: bool = False,
    cap: float | None = None,
    guide: tuple[float, str] | None = None,
    tones: Sequence[str] | None = None,
) -> Picture:
    """Draw what was measured with several seeds: a dot for each seed, a line through the medians, and the numbers.

    Parameters
    ----------
    x : K names or numbers, the places on the horizontal axis, set evenly
    measured : mapping of a name, or of a norm's key such as "none" or "bn", to an array (S, K), one row a seed
    title : what is measured, with its unit
    x_name : the name of the horizontal axis
    log : whether the vertical axis counts in powers of ten; then every value must be above 0
    cap : values above are drawn at this height, and written as they are; inf needs one
    guide : (height, name) of a line to compare with
    tones : what each measurement is coloured as, instead of by its key: "column", "row", "pad", "affine" or "ink"

    Returns
    -------
    Picture, shown by a notebook

    Raises
    ------
    TypeError, ValueError
        For arrays of another width than ``x``, nothing to draw, or values a log axis cannot show.

    Examples
    --------
    >>> show_spread([5, 40], {"none": [[1.0, 2.0], [3.0, 2.0]]}, title="ratio", x_name="depth")
    ratio, by depth: median [smallest to largest] of 2 seeds
    no norm: 5: 2 [1 to 3]; 40: 2
    """
    title, x_name = _inputs.text("title", title), _inputs.text("x_name", x_name)
    log = _inputs.true_or_false("log", log)
    x = _inputs.items("x", x, "a list of names or numbers")
    labels = [v if isinstance(v, str) else significant(_inputs.number("x", v)) for v in x]
    if not isinstance(measured, Mapping):
        raise _inputs.wrong_type("measured", "a mapping name → array", measured)
    cap = None if cap is None else _inputs.number("cap", cap)
    if guide is not None:
        guide = _inputs.items("guide", guide, "a height and a name")
        if len(guide) != 2:
            raise ValueError(f"guide: expected a height and a name, got {_inputs.describe(guide)}")
        guide = _inputs.number("guide", guide[0]), _inputs.text("guide", guide[1])
    if not measured or not labels:
        raise ValueError("measured: expected at least one measurement and one place, got none")
    series = []
    for position, (key, values) in enumerate(measured.items()):
        values = _inputs.array(f"measured[{key!r}]", values, ndim=(2,), finite=False)
        if values.shape[1] != len(labels):
            raise ValueError(
                f"measured[{key!r}]: expected {len(labels)} columns, as x has, got {values.shape[1]}"
            )
        if log and (values <= 0).any():
            raise ValueError(f"measured[{key!r}]: expected values above 0 for a log axis")
        series.append(spread_of(str(key), values, position))
    seeds = len(series[0].values)
    if tones is not None:
        tones = _inputs.items("tones", tones, "a list of tones")
        if len(tones) != len(series):
            raise ValueError(f"tones: expected one for each of {len(series)} measurements, got {len(tones)}")
        tones = [_inputs.one_of("tones", tone, TONES) for tone in tones]
        series = [one._replace(tone=tone) for one, tone in zip(series, tones, strict=True)]
    text = [f"{title}, by {x_name}: median [smallest to largest] of {seeds} seeds"]
    # Nobody wants sixty numbers read out: of a long curve the start, the end and a few between.
    said = np.unique(np.linspace(0, len(labels) - 1, min(len(labels), MOST_DOTS)).round().astype(int))
    for s in series:
        text.append(f"{s.name}: " + "; ".join(f"{labels[k]}: {_range(s.values[:, k])}" for k in said))
    x_name, labels = short_name(x_name, LINE), [short_name(name, PLACE) for name in labels]
    places, even = np.arange(len(labels)), _evenly(x)
    drawn = spread_chart(
        places if even is None else even,
        series,
        label="; ".join(text),
        x_name=x_name,
        labels=labels if even is None else None,
        log=log,
        cap=cap,
        guide=guide and (guide[0], short_name(guide[1], LINE)),
    )
    markup = tag("div", titled(title), drawn, key_of(series), class_="nv-measured")
    numbers = _table(labels, series, x_name, seeds) if len(labels) <= MOST_DOTS else None
    return Picture(markup, "\n".join(text), numbers)


def _evenly(x: list) -> np.ndarray | None:
    """Many numbers in equal steps, so that round ones between them can be marked; else None."""
    if len(x) <= MOST_DOTS or any(isinstance(v, str) for v in x):
        return None
    numbers = np.array(x, dtype=float)
    steps = np.diff(numbers)
    return numbers if steps[0] > 0 and np.allclose(steps, steps[0]) else None


@part
def spread_chart(
    x: np.ndarray,
    series: Sequence[Series],
    *,
    label: str,
    x_name: str,
    labels: Sequence[str] | None = None,
    log: bool = False,
    cap: float | None = None,
    guide: tuple[float, str] | None = None,
    now: float | None = None,
    followed: int | None = None,
    height: int = 230,
    y_scale: Scale | None = None,
    bands: bool = True,
    key: str | None = None,
) -> Markup:
    """Draw measurements over ``x``, (K,): few places as dots with a line through the medians, many as a band.

    ``labels`` names the places; without it, round numbers are marked. ``y_scale`` is the vertical axis, fitted unless
    told; without ``bands``, of many places the medians alone are drawn. ``followed`` is a row of the values: it gets a
    thin line, and the marks at ``now`` are its own; else they are the medians'. What comes after
    ``now`` is not drawn. The rest is as in :func:`show_spread`, and as in :func:`normviz.drawing.charts.curves`.
    """
    still = _still(
        np.asarray(x, dtype=float).tobytes(),
        tuple((np.asarray(s.values, dtype=float).tobytes(), s.tone, s.line) for s in series),
        x_name,
        None if labels is None else tuple(labels),
        log,
        cap,
        guide,
        height,
        y_scale,
        bands,
    )
    marked, over, dots, plot = still.medians, [], [], height - BELOW
    if followed is not None:
        marked = [_known(s.tone, x, _heights(s.values[followed], log, cap)) for s in series]
        over = [
            tag(
                "polyline",
                data_key=key and f"{key}.{i}.own",
                points=_points(still.x_scale, still.y_scale, places, values),
                class_=f"nv-own nv-tone-{tone}",
            )
            for i, (tone, places, values) in enumerate(marked)
        ]
    if now is not None:
        at = still.x_scale.at(now)
        ahead = f"{at},0 100,0 100,100 {at},100"
        over.append(tag("polygon", data_key=key and f"{key}.ahead", points=ahead, class_="nv-ahead"))
        for i, (tone, places, values) in enumerate(marked):
            if len(places) and places[0] <= now <= places[-1]:
                here = down(still.y_scale, float(np.interp(now, places, values)), plot)
                mark, look = key and f"{key}.{i}.mark", f"nv-mark nv-tone-{tone}"
                dots.append(tag("circle", data_key=mark, cx=f"{at}%", cy=here, r=5.5, class_=look))
    drawn = [*still.curves, over and stretched(over, y=0, height=plot), *still.frame, still.above, dots]
    scale = key and f"{still.x_scale.ends} {still.y_scale.ends}"
    return chart(label, drawn, height=height, data_scale=scale)


def _known(tone: str, places: np.ndarray, values: np.ndarray) -> tuple[str, np.ndarray, np.ndarray]:
    known = np.isfinite(values)
    return tone, np.asarray(places)[known], values[known]


class _Still(NamedTuple):
    """What stands still in a chart while a slider moves: axes, bands, lines, dots."""

    frame: tuple[Markup, ...]
    curves: tuple[Markup, ...]
    above: Markup | None
    medians: tuple[tuple[str, np.ndarray, np.ndarray], ...]
    x_scale: Scale
    y_scale: Scale


@lru_cache(maxsize=32)
def _still(x, series, x_name, labels, log, cap, guide, height, y_scale, bands) -> _Still:
    """Draw it once; arrays come as bytes, ``series`` as (values, tone, line)."""
    x = np.frombuffer(x)
    heights = [_heights(np.frombuffer(values).reshape(-1, len(x)), log, cap) for values, *_ in series]
    finite = [h[np.isfinite(h)] for h in heights]
    marks = [] if guide is None else [_heights(np.array([guide[0]]), log, cap)]
    y_scale = y_scale or Scale.around(*finite, *marks, *([] if log else [[0.0]]), margin=0.08)
    words = max(map(len, labels or ()), default=0) > 6  # the first and the last stand inside as well
    room = (0.12 if words else 0.06) * (x[-1] - x[0]) or 1.0
    plot = height - BELOW
    y_scale = _with_room(y_scale, plot)
    y_ticks = list(_y_ticks(y_scale, log, cap))
    # The heights are written inside, at the left: on a phone the first dots would cover them.
    left = Y_LETTER * max((len(written) for _, written in y_ticks), default=0) * (x[-1] - x[0])
    x_scale = Scale(x[0] - max(room, left), x[-1] + room)
    if labels is None:
        ticks = [(t, significant(t)) for t in x_scale.ticks(8) if x[0] <= t <= x[-1]]
    else:
        every = 1 if len(labels) <= MOST_DOTS else -(-len(labels) // 6)  # on a phone more would run together
        ticks = list(zip(x, labels, strict=True))[::every]
    frame = []
    lines = [(down(y_scale, tick, plot), written) for tick, written in y_ticks]
    for y, written in lines if cap is not None else legible(lines):  # the cap says "or more"
        frame.append(tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-grid"))
        frame.append(height_name(written, y))
    for at, written in ticks:
        x_at = f"{x_scale.at(at)}%"
        frame.append(tag("text", written, x=x_at, y=plot + 15, text_anchor="middle", class_="nv-soft"))
    frame.append(tag("line", x1="0%", x2="100%", y1=plot, y2=plot, class_="nv-axis"))
    frame.append(middle_name(x_name, height - 4))
    above = None
    if guide is not None:
        y = down(y_scale, marks[0][0], plot)
        frame.append(tag("line", x1="0%", x2="100%", y1=y, y2=y, class_="nv-now"))
        pairs = (pair for h in heights for row in h for pair in zip(x, row, strict=True))
        seen = [(x_scale.at(a), down(y_scale, b, plot)) for a, b in pairs]
        ends = 100 * left / (x_scale.high - x_scale.low), x_scale.at(x[-1]) - 1
        above = _guide_name(guide[1], y, seen, ends)
    inner, dots, medians = [], [], []
    for index, ((_, tone, line), h) in enumerate(zip(series, heights, strict=True)):
        known = np.flatnonzero(np.isfinite(h).any(axis=0))
        if not len(known):
            continue
        places, values = x[known], h[:, known]
        middle = np.nanmedian(values, axis=0)
        medians.append((tone, places, middle))
        toned = f"nv-tone-{tone}"
        if len(x) > MOST_DOTS:
            # Dots would hide each other.
            shift = 0.0
            if bands:
                border = np.append(np.nanmax(values, axis=0), np.nanmin(values, axis=0)[::-1])
                around = _points(x_scale, y_scale, np.append(places, places[::-1]), border)
                inner.append(tag("polygon", points=around, class_=f"nv-band {toned}"))
        else:
            # The dots of different series stand side by side, not on top of each other.
            shift = 0.9 * (index - (len(series) - 1) / 2)
            at = [f"{x_scale.at(place) + shift:g}%" for place in places]
            circles = (
                tag("circle", cx=at[k], cy=down(y_scale, value, plot), r=3)
                for k, column in enumerate(values.T)
                for value in column[np.isfinite(column)]
            )
            dots.append(tag("g", *circles, class_=f"nv-seed {toned}"))
        style = "" if line == "solid" else f" nv-{line}"
        points = _points(x_scale, y_scale, places, middle, shift)
        inner.append(tag("polyline", points=points, class_=f"nv-line{style} {toned}"))
    curves = (stretched(inner, y=0, height=plot), *dots)
    return _Still(tuple(frame), curves, above, tuple(medians), x_scale, y_scale)


def _with_room(scale: Scale, plot: float) -> Scale:
    """An axis as high as the number on its highest line needs, which stands above it as all others do."""
    highest = scale.ticks(5)[-1]
    needed = highest + (highest - scale.low) * (UNDER_TITLE + 1) / (plot - UNDER_TITLE - 1)
    return Scale(scale.low, max(scale.high, needed))


def _guide_name(name: str, y: float, seen: list[tuple[float, float]], ends: tuple[float, float]) -> Markup:
    """The guide's name, over all that is drawn, at that end and side of its line where it covers the fewest dots.

    Unless it is long, it ends before the last place: there, after the last step, a cursor comes to rest.
    """
    reach, (left, right) = LETTER * len(name), ends
    right = right if reach < LONG else 100
    places = [
        (sum(low <= a <= low + reach and top - 8 <= b <= top + 12 for a, b in seen), anchor, at, top)
        for anchor, low, at in (("end", right - reach, right), ("start", left, left))
        for top in (y - 13, y + 5)
        if top > 0
    ]
    _, anchor, at, top = min(places, key=lambda place: place[0])
    place = {"x": f"{at:.1f}%", "y": round(top + 9, 1), "text_anchor": anchor}
    return tag("text", name, **place, class_="nv-soft nv-halo")


def key_of(series: Sequence[Series], *more: Markup) -> Markup:
    """What each line stands for; ``more`` keys come after them."""
    return legend([*(line_key(s.tone, s.line, s.name) for s in series), *more])


def _heights(values: np.ndarray, log: bool, cap: float | None) -> np.ndarray:
    values = values if cap is None else np.minimum(values, cap)
    values = np.where(np.isposinf(values), np.nan, values)
    return np.log10(values) if log else values


def _y_ticks(scale: Scale, log: bool, cap: float | None):
    for tick in scale.ticks(5):
        if not log:
            over = cap is not None and tick >= cap
            yield tick, significant(tick) + (" or more" if over else "")
        elif tick == floor(tick):
            yield tick, significant(10.0**tick)


def _points(x_scale: Scale, y_scale: Scale, x, y, shift: float = 0) -> str:
    left, up = _per_cent(x_scale, x) + shift, 100 - _per_cent(y_scale, y)
    return " ".join([f"{a:.1f},{b:.1f}" for a, b in zip(left.tolist(), up.tolist(), strict=True)])


def _per_cent(scale: Scale, values) -> np.ndarray:
    """``Scale.at`` for many values at once: a curve that follows a slider has hundreds."""
    return 100 * np.clip((values - scale.low) / (scale.high - scale.low), -0.02, 1.02)


def _range(values: np.ndarray) -> str:
    low, middle, high = three(values, _short)
    return middle if low == high else f"{middle} [{low} to {high}]"


def _short(value: float) -> str:
    if np.isinf(value):
        return "∞"
    return significant(value, 2 if abs(value) < 100 else 3, zeros=value != round(value))


def _table(labels, series, x_name: str, seeds: int) -> Markup:
    rows = []
    for s in series:
        cells = []
        for values in s.values.T:
            low, middle, high = three(values, _short)
            words = f"{low} to {high}" if low.startswith("−") else f"{low}–{high}"
            spread = None if low == high else tag("span", words, class_="nv-note nv-range")
            cells.append(tag("td", middle, spread))
        rows.append(tag("tr", tag("th", s.name, scope="row", class_="nv-wrap"), cells))
    caption = f"Median of {seeds} seeds; below it, all of them"
    head = tag("tr", tag("th", x_name, scope="col"), [tag("th", label, scope="col") for label in labels])
    return scrolled_table(caption, head, rows, look="nv-table nv-wide-names")
