"""What all tests share: a Jupyter that knows nothing of the user's settings, one browser, the order of the run."""

import functools

import pytest
from playwright.sync_api import sync_playwright

from docs.pages.export import write_pages, write_slides
from docs.pages.run import run
from tests.browser.chromium import launch
from tests.browser.lab import Lab
from tests.chapters import CHAPTERS, read


def pytest_addoption(parser):
    parser.addoption("--exhaustive", action="store_true", help="run the tests left out otherwise, and only these")


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


@pytest.fixture(scope="session")
def executed(isolated_jupyter):
    """``executed(path)`` is the chapter with its outputs; however many tests ask, it runs once. Change a copy only."""
    return functools.cache(lambda path: run(read(path)))


@pytest.fixture(scope="session")
def pages(executed, tmp_path_factory):
    """A folder with the pages and the slides of all chapters."""
    folder = tmp_path_factory.mktemp("pages")
    chapters = {path: executed(path) for path in CHAPTERS}
    write_pages(chapters, folder, slides=True)
    write_slides(chapters, folder)
    return folder


@pytest.fixture(scope="session")
def browser():
    """One browser for the whole run: Playwright cannot be started twice in a thread."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """The quick tests or the exhaustive ones; browser tests last; and who shares something costly runs in one process, one after the other.

    Last, because Playwright keeps an event loop running in its thread, in which an explorer takes itself for one in a
    kernel. One page with one kernel serves all browser tests of a chapter; one run of the chapters serves all tests
    that read its outputs.
    """

    def place(item):
        fixtures = set(getattr(item, "fixturenames", ()))
        in_browser = item.get_closest_marker("browser") is not None or "browser" in fixtures
        chapter = item.callspec.params.get("chapter") if in_browser and hasattr(item, "callspec") else None
        if fixtures & {"executed", "pages"}:
            return 1, "chapters that were run"
        return (2, getattr(chapter, "name", "") or item.path.stem) if in_browser else (0, "")

    wanted = config.getoption("exhaustive")
    others = [item for item in items if (item.get_closest_marker("exhaustive") is not None) != wanted]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if (item.get_closest_marker("exhaustive") is not None) == wanted]
    for item in items:
        _, group = place(item)
        if group:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=place)
