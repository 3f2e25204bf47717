"""The questions of a chapter, read from its Markdown file: words as a learner reads them, and code that is run.

A question is a heading, what is asked, its solution as a learner would type it, hints, and known mistakes::

    ## 02.6 σ of one column

    What is the σ that batch norm uses for the column {column}, ε left out? To 4 decimals.

    ```python
    column = np.array([2, 6, 3, 3, 1])
    answer = column.std()
    ```

    varies: column
    nudge: Subtract the mean {column.mean} from each value first.

    - `column.var()`: This is σ², the variance. Take its root. [3]

A mistake is an expression of all that the solution has named, or a change of its code, ``old => new``; a number in
brackets is its belief. Options are a list of tasks, and ``so:`` is what makes the marked one right. Words in capitals
are those of ``slips.txt``. ``python -m normviz.exercises.chapter FILE`` says what is wrong in a file.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from textwrap import indent

import numpy as np

import normviz as nv
from normviz import wording
from normviz.drawing.numbers import fixed, plain
from normviz.exercises import kinds, own
from normviz.exercises.kinds import Option, Question, Wrong
from normviz.exercises.kinds.rules import SLIPS
from normviz.exercises.result import CORRECT
from normviz.exercises.worked import Worked
from normviz.written import (
    Item,
    Section,
    Text,
    in_other_words,
    named,
    sections,
    translation,
    with_belief,
)

NAMES = {"np": np, "nv": nv, "fixed": fixed, "plain": plain, "Worked": Worked, "own": own}
# Fields that are words, and those that are code; a word is the same for every number of a question, but for {braces}.
WORDS = ("nudge", "method", "why", "per", "otherwise", "x", "y", "mark", "groups")
CODE = (
    "agrees",
    "also",
    "arguments",
    "axes",
    "beam",
    "decimals",
    "diagnosed",
    "parts",
    "repeats",
    "strict",
)
OTHER = ("fits", "holds", "recall", "varies")
BELOW = ("", "so", "guess", "rule")
LABELS = ("", "given", "inputs", "wrong")


def read(path: Path, words: Path | None = None) -> list[Question]:
    """The questions of a chapter's file; ``words`` is its translation, which holds texts alone."""
    return [one.question() for one in _makings(path, words)]


def _makings(path: Path, words: Path | None = None) -> "list[_Making]":
    shared, *written = sections(path, (*WORDS, *CODE, *OTHER), BELOW)
    names = NAMES | {"__name__": __name__}
    if "shared" in shared.code:
        shared.code["shared"].run(names)
    if words is not None:
        written = in_other_words(written, words, WORDS)
    return [_Making(one, names) for one in written]


class _Making:
    """A question that is made of what is written, with its own data or with others."""

    def __init__(self, one: Section, names: Mapping, data: Mapping | None = None, variant: str = ""):
        self.one, self.names, self.data, self.variant = one, {**names}, data, variant
        for label, code in one.code.items():
            if label not in LABELS:
                raise code.wrong(
                    f"expected ```python, and {' or '.join(LABELS[1:])} behind it, got {label}", code.line - 1
                )
        if "" not in one.code:
            raise one.name.wrong(f"expected a solution, code between ```python and ```, in {one.name!s}")
        self.fields = one.fields
        given = {label: self._defined(one.code[label]) for label in ("given", "inputs") if label in one.code}
        self.kind = self._kind()
        self.solution = self._defined(one.code[""]) if self.kind is kinds.Function else self._of_data()
        coded = {name: self._code_of(name).value(self.with_data) for name in CODE if name in self.fields}
        self.parts = coded.get("parts", ("table",))
        self.more = given | coded

    def _code_of(self, name: str) -> Text:
        code = self.fields[name]
        return code.at(f"dict({code})") if name in ("axes", "beam") else code

    def _kind(self) -> type[Question]:
        one, fields = self.one, self.fields
        if "inputs" in one.code:
            return kinds.Function
        if "holds" in fields:
            return kinds.OwnTable
        if any(item.mark.startswith("[") for item in one.items):
            return kinds.Curve if "axes" in fields else kinds.Place if "beam" in fields else kinds.Choice
        return kinds.Array if "per" in fields else kinds.Number

    def question(self) -> Question:
        """Make it; an error names the line that is wrong."""
        one, fields, more = self.one, self.fields, self.more
        said = {name: self.filled(fields[name]) for name in WORDS if name in fields}
        for name in ("nudge", "method", "why"):
            if name not in said:
                raise one.name.wrong(f"expected {name}: in {one.name!s}")
        if issubclass(self.kind, kinds.Choice):
            more["options"] = tuple(self._option(item) for item in one.items)
            self._picture(said)
        if self.kind is kinds.OwnTable:
            limits = [item for item in one.items if item.mark == "limit"]
            more["limits"] = tuple(
                (item.code.function(self.parts, self.names), self._reason(item)[0]) for item in limits
            )
            more["holds"] = fields["holds"].function(self.parts, self.names)
        if self.data is not None:
            more |= {"data": self.data, "variant": self.variant, "again": self._again}
            if "fits" in fields:
                more["fits"] = lambda **data: fields["fits"].value({**self.names, **data})
        if "recall" in fields:
            more["recall"] = str(fields["recall"])
        made = self.kind(
            id=str(one.name),
            title=self.filled(one.title),
            ask="\n\n".join(self.filled(text) for text in one.said),
            solution=self.solution,
            **said,
            **more,
        )
        items = [item for item in one.items if item.mark not in ("limit", "[ ]", "[x]")]
        for item in items:
            if not (item.code and item.words):
                raise item.words.wrong(f"expected a mistake such as - `code`: words, got {item.words!s:.60}")
        return replace(made, wrong=tuple(wrong for item in items for wrong in self._wrong(item, made)))

    def _again(self, data: Mapping, variant: str) -> Question:
        return _Making(self.one, self.names, data, variant).question()

    def _defined(self, code: Text) -> Callable:
        """The first function of some code, which is run; its source is kept for whoever reads it."""
        code.run(self.names)
        function = self.names[re.search(r"^def (\w+)", code, re.M)[1]]
        function.source = str(code)
        return function

    def _of_data(self) -> Callable:
        """The solution as a function of its data, which stand in its first lines."""
        code, varies = self.one.code[""], [one for one in self.fields.get("varies", "").split(", ") if one]
        lines = code.splitlines()
        given = [ast.parse(line).body[0] for line in lines[: len(varies)]]
        if [getattr(s, "targets", [None])[0] and s.targets[0].id for s in given] != varies:
            raise self.fields["varies"].wrong(
                f"expected the names of the solution's first lines, got {', '.join(varies)}"
            )
        if varies and self.data is None:
            self.data = {s.targets[0].id: code.at(ast.unparse(s.value)).value(self.names) for s in given}
        rest = code.at("\n".join(lines[len(varies) :]) + "\n")
        rest.line += len(varies)
        self.body = rest
        returned = re.sub(r"^(answer|evidence) = ", "return ", rest, flags=re.M)
        whole = rest.at(f"def solution({', '.join(varies)}):\n{indent(returned, '    ')}")
        whole.line -= 1
        return self._defined(whole)

    @cached_property
    def with_data(self) -> dict:
        return {**self.names, **(self.data or {})}

    @cached_property
    def after(self) -> dict:
        """All that the solution has named when it has run."""
        names = {**self.with_data}
        if self.kind is not kinds.Function:
            self.body.run(names)
        if "wrong" in self.one.code:
            self.one.code["wrong"].run(names)
        return names

    def filled(self, words: Text, **more) -> str:
        """Words with their numbers: {column.mean} as :class:`Worked` says it, any other expression as it comes."""

        def value(code: Text) -> str:
            names = {**self.after, **more}
            try:
                if place := re.fullmatch(r"(\w+)(\.\w+|\[\d+\])*(:\S+)?", code):
                    return f"{{{code}}}".format_map({place[1]: Worked(names[place[1]])})
            except Exception as error:
                raise code.wrong(
                    f"expected braces around an expression, got {{{code}}}: {error!r}"
                ) from error
            return str(code.value(names))

        return words.filled(value)

    def _reason(self, item: Item, **more) -> tuple[str, int | None]:
        """The words of an item, or those that have this name, and the belief."""
        words, belief = item.words, item.belief
        if re.fullmatch("[A-Z][A-Z_0-9]+", words):
            if words not in named(SLIPS):
                raise words.wrong(f"expected words, or the name of some in {SLIPS.name}, got {words!s}")
            others = translation(SLIPS, wording.chosen())
            known = with_belief(named(SLIPS)[words])[1]
            words = with_belief((named(others) if others else {}).get(words, named(SLIPS)[words]))[0]
            belief = known if belief is None else belief
        return self.filled(words, **more), belief

    def _option(self, item: Item) -> Option:
        if not item.mark.startswith("["):
            raise item.words.wrong(f"expected an option, - [ ] or - [x], got {item.words!s:.60}")
        is_right, below = item.mark == "[x]", item.below
        if is_right != ("so" in below):
            raise item.words.wrong(
                f"expected so: below the option that is marked with [x] alone, got {item.words!s:.60}"
            )
        numbers = {name: below[name].value(self.after) for name in ("guess", "rule") if name in below}
        because, belief = self._reason(replace(item, words=below.get("", item.words.at(""))))
        holds = below["so"].function(("evidence",), self.names) if is_right else lambda evidence: False
        return Option(self.filled(item.words), holds, because, belief, **numbers)

    def _picture(self, said: dict) -> None:
        """What is drawn on."""
        of = {name: said.pop(name) for name in ("x", "y", "mark", "groups") if name in said}
        if "axes" in self.more:
            self.more["axes"] = kinds.Axes(x_name=of["x"], y_name=of["y"], **self.more["axes"])
        if beam := self.more.pop("beam", None):
            numbers, names = beam.pop("numbers"), of["groups"].split("; ")
            groups = lambda: dict(zip(names, numbers(), strict=True))  # noqa: E731
            self.more["axes"] = kinds.Beam(of["mark"], numbers=groups, **beam)

    def _wrong(self, item: Item, made: Question) -> Iterator[Wrong]:
        when = item.when and item.when.function(self.parts, self.after)
        if self.kind is kinds.Function and " => " in item.code:
            value = dict(edit.split(" => ") for edit in item.code.split(" ; "))
            if missing := [old for old in value if old not in made.solution.source]:
                raise item.code.wrong(f"expected a piece of the solution, got {missing[0]!r}")
        elif self.kind is kinds.OwnTable:
            value = item.code.function(self.parts[:-1] if "agrees" in self.fields else (), self.after)
        else:
            value = item.code.value(self.after)
        for one in value if item.mark == "each" else (value,):
            if not self.variant and isinstance(made, kinds.Numeric) and _equal(made, one):
                raise item.code.wrong(f"expected a mistake, got the answer: `{item.code}`")
            words, belief = self._reason(item, value=one)
            yield Wrong(words, one, belief, when)


def _equal(question: kinds.Numeric, value) -> bool:
    value, right = (np.asarray(one, dtype=float) for one in (value, question.right_answer()))
    return value.shape == right.shape and bool(question.agree(value, right).all())


def checked(path: Path) -> str:
    """Read a file, try each solution and each mistake, and say how many there are."""
    questions = read(path)
    mistakes = [(question, *mistake) for question in questions for mistake in question.mistakes()]
    for question in questions:
        if question.judge(question.right_answer()).outcome != CORRECT:
            raise ValueError(f"{path.name}: the solution of {question.id} is not correct")
    for question, answer, wrong in mistakes:
        if wrong not in question.judge(answer).wrong:
            raise ValueError(f"{path.name}: a mistake of {question.id} is not told: {wrong.because}")
    return f"{path.name}: {len(questions)} questions and {len(mistakes)} mistakes"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(checked(Path(name)))
