"""A lesson's notebook: the minutes as headings, and a cell for all that the room is to see, in order."""

import json
from collections.abc import Iterable

from docs.lessons.plan import Cell, Lesson

BEFORE = (
    "# {heading}\n\n*Shift and Enter* goes on by one cell. What is shown fills the window; *Esc* comes back here, and "
    "*Shift and Enter* goes on. Nothing here gives an answer away: what to say, and what the class will say, is in "
    "`docs/teaching.md`."
)
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(lesson: Lesson) -> str:
    """The notebook's file, without outputs."""
    cells = [_cell("markdown", "title", BEFORE.format(heading=lesson.heading))]
    cells.append(_cell("code", "setup", lesson.setup))
    for number, step in enumerate(lesson.steps, start=1):
        cells.append(_cell("markdown", f"step-{number}", f"## {step.heading}"))
        cells += _shown(f"step-{number}", step.parts, aside=False)
    if asides := _shown("aside", lesson.parts(), aside=True):
        cells += [_cell("markdown", "aside", "## Only if somebody asks"), *asides]
    contents = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(contents, indent=1, ensure_ascii=False) + "\n"


def _shown(name: str, parts: Iterable, *, aside: bool) -> list[dict]:
    shown = [part for part in parts if hasattr(part, "code") and getattr(part, "aside", False) is aside]
    return [
        _cell("code", f"{name}-{i}", part.code, folded=isinstance(part, Cell))
        for i, part in enumerate(shown, start=1)
    ]


def _cell(kind: str, id: str, source: str, *, folded: bool = False) -> dict:
    metadata = {"jupyter": {"source_hidden": True}} if folded else {}
    cell = {"cell_type": kind, "id": id, "metadata": metadata, "source": source.splitlines(keepends=True)}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return dict(sorted(cell.items()))
