"""What stands around the cells of a page: folds. An exercise is one, and opening another one closes it."""

import re
from collections.abc import Iterator, Sequence

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from normviz.pages.folds import FOLDED, folds

_PART = '<details class="part">'
_SECTION = re.compile(r"## .*")
_QUESTION = re.compile(r"### (\d\d\.\d+) ")


def laid_out(cells: Sequence[NotebookNode]) -> Iterator[tuple[str, NotebookNode | None, bool]]:
    """Yield what stands in front of each cell of a prepared chapter, the cell, and whether it is the heading of a fold.

    After the last cell comes no cell.
    """
    around = 0
    for cell, depth, begins in _split(cells):
        before = "</details>" * (around - depth)
        if begins:
            asked = _QUESTION.match(cell.source)
            before += f'<details class="part" name="asked" data-question="{asked[1]}">' if asked else _PART
        yield before, cell, begins
        around = depth + begins
    yield "</details>" * around, None, False


def _split(cells) -> Iterator[tuple[NotebookNode, int, bool]]:
    """As ``folds``, with the headings of sections and of folds in cells of their own."""
    for cell in cells:
        if cell.cell_type == "markdown" and _QUESTION.match(cell.source):
            cell.metadata[FOLDED] = True
    for cell, depth, begins in folds(cells):
        heading, _, rest = cell.source.partition("\n")
        if rest.strip() and (begins or (cell.cell_type == "markdown" and _SECTION.fullmatch(heading))):
            yield new_markdown_cell(heading), depth, begins
            yield new_markdown_cell(rest.strip()), depth + begins, False
        else:
            yield cell, depth, begins
