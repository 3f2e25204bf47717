"""Reading a figure as a reader does, and explorers in states that nobody has chosen."""

import itertools
import random

import numpy as np
from normviz.figures.tables import MOST_ROWS

from normviz.explorers.controls import Choice, Number
from tests.markup import number


def axes_of(figure):
    return {ax.get_label(): ax for ax in figure.axes}


def marks(ax, gid):
    """The artists that stand for the same thing."""
    return ax.findobj(lambda artist: artist.get_gid() == gid)


def points(ax, gid):
    """The places of the lines or dots that stand for the same thing, (K, 2)."""
    found = [m.get_offsets() if hasattr(m, "get_offsets") else m.get_xydata() for m in marks(ax, gid)]
    return (
        np.concatenate([np.asarray(places, dtype=float) for places in found]) if found else np.empty((0, 2))
    )


def band(ax):
    """From where to where a σ band reaches."""
    (drawn,) = marks(ax, "band")
    x = drawn.get_paths()[0].vertices[:, 0]
    return x.min(), x.max()


def names_in(ax):
    return [text.get_text() for text in ax.texts if text.get_gid() == "name"]


def rows_in(ax):
    """The words of a table, row by row."""
    cells = sorted((t for t in ax.texts if t.get_gid() != "name"), key=lambda t: t.get_position()[::-1])
    return [[t.get_text() for t in row] for _, row in itertools.groupby(cells, lambda t: t.get_position()[1])]


def numbers_in(ax):
    """The numbers of a table, row by row; NaN for a dash, and for a place without words."""
    return [
        [np.nan if t in ("", "–") else np.inf if t == "∞" else number(t) for t in row] for row in rows_in(ax)
    ]


def title_of(figure):
    return " ".join(figure.get_suptitle().split())


def states(kind, count, seed=0):
    """``count`` explorers of a kind, moved at random, whose settings can be drawn; the first is as it comes."""
    at_random = random.Random(f"{kind.__name__} {seed}")
    explorer = kind()
    yield explorer
    while count > 1:
        for _ in range(6):
            controls = [d for row in kind.controls_for(explorer.settings) for d in row]
            described = at_random.choice(
                [d for d in controls if isinstance(d, (Number, Choice)) and d.visible]
            )
            if isinstance(described, Number):
                value = described.stops.at(at_random.randint(0, described.stops.count))
            else:
                option = at_random.choice(described.options)
                value = option[1] if isinstance(option, tuple) else option
            explorer.move(**{described.name: value})
        if explorer.error is None:
            count -= 1
            yield explorer
        else:
            explorer.reset()


def drawn_rows(values):
    """The rows of a table of real rows that are drawn one by one from its top, whatever comes after them."""
    return values[:MOST_ROWS] if len(values) <= MOST_ROWS else values[: MOST_ROWS - 4]
