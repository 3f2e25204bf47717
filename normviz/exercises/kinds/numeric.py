"""Questions that are answered with a number or with an array of numbers."""

import operator
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Question, Verdict, Wrong, declared, written
from normviz.exercises.kinds.changes import COUNTED, MIDDLE, ROOT_OF_SQUARES
from normviz.exercises.kinds.near import (
    AS_WRITTEN,
    ROOM,
    decimals_in_words,
    is_cut_off,
    off_by_a_whole_number,
    shortened,
    slip,
)
from normviz.exercises.kinds.slipped import (
    A_FACTOR,
    A_SHARE,
    AMONG,
    N_MINUS_1_IN_A_MEAN,
    ON_THE_WAY,
    slipped,
    slipped_twice,
)
from normviz.exercises.result import CORRECT, NOT_YET

GIVEN = "This number stands in the question: it is given. What is to be computed from it?"
ELSEWHERE = "This is asked for, but at another place of the answer."
RARE = {A_SHARE, COUNTED, A_FACTOR, MIDDLE, N_MINUS_1_IN_A_MEAN, ROOT_OF_SQUARES}
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")


@dataclass(frozen=True, kw_only=True)
class Numeric(Question):
    """Number and array questions: equal to the decimals asked, half a unit of the last one granted.

    ``decimals=0`` asks for a whole number, where half a unit more would be another answer.
    """

    decimals: int = 4

    @property
    def tolerance(self) -> float:
        return 0.5 * 10.0**-self.decimals if self.decimals else 1e-6

    def agree(self, given: np.ndarray, wanted) -> np.ndarray:
        """Cell by cell, whether the two are the same number; NaN is the same as NaN."""
        wanted = np.asarray(wanted, dtype=float)
        with np.errstate(invalid="ignore"):
            near = np.abs(given - wanted) <= self.tolerance + ROOM * np.maximum(1, np.abs(wanted))
        return (near & np.isfinite(wanted)) | (given == wanted) | (np.isnan(given) & np.isnan(wanted))

    def matching(self, given: np.ndarray) -> tuple[Wrong, ...]:
        """The known mistakes whose wrong answer this is; if it is none's, those that rounding leads to.

        A number to which the right answer, too, is rounded is a mistake's only where it is exactly that.
        """
        known = [(np.squeeze(np.asarray(value, dtype=float)), wrong) for value, wrong in self.mistakes()]
        known = [(value, wrong) for value, wrong in known if value.shape == given.shape]
        ways = (lambda value, given: self.agree(given, value).all(), self._leads_to, self._is_short_for)
        right = np.asarray(self.right_answer(), dtype=float)
        if right.shape == given.shape and any(shortened(given, right, n) for n in range(1, self.decimals)):
            ways = (lambda value, given: np.allclose(given, value, rtol=0, atol=1e-9),)
        found = next(filter(None, ([of for of in known if way(of[0], given)] for way in ways)), [])
        # Where several may have led there, the nearest.
        if len(found) > 1:
            away = [np.abs(given - value).max() for value, _ in found]
            found = [of for of, far in zip(found, away, strict=True) if far <= min(away) + 1e-9]
        return tuple(wrong for _, wrong in found)

    def slip(self, given: np.ndarray, right: np.ndarray, where=...) -> str | None:
        """A slip that any number shows, or one that the solution itself can hold, in words.

        ``where`` says which of the answer's numbers the two are.
        """
        if (words := slip(given, right, self.decimals)) or not np.isfinite(given).all():
            return words
        for near, (words, value) in product((self._says, self._leads_to), self.ways):
            if words == ON_THE_WAY and self._is_among(given, value):
                return GIVEN if self._stands_in_the_question(given) else AMONG
            if where is not ... and value.shape != where.shape:
                continue
            value = np.squeeze(value[where])
            if value.shape != np.shape(np.squeeze(given)) or _is_far(given, value):
                continue
            leads_on = value.shape != right.shape or not self.agree(value, right).all()
            if leads_on and near(value, given):
                return GIVEN if words in RARE and self._stands_in_the_question(given) else words
        return off_by_a_whole_number(given, right, self.decimals)

    @cached_property
    def ways(self) -> list[tuple[str, np.ndarray]]:
        """What slips lead to; of several that lead to the same, the first.

        Where few decimals are asked for, rare ones lead to too many numbers.
        """
        made = slipped(self.solution)
        made += slipped_twice(self.solution) if self.decimals > 2 else ()
        led: dict[tuple, tuple[str, np.ndarray]] = {}
        for words, way in made:
            if self.decimals > 2 or words not in RARE:
                value = way(**self.data)
                if value is not None:
                    led.setdefault((words == ON_THE_WAY, value.shape, value.tobytes()), (words, value))
        return list(led.values())

    def _stands_in_the_question(self, given: np.ndarray) -> bool:
        return given.size == 1 and f"{given.item():g}" in NUMBER.findall(self.ask)

    def _says(self, value: np.ndarray, given: np.ndarray) -> bool:
        return self.agree(given, value).all() or (self.decimals > 0 and self._is_short_for(value, given))

    def _is_among(self, given: np.ndarray, values: np.ndarray) -> bool:
        return (
            self.decimals > 1
            and given.size == 1 < values.size
            and any(self.agree(given, one).all() for one in values.flat)
        )

    def _given(self, given: np.ndarray) -> str | None:
        """What to say of a number that the question itself holds, or that is made from its whole numbers at once."""
        whole = self.decimals == 0 and np.isfinite(given) and given == np.round(given)
        if whole and (made := made_of(int(given), _whole_numbers(self.ask))):
            return f"This is {made}. Which of these numbers count here, and are they added or multiplied?"
        return GIVEN if self._stands_in_the_question(given) else None

    def _is_short_for(self, value: np.ndarray, given: np.ndarray) -> bool:
        # Too much rounds to the same single decimal. Where a whole number is asked for, any decimals name a mistake.
        places = range(2, self.decimals + 1) if self.decimals else range(1, 5)
        return any(shortened(given, value, fewer) or is_cut_off(given, value, fewer) for fewer in places)

    def _leads_to(self, value: np.ndarray, given: np.ndarray) -> bool:
        # Ten times a number that was rounded to 4 decimals is off in the third. A share of infinity is infinite:
        # where it is a mistake's value, every number would lie within it.
        if self.decimals == 0 or not np.isfinite(value).all():
            return False
        return bool(np.all(np.abs(given - value) <= min(10.0**-self.decimals, AS_WRITTEN) * np.abs(value)))


@dataclass(frozen=True, kw_only=True)
class Number(Numeric):
    kind = "number"

    def compare(self, answer) -> Verdict:
        given = reading.numbers(answer)
        if given.size != 1:
            # A whole array may be another question's answer, but never this one's.
            if matching := self.matching(given.squeeze()):
                return Verdict(NOT_YET, wrong=matching)
            comma = reading.decimal_comma(answer) if self.decimals else reading.thousands_comma(answer)
            raise reading.Unreadable(f"One number is asked for; you gave {reading.laid_out(given)}.{comma}")
        given = given.reshape(())
        right = np.asarray(self.right_answer(), dtype=float)
        if self.agree(given, right):
            return Verdict(CORRECT, (self.why,))
        if matching := self.matching(given):
            return Verdict(NOT_YET, wrong=matching)
        if words := _not_finite(given) or self.slip(given, right):
            return Verdict(NOT_YET, (words,))
        if right and (matching := self.matching(-given)):
            return Verdict(NOT_YET, ("And the sign is turned.",), matching)
        if right and self.decimals > 2 and (words := self.slip(-given, right)):
            return Verdict(NOT_YET, (f"{words} And the sign is turned.",))
        if words := self._given(given):
            return Verdict(NOT_YET, (words,))
        return Verdict(
            NOT_YET,
            (f"Your {written(given)} is too {'large' if given > right else 'small'}.",),
            later=(f"Your {written(given)} is not it. What did you compute, step by step?",),
        )


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
            return Verdict(NOT_YET, (self._about_shape(given, right, answer),), matching)
        good = self.agree(flat, right)
        if good.all():
            return Verdict(CORRECT, (self.why,))
        if matching:
            return Verdict(NOT_YET, wrong=matching)
        if words := self.slip(flat, right):
            return Verdict(NOT_YET, (words,))
        if good.any() and (words := self.slip(flat[~good], right[~good], ~good)):
            return Verdict(
                NOT_YET, (f"{good.sum()} of {good.size} numbers are right. For the rest: {words}",)
            )
        for index in map(tuple, np.argwhere(~good)):
            alone = np.zeros(good.shape, dtype=bool)
            alone[index] = True
            elsewhere = bool(self.agree(flat[index], right[~alone]).any()) and ELSEWHERE
            if words := elsewhere or self.slip(flat[index], right[index], alone) or self._given(flat[index]):
                words = f"Look at {written(flat[index])}: {words}"
                return Verdict(NOT_YET, (f"{good.sum()} of {good.size} numbers are right. {words}",))
        index = tuple(int(i) for i in np.argwhere(~good)[0])
        at = index[0] if len(index) == 1 else index
        to = f" to {decimals_in_words(self.decimals)}" if self.decimals else ""
        words = (
            f"{good.sum()} of {good.size} numbers are right{to}. "
            f"The first one that is not stands at index {at}: you have {written(flat[index])}."
        )
        return Verdict(NOT_YET, (words,))

    def _about_shape(self, given, right, answer) -> str:
        expected = f"Expected {reading.laid_out(right)}: {self.per}. You gave {reading.laid_out(given)}"
        if right.ndim == 2 and given.shape == right.shape[::-1]:
            return f"{expected}: rows and columns have changed places."
        if given.size == right.size:
            return f"{expected}: as many numbers, laid out differently."
        if self._holds_the_answer(given, right):
            return f"{expected}. What is asked for stands among them: give that part alone."
        begun = np.ravel(right)[: given.size]
        if given.size < right.size and self.agree(np.ravel(given), begun).all():
            return f"{expected}, right as far as {'they go' if given.size > 1 else 'it goes'}. The rest is missing."
        if given.size < right.size and right.ndim == 1 and self._left_out(given.ravel(), right):
            return f"{expected}: some are left out."
        # Only where the table has another axis of this length can the wrong one have been pooled over.
        if any(np.shape(value) == np.squeeze(given).shape for value, _ in self.mistakes()):
            return f"{expected}. Which axis did you pool over? The axis you name in mean(axis=…) disappears."
        return f"{expected}.{reading.decimal_comma(answer, right.size)}"

    def _left_out(self, given, right) -> bool:
        """Whether the numbers given are some of the right ones, in their order."""
        rest = iter(right)
        return all(any(self.agree(one, wanted).all() for wanted in rest) for one in given)

    def _holds_the_answer(self, given, right) -> bool:
        if given.ndim != right.ndim + 1:
            return False
        parts = [part for axis in range(given.ndim) for part in np.moveaxis(given, axis, 0)]
        return any(part.shape == right.shape and self.agree(part, right).all() for part in parts)


def _is_far(given: np.ndarray, value: np.ndarray) -> bool:
    """Whether no rounding leads from one to the other: told at once, as a solution has hundreds of slips."""
    return not np.all(np.abs(given - value) < 0.1 + 2 * AS_WRITTEN * np.abs(value))


def _not_finite(given: np.ndarray) -> str | None:
    if np.isnan(given):
        return (
            "Your answer is NaN, which is not a finite number. NaN comes from a calculation without a result, such as "
            "0/0."
        )
    if np.isinf(given):
        return "Your answer is infinite; a finite number is asked for."
    return None


def _whole_numbers(ask: str) -> list[int]:
    """Those of a question, but for the count of decimals that it asks for."""
    return [int(number) for number in NUMBER.findall(ask) if "." not in number and number != "0"]


SIGNS = {"+": operator.add, "·": operator.mul, "to the power of": pow}


def made_of(wanted: int, numbers: list[int]) -> str | None:
    """How a whole number is made from those given in one step or two, each of which may be doubled or squared.

    >>> made_of(800, [24, 32]), made_of(576, [24, 32]), made_of(77, [24, 32])
    ('24 · 32 + 32', '24 · 24', None)
    """
    ones = {f"{number}": number for number in numbers}
    steps = {
        f"{one} {sign} {two}": way(a, b)
        for sign, way in SIGNS.items()
        for (one, a), (two, b) in product(ones.items(), (*ones.items(), ("2", 2)))
        if way is not pow or max(a, b) <= 10
    }
    steps |= {f"2 to the power of {one}": 2**a for one, a in ones.items() if a <= 12}
    second = (
        (f"{one} {sign} {two}", SIGNS[sign](a, b))
        for sign in "·+"
        for (one, a), (two, b) in product(steps.items(), ones.items())
        if (sign == "+" or "+" not in one) and "+ 2" not in one
    )
    return next((made for made, value in (*steps.items(), *second) if value == wanted), None)


number = declared(Number)
array = declared(Array)
