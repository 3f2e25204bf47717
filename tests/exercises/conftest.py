"""Every test starts with a learner who has done nothing yet, and leaves none behind."""

from normviz.exercises import engine
from normviz.exercises.record import RECORD


# No autouse fixture: pytest 9.1 loses it where the command line comes back to this folder from another one. A test's
# fixtures answer questions, too, so it is in front of them.
def pytest_runtest_setup():
    RECORD.__init__()
    engine._hints_given.clear()


pytest_runtest_teardown = pytest_runtest_setup
