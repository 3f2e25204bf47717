"""A motion of the ruler: each frame is the ruler of interpolated numbers, and the last one is Python's."""

from itertools import pairwise

import pytest

import normviz as nv
from normviz import front
from normviz.drawing.ruler import marks_of
from normviz.drawing.sizes import SPACE

pytestmark = pytest.mark.browser

# Where everything of a stage stands: each numeral, mark and dot by its name, in per cent.
PLACES = """() => {
    const stage = document.querySelector('[data-stage]'), places = {};
    for (const [i, ruler] of stage.querySelectorAll('[data-ruler]').entries()) {
        for (const one of ruler.querySelectorAll('.nv-numeral'))
            places[`${i} numeral ${one.textContent}`] = parseFloat(one.getAttribute('x'));
        places[`${i} zero`] = parseFloat(ruler.querySelector('.nv-ruler-zero').getAttribute('x1'));
        const names = ruler.querySelector('[data-names]');
        names.querySelectorAll('line').forEach((line, k) => {
            places[`${i} bracket ${k}`] = parseFloat(line.getAttribute('x2'));
        });
        names.querySelectorAll('text').forEach((words, k) => {
            places[`${i} words ${k}`] = parseFloat(words.getAttribute('x'));
            places[`${i} says ${k}`] = parseFloat(words.lastChild.textContent);
        });
        const away = ruler.querySelector('.nv-ruler-away');
        for (const name of ['x1', 'x2', 'pathLength'])
            places[`${i} away ${name}`] = parseFloat(away.getAttribute(name));
        places[`${i} band`] = parseFloat(ruler.querySelector('.nv-ruler-band').getAttribute('x'));
    }
    places.plumb = parseFloat(stage.querySelector('.nv-plumb').getAttribute('x1'));
    places.name = parseFloat(stage.querySelector('text[data-key^="plumb"]').getAttribute('x'));
    places.reading = Number(stage.querySelector('[data-reads]').textContent.replace('\\u2212', '-'));
    return places;
}"""
PRESS = """to => {
    const slider = document.querySelector('[type=range]');
    slider.value = to;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
}"""
# Time stands still, but for the frames that are asked for.
CLOCK = """() => {
    window.now = performance.now();
    performance.now = () => window.now;
    window.waiting = [];
    window.requestAnimationFrame = draw => window.waiting.push(draw);
    window.cancelAnimationFrame = number => { window.waiting[number - 1] = () => {}; };
    window.frame = ms => { window.now += ms; window.waiting.splice(0).forEach(draw => draw(window.now)); };
}"""


@pytest.fixture
def still(offline, file_of):
    """``still(explorer, *names, begin)``: its file, in which time stands still but for the frames asked for.

    ``begin`` does something that the page needs its book for: from then on, all follows a hand at once.
    """

    def still(explorer, *names, begin):
        page = offline(file_of(explorer, *names).as_uri())
        page.emulate_media(reduced_motion="reduce")  # the first step is no motion
        begin(page)
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(CLOCK)
        page.evaluate("() => { window.now += 1000; }")
        return page

    return still


def choose(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(f'[data-stop][aria-pressed=true] >> text="{name}"')


COUNTED, MASKED, LAYER = "batch norm, pads counted", "batch norm without pads", "layer norm"


def one_more_pad(page):
    page.locator("[type=range]").first.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('[type=number]').value === '5'")


@pytest.fixture
def page(still):
    return still(nv.PaddingExplorer(one_column=True), "padding_length", "norm", begin=one_more_pad)


def test_a_frame_changes_only_what_is_another(page):
    page.evaluate(PRESS, 9)
    page.evaluate("() => frame(60)")
    same, other = page.evaluate(
        """() => {
            const ruler = document.querySelector('[data-ruler]'), seen = new MutationObserver(() => {});
            seen.observe(ruler, {subtree: true, childList: true, attributes: true, attributeOldValue: true});
            frame(8);
            const records = seen.takeRecords();
            const isSame = one => one.type === 'attributes'
                ? one.oldValue === one.target.getAttribute(one.attributeName)
                : [...one.addedNodes].some(node => node.nodeType === Node.ELEMENT_NODE);
            const same = records.filter(isSame);
            return [same.map(one => one.attributeName ?? one.type), records.length - same.length];
        }"""
    )
    assert same == []
    assert other > 5


def test_halfway_all_is_between_steps_have_equal_length_and_the_last_frame_is_pythons(page):
    before = page.evaluate(PLACES)
    page.evaluate(PRESS, 9)
    page.evaluate("() => frame(60)")
    between = page.evaluate(PLACES)
    page.evaluate("() => frame(173.99)")
    drawn = page.evaluate(PLACES)
    page.evaluate("() => frame(100)")
    after = page.evaluate(PLACES)
    assert drawn.keys() == after.keys()
    assert {name: x for name, x in drawn.items() if abs(x - after[name]) > 0.02} == {}
    moved = [name for name in after if name in before and abs(before[name] - after[name]) > 0.05]
    parts = ("zero", "band", "bracket 1", "words 0", "says 0", "says 1", "away x1", "away pathLength")
    assert {*(f"0 {part}" for part in parts), "reading"} <= set(moved)
    for name in moved:
        low, high = sorted((before[name], after[name]))
        assert low - 0.01 <= between[name] <= high + 0.01, name
        if high - low > 0.5:
            assert low + 0.01 < between[name] < high - 0.01, f"{name} has not moved, or is there already"
    reads_true(between)
    assert between["0 away pathLength"] == pytest.approx(between["reading"], abs=0.006), "the bar's parts"
    assert between["0 away x1"] == pytest.approx(between["0 zero"], abs=0.006)
    assert between["0 away x2"] == pytest.approx(between["plumb"], abs=0.006)
    steps = sorted(
        (int(name.split()[-1].replace("−", "-")), x) for name, x in between.items() if "numeral" in name
    )
    lengths = {round((x2 - x1) / (k2 - k1), 2) for (k1, x1), (k2, x2) in pairwise(steps)}
    assert max(lengths) - min(lengths) <= 0.011
    assert before["plumb"] == between["plumb"] == after["plumb"], "nobody touches the word"


def reads_true(places):
    """The label says what the plumb line strikes on the ruler."""
    step = places["0 numeral 1"] - places["0 numeral 0"]
    assert places["reading"] == pytest.approx((places["plumb"] - places["0 numeral 0"]) / step, abs=0.006)


# Where the line and the sentence are, in px from the picture's top, what it says, and how much of ruler 2 is seen.
BELOW = """() => {
    const y = name => document.querySelector(name).getBoundingClientRect().top;
    const second = document.querySelectorAll('[data-stage] .nv-ruler')[1], top = y('[data-stage]');
    return {line: y('.nv-axis') - top, lead: y('.nv-lead') - top, grip: y('.nv-grip') - y('.nv-picked'),
        away: document.querySelector('[data-away]').textContent,
        seen: second && Number(getComputedStyle(second).opacity)};
}"""


def test_another_norm_moves_all_that_belongs_together(page):
    """From one norm to the next the ruler glides; one that comes parts from it, and one that goes fades."""
    page.evaluate(PRESS, 6)
    page.evaluate("() => frame(500)")
    for norm in (MASKED, LAYER, MASKED, COUNTED):
        before, was = page.evaluate(PLACES), page.evaluate(BELOW)
        page.evaluate("() => { window.now += 1000; }")
        choose(page, norm)
        page.evaluate("() => frame(80)")
        between, here = page.evaluate(PLACES), page.evaluate(BELOW)
        page.evaluate("() => frame(400)")
        after, then = page.evaluate(PLACES), page.evaluate(BELOW)
        for name in ("0 zero", "0 says 0"):  # σ of the pool on its way may lie beyond both
            low, high = sorted((before[name], after[name]))
            assert low < between[name] < high, name
        reads_true(between)
        assert here["away"] == f"{between['reading']:.2f} σ above"
        assert then["away"] == f"{after['reading']:.2f} σ above"
        assert before["plumb"] == between["plumb"] == after["plumb"], "nobody touches the word"
        assert was["line"] == here["line"] == then["line"]
        assert min(was["lead"], then["lead"]) < here["lead"] < max(was["lead"], then["lead"])
        assert 0 <= here["seen"] < (was["seen"] or then["seen"])
        assert was["grip"] == pytest.approx(here["grip"], abs=0.1)


def test_a_picture_that_goes_while_its_ruler_moves_leaves_no_error_behind(page):
    page.evaluate(PRESS, 9)
    page.evaluate("() => frame(60)")
    box = page.get_by_role("spinbutton").first
    box.fill("2")
    box.press("Enter")
    page.locator(".nv-error").wait_for()
    page.evaluate("() => { frame(60); frame(400); }")
    assert page.trouble == []


TOPS = """() => [...document.querySelectorAll('.nv-bar [data-key]:not([data-key=reset])')]
    .map(one => Math.round(one.getBoundingClientRect().top + scrollY))"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [390, 1280])
def test_no_card_grows_while_pads_come_and_no_control_leaves_its_place(width, page):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    heights, tops = set(), set()
    for stop in (0, 1, 24):
        page.evaluate(PRESS, stop)
        heights.add(page.locator(".nv-moving").bounding_box()["height"])
    for norm in (MASKED, LAYER, COUNTED):
        choose(page, norm)
        tops.add(str(page.evaluate(TOPS)))
    assert len(heights) == len(tops) == 1


@pytest.mark.parametrize(("gamma", "beta"), [(0.1, 0.0), (-0.7, 0.3)])
def test_the_page_writes_the_second_numerals_as_python_does(empty_page, gamma, beta):
    explorer, page = nv.PaddingExplorer(), empty_page()
    page.set_content("<!doctype html><title>one ruler</title><body><div id=root></div>")
    page.evaluate(CLOCK)
    page.evaluate(
        f"() => {{ {front.module('keys.js', 'numbers.js', 'ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}"
    )
    for length in (6, 9):
        explorer.move(padding_length=length, gamma=gamma, beta=beta)
        page.evaluate("markup => { window.now += 1000; drawMarkup(root, markup); }", str(explorer.view.value))
    page.evaluate("() => frame(233.99)")
    drawn = page.evaluate(PLACES)
    page.evaluate("() => frame(100)")
    assert drawn.keys() == page.evaluate(PLACES).keys()
    assert page.locator(".nv-second").count() > 2


def test_the_page_writes_a_reading_and_marks_as_python_does(empty_page):
    page = empty_page()
    page.evaluate(
        f"() => {{ {front.module('numbers.js', 'ruler.js')}"
        "Object.assign(window, {counted, marksOf, readingOn}); }"
    )
    counts = "rms => counted({mean: 0, step: 4.314, gamma: 1, beta: 0, x: 7.5, rms})"
    said = [page.evaluate(counts, rms) for rms in (0, 1)]
    assert said == [f"(7.5{SPACE}−{SPACE}0.00) / 4.31", "7.5 / 4.31"]
    steps = [0.001, 0.7, 1, 5.9, 6, 7, 13.9, 14, 40]
    assert page.evaluate("steps => steps.map(marksOf)", steps) == [[*marks_of(step)] for step in steps]
    assert page.evaluate("() => readingOn({mean: 1, step: 2, gamma: 3, beta: 0.5, x: 4})") == 5
