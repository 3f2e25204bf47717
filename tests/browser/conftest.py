"""One page and one kernel for all tests of a chapter."""

import re

import pytest

from tests.support.bare import Bare
from tests.support.open_chapter import Chapter

HERE = re.compile(r"file:|data:|about:|http://[\w-]+\.test/")


@pytest.fixture(scope="session")
def bookmark(browser, lab):
    """Keeps one chapter open at a time; turning to another shuts down the kernel of the one before."""
    opened = {}

    def turn_to(path):
        if path not in opened:
            for before in filter(None, opened.values()):
                before.close()
            opened.clear()
            opened[path] = None  # a chapter that cannot be opened fails in each of its tests, at once
            opened[path] = Chapter(browser, lab, path)
        return opened[path]

    yield turn_to
    for chapter in filter(None, opened.values()):
        chapter.close()


@pytest.fixture
def chapter(request, bookmark):
    opened = bookmark(request.param)
    assert opened, f"{request.param.name} could not be opened and run, as the test before says"
    opened.show()
    return opened


@pytest.fixture
def bare(empty_page):
    """``bare(widget)`` is the widget in a page of its own."""
    return lambda widget, **more: Bare(empty_page(), widget, **more)


@pytest.fixture(scope="session")
def file_of(tmp_path_factory):
    """``file_of(explorer, *names)`` is its file with these controls; for the same settings it is written once."""
    files = {}

    def file_of(explorer, *names):
        explorer.only(*names)
        key = type(explorer), explorer.settings, names
        if key not in files:
            files[key] = tmp_path_factory.mktemp("file") / "page.html"
            explorer.save(files[key])
        return files[key]

    return file_of


@pytest.fixture
def offline(empty_page):
    """``offline(address)`` is a file opened without a network, when all that moves in it has begun.

    What it asks for and complains of is in ``.trouble``.
    """

    def offline(address, *, height=900, **settings):
        page = empty_page(height=height, offline=True, **settings)
        if not hasattr(page, "trouble"):
            page.on("request", lambda ask: HERE.match(ask.url) or page.trouble.append(ask.url))
            page.on("pageerror", lambda error: page.trouble.append(str(error)))
            page.on("console", lambda said: page.trouble.append(said.text))
        page.trouble = []
        page.goto(address)
        # Its script is packed: a busy browser has read the page before it has read the script.
        page.wait_for_function("!document.querySelector('.nv-moving:not(:has(> .nv-takes))')")
        return page

    return offline


@pytest.fixture
def hosted(offline, tmp_path):
    """``hosted(file)`` opens the file, without a network, as the page of a site that nobody has opened before.

    Of a file, Chromium may forget on a reload what a page has just stored: on a busy machine, once in 40 times.
    """

    def hosted(file, **settings):
        page = offline("about:blank", **settings)
        site = f"http://{tmp_path.name.replace('_', '-').lower()}.test/"
        page.route(f"{site}**", lambda route: route.fulfill(path=file))
        page.goto(f"{site}{file.name}")
        return page

    return hosted
