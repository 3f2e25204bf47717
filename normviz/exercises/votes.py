"""Votes of a class: each learner's answer is a small file in a folder; whoever reads the folder counts them.

A vote says which question, which option, when, and by whom in letters that tell no name. A learner who votes again
has changed their mind: of all files of one voter, wherever they lie and whatever they are called, the newest counts.
"""

import hashlib
import os
import platform
import re
import secrets
import time
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np

from normviz.exercises import files
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Choice, Curve

FORM = "normviz vote 1"
LARGEST = 2000  # bytes: a vote takes 160
LATEST = 1e12  # seconds since 1970: no clock shows them


@dataclass(frozen=True)
class Vote:
    """``question``: its id; ``choice``: a letter; ``voter``: 32 hexadecimal digits; ``when``: seconds since 1970.

    ``line``: how high the voter's line lies at each stop of the chart, in per cent, where one was drawn.
    """

    question: str
    choice: str
    voter: str
    when: float
    line: list[float] | None = None


@dataclass(frozen=True)
class Collected:
    """The newest vote of each voter on each question; and the files that hold none, each with the reason."""

    votes: tuple[Vote, ...]
    left_out: dict[str, str]

    def tally(self, id: str) -> dict[str, int]:
        """Each option's letter with the number of its votes."""
        counts = Counter(vote.choice for vote in self.votes if vote.question == id)
        return {letter: counts[letter] for letter in all_questions()[id].letters}

    def lines(self, id: str) -> np.ndarray:
        """(M, K), the lines that were drawn to answer the question."""
        return np.array([vote.line for vote in self.votes if vote.question == id and vote.line])

    @property
    def newest(self) -> str | None:
        """The question that was voted on last."""
        return max(self.votes, key=lambda vote: vote.when).question if self.votes else None


def cast(folder: Path, id: str, choice: str, line: list[float] | None = None) -> Path:
    """Write this learner's vote into ``folder``, in the place of an earlier one; an OSError if that fails."""
    vote = Vote(id, choice, voter(), time.time(), line)
    path = folder / f"vote-{id}-{vote.voter}.json"
    files.write(path, {"format": FORM, **asdict(vote)}, mode=0o644)
    return path


def collected(folder: Path) -> Collected:
    """All votes in a folder and in those below it; errors are those of :func:`files.below`."""
    found, left_out = files.read_below(folder, _read)
    newest: dict[tuple[str, str], Vote] = {}
    for vote in filter(None, found.values()):
        before = newest.get((vote.question, vote.voter))
        if before is None or vote.when >= before.when:
            newest[vote.question, vote.voter] = vote
    return Collected(tuple(newest.values()), left_out)


def _read(path: Path) -> Vote | None:
    try:
        return _vote(files.read(path, FORM, LARGEST))
    except FileNotFoundError:  # moved or replaced since the folder was listed; the next look will see it
        return None


def _vote(data: dict) -> Vote:
    fields = (data.get("question"), data.get("choice"), data.get("voter"), data.get("when"))
    id, choice, voter, when = fields
    question = all_questions().get(id) if isinstance(id, str) else None
    if not isinstance(question, Choice):
        raise files.Damaged("it is a vote on no question that has options")
    if not isinstance(choice, str) or choice not in question.letters:
        raise files.Damaged(f"it is a vote for no option of question {id}")
    if not isinstance(voter, str) or not re.fullmatch("[0-9a-f]{32}", voter):
        raise files.Damaged("it does not say whose vote it is")
    if type(when) not in (int, float) or not 0 <= when < LATEST:
        raise files.Damaged("it does not say when the vote was given")
    line = data.get("line")
    if line is not None and not _is_line(line, question):
        raise files.Damaged(f"what was drawn is no line on the chart of question {id}")
    return Vote(id, choice, voter, when, line)


def _is_line(line, question: Choice) -> bool:
    heights = line if isinstance(question, Curve) and isinstance(line, list) else []
    inside = [type(up) in (int, float) and 0 <= up <= 100 for up in heights]
    return len(inside) > 1 and all(inside) and len(inside) == len(question.axes.stops)


@cache
def voter() -> str:
    """This learner, in 32 hexadecimal digits that tell no name: the same in all notebooks and after a restart."""
    # In a computer room one home folder may serve all machines; on a hub a learner's machine has a new name each day.
    machine = "" if "JUPYTERHUB_USER" in os.environ else platform.node()
    return hashlib.sha256(f"{_drawn_once()} {machine}".encode()).hexdigest()[:32]


def _drawn_once() -> str:
    try:
        path = Path.home() / ".normviz" / "voter.json"
        try:
            kept = files.read(path, FORM, LARGEST).get("drawn")
            if isinstance(kept, str) and len(kept) == 32:
                return kept
        except (files.Damaged, OSError):
            path.parent.mkdir(exist_ok=True)
        drawn = secrets.token_hex(16)
        files.write(path, {"format": FORM, "drawn": drawn}, mode=0o600)
        return drawn
    except (OSError, RuntimeError):
        # No home, or one that takes nothing: the same as long as the kernel lives.
        return secrets.token_hex(16)
