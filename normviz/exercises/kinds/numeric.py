"""Questions that are answered with a number or with an array of numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import add, mul
from typing import Any

import numpy as np

from normviz import wording
from normviz.exercises import reading
from normviz.exercises.kinds.base import Question, Verdict, Wrong, written
from normviz.exercises.kinds.near import (
    AS_WRITTEN,
    ENOUGH,
    ROOM,
    decimals_in_words,
    digits,
    off_by_a_whole_number,
    shortened,
    slip,
)
from normviz.exercises.kinds.slipped import AMONG, ON_THE_WAY, slipped, the_only
from normviz.exercises.result import CORRECT, NOT_YET

GIVEN = "This number stands in the question: it is given. What is to be computed from it?"
SEVERAL = "One number is asked for; you gave several."
IN_PER_CENT = "per cent"  # of a question behind whose answers the sign % may stand
NUMBER = re.compile(r"(?<![\w.])[−-]?\d+(?:\.\d+)?(?![\w]|\.\d)")


@dataclass(frozen=True, kw_only=True)
class Numeric(Question):
    """Number and array questions: equal to the decimals asked, half a unit of the last one granted.

    ``decimals=0`` asks for a whole number, where half a unit more would be another answer.
    """

    decimals: int = 4
    also: Any = None  # what comes out with the rounded numbers that the question or a hint prints, or None

    @property
    def tolerance(self) -> float:
        return 0.5 * 10.0**-self.decimals if self.decimals else 1e-6

    def agree(self, given: np.ndarray, wanted) -> np.ndarray:
        """Cell by cell, whether the two are the same number; NaN is the same as NaN."""
        wanted = np.asarray(wanted, dtype=float)
        with np.errstate(invalid="ignore"):
            near = np.abs(given - wanted) <= self.tolerance + ROOM * np.maximum(1, np.abs(wanted))
        return (near & np.isfinite(wanted)) | (given == wanted) | (np.isnan(given) & np.isnan(wanted))

    def is_right(self, given: np.ndarray) -> np.ndarray:
        """Cell by cell, whether it is the answer, or what comes out with the numbers that are printed."""
        good = self.agree(given, self.right_answer())
        return good if self.also is None else good | self.agree(given, self.also)

    def matching(self, given: np.ndarray) -> tuple[Wrong, ...]:
        """The known mistakes whose wrong answer this is; if it is none's, those that rounding leads to.

        A number to which the right answer, too, is rounded is a mistake's only where it is exactly that.
        """
        known = [(np.squeeze(np.asarray(value, dtype=float)), wrong) for value, wrong in self.mistakes()]
        known = [(value, wrong) for value, wrong in known if value.shape == given.shape]
        ways = (self._is, self._leads_to, self._is_short_for)
        right = np.asarray(self.right_answer(), dtype=float)
        if right.shape == given.shape and any(shortened(given, right, n) for n in range(1, self.decimals)):
            ways = (lambda value, given: np.allclose(given, value, rtol=0, atol=1e-9),)
        found = next(filter(None, ([of for of in known if way(of[0], given)] for way in ways)), [])
        # Where several may have led there, the nearest.
        if len(found) > 1:
            away = [np.abs(given - value).max() for value, _ in found]
            found = [of for of, far in zip(found, away, strict=True) if far <= min(away) + 1e-9]
        return tuple(wrong for _, wrong in found)

    def or_rounded(self, given: np.ndarray, right: np.ndarray) -> tuple[str, ...]:
        """Another reason for a mistake's number, where that is the right one with fewer decimals."""
        also = given.any() and any(shortened(given, right, fewer) for fewer in range(self.decimals))
        return (f"If you have rounded, give {decimals_in_words(self.decimals)}.",) if also else ()

    def slip(self, given: np.ndarray, right: np.ndarray, where=...) -> str | None:
        """A slip that any number shows, or one that the solution itself can hold, in words.

        ``where`` says which of the answer's numbers the two are.
        """
        words = slip(given, right, self.decimals) or (where is ... and self.is_given(given) and GIVEN)
        if words or not np.isfinite(given).all():
            return words
        return self.searched(given, right, where) or off_by_a_whole_number(given, right, self.decimals)

    def searched(self, given: np.ndarray, right: np.ndarray, where=...) -> str | None:
        """The one kind of slip in the solution that leads to an answer, in words."""
        wrong = given[~self.agree(given, right)]
        enough = ENOUGH + (wrong.size == 1 and right.ndim > 0)  # of several numbers, one alone says less
        said = {*self._lead_to(given, right, where)} if digits(wrong) >= enough else ()
        return AMONG if AMONG in said else the_only(said)

    def _lead_to(self, given, right, where) -> Iterator[str]:
        for words, value in self.ways:
            if words == ON_THE_WAY and self._is_among(given, value):
                yield AMONG
            if where is not ... and value.shape != where.shape:
                continue
            value = np.squeeze(value[where])
            if value.shape != given.shape or _is_far(given, value):
                continue
            if self._is(value, given) and not self.agree(value, right).all():
                yield words

    @cached_property
    def ways(self) -> list[tuple[str, np.ndarray]]:
        """What slips lead to, each with its words."""
        made = ((words, way(**self.data)) for words, way in slipped(self.solution))
        return [(words, value) for words, value in made if value is not None]

    def is_given(self, given: np.ndarray) -> bool:
        """Whether it is a number that stands in the question. Of one digit, it may well come from elsewhere."""
        return given.size == 1 and f"{given.item():g}" in numbers_in(self.ask) and len(f"{abs(given):g}") > 1

    def _is(self, value: np.ndarray, given: np.ndarray) -> bool:
        """Whether the two are the same number, to the digits that are given where these are more than asked for."""
        near = np.allclose(given, value, AS_WRITTEN, 1e-9, equal_nan=True)
        return bool((near or shortened(given, given, self.decimals)) and self.agree(given, value).all())

    def _is_among(self, given: np.ndarray, values: np.ndarray) -> bool:
        return (
            self.decimals > 1
            and given.size == 1 < values.size
            and any(self.agree(given, one).all() for one in values.flat)
        )

    def _is_short_for(self, value: np.ndarray, given: np.ndarray) -> bool:
        # Too much rounds to the same few digits. Where a whole number is asked for, any decimals name a mistake.
        places = range(2, self.decimals + 1) if self.decimals else range(1, 5)
        return any(shortened(given, value, fewer) for fewer in places) and digits(given) >= ENOUGH

    def _leads_to(self, value: np.ndarray, given: np.ndarray) -> bool:
        # What was rounded on the way to 4 decimals is off in the last digit, or by a share. A share of infinity is
        # infinite: where it is a mistake's value, every number would lie within it.
        if self.decimals == 0 or not np.isfinite(value).all():
            return False
        return bool(np.all(np.abs(given - value) <= self.rounding(np.abs(value))))

    def rounding(self, size):
        """How far a number of this size may be off because the learner went on with rounded numbers."""
        units = 0.5 * (10.0**-self.decimals + 1e-4) + ROOM
        return np.minimum(np.maximum(units, 1e-5 * size), AS_WRITTEN * size)


@dataclass(frozen=True, kw_only=True)
class Number(Numeric):
    kind = "number"

    def compare(self, answer) -> Verdict:
        if IN_PER_CENT in self.ask and isinstance(answer, str):
            answer = re.sub(r"\s*(%|per ?cent)?\s*$", "", answer)
        given = reading.numbers(answer, one=True, whole=self.decimals == 0)
        if given.size != 1:
            # A whole array may be another question's answer, but never this one's.
            if matching := self.matching(given.squeeze()):
                return Verdict(NOT_YET, wrong=matching)
            # How many there are may be what is asked for.
            raise reading.Unreadable(SEVERAL)
        given = given.reshape(())
        right = np.asarray(self.right_answer(), dtype=float)
        if self.is_right(given):
            return Verdict(CORRECT, (self.why,))
        if matching := self.matching(given):
            return Verdict(NOT_YET, self.or_rounded(given, right), matching)
        if isinstance(answer, tuple) and len(answer) == 2:
            raise reading.Unreadable(SEVERAL + (reading.decimal_comma(answer, 1) if self.decimals else ""))
        if words := _not_finite(given) or self.slip(given, right):
            return Verdict(NOT_YET, (words,))
        if given * right < 0 and digits(given) >= ENOUGH and (matching := self.matching(-given)):
            return Verdict(NOT_YET, ("And the sign is turned.",), matching)
        if self.decimals == 0 and (made := made_of(given, numbers_in(self.ask))):
            return Verdict(
                NOT_YET, (f"This is {made}. Which numbers count here, and what is done with them?",)
            )
        return Verdict(
            NOT_YET,
            (f"Your {written(given)} is too {'large' if given > right else 'small'}.",),
            after_tries=(
                f"Your {written(given)} is not the answer. Write down each step, and compare it with the hints.",
            ),
        )


@dataclass(frozen=True, kw_only=True)
class Array(Numeric):
    """``per`` says in words what each number of the answer belongs to, such as "one number a column"."""

    per: str = ""
    kind = "array"

    def compare(self, answer) -> Verdict:
        given = reading.numbers(answer, whole=self.decimals == 0)
        right = np.asarray(self.right_answer(), dtype=float)
        flat = np.squeeze(given)
        matching = self.matching(flat)
        if flat.shape != right.shape:
            return Verdict(NOT_YET, (self._about_shape(given, right, answer),), matching)
        good = self.is_right(flat)
        if good.all():
            return Verdict(CORRECT, (self.why,))
        if matching:
            return Verdict(NOT_YET, self.or_rounded(flat, right), matching)
        if words := self.slip(flat, right):
            return Verdict(NOT_YET, (words,))
        if good.any() and (words := self.slip(flat[~good], right[~good], ~good)):
            return Verdict(
                NOT_YET, (f"{good.sum()} of {good.size} numbers are right. For the rest: {words}",)
            )
        index = tuple(int(i) for i in np.argwhere(~good)[0])
        at = index[0] if len(index) == 1 else index
        to = f" to {decimals_in_words(self.decimals)}" if self.decimals else ""
        words = (
            f"{good.sum()} of {good.size} numbers are right{to}. "
            f"The first one that is not stands at index {at}: you have {written(flat[index])}."
        )
        return Verdict(NOT_YET, (words,))

    def _about_shape(self, given, right, answer) -> str:
        per = f"{self.per}{wording.full_stop()}"
        expected = f"Expected {reading.laid_out(right)}: {per} You gave {reading.laid_out(given)}"
        if right.ndim == 2 and given.shape == right.shape[::-1]:
            return f"{expected}: rows and columns have changed places."
        if given.size == right.size:
            return f"{expected}: as many numbers, laid out differently."
        if self._holds_the_answer(given, right):
            return f"{expected}. What is asked for stands among them: give that part alone."
        begun = self.agree(np.ravel(given)[: right.size], np.ravel(right)[: given.size])
        if given.size < right.size and begun.all():
            return f"{expected}, right as far as {'they go' if given.size > 1 else 'it goes'}. The rest is missing."
        # Only where the table has another axis of this length can the wrong one have been pooled over.
        shapes = [np.shape(value) for value, _ in self.mistakes()]
        if given.size > 1 and np.squeeze(given).shape in shapes and not begun.any():
            return f"{expected}. Which axis did you pool over? The axis you name in mean(axis=…) disappears."
        return f"{expected}.{reading.decimal_comma(answer, right.size)}"

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


def numbers_in(ask: str) -> list[str]:
    """Those of a question, as they are written, but for the count of decimals that it asks for.

    >>> numbers_in("A batch has 20 rows of 2.5. What is σ? To 4 decimals.")
    ['20', '2.5']
    """
    return NUMBER.findall(re.sub(r"\d+ decimals?|n = \d+", "", ask).replace("−", "-"))


def made_of(wanted: float, numbers: list[str]) -> str | None:
    """How a whole number is made from two of a question's.

    >>> made_of(768, ["24", "32", "1.5"]), made_of(56, ["24", "32"]), made_of(77, ["24", "32"])
    ('24 · 32', '24 + 32', None)
    """
    whole = [int(number) for number in numbers if "." not in number and int(number) > 2]
    pairs = combinations(whole, 2)
    made = ((f"{a} {sign} {b}", way(a, b)) for a, b in pairs for sign, way in (("·", mul), ("+", add)))
    return next((words for words, value in made if value == wanted), None)
