"""Questions that are answered with one of several options."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from normviz.exercises import reading
from normviz.exercises.kinds.base import Question, Verdict, Wrong, outcome_of_run
from normviz.exercises.result import CORRECT, NOT_YET


@dataclass(frozen=True)
class Option:
    """A choice: its text, whether it ``holds`` for the solution's result, and what to say if it does not.

    ``guess`` is the number that it stands for, where a mark is placed. ``rule`` makes the curve that it expects,
    of the stops and of the true curve, for a question that is drawn.
    """

    text: str
    holds: Callable[[Any], bool]
    because: str = ""
    misconception: int | None = None
    guess: float | None = None
    rule: Callable[[Any, Any], Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Choice(Question):
    """The right option is not written down: it is the one that holds for what the solution computes."""

    options: tuple[Option, ...] = ()
    kind = "choice"

    @property
    def letters(self) -> dict[str, Option]:
        return dict(zip("abcdefgh", self.options, strict=False))

    @property
    def last_hint(self):
        """It takes a wrong option away."""
        letter, wrong = self.mistakes()[-1]
        return "one choice less", f"It is not {letter}). {wrong.because}"

    def right_answer(self) -> str:
        evidence = self.solution()
        return next(letter for letter, option in self.letters.items() if option.holds(evidence))

    @property
    def code(self) -> str:
        # The code computes the evidence; the answer is a letter.
        return re.sub(r"^answer = ", "evidence = ", super().code, flags=re.MULTILINE)

    def shown_result(self):
        letter = self.right_answer()
        return (*outcome_of_run(self.solution()), f"So {letter}) {self.letters[letter].text}")

    def mistakes(self) -> list[tuple[str, Wrong]]:
        right = self.right_answer()
        others = {letter: option for letter, option in self.letters.items() if letter != right}
        return [(letter, Wrong(o.because, letter, o.misconception)) for letter, o in others.items()]

    def compare(self, answer) -> Verdict:
        names = ", ".join(f'"{letter}"' for letter in self.letters)
        if not isinstance(answer, str):
            raise reading.Unreadable(f"Answer with one of the letters {names}, in quotes.")
        named = {_plain(option.text): letter for letter, option in self.letters.items()}
        chosen = named.get(_plain(answer), _plain(answer))
        if chosen not in self.letters:
            raise reading.Unreadable(
                f"There is no option {reading.describe(answer)[4:]}. Answer with one of {names}."
            )
        if chosen == self.right_answer():
            return Verdict(CORRECT, (self.why,))
        return Verdict(NOT_YET, wrong=tuple(wrong for letter, wrong in self.mistakes() if letter == chosen))


def _plain(text: str) -> str:
    return re.sub(r"^([a-h])\) .*", r"\1", text.strip("()[].:'\" \t\n").casefold().replace("−", "-"))
