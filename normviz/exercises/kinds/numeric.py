"""Questions that are answered with a number or with an array of numbers."""

from dataclasses import dataclass

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Question, Verdict, Wrong, declared, written
from normviz.exercises.result import CORRECT, NOT_YET


@dataclass(frozen=True, kw_only=True)
class Numeric(Question):
    """Number and array questions: equal to the decimals asked, one unit of the last one granted.

    ``decimals=0`` asks for a whole number, where a unit more would be another answer.
    """

    decimals: int = 4

    @property
    def tolerance(self) -> float:
        return 10.0**-self.decimals if self.decimals else 1e-6

    def agree(self, given: np.ndarray, wanted) -> np.ndarray:
        """Cell by cell, whether the two are the same number; NaN is the same as NaN."""
        wanted = np.asarray(wanted, dtype=float)
        with np.errstate(invalid="ignore"):
            near = np.abs(given - wanted) <= self.tolerance * (1 + 1e-9)
        return near | (given == wanted) | (np.isnan(given) & np.isnan(wanted))

    def matching(self, given: np.ndarray) -> tuple[Wrong, ...]:
        """The known mistakes whose wrong answer this is."""
        found = []
        for value, wrong in self.mistakes():
            value = np.squeeze(np.asarray(value, dtype=float))
            if value.shape == given.shape and self.agree(given, value).all():
                found.append(wrong)
        return tuple(found)


@dataclass(frozen=True, kw_only=True)
class Number(Numeric):
    kind = "number"

    def compare(self, answer) -> Verdict:
        given = reading.numbers(answer)
        if given.size != 1:
            # A whole array may be another question's answer, but never this one's.
            raise reading.Unreadable(
                f"One number is asked for; you gave {given.size} numbers, shape {given.shape}."
            )
        given = given.reshape(())
        right = float(self.right_answer())
        if self.agree(given, right):
            return Verdict(CORRECT, (self.why,))
        if matching := self.matching(given):
            return Verdict(NOT_YET, wrong=matching)
        if not np.isfinite(given):
            return Verdict(
                NOT_YET,
                (f"Your answer is {given}, which is not a finite number: look for a division by zero.",),
            )
        off = abs(given - right)
        if off <= 50 * self.tolerance:
            return Verdict(
                NOT_YET,
                (
                    f"Very close, but more than {self.tolerance:g} off. Round only at the very end, to "
                    f"{decimals_in_words(self.decimals)}.",
                ),
            )
        return Verdict(NOT_YET, (f"Your {written(given)} is too {'large' if given > right else 'small'}.",))


@dataclass(frozen=True, kw_only=True)
class Array(Numeric):
    """``per`` says in words what each number of the answer belongs to, such as "one number a column"."""

    per: str = ""
    kind = "array"

    def compare(self, answer) -> Verdict:
        given = reading.numbers(answer)
        right = np.asarray(self.right_answer(), dtype=float)
        flat = np.squeeze(given)
        matching = self.matching(flat)
        if flat.shape != right.shape:
            return Verdict(NOT_YET, (self._about_axes(given, right),), matching)
        good = self.agree(flat, right)
        if good.all():
            return Verdict(CORRECT, (self.why,))
        if matching:
            return Verdict(NOT_YET, wrong=matching)
        index = tuple(int(i) for i in np.argwhere(~good)[0])
        place = index[0] if len(index) == 1 else index
        words = (
            f"{good.sum()} of {good.size} numbers are right to {decimals_in_words(self.decimals)}. "
            f"The first one that is not stands at index {place}: you have {written(flat[index])}."
        )
        return Verdict(NOT_YET, (words,))

    def _about_axes(self, given, right) -> str:
        expected = f"Expected shape {right.shape}: {self.per}. Your answer has shape {given.shape}"
        if right.ndim == 2 and given.shape == right.shape[::-1]:
            return f"{expected}: rows and columns have changed places."
        if given.size == right.size:
            return f"{expected}: as many numbers, laid out differently."
        return f"{expected}. Which axis did you pool over? The axis you name in mean(axis=…) disappears."


def decimals_in_words(count: int) -> str:
    return "1 decimal" if count == 1 else f"{count} decimals" if count else "a whole number"


number = declared(Number)
array = declared(Array)
