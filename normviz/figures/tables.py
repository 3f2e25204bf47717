"""Tables on paper, as they are written on the screen: their numbers, tints, pads and outlines."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import numpy as np

from normviz.drawing.theme import BELOW
from normviz.figures.kind import Kind
from normviz.figures.paper import INK, LETTER, LINE, ROW, SMALL, TONES, titled

TINT = 60  # what a strongest tint of the screen is divided by


@dataclass
class Cell:
    """A cell: its text, its classes, and whether it is a heading."""

    text: str = ""
    look: frozenset[str] = frozenset()
    head: bool = False


@dataclass
class Table:
    """A table: its caption, its classes, and its rows, each with classes and cells; None where a cell is spanned."""

    caption: str = ""
    look: frozenset[str] = frozenset()
    rows: list[tuple[frozenset[str], list[Cell | None]]] = field(default_factory=list)


def tables_in(markup: str) -> list[Table]:
    """Read the tables of a picture, in order.

    >>> [table] = tables_in("<table><caption>σ</caption><tr><th>a</th><td>2</td></tr></table>")
    >>> table.caption, [cell.text for cell in table.rows[0][1]]
    ('σ', ['a', '2'])
    """
    reader = _Reader()
    reader.feed(markup)
    return reader.tables


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tables: list[Table] = []
        self._text: str | None = None

    def handle_starttag(self, name, attributes):
        told = dict(attributes)
        look = frozenset((told.get("class") or "").split())
        if name == "table":
            self.tables.append(Table(look=look))
        elif name == "tr":
            self.tables[-1].rows.append((look, []))
        elif name in ("td", "th", "caption"):
            self._text, self._look, self._span = "", look, int(told.get("colspan") or 1)

    def handle_data(self, text):
        if self._text is not None:
            self._text += text

    def handle_endtag(self, name):
        if name == "caption":
            self.tables[-1].caption = self._text
        elif name in ("td", "th"):
            cell = Cell(self._text.strip(), self._look, name == "th")
            self.tables[-1].rows[-1][1].extend([cell, *[None] * (self._span - 1)])
        if name in ("td", "th", "caption"):
            self._text = None


def draw_table(ax, *, table: Table) -> None:
    """Draw ``table`` on an axes of its own."""
    tone = next((tone for tone in TONES if f"nv-tone-{tone}" in table.look), "column")
    rows = [(look, cells) for look, cells in table.rows if cells]
    edges = _edges(rows)
    inches = ax.figure.get_figwidth() * ax.get_position().width
    size = min(SMALL, SMALL * inches / (edges[-1] * LETTER))
    for i, (look, cells) in enumerate(rows):
        for k, cell in enumerate(cells):
            if cell is not None:
                _cell(ax, cell, i, edges[k : k + 2], tone, size)
                _outline(ax, cells, rows, i, k, edges, TONES[tone])
        if "nv-pad" in look:
            hatch = {"facecolor": "none", "edgecolor": TONES["pad"], "hatch": "////", "lw": 0, "alpha": 0.5}
            ax.fill_between(edges[[0, -1]], i, i + 1, **hatch)
    ax.axhline(1, color=LINE, lw=0.6, zorder=0)
    ax.set(xlim=(0, max(edges[-1], inches / LETTER)), ylim=(len(rows), 0))
    ax.set_axis_off()
    titled(ax, table.caption)


def _edges(rows) -> np.ndarray:
    """Where columns end, in letters."""
    letters = np.full(max(len(cells) for _, cells in rows), 3)
    for _, cells in rows:
        for k, cell in enumerate(cells):
            alone = cell is not None and (k + 1 == len(cells) or cells[k + 1] is not None)
            if alone:
                letters[k] = max(letters[k], len(cell.text) + 2)
    return np.append(0, np.cumsum(letters))


def _cell(ax, cell: Cell, row: int, sides, tone: str, size: float) -> None:
    tint = next((int(c[4:]) for c in cell.look if c.startswith("nv-h") and c[4:].isdigit()), 0)
    if tint:
        shown = BELOW if "nv-below" in cell.look else TONES["affine" if "nv-turned" in cell.look else tone]
        ax.fill_between(sides, row, row + 1, color=shown, alpha=tint / TINT, lw=0)
    named = cell.head and sides[0] == 0
    at, side = (sides[0] + 0.5, "left") if named else (sides[1] - 0.7, "right")
    weight = "bold" if "nv-cell" in cell.look or (cell.head and row == 0) else "normal"
    ax.text(at, row + 0.5, cell.text, ha=side, va="center_baseline", size=size, weight=weight, color=INK)


def _outline(ax, cells, rows, row: int, column: int, edges, colour) -> None:
    """A line on each side of a pool's cell beyond which the pool does not go on."""
    if not _is_in(cells, column):
        return
    left, right = edges[column : column + 2]
    above = row > 0 and _is_in(rows[row - 1][1], column)
    below = row + 1 < len(rows) and _is_in(rows[row + 1][1], column)
    sides = [
        (not _is_in(cells, column - 1), [left, left], [row, row + 1]),
        (not _is_in(cells, column + 1), [right, right], [row, row + 1]),
        (not above, [left, right], [row, row]),
        (not below, [left, right], [row + 1, row + 1]),
    ]
    for ends, x, y in sides:
        if ends:
            ax.plot(x, y, color=colour, lw=1.6, solid_capstyle="butt")


def _is_in(cells, column: int) -> bool:
    cell = cells[column] if 0 <= column < len(cells) else None
    return cell is not None and any(one in cell.look for one in ("nv-in", "nv-shared", "nv-across"))


TABLE = Kind(
    draw_table,
    height=lambda said: ROW * sum(1 for _, cells in said["table"].rows if cells) + 0.05,
    name=lambda said: said["table"].caption or "table",
    row=lambda said: ("table", min(len(said["table"].rows[0][1]) > 5, 1)),
    abreast=2,
)
