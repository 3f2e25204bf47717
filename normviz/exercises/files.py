"""Small files that learners write and a teacher reads: JSON alone, read without trust, written whole or not at all."""

import json
import os
import secrets
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from normviz._inputs import describe

T = TypeVar("T")

LARGEST = 2**20  # bytes: a record of all questions takes 30 kB
MOST = 5000  # names below a folder: a whole home folder was meant by mistake


class Damaged(Exception):
    """The file is there and holds something else than it should."""


def text_of(path: Path, largest: int = LARGEST) -> str:
    """The text of an ordinary file; an OSError if it cannot be read.

    Damaged is what holds more than ``largest`` bytes or no text, and what is no file, such as a pipe.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Damaged("it is no ordinary file")
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise Damaged(f"it holds more than {largest} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Damaged(f"it is not text ({error.reason})") from None


def read(path: Path, form: str, largest: int = LARGEST) -> dict:
    """What a JSON file of the form ``form`` holds; nothing in it is ever run.

    Errors are those of :func:`text_of`; what is not JSON, or has another ``"format"``, is Damaged, too.
    """
    try:
        data = json.loads(text_of(path, largest))
    except json.JSONDecodeError as error:
        raise Damaged(f"it is not JSON ({error.msg}, line {error.lineno})") from None
    except (ValueError, RecursionError):  # a number of 5000 digits, a thousand brackets
        raise Damaged("it is not JSON that can be read") from None
    if not isinstance(data, dict) or data.get("format") != form:
        raise Damaged(f'it is not of the form "{form}"')
    return data


def write(path: Path, data: dict, mode: int = 0o666) -> None:
    """Write JSON beside the file and move it over it: whoever reads, or is cut off, sees the old file or the new one.

    ``mode`` says who may read it, as far as the learner's own settings let them.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        _move_over(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _move_over(beside: Path, path: Path) -> None:
    for wait in (0.05, 0.2):  # seconds: Windows refuses while somebody reads the old file
        try:
            return os.replace(beside, path)
        except PermissionError:
            time.sleep(wait)
    return os.replace(beside, path)


def folder(name: str, value) -> Path:
    """The folder that an argument names, ``~`` being the home folder; a TypeError or ValueError if it names none."""
    if not isinstance(value, (str, Path)) or not str(value).strip() or "\0" in str(value):
        raise TypeError(f'{name}: expected a folder\'s name, such as "votes", got {describe(value)}')
    try:
        path = Path(value).expanduser()
        if path.is_dir():
            return path
        is_there = path.exists()
    except (OSError, RuntimeError) as error:
        # A name too long, a home that is not known, a place not to be entered.
        raise ValueError(f"{name}: expected a folder, got {str(value)!r:.60} ({error})") from None
    what = "which is a file" if is_there else "which is not there; make it first, or correct its name"
    raise ValueError(f"{name}: expected a folder, got {str(value)!r}, {what}")


def below(top: Path) -> tuple[list[Path], dict[str, str]]:
    """The JSON files in a folder and in those below it, in order; and what could not be entered, with the reason.

    Links are not followed, and hidden names, such as half-written files, are left out. A ValueError for more than 5000
    names, an OSError if the folder itself cannot be read.
    """
    found, closed, names = [], {}, 0
    places = [top]
    while places:
        place = places.pop()
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError as error:
            if place == top:
                raise
            closed[str(place.relative_to(top))] = error.strerror or str(error)
            continue
        names += len(entries)
        if names > MOST:
            raise ValueError(
                f"folder: expected at most {MOST} files in {top}; name the folder that holds these alone"
            )
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                places.append(Path(entry.path))
            elif entry.name.lower().endswith((".json", ".json.txt")):
                if entry.is_symlink():
                    closed[str(Path(entry.path).relative_to(top))] = (
                        "it is a link, and links are not followed"
                    )
                else:
                    found.append(Path(entry.path))
    return sorted(found), closed


def _without_waiting(path, flags: int) -> int:
    # A pipe that nobody writes to would keep its reader for ever.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_below(top: Path, read: Callable[[Path], T]) -> tuple[dict[Path, T], dict[str, str]]:
    """What ``read`` makes of each file of :func:`below`; and what could not be entered or read, with the reason."""
    paths, left_out = below(top)
    found = {}
    for path in paths:
        try:
            found[path] = read(path)
        except (Damaged, OSError) as error:
            left_out[str(path.relative_to(top))] = getattr(error, "strerror", None) or str(error)
    return found, left_out
