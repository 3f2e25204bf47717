"""The hand: what the page computes by itself is Python's, and follows in the same frame."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup

import normviz as nv
from normviz import front
from normviz.drawing.marks import reach_of_words
from normviz.drawing.numbers import plain
from normviz.drawing.scale import Scale
from tests.markup import number
from tests.sample import quickly

pytestmark = pytest.mark.browser

COMPARE = """pools => JSON.stringify(JSON.parse(pools).map(({x, ...how}) => {
    const {mean, variance, xHat, y} = normalized(x, how);
    return [mean, variance, ...xHat, ...y];
}))"""


def pools(many):
    """Pools of every kind: of one number, of equal ones, far from 0 and close together, huge and tiny."""
    at_random = np.random.default_rng(39)
    for k in range(many):
        n = int(at_random.integers(1, 40))
        centre, size = [
            (0, 1),
            (5, 3),
            (1e6, 1e-2),
            (-1e6, 1e-2),
            (0, 1e140),
            (0, 1e-140),
            (3e-9, 1e-9),
            (1e12, 1e3),
        ][k % 8]
        x = centre + size * at_random.normal(size=n)
        if k % 5 == 0:
            x[:] = x[0]
        elif k % 5 == 1:
            x = np.round(x, 1)
        correction = int(k % 7 == 0 and n > 1)
        gamma, beta = at_random.normal(size=2) * 3
        yield {
            "x": x,
            "eps": 10.0 ** -at_random.integers(0, 13),
            "gamma": gamma,
            "beta": beta,
            "correction": correction,
        }


@pytest.mark.filterwarnings("ignore::normviz.norms.LostDigits")
@pytest.mark.parametrize("many", [1000, pytest.param(10_000, marks=pytest.mark.exhaustive)])
def test_thousands_of_pools_come_out_as_pythons(page, many):
    given = list(pools(many))
    plain = [{name: np.asarray(one).tolist() for name, one in pool.items()} for pool in given]
    page.evaluate(f"() => {{ {front.read('norm.js')} window.normalized = normalized; }}")
    found = json.loads(page.evaluate(COMPARE, json.dumps(plain)))
    for pool, (mean, variance, *outcomes) in zip(given, found, strict=True):
        x = pool.pop("x")
        made = nv.normalize(x, 0, **pool)
        python = np.array([made.x_hat, made.y])
        size = np.maximum(1, np.abs(python).max(axis=1, keepdims=True))
        # Compared at once: `approx` takes a second for a thousand of them.
        assert abs(mean - made.mean.item()) <= 1e-12 * np.abs(x).max(), pool
        assert abs(variance - made.var.item()) <= 1e-12 * made.var.item(), pool
        assert (np.abs(np.reshape(outcomes, python.shape) - python) <= 1e-12 * size).all(), pool


# What a stage says of itself, by ruler, and what its readings are.
TOLD = """() => [...document.querySelector('[data-hand]').querySelectorAll('[data-ruler]')].map(({dataset}, i) => ({
    mean: Number(dataset.mean), step: Number(dataset.step), reach: dataset.reach, reading: Number(dataset.reading),
    read: document.querySelectorAll('[data-reads]')[i].textContent,
    zero: parseFloat(document.querySelectorAll('.nv-ruler-zero')[i].getAttribute('x1')),
    away: Number(document.querySelectorAll('.nv-ruler-away')[i].getAttribute('pathLength')),
}))"""
# Drag the followed dot by so many pixels, and look at once: no frame comes between.
AT_ONCE = f"""by => {{
    const grip = document.querySelector('.nv-grip'), page = grip.closest('.nv-page');
    const {{left, top, width}} = grip.getBoundingClientRect();
    const at = {{clientX: left + width / 2, clientY: top + width / 2, bubbles: true, pointerId: 7}};
    page.setPointerCapture = () => {{}};
    grip.dispatchEvent(new PointerEvent('pointerdown', {{...at, cancelable: true}}));
    const told = [.4, .7, 1].map(share => {{
        page.dispatchEvent(new PointerEvent('pointermove', {{...at, clientX: at.clientX + share * by}}));
        return ({TOLD})();
    }});
    page.dispatchEvent(new PointerEvent('pointerup', at));
    return told;
}}"""
NUMBER = "() => Number(document.querySelector('[data-hand] .nv-picked').dataset.x)"
HANDS = {
    "padding": nv.PaddingExplorer,
    "padding, masked": lambda: nv.PaddingExplorer(norm="batch norm without pads"),
    "padding, filled": lambda: nv.PaddingExplorer(norm="batch norm, pads filled with the mean"),
    "padding, by row": lambda: nv.PaddingExplorer(norm="layer norm"),
    "padding, many": lambda: nv.PaddingExplorer(example="32 sentences, one of 100 words"),
    "batch norm": nv.BatchNormExplorer,
    "epsilon": nv.EpsilonExplorer,
    "affine": nv.AffineExplorer,
    "axes": nv.AxesExplorer,
    "axes, by row": lambda: nv.AxesExplorer(norm="layer norm"),
}


@pytest.fixture
def saved(offline, file_of):
    """``saved(explorer)`` is its file, opened."""

    def saved(explorer, *only, **settings):
        page = offline(file_of(explorer, *only or list(explorer.controls)[:1]).as_uri(), **settings)
        page.wait_for_selector(".nv-takes")
        return page

    return saved


def told_by_python(explorer, page):
    """What Python's own stage says, once it holds the page's numbers; the page's own for what it has not drawn."""
    key, x = page.evaluate("() => [document.querySelector('.nv-picked').dataset.key, " + f"({NUMBER})()]")
    cell = key.split(":")[1].split("/")[0].split(",")
    explorer.take_message({"cell": list(map(int, cell)), "put": x})
    assert explorer.error is None
    stage = BeautifulSoup(str(explorer.view.value), "html.parser").select_one("[data-hand]")
    return [
        {
            "mean": float(one["data-mean"]),
            "step": float(one["data-step"]),
            "reach": one["data-reach"],
            "reading": float(one["data-reading"]),
            "read": stage.select("[data-reads]")[i].get_text(),
            "away": float(one.select_one(".nv-ruler-away")["pathlength"]),
        }
        for i, one in enumerate(stage.select("[data-ruler]"))
    ]


def same(found, python, many=False):
    for one, other in zip(found, python, strict=True):
        for name in ("mean", "step", "reading"):
            assert one[name] == pytest.approx(other[name], rel=1e-9, abs=1e-12), name
        assert one["away"] == pytest.approx(other["away"], abs=1e-3)
        assert one["read"] == other["read"]
        assert one["reach"] == other["reach"] or many


@pytest.mark.parametrize("hand", quickly(HANDS, "padding, filled", "affine"))
def test_a_drag_on_a_saved_page_moves_the_ruler_in_the_same_frame_to_where_python_has_it(hand, saved):
    explorer = HANDS[hand]()
    page = saved(explorer)
    first, x = page.evaluate(TOLD), page.evaluate(NUMBER)
    seen = page.evaluate(AT_ONCE, 60)
    assert page.evaluate(NUMBER) > x
    assert len({str([one["reading"] for one in told]) for told in (first, *seen)}) == 4, "each move is seen"
    assert seen[-1][0]["mean"] > first[0]["mean"]
    titled = "one => one.querySelector('title').textContent === one.ariaLabel"
    assert page.locator("[data-hand] [data-axis]").first.evaluate(titled)
    same(seen[-1], told_by_python(explorer, page), many="many" in hand)
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Reset").click()
    assert page.evaluate(TOLD) == first
    assert page.trouble == []


@pytest.mark.parametrize("hand", quickly(HANDS, "affine"))
def test_arrow_keys_move_the_followed_dot_of_a_saved_page(hand, saved):
    explorer = HANDS[hand]()
    page = saved(explorer)
    grip = page.locator(".nv-grip").first
    grip.focus()
    x, said = page.evaluate(NUMBER), grip.get_attribute("aria-valuetext")
    for _ in range(3):
        grip.press("ArrowRight")
    assert page.evaluate(NUMBER) > x
    assert grip.get_attribute("aria-valuetext") != said
    spoken = page.locator(".nv-spoken[aria-busy=false]").inner_text()
    same(page.evaluate(TOLD), told_by_python(explorer, page), many="many" in hand)
    assert spoken == explorer.view.sentence
    grip.press("ArrowLeft")
    assert grip.evaluate("grip => grip === document.activeElement")


# The line that a hand is on: its ends on the screen, what it shows, the followed number and the ruler on it.
FRAME = f"""() => {{
    const chart = document.querySelector('[data-hand] [data-axis]');
    const [low, high] = chart.dataset.axis.split(' ').map(Number);
    const middle = ({{left, right}}) => (left + right) / 2, place = (one, name) => parseFloat(one.getAttribute(name));
    const {{left, right}} = chart.getBoundingClientRect(), band = chart.querySelector('.nv-ruler-band');
    const ticks = [...chart.querySelectorAll('[data-near]')].map(one => [one.textContent, place(one, 'x')]);
    window.held ??= chart.querySelector('.nv-picked').dataset.key;
    const dot = chart.querySelector(`[data-key="${{window.held}}"]`), x = Number(dot.dataset.x);
    return {{...({TOLD})()[0], low, high, left, right, ticks, x, dot: middle(dot.getBoundingClientRect()),
        from: place(band, 'x'), to: place(band, 'x') + place(band, 'width')}};
}}"""


def ticks_of(frame):
    """The numbers of the axis as Python writes them, and where they stand."""
    scale = Scale(frame["low"], frame["high"])
    ticks = [(plain(tick), scale.at(tick)) for tick in scale.ticks(8)]
    near = [(text, at, round(reach_of_words(50, text)[1], 2)) for text, at in ticks]
    return [(text, at) for text, at, room in near if room < at + 0.5 and at - 0.5 < 100 - room]


@pytest.mark.parametrize("hand", quickly(HANDS, "batch norm"))
def test_a_dot_stays_under_the_pointer_and_its_line_stands_still_until_the_hand_lets_go(hand, saved):
    page = saved(HANDS[hand]())
    first, box = page.evaluate(FRAME), page.locator(".nv-grip").first.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(first["dot"], y)
    page.mouse.down()
    for share in (0.9, 0.4, 0.05, 0.7):
        x = first["left"] + share * (first["right"] - first["left"])
        page.mouse.move(x, y, steps=3)
        frame = page.evaluate(FRAME)
        assert frame["dot"] == pytest.approx(x, abs=2)
        assert [frame["low"], frame["high"]] == [first["low"], first["high"]]
    page.mouse.move(first["right"] + 30, y)
    frame = page.evaluate(FRAME)
    low, high = frame["low"], frame["high"]
    assert low == first["low"] and high == frame["x"] > first["high"]
    assert frame["dot"] == pytest.approx(first["right"], abs=2)
    assert frame["zero"] == pytest.approx(100 * (frame["mean"] - low) / (high - low), abs=1e-3)
    drawn = ticks_of(frame)
    assert [text for text, _ in frame["ticks"]] == [text for text, _ in drawn]
    assert [at for _, at in frame["ticks"]] == pytest.approx([at for _, at in drawn], abs=0.01)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('[data-moves]')")
    frame = page.evaluate(FRAME)
    assert frame["x"] == high and frame["from"] >= 0 and frame["to"] <= 100.001
    assert page.trouble == []


def test_a_ruler_that_is_laid_says_how_far_it_was_off_and_goes_with_the_change_after(saved):
    page = saved(nv.PaddingExplorer(), "padding_length")
    own = page.locator("[data-hand] [data-ruler]").first
    mean, step = (float(own.get_attribute(f"data-{name}")) for name in ("mean", "step"))
    handle, says = page.get_by_role("slider", name="Lay your guess"), page.locator(".nv-says")
    box = handle.bounding_box()
    x, y = box["x"] + 22, box["y"] + 22
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y, steps=4)
    page.mouse.up()
    said = says.inner_text()
    assert said.startswith("your guess: 0 at ") and said.endswith(f", step {step:.2f}. Now change something.")
    guess = number(said.split(",")[0].split()[-1])
    assert guess < mean
    handle.press("ArrowUp")
    assert says.inner_text() != said and handle.get_attribute("aria-valuetext") == says.inner_text()
    handle.press("ArrowDown")
    slider = page.locator("[type=range]")
    slider.press("ArrowRight")
    page.wait_for_function("() => !document.querySelector('[data-moves]')")
    now = float(own.get_attribute("data-mean"))
    assert now != mean
    off = number(says.inner_text().split(",")[0].removeprefix("0 off by "))
    assert off == pytest.approx(abs(guess - now), abs=0.011)
    assert page.locator(".nv-laid").count() == 1
    page.wait_for_function("() => document.querySelector('.nv-says').dataset.over")
    slider.press("ArrowRight")
    assert page.locator(".nv-laid").count() == says.count() == 0
    handle.press("ArrowRight")
    handle.press("Escape")
    assert page.locator(".nv-laid").count() == 0
    assert page.trouble == []


def test_the_pile_of_pads_is_pulled_by_mouse_and_keyboard(saved):
    page = saved(nv.PaddingExplorer(), "padding_length")
    pile = page.get_by_role("slider", name="The pile of pads")
    box = pile.bounding_box()
    x, y = box["x"] + 22, box["y"] + 22
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 45, steps=5)
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('[type=number]').value === '8'")
    assert pile.get_attribute("aria-valuetext") == "10 pads"
    pile.press("ArrowDown")
    page.wait_for_function("() => document.querySelector('[type=number]').value === '7'")
    # A motion that ends puts other elements in the place of these: whoever asks for one first, asks an old one.
    page.wait_for_function(
        "() => !document.querySelector('[data-moves]') && document.activeElement.matches('.nv-pull')"
    )


@pytest.mark.exhaustive
def test_a_real_finger_drags_on_until_it_leaves(saved):
    page = saved(nv.BatchNormExplorer(), "gamma", width=390, has_touch=True)
    box = page.locator(".nv-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 22
    finger, seen = page.context.new_cdp_session(page), [page.evaluate(NUMBER)]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for by in (20, 40, 60):
        touch = {"type": "touchMove", "touchPoints": [{"x": x - by, "y": y + by / 9}]}
        finger.send("Input.dispatchTouchEvent", touch)
        page.wait_for_function(f"last => ({NUMBER})() !== last", arg=seen[-1])
        seen.append(page.evaluate(NUMBER))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("() => scrollY") == 0
