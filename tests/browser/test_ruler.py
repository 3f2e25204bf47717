"""A motion of the ruler: each frame is the ruler of interpolated numbers, and the last one is Python's."""

from itertools import pairwise

import pytest

import normviz as nv
from normviz import front
from normviz.drawing.numbers import SPACE, brief

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
# How much each dot of the pool is there, and the dots that leave it.
DOTS = """() => Object.fromEntries([...document.querySelectorAll('[data-stage] circle')].map(dot => [
    dot.dataset.key?.split('/')[0] ?? 'gone', Number(getComputedStyle(dot).opacity)]))"""
PRESS = """async to => {
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
def page(offline, file_of):
    page = offline(file_of(nv.PaddingExplorer(one_column=True), "padding_length", "norm").as_uri())
    page.emulate_media(
        reduced_motion="reduce"
    )  # the first step needs no motion, and nobody has to wait for its end
    page.locator("[type=range]").first.press("ArrowRight")  # the book has been read
    page.wait_for_function("() => document.querySelector('[type=number]').value === '5'")
    page.emulate_media(reduced_motion="no-preference")
    return page


def press(page, to):
    page.evaluate(PRESS, to)
    page.wait_for_timeout(30)


def test_a_frame_changes_only_what_is_another(page):
    page.evaluate(CLOCK)
    page.evaluate("() => { window.now += 1000; }")
    press(page, 9)
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


def test_halfway_everything_is_between_its_two_places_and_steps_have_equal_length(page):
    before = page.evaluate(PLACES)
    page.evaluate(CLOCK)
    page.evaluate("() => { window.now += 1000; }")
    press(page, 9)
    page.evaluate("() => frame(60)")
    between = page.evaluate(PLACES)
    page.evaluate("() => frame(400)")
    after = page.evaluate(PLACES)
    moved = [name for name in after if name in before and abs(before[name] - after[name]) > 0.05]
    assert {
        "0 zero",
        "0 band",
        "0 bracket 1",
        "0 words 0",
        "0 says 0",
        "0 says 1",
        "0 away x1",
        "0 away pathLength",
        "reading",
    } <= set(moved)
    for name in moved:
        low, high = sorted((before[name], after[name]))
        assert low - 0.01 <= between[name] <= high + 0.01, name
        if high - low > 0.5:
            assert low + 0.01 < between[name] < high - 0.01, f"{name} has not moved, or is there already"
    first, last = "0 numeral 0", max((n for n in between if n.startswith("0 numeral")), key=between.get)
    step = (between[last] - between[first]) / int(last.split()[-1])
    assert between["reading"] == pytest.approx((between["plumb"] - between[first]) / step, abs=0.006), (
        "label and plumb line"
    )
    assert between["0 away pathLength"] == pytest.approx(between["reading"], abs=0.006), "the bar's parts"
    assert (between["0 away x1"], between["0 away x2"]) == pytest.approx(
        (between["0 zero"], between["plumb"]), abs=0.006
    )
    steps = sorted(
        (int(name.split()[-1].replace("−", "-")), x) for name, x in between.items() if "numeral" in name
    )
    lengths = {round((x2 - x1) / (k2 - k1), 2) for (k1, x1), (k2, x2) in pairwise(steps)}
    assert max(lengths) - min(lengths) <= 0.011
    assert before["plumb"] == between["plumb"] == after["plumb"], "nobody touches the word"


@pytest.mark.exhaustive
def test_another_norm_moves_the_ruler_of_a_block(offline, file_of):
    page = offline(file_of(nv.AxesExplorer(norm="batch norm"), "norm").as_uri())
    page.get_by_role("button", name="batch norm", exact=True).click()  # the book has been read
    page.wait_for_timeout(600)
    before = page.evaluate(PLACES)
    page.evaluate(CLOCK)
    page.evaluate("() => { window.now += 1000; }")
    page.get_by_role("button", name="layer norm").click()
    page.wait_for_timeout(100)
    for ms in (60, 200):  # the slab needs 400
        page.evaluate("ms => frame(ms)", ms)
        between, dots = page.evaluate(PLACES), page.evaluate(DOTS)
        assert 0 < dots["x:1,0,1"] < 1 and dots["x:1,0,0"] == 1, (
            "the row's others join, the followed one stays"
        )
        assert 0 < dots["gone"] < 1
    page.evaluate("() => frame(200)")
    after, dots = page.evaluate(PLACES), page.evaluate(DOTS)
    assert dots == {f"x:1,0,{k}": 1 for k in range(3)}
    for name in ("0 zero", "0 words 0", "0 says 0", "reading"):
        low, high = sorted((before[name], after[name]))
        assert low < between[name] < high, name


@pytest.mark.exhaustive
def test_what_is_followed_in_another_row_is_read_on_each_ruler_on_the_way(offline, file_of):
    page = offline(file_of(nv.AxesExplorer(norm="layer norm"), "norm").as_uri())
    page.locator('td[data-key="x:1,0,1"]').click()  # the book has been read
    page.wait_for_selector('td.nv-cell[data-key="x:1,0,1"]')
    page.evaluate(CLOCK)
    page.evaluate("() => { window.now += 1000; }")
    page.locator('td[data-key="x:1,3,0"]').click()
    page.wait_for_selector('td.nv-cell[data-key="x:1,3,0"]')
    for ms in (60, 100, 100):
        page.evaluate("ms => frame(ms)", ms)
        at = page.evaluate(PLACES)
        step = at["0 numeral 1"] - at["0 numeral 0"]
        assert at["reading"] == pytest.approx((at["plumb"] - at["0 numeral 0"]) / step, abs=0.006)


MASKED, LAYER = "batch norm without pads", "layer norm"
# Where the line and the sentence are, in px from the picture's top, what it says, and how much of ruler 2 is seen.
BELOW = """() => {
    const y = name => document.querySelector(name).getBoundingClientRect().top;
    const second = document.querySelectorAll('[data-stage] .nv-ruler')[1], top = y('[data-stage]');
    return {line: y('.nv-axis') - top, lead: y('.nv-lead') - top, grip: y('.nv-grip') - y('.nv-picked'),
        away: document.querySelector('[data-away]').textContent,
        seen: second && Number(getComputedStyle(second).opacity)};
}"""


def test_another_norm_moves_all_that_belongs_together(offline, tmp_path):
    """From one norm to the next the ruler glides; one that comes parts from it, and one that goes fades."""
    explorer = nv.PaddingExplorer(one_column=True).only("norm")
    explorer.padding_length.value = 9
    explorer.save(tmp_path / "norms.html")
    page = offline((tmp_path / "norms.html").as_uri())
    choose = lambda name: page.get_by_role("button", name=name, exact=True).click()  # noqa: E731
    choose("batch norm, pads counted")  # the book has been read
    page.wait_for_timeout(600)
    page.evaluate(CLOCK)
    for norm in (MASKED, LAYER, MASKED, "batch norm, pads counted"):
        before, was = page.evaluate(PLACES), page.evaluate(BELOW)
        page.evaluate("() => { window.now += 1000; }")
        choose(norm)
        page.wait_for_timeout(100)
        page.evaluate("() => frame(80)")
        between, here = page.evaluate(PLACES), page.evaluate(BELOW)
        page.evaluate("() => frame(400)")
        after, then = page.evaluate(PLACES), page.evaluate(BELOW)
        for name in ("0 zero", "0 band", "0 bracket 1", "0 says 0", "0 says 1", "reading"):
            low, high = sorted((before[name], after[name]))
            assert low < between[name] < high, name
        step = between["0 numeral 1"] - between["0 numeral 0"]
        reads = (between["plumb"] - between["0 numeral 0"]) / step
        assert between["reading"] == pytest.approx(reads, abs=0.006), "label and plumb line"
        assert (
            here["away"] == f"{between['reading']:.2f} σ above"
            and then["away"] == f"{after['reading']:.2f} σ above"
        )
        assert before["plumb"] == between["plumb"] == after["plumb"], "nobody touches the word"
        assert was["line"] == here["line"] == then["line"]
        assert min(was["lead"], then["lead"]) < here["lead"] < max(was["lead"], then["lead"])
        assert 0 <= here["seen"] < (was["seen"] or then["seen"])
        assert was["grip"] == pytest.approx(here["grip"], abs=0.1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [390, 1280])
def test_no_card_grows_while_pads_come_and_no_control_leaves_its_place(width, offline, tmp_path):
    alike = ["How are you", "Hi Nitish today"]  # without a pad there is one ruler
    explorer = nv.PaddingExplorer(alike, one_column=True, norm=MASKED)
    explorer.only("padding_length", "norm").save(tmp_path / "card.html")
    page = offline((tmp_path / "card.html").as_uri(), width=width)
    page.emulate_media(reduced_motion="reduce")
    slider, heights, tops = page.locator("[type=range]"), set(), set()
    for stop in (0, 1, 24):
        slider.fill(str(stop))
        page.wait_for_function(f"() => document.querySelector('[type=number]').value === '{3 + stop}'")
        heights.add(page.locator(".nv-moving").bounding_box()["height"])
    for norm in page.locator(".nv-main [data-stop]").all():
        norm.click()
        page.wait_for_timeout(100)
        tops.add(
            page.evaluate(
                "() => document.querySelector('[type=range]').getBoundingClientRect().top + scrollY"
            )
        )
    assert len(heights) == len(tops) == 1


@pytest.mark.exhaustive
def test_what_chooses_a_norm_or_moves_beta_stays_under_the_pointer(offline, tmp_path):
    nv.PaddingExplorer().only("norm", "beta").save(tmp_path / "under.html")
    page = offline((tmp_path / "under.html").as_uri())
    page.emulate_media(reduced_motion="reduce")
    norm, beta = page.locator("[data-key=norm] select"), page.locator(".nv-bar [data-key=beta] [type=range]")

    def places():
        return [round(one.bounding_box()["y"], 1) for one in (norm, beta)]

    before = places()
    for index, rulers in enumerate((1, 2, 1, 1)):
        norm.select_option(index=index)
        page.wait_for_function(
            "([i, count]) => document.querySelector('[data-key=norm] select').selectedIndex === i"
            " && document.querySelectorAll('[data-ruler]').length === count",
            arg=[index, rulers],
        )
        assert places() == before
    below = page.locator(".nv-lead").bounding_box()["y"]
    beta.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.nv-second')")
    assert [*places(), page.locator(".nv-lead").bounding_box()["y"]] == [*before, below]


# Where the followed p stands on the activation's curve, and where its thread from the axis ends.
THREADS = """() => {
    const at = (mark, name) => mark[name].animVal.valueInSpecifiedUnits;
    const mark = document.querySelector('[data-key="activation.0.mark"]');
    const threads = [...document.querySelectorAll('[data-key$="/thread"]')];  // the followed one is the last
    return [[at(mark, 'cx'), at(mark, 'cy')], threads.map(one => ['x1', 'x2', 'y2'].map(name => at(one, name)))];
}"""
# As soon as something moves, the pictures' clocks stop 60 ms later than that.
STOPPED = """async to => {
    const drawn = new Promise(done => new MutationObserver((_, all) => { all.disconnect(); done(); })
        .observe(document.querySelector('.nv-view'), {subtree: true, attributes: true, childList: true}));
    const clocks = [...document.querySelectorAll('.nv-view svg')];
    await Promise.all([drawn, (%s)(to)]);
    for (const svg of clocks) { svg.pauseAnimations(); svg.setCurrentTime(svg.getCurrentTime() + .06); }
    return (%s)();
}"""


@pytest.mark.exhaustive
def test_halfway_the_thread_ends_at_its_dot(offline, tmp_path):
    nv.AffineExplorer().only("gamma").save(tmp_path / "threads.html")
    page = offline((tmp_path / "threads.html").as_uri())
    page.locator("[type=range]").first.press("ArrowRight")  # the book has been read
    page.wait_for_function("() => Number(document.querySelector('[type=number]').value) > 1")
    page.wait_for_timeout(600)
    (before, was), (between, ends) = page.evaluate(THREADS), page.evaluate(STOPPED % (PRESS, THREADS), 0)
    page.wait_for_function("() => !document.querySelector('animate')")
    after, goes = page.evaluate(THREADS)
    assert min(before[0], after[0]) < between[0] < max(before[0], after[0])
    assert ends[-1][1:] == pytest.approx(between, abs=0.5)
    assert len(ends) >= 5 and all(left == pytest.approx(right, abs=0.01) for left, right, _ in ends)
    moved = [here for a, here, b in zip(was, ends, goes, strict=True) if a != b]
    assert len(moved) >= 3 and not any(here in was or here in goes for here in moved)


def test_the_page_draws_the_ruler_where_python_does(page):
    """The last frame of a motion is Python's markup; the frame before it, drawn by the page, is no other."""
    page.evaluate(CLOCK)
    page.evaluate("() => { window.now += 1000; }")
    press(page, 14)
    page.evaluate("() => frame(233.99)")
    drawn = page.evaluate(PLACES)
    page.evaluate("() => frame(100)")
    python = page.evaluate(PLACES)
    assert drawn.keys() == python.keys()
    assert {name: x for name, x in drawn.items() if abs(x - python[name]) > 0.02} == {}


@pytest.mark.parametrize(("gamma", "beta"), [(0.1, 0.0), (-0.7, 0.3), (1.3, -0.1), (2.0, 0.0)])
def test_the_page_writes_the_second_numerals_as_python_does(offline, gamma, beta):
    explorer, markups = nv.PaddingExplorer(), []
    for length in (6, 9):
        explorer.move(padding_length=length, gamma=gamma, beta=beta)
        markups.append(str(explorer.view.value))
    page = offline("about:blank")
    page.set_content("<!doctype html><title>one ruler</title><body><div id=root></div>")
    page.evaluate(CLOCK)
    page.evaluate(
        f"() => {{ {front.module('keys.js', 'ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}"
    )
    for markup in markups:
        page.evaluate("markup => { window.now += 1000; drawMarkup(root, markup); }", markup)
    page.evaluate("() => frame(233.99)")
    drawn = page.evaluate(PLACES)
    page.evaluate("() => frame(100)")
    assert drawn.keys() == page.evaluate(PLACES).keys()
    assert page.locator(".nv-second").count() > 2


def test_the_page_writes_numbers_as_python_does(page):
    numbers = [
        0.0,
        3.9013,
        -0.25,
        0.1,
        0.0999,
        -0.0004873,
        3e-5,
        2.5e-7,
        -999.5,
        1234.5,
        54321.0,
        2.5e6,
        1e-12,
    ]
    page.evaluate(f"() => {{ {front.read('ruler.js')} window.brief = brief; window.counted = counted; }}")
    written = page.evaluate("numbers => numbers.map(number => brief(number, 1))", numbers)
    assert written == [brief(number, 1) for number in numbers]
    counts = "rms => counted({mean: 0, step: 4.314, gamma: 1, beta: 0, x: 7.5, rms})"
    assert [page.evaluate(counts, rms) for rms in (0, 1)] == [
        f"(7.5{SPACE}−{SPACE}0.00) / 4.31",
        "7.5 / 4.31",
    ]


# How far the numerals stand within the outline of their ruler, in px.
INSIDE = """() => [...document.querySelectorAll('[data-ruler]')].flatMap(ruler => {
    const {left, right} = ruler.querySelector('.nv-ruler-band').getBoundingClientRect();
    return [...ruler.querySelectorAll('.nv-numeral:not(.nv-second)')].map(one => one.getBoundingClientRect())
        .map(box => Math.min(box.left - left, right - box.right));
})"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [390, 1280])
def test_numerals_stand_within_the_outline_of_small_rulers(width, offline, tmp_path):
    nv.BatchNormExplorer().only("column").save(tmp_path / "small.html")
    page = offline((tmp_path / "small.html").as_uri(), width=width)
    page.add_style_tag(content=".nv-moving { max-width: 760px; }")
    inside = page.evaluate(INSIDE)
    assert len(inside) >= 15 and min(inside) > 2


@pytest.mark.exhaustive
def test_nothing_moves_where_less_motion_is_asked_for(page):
    page.emulate_media(reduced_motion="reduce")
    for change in (lambda: press(page, 9), lambda: page.get_by_role("button", name=LAYER).click()):
        change()
        first = page.evaluate(PLACES)
        page.wait_for_timeout(350)
        assert page.evaluate(PLACES) == first
