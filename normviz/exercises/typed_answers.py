"""What a page without a kernel knows of the numbers that may be typed: which are right, and what the others hear.

The words are those of :func:`normviz.exercises.engine.check`, found in advance for each number that tells something;
``heard.js`` looks for the one that lies nearest.
"""

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.exercises.engine import reasons
from normviz.exercises.form import not_answered
from normviz.exercises.kinds import Numeric, Verdict, written
from normviz.exercises.kinds.near import AS_WRITTEN, FAR_IN_SHARE, FAR_IN_UNITS, ROOM
from normviz.exercises.kinds.numeric import IN_PER_CENT, numbers_in
from normviz.exercises.result import CORRECT, NOT_ATTEMPTED, NOT_YET, Result

EXACTLY = 1e-8  # how far a number of few decimals may be from itself
FAR = 73912700.0  # no mistake leads here


def typed_answers(question: Numeric, seen: dict[str, str]) -> Markup:
    """A template of what ``heard.js`` answers.

    A line is numbers, such as "1.25,4.5±.005 1.2,4.5", the names of words that they hear, and words of their own. Of
    the widths in which an answer lies, the narrowest counts; those of the first line are right. Below an empty line,
    each is a name and its words, with {} for what is typed. These stand once in a page: ``seen`` are those that do,
    and grows.
    """
    right = np.asarray(question.right_answer(), dtype=float)
    is_right = [right] if question.also is None else [right, np.asarray(question.also, dtype=float)]
    width = question.tolerance + ROOM * max(1, np.abs(right).max())
    near = [(values, width, question.why) for values in is_right]
    own = {question.why, *(wrong.because for wrong in question.wrong)}
    hears = cache(
        lambda *numbers: _words(question.judge(list(numbers) if right.ndim or numbers[1:] else numbers[0]))
    )
    for values, width, answer in sorted(_near(question, right), key=lambda one: -one[1]):
        words = hears(*np.ravel(answer).tolist())
        tells = words.split("\n")[0] in own or not re.match("Your |Expected |.* numbers are right", words)
        if words != question.why and tells and _heard(near, answer) != words:
            wide = float(f"{1.02 * width:.2g}") if width > EXACTLY else EXACTLY
            near.append((np.round(values, question.decimals + 2 if question.decimals else 9), wide, words))
    heard: dict[str, list[str]] = {}
    for values, width, words in near:
        heard.setdefault(words, []).append(_around(values, width))
    shared = dict(_of_any(question, right))
    names = {words: name for name, words in seen.items()}
    lines = []
    for words, numbers in heard.items():
        parts = words.split("\n")
        others = [names.setdefault(line, f"{len(names)}") for line in parts if line not in own]
        lines.append(
            "\t".join([" ".join(numbers), " ".join(others), *(line for line in parts if line in own)])
        )
    shared |= {name: words for words, name in names.items() if name.isdigit()}
    lines += ["", *(f"{name}\t{words}" for name, words in shared.items() if seen.get(name) != words), ""]
    seen |= shared
    about = {
        "data_name": question.name,
        "data_whole": question.decimals == 0 and (not right.ndim or "several"),
    }
    about["data_percent"] = right.ndim == 0 and IN_PER_CENT in question.ask
    return tag("template", "\n".join(lines), class_="nv-known", **about)


def _words(verdict: Verdict) -> str:
    return "\n".join([*reasons(verdict.wrong), *verdict.blocks])


def _with_slots(words: str, *slots: str) -> str:
    for slot in slots:
        words = words.replace(slot, "{}", 1)
    return words


def _around(values: np.ndarray, width: float) -> str:
    numbers = ",".join(f"{value:.12g}" for value in np.ravel(values))
    return numbers if width == EXACTLY else f"{numbers}±{width:.9g}"


def _heard(near: list, answer: np.ndarray) -> str | None:
    """What ``heard.js`` says of an answer."""
    within = [
        (width, words)
        for values, width, words in near
        if values.shape == answer.shape and np.abs(values - answer).max() <= width
    ]
    return min(within, key=lambda one: one[0], default=(0, None))[1]


def _near(question: Numeric, right: np.ndarray) -> Iterator[tuple[np.ndarray, float, np.ndarray]]:
    """Numbers that tell something, how far from them an answer still tells it, and one such answer."""
    decimals = question.decimals
    wrong = [np.squeeze(np.asarray(value, dtype=float)) for value, _ in question.mistakes()]
    wrong = [values for values in wrong if values.ndim <= 1 and np.isfinite(values).all()]
    least = decimals if right.ndim else 2  # several numbers are seldom all cut off in this way
    slips = [factor * right for factor in (-1, 10, 0.1, 100, 0.01)]
    for values, least in ((right, 0), *((values, least) for values in (*wrong, *slips))):
        for unit in 10.0 ** np.arange(least, decimals + 1):
            scaled = np.round(values * unit, 6)
            for whole in (np.floor(scaled + 0.5), np.ceil(scaled - 0.5), np.trunc(scaled)):
                yield whole / unit, EXACTLY, whole / unit
    for values in wrong:
        width = min(question.tolerance, AS_WRITTEN * np.abs(values[values != 0]).min(initial=np.inf))
        yield values, width + ROOM * max(1, np.abs(values).max()), values
        if decimals and values.ndim == 0:
            yield values, question.rounding(abs(values)), values
    for values in slips:
        unit = 10.0**-decimals if decimals and np.abs(values).max() >= 100 * 10.0**-decimals else 0
        yield values, 0.49 * unit or EXACTLY, values
    close = max(min(FAR_IN_UNITS * 10.0**-decimals, FAR_IN_SHARE * np.abs(right).min()), 10.0**-decimals)
    if decimals:
        yield right, close, right + 0.93 * close
    if right.ndim == 0:
        for value in map(np.float64, numbers_in(question.ask)):
            yield value, EXACTLY, value


def _of_any(question: Numeric, right: np.ndarray) -> Iterator[tuple[str, str]]:
    """What is said of any numbers, each with its name."""
    for when, answer, *slots in _far(question, right):
        yield when, _with_slots(_words(question.judge(answer)), *slots)
    if later := question.judge(FAR).after_tries:
        yield "later", _with_slots(*later, written(FAR))
    yield "nothing", "".join(not_answered(question).blocks)
    for outcome in (CORRECT, NOT_YET, NOT_ATTEMPTED):
        yield outcome, Result.of("{}", outcome).headline


def _far(question: Numeric, right: np.ndarray) -> Iterator[tuple]:
    """When something is said of any answer, an answer that hears it, and what of its words is what was typed."""
    yield "text", "typed", "typed"
    yield "count", np.full(right.size + 7, FAR), f"{right.size + 7} numbers"
    if right.ndim:
        yield "rest", FAR * np.arange(1, right.size + 1) ** 2, "0", "index 0", written(FAR)
        return
    yield "small", -FAR, written(-FAR)
    yield "large", FAR, written(FAR)
    if question.decimals == 0:
        yield "between", right + 0.25, f"{right + 0.25:g}"
        yield "fraction", FAR + 0.25
