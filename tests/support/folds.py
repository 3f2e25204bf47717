"""Headings that JupyterLab shows folded, with all that stands below them."""

import re
from collections.abc import Iterable, Iterator

from nbformat import NotebookNode

FOLDED = "jp-MarkdownHeadingCollapsed"
_HEADING = re.compile(r"(#+) ")


def folds(cells: Iterable[NotebookNode]) -> Iterator[tuple[NotebookNode, int, bool]]:
    """Each cell, in how many folds it lies, and whether its heading begins one.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell
    >>> cells = [new_markdown_cell("## More", metadata={FOLDED: True}), new_code_cell("1"), new_markdown_cell("## End")]
    >>> [(depth, begins) for _, depth, begins in folds(cells)]
    [(0, True), (1, False), (0, False)]
    """
    around: list[int] = []  # the levels of the headings whose folds are open
    for cell in cells:
        heading = _HEADING.match(cell.source) if cell.cell_type == "markdown" else None
        level = len(heading[1]) if heading else 0
        while level and around and around[-1] >= level:
            around.pop()
        begins = bool(level and cell.metadata.get(FOLDED))
        yield cell, len(around), begins
        if begins:
            around.append(level)
