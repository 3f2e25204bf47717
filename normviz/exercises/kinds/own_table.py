"""Questions that are answered with a table of the learner's own."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Question, Verdict, declared
from normviz.exercises.result import CORRECT, NOT_YET


@dataclass(frozen=True, kw_only=True)
class OwnTable(Question):
    """The learner brings the data; ``holds`` is checked on what they brought.

    Attributes
    ----------
    parts : what the answer consists of: ("table",), or ("table", "result") for a pair
    limits : (test, message) pairs on the parts, checked first
    holds : whether the parts answer the question
    """

    parts: tuple[str, ...] = ("table",)
    limits: tuple[tuple[Callable[..., bool], str], ...] = ()
    holds: Callable[..., bool] = field(default=lambda *parts: False)
    otherwise: str = ""
    kind = "your own table"

    def compare(self, answer) -> Verdict:
        tables = self._read(answer)
        for test, message in self.limits:
            if not test(*tables):
                raise reading.Unreadable(message)
        if self.holds(*tables):
            return Verdict(CORRECT, (self.why,))
        matching = tuple(wrong for wrong in self.wrong if wrong.when(*tables))
        return Verdict(NOT_YET, () if matching else (self.otherwise,), matching)

    def _read(self, answer) -> list[np.ndarray]:
        if len(self.parts) == 1:
            return [reading.table(answer, self.parts[0])]
        wanted = f"Give {len(self.parts)} things: answer = ({', '.join(self.parts)})."
        if not isinstance(answer, (tuple, list)) or len(answer) != len(self.parts):
            raise reading.Unreadable(wanted)
        if any(reading.is_missing(part) for part in answer):
            raise reading.Unreadable(f"{wanted} One of them is still missing.")
        return [reading.table(part, name) for part, name in zip(answer, self.parts, strict=True)]


own_table = declared(OwnTable)
