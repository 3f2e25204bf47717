"""What stands around the cells of a page: folds, and questions one at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from normviz.pages.folds import folds

_SECTION = re.compile(r"## .*")
_QUESTION = re.compile(r"### (\d\d\.\d+) ")
_HEADING = re.compile(r"#{1,3} ")


class Around(NamedTuple):
    """An element around cells that follow each other; ``begin`` is the number of the first."""

    opens: str
    closes: str
    begin: int


class Placed(NamedTuple):
    """A cell, the markup in front of it, and whether it is the heading of a fold; after the last one, no cell."""

    before: str
    cell: NotebookNode | None
    begins: bool


def laid_out(cells: Iterable[NotebookNode]) -> Iterator[Placed]:
    """Yield the cells of a prepared chapter in order, each with the tags that end and begin in front of it."""
    placed = list(_split(cells))
    around = [()] * len(placed)
    _fold(placed, around)
    _ask(placed, around)
    for (cell, _, begins), now, last in zip_longest(
        [*placed, (None, 0, False)], [*around, ()], [(), *around]
    ):
        kept = 0
        while now[kept : kept + 1] and now[kept : kept + 1] == last[kept : kept + 1]:
            kept += 1
        closed = "".join(one.closes for one in reversed(last[kept:]))
        yield Placed(closed + "".join(one.opens for one in now[kept:]), cell, begins)


def _split(cells) -> Iterator[tuple[NotebookNode, int, bool]]:
    """As ``folds``, with the headings of sections and of folds in cells of their own."""
    for cell, depth, begins in folds(cells):
        heading, _, rest = cell.source.partition("\n")
        if rest.strip() and (begins or (cell.cell_type == "markdown" and _SECTION.fullmatch(heading))):
            yield new_markdown_cell(heading), depth, begins
            yield new_markdown_cell(rest.strip()), depth + begins, False
        else:
            yield cell, depth, begins


def _fold(placed, around) -> None:
    inside: list[Around] = []
    for at, (_, depth, begins) in enumerate(placed):
        del inside[depth:]
        if begins:
            inside.append(Around('<details class="part">', "</details>", at))
        around[at] = tuple(inside)


def _ask(placed, around) -> None:
    """Questions that follow each other stand together, and each with its answer."""
    folded, turn, question = list(around), None, None
    for at, (cell, *_) in enumerate(placed):
        text = cell.source if cell.cell_type == "markdown" else ""
        if _HEADING.match(text) or (at and folded[at] != folded[at - 1]):
            question = None
        if asked := _QUESTION.match(text):
            turn = turn or Around('<div class="turn">', "</div>", at)
            question = Around(f'<section class="one" data-question="{asked[1]}">', "</section>", at)
        if question is None:
            turn = None
        else:
            around[at] += turn, question
