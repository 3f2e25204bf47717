"""What the browser tests are run for: every chapter, every explorer in it, themes and widths."""

import pytest

from tests.sample import quickly
from tests.support.chapters import CHAPTERS, NOTEBOOKS, chapter_name, explorers_of
from tests.support.open_chapter import NARROW, WIDE, ZOOMED

# One chapter with a slider, a number box, a list, a button and tables stands for all: their look is the same.
ONE = NOTEBOOKS / "06_padding.ipynb"

# Those that the quick tests open in JupyterLab: to run a chapter there takes up to a minute.
QUICK = (ONE,)

quick_chapter = pytest.mark.parametrize("chapter", QUICK, indirect=True, ids=chapter_name)
one_chapter = pytest.mark.parametrize("chapter", [ONE], indirect=True, ids=chapter_name)
each_chapter = pytest.mark.parametrize("chapter", quickly(*QUICK), indirect=True, ids=chapter_name)
each_width = pytest.mark.parametrize("width", [WIDE, ZOOMED, NARROW])


def quickly_or_wholly(names=None):
    """Every explorer that a chapter calls, of those names: quickly in a quick chapter, wholly in one.

    How it does on the page of every chapter is tested in tests/browser/test_moving_pages.py.
    """
    given = []
    for name, paths in calls_of(names).items():
        quickly = [
            pytest.param(path, name, True, id=f"{path.stem}-{name}-quickly")
            for path in QUICK
            if path in paths
        ]
        path = ONE if ONE in paths else paths[0]
        given += quickly[:1]
        given += [
            pytest.param(path, name, False, id=f"{path.stem}-{name}-wholly", marks=pytest.mark.exhaustive)
        ]
    return pytest.mark.parametrize(("chapter", "name", "quick"), given, indirect=["chapter"])


def calls_of(names):
    """Name of an explorer → the chapters that call it."""
    calls = {}
    for path in CHAPTERS:
        for name in explorers_of(path):
            if not names or name in names:
                calls.setdefault(name, []).append(path)
    return calls
