"""What the browser tests are run for: every chapter, every explorer in it, themes and widths."""

import pytest

from tests.sample import SAMPLE, quickly
from tests.support.chapters import CHAPTERS, NOTEBOOKS, chapter_name, explorers_of
from tests.support.open_chapter import DARK, LIGHT, NARROW, WIDE, ZOOMED

# One chapter with a slider, a number box, a list, a button and tables stands for all: their look is the same.
ONE = NOTEBOOKS / "06_padding.ipynb"

# Those that the quick tests open in JupyterLab: to run a chapter there takes up to a minute.
QUICK = (SAMPLE, ONE)

one_chapter = pytest.mark.parametrize("chapter", [ONE], indirect=True, ids=chapter_name)
each_chapter = pytest.mark.parametrize("chapter", quickly(*QUICK), indirect=True, ids=chapter_name)
each_theme = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
each_width = pytest.mark.parametrize("width", [WIDE, ZOOMED, NARROW])


def quickly_or_wholly(names=None):
    """Every explorer that a chapter calls, of those names: wholly in every one, and quickly in a quick one."""
    calls, first, given = calls_of(names), set(), []
    for path, name in calls:
        if path in QUICK and name not in first:
            given.append(pytest.param(path, name, True, id=f"{path.stem}-{name}-quickly"))
            first.add(name)
        whole = pytest.param(path, name, False, id=f"{path.stem}-{name}-wholly", marks=pytest.mark.exhaustive)
        given.append(whole)
    return pytest.mark.parametrize(("chapter", "name", "quick"), given, indirect=["chapter"])


def calls_of(names):
    return [(path, name) for path in CHAPTERS for name in explorers_of(path) if not names or name in names]
