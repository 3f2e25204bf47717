"""The wall of a lesson, opened from disk: Space walks from its first to its last step, ← back, and all can be read."""

import pytest

import normviz as nv
from docs.lessons.wall import wall
from normviz.views.stage import RULER, ruler_at, steps_of

pytestmark = pytest.mark.browser

AT = '[data-stage][data-at="{}"]'
# What is smaller than 28 px, or lies outside of the window.
FAULTS = """() => [...document.querySelectorAll('[data-stage] text, .nv-on p')].filter(one => {
    const drawn = one.ownerSVGElement ? one.getScreenCTM().a : 1;
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const isSeen = one.textContent && bottom > 0 && one.checkVisibility() && one.getAttribute('opacity') !== '0';
    const isSmall = parseFloat(getComputedStyle(one).fontSize) * drawn < 28;
    return isSeen && (isSmall || left < 0 || right > innerWidth || top < 0 || bottom > innerHeight);
}).map(one => one.textContent)"""


@pytest.fixture
def open_wall(offline, tmp_path):
    def opened(chapter):
        path = tmp_path / "wall.html"
        path.write_text(wall(chapter), encoding="utf-8")
        page = offline(path.as_uri(), width=1920, height=1080)
        page.locator(AT.format(1)).wait_for()
        return page

    return opened


@pytest.mark.parametrize("chapter", ["lesson", pytest.param("07", marks=pytest.mark.exhaustive)])
def test_space_alone_walks_to_the_last_step_and_the_left_arrow_back(chapter, open_wall):
    page, count = open_wall(chapter), len(steps_of(chapter))
    page.emulate_media(reduced_motion="reduce")
    for k in range(1, count + 1):
        page.locator(AT.format(k)).wait_for()
        assert page.evaluate(FAULTS) == [], k
        shown = page.locator("[data-stage] [data-ruler]").evaluate(
            "one => ['mean', 'step', 'reading'].map(of => +one.dataset[of])"
        )
        assert shown == pytest.approx([ruler_at(chapter, k)[name] for name in RULER], abs=1e-9)
        page.keyboard.press("Space")
    page.keyboard.down("ArrowLeft")
    page.keyboard.down("ArrowLeft")  # a key that is held is one press
    page.keyboard.up("ArrowLeft")
    for k in reversed(range(1, count - 1)):
        page.keyboard.press("ArrowLeft")
        page.locator(AT.format(k)).wait_for()
    assert page.evaluate("() => [scrollX, scrollY]") == [0, 0]


def test_another_size_of_the_window_shows_the_same_step(open_wall):
    page = open_wall("lesson")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("Space")
    page.locator(AT.format(2)).wait_for()
    for width, height in ((1366, 768), (1366, 650), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.locator(AT.format(2)).wait_for()


def test_two_quick_presses_are_two_steps_and_a_planted_guess_keeps_no_key(open_wall):
    page = open_wall("lesson")
    page.keyboard.press("PageDown")
    page.locator(AT.format(2)).wait_for()
    page.get_by_role("slider").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator(AT.format(4)).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(AT.format(3)).wait_for()
    assert "right 5.20" in page.locator("[data-stage]").text_content()


def test_in_a_notebook_the_same_keys_walk_there_and_back_again_from_a_button(page):
    page.set_content(f"<!doctype html><meta charset=utf-8>{nv.stage('lesson').alone()}")
    page.emulate_media(reduced_motion="reduce")
    count = len(steps_of("lesson"))
    page.get_by_role("button", name="Next step").focus()
    for k in range(2, count + 1):
        page.keyboard.press("Space" if k % 2 else "ArrowRight")
        page.locator(AT.format(k)).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(AT.format(count - 1)).wait_for()
