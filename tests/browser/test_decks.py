"""A deck of slides, opened from disk: → visits every slide, each has an address, and what is printed is complete."""

import pytest
from markupsafe import Markup

from docs.lessons.kit import LESSONS
from docs.lessons.slides import deck as slide_deck
from docs.pages.deck import deck

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]

SLIDES = [
    Markup("<h1>One</h1><aside class='notes'>Say this.</aside>"),
    Markup("<h2>Two</h2><p data-turn='1'>first</p><p data-turn='2'>second</p><b data-turn='1'>too</b>"),
    Markup("<h2>Three</h2><input type='range' min='0' max='9' value='5' aria-label='length'>"),
    Markup("<h2>Four</h2>"),
]


@pytest.fixture
def open_deck(offline, tmp_path):
    path = tmp_path / "deck.html"
    path.write_text(deck("Test", SLIDES), encoding="utf-8")
    return lambda address="", height=720, **settings: offline(
        path.as_uri() + address, height=height, **settings
    )


def seen(page):
    """What stands on the screen: the slide's words, and its number."""
    words = page.locator("section").evaluate_all(
        "all => all.flatMap(one => [...one.querySelectorAll('h1, h2, p, b')])"
        ".filter(one => one.checkVisibility({visibilityProperty: true})).map(one => one.innerText)"
    )
    return [*words, page.locator(".deck-number").inner_text()]


FORWARD = [
    ["One", "1 / 4"],
    ["Two", "2 / 4"],
    ["Two", "first", "too", "2 / 4"],
    ["Two", "first", "second", "too", "2 / 4"],
    ["Three", "3 / 4"],
    ["Four", "4 / 4"],
    ["Four", "4 / 4"],
]


def test_one_key_visits_every_slide_and_every_step(open_deck):
    for key in ("ArrowRight", "PageDown", "Space"):
        page = open_deck()
        for words in FORWARD:
            assert seen(page) == words
            page.keyboard.press(key)
    for words in [*FORWARD[4::-1], FORWARD[0]]:
        page.keyboard.press("PageUp")
        assert seen(page) == words
    assert page.trouble == []


def test_a_slider_keeps_its_arrows_and_a_remote_turns_the_slide_all_the_same(open_deck):
    page = open_deck("#/3")
    slider = page.get_by_label("length")
    slider.press("ArrowRight")
    assert (slider.input_value(), seen(page)[-1]) == ("6", "3 / 4")
    page.keyboard.press("PageDown")
    assert seen(page)[-1] == "4 / 4"
    page.keyboard.press("PageUp")
    slider.press("Escape")
    page.keyboard.press("ArrowRight")
    assert (slider.input_value(), seen(page)[-1]) == ("6", "4 / 4")


def test_printed_a_slide_is_a_page_with_all_its_steps(open_deck):
    page = open_deck("#/2")
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == len(SLIDES) and b"[0 0 960 540]" in pdf
    page.emulate_media(media="print")
    assert page.get_by_text("second").is_visible() and page.get_by_text("One").is_visible()
    assert page.get_by_text("Say this").is_hidden()


# What stands below the edge of its slide, or is smaller than the last row can read: the notes are the speaker's own.
TOO_MUCH = """() => [...document.querySelectorAll('section')].flatMap((slide, i) => {
    const found = [];
    if (!slide.checkVisibility({visibilityProperty: true})) return found;
    if (slide.scrollHeight > slide.clientHeight + 1) found.push(`slide ${i + 1}: ${slide.scrollHeight} px high`);
    const shown = [...slide.querySelectorAll(':scope > :not(h2, aside, style)')];
    if (!shown.some(one => one.clientWidth > 100 && one.clientHeight > 15))
        found.push(`slide ${i + 1}: nothing but its heading`);
    for (const element of slide.querySelectorAll('*')) {
        if (element.checkVisibility() && element.getBoundingClientRect().right > 1281 && !element.closest('aside'))
            found.push(`slide ${i + 1}: cut: ${element.textContent.slice(0, 40)}`);
        const written = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
        const size = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
        if (written && element.checkVisibility() && !element.closest('aside, style, script, .nv-hidden') && size < 27.9)
            found.push(`slide ${i + 1}: ${size} px: ${element.textContent.slice(0, 40)}`);
    }
    return found;
})"""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_slide_of_a_lesson_fits_and_is_read_from_the_last_row(offline, lesson, tmp_path):
    file = tmp_path / "slides.html"
    file.write_text(slide_deck(lesson), encoding="utf-8")
    page = offline(file.as_uri(), height=720)
    slides, wrong = page.locator("section").count(), []
    for number in range(1, slides + 1):
        page.goto(f"{file.as_uri()}#/{number}")
        wrong += page.evaluate(TOO_MUCH)
    assert slides > 4 and wrong == []
