"""What a page tells the kernel while a number is held: in a plain page, with a kernel that answers when told."""

import numpy as np
import pytest

import normviz as nv
from normviz import front

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset=utf-8><style>{style}</style>
<div class="nv-live" style="width:640px;zoom:{zoom}"><div class="nv-view" id="root">{picture}</div></div><script>
{script}
const sent = [], heard = {{}}, root = document.getElementById('root');
const model = {{
    get: () => 'x',
    on: (names, told) => names.split(' ').forEach(name => (heard[name] ??= []).push(told)),
    send: message => sent.push(message.put ?? message.start),
}};
root.setPointerCapture = () => {{}};
takeHold(root, model, new AbortController().signal);
const answer = async () => {{
    for (const name of ['change:state', 'change:value']) heard[name]?.forEach(told => told());
    await null;
}};
const dot = root.querySelector('{dot}'), place = dot.getBoundingClientRect();
const point = (kind, by = 0, pointerId = 1, up = 0) => {{
    const clientX = place.x + place.width / 2 + by, clientY = place.y + place.height / 2 - up;
    const event = new PointerEvent(kind, {{pointerId, clientX, clientY, bubbles: true, cancelable: true}});
    (kind === 'pointerdown' ? dot : root).dispatchEvent(event);
}};
</script>"""


@pytest.fixture
def held(page):
    """``held(explorer, dot, zoom)`` is a page with its picture, where ``dot`` can be taken hold of."""
    page.set_default_timeout(3000)

    def show(explorer, dot='circle[data-key="x:1,0/dot"]', zoom=1):
        script = front.module("hold.js", "walk.js")
        page.set_content(
            PAGE.format(style=front.style(), picture=explorer.to_html(), zoom=zoom, script=script, dot=dot)
        )
        return page

    return show


def test_one_number_is_under_way_at_a_time_and_the_newest_goes_next(held):
    page = held(nv.BatchNormExplorer(row=2))
    counts = page.evaluate("""async () => {
        const counts = [];
        point('pointerdown');
        for (let by = 1; by < 90; by++) {
            point('pointermove', by);
            if (by % 10 === 0) { counts.push(sent.length); await answer(); }
        }
        return counts;
    }""")
    assert counts == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_number_that_is_brought_back_stays_back(held):
    page = held(nv.BatchNormExplorer(row=2))
    sent = page.evaluate("""async () => {
        point('pointerdown');
        for (const by of [20, 60, 20]) point('pointermove', by);
        await answer();
        return sent;
    }""")
    assert len(sent) == 1


def test_a_second_finger_moves_nothing_and_ends_nothing(held):
    page = held(nv.BatchNormExplorer(row=2))
    counts = page.evaluate("""async () => {
        point('pointerdown');
        point('pointermove', 80, 2);
        point('pointerup', 80, 2);
        const before = sent.length;
        point('pointermove', 20);
        point('pointercancel');
        await answer();
        point('pointermove', 40);
        return [before, sent.length];
    }""")
    assert counts == [0, 1]


@pytest.mark.parametrize(("keys", "sent"), [("1e999", "1e999"), ("−2,5", -2.5), ("", "")])
def test_what_is_typed_arrives(held, keys, sent):
    page = held(nv.BatchNormExplorer(row=2))
    page.locator('td[data-key="x:1,0"]').dblclick()
    page.locator(".nv-typed").fill(keys)
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == [sent]


def test_a_step_keeps_the_decimals_of_a_number_with_a_comma(held):
    page = held(nv.BatchNormExplorer(row=2))
    page.locator('td[data-key="x:1,0"]').dblclick()
    page.locator(".nv-typed").fill("4,5")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("sent") == [4.6]


@pytest.mark.parametrize("zoom", [1, 2.5])
@pytest.mark.parametrize("inside", [False, True], ids=["strip", "strip inside a chart"])
def test_a_dot_stays_under_the_pointer_on_a_wall_too(held, inside, zoom):
    explorer = nv.AffineExplorer() if inside else nv.BatchNormExplorer(row=2)
    page = held(explorer, "svg svg[data-axis] circle" if inside else 'circle[data-key="x:1,0/dot"]', zoom)
    away = page.evaluate(
        """zoom => {
        point('pointerdown');
        point('pointermove', 30 * zoom);
        const now = dot.getBoundingClientRect();
        return (now.x - place.x) / zoom - 30;
    }""",
        zoom,
    )
    assert abs(away) < 1.5


@pytest.mark.parametrize("zoom", [1, 2.5])
def test_the_box_lies_on_its_cell_on_a_wall_too(held, zoom):
    page = held(nv.BatchNormExplorer(row=2), zoom=zoom)
    cell = page.locator('td[data-key="x:1,0"]')
    cell.dblclick()
    there, box = cell.bounding_box(), page.locator(".nv-typed").bounding_box()
    assert abs(box["x"] - there["x"]) < 2 and abs(box["y"] - there["y"]) < 2


@pytest.mark.parametrize(
    ("explorer", "key", "number"), [(nv.BatchNormExplorer, "x:1,0", 2), (nv.AffineExplorer, "x:1", 2)]
)
def test_a_number_that_is_shown_already_is_not_sent(held, explorer, key, number):
    page = held(explorer(), f'circle[data-key="{key}/dot"]')
    sent = page.evaluate("""() => {
        point('pointerdown');
        for (const by of [0, 0, -30]) point('pointermove', by);
        return sent;
    }""")
    assert len(sent) == 1 and sent[0] < number


START = ".nv-take"
WINDOW = "dot.parentElement.dataset.map.split(' ').map(Number)"


@pytest.mark.parametrize("zoom", [1, 2.5])
def test_the_start_of_a_walk_goes_where_the_pointer_goes(held, zoom):
    page = held(nv.AffineLearningExplorer(), START, zoom)
    sent, away, per_pixel = page.evaluate(
        f"""zoom => {{
        point('pointerdown');
        point('pointermove', -30 * zoom, 1, 40 * zoom);
        const now = dot.getBoundingClientRect(), half = {WINDOW}[2];
        return [sent, [(now.x - place.x) / zoom + 30, (now.y - place.y) / zoom + 40],
            2 * half * zoom / dot.parentElement.getBoundingClientRect().width];
    }}""",
        zoom,
    )
    assert sent == [[pytest.approx(1 - 30 * per_pixel, abs=0.05), pytest.approx(40 * per_pixel, abs=0.05)]]
    assert max(map(abs, away)) < 1.5


def test_the_start_goes_no_further_than_its_window_holds(held):
    page = held(nv.AffineLearningExplorer(), START)
    ((gamma, beta),), (across, up, half, far) = page.evaluate(
        f"""() => {{
        point('pointerdown');
        point('pointermove', 5000, 1, 5000);
        return [sent, {WINDOW}];
    }}"""
    )
    assert np.hypot(gamma - across, beta - up) == pytest.approx(far, abs=0.1)
    assert far < half


def test_a_start_that_is_shown_already_is_not_sent(held):
    page = held(nv.AffineLearningExplorer(), START)
    sent = page.evaluate("""() => {
        point('pointerdown');
        for (const by of [-1, -2, -30]) point('pointermove', by);
        return sent;
    }""")
    assert len(sent) == 1 and sent[0][0] < 1


@pytest.mark.parametrize(
    ("key", "start"),
    [("ArrowLeft", [0.9, 0]), ("ArrowRight", [1.1, 0]), ("ArrowUp", [1, 0.1]), ("ArrowDown", [1, -0.1])],
)
def test_arrow_keys_move_the_start(held, key, start):
    page = held(nv.AffineLearningExplorer(), START)
    handle = page.get_by_role("slider", name="The start")
    assert handle.get_attribute("aria-valuetext") == "γ 1, β 0"
    handle.press(key)
    assert page.evaluate("sent") == [start]
