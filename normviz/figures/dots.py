"""Every seed of every network as a dot, on paper."""

import numpy as np

from normviz.figures.paper import INK, LINE, PAPER, SMALL, TONES


def seed_dots(ax, *, values, scale, named: object, style, write, label, **_) -> None:
    """Draw a row of dots for each network, and its median, as normviz.drawing.dots does."""
    for row, (key, seeds) in enumerate(values.items()):
        tone, inside = TONES[style(key)], seeds[(seeds >= scale.low) & (seeds <= scale.high)]
        ax.axhline(row, color=LINE, lw=0.5, zorder=0)
        ax.plot(
            inside, np.full(len(inside), row), "o", mfc=PAPER, mec=tone, mew=1.3, ms=5, gid=f"{key} seeds"
        )
        if np.isfinite(seeds).any():
            middle = np.nanmedian(seeds)
            ax.plot([middle], [row], "|", color=tone, ms=13, mew=2, gid=f"{key} median")
            beside = {"transform": ax.get_yaxis_transform(), "va": "center", "fontsize": SMALL}
            ax.text(1.01, row, str(write(middle)), color=INK, **beside)
    ax.set_yticks(range(len(values)), [named(key) for key in values], fontsize=SMALL)
    ax.set(xlim=(scale.low, scale.high), ylim=(len(values) - 0.4, -0.6))
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(label.split(":")[0].split(";")[0], fontsize=SMALL, color=INK)
