"""The block and its ruler: who shares a mean with the number that is shaken, and a ruler that is true on its way."""

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.drawing.theme import CSS
from tests.browser.test_ruler import CLOCK
from tests.sample import quickly

pytestmark = pytest.mark.browser

# Where the ruler's 0 and its step are drawn now, in the numbers of its line.
DRAWN = """() => {
    const [low, high] = document.querySelector('[data-axis]').dataset.axis.split(' ').map(Number);
    const at = one => low + parseFloat(one.getAttribute('x')) / 100 * (high - low);
    const all = [...document.querySelectorAll('[data-ruler] .nv-numeral')];
    const numerals = all.map(one => [Number(one.textContent.replace('−', '-')), at(one)]);
    const [[, zero], [k, other]] = numerals;
    return [zero, (other - zero) / k];
}"""


def weighed(share, pools, rms):
    """μ and the step of a pool whose numbers weigh 1 - share or share, where they are in one of two pools alone."""
    before, after = (np.asarray(pool) for pool in pools)
    kept = before & after
    weights = kept + (before & ~kept) * (1 - share) + (after & ~kept) * share
    x = nv.examples.hi_nitish().batch.values
    balance = np.average(x, weights=weights)
    mean = (1 - rms[0] * (1 - share) - rms[1] * share) * balance
    return mean, np.sqrt(np.average((x - balance) ** 2, weights=weights) + (balance - mean) ** 2)


@pytest.mark.parametrize(
    "norms",
    [
        ("batch norm", "layer norm"),
        pytest.param(("layer norm", "RMS norm"), marks=pytest.mark.exhaustive),
        pytest.param(("RMS norm", "batch norm without pads"), marks=pytest.mark.exhaustive),
    ],
)
def test_at_every_place_of_a_change_of_norm_the_ruler_is_that_of_a_weighted_pool(browser, norms):
    page = browser.new_page()
    page.clock.install(time=0)
    page.set_content(f"<style>{CSS}</style><div id=root></div>")
    page.clock.pause_at(10_000)
    page.evaluate(
        f"() => {{ {front.module('numbers.js', 'ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}"
    )
    explorers = [nv.AxesExplorer(norm=norm) for norm in norms]
    for explorer in explorers:
        page.evaluate("markup => drawMarkup(root, markup)", str(explorer.view.value))
        page.clock.run_for(1000 * (explorer is explorers[0]))
    pools, rms = [one.result.pool for one in explorers], [norm == "RMS norm" for norm in norms]
    shares = np.linspace(0, 1, 2001)
    true = np.array([weighed(share, pools, rms) for share in shares])
    found = []
    for _ in range(10):
        page.clock.run_for(35)
        away = np.abs(true - page.evaluate(DRAWN)).max(axis=1)
        assert away.min() < 0.01
        found.append(shares[away.argmin()])
    assert found == sorted(found) and found[0] < 0.5 < 0.99 < found[-1]
    page.close()


SHAKEN = """() => {
    const tiles = [...document.querySelectorAll('.nv-tiles td[data-key]')];
    const {mean, step} = document.querySelector('[data-ruler]').dataset;
    return {
        shown: tiles.map(one => Number(one.textContent.replace('−', '-'))),
        shiver: tiles.map(one => one.matches('.nv-shivers')),
        moved: tiles.map(one => parseFloat(one.style.translate.split(' ')[1] ?? 0)),
        x: Number(document.querySelector('.nv-picked').dataset.x), mean: Number(mean), step: Number(step),
        says: document.querySelector('.nv-shaker [role=status]').textContent,
    };
}"""
# A first frame of its swing, and one after all.
SHAKES, SHAKES_OUT = "() => frame(20)", "() => { frame(20); frame(3000); }"
NORMAL = {
    "batch norm": lambda x, _: nv.batch_norm(x),
    "batch norm without pads": lambda x, mask: nv.batch_norm(x, mask=mask),
    "layer norm": lambda x, _: nv.layer_norm(x),
    "instance norm": lambda x, _: nv.instance_norm(x),
    "group norm": lambda x, _: nv.group_norm(x, 1),
    "RMS norm": lambda x, _: nv.rms_norm(x),
}


@pytest.fixture
def shaken(file_of, offline):
    """``shaken(norm)``: the page of a saved file, whose time stands still, a tile pulled by a mouse, the explorer."""

    def shaken(norm):
        explorer = nv.AxesExplorer(norm=norm)
        page = offline(file_of(explorer, "norm").as_uri())
        page.evaluate(CLOCK)
        box = page.locator("td.nv-cell").bounding_box()
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        page.mouse.move(*at)
        page.mouse.down()
        page.mouse.move(at[0], at[1] - 20, steps=3)
        return page, explorer

    return shaken


@pytest.mark.parametrize("norm", quickly(NORMAL, "batch norm without pads"))
def test_whoever_shares_its_mean_moves_with_a_tile_that_is_pulled_and_each_number_is_true(norm, shaken):
    page, explorer = shaken(norm)
    before, now = explorer.result, page.evaluate(SHAKEN)
    x = before.batch.values.copy()
    assert now["x"] > x[before.cell] + 1
    x[before.cell] = now["x"]
    after = NORMAL[norm](x, before.batch.mask)
    np.testing.assert_allclose(now["shown"], after.x_hat.ravel(), atol=0.0051)
    assert now["shiver"] == [bool(one) for one in _others(before).ravel()]
    assert f"{before.count - 1} others shiver" in now["says"]
    mean, var = (np.broadcast_to(one, x.shape)[before.cell] for one in (after.mean, after.var))
    assert (now["mean"], now["step"]) == pytest.approx((mean, np.sqrt(var + after.eps)))
    page.mouse.up()
    page.evaluate(SHAKES_OUT)
    rest = page.evaluate(SHAKEN)
    np.testing.assert_allclose(rest["shown"], before.normalized.x_hat.ravel(), atol=0.0051)
    assert not any(rest["moved"]) and rest["x"] == before.batch.values[before.cell]
    assert page.trouble == []


def _others(result):
    others = result.pool.copy()
    others[result.cell] = False
    return others


def test_in_evaluation_and_outside_every_pool_nobody_else_moves(offline, file_of):
    page = offline(file_of(nv.AxesExplorer(norm="batch norm without pads"), "norm").as_uri(), width=390)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(CLOCK)
    first = page.evaluate(SHAKEN)
    page.locator("td.nv-cell").press(" ")
    page.evaluate(SHAKES)
    assert page.locator(".nv-shivers").count() == 5
    page.evaluate(SHAKES_OUT)
    page.get_by_label("evaluation").check()
    page.evaluate(SHAKES)
    now = page.evaluate(SHAKEN)
    assert min(now["moved"]) < 0
    assert "nobody else shivers" in now["says"] and not any(now["shiver"])
    assert sum(a != b for a, b in zip(first["shown"], now["shown"], strict=True)) == 1
    assert (now["mean"], now["step"]) == (first["mean"], first["step"])
    page.evaluate(SHAKES_OUT)
    assert page.locator(".nv-shaking").count() == 0
    page.locator('.nv-pad td[data-key="y:0,2,0"]').click()
    page.locator('td.nv-cell[data-key="y:0,2,0"]').wait_for()
    page.get_by_role("button", name="Shake", exact=True).click()
    assert "a pad is in no pool" in page.evaluate(
        "document.querySelector('.nv-shaker [role=status]').textContent"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.trouble == []


def test_tiles_are_tapped_before_the_shake_says_how_many_of_them_shiver(file_of, offline):
    page = offline(file_of(nv.AxesExplorer(), "norm").as_uri())
    says, asks = page.locator(".nv-shaker [role=status]"), page.get_by_role("button", name="Guess")
    asks.click()
    followed = page.locator(".nv-tiles td.nv-cell")
    before = followed.get_attribute("data-key")
    for key in ("y:0,0,0", "y:1,1,0", "y:1,1,1"):
        page.locator(f'.nv-tiles td[data-key="{key}"]').click()
    followed.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert says.inner_text() == "4 tapped. Then Shake."
    assert followed.get_attribute("data-key") == before
    page.get_by_role("button", name="Shake", exact=True).click()
    assert "You tapped 3 of these 7, and 1 that stands still." in says.inner_text()
    assert asks.get_attribute("aria-pressed") == "false"
