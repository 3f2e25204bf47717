"""Numbers are taken hold of, with the mouse, a finger or the keyboard."""

import pytest

import normviz as nv
from tests.markup import number

pytestmark = pytest.mark.browser

DOT = 'circle[data-key="x:1,0/dot"]'


@pytest.fixture
def held(bare):
    """A batch norm explorer in a page of its own, with its table unfolded."""
    held = bare(nv.BatchNormExplorer(row=2))
    held.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    return held


def shown(explorer):
    """The number that stands in the table where the second row's z1 was, and its output."""
    explorer.settle()
    cell = explorer.page.locator('td[data-key="x:1,0"]').text_content()
    return number(cell), explorer.page.locator('td[data-key="y:1,0"]').text_content()


def expected(value):
    return nv.batch_norm([[7.0], [value], [1.0], [7.0], [3.0]]).y[1, 0]


def is_normalized(explorer, at_least_from=2):
    value, output = shown(explorer)
    assert value != at_least_from
    assert abs(number(output) - expected(value)) < 5e-5 + 1e-9
    assert explorer.page.get_by_text("with your numbers").count()
    return value


def test_a_dot_is_dragged_and_everything_follows(held):
    assert shown(held) == (2, "−0.7906")
    dot = held.page.locator(DOT)
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    held.page.mouse.move(x, y)
    held.page.mouse.down()
    for step in range(1, 16):
        held.page.mouse.move(x + 6 * step, y)
    held.settle()
    held.page.mouse.up()
    assert is_normalized(held) > 2.5
    held.page.get_by_role("button", name="Reset").click()
    assert shown(held) == (2, "−0.7906")
