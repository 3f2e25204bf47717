"""A sheet of paper: the size, the type and the lines that all figures share."""

import logging
from collections.abc import Callable
from functools import cache, wraps
from textwrap import fill

from normviz.drawing.theme import COLOURS, PLAIN

WIDTH = 6.4  # inches: the text of a page, or a slide's
ROW = 0.185  # inches, of a line in a table
LETTER = 0.062  # inches, of a letter of the usual size
WORDS, SMALL = 8.5, 7.5  # points
INK, SOFT, LINE, PAPER = PLAIN, "0.36", "0.74", "white"
TONES = COLOURS | {"ink": INK}
# Lines that meet in one chart are told apart by these, also in grey.
DASHES = {
    "solid": "-",
    "dashed": (0, (4, 2)),
    "dotted": (0, (1, 1.5)),
    "long": (0, (8, 2)),
    "dashdot": (0, (5, 2, 1, 2)),
}
# What a reader's own style would change: white letters on white paper. Which font is theirs, for their own script.
_STYLED = {"axes", "figure", "grid", "hatch", "image", "legend", "lines", "patch", "scatter", "text", "xtick", "ytick",
           "font.size", "font.style", "font.weight"}  # fmt: skip


WITHOUT = "a figure for paper needs matplotlib, which is not installed: python -m pip install matplotlib"


def _quietly_imported():
    """Matplotlib, which is slow to import, and which no picture on a screen needs.

    Where it may write nowhere, it works all the same, and need not tell a learner about folders.
    """
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.font_manager
    except ModuleNotFoundError as missing:
        if missing.name.split(".")[0] != "matplotlib":
            raise
        raise ModuleNotFoundError(WITHOUT, name=missing.name) from None
    finally:
        logger.setLevel(level)
    return matplotlib


def on_paper(draw: Callable) -> Callable:
    """Have ``draw(result)`` drawn in the style of paper, whatever style its caller has chosen; that one stays.

    Text is taken as it stands: a name with a ``$`` is no formula.
    """

    @wraps(draw)
    def drawn(result):
        matplotlib = _quietly_imported()
        with matplotlib.rc_context(_style()):
            figure = draw(result)
            for ax in figure.axes:
                for axis in (ax.xaxis, ax.yaxis):
                    axis.get_ticklabels()  # made now, in this style: those that come later take after them
        for text in figure.findobj(lambda artist: "$" in getattr(artist, "get_text", str)()):
            text.set_parse_math(False)
        return figure

    return drawn


@cache
def _style() -> dict:
    from matplotlib import rcParamsDefault

    return {name: rcParamsDefault[name] for name in rcParamsDefault if {name, name.split(".")[0]} & _STYLED}


def sheet(layout: list[list[str]], *, height: float, **ratios):
    """A white sheet with an axes for every name in ``layout``, by name.

    ``layout`` and ``ratios`` are those of ``matplotlib.figure.Figure.subplot_mosaic``; the height is in inches.
    """
    from normviz.figures.shown import ShownFigure

    figure = ShownFigure(figsize=(WIDTH, height), layout="constrained", facecolor=PAPER)
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.06)
    axes = figure.subplot_mosaic(layout, **ratios)
    for ax in axes.values():
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(LINE)
        ax.tick_params(color=LINE, labelcolor=INK, labelsize=SMALL)
    return figure, axes


def titled(ax, title: str, side: str = "left", **type_) -> None:
    """Write ``title`` over an axes, in two lines where it is longer than the axes are wide."""
    inches = ax.get_position().width * ax.figure.get_figwidth()
    ax.set_title(fill(title, max(int(inches / LETTER), 12)), loc=side, fontsize=WORDS, color=INK, **type_)


def named(ax, x: str | None = None, y: str | None = None) -> None:
    """Name the axes, with their units."""
    for name, write in ((x, ax.set_xlabel), (y, ax.set_ylabel)):
        if name is not None:
            write(name, fontsize=SMALL, color=INK)
