"""A loss over two weights on paper, seen from above: its contours, and the path that gradient descent takes."""

import math

import numpy as np

from normviz.descent import Bowl
from normviz.drawing.plane import ROOM, contour_lengths
from normviz.figures.paper import DASHES, INK, PAPER, SMALL, TONES, named

POINTS = 181  # of a contour


def plane(
    ax,
    bowl: Bowl,
    path: np.ndarray,
    names: tuple[str, str],
    *,
    dashed: bool,
    remark: str = "",
    reach: float = 0.0,
    **_,
) -> None:
    """Draw a bowl's contours, and a path over them from its start, as :func:`normviz.drawing.plane.plane` does.

    Both directions of ``ax`` get one unit, so that a narrow valley is as narrow as it is.
    """
    half = ROOM * max(reach, math.dist(path[0], bowl.lowest))
    around = np.linspace(0, 2 * np.pi, POINTS)
    steep, flat = bowl.directions
    stretch, tone = math.sqrt(bowl.condition_number), TONES["column"]
    for length in contour_lengths(bowl):
        long, short = half * length * np.cos(around), half * length / stretch * np.sin(around)
        ellipse = bowl.lowest + long[:, None] * flat + short[:, None] * steep
        ax.fill(*ellipse.T, facecolor=(tone, 0.05), edgecolor=tone, lw=0.7, gid="contour")
    ax.plot(*path.T, color=INK, lw=1.1, ls=DASHES["dashed" if dashed else "solid"], gid="path")
    ax.plot(*path[1:].T, "o", color=INK, ms=2.6, gid="steps")
    ax.plot(*path[0], "o", color=INK, ms=7, gid="start")
    ax.plot(*bowl.lowest, "P", color=INK, mec=PAPER, ms=9, gid="lowest")
    for (x, y), name in ((path[0], "start"), (bowl.lowest, "lowest")):
        below = {"xytext": (0, -14), "textcoords": "offset points", "ha": "center"}
        ax.annotate(name, (x, y), **below, fontsize=SMALL, color=INK)
    if remark:
        ax.text(0.98, 0.97, remark, ha="right", va="top", transform=ax.transAxes, fontsize=SMALL, color=INK)
    box = {"boxstyle": "square,pad=0.15", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.8}
    for text in ax.texts:
        text.set_bbox(box)
    x, y = bowl.lowest
    ax.set(xlim=(x - half, x + half), ylim=(y - half, y + half), aspect="equal")
    named(ax, *names)
