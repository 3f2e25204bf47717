"""What the marks mean: a line of keys under a picture."""

from collections.abc import Iterable

from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.parts import noted

POOLS = {"column": "the column that shares one μ and one σ", "row": "the row that shares one μ and one σ"}


PAD_KEY = tag("li", tag("span", class_="nv-key nv-key-pad"), "padding")
MEAN_KEY = tag("li", "▲ μ, with the band from μ − σ to μ + σ")
# Of a norm that subtracts nothing.
BELOW_KEY = tag("li", tag("span", class_="nv-key nv-key-tint nv-below"), "below 0")
# A dashed outline that a page draws where a mark stood at first; only where there is one, this is shown.


def legend(keys: Iterable[Markup]) -> Markup:
    """Set keys in a row that wraps."""
    return tag("ul", keys, class_="nv-legend")


def pool_key(tone: str) -> Markup:
    """The outline of a pool: "column" or "row"."""
    return tone_key(tone, POOLS[tone])


def tone_key(tone: str, text: str) -> Markup:
    """A box in the colour of ``tone``."""
    return tag("li", tag("span", class_=f"nv-key nv-tone-{tone}"), text)


def tint_key(tone: str, text: str) -> Markup:
    """The tint of cells: "affine"."""
    return tag("li", tag("span", class_=f"nv-key nv-key-tint nv-tone-{tone}"), text)


def line_key(tone: str, line: str, text: str) -> Markup:
    """A piece of a curve: "solid", "long", "dashed", "dashdot" or "dotted"."""
    stroke = tag("line", x1=0, x2=34, y1=6, y2=6, class_=f"nv-line nv-{line} nv-tone-{tone}")
    return tag("li", tag("svg", stroke, width=36, height=12, aria_hidden="true"), " ", text)


def to_take_hold_of(*, dots: bool = True) -> Markup:
    """Say what a pointer can do with the numbers; style sheets show it only where it can."""
    return noted(
        "Point at a cell to see its pool; follow it with a click or the arrow keys. ",
        tag("span", "Drag its dot to change its number.") if dots else None,
        look="nv-hint",
    )
