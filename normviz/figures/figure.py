"""A picture as a figure: its charts, and on request its tables, one below the other in the picture's order."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from normviz.drawing.part import parts_noted
from normviz.figures import paper
from normviz.figures.charts import KINDS, Kind
from normviz.figures.tables import TABLE, tables_in

GAP = 0.45  # inches between two rows, for titles and the names of axes


class Item(NamedTuple):
    """Something to draw: what it is drawn from, how, and where it stands in the picture's markup."""

    kind: Kind
    drawn_from: dict
    place: int


def figure_of(picture: Callable, result, caption: str, *, table: bool):
    """Return the figure of ``picture(result)``; ``figure.caption`` says in words what it shows.

    Parameters
    ----------
    picture : the function that draws the view on the screen
    result : what it draws
    caption : the sentence that a screen reader hears
    table : whether the tables are drawn, and what is folded, too; where there is nothing else, they are the picture

    Returns
    -------
    matplotlib.figure.Figure, each of its axes labelled with the name of the chart or table that it shows

    Raises
    ------
    ValueError
        Where there is neither, as with a claim that no number decides.
    """
    with parts_noted() as noted:
        markup = picture(result)
    items = _items(markup, noted)
    if not items:
        raise ValueError("figure: expected a picture with a chart or a table, got words alone")
    charts = [item for item in items if _in_sight(item, markup)]
    rows = _rows(items if table or not charts else charts)
    wide = max(len(row) for row in rows)
    layout = [[f"{r} {k * len(row) // wide}" for k in range(wide)] for r, row in enumerate(rows)]
    heights = [max(item.kind.height(item.drawn_from) for item in row) for row in rows]

    @paper.on_paper
    def draw(_):
        figure, axes = paper.sheet(layout, height=sum(heights) + GAP * len(rows), height_ratios=heights)
        figure.caption = caption
        for r, row in enumerate(rows):
            for k, item in enumerate(row):
                ax = axes[f"{r} {k}"]
                item.kind.draw(ax, **item.drawn_from)
                ax.set_label(item.kind.name(item.drawn_from))
        return figure

    return draw(result)


def _items(markup: Markup, noted) -> list[Item]:
    starts = [found.start() for found in re.finditer("<table", markup)]
    items = [Item(TABLE, {"table": one}, at) for at, one in zip(starts, tables_in(markup), strict=True)]
    for part in noted:
        place = markup.find(part.markup)
        if place >= 0 and part.kind in KINDS:
            items.append(Item(KINDS[part.kind], part.drawn_from, place))
    return sorted(items, key=lambda item: item.place)


def _in_sight(item: Item, markup: Markup) -> bool:
    """Whether the eye meets this: charts and tiles, and no table, nor what is folded."""
    before = markup[: item.place]
    folded = before.count("<details") > before.count("</details")
    return not folded and (item.kind is not TABLE or "nv-tiles" in item.drawn_from["table"].look)


def _rows(items: list[Item]) -> list[list[Item]]:
    """Neighbours of one kind that fit side by side share a row."""
    rows = []
    for (_, abreast), group in groupby(
        items, key=lambda item: (item.kind.row(item.drawn_from), item.kind.abreast)
    ):
        group = list(group)
        rows += [group[k : k + abreast] for k in range(0, len(group), abreast)]
    return rows
