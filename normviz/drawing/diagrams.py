"""The documents' own drawings: the GPA and IQ network, its cut, the lecture's chain, and the matrix H."""

import re
from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from normviz import _inputs, documents
from normviz.drawing.marks import chart, join_line
from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain
from normviz.drawing.picture import Picture

# Per cent of the width, and px of the height, so that the letters keep their size on every screen.
RADIUS = 19
INPUT, NODE, OUTPUT = 9, 44, 88
UPPER, LOWER = 62, 172
# Beside the line from this input to this node: the weight, as the notes count them.
WEIGHTS = (("w_1", 0, 0), ("w_2", 0, 1), ("w_3", 1, 0), ("w_4", 1, 1))


def show_diagram(name: str) -> Picture:
    """Draw a picture that the documents draw by hand.

    Parameters
    ----------
    name : "gpa-iq", the notes' network with two nodes and two students; "section 1", the same with one student
        and the cut after the first layer; "chain", the lecture's network whose layers' inputs are normalized;
        "H", the lecture's matrix of activations with one unit's column

    Returns
    -------
    Picture, shown by a notebook

    Raises
    ------
    TypeError, ValueError
        For another name.

    Examples
    --------
    >>> show_diagram("chain")
    x → normalize the features → layer 1 → normalize → layer 2 → … → normalize → layer n → output
    """
    _inputs.one_of("name", name, DIAGRAMS)
    parts, height, text = DIAGRAMS[name]()
    svg = chart(text, parts, height=height, look="nv-chart nv-tone-column")
    return Picture(tag("div", svg, class_="nv-network", style="max-width:36em"), text)


def _gpa_iq():
    students = documents.two_students()
    inputs = [", ".join(plain(v) for v in column) for column in students.values.T]
    placement = ", ".join(str(label) for label in students.labels)
    parts = _network(students.columns, inputs, placement)
    sums = [
        " and ".join(f"{plain(gpa)}·{first} + {plain(iq)}·{second} + {bias}" for gpa, iq in students.values)
        for first, second, bias in (("w1", "w3", "b11"), ("w2", "w4", "b12"))
    ]
    text = f"Two students, GPA {inputs[0]} and IQ {inputs[1]}: node 1 gets {sums[0]}, node 2 gets {sums[1]}"
    return parts, LOWER + 62, text


def _section():
    students = documents.gpa_iq()
    inputs = [plain(v) for v in students.values[0]]
    parts = _network(students.columns, inputs, str(students.labels[0]))
    middle = (UPPER + LOWER) / 2
    cut = 60
    parts += [
        tag("line", x1=f"{cut}%", x2=f"{cut}%", y1=18, y2=LOWER + 40, class_="nv-now"),
        _text(cut, 12, "cut", "nv-strong"),
        tag("rect", x="72%", width="28%", y=middle - 50, height=100, rx=6, class_="nv-section"),
        _text(86, middle - 32, "Section 1", "nv-strong nv-halo"),
        _text(86, LOWER + 22, "its inputs: a_11, a_12", "nv-soft"),
    ]
    text = (
        f"GPA {inputs[0]} and IQ {inputs[1]} go with w1 to w4, b11 and b12 into two nodes, whose outputs are a11 and "
        "a12; the cut stands behind them, and what comes after it, Section 1, has a11 and a12 for its inputs"
    )
    return parts, LOWER + 62, text


def _network(names: Sequence[str], inputs: Sequence[str], placement: str) -> list[Markup]:
    """Two inputs, two nodes with their biases, and the output; weights stand on the lines they belong to."""
    levels, middle = (UPPER, LOWER), (UPPER + LOWER) / 2
    parts = [join_line(INPUT, a, NODE, b) for a in levels for b in levels]
    parts += [join_line(NODE, y, OUTPUT, middle) for y in levels]
    for weight, start, end in WEIGHTS:
        share = 0.3 if start != end else 0.5
        at = INPUT + share * (NODE - INPUT), levels[start] + share * (levels[end] - levels[start])
        parts.append(_text(at[0], at[1] + (4 if start != end else -5), weight, "nv-strong nv-halo"))
    for name, value, y in zip(names, inputs, levels, strict=True):
        parts += [_circle(INPUT, y), _text(INPUT, y + 4, name)]
        parts.append(_text(INPUT, y + RADIUS + 15, value, "nv-soft"))
    for number, (name, y) in enumerate(zip(("node 1", "node 2"), levels, strict=True), start=1):
        share = 0.42
        at = NODE + share * (OUTPUT - NODE), y + share * (middle - y)
        side = -1 if y < middle else 1
        parts += [
            _circle(NODE, y, 24),
            _text(NODE, y + 4, name),
            _text(NODE, y + (-31 if side < 0 else 41), f"+ b_1{number}"),
            _text(at[0] - 6, at[1] + (side * 12 + 4), f"a_1{number}", "nv-strong nv-halo"),
        ]
    parts += [_circle(OUTPUT, middle), _text(OUTPUT, middle + 4, placement)]
    parts.append(_text(OUTPUT, middle + RADIUS + 16, "placement", "nv-soft nv-halo"))
    return parts


def _chain():
    rows = (("x", "layer 1"), ("", "layer 2"), ("…", "layer n"))
    parts, step = [], 76
    for i, (before, layer) in enumerate(rows):
        y = 34 + step * i
        # The features before the first layer are scaled once, for good; the other inputs change with every step.
        whose, look = ("the features", "nv-node") if i == 0 else (f"inputs to {layer}", "nv-norm")
        parts += [_arrow(10, 17, y), _arrow(56, 64, y), _box(17, 39, y, "normalize", whose, look)]
        parts += [_box(64, 26, y, layer, None, "nv-node")]
        if i < len(rows) - 1:
            # Out at the right, back in at the left of the next row.
            turn, down = y + step / 2, y + step
            way = (90, y), (96, y), (96, turn), (2, turn), (2, down), (10, down)
            parts += [join_line(*start, *end) for start, end in pairwise(way)]
        else:
            parts += [_arrow(90, 95, y), _text(95, y + 34, "output", "nv-soft", anchor="end")]
        parts.append(_text(5, y + 4, before, "nv-strong nv-halo"))
    text = "x → normalize the features → layer 1 → normalize → layer 2 → … → normalize → layer n → output"
    return parts, 34 + step * 2 + 44, text


def _matrix():
    columns, rows, left, width = ("1", "2", "k", "K"), ("1", "2", "i", "N"), 16, 20
    parts = []
    for c, column in enumerate(columns):
        at = left + width * (c + 0.5)
        parts.append(_text(at, 34, f"unit {column}", "nv-strong" if column == "k" else "nv-soft"))
        parts += [_text(at, 62 + 34 * r, f"H_{row}{column}") for r, row in enumerate(rows)]
    for r, row in enumerate(rows):
        parts.append(_text(7, 62 + 34 * r, f"row {row}", "nv-soft"))
    for c in (1, 2):  # between the named columns others are left out, and so between the rows
        parts += [_text(left + width * (c + 1), 62 + 34 * r, "…", "nv-soft") for r in range(4)]
    for y in (113, 147):
        parts += [_text(left + width * (c + 0.5), y, "⋮", "nv-soft") for c in range(4)]
    column = {"x": f"{left + 2 * width + 3}%", "width": f"{width - 6}%", "y": 42, "height": 134}
    at = left + 2.5 * width
    parts += [
        tag("rect", **column, class_="nv-norm nv-clear"),
        _text(at, 200, "one pool:", "nv-soft"),
        _text(at, 218, "μ_k, σ_k", "nv-strong"),
        _text(50, 12, "H: N examples of a mini-batch down, K units across", "nv-soft"),
    ]
    text = (
        "The matrix H, N × K: a row is an example, a column is a unit; the N numbers of column k are one pool with "
        "one μk and one σk"
    )
    return parts, 228, text


DIAGRAMS = {"gpa-iq": _gpa_iq, "section 1": _section, "chain": _chain, "H": _matrix}


def _arrow(x1: float, x2: float, y: float) -> Markup:
    head = tag("path", d="M0 0l-7 -4v8z", class_="nv-head")
    tip = tag("svg", head, x=f"{x2}%", y=y, overflow="visible", width=1, height=1)
    return tag("g", join_line(x1, y, x2, y), tip)


def _box(x: float, width: float, y: float, name: str, note: str | None, class_: str) -> list[Markup]:
    at = x + width / 2
    lines = [_text(at, y + (4 if note is None else -3), name, "nv-strong")]
    if note is not None:
        lines.append(_text(at, y + 14, note))
    return [tag("rect", x=f"{x}%", width=f"{width}%", y=y - 22, height=44, rx=4, class_=class_), *lines]


def _circle(x: float, y: float, radius: float = RADIUS) -> Markup:
    return tag("circle", cx=f"{x}%", cy=y, r=radius, class_="nv-node")


def _text(x: float, y: float, text: str, class_: str | None = None, *, anchor: str = "middle") -> Markup:
    """Words, whose ``_12`` are written small and low."""
    parts = re.split(r"_(\w+)", text)
    for i in range(1, len(parts), 2):
        # The words after an index climb back to the line.
        parts[i] = tag("tspan", parts[i], dy=3, class_="nv-index")
        if parts[i + 1]:
            parts[i + 1] = tag("tspan", parts[i + 1], dy=-3)
    return tag("text", parts, x=f"{x:g}%", y=y, text_anchor=anchor, class_=class_)
