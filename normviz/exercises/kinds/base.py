"""What a question is: what it asks, code that answers it, and the wrong answers it knows."""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.rules import BELIEFS
from normviz.exercises.record import RECORD
from normviz.exercises.result import NOT_ATTEMPTED, NOT_YET
from normviz.message import Block, Code

SEEN_BEFORE = "(This number stands in the chapter above. Find it on your own, and look back only then.)"

RECALL = "You have answered this before, in other words."


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that a known mistake leads to."""

    because: str  # the mistake, in one or two sentences to the learner
    # the wrong answer, or a function that computes it; for a function question it *is* the mistaken function
    value: Any
    misconception: int | None = None  # its number; None for a plain slip
    # for a question on the learner's own table, whether this mistake was made in the given answer
    when: Callable[..., bool] | None = None


@dataclass(frozen=True)
class Verdict:
    """An outcome, what to tell the learner, and the known mistakes that the answer matches.

    ``after_tries`` takes the place of ``blocks`` where the learner has tried a few times: "too small" and "too large",
    heard often enough, would lead to any number without a thought.
    """

    outcome: str
    blocks: tuple = ()
    wrong: tuple[Wrong, ...] = ()
    after_tries: tuple = ()


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
    wrong: tuple[Wrong, ...] = ()  # those it knows
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

    def mistakes(self) -> list[tuple[Any, Wrong]]:
        """Every wrong answer it knows, with the mistake behind it."""
        return [(wrong.value() if callable(wrong.value) else wrong.value, wrong) for wrong in self.wrong]

    @np.errstate(all="ignore")  # 1e308 is an answer, too
    def judge(self, answer) -> Verdict:
        """Compare an answer with the right one and with the known wrong ones."""
        if reading.is_missing(answer):
            words = "Put your answer in the place of the three dots, and run the cell again."
            if answer is None:
                words = "Your answer is None: print(…) gives that, or a function without return. Give the value itself."
            return Verdict(NOT_ATTEMPTED, (words,))
        try:
            return _with_belief(self.compare(answer))
        except reading.Unreadable as unreadable:
            return Verdict(NOT_YET, (str(unreadable),))

    def compare(self, answer) -> Verdict:
        raise NotImplementedError


def _with_belief(verdict: Verdict) -> Verdict:
    """A slip that a misconception is behind counts as a known mistake: progress remembers it."""
    words = verdict.blocks[0] if verdict.blocks and isinstance(verdict.blocks[0], str) else ""
    belief = next((belief for said, belief in BELIEFS.items() if words.startswith(said)), None)
    if belief is None:
        return verdict
    slip = Wrong(words, None, belief)
    return replace(verdict, blocks=verdict.blocks[1:], wrong=(slip, *verdict.wrong))


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
    if hasattr(solution, "source"):
        return solution.source
    return textwrap.dedent(inspect.getsource(solution))
