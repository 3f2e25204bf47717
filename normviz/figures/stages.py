"""A column on its way through batch norm, on paper: z, x̂ and p on one axis, one thread a row."""

import numpy as np

from normviz.drawing.numbers import mean_and_std
from normviz.figures.lines import BAND
from normviz.figures.paper import INK, LINE, PAPER, SMALL, TONES


def stages(ax, *, lines, scale, **_) -> None:
    """Draw ``lines``, (name, values (N,), tone) from top to bottom, as normviz.drawing.stages does."""
    threads = np.array([values for _, values, _ in lines])
    heights = np.arange(len(lines))
    ax.plot(threads, heights, color=LINE, lw=0.7, zorder=1)
    for at, (name, values, tone) in enumerate(lines):
        mean, std = values.mean(), values.std()
        band = {"color": TONES[tone], "alpha": BAND, "lw": 0, "gid": "band"}
        ax.fill_between([mean - std, mean + std], at - 0.12, at + 0.12, **band)
        dot = TONES[tone] if tone == "affine" else INK
        ax.plot(values, np.full(len(values), at), "o", color=dot, ms=4, mec=PAPER, mew=0.4, gid="stage")
        ax.plot([mean], [at + 0.16], "^", color=INK, ms=7, mec=PAPER, mew=0.4, gid="mean")
        beside = {"transform": ax.get_yaxis_transform(), "ha": "left", "va": "center", "fontsize": SMALL}
        words = f"{name}\n{mean_and_std(mean, std)}"
        ax.text(1.01, at, words, color=INK, **beside)  # in a gutter, where no thread passes
    ax.set(xlim=(scale.low, scale.high), ylim=(len(lines) - 0.65, -0.35))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
