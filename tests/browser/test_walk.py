"""From the followed cell the arrow keys follow its neighbours."""

import pytest

import normviz as nv
from normviz import front

pytestmark = pytest.mark.browser

PAGE = """<meta charset=utf-8><div id=root>{}</div><script>{}
const root = document.getElementById('root'), clicked = [];
root.addEventListener('click', event => clicked.push(cellAt(event.target)));
holdIn(root, {{follows: true}})</script>"""


@pytest.mark.parametrize(
    ("cell", "key", "next_cell"),
    [
        ((2, 1, 1), "ArrowRight", [1, 0, 1]),
        ((2, 1, 2), "ArrowLeft", [1, 0, 0]),
        ((2, 1, 2), "ArrowDown", [1, 1, 1]),
        ((2, 2, 2), "ArrowUp", [1, 0, 1]),
        ((1, 2, 3), "ArrowRight", [1, 1, 0]),  # the table beside it
        ((1, 1, 1), "ArrowLeft", None),  # the border of the block
        ((1, 1, 1), "ArrowUp", None),
    ],
)
def test_an_arrow_follows_the_cell_beside_the_followed_one(page, cell, key, next_cell):
    html = nv.AxesExplorer(cell=cell).to_html()
    page.set_content(PAGE.format(html, front.read("hold.js")))
    page.locator("td.nv-cell[tabindex='0']").first.focus()
    page.keyboard.press(key)
    assert page.evaluate("clicked") == [next_cell] * (next_cell is not None)


def test_a_screen_reader_leaves_the_arrow_keys_to_the_sheet_of_the_followed_tile(page):
    page.set_content(PAGE.format(nv.AxesExplorer(cell=(2, 1, 1)).to_html(), front.read("hold.js")))
    followed = page.get_by_role("grid", name="Normalized: sentence 2").locator("td[data-key]")
    assert [one.get_attribute("tabindex") for one in followed.all()] == ["0", *[None] * 11]


def test_the_focus_goes_on_with_the_followed_cell(page):
    first, second = (nv.AxesExplorer(cell=(2, 1, k)) for k in (1, 2))
    scripts = front.module("numbers.js", "ruler.js", "morph.js", "hold.js")
    page.set_content(PAGE.format("", scripts))
    for explorer in (first, second):
        page.evaluate("markup => drawMarkup(root, markup)", explorer.view.value)
        page.evaluate("new Promise(requestAnimationFrame)")
        if explorer is first:
            page.locator("td.nv-cell").first.focus()
    assert page.evaluate("document.activeElement.dataset.key") == "y:1,0,1"
    assert page.locator("td[tabindex]").count() == 1
    assert page.locator("td[aria-description]:not(.nv-cell)").count() == 0
