"""The lesson plans on a projector: what is moved, and the number that follows, stand on one screen."""

import re
from contextlib import contextmanager, nullcontext

import nbformat
import pytest
from playwright.sync_api import TimeoutError as WaitedTooLong

from tests.lessons import LESSONS, RUN, settings
from tests.support.chapters import CHAPTERS, read
from tests.support.open_chapter import ANSWERED, SCROLL, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

RUNS = [run for text in LESSONS.values() for run in RUN.findall(text)]
PIPELINE = "nv.show_pipeline(nv.examples.hi_nitish())"
PROJECTOR = {"width": WIDE, "height": 720}
ENLARGED = {"width": 853, "height": 480}  # PROJECTOR at 150 %


@pytest.fixture
def lesson(bookmark, lab):
    """A question, the pipeline and the explorers of all lessons, one a cell, with the list of files closed."""
    path = lab.root / "lesson.ipynb"
    if not path.exists():
        calls = ["import normviz as nv", 'nv.predict("06.1")', PIPELINE, *(call for call, _ in RUNS)]
        cells = [*map(nbformat.v4.new_code_cell, calls), nbformat.v4.new_markdown_cell("The end.")]
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=read(CHAPTERS[0]).metadata), path)
    return bookmark.turn_to(path)


def lay_out(lesson, width, height):
    lesson.show(width=width, height=height)
    lesson.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")


@contextmanager
def presentation_mode(lesson):
    toggle = "() => window.jupyterapp.commands.execute('application:toggle-presentation-mode')"
    lesson.page.evaluate(toggle)
    try:
        yield
    finally:
        lesson.page.evaluate(toggle)


def set_control(box, label, value):
    name = box.page.locator(".widget-label", has_text=re.compile(f"^{re.escape(label)}$"))
    control = box.locator(".widget-dropdown, .widget-text").filter(has=name)
    if (choice := control.locator("select")).count():
        choice.select_option(label=value)
    else:
        control.locator("input").fill(value)
        control.locator("input").press("Enter")


def not_in_sight(box, numbers):
    """Those of the numbers that do not soon stand in the part of the picture that is on the screen."""
    found = []
    for number in numbers:
        try:
            box.page.wait_for_function(
                """([box, number]) => {
                    const screen = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
                    const words = document.createTreeWalker(box.querySelector('.nv'), NodeFilter.SHOW_TEXT);
                    for (let text; (text = words.nextNode());) {
                        const range = document.createRange();
                        range.selectNodeContents(text);
                        const {top, bottom, height} = range.getBoundingClientRect();
                        if (text.textContent.includes(number) && height > 2
                            && top >= screen.top && bottom <= screen.bottom) return true;
                    }
                }""",
                arg=[box.element_handle(), number],
            )
        except WaitedTooLong:
            found.append(number)
    return found


@pytest.mark.parametrize("room", [PROJECTOR, ENLARGED], ids=["presentation mode", "150 %"])
def test_every_number_of_the_lessons_stands_on_one_screen_with_the_control_that_brings_it(lesson, room):
    with presentation_mode(lesson) if room is PROJECTOR else nullcontext():
        lay_out(lesson, **room)
        play(lesson)


def play(lesson):
    boxes = lesson.page.locator(".jp-OutputArea-output > .widget-vbox.nv-explorer")
    assert boxes.count() == len(RUNS)
    for nth, (call, items) in enumerate(RUNS):
        box = boxes.nth(nth)
        box.get_by_role("button", name="Reset").click()
        lesson.page.evaluate(ANSWERED)
        box.evaluate(SCROLL, "start")
        top = box.bounding_box()["y"]
        for line in items.splitlines():
            pairs, numbers = settings(line)
            for label, value in pairs:
                set_control(box, label, value)
            lesson.page.evaluate(ANSWERED)
            assert not_in_sight(box, numbers) == [], f"{call}: {line}"
            assert abs(box.bounding_box()["y"] - top) < 1, f"{call}: {line} moves the page"


def test_nothing_that_the_lessons_show_is_cut_at_its_side(lesson):
    assert f"`{PIPELINE}`" in LESSONS[50]
    lay_out(lesson, **ENLARGED)
    cut = """() => [...document.querySelectorAll('.jp-OutputArea-output, .jp-OutputArea-output *')].filter(one =>
        one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
        && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)).map(one => one.outerHTML.slice(0, 200))"""
    assert lesson.page.evaluate(cut) == []


def test_presentation_mode_enlarges_controls_pictures_and_questions_as_it_does_text(lesson):
    sizes = """() => [...document.querySelectorAll('.jp-RenderedMarkdown, .nv-live .widget-label,'
        + '.nv-live .widget-html-content, .nv-live select, .nv-live input[type=number]')]
        .filter(one => one.checkVisibility()).map(one => parseFloat(getComputedStyle(one).fontSize))"""
    lay_out(lesson, **PROJECTOR)
    before = lesson.page.evaluate(sizes)
    with presentation_mode(lesson):
        assert set(lesson.page.evaluate(sizes)) == {max(lesson.page.evaluate(sizes))}
        assert min(lesson.page.evaluate(sizes)) > max(before)
        for room in (PROJECTOR, ENLARGED):
            lay_out(lesson, **room)
            assert lesson.overflowing() == []
