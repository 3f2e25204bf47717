"""Charts on paper: a number line with μ and its σ band, curves over a control, and measurements with their spread."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from textwrap import fill

import numpy as np

from normviz.drawing.charts import Note, Series
from normviz.drawing.numbers import mean_and_std, plain
from normviz.drawing.scale import Scale
from normviz.figures.paper import DASHES, INK, LINE, PAPER, SMALL, SOFT, TONES, named, titled

BAND = 0.26  # how strong a band's colour is
SAME_PLACE = 1.2  # per cent of the axis: nearer dots are piled up
HIGHEST, LOWEST = 5, 3.2  # dots of full size in a pile, and the room over a line


def number_line(
    ax, values: np.ndarray, *, scale: Scale, mean: float, std: float, tone: str, label: str, **_
) -> None:
    """Draw values as piles of dots, with μ as a triangle and a band from μ − σ to μ + σ."""
    heights, step = _piled(values, scale)
    top = max(LOWEST, heights.max(initial=0) + 1.4)
    ax.fill_between([mean - std, mean + std], 0, 1.2, color=TONES[tone], alpha=BAND, lw=0, gid="band")
    ax.scatter(values, heights + 0.6, s=26 * min(step * 1.4, 1), color=INK, alpha=0.8, lw=0, gid="real")
    look = {"color": TONES[tone], "ms": 9, "mec": PAPER, "mew": 0.6, "clip_on": False}
    ax.plot([mean], [0], "^", zorder=4, gid="mean", **look)
    titled(ax, f"{label.split(':')[0]}: {mean_and_std(mean, std)}")
    ax.set(xlim=(scale.low, scale.high), ylim=(0, top))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)


def _piled(values, scale: Scale) -> tuple[np.ndarray, float]:
    """The height of each value's dot, so that none hides another, and how high one dot of a pile stands."""
    places = np.round(100 * (values - scale.low) / (scale.high - scale.low) / SAME_PLACE).astype(int).tolist()
    step = min(1.0, (HIGHEST - 1.6) / max(max(Counter(places).values(), default=1) - 1, 1))
    heights, below = np.zeros(len(values)), Counter()
    for i, place in enumerate(places):
        heights[i] = step * below[place]
        below[place] += 1
    return heights, step


def curves(
    ax,
    x: np.ndarray,
    series: Sequence[Series],
    *,
    label: str,
    x_name: str,
    now: float | None = None,
    dots: Sequence[tuple[float, float, str]] = (),
    x_scale: Scale | None = None,
    y_scale: Scale | None = None,
    y_write: Callable[[float], str] = plain,
    notes: Sequence[Note] = (),
    **_,
) -> None:
    """Draw curves over a control, with a mark on each where the control stands now, and a legend of those with a name.

    The vertical axis is named by the first words of ``label``. The rest is as in
    :func:`normviz.drawing.charts.curves`.
    """
    for s in series:
        style = {"color": TONES[s.tone], "ls": DASHES[s.line], "lw": 1.7}
        ax.plot(x, s.values, label=s.name or s.key or "_", gid=s.name or None, **style)
        here = np.nan if now is None else np.interp(now, x, s.values)
        if np.isfinite(here):
            ax.plot([now], [here], "o", color=TONES[s.tone], ms=6, mec=PAPER, mew=0.8, zorder=4, gid="now")
    for tone in dict.fromkeys(tone for *_, tone in dots):
        places = np.array([(a, b) for a, b, of in dots if of == tone], dtype=float)
        ax.scatter(*places.T, s=14, color=TONES[tone], lw=0, zorder=3, gid="dots")
    if now is not None:
        ax.axvline(now, color=SOFT, lw=0.9, ls=DASHES["dashed"], zorder=0, gid="now line")
    for note in notes:
        if note.line:
            ax.axvline(note.x, color=SOFT, lw=0.7, ls=DASHES["dotted"], zorder=0)
        side = {"start": "left", "middle": "center", "end": "right"}[note.anchor]
        ax.text(note.x, note.y, f" {note.text} ", ha=side, fontsize=SMALL, color=SOFT)
    for scale, fit in ((x_scale, ax.set_xlim), (y_scale, ax.set_ylim)):
        if scale is not None:
            fit(scale.low, scale.high)
    if y_write is not plain:
        ax.yaxis.set_major_formatter(partial(_written, y_write))
    ax.grid(axis="y", color=LINE, lw=0.4, alpha=0.7)
    if x_scale is None:  # also where the curve has only begun
        ax.set_xlim(np.min(x) - 0.05 * np.ptp(x), np.max(x) + 0.05 * np.ptp(x))
    if (np.asarray(x) % 1 == 0).all():  # steps: there is none between two
        ax.locator_params(axis="x", integer=True)
    named(ax, x_name, first_words(label))
    if any(s.name or s.key for s in series):
        key(ax)


def _written(write: Callable[[float], str], value: float, _place) -> str:
    return write(value)


def first_words(label: str) -> str:
    """What an accessible name says before its numbers, broken to the height of a chart.

    >>> first_words("loss: step 0 1.0442"), first_words("gap, nats, over the steps of training")
    ('loss', 'gap, nats')
    """
    return fill(re.split(r"[:;(]|\. |,? over the ", label)[0].strip(), 30)


def key(ax) -> None:
    """Say what the lines stand for; the samples are long enough for every dash."""
    ax.legend(loc="best", fontsize=SMALL, labelcolor=INK, handlelength=3.2, edgecolor=LINE)


def spread_chart(
    ax,
    x: np.ndarray,
    series: Sequence[Series],
    *,
    label: str,
    x_name: str,
    now: float | None = None,
    followed: int | None = None,
    y_scale: Scale | None = None,
    guide: tuple[float, str] | None = None,
    bands: bool = True,
    **_,
) -> None:
    """Draw measurements over ``x``: a line through the medians, and a band from the lowest seed to the highest.

    ``followed`` is a seed that gets a thin line of its own, and the marks at ``now``; else these are the medians'. The
    rest is as in :func:`curves`, and as in :func:`normviz.drawing.spread.spread_chart`.
    """
    top = np.inf if y_scale is None else y_scale.high
    for s in series:
        known = np.isfinite(s.values).any(axis=0)
        if not known.any():
            ax.plot([], [], color=TONES[s.tone], ls=DASHES[s.line], lw=1.7, label=f"{s.name}: no value")
            continue
        values = np.where(np.isfinite(s.values[:, known]), s.values[:, known], np.nan)
        values = np.minimum(values, top)
        places, middle, tone = x[known], np.nanmedian(values, axis=0), TONES[s.tone]
        if bands and len(values) > 1:
            band = {"color": tone, "alpha": BAND / 2, "lw": 0, "gid": f"{s.name} band"}
            ax.fill_between(places, np.nanmin(values, axis=0), np.nanmax(values, axis=0), **band)
        ax.plot(places, middle, color=tone, ls=DASHES[s.line], lw=1.9, label=s.name, gid=s.name)
        marked = middle if followed is None else values[followed]
        if followed is not None and len(values) > 1:
            ax.plot(places, marked, color=tone, lw=0.8, gid=f"{s.name} seed")
        if now is not None and places[0] <= now <= places[-1]:
            here = np.interp(now, places, marked)
            ax.plot([now], [here], "o", color=tone, ms=6, mec=PAPER, mew=0.8, zorder=4, gid="now")
    if now is not None:
        ax.axvline(now, color=SOFT, lw=0.9, ls=DASHES["dashed"], zorder=0, gid="now line")
    if guide is not None:
        words = f"{guide[1]}: {plain(guide[0], 2)}"
        ax.axhline(guide[0], color=SOFT, lw=0.9, ls=DASHES["dotted"], label=words)
    if y_scale is not None:
        ax.set_ylim(y_scale.low, y_scale.high)
    ax.grid(axis="y", color=LINE, lw=0.4, alpha=0.7)
    named(ax, x_name, first_words(label))
    key(ax)
