"""What a question is: what it asks, code that answers it, and the wrong answers it knows.

Chapters declare their questions with decorators, such as ``number`` and ``choice``: the decorated function
is the solution, which is shown and really run.
"""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

import numpy as np

from normviz.exercises import reading
from normviz.exercises.record import RECORD
from normviz.exercises.result import NOT_ATTEMPTED, NOT_YET
from normviz.exercises.worked import Worked
from normviz.message import Block, Code

SEEN_BEFORE = "(This number stands in the chapter above. Find it on your own, and look back only then.)"

RECALL = "You have answered this before, in other words."


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that a known mistake leads to."""

    because: str  # the mistake, in one or two sentences to the learner
    # the wrong answer, or a function that computes it from those of the question's data that it names; for a
    # function question it *is* the mistaken function
    value: Any
    misconception: int | None = None  # its number in misconceptions.py; None for a plain slip
    # for a question on the learner's own table, whether this mistake was made in the given answer
    when: Callable[..., bool] | None = None


def mistake(value, misconception: int | None = None, when: Callable[..., bool] | None = None) -> Wrong:
    """A wrong answer of which more is to be said than the words it stands beside in ``wrong={words: answer}``."""
    return Wrong("", value, misconception, when)


@dataclass(frozen=True)
class Verdict:
    """An outcome, what to tell the learner, and the known mistakes that the answer matches.

    ``later`` takes the place of ``blocks`` where the learner has tried a few times: "too small" and "too large",
    heard often enough, would lead to any number without a thought.
    """

    outcome: str
    blocks: tuple = ()
    wrong: tuple[Wrong, ...] = ()
    later: tuple = ()


@dataclass(frozen=True, kw_only=True)
class Question:
    """What all kinds share."""

    id: str  # "chapter.number"
    title: str  # two to six words for lists
    ask: str  # what is asked, with units and the decimals wanted
    nudge: str  # the first hint
    method: str  # the second; the third is most of the solution, or takes an option away
    why: str  # the reason behind the solution
    solution: Callable[..., Any]  # function that returns the right answer, called with data
    wrong: tuple[Wrong, ...] = ()  # those it knows; declared as a mapping: words → answer, or a mistake()
    # whether the right number stands in the chapter above the question, because finding it again is the point
    repeats: bool = False
    recall: str = ""  # the id of an earlier question that asks for the same, or ""
    # the numbers it is made from, by the names that the solution gives them; empty if it stands for itself
    data: Mapping[str, Any] = field(default_factory=dict)
    # called with other data of the same kind, whether the question could be made from them as well
    fits: Callable[..., bool] = lambda **data: True
    variant: str = ""  # the name to which its numbers belong, or ""
    # makes it anew from other data, for a name; None for a question without data
    again: "Callable[[Mapping, str], Question] | None" = None

    kind: ClassVar[str] = ""

    @property
    def chapter(self) -> str:
        return self.id.split(".")[0]

    @property
    def name(self) -> str:
        """Id and title, and whose numbers it has."""
        return f"{self.id} {self.title}" + (f" · variant {self.variant}" if self.variant else "")

    @property
    def called(self) -> str:
        """What stands between the brackets of ``nv.hint(…)``."""
        return f'"{self.id}"' + (f", variant={_quoted(self.variant)}" if self.variant else "")

    @property
    def key(self) -> str:
        """What it is called in a record of progress."""
        return f"{self.id} {self.variant.casefold()}".rstrip()

    @property
    def asked(self) -> str:
        """What is asked, with a word for one who has answered the same already, or has seen the number."""
        ask = f"{RECALL} {self.ask}" if self.recall in RECORD.entries else self.ask
        return f"{ask} {SEEN_BEFORE}" if self.repeats else ask

    @property
    def code(self) -> str:
        """The solution as a learner would type it, ending in ``answer = …``."""
        given = "".join(f"{name} = {_as_code(value)}\n" for name, value in self.data.items())
        body = source_of(self.solution).split(":\n", 1)[1]
        return given + re.sub(r"^return ", "answer = ", textwrap.dedent(body), flags=re.MULTILINE).rstrip()

    @property
    def hints(self) -> dict[str, Block]:
        """From weak to strong, each with what it is."""
        name, last = self.last_hint
        return {"a nudge": self.nudge, "a method": self.method, name: last}

    @property
    def last_hint(self) -> tuple[str, Block]:
        """What the strongest hint is, and the hint."""
        return "the solution without its end", Code(self.unfinished)

    @property
    def unfinished(self) -> str:
        """The solution up to the middle of the last statement that does more than name the result."""
        *before, last = ast.parse(self.code).body
        if before and isinstance(last, ast.Assign) and isinstance(last.value, ast.Name):
            last = before[-1]
        while isinstance(last, (ast.For, ast.While)):
            last = last.body[-1]
        return up_to_half_of(last, self.code)

    def right_answer(self):
        """The answer that the solution gives."""
        return self.solution(**self.data)

    def shown_result(self) -> tuple[Block, ...]:
        """What the solution gives when it is run now."""
        return outcome_of_run(self.right_answer())

    def known_mistakes(self, wrong: Callable[..., Mapping[str, Any] | Iterable[tuple]]) -> "Question":
        """Add the mistakes of a function of the data, which returns words → answer, as ``wrong`` has them.

        Where a loop makes them, the function yields (answer, words), or (answer, words, number of the belief).
        """

        def of(question: Question) -> Question:
            made = _mistakes(wrong(**question.data))
            if question.data:
                shown = _shown({**question.data, "answer": question.right_answer()})
                made = tuple(replace(one, because=one.because.format_map(shown)) for one in made)
            again = question.again and (lambda data, name: of(self.again(data, name)))
            return replace(question, wrong=made, again=again)

        return of(self)

    def mistakes(self) -> list[tuple[Any, Wrong]]:
        """Every wrong answer it knows, with the mistake behind it."""
        return [(wrong.value() if callable(wrong.value) else wrong.value, wrong) for wrong in self.wrong]

    def judge(self, answer) -> Verdict:
        """Compare an answer with the right one and with the known wrong ones."""
        if reading.is_missing(answer):
            words = "Put your answer in the place of the three dots, and run the cell again."
            if answer is None:
                words = "Your answer is None: print(…) gives that, or a function without return. Give the value itself."
            return Verdict(NOT_ATTEMPTED, (words,))
        try:
            return self.compare(answer)
        except reading.Unreadable as unreadable:
            return Verdict(NOT_YET, (str(unreadable),))

    def compare(self, answer) -> Verdict:
        raise NotImplementedError


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _as_code(value) -> str:
    """A number, or an array as it is typed: np.array([2, 6, 3])."""
    return f"np.array({value.tolist()})" if isinstance(value, np.ndarray) else f"{value}"


def up_to_half_of(statement: ast.stmt, code: str) -> str:
    """The code up to about the middle of a statement in it, between two words or signs.

    >>> code = "mean = z.mean()\\nanswer = 0.5 * (z - mean)"
    >>> print(up_to_half_of(ast.parse(code).body[-1], code))
    mean = z.mean()
    answer = 0.5 …
    """
    lines = code.splitlines()
    whole = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
    begun = whole[: statement.col_offset]
    signs = re.findall(r"\d+\.\d+|\*\*|\w+|\s+|.", whole.removeprefix(begun))
    while len(begun) < (statement.col_offset + len(whole)) / 2 and re.search(r"\w", "".join(signs[1:])):
        begun += signs.pop(0)
    return "\n".join([*lines[: statement.lineno - 1], f"{begun.rstrip()} …"])


def outcome_of_run(result) -> tuple[Block, ...]:
    """A result after the words that announce it; tables stand in lines of their own."""
    text = written(result)
    return ("Run, it gives", Code(text)) if "\n" in text else (f"Run, it gives {text}.",)


def written(value) -> str:
    """A result in words, arrays as NumPy prints them to 4 decimals.

    >>> written(2.5298221), written(np.array([4, 3.6]))
    ('2.5298', '[4.  3.6]')
    """
    if isinstance(value, (bool, np.bool_, str)):
        return str(value)
    if isinstance(value, (tuple, list)) and not all(np.isscalar(part) for part in value):
        parts = [written(part) for part in value]
        return ("\n" if any("\n" in part for part in parts) else ", ").join(parts)
    cells = np.asarray(value)
    if cells.ndim == 0 and np.issubdtype(cells.dtype, np.number):
        number = float(cells)
        if number and not 1e-3 <= abs(number) < 1e6:
            return f"{number:.4g}"
        return f"{number:.4f}".rstrip("0").rstrip(".")
    return np.array2string(cells, precision=4, suppress_small=True, threshold=60, separator=" ")


# Finding where a function ends takes milliseconds, and one hint asks for it three times.
@lru_cache(maxsize=512)
def source_of(solution: Callable) -> str:
    # The decorator above a solution holds the question's text; only the function is shown.
    source = textwrap.dedent(inspect.getsource(solution))
    return source[re.search(r"^def ", source, flags=re.MULTILINE).start() :]


WORDS = ("title", "ask", "nudge", "method", "why")


def declared(kind: type[Question]):
    def declare(
        id: str, *, data: Mapping[str, Any] | None = None, **fields
    ) -> Callable[[Callable], Question]:
        def of(solution: Callable, data: Mapping, variant: str = "") -> Question:
            numbers = {**data, "answer": solution(**data)}
            shown = _shown(numbers)
            said = {name: _said(fields[name], data, shown) for name in WORDS}
            wrong = [(w, _said(w.because, data, shown), _bound(w.value, data)) for w in fields["wrong"]]
            wrong = tuple(replace(w, because=because, value=value) for w, because, value in wrong)
            if callable(fields.get("room")):
                said["room"] = _bound(fields["room"], data)()
            made = {"data": data, "variant": variant, "again": partial(of, solution), "wrong": wrong}
            return kind(id=id, solution=solution, **fields | said | made)

        fields["wrong"] = _mistakes(fields.get("wrong", ()))
        if data is None:
            return lambda solution: kind(id=id, solution=solution, **fields)
        given = {name: np.array(v) if isinstance(v, list) else v for name, v in data.items()}
        return lambda solution: of(solution, given)

    declare.__doc__ = (
        f"Declare a question of kind {kind.kind!r}; the decorated function is its solution. With ``data``, solution "
        "and mistakes are functions of them, and texts are too, or name them as :class:`Worked` says: {column.mean}, "
        "{answer}."
    )
    return declare


def _shown(numbers: Mapping[str, Any]) -> dict[str, Worked]:
    return {name: Worked(value) for name, value in numbers.items()}


def _mistakes(wrong: Mapping[str, Any] | Iterable[Wrong | tuple]) -> tuple[Wrong, ...]:
    if not isinstance(wrong, Mapping):
        return tuple(one if isinstance(one, Wrong) else Wrong(one[1], one[0], *one[2:]) for one in wrong)
    return tuple(
        replace(value, because=because) if isinstance(value, Wrong) else Wrong(because, value)
        for because, value in wrong.items()
    )


def _said(words: str | Callable[..., str], data: Mapping, shown: Mapping[str, Worked]) -> str:
    return words.format_map(shown) if isinstance(words, str) else _bound(words, data)()


def _bound(value, data: Mapping):
    """A function with those of the data that it names; any other value as it is."""
    if not callable(value):
        return value
    named = inspect.signature(value).parameters
    takes_all = any(each.kind is each.VAR_KEYWORD for each in named.values())
    return partial(value, **{name: one for name, one in data.items() if takes_all or name in named})
