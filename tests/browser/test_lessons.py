"""The shortest lesson's notebook as shipped, played with its keys on a projector: all is large, and nothing scrolls."""

import pytest

from docs.lessons.minutes_15 import LESSON
from docs.lessons.plan import Look, Run, Vote
from tests.support.open_chapter import ANSWERED, READY, WIDE
from tests.support.server import START_SECONDS

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

WALL = ".nv-wall:popover-open"
SOURCE = "() => window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource()"
# Words below a height in pixels, as drawn, and what scrolls or is cut off.
FAULTS = """(wall, least) => [wall, ...wall.querySelectorAll('*')].flatMap(one => {
    const seen = one.checkVisibility() && !one.closest('style, title, .nv-hidden, .nv-spoken');
    const style = getComputedStyle(one), words = one.textContent.trim().slice(0, 40), scrolls = ['auto', 'scroll'];
    const written = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const {right, bottom, width} = one.getBoundingClientRect();
    const height = parseFloat(style.fontSize) * one.currentCSSZoom;
    const wanted = one.matches('.nv-value, .nv-said') ? 48 : least;
    if (!seen || width <= 1) return [];
    if (written && height && height < wanted - .1) return [`${height} px: ${words}`];
    if (scrolls.includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1
        || scrolls.includes(style.overflowY) && one.scrollHeight > one.clientHeight + 1
        || one.tagName === 'text' && (right > innerWidth + 1 || bottom > innerHeight + 1)) return [`cut: ${words}`];
    return [];
})"""


@pytest.fixture
def page(browser, lab):
    page = browser.new_page(viewport={"width": WIDE, "height": 720})
    path, most = f"lessons/{LESSON.name}.ipynb", START_SECONDS * 1000
    page.goto(f"{lab.url}/lab/tree/{path}?token={lab.token}", timeout=most)
    page.wait_for_function(READY, arg=path, timeout=most)
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.keyboard.press("Escape")
    yield page
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.close()


def test_each_thing_of_a_lesson_fills_the_wall_and_can_be_read_from_the_last_row(page):
    shown = [
        part
        for part in LESSON.parts()
        if isinstance(part, (Look, Vote, Run)) and not getattr(part, "aside", False)
    ]
    for part in shown:
        while page.evaluate(SOURCE) != part.code:  # headings and folded cells come first
            page.keyboard.press("Shift+Enter")
            page.wait_for_function(ANSWERED)
        page.keyboard.press("Shift+Enter")
        page.locator(WALL).wait_for()
        page.wait_for_function(ANSWERED)
        assert page.locator(WALL).evaluate(FAULTS, 28) == [], part.code
        page.keyboard.press("Escape")
        page.locator(WALL).wait_for(state="hidden")
    page.get_by_role("button", name="Fill the screen").last.click()
    page.get_by_role("button", name="Esc: back").click()
    page.locator(WALL).wait_for(state="hidden")
    assert len(shown) > 2
