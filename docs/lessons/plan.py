"""What a lesson is made of; every page, sheet, slide and notebook of a lesson is made from this alone.

Texts are Markdown. Seconds are counted, not measured: what each part takes is a rule here, and no class was timed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from normviz.exercises.catalogue import find
from normviz.exercises.kinds import Choice

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
READ = 2  # words a second, said aloud to a room
THINK = 40  # seconds, to make up one's mind, to make a cross and to show a hand
TAKE_UP = 60  # seconds, for the two or three answers that are taken up
LOOK = 30  # seconds, to read a picture
TRAIN = 8  # seconds, for a cell that trains; on a laptop none took more
SET = 20  # seconds, to move a control and to let the number be read
PAPER = 45  # seconds, until everybody has a sheet
WRITE = 25  # seconds, to compute one number with a pocket calculator and to write it down
BOARD = 60  # seconds, to gather two results
SENTENCE = 60  # seconds, to complete a sentence on paper


def _read(text: str) -> float:
    return len(text.split()) / READ


@dataclass(frozen=True)
class Say:
    """Something that the teacher does: ``verb`` is Say, Ask, Show and so on. ``seconds`` besides the words; ``slide``
    if the words stand on one."""

    verb: str
    words: str
    seconds: int = 0
    slide: bool = False

    def takes(self) -> float:
        return self.seconds + (_read(self.words) if self.verb in ("Say", "Ask") else 0)


@dataclass(frozen=True)
class Board:
    """Results that the room has computed; from now on everybody knows these numbers."""

    words: str

    def takes(self) -> float:
        return BOARD


@dataclass(frozen=True)
class Vote:
    """A question of the catalogue; ``replies`` are (an answer that will come, what it tells the teacher).

    ``held``: the room is about to compute the numbers that the answer names, so it waits for the board.
    """

    id: str
    words: str
    replies: tuple[tuple[str, str], ...]
    held: bool = False

    @property
    def question(self) -> Choice:
        return find(self.id)

    @property
    def code(self) -> str:
        return f'nv.wall(nv.predict("{self.id}"))'

    @property
    def letter(self) -> str:
        """Of the right answer."""
        return self.question.right_answer()

    @property
    def right(self) -> str:
        """The right answer: its letter, and its words."""
        return f"{self.letter}) {self.question.letters[self.letter].text}"

    @property
    def said(self) -> list[tuple[str, str, str]]:
        """The replies by their letters: (letter, answer, what it tells the teacher)."""
        letters = {option.text: letter for letter, option in self.question.letters.items()}
        return sorted((letters[answer], answer, tells) for answer, tells in self.replies)

    def takes(self) -> float:
        options = " ".join(option.text for option in self.question.letters.values())
        return _read(f"{self.question.ask} {options}") + THINK + TAKE_UP


@dataclass(frozen=True)
class HandOut:
    """A sheet by its title, and what to do with it; ``numbers`` that one of two neighbours computes, or the
    ``minutes`` that everybody is given."""

    sheet: str
    words: str = ""
    numbers: int = 0
    minutes: int = 0

    def takes(self) -> float:
        return PAPER + WRITE * self.numbers + 60 * self.minutes


@dataclass(frozen=True)
class Look:
    """A picture that stands still, by the line of code that makes it; ``live`` if the cells before make its numbers,
    which no file can then hold."""

    picture: str
    words: str
    live: bool = False

    @property
    def code(self) -> str:
        return f"nv.wall({self.picture})"

    def takes(self) -> float:
        return LOOK + _read(self.words)


@dataclass(frozen=True)
class Cell:
    """The first ``lines`` of a chapter's cell. In the lesson's notebook it is folded: a click opens it in its time."""

    chapter: str
    id: str
    lines: int
    words: str

    @property
    def code(self) -> str:
        return "".join(_cells(self.chapter)[self.id][: self.lines]).rstrip()

    def takes(self) -> float:
        return TRAIN


@cache
def _cells(chapter: str) -> dict[str, list[str]]:
    notebook = json.loads((NOTEBOOKS / f"{chapter}.ipynb").read_text(encoding="utf-8"))
    return {cell["id"]: cell["source"] for cell in notebook["cells"]}


@dataclass(frozen=True)
class Set:
    """Controls by their labels with the values to give them, and what is seen then; bold numbers are looked for."""

    controls: dict[str, str]
    seen: str

    @property
    def promised(self) -> list[str]:
        """The numbers that are looked for."""
        return re.findall(r"\*\*([+−]?\d+\.\d+)\*\*", self.seen)


@dataclass(frozen=True)
class Run:
    """An explorer and what is moved in it; with ``aside``, only if somebody brings it up."""

    explorer: str
    only: tuple[str, ...]
    sets: tuple[Set, ...]
    aside: bool = False

    @property
    def made(self) -> str:
        names = ", ".join(f'"{name}"' for name in self.only)
        return f"nv.{self.explorer}.only({names})"

    @property
    def code(self) -> str:
        return f"nv.wall({self.made})"

    def takes(self) -> float:
        return 0 if self.aside else SET * len(self.sets)


Part = Say | Board | Vote | HandOut | Look | Cell | Run


@dataclass(frozen=True)
class Step:
    """Some minutes; ``late`` says what to leave out when the lesson is behind its time."""

    start: int
    end: int
    title: str
    parts: tuple[Part, ...]
    late: str = "–"

    @property
    def heading(self) -> str:
        return f"Minutes {self.start} to {self.end}: {self.title}"

    def takes(self) -> float:
        """Seconds, as counted."""
        return sum(part.takes() for part in self.parts)


@dataclass(frozen=True)
class Lesson:
    """A lesson; ``sheets`` are titles in the order of their numbers, and ``quiz`` ids for its last minutes."""

    minutes: int
    title: str
    audience: str
    aim: str
    steps: tuple[Step, ...]
    sentence: str  # its beginning
    criteria: str  # what its end needs
    sheets: tuple[str, ...]
    quiz: tuple[str, ...] = ()
    own: tuple[str, ...] = ()  # homework with other numbers for everybody
    homework: str = ""  # and the rest of it
    setup: str = "import normviz as nv"

    @property
    def name(self) -> str:
        return f"{self.minutes}_minutes"

    @property
    def heading(self) -> str:
        return f"{self.minutes} minutes: {self.title}"

    def parts(self, *kinds: type) -> Iterator[Part]:
        """All parts, or those of some kinds, in order."""
        for step in self.steps:
            yield from (part for part in step.parts if not kinds or isinstance(part, kinds))

    def number(self, sheet: str) -> int:
        return self.sheets.index(sheet) + 1


def plain(text: str) -> str:
    """Markdown without its marks, for a slide or a sheet.

    >>> plain("A **mask** that `mends`, *exactly*: [chapter 06](x.ipynb)")
    'A mask that mends, exactly: chapter 06'
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", text)
