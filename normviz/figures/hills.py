"""The inside of a network while it trains, on paper: the plane that it divides, and the hills of its layers."""

import numpy as np

from normviz.drawing.numbers import plain
from normviz.drawing.spiral import MOST_POINTS, side_of
from normviz.drawing.theme import ARMS
from normviz.figures.paper import INK, LINE, SMALL, SOFT, TONES, titled


def spiral(ax, *, points, sides, edge, label, **_) -> None:
    """Draw both arms over the two sides of the boundary, as normviz.drawing.spiral does."""
    from matplotlib.colors import ListedColormap

    arms = ListedColormap(list(ARMS))  # Matplotlib 3.8 takes a pair for a colour and its opacity
    two = {"cmap": arms, "vmin": 0, "vmax": 1, "interpolation": "bilinear", "alpha": 0.35}
    ax.imshow(_smooth(sides == 1), extent=(-edge, edge, -edge, edge), gid="sides", **two)
    for arm, mark in enumerate("os"):
        shown = points[arm::2][: MOST_POINTS // 2]
        ax.plot(*shown.T, mark, ms=2.4, color=ARMS[arm], mew=0, gid=f"arm {arm + 1}")
        wrong = shown[side_of(shown, sides, edge) != arm]
        ax.plot(*wrong.T, "x", ms=2.6, mec=INK, mew=0.6, gid=f"wrong {arm + 1}")
    ax.set(xticks=[], yticks=[], xlim=(-edge, edge), ylim=(-edge, edge), aspect="equal")
    titled(ax, label.split(" at step")[0], weight="bold")


def _smooth(field: np.ndarray) -> np.ndarray:
    """Each place as the mean of the nine around it: then the boundary has no stairs."""
    padded = np.pad(field.astype(float), 1, mode="edge")
    return np.lib.stride_tricks.sliding_window_view(padded, (3, 3)).mean((2, 3))


def ridges(ax, *, scale, frame, edges, tallest, shares, what, tone, **_) -> None:
    """Draw the distribution now, and dashed the one at the start, as normviz.drawing.training does."""
    ax.axvline(0, color=LINE, lw=0.6, zorder=0)
    for at, style in (
        (frame, {"fill": True, "alpha": 0.45, "gid": "now"}),
        (0, {"ls": "--", "gid": "start"}),
    ):
        if np.isfinite(shares[at]).all():
            ax.stairs(shares[at], edges, color=TONES[tone] if at else SOFT, lw=1.1, **style)
    ticks = [tick for tick in scale.ticks(3) if 10 < scale.at(tick) < 90]
    ax.set(xlim=(scale.low, scale.high), ylim=(0, tallest * 1.05), yticks=[])
    ax.set_xticks(ticks, map(plain, ticks), fontsize=SMALL)
    ax.spines["left"].set_visible(False)
    titled(ax, what.split(", ")[-1])
