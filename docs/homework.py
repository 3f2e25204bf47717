"""``python -m docs.homework 06.7 06.8 --students 60`` writes homework with numbers that are everybody's own, to print.

A page for each student with their questions, and a key: names down, questions across.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from markupsafe import Markup

from docs.lessons.paper import page, write
from normviz.drawing.markup import tag
from normviz.drawing.numbers import fixed
from normviz.exercises.catalogue import all_questions
from normviz.exercises.settings import settings
from normviz.exercises.variants import question_of


def answer(id: str, name: str) -> str:
    """The answer to a name's numbers, to the decimals that are asked for."""
    question = question_of(id, name)
    right = np.ravel(np.asarray(question.right_answer(), dtype=float))
    return ", ".join(fixed(number, question.decimals) for number in right)


def sheets(ids: Sequence[str], names: Sequence[str]) -> str:
    """A page for each name."""
    parts = []
    for name in names:
        asks = [
            (tag("p", tag("b", id), " ", question_of(id, name).ask), tag("p", class_="words")) for id in ids
        ]
        parts += [tag("section", tag("h1", name), asks), "\n"]
    return page("Homework", parts, kind="homework")


def key(ids: Sequence[str], names: Sequence[str]) -> str:
    """All answers, for the teacher."""
    rows = [[tag("th", name, scope="row"), *(tag("td", answer(id, name)) for id in ids)] for name in names]
    head = tag("thead", tag("tr", [tag("th", one, scope="col") for one in ("name", *ids)]))
    body = [tag("tr", row) + Markup("\n") for row in rows]
    return page("Key", [tag("table", head, tag("tbody", body))], kind="key")


def main() -> None:
    """Read the command line, and write both files beside the kit of the lesson."""
    variants = [id for id, question in all_questions().items() if question.again]
    parser = argparse.ArgumentParser("docs.homework", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("questions", nargs="+", choices=variants, metavar="ID", help="such as 06.7")
    parser.add_argument("--students", type=int, default=0, help="numbers from 1 on in the place of names")
    parser.add_argument(
        "--names", type=Path, help="a text file with a name in each line; else those of normviz.toml"
    )
    given = parser.parse_args()
    listed = given.names.read_text("utf-8").splitlines() if given.names else settings().names
    names = [str(n) for n in range(1, given.students + 1)] or [
        name.strip() for name in listed if name.strip()
    ]
    if not names:
        parser.error("expected --students 60, --names FILE, or names in normviz.toml; got none of them")
    write({"homework.html": sheets(given.questions, names), "key.html": key(given.questions, names)})


if __name__ == "__main__":
    main()
