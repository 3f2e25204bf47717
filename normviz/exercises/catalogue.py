"""All questions there are.

Every file ``questions/NN.md`` is read when its chapter is asked for, so a new chapter needs no list to be kept.
"""

import difflib
import re
from functools import cache
from pathlib import Path

from normviz import wording
from normviz._inputs import describe
from normviz.exercises.chapter import read
from normviz.exercises.kinds import Question
from normviz.exercises.result import UNKNOWN, Result
from normviz.written import translation

# What a chapter asks on another day, below its own five questions: chapter → numbers.
_ANOTHER_DAY = {
    "01": (4, 5, 8, 9, 10, 11, 12, 14, 15),
    "02": (8, 10, 11, 12, 15),
    "03": (8, 10, 12, 13, 15),
    "04": (11, 13, 14),
    "05": (2, 5, 9, 10, 11, 14),
    "06": (8, 9, 12, 13),
    "07": (9, 13, 15, 17),
    "08": (10, 11, 12),
    "09": (6, 8, 10, 11, 13),
    "10": (1, 7, 8, 11, 12),
}
ANOTHER_DAY = frozenset(
    f"{chapter}.{number}" for chapter, numbers in _ANOTHER_DAY.items() for number in numbers
)


FOLDER = Path(__file__).parent / "questions"


def chapter(name: str) -> tuple[Question, ...]:
    """The questions of the chapter with this number, such as "02"; none where it has no file."""
    return _chapter(name, wording.chosen())


@cache
def _chapter(name: str, code: str) -> tuple[Question, ...]:
    file = FOLDER / f"{name}.md"
    is_there = re.fullmatch(r"\d\d", name) and file.is_file()
    return tuple(read(file, translation(file, code))) if is_there else ()


def chapters() -> dict[str, tuple[Question, ...]]:
    """Chapter number → its questions in order."""
    return {file.stem: chapter(file.stem) for file in sorted(FOLDER.glob("[0-9][0-9].md"))}


def all_questions() -> dict[str, Question]:
    """Question id → question."""
    return {question.id: question for questions in chapters().values() for question in questions}


def find(id) -> Question | Result:
    """The question with this id, or a result that names the nearest ids."""
    if not isinstance(id, str):
        return Result.of(describe(id), UNKNOWN, 'A question\'s id is a text in quotes, such as "00.1".')
    asked = id.strip()
    if found := [question for question in chapter(asked[:2]) if question.id == asked]:
        return found[0]
    known = all_questions()
    # 2.3 and 02.03 are slips of the same id, which letters alone would not bring near.
    if match := re.fullmatch(r"0*(\d+)\.0*(\d+)", asked):
        asked = f"{int(match[1]):02}.{match[2]}"
    near = [asked] if asked in known else difflib.get_close_matches(asked, known, n=3, cutoff=0.3)
    names = " or ".join(f'"{name}"' for name in near)
    hint = f"Did you mean {names}?" if near else "nv.questions() lists all there are."
    return Result.of(f'"{id}"', UNKNOWN, hint)
