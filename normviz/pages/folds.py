"""Headings that JupyterLab shows folded, with all that stands below them."""

import re
from collections.abc import Iterable, Iterator

from nbformat import NotebookNode

FOLDED = "jp-MarkdownHeadingCollapsed"
_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6}) ", re.MULTILINE)


def folds(cells: Iterable[NotebookNode]) -> Iterator[tuple[NotebookNode, int, bool]]:
    """Each cell, in how many folds it lies, and whether its heading begins one.

    Of several headings in a cell the highest counts, as in JupyterLab.
    """
    around: list[int] = []  # the levels of the headings whose folds are open
    for cell in cells:
        text = _FENCED.sub("", cell.source) if cell.cell_type == "markdown" else ""
        level = min(map(len, _HEADING.findall(text)), default=0)
        while level and around and around[-1] >= level:
            around.pop()
        begins = bool(level and cell.metadata.get(FOLDED))
        yield cell, len(around), begins
        if begins:
            around.append(level)
