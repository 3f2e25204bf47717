"""Messages that say the same in a terminal, in a notebook and to a screen reader.

A message is a headline and blocks below it. Text and HTML are both written from these blocks, so neither
can say more than the other.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from markupsafe import Markup

from normviz.drawing.markup import NO_MATH, fold, tag
from normviz.wording import said

SHORT = 14  # characters: a cell of a few words breaks between them only, and makes its column wide enough
WHOLE = ";overflow-wrap:normal"
NONE = "–"  # a cell that has nothing to say
# What stands for a sign where an encoding lacks some.
SPELT = {
    "μ": "mu", "σ": "sigma", "γ": "gamma", "β": "beta", "ε": "eps", "√": "sqrt", "−": "-", "→": "->", "≤": "<=",
    "≥": ">=", "≠": "!=", "≈": "~", "✓": "+", "✗": "x", "○": "o", "–": "-", "“": '"', "”": '"', "’": "'", "…": "...",
    "·": "*", "×": "x", "•": "*", "÷": "/",
}  # fmt: skip
_POWER = re.compile("[⁰¹²³⁴-⁹⁻]+")


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
    """A picture that says nothing that its words do not: above them in a cell, in their place as a block."""

    words: str
    picture: Markup


@dataclass(frozen=True)
class Grid:
    """A small table of words: column heads, and rows whose first cell names the row.

    With ``stacked``, a row that has no room is a block: its name, and its cells that say something, each after the head
    of its column. A table that is read down its columns scrolls instead. With ``folded``, a notebook opens it for those
    who ask for it; a terminal has it in sight.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | Drawn, ...], ...]
    stacked: bool = False
    folded: bool = False


Block = str | Code | Title | Items | Grid | Drawn

# A widget's own line height is meant for controls, not for reading.
_STYLE = "padding:.1em 0 .1em .8em;margin:.3em 0;line-height:1.45;overflow-wrap:anywhere"
_CAPTION = "text-align:left;padding-top:.6em"
_SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;align-items:center;gap:.1em .9em"
_UNSEEN = "font-size:0"  # what opens its fold says it
_READ = ";max-width:48em"  # as long as a line that is read may be
WIDE = 5  # columns: beyond, a table may be wider than a line
_STACKED = Markup(
    "<style>@container(max-width:46em){.nv-message .nv-stacked,.nv-stacked :is(caption,tbody){display:block}"
    ".nv-stacked thead,.nv-stacked td:not([data-head]){display:none!important}"
    ".nv-stacked tbody tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15em 1.1em;padding:.5em .3em}"
    ".nv-stacked :is(th,td){padding:0!important;min-width:0!important}.nv-stacked td:has(svg){flex:1 0 100%}"
    ".nv-stacked tbody th{font-weight:700}.nv-stacked td::before{content:attr(data-head) ' ';"
    "color:var(--jp-content-font-color2,inherit)}}</style>"
)


@dataclass(frozen=True, repr=False)
class Message:
    """A headline and what follows from it.

    Attributes
    ----------
    headline : the first line
    blocks : paragraphs (strings), Code, Titles, Items, Grids and Drawn pictures
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
        return "\n".join([said(self.headline), *(_plain(block) for block in self.blocks)])

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        """``text`` as standard output can write it: a pipe on Windows knows neither μ nor ✗, and would refuse them."""
        return spelt(self.text, getattr(sys.stdout, "encoding", None) or "utf-8")

    def _repr_html_(self) -> str:
        return str(self.to_html())

    @property
    def _wide(self) -> bool:
        return any(
            len(block.head) > WIDE or block.stacked for block in self.blocks if isinstance(block, Grid)
        )

    def to_html(self) -> Markup:
        """The message as one HTML element."""
        return tag(
            "div",
            tag("p", tag("strong", said(self.headline)), style="margin:0"),
            [_marked_up(block) for block in self.blocks],
            class_=f"nv-message {NO_MATH}",
            style=f"border-left:4px {self.border} currentColor;{_STYLE}{'' if self._wide else _READ}",
        )


def spelt(text: str, encoding: str) -> str:
    """``text`` as it is, or, where ``encoding`` lacks some of its signs, with these spelt out.

    >>> spelt("σ = 10⁻⁵", "cp1252"), spelt("σ = 10⁻⁵", "utf-8")
    ('sigma = 10^-5', 'σ = 10⁻⁵')
    """
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        text = _POWER.sub(lambda power: "^" + normalize("NFKC", power[0]), text)
        return "".join(SPELT.get(sign, sign) for sign in text).encode(encoding, "replace").decode(encoding)


def _plain(block: Block) -> str:
    if isinstance(block, Code):
        return "\n".join("    " + line if line else "" for line in block.source.splitlines())
    if isinstance(block, Title):
        return said(block.words)
    if isinstance(block, Items):
        return "\n".join(f"  • {said(item)}" for item in block.items)
    if isinstance(block, Drawn):
        return said(block.words)
    if isinstance(block, Grid):
        return "\n".join([said(block.caption), *_columns((block.head, *block.rows))])
    return said(block)


def _columns(rows: Sequence[Sequence[str | Drawn]]) -> list[str]:
    rows = [[said(cell.words if isinstance(cell, Drawn) else cell) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [("  " + "  ".join(map(str.ljust, row, widths))).rstrip() for row in rows]


def _marked_up(block: Block) -> Markup:
    if isinstance(block, Code):
        # A line that is too long breaks between words, and not in 1e-5, where a hyphen would let it.
        words = [
            tag("span", word, style="white-space:nowrap") if "-" in word[1:] else word
            for word in re.split(r"(\s+)", block.source.rstrip())
        ]
        wrapped = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;overflow-x:auto"
        return tag("pre", tag("code", words), style=f"margin:.4em 0;padding:0 0 0 1em;{wrapped}")
    if isinstance(block, Title):
        return tag("p", tag("strong", said(block.words)), style="margin:.9em 0 0" + _READ)
    if isinstance(block, Items):
        return tag("ul", [tag("li", said(item)) for item in block.items], style="margin:.3em 0" + _READ)
    if isinstance(block, Drawn):
        return tag(
            "figure", block.picture, role="img", aria_label=said(block.words), style="margin:.4em 0" + _READ
        )
    if isinstance(block, Grid):
        return fold(block.caption, _table(block)) if block.folded else _table(block)
    return tag("p", said(block), style="margin:.3em 0 0" + _READ)


def _table(grid: Grid) -> Markup:
    left = "text-align:left;padding:.3em .9em .3em 0"
    wide = len(grid.head) > WIDE
    rows = []
    for row in grid.rows:
        name = tag("th", said(row[0]), scope="row", style=left + (WHOLE if wide else _breaks(row[0])))
        cells = [_cell(cell, head, left) for cell, head in zip(row[1:], grid.head[1:], strict=True)]
        rows.append(tag("tr", name, cells))
    table = tag(
        "table",
        tag("caption", tag("strong", said(grid.caption)), style=_UNSEEN if grid.folded else _CAPTION),
        tag(
            "thead", tag("tr", [tag("th", said(name), scope="col", style=left + WHOLE) for name in grid.head])
        ),
        tag("tbody", rows),
        class_="nv-stacked" if grid.stacked else None,
        style="margin:.4em 0",
    )
    if not wide and not grid.stacked:
        return table
    style = "overflow-x:auto;max-width:72em"
    if grid.stacked:
        table, style = _STACKED + table, style + ";container-type:inline-size"
    box = {"class_": "nv-scroll", "style": style, "tabindex": "0", "role": "group"}
    return tag("div", table, **box, aria_label=grid.caption)


def _cell(cell: str | Drawn, head: str, left: str) -> Markup:
    if isinstance(cell, Drawn):
        both = tag("div", cell.picture, tag("span", cell.words), style=_SIDE_BY_SIDE)
        return tag("td", both, data_head=head, style=left + ";min-width:8em")
    return tag("td", said(cell), data_head=None if cell == NONE else head, style=left + _breaks(cell))


def _breaks(cell: str) -> str:
    if len(cell) > SHORT:
        return ""
    return WHOLE if " " in cell else WHOLE + ";white-space:nowrap"
