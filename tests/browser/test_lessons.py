"""The lessons' notebooks as shipped, played with the keys on a projector: all is large, and nothing scrolls."""

import contextlib

import pytest
from playwright.sync_api import TimeoutError as WaitedTooLong

from docs.lessons import minutes_15
from docs.lessons.kit import LESSONS
from docs.lessons.plan import Board, Look, Run, Vote
from tests.docs.test_lessons import SEEN, given_away, numbers
from tests.support.open_chapter import ANSWERED, REACT_SECONDS, WIDE
from tests.support.server import START_SECONDS

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

WALL = ".nv-wall:popover-open"
SHORT = minutes_15.LESSON
PLAYED = [one if one is SHORT else pytest.param(one, marks=pytest.mark.exhaustive) for one in LESSONS]
READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === 'idle' && panel.content?.model?.cells.length > 0;
}"""
# Words below a height in pixels, as drawn; what is never seen left out.
SMALL = """(wall, [chosen, least]) => [...wall.querySelectorAll(chosen)].flatMap(element => {
    const written = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const seen = element.checkVisibility() && !element.closest('style, title, .nv-hidden, .nv-spoken');
    const {width} = element.getBoundingClientRect();
    const height = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
    const small = written && seen && width > 1 && height && height < least - .1;
    return small ? [`${height} px: ${element.textContent}`] : [];
})"""
CUT = """wall => [wall, ...wall.querySelectorAll('*')].flatMap(element => {
    const scrolls = ['auto', 'scroll'];
    const style = getComputedStyle(element);
    const across = scrolls.includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    const down = scrolls.includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    const {left, right, top, bottom, width} = element.getBoundingClientRect();
    const outside = element.checkVisibility() && width > 1 && !element.closest('.nv-spoken, .nv-hidden')
        && (right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1) && element.tagName === 'text';
    const words = element.textContent.trim().slice(0, 40);
    const {scrollWidth, scrollHeight, clientWidth, clientHeight} = element;
    return across || down || outside
        ? [`${words}: ${scrollWidth} x ${scrollHeight} in ${clientWidth} x ${clientHeight} px`] : [];
})"""
# Titles of panels in which no picture is left.
BARE = """wall => {
    const seen = (panel, chosen) => [...panel.querySelectorAll(chosen)].filter(one => one.checkVisibility());
    return [...wall.querySelectorAll('.nv-panel')].filter(panel => !seen(panel, 'svg, table').length)
        .flatMap(panel => seen(panel, '.nv-title').map(title => title.textContent));
}"""
SHOWS = """([wall, number]) => {
    const words = document.createTreeWalker(document.querySelector(wall), NodeFilter.SHOW_TEXT);
    for (let text; (text = words.nextNode());) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const {top, bottom, height} = range.getBoundingClientRect();
        if (text.textContent.includes(number) && height > 20 && top >= 0 && bottom <= innerHeight) return true;
    }
}"""


@pytest.fixture
def lesson(request, browser, lab):
    """A lesson's notebook, just opened, its first cell selected."""
    page = browser.new_page(viewport={"width": WIDE, "height": 720})
    page.set_default_timeout(REACT_SECONDS * 1000)
    page.lesson, page.errors = request.param, []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    name = f"{request.param.name}.ipynb"
    page.goto(
        f"{lab.url}/lab/workspaces/{request.param.name}/tree/lessons/{name}?token={lab.token}",
        timeout=START_SECONDS * 1000,
    )
    page.wait_for_function(READY, timeout=START_SECONDS * 1000)
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.keyboard.press("Escape")
    yield page
    with contextlib.suppress(Exception):
        page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.close()


def go_on(page, code):
    """Shift and Enter until the cell with this code has run, and its wall stands."""
    for _ in range(6):  # headings and folded cells come first
        run = page.evaluate(
            """() => { const {activeCell} = window.jupyterapp.shell.currentWidget.content;
                return activeCell.model.sharedModel.getSource(); }"""
        )
        page.keyboard.press("Shift+Enter")
        page.evaluate(ANSWERED)
        if run == code:
            break
    else:
        raise AssertionError(f"Shift and Enter did not come to {code}")
    page.locator(WALL).wait_for()
    page.evaluate(ANSWERED)


def set_control(page, label, value):
    """Type a value into the box that carries the label, or choose it from its list."""
    name = page.get_by_text(label, exact=True)
    control = page.locator(f"{WALL} .nv-bar [data-key]").filter(has=name)
    if (choice := control.locator("select")).count():
        choice.select_option(label=value)
    elif (button := control.get_by_role("button", name=value, exact=True)).count():
        button.click()
    else:
        control.locator("[type=number]").fill(value)
        control.locator("[type=number]").press("Enter")


def commit(page, letter):
    wall = page.locator(WALL)
    wall.locator("input[type=radio]").nth("abcdefgh".index(letter)).click()
    wall.get_by_role("button", name="Commit").click()
    wall.get_by_text("Not yet").wait_for()
    page.evaluate(ANSWERED)


def is_for_the_last_row(page):
    wall = page.locator(WALL)
    assert wall.evaluate(CUT) == []
    assert wall.evaluate(BARE) == []
    assert wall.evaluate(SMALL, ["*", 28]) == []
    assert wall.evaluate(SMALL, [".nv-value, .nv-said", 48]) == []


def not_in_sight(page, numbers):
    found = []
    for number in numbers:
        try:
            page.wait_for_function(SHOWS, arg=[WALL, number])
        except WaitedTooLong:
            found.append(number)
    return found


@pytest.mark.parametrize("lesson", PLAYED, indirect=True, ids=lambda lesson: lesson.name)
def test_lesson_is_played_with_its_keys_and_everything_is_seen_in_time_and_not_before(lesson):
    page, known, beside = lesson, "", set()
    for part in lesson.lesson.parts():
        if isinstance(part, Board):
            known += part.words
        if not isinstance(part, (Look, Vote, Run)) or getattr(part, "aside", False):
            continue
        go_on(page, part.code)
        is_for_the_last_row(page)
        if isinstance(part, Vote):
            read = page.locator("body").inner_text().replace("\n", " ")
            own = page.locator(WALL).inner_text().replace("\n", " ")
            assert given_away(part, read.replace(own, ""), known, beside) == set(), part.id
            known += part.question.ask
            if not part.held:
                commit(page, next(letter for letter, _, tells in part.said if not tells.startswith("Right.")))
                is_for_the_last_row(page)
                page.keyboard.press("Escape")
                page.locator(WALL).wait_for(state="hidden")
        if isinstance(part, Run):
            for one in part.sets:
                for label, value in one.controls.items():
                    set_control(page, label, value)
                page.evaluate(ANSWERED)
                seen = page.locator(f"{WALL} .nv-view > div").all_inner_texts()  # not what is read out
                beside |= numbers(" ".join(seen)) - set(one.promised)
                assert not_in_sight(page, SEEN.findall(one.seen)) == [], f"{part.code}: {one.controls}"
                is_for_the_last_row(page)
            page.keyboard.press("Escape")
            page.locator(WALL).wait_for(state="hidden")
    assert page.errors == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("lesson", [SHORT], indirect=True, ids=lambda lesson: lesson.name)
def test_a_wall_is_left_with_esc_and_comes_again_with_its_button(lesson):
    go_on(lesson, next(SHORT.parts(Look)).code)
    lesson.keyboard.press("Escape")
    lesson.locator(WALL).wait_for(state="hidden")
    lesson.get_by_role("button", name="Fill the screen").click()
    lesson.get_by_role("button", name="Esc: back").click()
    lesson.locator(WALL).wait_for(state="hidden")
