"""One chapter for the quick tests, the shortest; the exhaustive ones say the same of all others."""

import pytest

from tests.support.chapters import CHAPTERS, chapter_name

SAMPLE = CHAPTERS[0]


def quickly(*paths):
    """All chapters, as parameters of a test; quick are these alone."""
    return [path if path in paths else pytest.param(path, marks=pytest.mark.exhaustive) for path in CHAPTERS]


SAMPLE_FIRST = quickly(SAMPLE)


def sample_first(argument, **how):
    """Give a test each chapter in turn; only the first of them quickly."""
    return pytest.mark.parametrize(argument, SAMPLE_FIRST, ids=chapter_name, **how)
