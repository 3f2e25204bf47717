"""Other numbers for everybody: from a name, a question's table of the same kind, the same on every machine.

A question that is made from ``data`` can be made from any other data of that kind: whole numbers stay whole, a column
keeps its length and a mean without decimals its mean without decimals. Nothing in a variant is typed in: its words,
its solution and the values of its known mistakes are computed from the numbers that were drawn.
"""

import hashlib
import operator
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache

import numpy as np

from normviz import wording
from normviz._inputs import describe
from normviz.exercises.catalogue import find
from normviz.exercises.kinds import Numeric, Question
from normviz.exercises.kinds.near import digits
from normviz.exercises.kinds.numeric import ENOUGH
from normviz.exercises.record import RECORD
from normviz.exercises.result import CORRECT, UNKNOWN, Result
from normviz.exercises.settings import Unusable, settings

LONGEST = 100  # characters of a name
TRIES = 5000
WIDE = 24  # units from the smallest to the largest that a column may hold; of few numbers, more


def question_of(id, variant=None) -> Question | Result:
    """The question with this id, with the numbers that belong to a name or a number; or what is wrong, in words."""
    question = find(id)
    if variant is None or isinstance(question, Result):
        return question
    if isinstance(variant, (bool, np.bool_)) or not isinstance(variant, (str, int, np.integer)):
        return _refused(question, variant)
    try:
        name = " ".join(unicodedata.normalize("NFKC", f"{variant}"[: 2 * LONGEST]).split())
    except ValueError:  # a number of 5000 digits
        return _refused(question, variant)
    if not 0 < len(name) <= LONGEST:
        return _refused(question, variant)
    if question.again is None:
        return Result.of(
            question.id,
            UNKNOWN,
            "This question has no variants: it is the same for everybody. Ask it without variant=.",
            'nv.questions() names those that have them, such as nv.questions("02.6", variant="Ana").',
        )
    return _drawn(question.id, name, wording.chosen())


def _refused(question: Question, variant) -> Result:
    said = f'variant: expected a name or a whole number, such as "Ana" or 7, got {describe(variant)}.'
    return Result.of(question.id, UNKNOWN, said)


@lru_cache(maxsize=256)
def _drawn(id: str, name: str, code: str) -> Question:
    question = find(id)
    for number in range(TRIES):
        draw = Draw(f"{id}\n{name.casefold()}\n{number}")
        data = {key: draw.like(value) for key, value in question.data.items()}
        if question.fits(**data) and _is_plain(data, question.data):
            varied = question.again(data, name)
            if _is_benign(varied, question):
                return varied
    raise RuntimeError(f"{id}: no data that fit in {TRIES} tries")


def right_for_others(question: Question, answer) -> str | None:
    """Say so of an answer that is right for the chapter's numbers, or for those of another name that is known.

    Known are the names that have answered here, and those that a class has in its ``normviz.toml``.
    """
    if question.again is None:
        return None
    called = f"nv.questions({question.called}) shows {'them' if question.variant else 'the numbers'}."
    if question.variant and find(question.id).judge(answer).outcome == CORRECT:
        return f"That is the answer to the chapter's numbers. Variant {question.variant} has others: {called}"
    names = {key.partition(" ")[2]: None for key in RECORD.entries}
    with suppress(Unusable):
        names |= dict.fromkeys(settings().names)
    for name in filter(None, names):
        other = question_of(question.id, name)
        if other.key != question.key and _tells(other) and other.judge(answer).outcome == CORRECT:
            others = f"Variant {question.variant} has others" if question.variant else "Here are others"
            return f"That is the answer to the numbers of {name}. {others}: {called}"
    return None


def _tells(question: Numeric) -> bool:
    """Whether its answer has digits enough: 12 is the answer to much."""
    right = np.round(question.right_answer(), question.decimals)
    return digits(right) >= ENOUGH


class Draw:
    """Numbers drawn from a text: from its SHA-256, so that no machine and no version draws others.

    >>> Draw("Ana").whole(1, 6), Draw("Ana").like(np.array([2, 4, 9])).tolist()
    (6, [19, 30, 41])
    """

    def __init__(self, text: str):
        self._text, self._count = text, 0

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        self._count += 1
        digest = hashlib.sha256(f"{self._count}\n{self._text}".encode("utf-8", "surrogatepass")).digest()
        return low + int.from_bytes(digest[:8], "big") % (high - low + 1)

    def like(self, value) -> np.ndarray | int | float:
        """Another value of the same kind: to as many decimals, from a wider range; no two of a column are equal.

        One number lies between half and twice the one it stands for.
        """
        one = 10 ** _decimals(value)  # all is drawn in units of the last decimal
        if np.ndim(value) == 0:
            low, high = sorted((round(value * one / 2), round(value * one * 2)))
            return _as(self.whole(low, high), one)
        wide = max(WIDE, min(60, 480 // len(value) ** 2)) if np.ndim(value) == 1 else 10
        columns = [
            self._column(np.rint(column * one), wide) for column in np.reshape(value, (len(value), -1)).T
        ]
        return _as(np.array(columns).T.reshape(np.shape(value)), one)

    def _column(self, column: np.ndarray, wide: int) -> list[int]:
        low, high = int(column.min()), int(column.max())
        pool = list(range(low, max(high, low + wide) + 1))
        return [pool.pop(self.whole(0, len(pool) - 1)) for _ in column]


def _as(units, one: int):
    return units if one == 1 else units / one


def _decimals(value) -> int:
    return next((k for k in range(8) if np.allclose(np.round(value, k), value, rtol=0, atol=1e-9)), 8)


def _is_plain(data: Mapping, model: Mapping) -> bool:
    """Whether the means of columns need no more decimals than the model's: nobody shall meet 13/7 by hand."""
    tables = [key for key, value in model.items() if np.ndim(value)]
    means = ([np.mean(numbers[key], axis=0) for numbers in (data, model)] for key in tables)
    return all(_decimals(mean) <= _decimals(models) for mean, models in means)


def _is_benign(varied: Numeric, model: Numeric) -> bool:
    """Whether the answer is not the model's, and each known mistake is told from it and from others as in the model."""
    right = np.asarray(varied.right_answer(), dtype=float)
    if not np.isfinite(right).all() or model.agree(right, model.right_answer()).all():
        return False
    for value, _ in varied.mistakes():
        value = np.asarray(value, dtype=float)
        if value.shape == right.shape and not np.abs(value - right).max() > 3 * varied.tolerance:
            return False
    # Of a whole number, a known mistake may well be another's: of how many lengths it is said depends on the answer.
    return not model.decimals or all(map(operator.eq, _recognized(varied), _of_model(model.id)))


@cache
def _of_model(id: str) -> list[list[int]]:
    return list(_recognized(find(id)))


def _recognized(question: Numeric) -> Iterator[list[int]]:
    """For each known mistake's value the places of the mistakes that it is taken for; none where it is not finite."""
    for value, _ in question.mistakes():
        given = np.squeeze(np.asarray(value, dtype=float))
        matching = question.matching(given) if np.isfinite(given).all() else ()
        yield [place for place, wrong in enumerate(question.wrong) if wrong in matching]
