"""Numbers are taken hold of, with the mouse, a finger or the keyboard; and what changes moves there."""

import re

import nbformat
import pytest

import normviz as nv
from tests.markup import number
from tests.support.open_chapter import ANSWERED

pytestmark = pytest.mark.browser

DOT = 'circle[data-key="x:1,0/dot"]'
FINGER = """([dot, to]) => {
    const {left, top, width, height} = dot.getBoundingClientRect();
    const at = {clientX: left + width / 2, clientY: top + height / 2, pointerType: 'touch', bubbles: true};
    const view = dot.closest('.nv-view');
    view.setPointerCapture = () => {};
    dot.dispatchEvent(new PointerEvent('pointerdown', {...at, cancelable: true}));
    for (const share of [.3, .7, 1])
        view.dispatchEvent(new PointerEvent('pointermove', {...at, clientX: at.clientX + share * to}));
    view.dispatchEvent(new PointerEvent('pointerup', at));
}"""
# Where a mark is drawn in each frame of half a second after a key.
PLACES = """async ([handle, mark]) => {
    const at = () => mark.getBoundingClientRect().left, places = [at()], start = performance.now();
    handle.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
    while (performance.now() - start < 700) {
        await new Promise(requestAnimationFrame);
        places.push(at());
    }
    return places;
}"""


@pytest.fixture
def held(bookmark, lab):
    """A batch norm explorer as it comes, in a notebook of its own."""
    path = lab.root / "held.ipynb"
    if not path.exists():
        cells = [nbformat.v4.new_code_cell("import normviz as nv\nnv.BatchNormExplorer(row=2)")]
        cells.append(nbformat.v4.new_code_cell("nv.PaddingExplorer()"))
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    chapter = bookmark.turn_to(path)
    chapter.show()
    (explorer,) = chapter.boxes("BatchNormExplorer")
    explorer.box.get_by_role("button", name="Reset").click()
    explorer.settle()
    yield explorer
    assert chapter.errors() == []


def shown(explorer):
    """The number that stands in the table where the second row's z1 was, and its output."""
    explorer.settle()
    cell = explorer.box.locator('td[data-key="x:1,0"]').inner_text()
    return number(cell), explorer.box.locator('td[data-key="y:1,0"]').inner_text()


def expected(value):
    return nv.batch_norm([[7.0], [value], [1.0], [7.0], [3.0]]).y[1, 0]


def is_normalized(explorer, at_least_from=2):
    value, output = shown(explorer)
    assert value != at_least_from
    assert abs(number(output) - expected(value)) < 5e-5 + 1e-9
    assert explorer.box.get_by_text("with your numbers").count()
    return value


def test_a_dot_is_dragged_and_everything_follows(held):
    assert shown(held) == (2, "−0.7906")
    dot = held.box.locator(DOT)
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    held.page.mouse.move(x, y)
    held.page.mouse.down()
    for step in range(1, 16):
        held.page.mouse.move(x + 6 * step, y)
    held.page.mouse.up()
    value = is_normalized(held)
    assert value > 2.5
    moved = held.box.locator(DOT).bounding_box()
    assert abs(moved["x"] + moved["width"] / 2 - (x + 90)) < 8  # rounded to numbers that people would type
    held.box.get_by_role("button", name="Reset").click()
    assert shown(held) == (2, "−0.7906")


def test_a_finger_drags_a_dot(held):
    held.page.evaluate(FINGER, [held.box.locator(DOT).element_handle(), 60])
    assert is_normalized(held) > 2


def test_a_number_is_typed_over_and_stepped_with_the_keyboard_alone(held):
    cell = held.box.locator('td[data-key="x:1,0"]')
    assert "Enter" in cell.get_attribute("aria-description")
    cell.focus()
    held.page.keyboard.press("Enter")
    held.page.keyboard.type("4,5")
    held.page.keyboard.press("Enter")
    assert is_normalized(held) == 4.5
    held.page.evaluate(ANSWERED)
    assert held.page.evaluate("() => document.activeElement.dataset.key") == "x:1,0"
    held.page.keyboard.press("Enter")
    held.page.keyboard.press("ArrowUp")
    assert is_normalized(held) == 4.6
    held.page.keyboard.press("Escape")


def test_what_is_no_number_is_answered_in_words_and_the_picture_stays(held):
    held.box.locator('td[data-key="x:1,0"]').dblclick()
    held.page.keyboard.type("two")
    held.page.keyboard.press("Enter")
    held.settle()
    assert re.search("expected a number, got str 'two'", held.error())
    held.box.get_by_role("button", name="Reset").click()
    assert shown(held) == (2, "−0.7906")


def test_a_mark_glides_from_its_old_place_to_the_new_one(held):
    (padding,) = held.chapter.boxes("PaddingExplorer")
    (_, handle) = padding.slider_handles()[0]
    handle.scroll_into_view_if_needed()
    handle.hover()
    padding.settle()
    held.page.wait_for_timeout(400)  # calm: who draws again at once is dragging
    mark = padding.box.locator('svg[data-key="μ x:*,0/line"]')
    places = held.page.evaluate(PLACES, [handle.element_handle(), mark.element_handle()])
    first, last = places[0], places[-1]
    assert first != last
    between = [at for at in places if min(first, last) + 0.5 < at < max(first, last) - 0.5]
    assert len(between) >= 2, places
    assert between == sorted(between, reverse=last < first)


def test_the_box_and_what_is_read_out_follow_a_picture_that_was_kept(held):
    (padding,) = held.chapter.boxes("PaddingExplorer")
    (_, handle) = padding.slider_handles()[0]
    padding.box.get_by_role("button", name="Reset").click()
    handle.hover()
    held.page.wait_for_timeout(500)  # approached: what comes next is in the page
    for length in range(5, 9):
        handle.press("ArrowRight")
        padding.settle()
        number = padding.box.locator(".nv-main input").first.input_value()
        assert (number, handle.get_attribute("aria-valuetext")) == (str(length), str(length))
