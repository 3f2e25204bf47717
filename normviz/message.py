"""Messages that say the same in a terminal, in a notebook and to a screen reader.

A message is a headline and blocks below it. Text and HTML are both written from these blocks, so neither
can say more than the other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from normviz.drawing.markup import NO_MATH, tag

SHORT = 14  # characters: a cell of a few words breaks between them only, and makes its column wide enough
WHOLE = ";overflow-wrap:normal"


@dataclass(frozen=True)
class Code:
    """Lines of Python, kept as they are."""

    source: str


@dataclass(frozen=True)
class Title:
    """A line that stands out above the blocks that belong to it."""

    words: str


@dataclass(frozen=True)
class Items:
    """A list: one line an item."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """A cell whose words have a small picture above them, which says nothing that they do not."""

    words: str
    picture: Markup


@dataclass(frozen=True)
class Grid:
    """A small table of words: column heads, and rows whose first cell names the row."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | Drawn, ...], ...]


Block = str | Code | Title | Items | Grid

# A widget's own line height is meant for controls, not for reading.
_STYLE = "padding:.1em 0 .1em .8em;margin:.3em 0;line-height:1.45;overflow-wrap:anywhere"
_READ = ";max-width:48em"  # as long as a line that is read may be
WIDE = 5  # columns: beyond, a table may be wider than a line, and scrolls on a telephone


@dataclass(frozen=True, repr=False)
class Message:
    """A headline and what follows from it.

    Attributes
    ----------
    headline : the first line
    blocks : paragraphs (strings), Code, Titles, Items and Grids
    text : all of it as plain text

    Examples
    --------
    >>> Message("Hint 1 of 3", ("Which numbers share a mean?", Code("z1.mean()")))
    Hint 1 of 3
    Which numbers share a mean?
        z1.mean()
    """

    headline: str
    blocks: tuple[Block, ...] = ()

    # The line at the side differs in kind, not in colour: colours mean pools and pads here, not praise and
    # blame.
    border = "solid"

    @property
    def text(self) -> str:
        return "\n".join([self.headline, *(_plain(block) for block in self.blocks)])

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return str(self.to_html())

    @property
    def _wide(self) -> bool:
        return any(isinstance(block, Grid) and len(block.head) > WIDE for block in self.blocks)

    def to_html(self) -> Markup:
        """The message as one HTML element."""
        return tag(
            "div",
            tag("p", tag("strong", self.headline), style="margin:0"),
            [_marked_up(block) for block in self.blocks],
            class_=f"nv-message {NO_MATH}",
            style=f"border-left:4px {self.border} currentColor;{_STYLE}{'' if self._wide else _READ}",
        )


def _plain(block: Block) -> str:
    if isinstance(block, Code):
        return "\n".join("    " + line if line else "" for line in block.source.splitlines())
    if isinstance(block, Title):
        return block.words
    if isinstance(block, Items):
        return "\n".join(f"  • {item}" for item in block.items)
    if isinstance(block, Grid):
        return "\n".join([block.caption, *_columns((block.head, *block.rows))])
    return block


def _columns(rows: Sequence[Sequence[str | Drawn]]) -> list[str]:
    rows = [[cell.words if isinstance(cell, Drawn) else cell for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def _marked_up(block: Block) -> Markup:
    if isinstance(block, Code):
        # A line that is too long breaks between words only, and not in 1e-5, where a hyphen would let it.
        words = [
            tag("span", word, style="white-space:nowrap") if "-" in word[1:] else word
            for word in re.split(r"(\s+)", block.source.rstrip())
        ]
        wrapped = "white-space:pre-wrap;word-break:normal;overflow-wrap:normal;overflow-x:auto"
        return tag("pre", tag("code", words), style=f"margin:.4em 0;padding:0 0 0 1em;{wrapped}")
    if isinstance(block, Title):
        return tag("p", tag("strong", block.words), style="margin:.9em 0 0" + _READ)
    if isinstance(block, Items):
        return tag("ul", [tag("li", item) for item in block.items], style="margin:.3em 0" + _READ)
    if isinstance(block, Grid):
        return _table(block)
    return tag("p", block, style="margin:.3em 0 0" + _READ)


def _table(grid: Grid) -> Markup:
    left = "text-align:left;padding:.3em .4em .3em 0"
    table = tag(
        "table",
        tag("caption", grid.caption, style="text-align:left"),
        tag("thead", tag("tr", [tag("th", name, scope="col", style=left + WHOLE) for name in grid.head])),
        tag(
            "tbody",
            [
                tag(
                    "tr",
                    tag(
                        "th",
                        row[0],
                        scope="row",
                        style=left + (WHOLE if len(grid.head) > WIDE else _breaks(row[0])),
                    ),
                    [_cell(cell, left) for cell in row[1:]],
                )
                for row in grid.rows
            ],
        ),
        style="margin:.4em 0",
    )
    if len(grid.head) <= WIDE:
        return table
    scrolls = {"tabindex": "0", "role": "group", "aria_label": grid.caption}
    return tag("div", table, style="overflow-x:auto;max-width:72em", **scrolls)


def _cell(cell: str | Drawn, left: str) -> Markup:
    if isinstance(cell, Drawn):
        return tag("td", cell.picture, cell.words, style=left + ";min-width:8em")
    return tag("td", cell, style=left + _breaks(cell))


def _breaks(cell: str) -> str:
    return WHOLE if len(cell) <= SHORT else ""
