"""Small moves of a hand: in a number box, on three controls at once."""

import pytest

import normviz as nv

pytestmark = pytest.mark.browser


def test_a_number_box_goes_by_arrows_within_its_stops_and_keeps_its_number_where_it_is_emptied(bare):
    explorer = nv.PaddingExplorer()
    shown = bare(explorer)
    shown.settle()
    box = shown.control("padding_length", "[type=number]")
    for key, length in (("ArrowUp", 5), ("ArrowUp", 6), ("ArrowDown", 5)):
        box.press(key)
        shown.settle()
        assert explorer.settings.padding_length == length
    for typed, key, length in (("28", "ArrowUp", 28), ("", "Tab", 28)):
        box.fill(typed)
        box.press("Enter")
        shown.settle()
        box.press(key)
        shown.settle()
        assert (explorer.settings.padding_length, box.input_value()) == (length, str(length))


THREE = """() => {
    const change = (name, kind, what) => {
        const one = document.querySelector(`.nv-bar [data-key="${name}"] ${kind}`);
        Object.assign(one, what);
        one.dispatchEvent(new Event(kind === 'select' ? 'change' : 'input', {bubbles: true}));
    };
    change('step', '[type=range]', {value: 5});
    change('measure', 'select', {selectedIndex: 1});
    change('position', 'select', {selectedIndex: 1});
}"""


def test_three_controls_that_are_moved_before_the_kernel_answers_are_all_heard(bare):
    explorer = nv.RaceExplorer()  # drawn by the kernel
    shown = bare(explorer)
    shown.settle()
    shown.page.evaluate(THREE)
    shown.settle()
    moved = explorer.settings.step, explorer.settings.measure, explorer.settings.position
    assert moved == (explorer.step.values()[5], explorer.measure.values()[1], "post")
