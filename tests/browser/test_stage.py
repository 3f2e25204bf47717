"""A chapter's stage: at each step, and between two, the page draws the ruler that Python computes for that place."""

import numpy as np
import pytest

import normviz as nv
from normviz.explorers import stage as explorer
from normviz.views.axes import NORMS, Settings, compute
from normviz.views.stage import EPS, FOLDER, RULER, STORED, ruler_at, steps_of, values_of, weights_of
from tests.sample import quickly

pytestmark = pytest.mark.browser

OTHERS = sorted({file.stem for file in FOLDER.glob("??.md")} - {"02", "07"})
LAST = len(steps_of("07"))
BETWEEN = [1.35, 2.5, 3.5, 4.4, 5.6, 7.5, 8.4]
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

CENTRE = """tile => {
    const {x, y, width, height} = document.querySelector(`rect[data-tile='${tile}']`).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


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
    [("05", 5, "stored_mean", "The blue ruler"), ("07", 3, "mean", "The pool is now a row")],
)
def test_keys_go_on_and_a_guess_stays_beside_the_answer(stage, chapter, asked, guessed, words):
    show(stage, chapter)
    stage.evaluate(GO, asked)
    stage.get_by_role("slider").fill("5")
    stage.get_by_role("button", name="Next step").press("ArrowDown")
    stage.locator(f'[data-stage][data-at="{asked + 1}"]').wait_for()
    stage.get_by_text(f"guess 5, right {ruler_at(chapter, asked + 1)[guessed]:.2f}").wait_for()
    assert stage.get_by_role("status").first.text_content().startswith(words)
    stage.get_by_role("slider").press("ArrowRight")
    stage.get_by_text("guess 5", exact=True).wait_for()


def told_by_python(chapter, k, cell, x):
    """The ruler of a step where another number stands in one cell."""
    step = steps_of(chapter)[k - 1]
    values, weights = values_of(chapter, step), weights_of(chapter, step)
    values[cell] = x
    mean = np.average(values, weights=weights)
    length = np.sqrt(np.average((values - mean) ** 2, weights=weights) + EPS)
    return [mean, length, step.gamma * (values[step.follow] - mean) / length + step.beta]


def comes_to(stage, ruler):
    stage.wait_for_function(
        f"ruler => ({SHOWN})().slice(1).every((one, i) => Math.abs(one - ruler[i]) < 1e-9)", arg=ruler
    )


def take(stage, tile, *ways):
    """Take hold of a tile, and let it go ``ways`` px beside."""
    x, y = stage.evaluate(CENTRE, int(tile))
    stage.mouse.move(x, y)
    stage.mouse.down()
    for way in ways:
        stage.mouse.move(x + way, y)


@pytest.mark.parametrize(
    ("chapter", "k", "cell"),
    [("07", 2, (1, 0, 0)), ("07", 2, (0, 2, 0)), ("07", 8, (0, 2, 1)), ("02", 3, (0, 0, 0))],
)
def test_a_number_that_is_moved_moves_the_ruler_until_the_next_step(stage, chapter, k, cell):
    show(stage, chapter)
    stage.evaluate(GO, k)
    _, *first = stage.evaluate(SHOWN)
    tile = np.ravel_multi_index(cell, values_of(chapter, steps_of(chapter)[k - 1]).shape)
    take(stage, tile, 20, -70)
    x = float(stage.locator(f"[data-stage] circle[data-tile='{tile}']").get_attribute("data-x"))
    _, *held = stage.evaluate(SHOWN)
    assert held == pytest.approx(told_by_python(chapter, k, cell, x), abs=1e-9) != first
    stage.mouse.up()
    assert f"Mean {held[0]:.2f}".replace("-", "−") in stage.get_by_role("status").first.text_content()
    stage.evaluate(GO, k + 0.2)
    assert stage.evaluate(SHOWN) == [k, *held]
    for at in (k + 1, k):
        stage.evaluate(GO, at)
        comes_to(stage, [ruler_at(chapter, at)[name] for name in RULER])


def test_keys_move_the_followed_number(stage):
    show(stage, "02")
    stage.evaluate(GO, 4)
    stage.get_by_role("slider", name="student 1 GPA").press("ArrowRight")
    comes_to(stage, told_by_python("02", 4, (0, 0, 0), 9))  # after 8.9
    stage.get_by_role("button", name="Back to the start").click()
    comes_to(stage, [ruler_at("02", 4)[name] for name in RULER])


def test_a_last_step_that_is_used_is_shown_whole_until_it_is_left(page, monkeypatch):
    monkeypatch.setattr(explorer, "_BEGIN", explorer._BEGIN.replace("false", "true"))
    show(page, "06")
    page.get_by_role("listitem").last.evaluate("({lastChild: one}) => one.scrollIntoView({block: 'end'})")
    page.locator('[data-stage][data-at^="8."]').wait_for()
    page.locator(".nv-mine button").nth(3).dispatch_event("click")
    comes_to(page, [ruler_at("06", 7)[name] for name in RULER])
    page.evaluate("() => scrollBy(0, -60)")
    page.locator('[data-stage][data-at^="8."]').wait_for()


def test_a_finger_scrolls_over_the_stage_and_takes_a_number_sideways(browser):
    page = browser.new_context(viewport={"width": 390, "height": 400}, has_touch=True).new_page()
    show(page, "07")
    finger, first = page.context.new_cdp_session(page), ruler_at("07", 1)["mean"]

    def swipe(across, down):
        x, y = page.evaluate(CENTRE, 12)
        for kind, share in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1)):
            point = {"x": x + share * across, "y": y + share * down}
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})

    swipe(-40, 0)
    page.wait_for_function(f"first => ({SHOWN})()[1] < first - .1", arg=first)
    assert page.evaluate("() => scrollY") == 0
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    moved = page.evaluate(SHOWN)[1]
    swipe(0, -80)
    page.wait_for_function("() => scrollY > 30")
    assert page.evaluate(SHOWN)[1] == moved
    page.context.close()


def test_the_last_step_is_the_readers(stage):
    show(stage, "07")
    stage.evaluate(GO, LAST)
    box, says = stage.get_by_role("spinbutton"), stage.get_by_role("status").last
    for norm in [name for name in NORMS if name.startswith("batch norm")]:
        stage.get_by_role("button", name=norm, exact=True).click()
        take(stage, 1)
        stage.mouse.up()
        assert box.input_value() == "2.41"
        stage.get_by_role("combobox").select_option("Hi d3")
        result = compute(Settings(norm=norm, feature=3))
        comes_to(stage, first := [result.mean, (result.std**2 + EPS) ** 0.5, result.x_hat])
        says.filter(has_text=f"{norm}: {result.count} numbers").wait_for()
    back = stage.get_by_role("button", name="Back to the start")
    assert box.input_value() == "3.21" and back.is_hidden()
    take(stage, 2, 30)
    stage.mouse.up()
    says.filter(has_text=f"{float(box.input_value())} is at").wait_for()
    assert float(box.input_value()) > 3.21
    box.fill("30")
    box.press("Enter")
    says.filter(has_text="30 is at 2.").wait_for()
    back.click()
    comes_to(stage, first)
    assert box.input_value() == "3.21" and back.is_hidden()
    stage.get_by_role("combobox").select_option(value="6")
    says.filter(has_text="leaves this number out").wait_for()


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
