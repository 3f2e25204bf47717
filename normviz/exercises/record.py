"""What a learner has done so far: in the kernel, and in a file if they want.

Eleven chapters are eleven kernels. They may share one file, so every write first reads it again and changes only
what this kernel has learned since.
"""

import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from normviz.exercises import files
from normviz.exercises.files import Damaged
from normviz.exercises.result import CORRECT, NOT_YET, RAISED

_FORMAT = "normviz progress 1"
_OUTCOMES = (CORRECT, NOT_YET, RAISED)


@dataclass(frozen=True)
class Entry:
    """The last outcome of a question, the misconceptions met on the way, the number of tries, ``when`` the last one
    was, in seconds since 1970 (0 where that is not known), the number of the last try that ``solved`` it, or 0, and how
    many ``hints`` came before the last try."""

    outcome: str
    misconceptions: tuple[int, ...] = ()
    tries: int = 1
    when: float = 0.0
    solved: int = 0
    hints: int = 0

    def standing(self, after: int = 0) -> str:
        """ "correct" once a question was solved, else how its last answer came out; of the tries ``after`` that one."""
        return CORRECT if self.solved > after else self.outcome


class Record:
    """``entries``: question id → :class:`Entry`; ``words``: chapter → what a learner says of it."""

    def __init__(self):
        self.entries: dict[str, Entry] = {}
        self.words: dict[str, str] = {}
        self.path: Path | None = None
        self._news: set[str] = set()

    def add(self, id: str, outcome: str, misconceptions: tuple[int, ...], hints: int = 0) -> None:
        before = self.entries.get(id, Entry(outcome, tries=0))
        met = dict.fromkeys((*before.misconceptions, *misconceptions))
        tries = before.tries + 1
        solved = tries if outcome == CORRECT else before.solved
        self.entries[id] = Entry(outcome, tuple(met), tries, time.time(), solved, max(hints, before.hints))
        self._news.add(id)

    def say(self, chapter: str, words: str) -> None:
        self.words[chapter] = words
        self._news.add(chapter)

    def keep_in(self, path) -> None:
        """Take in what the file holds, and write there from now on.

        A file that is Damaged, as it is no record of progress, stays as it is, and nothing is kept there; an OSError
        where it cannot be read or written.
        """
        before = self.path
        self.path = Path(path).expanduser().absolute()
        try:
            self.synchronize()
            # Written even where there is nothing new: a place that takes nothing must be known now, not after an hour.
            _write(self.path, self.entries, self.words)
        except BaseException:
            self.path = before
            raise

    def synchronize(self) -> None:
        """Bring the kernel and the file to the same state; does nothing without a file."""
        if self.path is None:
            return
        stored, said = _read(self.path)
        merged = stored | {
            id: _with_credit(self.entries[id], stored.get(id))
            for id in self.entries
            if id in self._news or id not in stored
        }
        words = said | {
            name: text for name, text in self.words.items() if name in self._news or name not in said
        }
        if (merged, words) != (stored, said):
            _write(self.path, merged, words)
        self.entries, self.words = merged, words
        self._news.clear()


def _with_credit(own: Entry, stored: Entry | None) -> Entry:
    # Another kernel may have solved what this one only tried.
    return own if own.solved or stored is None or not stored.solved else replace(own, solved=own.tries)


def read(path: Path) -> dict[str, Entry]:
    """The entries of a file of progress, none where there is no file; errors are those of :func:`files.read`."""
    return _read(path)[0]


def _read(path: Path) -> tuple[dict[str, Entry], dict[str, str]]:
    try:
        data = files.read(path, _FORMAT)
    except FileNotFoundError:
        return {}, {}
    words = data.get("words", {})
    parts = data.get("questions"), words
    if not all(isinstance(part, dict) for part in parts) or not all(
        isinstance(w, str) for w in words.values()
    ):
        raise Damaged(f'it is not of the form "{_FORMAT}"')
    return {id: _entry(id, fields) for id, fields in data["questions"].items()}, words


def _entry(id: str, fields) -> Entry:
    try:
        # Files written before tries had a time, or solutions a number, are read as well.
        outcome, tries = fields["outcome"], fields["tries"]
        solved = fields.get("solved", tries if outcome == CORRECT else 0)
        met, when, hints = tuple(fields["misconceptions"]), fields.get("when", 0.0), fields.get("hints", 0)
        entry = Entry(outcome, met, tries, when, solved, hints)
    except (TypeError, KeyError, AttributeError):
        raise Damaged(f"the entry of question {id:.40} is incomplete") from None
    numbers = (*entry.misconceptions, entry.tries, entry.solved, entry.hints)
    usable = all(type(n) is int for n in numbers) and type(entry.when) in (int, float)
    if entry.outcome not in _OUTCOMES or not usable:
        raise Damaged(f"the entry of question {id:.40} has an unknown outcome, number or time")
    return entry


def _write(path: Path, entries: dict[str, Entry], words: dict[str, str]) -> None:
    questions = {id: asdict(entry) for id, entry in sorted(entries.items())}
    files.write(path, {"format": _FORMAT, "questions": questions, "words": words})


RECORD = Record()
