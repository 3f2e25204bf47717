"""Does this place have what the notebooks need? Asked of the installed packages; where torch is missing, cells that
need it are left out."""

import ast
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import normviz
from normviz import _inputs
from normviz.message import Grid, Items, Message

PYTHON = ("3.11", "3.11")  # needed, tested with
# Package → the oldest version that works (pyproject.toml has the same), and the newest that the tests ran with
# (binder/requirements.txt has the same).
NEEDED = {"numpy": ("1.26", "2.4.6"), "ipywidgets": ("7.7.1", "8.1.9"), "anywidget": ("0.9.3", "0.11.0")}
# Package → the same, and what is not there without it; nothing else is missed.
OPTIONAL = {
    "torch": ("2.6", "2.13.0", "chapter 10, nv.inspect and the comparisons with PyTorch are left out"),
    "matplotlib": ("3.8", "3.11.2", "explorer.figure() and files for paper are left out"),
    "jupyterlab": ("4.0", "4.6.6", "need not be here, where the page comes from another place"),
}
# ipywidgets has two halves, in the kernel and in JupyterLab: major version → major version of jupyterlab_widgets.
HALVES = {7: 1, 8: 3}
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
    """One thing looked at.

    Attributes
    ----------
    name : of the thing
    here : what was found
    needed : the oldest version that works; "–" where there is none
    tested : the newest version that the tests ran with
    state : "✓" works, "○" is missing and may be, "✗" does not work
    mend : what mends an "✗"
    """

    name: str
    here: str
    needed: str = "–"
    tested: str = "–"
    state: str = "✓"
    mend: str = ""

    @property
    def ok(self) -> bool:
        return self.state != "✗"


@dataclass(frozen=True, repr=False)
class Environment(Message):
    """What :func:`check_environment` found; ``ok`` says that none of the ``findings`` is in the way."""

    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)


def check_environment() -> Environment:
    """Compare the versions that are needed, tested and installed: Python, the packages, the page, the threads.

    Nothing is imported that is not imported already, so the answer comes at once.

    Returns
    -------
    Environment, shown as a table with a line for each part; below it, the lines that mend the parts that do not work

    Examples
    --------
    >>> check_environment().findings[1].name
    'Python'
    """
    kernel = _kernel_running()
    packages = {name: _installed(name) for name in ("jupyterlab_widgets", *NEEDED, *OPTIONAL)}
    findings = (
        _normviz(sys.path),
        _python(sys.version_info[:3]),
        *(_package(name, packages[name]) for name in NEEDED),
        *(_optional(name, packages[name]) for name in OPTIONAL),
        _front_end(kernel, packages, page),
        _threads(os.environ),
    )
    problems = [finding for finding in findings if not finding.ok]
    if problems:
        headline = (
            f"✗ {len(problems)} of {len(findings)} parts will not work; below the table stands what mends it."
        )
    else:
        headline = "✓ The chapters run here."
        if any(finding.state == "○" for finding in findings):
            headline += " ○ says what is left out, or was not looked at."
    rows = tuple((f.name, f.needed, f.tested, f"{f.state} {f.here}") for f in findings)
    blocks = (Grid("What was looked at", ("part", "needed", "tested with", "here"), rows),)
    if problems:
        mends = Items(tuple(f"{f.name}: {_advice(f.mend, kernel, os.environ)}" for f in problems))
        blocks += (mends, "Then restart: Kernel → Restart Kernel.") if kernel else (mends,)
    return Environment(headline, blocks, findings)


def _advice(mend: str, kernel: bool, environment: Mapping[str, str]) -> str:
    """``mend`` as it is typed here. What a hub has installed is for all: nobody replaces it for a notebook."""
    if not mend.startswith("pip install"):
        return mend
    if "JUPYTERHUB_USER" in environment:
        return f"ask who runs this hub for {mend.removeprefix('pip install -U ')}; change nothing yourself"
    return f"%{mend} in a cell" if kernel else f"python -m {mend}"


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


def _normviz(path: list[str]) -> Finding:
    used = Path(normviz.__file__).parent
    for folder in path:
        other = Path(folder, "normviz").resolve()
        if (other / "__init__.py").is_file() and other != used.resolve():
            return Finding("normviz", f"{normviz.__version__} from {used}, not the one in {other}", state="○")
    return Finding("normviz", normviz.__version__)


def _python(version: tuple[int, int, int]) -> Finding:
    here = ".".join(map(str, version))
    if version >= _release(PYTHON[0]):
        return Finding("Python", here, *PYTHON)
    return Finding("Python", here, *PYTHON, "✗", f"install Python {PYTHON[0]} or later, from python.org")


def _package(name: str, version: str | None) -> Finding:
    needed, tested = NEEDED[name]
    if version is not None and _release(version) >= _release(needed):
        return Finding(name, version, needed, tested)
    return Finding(
        name, version or "not installed", needed, tested, "✗", f'pip install -U "{name}>={needed}"'
    )


def _optional(name: str, version: str | None) -> Finding:
    needed, tested, without = OPTIONAL[name]
    if version is None:
        return Finding(name, f"not installed: {without}", needed, tested, "○")
    if _release(version) < _release(needed):
        return Finding(name, f"{version}, never tested", needed, tested, "○")
    return Finding(name, version, needed, tested)


def _front_end(kernel: bool, packages: Mapping[str, str | None], page: Page) -> Finding:
    name = "widgets in this page"
    if not kernel:
        return Finding(name, "no notebook runs this", state="○")
    if page.answered:
        return Finding(name, "a picture of this page has answered")
    widgets, half = packages["ipywidgets"], packages["jupyterlab_widgets"]
    # Where JupyterLab is not here, and on Colab, the page brings its own half.
    if packages["jupyterlab"] and widgets and "COLAB_RELEASE_TAG" not in os.environ:
        major = _release(widgets)[0]
        wanted = HALVES.get(major)
        if wanted and (half is None or _release(half)[0] != wanted):
            here = f"ipywidgets {widgets} and jupyterlab_widgets {half or '(not installed)'} do not fit"
            mend = f'pip install -U "jupyterlab_widgets>={wanted},<{wanted + 1}"'
            return Finding(name, here, f"{wanted}.x with ipywidgets {major}", state="✗", mend=mend)
    if page.silent:
        needed = NEEDED["anywidget"][0]
        return Finding(
            name,
            "a picture is shown, and the page has not answered: it lacks anywidget, or has an older one",
            state="✗",
            mend=f'where JupyterLab itself is installed, pip install -U "anywidget>={needed}"; then reload the page',
        )
    return Finding(name, "a slider that moves its picture is the proof")


def _threads(environment: Mapping[str, str]) -> Finding:
    count = threads(environment)
    said = [f"{v} = {environment[v]}" for v in ("CPU_LIMIT", "OMP_NUM_THREADS") if v in environment]
    why = ", ".join(said) if said else "the default"
    return Finding("torch's threads", f"{count} ({why})")


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _kernel_running() -> bool:
    return getattr(_shell(), "kernel", None) is not None


def _shell():
    # A kernel has loaded IPython already; a plain Python need not load it to know that it is none.
    ipython = sys.modules.get("IPython")
    return ipython and ipython.get_ipython()


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", re.match(r"[\d.]*", version)[0])) or (0,)


# -- cells that need what is not installed ---------------------------------------------------------------------

NAMES = {"torch": "PyTorch"}


def skip_without(package: str) -> None:
    """Leave out the cells below that import ``package`` where it is not installed, so that *Run All* goes on.

    Such a cell says in a sentence that it was left out. Only its own import statements count, not those within a
    function or a ``try``. Outside of a notebook, and where the package is installed, nothing changes.

    Parameters
    ----------
    package : its name, as after ``import``

    Raises
    ------
    TypeError
        For a name that is no text.

    >>> skip_without("torch")
    """
    if not isinstance(package, str):
        raise TypeError(f'package: expected a name such as "torch", got {_inputs.describe(package)}')
    if shell := _shell():
        others = [one for one in shell.ast_transformers if getattr(one, "package", None) != package]
        shell.ast_transformers[:] = [*others, _LeaveOut(package)]


class _LeaveOut(ast.NodeTransformer):
    """IPython shows it each cell before the cell is run; what it returns is run."""

    def __init__(self, package: str):
        self.package = package

    def visit(self, node: ast.AST) -> ast.AST:
        if self.package not in _imported(node) or find_spec(self.package):
            return node
        name = NAMES.get(self.package, self.package)
        sentence = f"{name} is not installed: this cell is left out, and nothing below needs it."
        return ast.parse(f"print({sentence!r})")


def _imported(cell: ast.AST) -> Iterator[str]:
    """The top-level packages that the statements of a cell import."""
    for statement in getattr(cell, "body", ()):
        if isinstance(statement, ast.Import):
            yield from (alias.name.split(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            yield statement.module.split(".")[0]
