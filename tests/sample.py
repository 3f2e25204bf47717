"""Few cases for the quick tests; the exhaustive ones say the same of all others."""

import pytest


def quickly(cases, *few):
    """Cases, as parameters of a test; quick are these few alone."""
    return [case if case in few else pytest.param(case, marks=pytest.mark.exhaustive) for case in cases]
