"""The ruler on paper: dots on a line, the rulers of their pool below it, and what the followed number reads."""

import numpy as np

from normviz.drawing.numbers import brief, fixed, plain
from normviz.drawing.ruler import marks_on, says_names
from normviz.drawing.sizes import EDGE, MARGIN
from normviz.figures.paper import INK, PAPER, SMALL, SOFT, TONES

PILE, BAND, GAP = 0.5, 1.3, 0.5  # heights, counted in dots


def height(said: dict) -> float:
    """Inches that a stage takes."""
    rulers = said["rulers"]
    rows = sum(one.affine for one in rulers) + len(rulers) * _says_names(said)
    return 0.75 + 0.42 * len(rulers) + 0.16 * rows


def _says_names(said: dict) -> bool:
    return not said.get("small") and says_names(said["rulers"])


def ruler(ax, *, values, rulers, axis, real, picked, picked_name, **more) -> None:
    """Draw a stage as :func:`normviz.drawing.ruler.ruler` does."""
    real = np.ones(len(values), bool) if real is None else real
    heights = _piled(values, axis, first=picked)
    top = max(2.0, heights.max(initial=0) + 1.6)
    rest = np.arange(len(values)) != (-1 if picked is None else picked)
    ax.scatter(values[real & rest], heights[real & rest], s=15, color=INK, lw=0, gid="real")
    if (~real).any():
        look = {"color": TONES["pad"], "lw": 0}
        ax.scatter(values[~real & rest], heights[~real & rest], s=13, gid="pads", **look)
    ax.axhline(0, color=SOFT, lw=0.7, zorder=0)
    low, named, plumb = -1.2, _says_names({"rulers": rulers, **more}), []
    for one in rulers:
        middle = low - BAND / 2
        low = _ruler(ax, one, axis, low, None if picked is None else float(values[picked]), named)
        plumb += [low + GAP] if one.pale else [middle, np.nan, low + GAP / 2]  # strikes no numeral through
    if rulers and not rulers[-1].pale:
        del plumb[-2:]
    if picked is not None:
        x, y = values[picked], heights[picked]
        ax.plot(np.full(len(plumb) + 1, x), [y, *plumb], color=INK, lw=1.3, gid="plumb", zorder=0)
        ax.scatter([x], [y], s=34, facecolor=PAPER, edgecolor=INK, lw=1.6, zorder=3, gid="picked")
        crown = heights[values == x].max()
        ax.text(x, crown + 0.55, picked_name, ha="center", fontsize=SMALL, weight="bold", color=INK)
    ax.set(xlim=(axis.low, axis.high), ylim=(low, top))
    ticks = axis.ticks(6)
    ax.set_yticks([])
    ax.set_xticks([])
    for tick in ticks:
        if picked is not None and abs(tick - values[picked]) < 0.025 * (axis.high - axis.low):
            continue  # the plumb line would strike it through
        ax.text(tick, -0.75, plain(tick), ha="center", va="center", fontsize=SMALL, color=SOFT)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def _ruler(ax, one, axis, top: float, x: float | None, named: bool) -> float:
    """Draw a ruler below ``top``; returns where the next one may begin."""
    tone, bottom, weak = TONES[one.tone], top - BAND, 0.35 if one.pale else 1.0
    room = max(MARGIN * one.step, EDGE / 100 * (axis.high - axis.low))
    ends = one.mean + one.step * np.array([one.left, one.right]) + [-room, room]
    ends = np.clip(ends, axis.low, axis.high)
    ax.fill_between(ends, bottom, top, color=tone, alpha=0.14 * weak, lw=0, gid="ruler")
    ax.plot([*ends, *ends[::-1], ends[0]], [top, top, bottom, bottom, top], color=tone, lw=0.9, alpha=weak)
    whole, _, numbered = marks_on(one, axis)
    if x is not None:
        cuts = [k for k in whole if 0 < k * one.reads(x) < one.reads(x) ** 2]
        ax.plot([one.mean, x], [top, top], color=tone, lw=3.5, alpha=weak, solid_capstyle="butt", gid="away")
        ax.vlines(one.mean + one.step * np.array(cuts), top - 0.3, top + 0.3, color=PAPER, lw=1.5, zorder=2)
    for k in (0, *whole):
        at = one.mean + k * one.step
        if not axis.low <= at <= axis.high:  # 0 may lie beyond the line
            continue
        high, wide, weight = (0.45, 1, "normal") if k else (0.7, 2.4, "bold")
        ax.plot([at, at], [top, top - high], color=tone, lw=wide, alpha=weak)
        if k in numbered and not one.pale:
            centred = {"ha": "center", "va": "center", "fontsize": SMALL}
            ax.text(at, bottom + 0.28, plain(k), weight=weight, color=INK, **centred)
            if one.affine:
                ax.text(at, bottom - 0.4, plain(one.output(at), 2), color=TONES["affine"], **centred)
    bottom -= 0.8 if one.affine else 0
    if named and axis.low < one.mean < axis.high:
        _names(ax, one, bottom)
    bottom -= 0.8 if named else 0
    if x is not None:
        beside = {"transform": ax.get_yaxis_transform(), "va": "center", "color": SOFT if one.pale else INK}
        weight = "normal" if one.pale else "bold"
        ax.text(1.02, top - BAND / 2, fixed(one.output(x), 2), fontsize=2 * SMALL, weight=weight, **beside)
        if one.name:
            ax.text(1.02, top - BAND - 0.25, one.name, fontsize=SMALL, **beside)
    return bottom - GAP


def _names(ax, one, top: float) -> None:
    """What the 0 is, and a bracket over what one step is."""
    for text, side, shift in ((one.zero, "right", -3), (one.unit, "left", 3)):
        if text:
            words = (
                f"{text} {brief(one.mean, one.step)}" if side == "right" else f"{text} = {brief(one.step)}"
            )
            place = {"xytext": (shift, 0), "textcoords": "offset points", "ha": side, "va": "center"}
            ax.annotate(words, (one.mean, top - 0.6), fontsize=SMALL, color=SOFT, **place)
    if one.zero:
        ax.plot([one.mean], [top - 0.25], "^", color=INK, ms=5, mew=0, gid="mean")
    end = one.mean + one.step
    ax.plot(
        [one.mean, one.mean, end, end], top - np.array([0.9, 0.2, 0.2, 0.4]), color=SOFT, lw=0.7, gid="step"
    )


def _piled(values, axis, first) -> np.ndarray:
    """How high each dot lies: of several at one place the later on the earlier, all on the followed one."""
    places = np.round(60 * (values - axis.low) / (axis.high - axis.low)).astype(int)
    order = sorted(range(len(values)), key=lambda i: i != first)
    heights, below = np.zeros(len(values)), {}
    most = max(np.bincount(places - places.min()).max(), 1)
    step = min(0.9, 4.5 / most)
    for i in order:
        heights[i] = PILE + step * below.get(places[i], 0)
        below[places[i]] = below.get(places[i], 0) + 1
    return heights
