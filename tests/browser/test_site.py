"""The pages as a site in a browser: from a folder and under a path, they ask nobody else for anything."""

import functools
import http.server
import threading

import pytest

from normviz.pages import card
from normviz.pages.export import chapters, write_pages
from normviz.pages.site import write_site
from tests.browser.test_pages import serious_findings
from tests.support.chapters import CHAPTERS, read

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
LAST, PADDING = CHAPTERS[2], CHAPTERS[6]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("root")
    folder = root / "some" / "path"
    folder.mkdir(parents=True)
    notebooks = {path: read(path) for path in CHAPTERS}
    write_pages(notebooks, folder, only=[LAST, PADDING])
    with pytest.MonkeyPatch.context() as patch:  # no browser shows the pictures that links are shown with
        patch.setattr(card, "write_card", lambda path, _: path)
        write_site(chapters(notebooks), folder)
    return folder


@pytest.fixture(scope="module")
def served(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=folder.parents[1])
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/path/"
        server.shutdown()


@pytest.mark.parametrize("way", ["from a folder", "under a path"])
def test_pages_lead_to_each_other_and_ask_nobody_else(way, folder, served, browser):
    start = f"{folder.as_uri()}/" if way == "from a folder" else served
    page = browser.new_context().new_page()
    asked, trouble = [], []
    page.on("request", lambda ask: asked.append(ask.url))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text))
    page.goto(f"{start}index.html")
    assert page.locator(".chapters li").count() == len(CHAPTERS)
    page.locator(".chapters a").nth(2).click()
    page.get_by_role("link", name="All chapters").first.click()
    page.locator(".chapters a").nth(6).click()
    assert page.url == f"{start}06_padding.html"
    assert [url for url in asked if not url.startswith((start, "data:"))] == []
    assert trouble == []
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "404.html"])
def test_front_has_no_serious_accessibility_finding(name, scheme, folder, offline):
    page = offline(f"{folder.as_uri()}/{name}", color_scheme=scheme)
    assert serious_findings(page, {}) == []
    assert page.trouble == []
