"""One chapter for the quick tests; the exhaustive ones say the same of all others."""

import pytest

from tests.support.chapters import CHAPTERS


def quickly(*paths):
    """All chapters, as parameters of a test; quick are these alone."""
    return [path if path in paths else pytest.param(path, marks=pytest.mark.exhaustive) for path in CHAPTERS]
