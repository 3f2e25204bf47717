"""Slips that any number can show, whatever the question: rounded too early, a turned sign, a slipped point …

They are looked for after the question's own known mistakes, which know more about it.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

AS_WRITTEN = 1e-3  # relative: how far a slip may be off because the learner went on with rounded numbers
# "Very close" is within both: units of the last decimal, share of the number.
FAR_IN_UNITS, FAR_IN_SHARE = 50, 0.002
ENOUGH = 3  # digits of an answer by which a slip is known: with fewer, many lead to it
ROOM = 1e-9  # what float64 may lose on the way: an absolute part, and a share of numbers above 1


def slip(given: np.ndarray, right: np.ndarray, decimals: int) -> str | None:
    """Say which slip leads from ``right`` to ``given``, of one shape, in a sentence to the learner, or None.

    >>> slip(np.array(6.25), np.array(2.5), 4)
    'This is the square of what is asked for. Is a root missing?'
    >>> slip(np.array(0.7), np.array(2.5), 4)
    """
    if not np.isfinite(given).all():
        return None
    if decimals == 0 and np.any(given != np.round(given)):
        return _not_whole(given, np.round(right))
    if words := rounded(given, right, decimals):
        return words
    if not given.any():  # ten times 0 is 0, so zeros show no slip
        return None
    for value, words in _slips(given, right, decimals):
        if _as_typed(given, value, decimals) and _differs(value, right):
            return words
    for way, words in _ways(right, decimals) if digits(given) >= ENOUGH else ():
        if _differs(way(right), right) and _goes(way, right, given, decimals):
            return words
    if words := alike_off(given, right):
        return words
    in_order = [np.sort(numbers, axis=None) for numbers in (given, right)]
    if right.ndim and given.size > 1 and _differs(given, right) and _as_typed(*in_order, decimals):
        return "These are the right numbers, in another order than the one that is asked for."
    return None


def _as_typed(given: np.ndarray, value: np.ndarray, decimals: int) -> bool:
    """Whether what is given is this to its last digit."""
    places = range(min(2, decimals), 13 if digits(given) >= ENOUGH and decimals else 0)
    return _same(given, value) or any(shortened(given, value, count) for count in places)


def alike_off(given: np.ndarray, right: np.ndarray) -> str | None:
    """Three numbers and more that are all wrong by the same amount, or by the same factor."""
    if given.size < 3 or not np.isfinite(given - right).all() or np.ptp(right) == 0:
        return None
    off = given - right
    if np.abs(off).min() < 10 * AS_WRITTEN * np.ptp(right):  # one is right, or nearly
        return None
    if np.allclose(off, off.flat[0], rtol=AS_WRITTEN, atol=AS_WRITTEN * np.ptp(right)):
        return "All are off by the same amount: look at what you add or subtract."
    factor = (given * right).sum() / (right**2).sum()
    if factor and np.allclose(
        given, factor * right, rtol=AS_WRITTEN, atol=AS_WRITTEN * abs(factor) * np.abs(right).max()
    ):
        return "All are wrong by the same factor: look at what you divide or multiply by."
    return None


def off_by_a_whole_number(given: np.ndarray, right: np.ndarray, decimals: int) -> str | None:
    """Name one number with its digits that is a whole number off, or so many times what it should be."""
    if given.size > 1 or decimals < 2 or digits(given) <= ENOUGH or not np.isfinite(right).all():
        return None
    if _same(right, np.round(right, 2)):  # of few digits, many numbers are a whole one off
        return None
    off, times = (given - right).item(), (given / right).item()
    for factor, way, power in ((times, "large", 1), (1 / times, "small", -1)):
        if 1.5 <= factor <= 12.5 and _goes(
            partial(np.multiply, round(factor) ** power), right, given, decimals
        ):
            return f"It is some whole number of times too {way}. Look at what you multiply or divide by."
    if 0.5 < abs(off) < 1e6 and abs(off - round(off)) <= 0.6 * 10.0**-decimals:
        return "It is off by a whole number. Has something been added, or left out?"
    return None


def _slips(given: np.ndarray, right: np.ndarray, decimals: int) -> Iterator[tuple[np.ndarray, str]]:
    it = "They" if right.size > 1 else "It"
    if right.size == 1:
        yield -right, "The size is right. What about the sign?"
    else:
        yield -right, "The sizes are right. What about the signs?"
        signs = (
            "Which of the numbers must be negative?"
            if np.any(right < 0)
            else "Where does the minus come from?"
        )
        yield np.copysign(right, given), f"The sizes are right. {signs}"
    if np.all((right > 0) & (right < 1)):
        for percent in (100 * right, np.round(100 * right)):
            yield percent, f"{it} came out 100 times too large. If you mean percent: 45 % is written 0.45."
    for power in (1, -1, 2, -2, 3, -3):
        size, way = 10 ** abs(power), "large" if power > 0 else "small"
        yield right * 10.0**power, f"{it} came out {size} times too {way}. Has the decimal point slipped?"


def _ways(right: np.ndarray, decimals: int) -> Iterator[tuple[Callable, str]]:
    """Calculations that lead away from what is asked for."""
    if decimals == 0:  # a count has no square that could be meant
        return
    yield np.square, "This is the square of what is asked for. Is a root missing?"
    if np.all(right > 0):
        yield np.sqrt, "This is the square root of what is asked for. Is there a root too many?"
        yield np.reciprocal, "This is 1 divided by what is asked for. What is divided by what?"


def _goes(way: Callable, right: np.ndarray, given: np.ndarray, decimals: int) -> bool:
    # The calculation starts at the number or at its rounded forms, and its result may be rounded. A relative tolerance,
    # as other slips have it, would accept unrelated answers.
    least = min(2, decimals)
    starts = (right, *(np.round(right, places) for places in range(least, decimals + 1)))
    ends = [way(start) for start in starts if np.all(start != 0)]
    return any(shortened(given, end, places) for end in ends for places in range(least, 13))


def _differs(value: np.ndarray, right: np.ndarray) -> bool:
    # The square of 1 is 1, and 0 has no sign.
    return not np.allclose(value, right, rtol=0.01)


def _not_whole(given: np.ndarray, right: np.ndarray) -> str:
    if given.ndim == 0 and right in (np.floor(given), np.ceil(given)):
        return (
            f"A whole number is asked for, and you have {given:g}. Must it be rounded up or down here, and why? Or "
            "should a whole number have come out?"
        )
    return "A whole number is asked for." if right.ndim == 0 else "Whole numbers are asked for."


def shortened(given: np.ndarray, number: np.ndarray, decimals: int) -> bool:
    """Whether this is the number, rounded to so many decimals; a half goes up or down.

    >>> shortened(np.array(5.3), np.array(5.25), 1), shortened(np.array(5.25), np.array(5.25), 1)
    (True, False)
    """
    if not (np.isfinite(given).all() and np.isfinite(number).all()):
        return False
    near = np.abs(given - number) <= 0.5 * 10.0**-decimals + 1e-9
    return bool(near.all()) and _same(given, np.round(given, decimals))


def _same(given: np.ndarray, wanted: np.ndarray) -> bool:
    return bool((np.abs(given - wanted) <= ROOM * (1 + np.abs(wanted))).all())


def rounded_inside(given: np.ndarray, right: np.ndarray) -> str | None:
    """Say that a function rounds what it returns, where it does."""
    if any(shortened(given, right, places) for places in (1, 2, 3)):
        return "Your function rounds. Let it return what it computes, with all digits."
    return None


def is_cut_off(given: np.ndarray, number: np.ndarray, decimals: int) -> bool:
    """Whether this is the number with the digits behind so many decimals left out, and not rounded.

    >>> is_cut_off(np.array(4.35), np.array(19**0.5), 2), is_cut_off(np.array(4.36), np.array(19**0.5), 2)
    (True, False)
    """
    units = np.trunc(np.round(number * 10.0**decimals, 6))  # 0.29 · 100 is 28.99…
    return bool(np.isfinite(number).all()) and _same(given, units / 10.0**decimals)


def digits(given: np.ndarray) -> int:
    """How many digits tell what the numbers are: of that one that has the most.

    >>> digits(np.array([0.05, 1.6733])), digits(np.array(1280))
    (5, 3)
    """
    return max(len(re.sub(r"e.*|\W", "", f"{number:.10e}").rstrip("0")) for number in np.ravel(given))


def decimals_in_words(count: int) -> str:
    return "1 decimal" if count == 1 else f"{count} decimals" if count else "a whole number"


def rounded(given: np.ndarray, right: np.ndarray, decimals: int) -> str | None:
    """Say that these are the right numbers but for their last digits, where they are."""
    asked = f"{decimals_in_words(decimals)} {'is' if decimals == 1 else 'are'} asked for"
    # A whole number shows enough of a number only where it has two digits, or where there are more of them.
    shows = 1 if right.size > 2 else 10
    exact = "keep all digits on the way, and round only at the very end."
    for places in range(0 if np.all(np.abs(right) >= shows) else 1, decimals):
        if given.any() and shortened(given, right, places):
            return f"The digits are right as far as they go, but {asked}. Round only at the very end."
        if digits(given) * given.size > 1 and is_cut_off(given, right, places):
            return f"The first digits are right, but {asked}. K{exact[1:]}"
    off = np.abs(given - right)
    near = np.minimum(FAR_IN_UNITS * 10.0**-decimals, FAR_IN_SHARE * np.abs(right))
    if decimals and np.all(off <= np.maximum(near, 10.0**-decimals)):
        return f"Very close, but the last digits are off. {asked}; {exact}"
    return None
