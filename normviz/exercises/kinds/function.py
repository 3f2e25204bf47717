"""Questions that are answered with a function, which is then called on hidden inputs."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from normviz.exercises import reading
from normviz.exercises.calling import Call, call
from normviz.exercises.kinds.base import Question, Verdict, Wrong, source_of, up_to_half_of, written
from normviz.exercises.kinds.near import alike_off, rounded_inside
from normviz.exercises.kinds.slipped import slipped, the_only
from normviz.exercises.result import CORRECT, NOT_ATTEMPTED, NOT_YET, RAISED
from normviz.message import Code

# Results are of the order of 1; float32 keeps them to 1e-6, and known mistakes change them by more than this.
TOLERANCE = 1e-4
LARGEST = 40  # numbers that a reader compares; of more, the first that differs is named


@dataclass(frozen=True, kw_only=True)
class Function(Question):
    """The solution is itself the function that is asked for.

    A known mistake is a function, or a mapping of pieces of the solution's code to what stands there instead.
    """

    # called without arguments, it gives the hidden inputs, each a tuple of arguments
    inputs: Callable[[], Sequence[tuple]] = field(default=list)
    arguments: tuple[str, ...] = ("x",)  # the names of these arguments, for messages
    given: Callable | None = None  # the function with a bug that the learner is to mend, or None
    kind = "function"

    @property
    def code(self) -> str:
        source = source_of(self.solution).rstrip()
        return f"{source}\n\nanswer = {self.solution.__name__}"

    @property
    def unfinished(self) -> str:
        """As of any solution; where a function is to be mended, up to the middle of the last mended statement."""
        code = source_of(self.solution).rstrip()
        lines, given = code.splitlines(), self.given_code.splitlines() if self.given is not None else ()
        statements = ast.parse(code).body[0].body
        mended = [s for s in statements if lines[s.lineno - 1] not in given]
        return up_to_half_of(mended[-1], code)

    @property
    def given_code(self) -> str:
        """The code with the bug, as it stands in the chapter."""
        return source_of(self.given).rstrip()

    def right_answer(self) -> Callable:
        return self.solution

    def shown_result(self):
        arguments = self.inputs()[0]
        result = as_code("result = ", self.solution(*arguments))
        return ("Run, it gives", Code("\n".join([*self._as_code(arguments), result])))

    def mistakes(self) -> list[tuple[Callable, Wrong]]:
        return [
            (_changed(self.solution, *w.value.items()) if isinstance(w.value, dict) else w.value, w)
            for w in self.wrong
        ]

    def compare(self, answer) -> Verdict:
        if not callable(answer) or isinstance(answer, type):
            raise reading.Unreadable(
                "A function is asked for. Give the function itself, by its name and without parentheses: "
                "answer = my_function."
            )
        inputs = self.inputs()
        results = []
        for arguments in inputs:
            made = call(answer, arguments)
            if made.failed or made.changed is not None or reading.is_missing(made.result):
                return self._swapped(answer, inputs) or self._did_not_return(made, arguments)
            results.append(made.result)
        verdict = self._compare_results(inputs, results)
        if verdict.outcome == CORRECT or verdict.wrong:
            return verdict
        return self._swapped(answer, inputs) or verdict

    def _swapped(self, answer, inputs) -> Verdict | None:
        """What to say of a function that is right with its first two arguments in each other's place."""
        if len(self.arguments) < 2:
            return None
        for first, second, *others in inputs:
            made = call(answer, (second, first, *others))
            try:
                right = self.solution(first, second, *others)
                if made.failed or not same(reading.numbers(made.result), right):
                    return None
            except reading.Unreadable:
                return None
        order = f"They are given as ({', '.join(self.arguments)})."
        return Verdict(NOT_YET, (f"Your function is right with its arguments in another order. {order}",))

    def _did_not_return(self, made: Call, arguments) -> Verdict:
        where = ("This happened for", Code("\n".join(self._as_code(arguments))))
        if made.timed_out:
            said = f"Stopped after {made.limit:g} seconds: is there a loop that never ends?"
            if made.stuck:
                said += " It is still busy and could not be stopped; restart the kernel if the notebook gets slow."
            return Verdict(RAISED, (said, *where))
        if made.failed:
            line = f" (line {made.line} of your function's cell)" if made.line else ""
            return Verdict(RAISED, (f"{made.error}{line}", *where))
        if made.changed is not None:
            return Verdict(
                NOT_YET,
                (
                    f"Your function changes its input {self.arguments[made.changed]} in place, so whoever "
                    "calls it loses their data. Work on a copy, or write x = x - mean instead of x -= mean.",
                    *where,
                ),
            )
        nothing = "Your function returns nothing yet. If you have written it already: is the return missing?"
        return Verdict(NOT_ATTEMPTED, (nothing,))

    def _compare_results(self, inputs, results) -> Verdict:
        wanted = [np.asarray(self.solution(*arguments), dtype=float) for arguments in inputs]
        given = [self._read(result) for result in results]
        bad = next((i for i, (g, w) in enumerate(zip(given, wanted, strict=True)) if not same(g, w)), None)
        if bad is None:
            return Verdict(CORRECT, (self.why,))
        tells = (
            np.ptp(np.concatenate([np.ravel(one) for one in given])) != 0
        )  # one number for all shows no mistake
        matching = tuple(w for made, w in self.mistakes() if tells and _behaves_as(made, inputs, given))
        words = self._slip(inputs, given, wanted) if tells and not matching else None
        said = self._difference(inputs[bad], given[bad], wanted[bad])
        return Verdict(NOT_YET, (words, *said) if words else said, matching)

    def _slip(self, inputs, given, wanted) -> str | None:
        shows = any(set(np.ravel(g)) - {0, 1} for g in given)  # 0 and 1 come out of many slips
        said = (words for words, way in slipped(self.solution) if shows and _behaves_as(way, inputs, given))
        if words := the_only(said):
            return words
        if any(g.shape != w.shape for g, w in zip(given, wanted, strict=True)):
            return None
        failed = [(np.ravel(g), np.ravel(w)) for g, w in zip(given, wanted, strict=True) if not same(g, w)]
        given, wanted = (np.concatenate([np.ravel(one) for one in results]) for results in (given, wanted))
        if np.allclose(np.abs(given), np.abs(wanted), rtol=0, atol=TOLERANCE):
            return "The sizes are right. What about the signs?"
        if words := rounded_inside(given, wanted) or alike_off(given, wanted):
            return words
        # A 0 is seldom wrong: pads, and what a mask leaves out.
        right = np.concatenate([(np.abs(g - w) <= TOLERANCE)[w != 0] for g, w in failed])
        if right.size and right.all():
            return "All numbers are right but where 0 is expected. What belongs there?"
        if right.size and right.mean() >= 0.25:
            return f"{right.sum()} of {right.size} numbers are right, zeros aside. What have the others in common?"
        return None

    def _read(self, result) -> np.ndarray:
        try:
            return reading.numbers(result)
        except reading.Unreadable as unreadable:
            if isinstance(result, tuple) and len(result) > 1:
                raise reading.Unreadable(
                    f"Your function returns {len(result)} results, and one is asked for. Return that one alone."
                ) from None
            raise reading.Unreadable(f"Your function's result cannot be compared. {unreadable}") from None

    def _difference(self, arguments, given, wanted) -> tuple:
        shape = ""
        if given.shape != wanted.shape:
            shape = f" Expected {reading.laid_out(wanted)}, you return {reading.laid_out(given)}"
            shape += f"{_laid_out(given, wanted)}."
        if wanted.size > LARGEST:
            return (self._first_difference(given, wanted) + shape,)
        both = as_code("expected = ", wanted), as_code("yours = ", given)
        said = f"Your function does not give the right result for this input.{shape}"
        return said, Code("\n".join([*self._as_code(arguments), *both]))

    @staticmethod
    def _first_difference(given, wanted) -> str:
        said = "Your function does not give the right result"
        if given.shape != wanted.shape:
            return f"{said}."
        place = tuple(int(i) for i in np.argwhere(~(np.abs(given - wanted) <= TOLERANCE))[0])
        return f"{said}. At {list(place)} {written(wanted[place])} is expected; you have {written(given[place])}."

    def _as_code(self, arguments) -> list[str]:
        return [as_code(f"{name} = ", value) for name, value in zip(self.arguments, arguments, strict=True)]


def same(given: np.ndarray, wanted: np.ndarray) -> bool:
    """Whether two results are equal within the tolerance; NaN equals nothing, and one number may stand in a list."""
    alike = given.shape == np.shape(wanted) or given.size == np.size(wanted) == 1
    return alike and bool(np.all(np.abs(given - wanted) <= TOLERANCE))


def _laid_out(given: np.ndarray, wanted: np.ndarray) -> str:
    """What has become of the right numbers in another shape."""
    if not wanted.ndim or given.size < 2:
        return ""
    if same(given.T, wanted):
        return ": rows and columns have changed places"
    if same(given.ravel(), wanted.ravel()):
        return ": as many numbers, laid out differently"
    parts = wanted.reshape(-1, wanted.shape[-1])
    if given.ndim == 2 and all(any(same(row, part) for part in parts) for row in given):
        return ": some of the right rows alone"
    if any(same(given, np.asarray(one)) for one in wanted):
        return ": one part of what is right alone"
    if any(same(given, wanted.sum(axis=axis)) for axis in range(wanted.ndim)):
        return ": the sums of what is right"
    return ""


def as_code(name: str, value: Any) -> str:
    """A value as code that a learner can paste, to 6 digits.

    >>> print(as_code("x = ", np.array([[1.0, 2.5], [3.0, 4.0]])))
    x = np.array([[1. , 2.5],
                  [3. , 4. ]])
    """
    head = f"{name}np.array("
    cells = np.asarray(value)
    if cells.ndim == 0:
        return f"{name}{float(f'{cells:.6g}') if cells.dtype.kind == 'f' else cells}"
    return f"{head}{np.array2string(cells, precision=6, suppress_small=True, separator=', ', prefix=head)})"


@lru_cache(512)
def _changed(solution: Callable, *pieces: tuple[str, str]) -> Callable:
    code = source_of(solution)
    for old, new in pieces:
        if old not in code:
            raise ValueError(f"{solution.__name__}: expected a piece of its code, got {old!r}")
        code = code.replace(old, new)
    made = dict(solution.__globals__)
    exec(code, made)
    return np.errstate(divide="ignore", invalid="ignore")(made[solution.__name__])


def _behaves_as(mistaken: Callable, inputs, given) -> bool:
    # The mistake must explain every result, not only the first one that is wrong.
    with np.errstate(all="ignore"):
        return all(
            (m := mistaken(*arguments)) is not None
            and g.shape == np.shape(m)
            and np.allclose(g, m, rtol=0, atol=TOLERANCE, equal_nan=True)
            for arguments, g in zip(inputs, given, strict=True)
        )
