"""A class begins as a learner does, with nothing done yet."""

from tests.exercises.conftest import pytest_runtest_call

__all__ = ["pytest_runtest_call"]
