"""What all tests share: a Jupyter that knows nothing of the user's settings, one browser, the order of the run."""

import functools
import gc
import itertools
import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.chromium import launch, provide

NO_BROWSER = "NORMVIZ_NO_BROWSER"  # why there is none, for the workers


# What takes long to import is imported by who needs it: the process that only waits for its workers does not.
# Nor are the grammars of addresses, which jsonschema makes 38 parsers of, in seconds, whenever it is imported.
sys.modules["rfc3987_syntax"] = None

# Until all tests are read, nearly all that is made stays: nothing is gained by looking for what does not.
gc.disable()


def pytest_addoption(parser):
    parser.addoption(
        "--exhaustive", action="store_true", help="run the tests left out otherwise, and only these"
    )


def pytest_sessionstart(session):
    """Install a browser where browser tests may run and none is there: once, before the workers start."""
    if hasattr(session.config, "workerinput") or not drives_a_browser(session.config):
        return
    try:
        provide(session.config.get_terminal_writer().line)
    except RuntimeError as none:
        os.environ[NO_BROWSER] = str(none)


def drives_a_browser(config):
    """Whether a test that needs a browser stands in what the command line names, and is not left out there."""
    if config.option.collectonly or "not browser" in config.option.markexpr:
        return False
    places = [Path(config.invocation_params.dir, argument.split("::")[0]) for argument in config.args]
    files = [file for place in places for file in (place.rglob("test_*.py") if place.is_dir() else [place])]
    return any("pytest.mark.browser" in file.read_text(encoding="utf-8") for file in files if file.is_file())


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
    from normviz.pages.run import run
    from tests.support.chapters import read

    return functools.cache(lambda path: run(read(path)))


@pytest.fixture(scope="session")
def pages(executed, tmp_path_factory):
    """A folder with the pages of all chapters."""
    from normviz.pages.export import write_pages
    from tests.support.chapters import CHAPTERS

    folder = tmp_path_factory.mktemp("pages")
    write_pages({path: executed(path) for path in CHAPTERS}, folder)
    return folder


@pytest.fixture(scope="session")
def browser():
    """One browser for the whole run: Playwright cannot be started twice in a thread."""
    if none := os.environ.get(NO_BROWSER):
        pytest.fail(none, pytrace=False)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def empty_page(browser):
    """``empty_page(…)`` is a page with nothing in it: for the same settings the same one, as a new one takes long."""
    from tests.support.bare import RESTS

    pages = {}

    def empty_page(*, width=1280, height=800, **settings):
        kind = tuple(settings.items())
        if kind not in pages:
            context = browser.new_context(**settings)
            context.add_init_script(RESTS)
            pages[kind] = context.new_page()
        page = pages[kind]
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.emulate_media(media="null", reduced_motion="null")
        page.set_viewport_size({"width": width, "height": height})
        return page

    return empty_page


@pytest.fixture
def page(empty_page):
    return empty_page()


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    from tests.support.lab import Lab

    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


def pytest_collection_finish():
    """What is there by now stays to the end; a search for garbage that walks through it costs a quarter of the run."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Close the widgets that a test made: ipywidgets keeps each until then, tens of thousands in the end."""
    from tests.support.widgets import borrowed

    with borrowed():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """The quick tests or the exhaustive ones; browser tests last; who shares something costly runs in one process.

    Last, because Playwright keeps an event loop running in its thread, in which an explorer takes itself for one in a
    kernel. One page with one kernel serves all browser tests of a chapter; one run of the chapters serves all tests
    that read its outputs.
    """

    def left_out(item):
        return (item.get_closest_marker("exhaustive") is not None) != config.option.exhaustive

    def turn(item):
        fixtures = set(getattr(item, "fixturenames", ()))
        in_browser = item.get_closest_marker("browser") is not None or "browser" in fixtures
        params = item.callspec.params if in_browser and hasattr(item, "callspec") else {}
        chapter = params.get("chapter") or params.get("path")
        if fixtures & {"executed", "pages", "site"}:
            return 1, "chapters that were run"
        if not in_browser:
            return 0, ""
        # What runs in JupyterLab takes long; were it last, one process would wait for the other's at the end.
        return 2 if "lab" in fixtures else 3, getattr(chapter, "name", "") or item.path.stem

    config.hook.pytest_deselected(items=[*filter(left_out, items)])
    items[:] = sorted(itertools.filterfalse(left_out, items), key=turn)
    for item in items:
        _, group = turn(item)
        if group:
            item.add_marker(pytest.mark.xdist_group(group))
    if NO_BROWSER in os.environ:  # said once, by the first; skipped tests alone would look like success
        for item in [item for item in items if "browser" in getattr(item, "fixturenames", ())][1:]:
            item.add_marker(pytest.mark.skip("no browser, as the test that failed says"))
