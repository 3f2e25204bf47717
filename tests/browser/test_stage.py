"""A chapter's stage: at each step, and between two, the page draws the ruler that Python computes for that place."""

import pytest

import normviz as nv
from normviz.views.axes import NORMS, Settings, compute
from normviz.views.stage import FOLDER, RULER, STORED, ruler_at, steps_of
from tests.sample import quickly

pytestmark = pytest.mark.browser

OTHERS = sorted({file.stem for file in FOLDER.glob("??.md")} - {"02", "07"})
LAST = len(steps_of("07"))
BETWEEN = [1.3, 2.5, 3.5, 4.25, 5.75, 7.5, 8.4]
SHOWN = """() => {
    const stage = document.querySelector('[data-stage]');
    const rulers = [...stage.querySelectorAll('[data-ruler]')].map(one => one.dataset);
    return [stage.dataset.at, ...rulers.flatMap(({mean, step, reading}) => [mean, step, reading])].map(Number);
}"""
GO = """at => new Promise(done => {
    const list = document.querySelector('.nv-story ol'), i = Math.min(Math.floor(at), list.children.length - 1) - 1;
    const [a, b] = [i, i + 1].map(k => list.children[k].offsetTop + list.children[k].offsetHeight / 2);
    const top = a + (b - a) * (at - 1 - i) - list.offsetTop - list.offsetHeight / 2;
    list.scrollTo({top, behavior: 'instant'});
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""


def show(page, chapter):
    page.set_content(f"<!doctype html><meta charset=utf-8>{nv.stage(chapter).alone()}")
    page.locator("[data-stage][data-at]").wait_for()


@pytest.fixture(scope="module")
def stage(browser):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    show(page, "07")
    yield page
    page.close()


@pytest.mark.parametrize("chapter", quickly(["02", "07", *OTHERS], "02", "07"))
def test_each_place_of_the_stage_is_the_ruler_that_python_computes_there(stage, chapter):
    show(stage, chapter)
    count = len(steps_of(chapter))
    for place in [*map(float, range(1, count + 1)), *(one for one in BETWEEN if one < count)]:
        stage.evaluate(GO, place)
        at, *ruler = stage.evaluate(SHOWN)
        names = RULER + STORED * any(one.batches is not None for one in steps_of(chapter))
        assert ruler == pytest.approx([ruler_at(chapter, at)[name] for name in names], abs=1e-9)
        assert at == place if place % 1 == 0 else at % 1 > 0


@pytest.mark.parametrize(
    ("chapter", "asked", "guessed", "words"),
    [("05", 5, "stored_mean", "The blue ruler"), ("07", 3, "mean", "The pool turns")],
)
def test_keys_go_on_and_a_guess_stays_and_says_how_far_off_it_was(stage, chapter, asked, guessed, words):
    show(stage, chapter)
    stage.evaluate(GO, asked)
    stage.get_by_role("slider").fill("5")
    stage.get_by_role("button", name="Next step").press("ArrowDown")
    stage.locator(f'[data-stage][data-at="{asked + 1}"]:not([data-aim])').wait_for()
    off = abs(ruler_at(chapter, asked + 1)[guessed] - 5)
    assert f"off by {off:.2f}" in stage.locator("[data-stage]").text_content()
    assert stage.get_by_role("status").first.text_content().startswith(words)


@pytest.mark.parametrize("norm", [name for name in NORMS if name.startswith("batch norm")])
def test_the_last_step_is_the_readers_and_shows_the_ruler_of_each_norm(stage, norm):
    stage.evaluate(GO, LAST)
    stage.get_by_role("button", name=norm, exact=True).click()
    stage.locator("[data-stage] [data-tile='1']").dispatch_event("click")
    stage.keyboard.press("ArrowRight")  # from the 2.41 of “Hi” to its 3.21
    result = compute(Settings(norm=norm, feature=3))
    wanted = [result.mean, (result.std**2 + 1e-5) ** 0.5, result.x_hat]
    stage.wait_for_function(
        f"wanted => ({SHOWN})().slice(1).every((one, i) => Math.abs(one - wanted[i]) < 1e-9)", arg=wanted
    )
    assert f"{norm}: {result.count} numbers" in stage.get_by_role("status").last.text_content()


def test_arrows_pass_over_pads_that_the_norm_leaves_out(stage):
    stage.evaluate(GO, LAST)
    stage.get_by_role("button", name="batch norm without pads", exact=True).click()
    stage.locator("[data-stage] [data-tile='5']").dispatch_event("click")
    for _ in range(7):  # six numbers of pads, and then “How”
        stage.keyboard.press("ArrowRight")
    stage.get_by_role("status").last.get_by_text("7.5 is at 0.78").wait_for()


def test_the_ruler_stays_at_its_line_when_the_window_has_another_width(stage):
    stage.evaluate(GO, 2)
    stage.set_viewport_size({"width": 390, "height": 844})
    stage.wait_for_function(
        """() => {
        const [ruler, plumb] = ['[data-ruler]', '.nv-plumb'].map(one => document.querySelector(`[data-stage] ${one}`));
        const isNarrow = ruler.ownerSVGElement.viewBox.baseVal.width < 400;
        return isNarrow && Math.abs(ruler.dataset.top - plumb.getAttribute('y1') - 24) < .01;
    }"""
    )
