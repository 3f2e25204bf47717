"""Questions that are answered with a table of the learner's own."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from normviz.diagnosis import diagnose
from normviz.exercises import reading
from normviz.exercises.kinds import near
from normviz.exercises.kinds.base import Question, Verdict, Wrong
from normviz.exercises.kinds.slipped import of_own, slipped, the_only
from normviz.exercises.result import CORRECT, NOT_YET


@dataclass(frozen=True, kw_only=True)
class OwnTable(Question):
    """The learner brings the data; ``holds`` is checked on what they brought."""

    # what the answer consists of: ("table",), or ("table", "result") for a pair
    parts: tuple[str, ...] = ("table",)
    # (test, message) pairs on the parts, checked first, up to the first one that fails
    limits: tuple[tuple[Callable[..., bool], str], ...] = ()
    holds: Callable[..., bool] = field(default=lambda *parts: False)  # whether the parts answer the question
    # called with the last part and another one, whether they are the same. Where it is given, the value of
    # each wrong answer is a function that makes, of the parts before, the last one as the mistake has it
    agrees: Callable[[np.ndarray, np.ndarray], bool] | None = None
    otherwise: str = ""
    decimals: int = 3  # asked of the last part; 0 where it must agree with another one alone
    diagnosed: bool = True  # whether the words of nv.diagnose are known by now
    kind = "your own table"

    def __post_init__(self):
        if self.agrees is not None:
            object.__setattr__(self, "wrong", tuple(map(self._recognized, self.wrong)))

    def _recognized(self, wrong: Wrong) -> Wrong:
        """A mistake that is made with the solution's own table, and known again in any other."""
        make = wrong.value

        def value():
            *given, _ = self.solution()
            return (*given, make(*given))

        when = wrong.when or (lambda *parts: self.agrees(parts[-1], make(*parts[:-1])))
        return replace(wrong, value=value, when=when)

    def compare(self, answer) -> Verdict:
        tables = self._read(answer)
        # A limit may rest on those before it: on a column, say, or on enough rows.
        beyond = next((message for test, message in self.limits if not test(*tables)), None)
        if not beyond and self.holds(*tables):
            return Verdict(CORRECT, (self.why,))
        if not beyond and self.agrees and self.decimals and (words := self._digits(*tables)):
            return Verdict(NOT_YET, (words,))
        matching = () if beyond else tuple(wrong for wrong in self.wrong if wrong.when(*tables))
        if matching:
            return Verdict(NOT_YET, wrong=matching)
        if not beyond and (words := self._slip(*tables)):
            return Verdict(NOT_YET, (words,))
        if len(tables) == 2 and self._answered_by(tables[::-1]):
            raise reading.Unreadable(f"The two have changed places. Give answer = ({', '.join(self.parts)}).")
        if beyond:
            raise reading.Unreadable(beyond)
        return Verdict(NOT_YET, self._diagnosed(tables))

    def _digits(self, *tables) -> str | None:
        """What to say of the right result with other last digits."""
        *given, last = tables
        right = of_own(self.solution)(*given)
        return (
            near.rounded(last.reshape(right.shape), right, self.decimals) if right.size == last.size else None
        )

    def _slip(self, *tables) -> str | None:
        """The slip that makes the last part of those before it, in words."""
        if self.agrees is None:
            return None
        *given, last = tables
        if any(np.array_equal(one, last) for one in given):
            return f"Your {self.parts[-1]} is your {self.parts[-2]} as it was: nothing has been done to it."
        made = ((words, way(*given)) for words, way in slipped(self.solution, of_parts=True))
        return the_only(words for words, value in made if value is not None and self._is(last, value))

    def _is(self, last, value) -> bool:
        return last.shape == value.shape and np.isfinite(value).all() and bool(self.agrees(last, value))

    def _answered_by(self, tables) -> bool:
        return all(test(*tables) for test, _ in self.limits) and self.holds(*tables)

    def _diagnosed(self, tables) -> tuple[str, ...]:
        """What ``nv.diagnose`` says of a result: whoever asks both must not hear two opinions."""
        if self.parts != ("table", "result") or not self.diagnosed:
            return (self.otherwise,)
        found = diagnose(*tables).matches if np.ptp(tables[-1]) else ()
        said = (f"It finds: {match.words.split('. ')[0].rstrip('.')}." for match in found[:1])
        return (self.otherwise, *said)

    def _read(self, answer) -> list[np.ndarray]:
        if len(self.parts) == 1:
            return [reading.table(answer, self.parts[0])]
        wanted = f"Give {len(self.parts)} things: answer = ({', '.join(self.parts)})."
        if not isinstance(answer, (tuple, list)) or len(answer) != len(self.parts):
            raise reading.Unreadable(wanted)
        if any(reading.is_missing(part) for part in answer):
            raise reading.Unreadable(f"{wanted} One of them is still missing.")
        *first, last = answer
        answer = (*first, [last] if np.isscalar(last) else last)  # the limits say how many numbers it needs
        return [reading.table(part, name) for part, name in zip(answer, self.parts, strict=True)]
