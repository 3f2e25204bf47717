"""docs/play.html, opened from disk as after a download: words balance on a plank, which becomes their ruler."""

import numpy as np
import pytest

import normviz as nv
from tests.browser.test_pages import serious_findings
from tests.support.chapters import ROOT

pytestmark = pytest.mark.browser
PLAY = (ROOT / "docs" / "play.html").as_uri()
REST = ".nv-balance[data-state=still]"
EXAMPLE = nv.examples.hi_nitish()
WORDS = {word: EXAMPLE.contextual[word][0] for word in ("Hi", "Nitish", "How", "are", "you", "today")}
RULER = """() => {
    const ruler = document.querySelector('[data-ruler]'), {mean, step, reading} = ruler.dataset;
    return {
        mean: Number(mean), step: Number(step), reading: Number(reading),
        zero: Number(ruler.querySelector('.zero').getAttribute('x')),
        numerals: [...ruler.querySelectorAll('.numeral')].map(
            one => [Number(one.textContent.replace('−', '-')), Number(one.getAttribute('x'))]),
        axis: document.querySelector('[data-axis]').dataset.axis.split(' ').map(Number),
        width: document.querySelector('svg').viewBox.baseVal.width,
        dots: [...document.querySelectorAll('circle[data-x]')].map(
            one => [Number(one.dataset.x), Number(one.getAttribute('cx'))]),
        pads: Number(document.querySelector('[data-count]')?.dataset.count ?? 0),
    };
}"""


def check(now, pads, mean, step):
    """All that the picture says is the ruler of this mean and step, and lies where it belongs."""
    at = lambda x: (x - now["axis"][0]) / (now["axis"][1] - now["axis"][0]) * now["width"]  # noqa: E731
    assert now["pads"] == pads
    assert sorted(x for x, _ in now["dots"]) == sorted(WORDS.values())
    np.testing.assert_allclose([place for _, place in now["dots"]], [at(x) for x, _ in now["dots"]])
    np.testing.assert_allclose([now["mean"], now["step"]], [mean, step])
    assert now["reading"] == pytest.approx((WORDS["How"] - mean) / step)
    np.testing.assert_allclose(
        [place for _, place in now["numerals"]], [at(mean + k * step) for k, _ in now["numerals"]]
    )
    assert now["zero"] == pytest.approx(at(mean))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_keys_balance_the_words_and_pads_move_a_number_that_nobody_touched(scheme, offline):
    page = offline("about:blank", color_scheme=scheme)
    page.emulate_media(reduced_motion="reduce")
    page.goto(PLAY)
    wedge = page.get_by_role("slider", name="Wedge")
    drop, lift = (page.get_by_role("button", name=name) for name in ("Drop a pad", "Lift the pads"))
    felt = page.locator(".felt")
    assert page.locator("[data-ruler]").count() == 0 and drop.count() == 0
    for _ in range(21):
        wedge.press("ArrowRight")
    page.wait_for_selector(REST)
    assert felt.inner_text() == "The plank tips to the right." and page.locator("[data-ruler]").count() == 0
    wedge.press("ArrowRight")
    for count, button, presses in [(0, drop, 0), (1, drop, 1), (11, drop, 10), (0, lift, 1)]:
        for _ in range(presses):
            button.press("Enter")
        page.wait_for_selector(REST)
        pool = np.array([*WORDS.values(), *[0] * count])
        check(page.evaluate(RULER), count, pool.mean(), pool.std())
        reading = f"{(WORDS['How'] - pool.mean()) / pool.std():.2f}"
        assert page.locator(".reading").text_content() == reading
        assert felt.inner_text().endswith(
            f"It balances at {pool.mean():.2f}. One step is {pool.std():.2f}. “How” is at {reading}."
        )
    page.get_by_role("slider", name="today").press("ArrowLeft")
    page.wait_for_selector(REST)
    assert f"balances at {sum(WORDS.values()) / 6 - 0.1 / 6:.2f}." in felt.inner_text()
    page.locator("[data-word='0']").drag_to(page.locator("[data-word='1']"), force=True)
    page.wait_for_selector(REST)
    assert page.evaluate(RULER)["mean"] < 5 and "The mean moves with it" in page.locator(".says").inner_text()
    wedge.press("PageDown")  # off balance, it is not said to balance
    assert page.locator(".says").inner_text().endswith("until the plank is level.")
    assert page.trouble == []
    assert serious_findings(page, {}) == []


@pytest.mark.exhaustive
def test_finger_balances_the_words_on_a_phone_and_nothing_is_cut(offline):
    page = offline("about:blank", width=390, height=844, has_touch=True)
    page.emulate_media(reduced_motion="reduce")
    page.goto(PLAY)
    page.wait_for_selector(REST)
    wedge = page.get_by_role("slider", name="Wedge")
    box, finger = wedge.bounding_box(), page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    now = page.locator("[data-axis]").evaluate(
        "one => [one.dataset.axis.split(' '), one.viewBox.baseVal.width]"
    )
    scale = now[1] / (float(now[0][1]) - float(now[0][0]))

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", {"x": x, "y": y})
    for away in np.linspace(0, 2.2, 5):
        touch("touchMove", {"x": x + scale * away, "y": y})
    touch("touchEnd")
    page.wait_for_selector(f"{REST}:has([data-ruler])")
    page.get_by_role("button", name="Drop a pad").click()  # a tap that takes long is none
    page.wait_for_selector(f"{REST}:has([data-count])")
    pool = np.array([*WORDS.values(), 0])
    check(page.evaluate(RULER), 1, pool.mean(), pool.std())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sides = page.locator(".nv-balance :is(button, .take):visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    )
    assert len(sides) == 4 and min(sides) >= 44
    assert page.trouble == []


def test_a_chapter_without_a_page_is_opened_by_the_command_that_its_link_shows(browser):
    page = browser.new_page()
    page.route("**/_pages/**", lambda asked: asked.abort())
    page.goto(PLAY)
    wedge = page.get_by_role("slider", name="Wedge")
    for _ in range(22):
        wedge.press("ArrowRight")
    for press in ("Drop a pad", "Lift the pads", "Next: the same ruler"):
        page.get_by_role("button", name=press).click()
    page.wait_for_selector("#how:focus")
    assert page.locator("pre").inner_text().endswith("jupyter lab notebooks/01_feature_normalization.ipynb")
    page.get_by_role("link", name="Why does padding spoil batch norm?").click()
    page.wait_for_function("document.querySelector('pre').textContent.includes('06_padding')")
    assert page.locator("pre").inner_text().endswith("jupyter lab notebooks/06_padding.ipynb")
    page.close()


def test_every_frame_on_the_way_is_the_ruler_of_the_numbers_that_it_says(browser):
    page = browser.new_page()
    page.clock.install(time=0)
    page.goto(PLAY)
    page.clock.pause_at(60_000)
    state = lambda: page.locator(".nv-balance").get_attribute("data-state")  # noqa: E731
    step = lambda ms: page.clock.run_for(ms) or state()  # noqa: E731
    while step(500) != "still":
        pass
    wedge = page.get_by_role("slider", name="Wedge")
    for _ in range(22):
        wedge.press("ArrowRight")
    while step(500) != "still":
        pass
    wedge.blur()
    for count, press in [(1, "Drop a pad"), (0, "Lift the pads")]:
        page.get_by_role("button", name=press).click()
        means = []
        while step(70) != "still":
            now = page.evaluate(RULER)
            check(now, now["pads"], now["mean"], now["step"])
            means.append(now["mean"])
        assert len({round(mean, 2) for mean in means}) > 10
        pool = np.array([*WORDS.values(), *[0] * count])
        check(page.evaluate(RULER), count, pool.mean(), pool.std())
    page.close()
