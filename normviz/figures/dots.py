"""Every seed of every network as a dot, on paper."""

import numpy as np

from normviz.drawing.numbers import plain
from normviz.figures.paper import DASHES, INK, LINE, SMALL, SOFT, TONES

BEYOND = 0.1  # of the axis, for what lies beyond it


def seed_dots(ax, *, series, scale, write, label, guide) -> None:
    """Draw a row of dots for each network, and its median, as normviz.drawing.dots does."""
    room = BEYOND * (scale.high - scale.low)
    for row, one in enumerate(series):
        tone, known = TONES[one.tone], one.values[~np.isnan(one.values)]
        ax.axhline(row, color=LINE, lw=0.5, zorder=0)
        if not len(known):
            continue
        middle = np.median(known)
        *seeds, median = (v if v <= scale.high else scale.high + room / 2 for v in (*known, middle))
        ax.plot(
            seeds, np.full(len(seeds), row), "o", color=tone, alpha=0.6, mew=0, ms=5, gid=f"{one.name} seeds"
        )
        ax.plot([median], [row], "|", color=tone, ms=13, mew=2, gid=f"{one.name} median")
        beside = {"transform": ax.get_yaxis_transform(), "va": "center", "fontsize": SMALL}
        ax.text(1.01, row, str(write(middle)), color=INK, **beside)
    if guide is not None:
        ax.axvline(guide[0], color=SOFT, lw=0.9, ls=DASHES["dotted"], zorder=0)
        ax.text(guide[0], -0.65, guide[1], ha="right", va="bottom", color=SOFT, fontsize=SMALL)
    ax.set_yticks(range(len(series)), [one.name for one in series], fontsize=SMALL)
    ax.set(xlim=(scale.low, scale.high + room), ylim=(len(series) - 0.4, -0.6))
    ticks = [tick for tick in scale.ticks(5) if tick <= scale.high - room / 2]
    beyond = any((one.values > scale.high).any() for one in series)
    ax.set_xticks([*ticks, *[scale.high + room / 2] * beyond], [*map(plain, ticks), *["beyond"] * beyond])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(label.split(":")[0].split(";")[0], fontsize=SMALL, color=INK)
