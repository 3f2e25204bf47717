"""What all tests share: a Jupyter that knows nothing of the user's own settings, and the order of the run."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def isolated_jupyter(tmp_path_factory):
    """Kernels and servers started by the tests read no settings, kernels or start-up files of the user's."""
    home = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            folder = home / variable.lower()
            folder.mkdir()
            patch.setenv(variable, str(folder))
        # Somebody's Agg in the environment would leave the chapters' figures undrawn.
        patch.delenv("MPLBACKEND", raising=False)
        yield


def pytest_collection_modifyitems(items):
    """Browser tests last, chapter by chapter.

    Last, because Playwright keeps an event loop running in this thread, in which nbclient could not start its
    own; by chapter, because one page with one kernel serves all tests of a chapter.
    """

    def place(item):
        in_browser = item.get_closest_marker("browser") is not None
        chapter = item.callspec.params.get("chapter") if in_browser and hasattr(item, "callspec") else None
        return in_browser, getattr(chapter, "name", "")

    items.sort(key=place)
