"""One page and one kernel for all tests of a chapter."""

import re
import warnings

import pytest

from tests.support.bare import Bare
from tests.support.open_chapter import Chapter

HERE = re.compile(r"file:|data:|about:|http://[\w-]+\.test/")


@pytest.fixture(scope="session")
def bookmark(browser, lab):
    """Keeps one chapter open at a time in one page; turning to another shuts down the kernel of the one before."""

    class Bookmark:
        page = path = chapter = failure = None

        def turn_to(self, path):
            if path != self.path:
                self.close()
                self.path = path
                self.open()
                if self.failure:
                    # A busy machine, or the chapter? A new page tells; what went wrong is said at the end.
                    warnings.warn(f"{path.name}, opened once more after {self.failure!r}", stacklevel=1)
                    self.open()
            if self.failure:
                # Said again by each test of the chapter, without running it again.
                raise RuntimeError(f"{path.name} could not be opened and run") from self.failure
            return self.chapter

        def open(self):
            self.failure = None
            self.page = self.page or browser.new_page()
            try:
                self.chapter = Chapter(browser, lab, self.path, self.page)
            except Exception as failure:
                self.failure = failure
                self.page.close()
                self.page = None

        def close(self):
            if self.chapter:
                self.chapter.close()
            self.path = self.chapter = self.failure = None

    bookmark = Bookmark()
    yield bookmark
    bookmark.close()


@pytest.fixture
def chapter(request, bookmark):
    return bookmark.turn_to(request.param)


@pytest.fixture
def bare(browser):
    """``bare(widget)`` is the widget in a page of its own."""
    pages = []

    def show(widget, **more):
        pages.append(browser.new_page())
        pages[-1].set_default_timeout(10_000)
        return Bare(pages[-1], widget, **more)

    yield show
    for page in pages:
        page.close()


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
