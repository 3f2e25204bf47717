"""A class begins as a learner does, with nothing done yet."""

from tests.exercises.conftest import pytest_runtest_setup, pytest_runtest_teardown

__all__ = ["pytest_runtest_setup", "pytest_runtest_teardown"]
