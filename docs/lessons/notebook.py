"""A lesson's notebook: the minutes as headings, and a cell for all that the room is to see, in order."""

import json

from docs.lessons.plan import Lesson

BEFORE = """# {heading}

*Shift and Enter* goes on by one cell. What is shown fills the window; *Esc* comes back here, and *Shift and Enter* goes on. Nothing here gives an answer away: what to say, and what the class will say, is in `docs/teaching.md`.
"""
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(lesson: Lesson) -> str:
    """The notebook's file, without outputs."""
    cells = [_cell("markdown", "title", BEFORE.format(heading=lesson.heading).strip())]
    cells.append(_cell("code", "setup", "import normviz as nv"))
    for number, step in enumerate(lesson.steps, start=1):
        cells.append(_cell("markdown", f"step-{number}", f"## {step.heading}"))
        shown = [part.code for part in step.parts if hasattr(part, "code")]
        cells += [_cell("code", f"step-{number}-{i}", code) for i, code in enumerate(shown, start=1)]
    contents = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(contents, indent=1, ensure_ascii=False) + "\n"


def _cell(kind: str, id: str, source: str) -> dict:
    cell = {"cell_type": kind, "id": id, "metadata": {}, "source": source.splitlines(keepends=True)}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return dict(sorted(cell.items()))
