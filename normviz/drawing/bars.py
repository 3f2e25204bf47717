"""Counts as bars across, one below the other: a name, a bar, the number."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from normviz.drawing.markup import join, tag
from normviz.drawing.parts import titled


class Bar(NamedTuple):
    """A count and what is counted; ``marked`` sets one bar apart, with a tick and an outline."""

    name: str
    count: int
    marked: bool = False


def bars(rows: Sequence[Bar], *, caption: str, at_least: int = 10) -> Markup:
    """Draw counts on one axis from 0, from top to bottom.

    A count of ``at_least`` fills the width as long as none is larger, so that the first vote is not the longest bar.

    >>> "--share:20.0%" in bars([Bar("a) It grows", 2)], caption="votes")
    True
    """
    full = max([at_least, *(row.count for row in rows)])
    listed = [
        tag(
            "li",
            "✓ " if row.marked else None,
            row.name,
            tag(
                "div",
                tag("span", row.count),
                class_="nv-count",
                style=f"--share:{100 * row.count / full:.1f}%",
            ),
            class_="nv-marked" if row.marked else None,
        )
        for row in rows
    ]
    return join(titled(caption), tag("ul", listed, class_="nv-counts"))
