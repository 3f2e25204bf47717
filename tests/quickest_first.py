"""Under mutation testing the quickest tests run first: most changes are seen by one of them. mutmut times them once."""

import json
from pathlib import Path

import pytest

TIMED = Path("mutmut-stats.json")  # in mutmut's copy of the project, from which it runs the tests


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    seconds = json.loads(TIMED.read_text("utf-8"))["duration_by_test"] if TIMED.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0))
