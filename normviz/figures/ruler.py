"""The ruler on paper: dots on a line, the rulers of their pool below it, and what the followed number reads."""

import numpy as np

from normviz.drawing.numbers import fixed, plain
from normviz.drawing.ruler import marks_on
from normviz.figures.paper import INK, PAPER, SMALL, SOFT, TONES

PILE, BAND, GAP = 0.5, 1.3, 0.5  # heights, counted in dots


def height(said: dict) -> float:
    """Inches that a stage takes."""
    second = sum(one.affine for one in said["rulers"])
    return 0.75 + 0.42 * len(said["rulers"]) + 0.16 * second


def ruler(ax, *, values, rulers, axis, real, picked, picked_name, **_) -> None:
    """Draw a stage as :func:`normviz.drawing.ruler.ruler` does."""
    real = np.ones(len(values), bool) if real is None else real
    heights = _piled(values, axis, last=picked)
    top = max(2.0, heights.max(initial=0) + 1.6)
    rest = np.arange(len(values)) != (-1 if picked is None else picked)
    ax.scatter(values[real & rest], heights[real & rest], s=15, color=INK, lw=0, gid="real")
    if (~real).any():
        look = {"facecolor": PAPER, "edgecolor": TONES["pad"], "lw": 1.1}
        ax.scatter(values[~real & rest], heights[~real & rest], s=13, gid="pads", **look)
    ax.axhline(0, color=SOFT, lw=0.7, zorder=0)
    low = -1.2
    for one in rulers:
        low = _ruler(ax, one, axis, low, None if picked is None else float(values[picked]))
    if picked is not None:
        x, y = values[picked], heights[picked]
        ax.plot([x, x], [y, low + GAP], color=INK, lw=1.3, gid="plumb")
        ax.scatter([x], [y], s=34, facecolor=PAPER, edgecolor=INK, lw=1.6, zorder=3, gid="picked")
        ax.text(x, y + 0.55, picked_name, ha="center", fontsize=SMALL, weight="bold", color=INK)
    ax.set(xlim=(axis.low, axis.high), ylim=(low, top))
    ticks = axis.ticks(6)
    ax.set_yticks([])
    ax.set_xticks([])
    for tick in ticks:
        ax.text(tick, -0.75, plain(tick), ha="center", va="center", fontsize=SMALL, color=SOFT)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def _ruler(ax, one, axis, top: float, x: float | None) -> float:
    """Draw a ruler below ``top``; returns where the next one may begin."""
    tone, bottom, weak = TONES[one.tone], top - BAND, 0.35 if one.pale else 1.0
    ends = np.clip(one.mean + one.step * np.array([one.left - 0.12, one.right + 0.12]), axis.low, axis.high)
    ax.fill_between(ends, bottom, top, color=tone, alpha=0.14 * weak, lw=0, gid="ruler")
    ax.plot([*ends, *ends[::-1], ends[0]], [top, top, bottom, bottom, top], color=tone, lw=0.9, alpha=weak)
    whole, _, named = marks_on(one, axis)
    for k in (0, *whole):
        at = one.mean + k * one.step
        if not axis.low <= at <= axis.high:  # 0 may lie beyond the line
            continue
        ax.plot(
            [at, at], [top, top - (0.7 if k == 0 else 0.45)], color=tone, lw=2.4 if k == 0 else 1, alpha=weak
        )
        if k in named:
            weight = "bold" if k == 0 else "normal"
            ax.text(
                at,
                bottom + 0.28,
                plain(k),
                ha="center",
                va="center",
                fontsize=SMALL,
                weight=weight,
                color=INK,
            )
            if one.affine:
                text = plain(one.gamma * k + one.beta, 2)
                ax.text(
                    at, bottom - 0.4, text, ha="center", va="center", fontsize=SMALL, color=TONES["affine"]
                )
    bottom -= 0.8 if one.affine else 0
    if x is not None:
        beside = {"transform": ax.get_yaxis_transform(), "va": "center", "color": SOFT if one.pale else INK}
        weight = "normal" if one.pale else "bold"
        ax.text(1.02, top - BAND / 2, fixed(one.output(x), 2), fontsize=2 * SMALL, weight=weight, **beside)
        if one.name:
            ax.text(1.02, top - BAND - 0.25, one.name, fontsize=SMALL, **beside)
    return bottom - GAP


def _piled(values, axis, last) -> np.ndarray:
    """How high each dot lies: of several at one place the later on the earlier, the followed one on top."""
    places = np.round(60 * (values - axis.low) / (axis.high - axis.low)).astype(int)
    order = [i for i in range(len(values)) if i != last] + ([] if last is None else [last])
    heights, below = np.zeros(len(values)), {}
    most = max(np.bincount(places - places.min()).max(), 1)
    step = min(0.9, 4.5 / most)
    for i in order:
        heights[i] = PILE + step * below.get(places[i], 0)
        below[places[i]] = below.get(places[i], 0) + 1
    return heights
