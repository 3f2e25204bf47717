"""The pages that ``python -m docs.pages`` writes, opened from disk in a browser without a network."""

import pytest

from tests.browser.accessibility import AXE
from tests.browser.parameters import ONE
from tests.support.chapters import CHAPTERS, chapter_name, explorers_of
from tests.support.moving_figure import UNFOLD
from tests.support.open_chapter import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=chapter_name)


@pytest.fixture
def open_page(offline, pages):
    """``open_page(name)`` is a page of the chapters, opened without a network, and what it folds away with it."""

    def open_page(name, **settings):
        page = offline((pages / name).as_uri(), **settings)
        page.evaluate(UNFOLD)
        return page

    return open_page


def wider_than_the_page(page):
    """What sticks out of the page, in words; what scrolls in a box made for that does not."""
    return page.evaluate(
        """() => {
            const edge = document.documentElement.clientWidth + 1;
            const scrolls = box => box && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(box).overflowX)
                || scrolls(box.parentElement));
            const out = one => !one.ownerSVGElement && one.getBoundingClientRect().right > edge;
            return [...document.querySelectorAll('body *')].filter(one => out(one) && !scrolls(one.parentElement))
                .map(one => `${one.tagName}.${one.className}: ${one.innerText?.slice(0, 60)}`);
        }"""
    )


def serious_findings(page, options):
    """axe's serious and critical findings in the page, in words."""
    results = AXE.run(page, options=options).response
    assert results["passes"], "axe saw nothing"
    serious = [rule for rule in results["violations"] if rule["impact"] in ("serious", "critical")]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in serious for node in rule["nodes"]]


@each_chapter
def test_page_opens_without_a_network_and_draws_every_explorer(chapter, open_page):
    page = open_page(f"{chapter.stem}.html")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    drawn = page.locator(".nv[data-explorer]")
    assert all(picture.is_visible() and picture.bounding_box()["height"] > 100 for picture in drawn.all())
    names = drawn.evaluate_all("views => views.map(view => view.dataset.explorer)")
    assert set(explorers_of(chapter)) <= set(names)  # a report of chapter 10 shows one, too
    flat = page.locator("math").evaluate_all(
        "all => all.filter(one => !(one.getBoundingClientRect().height > 4)).map(one => one.outerHTML)"
    )
    assert flat == []
    assert page.trouble == []


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("chapter", [*CHAPTERS, None], ids=lambda path: path.stem if path else "index")
def test_nothing_is_wider_than_the_page(chapter, width, open_page):
    page = open_page(f"{chapter.stem}.html" if chapter else "index.html", width=width)
    for folded in (True, False):
        page.evaluate(
            "folded => document.querySelectorAll('details').forEach(one => one.open = !folded)", folded
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert wider_than_the_page(page) == []
    assert page.trouble == []


SCROLLING = "[...document.querySelectorAll('pre, .scroll')].filter(box => box.scrollWidth > box.clientWidth)"


def wait_until_a_keyboard_reaches_what_scrolls(page):
    """It is looked at box by box, while nothing else is to do."""
    page.wait_for_function(
        f"{SCROLLING}.every(box => box.tabIndex === 0 || box.closest('details:not([open])'))"
    )


@each_chapter
def test_page_has_no_serious_accessibility_finding(chapter, open_page):
    # Contrast takes most of the time; the pictures are judged in JupyterLab, the pages' own text below.
    page = open_page(f"{chapter.stem}.html")
    wait_until_a_keyboard_reaches_what_scrolls(page)
    assert serious_findings(page, {"rules": {"color-contrast": {"enabled": False}}}) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_in_dark(scheme, open_page):
    page = open_page(f"{ONE.stem}.html", color_scheme=scheme)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert light == (scheme == "light")
    assert serious_findings(page, {"runOnly": ["color-contrast"]}) == []


FOLDED = "[...document.querySelectorAll('details:not([open]) > summary')].filter(one => one.checkVisibility()).length"


@pytest.mark.parametrize("width", [WIDE, NARROW])
@each_chapter
def test_a_page_opens_with_all_that_moves_in_sight_and_at_most_20_folds(chapter, width, offline, pages):
    page = offline((pages / f"{chapter.stem}.html").as_uri(), width=width)
    assert page.evaluate(FOLDED) <= 20
    assert page.locator(".nv[data-explorer]").evaluate_all("all => all.every(one => one.checkVisibility())")
