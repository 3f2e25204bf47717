"""Every argument of every public function is given everything that is bad: it is refused in words, or it is harmless.

Refused means a ``TypeError`` or ``ValueError`` that names the argument, what was expected and what came, at once, and
with nothing changed. A new public function or argument without an entry in ``entries.py`` fails here.
"""

import copy
import inspect
import re
import signal
import sys
import types
from contextlib import contextmanager

import numpy as np
import pytest

import normviz as nv
from normviz.explorers.base import Explorer
from tests.abuse.bad_values import BAD, not_finite
from tests.abuse.driver import Listener
from tests.abuse.entries import ENTRIES, RECORDS
from tests.support.widgets import borrowed, known

SECONDS = 20


def public():
    """Dotted name → callable: what ``normviz`` exports, the functions of its modules, the methods of its classes."""
    for name in nv.__all__:
        thing = getattr(nv, name)
        if isinstance(thing, types.ModuleType):
            own = {n: f for n, f in vars(thing).items() if getattr(f, "__module__", None) == thing.__name__}
            yield from ((f"{name}.{n}", f) for n, f in own.items() if callable(f) and not n.startswith("_"))
        elif callable(thing):
            yield name, thing
            if isinstance(thing, type):
                kinds = (types.FunctionType, classmethod, staticmethod)
                methods = [m for m, f in vars(thing).items() if isinstance(f, kinds) and m[0] != "_"]
                of_all = set(dir(Explorer)) if issubclass(thing, Explorer) else set()
                yield from ((f"{name}.{m}", getattr(thing, m)) for m in methods if m not in of_all)


def arguments(function):
    parameters = inspect.signature(function).parameters
    return [name for name in parameters if name not in ("self", "cls")]


PUBLIC = dict(public())


def test_every_public_function_has_an_entry():
    for name, function in PUBLIC.items():
        if name not in RECORDS and arguments(function):
            assert name in ENTRIES, f"{name}: say in entries.py what its arguments may take"
            assert set(ENTRIES[name].takes) <= set(arguments(function)), name
    assert set(ENTRIES) <= set(PUBLIC)


@contextmanager
def in_time(seconds):
    """Raise where the body takes more of a processor's seconds; only where the system can say so."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_):
        raise Late(f"not done after {seconds} s")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Late(BaseException):
    """Not an Exception, which somebody could catch."""


@pytest.fixture(scope="module", autouse=True)
def room():
    """Four gigabytes and no more: a size that was not refused fails instead of stopping the machine."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + 4 * 2**30, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture(autouse=True)
def nobody_s_progress(tmp_path, monkeypatch):
    """What is saved is saved in a folder of the test, and what was answered is forgotten."""
    from normviz.exercises.record import RECORD

    monkeypatch.chdir(tmp_path)
    before = copy.copy(vars(RECORD))
    yield
    vars(RECORD).update(before)


EACH = [(name, argument) for name in ENTRIES for argument in arguments(PUBLIC[name])]


@pytest.mark.parametrize(("name", "argument"), EACH, ids=[f"{name} {argument}" for name, argument in EACH])
def test_what_is_bad_is_refused_in_words(name, argument):
    entry = ENTRIES[name]
    wrong = {}
    for kind, make in BAD.items():
        if kind in entry.skips:
            continue
        with borrowed(), Listener() as log:
            said = complaint(entry, argument, make, log)
        if said is not None:
            wrong[kind] = said
    assert wrong == {}, "\n" + "\n".join(f"{argument} = {kind}: {said}" for kind, said in wrong.items())


def complaint(entry, argument, make, log):
    """What is wrong with how a function takes a bad argument; None where nothing is."""
    good = {key: value for key, value in entry.good.items() if key != argument}
    takes = entry.takes.get(argument, lambda value: entry.answers)
    before, state, widgets = copy.deepcopy(good), entry.watches(), len(known())
    value = make()
    try:
        with in_time(SECONDS):
            result = entry.call(**good, **{argument: value})
    except (TypeError, ValueError) as error:
        if entry.answers:
            return f"raised {error!r}"
        if type(error) not in (TypeError, ValueError):
            return f"{error!r}, not a plain TypeError or ValueError"
        # A value that is good in itself may not fit another argument, and either may be named then.
        text, says = str(error), entry.says.get(argument, (argument,))
        says = (*says, *good) if takes(make()) else says
        named = any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in says)
        if not named or "expected" not in text or "got" not in text:
            return f"said {text[:160]!r}"
        if len(text) > 600:
            return f"said {len(text)} characters"
        if entry.watches() != state:
            return "refused, and changed all the same"
        if len(known()) != widgets:
            return f"refused, and left {len(known()) - widgets} widgets behind"
        return None if same(before, good) else "refused, and changed another argument"
    except Late as late:
        return str(late)
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:160]}"
    if log.heard:
        return f"logged {log.heard[0][-200:]}"
    if not takes(make()):
        return f"taken, and gave {describe(result)}"
    # An explorer shows a NaN where there is no value; its oracle says where.
    if not entry.answers and not isinstance(result, Explorer) and (found := not_finite(result)):
        return f"gave {found}"
    return None


def describe(result):
    try:
        return repr(result)[:80]
    except Exception:
        return type(result).__name__


def same(before, after):
    for a, b in zip(before.values(), after.values(), strict=True):
        if isinstance(a, np.ndarray) and not np.array_equal(a, b):
            return False
        if isinstance(a, (list, dict, str, float)) and repr(a) != repr(b):
            return False
    return True
