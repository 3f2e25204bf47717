"""Every test starts with a learner who has done nothing yet."""

import pytest

from normviz.exercises import engine
from normviz.exercises.record import RECORD


# No autouse fixture: pytest 9.1 loses it where the command line comes back to this folder from another one.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RECORD, "entries", {})
        patch.setattr(RECORD, "words", {})
        patch.setattr(RECORD, "path", None)
        patch.setattr(RECORD, "_news", set())
        patch.setattr(engine, "_hints_given", {})
        return (yield)
