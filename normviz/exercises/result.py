"""What a check answers: one of four outcomes, in words and with a symbol."""

from dataclasses import dataclass

from normviz.message import Message

CORRECT = "correct"
NOT_YET = "not yet"
NOT_ATTEMPTED = "not attempted"
RAISED = "your code raised"
UNKNOWN = "no such question"
NOT_JUDGED = "not judged"

SYMBOLS = {CORRECT: "✓", NOT_YET: "↻", NOT_ATTEMPTED: "…", RAISED: "!", UNKNOWN: "?", NOT_JUDGED: "?"}
_BORDERS = {CORRECT: "solid", NOT_YET: "dashed", RAISED: "double"}


@dataclass(frozen=True, repr=False)
class Result(Message):
    """The answer to an answer.

    Attributes
    ----------
    outcome : "correct", "not yet", "not attempted", "your code raised"; "no such question" for an unknown id,
        "not judged" where an error comes up here
    misconceptions : numbers of the misconceptions that the answer matches
    headline, blocks, text : as in :class:`normviz.message.Message`
    """

    outcome: str = NOT_YET
    misconceptions: tuple[int, ...] = ()

    @classmethod
    def of(cls, name: str, outcome: str, *blocks, misconceptions: tuple[int, ...] = ()) -> "Result":
        """A result for the question or the thing called ``name``."""
        words = f"{SYMBOLS[outcome]} {outcome[0].upper()}{outcome[1:]}"
        return cls(f"{words} · {name}", blocks, outcome, misconceptions)

    @property
    def border(self) -> str:
        return _BORDERS.get(self.outcome, "dotted")
