"""Every test starts with a learner who has done nothing yet."""

import pytest

from normviz.exercises import engine
from normviz.exercises.record import RECORD


@pytest.fixture(autouse=True)
def fresh_learner(monkeypatch):
    monkeypatch.setattr(RECORD, "entries", {})
    monkeypatch.setattr(RECORD, "words", {})
    monkeypatch.setattr(RECORD, "path", None)
    monkeypatch.setattr(RECORD, "_news", set())
    monkeypatch.setattr(engine, "_hints_given", {})
