"""A class begins as a learner does, with nothing done yet."""

from tests.exercises.conftest import fresh_learner

__all__ = ["fresh_learner"]
