"""The chapters that the browser tests open in JupyterLab."""

import pytest

from tests.sample import quickly
from tests.support.chapters import CHAPTERS, NOTEBOOKS, chapter_name

# One chapter with a slider, a number box, a list, a button and tables stands for all: their look is the same.
ONE = NOTEBOOKS / "06_padding.ipynb"

one_chapter = pytest.mark.parametrize("chapter", [ONE], indirect=True, ids=chapter_name)
each_chapter = pytest.mark.parametrize("chapter", quickly(CHAPTERS, ONE), indirect=True, ids=chapter_name)
