"""The pages as a site in a browser: from a folder and under a path, they ask nobody else for anything."""

import functools
import http.server
import threading

import pytest

from normviz.pages import cards
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
        patch.setattr(cards, "write_cards", lambda *_, **__: [])
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
    assert page.locator(".tiles li").count() == len(CHAPTERS)
    page.locator(".tiles a").nth(2).click()
    page.get_by_role("link", name="All chapters").first.click()
    page.locator(".tiles a").nth(6).click()
    assert page.url == f"{start}06_padding.html"
    assert [url for url in asked if not url.startswith((start, "data:"))] == []
    assert trouble == []
    page.context.close()


def test_list_of_chapters_leads_back_to_where_one_was(served, browser):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{served}index.html")
    assert page.locator(".again").is_hidden()
    page.goto(f"{served}{LAST.stem}.html")
    heading = page.locator("main h2[id]").nth(1)
    heading.evaluate("one => one.scrollIntoView()")
    words = heading.inner_text()
    page.wait_for_function("words => localStorage['normviz.place']?.includes(words)", arg=words)
    page.goto(f"{served}index.html")
    back = page.locator(".again a")
    assert back.inner_text() == f"02 Batch norm by hand, {words}"
    assert page.locator(".here").get_attribute("data-page") == f"{LAST.stem}.html"
    back.click()
    assert (
        page.locator("main h2[id]").nth(1).evaluate("one => Math.abs(one.getBoundingClientRect().top) < 400")
    )
    page.context.close()


def test_link_to_what_is_folded_opens_it(folder, offline):
    page = offline(f"{folder.as_uri()}/{LAST.stem}.html")
    heading = page.locator("summary :is(h2, h3)[id]").first
    page.goto(f"{folder.as_uri()}/{LAST.stem}.html#{heading.get_attribute('id')}")
    page.wait_for_function("document.querySelector('summary :target')?.closest('details').open")
    assert page.trouble == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "404.html"])
def test_front_has_no_serious_accessibility_finding(name, scheme, folder, offline):
    page = offline(f"{folder.as_uri()}/{name}", color_scheme=scheme)
    assert serious_findings(page, {}) == []
    assert page.trouble == []


@pytest.mark.parametrize("width", [390, 768, 1920])
def test_tiles_fit(width, folder, offline):
    page = offline(f"{folder.as_uri()}/index.html", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.locator(".small").evaluate_all(
        "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert cut == 0
