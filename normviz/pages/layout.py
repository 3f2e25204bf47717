"""What stands around the cells of a page: folds, a picture with its text beside it, questions one at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from normviz.pages.code import is_hidden
from normviz.pages.folds import folds

_SECTION = re.compile(r"## .*")
_QUESTION = re.compile(r"### (\d\d\.\d+) ")
_HEADING = re.compile(r"#{1,3} ")
_MOVES = "<figure"
_WIDE = "nv-flow"  # what goes from left to right needs the whole width


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
    _stand_beside(placed, around)
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


def _stand_beside(placed, around) -> None:
    """What is shown or predicted, and beside it the text around it, up to what is wide or another section.

    Text behind a prediction is never beside it, nor is a picture: both may hold its answer.
    """
    turns = [any(one.opens.startswith("<section") for one in path) for path in around]
    shown = [range(at, at + 1) for at, (cell, *_) in enumerate(placed) if _is_shown(cell) and not turns[at]]
    shown = sorted(
        [*shown, *_in_a_row(at for at, (cell, *_) in enumerate(placed) if _is_asked(cell))], key=min
    )
    free = 0
    for own, following in zip_longest(shown, [other.start for other in shown[1:]], fillvalue=len(placed)):
        first, end = own.start, own.stop

        def goes_along(other, path=around[first]):
            cell, _, begins = placed[other]
            return around[other] == path and _is_text(cell) and not begins

        while first > free and goes_along(first - 1):
            first -= 1
        while end < following and goes_along(end) and not _is_asked(placed[own.start][0]):
            end += 1
        if end == following < len(placed):  # what a heading begins goes with what is shown next
            headings = (one for one in range(own.stop, end) if placed[one][0].source.startswith("#"))
            end = next(headings, end if _holds(placed[own.start][0], _MOVES) else own.stop)
        free = end
        if texts := end - first - len(own):
            beside = Around(f'<div class="beside" style="--cells:{texts}">', "</div>", first)
            for one in range(first, end):
                around[one] += (beside,)
        if texts or len(own) > 1:
            for one in own:
                around[one] += (Around('<div class="shown">', "</div>", own.start),)


def _in_a_row(numbers: Iterable[int]) -> list[range]:
    rows: list[range] = []
    for at in numbers:
        if rows and rows[-1].stop == at:
            rows[-1] = range(rows[-1].start, at + 1)
        else:
            rows.append(range(at, at + 1))
    return rows


def _is_shown(cell) -> bool:
    is_none = _is_text(cell) or _is_asked(cell) or _holds(cell, _WIDE)
    return cell.cell_type == "code" and bool(cell.outputs) and not is_none


def _is_text(cell) -> bool:
    if cell.cell_type == "markdown":
        return not re.search(r"^(?:##? |\|)", cell.source, re.MULTILINE)
    return is_hidden(cell) and all("text/markdown" in output.get("data", {}) for output in cell.outputs)


def _is_asked(cell) -> bool:
    return _holds(cell, "Predict · ") or _holds(cell, "nv-say")


def _holds(cell, markup: str) -> bool:
    return any(markup in output.get("data", {}).get("text/html", "") for output in cell.get("outputs", ()))
