"""One chapter for the quick tests, the shortest; the exhaustive ones say the same of all others."""

import pytest

from tests.support.chapters import CHAPTERS, chapter_name

SAMPLE, *_OTHERS = CHAPTERS
SAMPLE_FIRST = [SAMPLE, *(pytest.param(path, marks=pytest.mark.exhaustive) for path in _OTHERS)]


def sample_first(argument, **how):
    """Give a test each chapter in turn; only the first of them quickly."""
    return pytest.mark.parametrize(argument, SAMPLE_FIRST, ids=chapter_name, **how)
