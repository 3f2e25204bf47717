"""A layer drawn as a network: features, nodes, and after each node its own batch norm."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.marks import chart, join_line
from normviz.drawing.markup import tag
from normviz.drawing.names import short_name
from normviz.drawing.picture import Picture

# Per cent of the width, so that the letters keep their size on every screen.
FEATURE, NODE, NORM, OUTPUT = 7, 33, 66, 95
STEP, SMALLEST, LARGEST = 58, 17, 27
LONGEST_NAME = 6  # letters in a circle


def show_network(features: Sequence[str], nodes: Sequence[str]) -> Picture:
    """Draw a fully connected layer with batch norm: one μ, σ, γ and β for each node.

    Parameters
    ----------
    features : names of the inputs
    nodes : names of the nodes' values before batch norm

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        For no names, or names that are not a sequence of words.

    Examples
    --------
    >>> show_network(["f1", "f2"], ["z1", "z2", "z3"])
    f1, f2 → z1, z2, z3; batch norm gives each node its own μ, σ, γ and β
    """
    features, nodes = _names("features", features), _names("nodes", nodes)
    text = f"{', '.join(features)} → {', '.join(nodes)}; batch norm gives each node its own μ, σ, γ and β"
    height = STEP * max(len(features), len(nodes))
    starts, ends = (_heights(len(names), height) for names in (features, nodes))
    parts = [join_line(FEATURE, a, NODE, b) for a in starts for b in ends]
    for y in ends:
        parts += [join_line(NODE, y, NORM, y), join_line(NORM, y, OUTPUT - 2, y)]
    for name, y in zip(features, starts, strict=True):
        parts += _circle(FEATURE, y, name)
    for number, (name, y) in enumerate(zip(nodes, ends, strict=True), start=1):
        parts += _circle(NODE, y, name)
        parts += _norm(y, "" if len(nodes) == 1 else str(number))
        parts.append(_text(OUTPUT, y + 4, "y" + ("" if len(nodes) == 1 else str(number)), "nv-strong"))
    svg = chart(text, parts, height=height, look="nv-chart nv-tone-column")
    return Picture(tag("div", svg, class_="nv-network", style="max-width:34em"), text)


def _names(argument: str, names) -> tuple[str, ...]:
    names = _inputs.names(argument, names)
    if not names:
        raise ValueError(f"{argument}: expected at least one name, got none")
    return names


def _heights(count: int, height: float) -> list[float]:
    return [height * (i + 0.5) / count for i in range(count)]


def _circle(x: float, y: float, name: str) -> Iterator[Markup]:
    name = short_name(name, LONGEST_NAME)
    radius = min(max(SMALLEST, 3.4 * len(name) + 5), LARGEST)
    yield tag("circle", cx=f"{x}%", cy=y, r=radius, class_="nv-node")
    yield _text(x, y + 4, name)


def _norm(y: float, number: str) -> Iterator[Markup]:
    yield tag("rect", x=f"{NORM - 13}%", width="26%", y=y - 21, height=42, rx=4, class_="nv-norm")
    yield _text(NORM, y - 4, f"μ{number}, σ{number}")
    yield _text(NORM, y + 14, f"γ{number}, β{number}")


def _text(x: float, y: float, text: str, class_: str | None = None) -> Markup:
    return tag("text", text, x=f"{x}%", y=y, text_anchor="middle", class_=class_)
