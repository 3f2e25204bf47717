"""Does this machine have what the notebooks need? Asked of the installed packages, answered in words."""

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata

from normviz.message import Grid, Message

OLDEST_PYTHON = (3, 11)
# The oldest versions that the chapters are known to run on; requirements.txt holds the same bounds.
PACKAGES = {
    "jupyterlab": "4.6",
    "numpy": "2.4",
    "matplotlib": "3.11",
    "ipywidgets": "8.1",
    "anywidget": "0.11",
    "torch": "2.13",
}
INSTALL = "python -m pip install -r requirements.txt"


LATE = 10  # seconds: a page that has shown a picture for so long has said that it is there, unless it cannot


@dataclass
class Page:
    """What is known of the page around: since when a picture is shown (None: none is), and whether it ever answered."""

    shown: float | None = None
    answered: bool = False

    def show(self) -> None:
        if self.shown is None:
            self.shown = time.monotonic()

    @property
    def silent(self) -> bool:
        return self.shown is not None and not self.answered and time.monotonic() - self.shown > LATE


page = Page()


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is ``ok``, what was ``found``, and what would ``mend`` it."""

    name: str
    ok: bool
    found: str
    mend: str = ""


@dataclass(frozen=True, repr=False)
class Environment(Message):
    """What :func:`check_environment` found; ``ok`` says whether all ``findings`` are."""

    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)


def check_environment() -> Environment:
    """Look at Python, the packages, the front end and torch's threads, and say what mends a problem.

    Nothing is imported that is not imported already, so the answer comes at once.

    Returns
    -------
    Environment, shown as a table: a line for each thing looked at, with the one command that mends a problem

    Examples
    --------
    >>> check_environment().findings[0].name
    'Python'
    """
    findings = (
        _python(sys.version_info[:3]),
        *(_package(name, oldest, _installed(name)) for name, oldest in PACKAGES.items()),
        _front_end(_kernel_running(), _installed("jupyterlab_widgets"), page),
        _threads(os.environ),
    )
    problems = [finding for finding in findings if not finding.ok]
    if problems:
        count = f"{len(problems)} of {len(findings)}"
        headline = f"✗ {count} things need your hand: the last column says what to type."
    else:
        headline = "✓ Everything is here."
    head = ("part", "state", "found", "what mends it")
    rows = [(f.name, "✓ good" if f.ok else "✗ not yet", f.found, f.mend or "–") for f in findings]
    shown = len(head) if problems else len(head) - 1  # no column of dashes: a phone has no room for one
    grid = Grid("What was looked at", head[:shown], tuple(row[:shown] for row in rows))
    where = "in a terminal, in the folder of the collection"
    closing = f"Type a command {where}; then choose Kernel → Restart Kernel."
    return Environment(headline, (grid, closing) if problems else (grid,), findings)


def threads(environment: Mapping[str, str] = os.environ) -> int:
    """How many threads torch may use: as CPU_LIMIT or OMP_NUM_THREADS say, from 1 to 2; 1 where they say nothing.

    A hub gives each learner a share of a machine, while torch sees the whole machine. The networks of the chapters are
    so small that a second thread gains little; and where others use the processor too, two threads that wait for each
    other at every step take many times longer than one.

    >>> threads({"CPU_LIMIT": "0.5"})
    1
    """
    limits = []
    for variable in ("CPU_LIMIT", "OMP_NUM_THREADS"):
        try:
            limits.append(max(1, int(float(environment[variable]))))
        except (KeyError, ValueError, OverflowError):
            continue
    return min(2, os.cpu_count() or 1, *limits) if limits else 1


def _python(version: tuple[int, int, int]) -> Finding:
    found = ".".join(map(str, version))
    if version >= OLDEST_PYTHON:
        return Finding("Python", True, found)
    wanted = ".".join(map(str, OLDEST_PYTHON))
    mend = f"install Python {wanted} or later from python.org, then follow the README"
    return Finding("Python", False, found, mend)


def _package(name: str, oldest: str, version: str | None) -> Finding:
    if version is None:
        return Finding(name, False, "not installed", INSTALL)
    if _release(version) < _release(oldest):
        return Finding(name, False, f"{version}, older than {oldest}", INSTALL)
    return Finding(name, True, version)


def _front_end(kernel: bool, widgets: str | None, page: Page) -> Finding:
    name = "widgets in this page"
    if not kernel:
        return Finding(
            name, False, "no notebook is running this code", "jupyter lab notebooks/00_start_here.ipynb"
        )
    if widgets is None:
        return Finding(name, False, "JupyterLab's half of ipywidgets is not installed", INSTALL)
    if page.silent:
        return Finding(
            name,
            False,
            "a picture is shown, and the page has not answered: it lacks anywidget",
            "pip install anywidget, where JupyterLab runs; then reload the page",
        )
    return Finding(name, True, f"jupyterlab_widgets {widgets}; a slider that moves its picture is the proof")


def _threads(environment: Mapping[str, str]) -> Finding:
    count = threads(environment)
    said = [f"{v} = {environment[v]}" for v in ("CPU_LIMIT", "OMP_NUM_THREADS") if v in environment]
    why = ", ".join(said) if said else "the default"
    return Finding("torch's threads", True, f"{count} ({why})")


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _kernel_running() -> bool:
    # A kernel has loaded IPython already; a plain Python need not load it to know that it is none.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None


def _release(version: str) -> tuple[int, ...]:
    numbers = []
    for part in version.split("+")[0].split(".")[:2]:
        digits = "".join(c for c in part if c.isdigit())
        numbers.append(int(digits or 0))
    return tuple(numbers)
