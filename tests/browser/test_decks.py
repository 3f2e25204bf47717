"""A deck of slides, opened from disk: → visits every slide, each has an address, and what is printed is complete."""

import pytest
from markupsafe import Markup

import normviz as nv
from docs.lessons.kit import LESSONS
from docs.lessons.slides import deck as slide_deck
from docs.pages.deck import deck
from normviz.drawing.markup import CONTROLS, tag
from normviz.exercises.alone import prediction
from normviz.explorers.moving import moving_figure
from tests.support.moving_figure import SHOWS

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


@pytest.mark.parametrize("key", ["ArrowRight", "PageDown", "Space"])
def test_one_key_visits_every_slide_and_every_step(key, open_deck):
    page = open_deck()
    for words in FORWARD:
        assert seen(page) == words
        page.keyboard.press(key)
    for words in [*FORWARD[4::-1], FORWARD[0]]:
        page.keyboard.press("PageUp")
        assert seen(page) == words
    page.keyboard.press("End")
    assert seen(page) == FORWARD[-1]
    assert page.trouble == []


def test_every_slide_has_an_address(open_deck):
    page = open_deck("#/3")
    assert seen(page) == ["Three", "3 / 4"]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#/4"
    page.evaluate("location.hash = '#/2'")
    page.wait_for_function("document.querySelector('.deck-number').textContent === '2 / 4'")
    assert seen(open_deck("#/99")) == ["Four", "4 / 4"]
    assert seen(open_deck("#/nonsense")) == ["One", "1 / 4"]


def test_a_slider_keeps_its_arrows_and_a_remote_turns_the_slide_all_the_same(open_deck):
    page = open_deck("#/3")
    slider = page.get_by_label("length")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "6"
    assert seen(page)[-1] == "3 / 4"
    page.keyboard.press("PageDown")
    assert seen(page)[-1] == "4 / 4"
    page.keyboard.press("PageUp")
    slider.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert seen(page)[-1] == "4 / 4"
    assert slider.input_value() == "6"


def test_notes_and_help_come_and_go(open_deck):
    page = open_deck()
    assert page.locator("aside").is_hidden()
    page.keyboard.press("n")
    assert page.locator("aside").is_visible()
    page.keyboard.press("?")
    assert page.get_by_role("dialog").get_by_text("notes for the speaker").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert seen(page)[-1] == "1 / 4"
    page.get_by_role("button", name="On").click()
    assert seen(page)[-1] == "2 / 4"


def test_a_finger_turns_the_slides(open_deck):
    page = open_deck(has_touch=True, width=375, height=700)
    swipe = """([from, to]) => {
        const main = document.querySelector('main');
        const touch = x => new Touch({identifier: 1, target: main, clientX: x, clientY: 300});
        main.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(from)], bubbles: true}));
        main.dispatchEvent(new TouchEvent('touchend', {changedTouches: [touch(to)], bubbles: true}));
    }"""
    page.evaluate(swipe, [300, 100])
    assert seen(page) == ["Two", "2 / 4"]
    page.evaluate(swipe, [100, 300])
    assert seen(page) == ["One", "1 / 4"]
    page.evaluate(swipe, [100, 130])
    assert seen(page) == ["One", "1 / 4"]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (800, 1000), (375, 667)])
def test_the_plane_fits_the_window(width, height, open_deck):
    page = open_deck(width=width, height=height)
    box = page.locator("section").first.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(1280 / 720, rel=0.01)
    assert min(width - box["width"], height - box["height"]) == pytest.approx(0, abs=1)
    assert box["x"] == pytest.approx((width - box["width"]) / 2, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_printed_a_slide_is_a_page_with_all_its_steps(open_deck):
    page = open_deck("#/2")
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == len(SLIDES)
    assert b"[0 0 960 540]" in pdf
    page.emulate_media(media="print")
    assert page.get_by_text("second").is_visible()
    assert page.get_by_text("One").is_visible()
    assert page.get_by_text("Say this").is_hidden()


def test_explorers_and_predictions_move_on_a_slide(offline, tmp_path):
    explorer = nv.PaddingExplorer().only("padding_length")
    slides = [tag("h2", "Move"), tag("h2", "Predict")]
    slides[0] += moving_figure(explorer, 100_000)
    slides[1] += prediction("06.2")
    path = tmp_path / "deck.html"
    path.write_text(deck("Test", slides), encoding="utf-8")
    page = offline(path.as_uri(), width=1920, height=1080)
    page.locator("input[type=range]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    explorer.move(padding_length=8)
    same = f"markup => ({SHOWS})(document.querySelector('.nv-view').firstElementChild, markup)"
    page.wait_for_function(same, arg=explorer.view.value.replace(CONTROLS, ""))
    page.keyboard.press("PageDown")
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("button", name="Commit").click()
    assert "✓ Correct" in page.get_by_role("alert").inner_text()
    assert page.locator(".deck-number").inner_text() == "2 / 2"


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
