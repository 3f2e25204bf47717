"""Calling a learner's function so that the notebook goes on, whatever the function does.

The call runs in a thread of its own. A signal would only work in the main thread, and not on Windows; a
thread works from a kernel's main thread, from a widget's callback and in a terminal alike.
"""

import copy
import ctypes
import sysconfig
import threading
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

LIMIT = 5.0
# Where code stands that is not the learner's; what is compiled from a text here is called <string>.
_OURS = ("<string", "<frozen", "<__array", str(Path(__file__).parents[1]), sysconfig.get_path("stdlib"))
_LIBRARIES = {"site-packages", "dist-packages"}


class _Stop(SystemExit):
    """Ends a function that takes too long; ``except Exception`` misses it, and its thread ends silently."""


@dataclass(frozen=True)
class Call:
    """How a call went."""

    result: Any = None  # what came back
    error: str | None = None  # type and message of what was raised, or None
    line: int | None = None  # the line of the learner's code where it was raised, or None
    timed_out: bool = False  # whether it was stopped
    stuck: bool = False  # whether even that failed
    changed: int | None = None  # the position of the first argument that is no longer what it was, or None
    limit: float = 0.0  # seconds it was given

    @property
    def failed(self) -> bool:
        return self.error is not None or self.timed_out


def call(function, arguments: tuple, *, limit: float | None = None) -> Call:
    """Call ``function(*arguments)`` on copies, for at most ``limit`` seconds (5 unless told)."""
    limit = LIMIT if limit is None else limit
    given = copy.deepcopy(arguments)
    box: dict[str, Any] = {}

    def work():
        try:
            # A NaN in the result is spoken about; a warning on stderr is noise.
            with np.errstate(all="ignore"):
                box["result"] = function(*given)
        except BaseException as error:  # sys.exit() in a learner's function must not end anything either
            box["error"] = error

    worker = threading.Thread(target=work, daemon=True, name="normviz-answer")
    worker.start()
    try:
        worker.join(limit)
    except KeyboardInterrupt:
        _stop(worker)
        raise
    if worker.is_alive():
        return Call(timed_out=True, stuck=not _stop(worker), limit=limit)
    if "error" in box:
        error = box["error"]
        words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return Call(error=words, line=_line_of(error, function), limit=limit)
    pairs = enumerate(zip(given, arguments, strict=True))
    changed = next((i for i, pair in pairs if not _equal(*pair)), None)
    return Call(result=box["result"], changed=changed, limit=limit)


def _stop(worker: threading.Thread) -> bool:
    # Asked more than once: a bare `except:` inside the learner's loop swallows the first request.
    for _ in range(5):
        if not worker.is_alive():
            return True
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(_Stop))
        worker.join(0.1)
    return not worker.is_alive()


def _line_of(error: BaseException, function) -> int | None:
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if code and f.filename == code.co_filename]
    return lines[-1] if lines else None


def is_raised_by_the_learner(error: BaseException) -> bool:
    """Whether it passed code that is neither this package's nor a library's: an error in here is nobody else's."""
    files = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
    return any(not name.startswith(_OURS) and _LIBRARIES.isdisjoint(Path(name).parts) for name in files)


def _equal(now, before) -> bool:
    if isinstance(before, np.ndarray):
        return isinstance(now, np.ndarray) and np.array_equal(now, before, equal_nan=True)
    return now == before
