"""Questions for a learning platform: python -m normviz.exercises.export moodle|gift|csv [--chapter 06] [--variants 20].

Questions with choices or numbers, their tolerances, and what each known mistake hears, as a question bank in Moodle's
XML, in GIFT, or as CSV. Formulas stay text. An array is one question a number, for none of these formats asks for
several numbers alike.
"""

import argparse
import csv
import io
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from normviz.exercises.catalogue import chapters
from normviz.exercises.kinds import Choice, Numeric, Question
from normviz.exercises.misconceptions import misconceptions
from normviz.exercises.variants import question_of

MOST_CELLS = 6  # of an array that is asked number by number
COLUMNS = (
    "id",
    "variant",
    "part",
    "kind",
    "title",
    "question",
    "answer",
    "right",
    "tolerance",
    "feedback",
    "why",
)


@dataclass(frozen=True)
class Answer:
    """An answer that is recognized: its text, whether it is right, how far it may be off, and what it hears."""

    text: str
    right: bool
    tolerance: float | None
    feedback: str


@dataclass(frozen=True)
class Item:
    """One question as a platform asks it; ``part`` counts the numbers of an array from 1, and is 0 elsewhere."""

    question: Question
    part: int
    ask: str
    answers: tuple[Answer, ...]

    @property
    def kind(self) -> str:
        return "choice" if isinstance(self.question, Choice) else "number"

    @property
    def category(self) -> str:
        """Where a question bank keeps it, beside its variants; Moodle writes a slash inside a name twice."""
        title = self.question.title.replace("/", "//")
        return f"$course$/top/normviz/{self.question.chapter}/{self.question.id} {title}"

    @property
    def name(self) -> str:
        return self.question.name + (f" · number {self.part}" if self.part else "")


def items(chapter: str | None = None, variants: int = 0) -> tuple[list[Item], list[str]]:
    """All questions of a chapter, or of all, as they can be exported; and the ids of those that cannot."""
    found, left = [], []
    for name, questions in chapters().items():
        for question in questions if chapter in (None, name) else ():
            made = list(_items(question))
            if not made:
                left.append(question.id)
            drawn = range(1, variants + 1) if made and question.again else ()
            found += made + [item for number in drawn for item in _items(question_of(question.id, number))]
    return found, left


def _items(question: Question) -> Iterator[Item]:
    if isinstance(question, Choice):
        letters, right = question.letters, question.right_answer()
        said = {letter: _feedback(wrong) for letter, wrong in question.mistakes()}
        answers = (Answer(o.text, at == right, None, said.get(at, question.why)) for at, o in letters.items())
        yield Item(question, 0, question.ask, tuple(answers))
    elif isinstance(question, Numeric):
        right = np.asarray(question.right_answer(), dtype=float)
        if not np.isfinite(right).all() or right.size > MOST_CELLS or right.ndim > 1:
            return
        for place, value in enumerate(np.atleast_1d(right)):
            part = place + 1 if right.ndim else 0
            ask = f"{question.ask} Give number {part} of {right.size}." if part else question.ask
            yield Item(question, part, ask, tuple(_numbers(question, right, place, float(value))))


def _numbers(question: Numeric, right: np.ndarray, place: int, value: float) -> Iterator[Answer]:
    """The right number and those that known mistakes lead to, each once: the first that agrees is marked."""
    yield Answer(_number(value), True, question.tolerance, question.why)
    wrong = {}
    for known, mistake in question.mistakes():
        known = np.squeeze(np.asarray(known, dtype=float))
        if known.shape not in ((), right.shape):
            continue
        number = float(np.atleast_1d(known)[place if known.ndim else 0])
        if np.isfinite(number) and abs(number - value) > 2 * question.tolerance:
            same = next((n for n in wrong if abs(n - number) <= question.tolerance), number)
            wrong.setdefault(same, {})[_feedback(mistake)] = None
    for number, words in wrong.items():
        yield Answer(_number(number), False, question.tolerance, " Or: ".join(words))


def _feedback(mistake) -> str:
    number = mistake.misconception
    return mistake.because + (f" {misconceptions()[number].explanation}" if number is not None else "")


def _number(value: float) -> str:
    return np.format_float_positional(float(f"{value:.10g}"), trim="-")


def moodle(found: list[Item]) -> str:
    """A question bank in Moodle's XML: a category a question, which holds its variants."""
    quiz, category = ET.Element("quiz"), None
    for item in found:
        if item.category != category:
            category = item.category
            question = ET.SubElement(quiz, "question", type="category")
            ET.SubElement(ET.SubElement(question, "category"), "text").text = category
        choice = item.kind == "choice"
        question = ET.SubElement(quiz, "question", type="multichoice" if choice else "numerical")
        ET.SubElement(ET.SubElement(question, "name"), "text").text = item.name
        _text(question, "questiontext", item.ask)
        _text(question, "generalfeedback", item.question.why)
        more = {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0"}
        more |= {"single": "true", "shuffleanswers": "true", "answernumbering": "abc"} if choice else {}
        for name, value in more.items():
            ET.SubElement(question, name).text = value
        for answer in item.answers:
            made = _text(question, "answer", answer.text, fraction="100" if answer.right else "0")
            if answer.tolerance is not None:
                ET.SubElement(made, "tolerance").text = f"{answer.tolerance:g}"
            _text(made, "feedback", answer.feedback)
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="unicode", xml_declaration=False) + "\n"


def _text(parent: ET.Element, name: str, words: str, **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, name, format="plain_text", **attributes)
    ET.SubElement(made, "text").text = words
    return made


def gift(found: list[Item]) -> str:
    """The same in GIFT."""
    blocks, category = [], None
    for item in found:
        if item.category != category:
            category = item.category
            blocks.append(f"$CATEGORY: {category}")
        lines = [
            f"::{_escaped(item.name)}::[plain]{_escaped(item.ask)} {{{'' if item.kind == 'choice' else '#'}"
        ]
        for answer in item.answers:
            words = f"#{_escaped(answer.feedback)}"
            if item.kind == "choice":
                lines.append(f"\t{'=' if answer.right else '~'}{_escaped(answer.text)}{words}")
            else:
                lines.append(f"\t=%{100 if answer.right else 0}%{answer.text}:{answer.tolerance:g}{words}")
        blocks.append("\n".join([*lines, f"\t####{_escaped(item.question.why)}", "}"]))
    return "\n\n".join(blocks) + "\n"


def _escaped(words: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\~=#{}:" else sign for sign in words).replace("\n", "\\n")


def table(found: list[Item]) -> str:
    """The same as CSV, one line an answer."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in found:
        question = item.question
        for answer in item.answers:
            tolerance = "" if answer.tolerance is None else f"{answer.tolerance:g}"
            begins = (question.id, question.variant, item.part or "", item.kind, question.title, item.ask)
            ends = (answer.text, "yes" if answer.right else "no", tolerance, answer.feedback, question.why)
            writer.writerow((*begins, *ends))
    return file.getvalue()


FORMATS = {"moodle": moodle, "gift": gift, "csv": table}


def main(arguments: list[str] | None = None) -> int:
    """Write the questions to standard output, in UTF-8, and say on standard error which were left out."""
    parser = argparse.ArgumentParser(
        prog="python -m normviz.exercises.export", description=__doc__.split("\n\n")[1]
    )
    parser.add_argument("format", choices=FORMATS)
    parser.add_argument(
        "--chapter", choices=list(chapters()), metavar="NN", help="one chapter, such as 06; else all"
    )
    parser.add_argument(
        "--variants", type=int, default=0, metavar="N", help="as many of each question with other numbers"
    )
    chosen = parser.parse_args(arguments)
    if chosen.variants < 0:
        parser.error(f"argument --variants: expected a number of at least 0, got {chosen.variants}")
    found, left = items(chosen.chapter, chosen.variants)
    # The mark in front tells a spreadsheet that the file is UTF-8.
    text = FORMATS[chosen.format](found).encode("utf-8-sig" if chosen.format == "csv" else "utf-8")
    if chosen.format == "moodle":
        text = b'<?xml version="1.0" encoding="UTF-8"?>\n' + text
    sys.stdout.buffer.write(text)
    sys.stdout.flush()
    said = f"{len(found)} questions. Not among them, for code, a table or many numbers are asked: {', '.join(left)}."
    print(said, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
