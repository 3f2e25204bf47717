"""The question cells of the notebooks, written from the catalogue: the words of a question stand once, there.

``python -m normviz.exercises.cells notebooks/*.ipynb`` writes them anew, and nothing else: what stands in front of a
question in its cell stays, and so does every other cell, byte for byte.
"""

import json
import re
import sys
from pathlib import Path

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Choice, Function, Question

CALL = re.compile(r'^nv\.(check|predict)\("(\d\d\.\d+)"', re.MULTILINE)
# Code among the words, as the catalogue writes it: answer = […], nv.examples.hi_nitish().batch, update(x, eps=1e-5).
CODE = re.compile(
    r"\banswer = (?:\[[^\]]*\]|\([^)]*\)|\w+)"
    r"|\bfrom normviz import \w+"
    r"|(?<=Write )\w+\([^()]*\)"
    r"|\b(?:race = )?(?:np|nv|torch|experiments)(?:\.\w+|\([^()]*\)|\[[^\]]*\])+"
    r"|\b[a-z]\w*\((?:[^()]*[,=][^()]*)?\)"  # a call with an =, a comma or nothing: no feature(s)
    r"|\b[a-z]+_[a-z_]+(?:\([^()]*\))?"
)


def asked_by(question: Question) -> str:
    """A question as Markdown: heading, and what is asked.

    >>> asked_by(all_questions()["00.2"]).splitlines()[0]
    '### 00.2 A first number'
    """
    return f"### {question.id} {question.title}\n\n" + CODE.sub(r"`\g<0>`", question.asked)


def words_of(question: Question) -> str:
    """A question as Markdown for a notebook: the options, too, and how to answer what is no number."""
    parts = [asked_by(question)]
    if isinstance(question, Choice):
        parts.append("\n".join(f"- {letter}) {option.text}" for letter, option in question.letters.items()))
        parts.append('Answer with a letter in quotes, such as `"a"`.')
    if isinstance(question, Function) and question.given is None:
        parts.append("Write the function in the cell below, and set `answer` to it.")
    return "\n\n".join(parts)


def rewritten(cells: list[dict]) -> list[dict]:
    """A notebook's cells, in which every question with a heading has the words and the code of the catalogue.

    A ValueError where no text cell in front of a check begins its question, with ``### 02.6`` or ``**02.6``.
    """
    cells = [dict(cell) for cell in cells]
    for number, cell in enumerate(cells):
        for call, id in CALL.findall("".join(cell["source"])) if cell["cell_type"] == "code" else ():
            question = all_questions()[id]
            above = max((i for i in range(number) if cells[i]["cell_type"] == "markdown"), default=0)
            text = "".join(cells[above]["source"])
            begins = re.search(rf"^(?:### |\*\*){re.escape(id)}\b", text, re.MULTILINE)
            if begins is None and call == "predict":
                continue  # it stands in the main text, and shows its words itself
            if begins is None:
                raise ValueError(
                    f"cell {above}: expected a line that begins question {id} with “### {id}”, got none"
                )
            words = words_of if call == "check" else asked_by
            _write(cells[above], text[: begins.start()] + words(question))
            if isinstance(question, Function) and question.given is not None:
                _write(cells[number - 1], question.given_code)
    return cells


def _write(cell: dict, text: str) -> None:
    cell["source"] = text.splitlines(keepends=True)


def write(path: Path) -> bool:
    """Bring a notebook's file up to date; returns whether it has changed.

    A ValueError for a question without a place, or a file that Jupyter would not have written like this: it stays.
    """
    before = path.read_text(encoding="utf-8")
    notebook = json.loads(before)
    if _as_file(notebook) != before:
        raise ValueError(
            f"{path.name}: expected one space of indentation and a line's end, as Jupyter writes it"
        )
    notebook["cells"] = rewritten(notebook["cells"])
    after = _as_file(notebook)
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def _as_file(notebook: dict) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {'written' if write(Path(name)) else 'up to date'}")
