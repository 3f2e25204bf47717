"""What a teacher sets for a class: a file ``normviz.toml`` beside the notebooks, or in a folder above them.

::

    solutions_from = 2026-12-01  # nv.solution waits until this day
    votes = "/shared/votes"      # what nv.predict commits goes there
    names = ["Ana", "Bikash"]    # an answer that is right for another of these variants is said to be that
"""

import tomllib
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from normviz._inputs import brief
from normviz.exercises import files

NAME = "normviz.toml"
KNOWN = ("solutions_from", "votes", "names")


class Unusable(Exception):
    """The file is there and cannot be followed; the message says where it is and why."""


@dataclass(frozen=True)
class Settings:
    """``solutions_from``: when solutions open, or None; ``votes``: the folder of votes as it was written, or None;
    ``names``: whose variants a class has."""

    solutions_from: datetime | None = None
    votes: Path | None = None
    names: tuple[str, ...] = ()


def settings() -> Settings:
    """What the nearest ``normviz.toml`` says, read anew each time; nothing is set where there is none.

    Unusable is a file that cannot be read, has a name that is not known, or a value of another kind.
    """
    try:
        here = Path.cwd()
        path = next((p for p in (place / NAME for place in (here, *here.parents)) if p.is_file()), None)
    except OSError:  # a working folder that was removed, or above which nothing may be seen
        return Settings()
    if path is None:
        return Settings()
    try:
        return _checked(_read(path), path.parent)
    except (files.Damaged, OSError, ValueError, TypeError, OverflowError, RuntimeError) as error:
        raise Unusable(f"{path}: {error}. Correct this file, or ask whoever gave it to you.") from None


def _read(path: Path) -> dict:
    try:
        return tomllib.loads(files.text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"expected a date as in 2026-12-01, and a folder in quotes, got: {error}") from None


def _checked(data: dict, place: Path) -> Settings:
    if unknown := [name for name in data if name not in KNOWN]:
        raise ValueError(f"expected {', '.join(KNOWN[:-1])} or {KNOWN[-1]}, got {unknown[0]!r:.60}")
    names = data.get("names", [])
    if not (isinstance(names, list) and all(isinstance(name, str) and name.strip() for name in names)):
        raise TypeError(f'names: expected names in quotes, such as ["Ana", "Bikash"], got {brief(names)}')
    votes = data.get("votes")
    if votes is not None and not (isinstance(votes, str) and votes.strip()):
        raise TypeError(f'votes: expected a folder\'s name in quotes, such as "votes", got {brief(votes)}')
    opens = data.get("solutions_from")
    moment = None if opens is None else _moment(opens)
    return Settings(moment, None if votes is None else place / Path(votes).expanduser(), tuple(names))


def _moment(value) -> datetime:
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if type(value) is date:
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        raise ValueError(
            "solutions_from: expected a date as year-month-day, such as 2026-12-01, or a date and a time, such as "
            f"2026-12-01T18:00, got {brief(value)}"
        )
    return value.astimezone()  # without a time zone, it is this machine's
