"""The block and its ruler: who shares a mean with the number that is shaken, and a ruler that is true on its way."""

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.drawing.theme import CSS

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
    [("batch norm", "layer norm"), ("layer norm", "RMS norm"), ("RMS norm", "batch norm without pads")],
)
def test_at_every_place_of_a_change_of_norm_the_ruler_is_that_of_a_weighted_pool(browser, norms):
    page = browser.new_page()
    page.clock.install(time=0)
    page.set_content(f"<style>{CSS}</style><div id=root></div>")
    page.clock.pause_at(10_000)
    page.evaluate(f"() => {{ {front.module('ruler.js', 'morph.js')} window.drawMarkup = drawMarkup; }}")
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
