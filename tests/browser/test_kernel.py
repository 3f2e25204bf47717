"""What the page shows before the kernel has answered is right, whatever the network does."""

import pytest

import normviz as nv
from tests.support.moving_figure import UNFOLD

pytestmark = pytest.mark.browser

# From a stop that the page has not to one that it has and on to one that it has not, before anything is answered.
OVERTAKE = """async slider => {
    const view = slider.closest('.nv-page').querySelector('.nv-view > div'), start = Number(slider.value);
    const look = () => { if (view.textContent !== window.seen.at(-1)) window.seen.push(view.textContent); };
    window.seen = [view.textContent];
    window.held = [];
    new MutationObserver(look).observe(view, {subtree: true, childList: true, characterData: true});
    for (const stop of [0, start + 1, slider.max]) {
        slider.value = stop;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        await new Promise(requestAnimationFrame);
    }
    window.held.splice(0).forEach(go => go());
    window.held = null;
}"""


def test_an_answer_that_was_overtaken_brings_back_no_older_picture(bare):
    explorer = nv.ScalingExplorer()
    shown = bare(explorer)
    shown.page.emulate_media(reduced_motion="reduce")
    shown.settle()
    slider = shown.control("rate")
    slider.hover()
    shown.page.wait_for_function("() => window.taken")  # the next pages have come
    slider.evaluate(OVERTAKE)
    shown.settle()
    assert len(shown.page.evaluate("window.seen")) == 3, "the first, the one that was kept, the last"
    assert explorer.described("rate").stop_of(explorer.settings.rate) == int(slider.get_attribute("max"))


# A message that is not answered is sent again after 3 s and more: here sooner.
SOON = "() => { const slow = setTimeout; setTimeout = (does, ms, ...more) => slow(does, ms / 20, ...more); }"
PRESS = "slider => { slider.value++; slider.dispatchEvent(new Event('input', {bubbles: true})); }"


def test_a_message_that_was_lost_with_the_network_is_sent_again_and_heeded_once(bare):
    explorer = nv.LedgerExplorer()
    shown = bare(explorer)
    shown.settle()
    shown.page.evaluate(SOON)
    shown.page.evaluate("() => { window.lost = true; }")
    shown.control("claim").evaluate(PRESS)
    shown.page.wait_for_selector(".nv-waits")
    shown.page.evaluate("() => { window.lost = false; }")
    shown.settle()
    assert explorer.settings.claim == explorer.first.claim + 1


@pytest.mark.exhaustive
def test_a_page_that_anywidget_made_deaf_hears_by_the_layout(bare):
    explorer = nv.PaddingExplorer()
    shown = bare(explorer)
    shown.settle()
    shown.page.evaluate("() => { window.deaf = true; }")
    shown.control("padding_length").evaluate(PRESS)
    shown.page.wait_for_function("() => document.querySelector('[type=number]').value === '5'")
    shown.settle()
    assert explorer.settings.padding_length == 5


def test_what_is_being_typed_stays_when_the_answer_to_another_control_comes(bare):
    explorer = nv.RaceExplorer()
    shown = bare(explorer)
    shown.settle()
    shown.page.evaluate(UNFOLD)
    shown.page.evaluate("() => { window.held = []; }")
    shown.control("position", "select").select_option(index=1)
    step = shown.control("step", "[type=number]")
    step.fill("60")
    shown.let_go()
    shown.settle()
    assert explorer.settings.position == "post" and step.input_value() == "60"
    step.press("Enter")
    shown.settle()
    assert explorer.settings.step == 60


# What a notebook does with keys: JupyterLab on their way up, Notebook 7 on their way down.
SHORTCUTS = """() => {
    window.shortcuts = [];
    for (const down of [true, false]) document.addEventListener('keydown', event => {
        if (!event.target.hasAttribute('data-lm-suppress-shortcuts')) window.shortcuts.push(event.key);
    }, down);
}"""


@pytest.mark.exhaustive
def test_keys_on_a_control_stay_with_it_and_those_that_run_a_cell_do_not(bare):
    shown = bare(nv.PaddingExplorer())
    shown.page.evaluate(SHORTCUTS)
    slider = shown.control("padding_length")
    for key in ("ArrowRight", "ArrowDown", "b", "d", "Enter"):
        slider.press(key)
    assert shown.page.evaluate("window.shortcuts") == []
    for key in ("Shift+Enter", "Control+s", "Escape"):
        slider.press(key)
    assert {"Enter", "s", "Escape"} <= set(shown.page.evaluate("window.shortcuts"))
    slider.press("b")
    assert "b" not in shown.page.evaluate("window.shortcuts")
