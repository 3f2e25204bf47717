"""One page and one kernel for all tests of a chapter."""

import os
from pathlib import Path

import pytest

from tests.support.open_chapter import Chapter

SCREENSHOTS = os.environ.get("NORMVIZ_SCREENSHOTS")
# A picture that nobody looks at tests nothing, and a whole chapter takes many.
collect_ignore = [] if SCREENSHOTS else ["test_screenshots.py"]


@pytest.fixture(scope="session")
def bookmark(browser, lab):
    """Keeps one chapter open at a time in one page; turning to another shuts down the kernel of the one before."""

    class Bookmark:
        page = path = chapter = failure = None

        def turn_to(self, path):
            if path != self.path:
                self.close()
                self.path = path
                self.page = self.page or browser.new_page()
                try:
                    self.chapter = Chapter(browser, lab, path, self.page)
                except Exception as failure:
                    self.failure = failure
                    self.page.close()
                    self.page = None
            if self.failure:
                # Said again by each test of the chapter, without running it again.
                raise RuntimeError(f"{path.name} could not be opened and run") from self.failure
            return self.chapter

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
def page(browser):
    """An empty page."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    yield page
    page.close()


@pytest.fixture
def offline(browser):
    """``offline(address)`` is a file opened without a network; what it asks for and complains of is in ``.trouble``."""
    contexts = []

    def offline(address, *, width=1280, height=900, **settings):
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **settings)
        contexts.append(context)
        page = context.new_page()
        page.trouble = []
        page.on("request", lambda ask: ask.url.startswith(("file:", "data:")) or page.trouble.append(ask.url))
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        page.on("console", lambda said: page.trouble.append(said.text))
        page.goto(address)
        return page

    yield offline
    for context in contexts:
        context.close()


@pytest.fixture
def picture(tmp_path):
    """Paths for pictures: in the folder named by NORMVIZ_SCREENSHOTS, or in one that pytest throws away."""
    folder = Path(SCREENSHOTS or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)

    return lambda *words: folder / ("_".join(map(str, words)) + ".png")
