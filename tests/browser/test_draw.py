"""What is expected is drawn, with the mouse or a finger, and what happens is drawn over it."""

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds.curve import nearest_to
from normviz.exercises.page import prediction
from tests.sample import quickly
from tests.support.bare import Bare

pytestmark = pytest.mark.browser

FINGER = """(plot, places) => {
    plot.setPointerCapture = () => {};
    const by = {pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true};
    const at = ([clientX, clientY]) => ({...by, clientX, clientY});
    const other = {...at(places[0]), pointerId: 8, clientY: 0};
    plot.dispatchEvent(new PointerEvent('pointerdown', at(places[0])));
    for (const place of places) {
        plot.dispatchEvent(new PointerEvent('pointermove', at(place)));
        plot.dispatchEvent(new PointerEvent('pointermove', other));
    }
    plot.dispatchEvent(new PointerEvent('pointerup', at(places.at(-1))));
}"""

# Motions are noted when they begin: on a slow machine the one that a test asks for may be over.
NOTED = """() => {
    const {animate} = Element.prototype;
    window.motions = [];
    Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how);
        motions.push(motion);
        return motion;
    };
}"""


@pytest.fixture
def drawn(empty_page, browser, request, tmp_path_factory):
    """``drawn(id, where)`` is a page with a question: without a kernel, or with one."""

    def drawn(id, where="page"):
        # A file, or a new page: in one that is only written over, Chromium does not let a slider be dragged.
        if where == "kernel":
            page = browser.new_page()
            request.addfinalizer(page.close)
            return Bare(page, nv.predict(id), front.PREDICTION).page
        page = empty_page(height=900)
        body = f"<style>{front.style()}</style>{prediction(id)}"
        file = tmp_path_factory.mktemp("page") / "page.html"
        file.write_text(
            f"<!doctype html><meta charset=utf-8>{body}<script>{front.page_script(body)}</script>", "utf-8"
        )
        page.goto(file.as_uri())
        return page

    return drawn


def places(page, id, values, to=None):
    """Where in the page these numbers at the question's stops lie, and 29 between them."""
    axes, box = all_questions()[id].axes, page.locator(".nv-plot > svg.nv-inked").first.bounding_box()
    along = np.linspace(axes.along[0], to or axes.along[-1], 31)
    up = np.interp(along, axes.along, axes.up(values))
    return [
        [box["x"] + box["width"] * x / 100, box["y"] + box["height"] * (1 - y / 100)]
        for x, y in zip(along, up, strict=True)
    ]


def by_mouse(page, way):
    page.mouse.move(*way[0])
    page.mouse.down()
    for place in way:
        page.mouse.move(*place)
    page.mouse.up()


def commit(page):
    """Press the button, and return what is heard: not what was heard before, which stands there until the answer."""
    page.evaluate(
        "document.querySelectorAll('[role=alert] .nv-message').forEach(one => { one.dataset.before = ''; })"
    )
    page.get_by_role("button", name="Commit").click()
    page.locator("[role=alert] .nv-message:not([data-before])").wait_for()
    return page.locator("[role=alert]").inner_text()


def rows(page):
    return [text.strip() for text in page.locator(".nv-drawn li").all_inner_texts()]


@pytest.mark.parametrize("where", ["page", pytest.param("kernel", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("hand", ["mouse", pytest.param("finger", marks=pytest.mark.exhaustive)])
def test_the_idea_that_is_followed_answers_a_line_and_what_happens_is_drawn_over(drawn, hand, where):
    page = drawn("06.4", where)
    question = all_questions()["06.4"]
    way = places(page, "06.4", question.curves["e"] - 0.2)
    by_mouse(page, way) if hand == "mouse" else page.locator(".nv-plot").evaluate(FINGER, way)
    assert page.locator("input:checked").get_attribute("value") == "e"
    assert rows(page) == []
    page.evaluate(NOTED)
    assert "Not yet" in commit(page)
    assert [row.split(":")[0] for row in rows(page)] == ["your line", "nearest", "what happens"]
    assert question.letters["e"].text in rows(page)[1] and question.letters["c"].text in rows(page)[2]
    shown = page.locator("svg.nv-inked > .nv-true").first.get_attribute("points").split()
    true = np.array([place.split(",") for place in shown], dtype=float)
    assert 100 - true[:, 1] == pytest.approx(question.axes.up(question.solution()), abs=0.01)
    motions = page.locator("svg.nv-inked:has(> .nv-gap)").evaluate(
        "svg => motions.map(({effect}) => [effect.target === svg, effect.getTiming().duration])"
    )
    assert motions == [[True, 900]]
    by_mouse(page, places(page, "06.4", question.solution()))  # once more, from the dot
    assert rows(page) == [] == page.locator("[role=alert] .nv-message").all()
    assert "Correct" in commit(page)
    assert [row.split(":")[0] for row in rows(page)] == ["your line", "what happens"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("where", ["page", "kernel"])
def test_a_line_that_shows_no_answer_is_told_so_before_it_is_committed_and_is_none(drawn, where):
    page, stops = drawn("06.1", where), all_questions()["06.1"].axes.stops
    by_mouse(page, places(page, "06.1", np.interp(stops, [0, 10, 50], [0.7785, 0.1, 3.9])))
    assert page.locator(".nv-todo").inner_text().startswith("This line shows none of the answers.")
    assert page.locator("input:checked").count() == 0
    assert "Not attempted" in commit(page) and rows(page) == []
    page.locator("summary").click()
    page.get_by_label("It stays").check()  # another answer in words is no drawing any more
    assert "Not yet" in commit(page)
    assert [row.split(":")[0] for row in rows(page)] == ["your answer", "what happens"]
    assert page.locator(".nv-gap").count() == 0


def test_a_line_that_stops_half_way_is_no_answer_and_goes_on_from_there(drawn):
    page, flat = drawn("06.4"), all_questions()["06.4"].curves["b"]
    by_mouse(page, places(page, "06.4", flat, to=50))
    assert "Not attempted" in commit(page) and "right edge" in commit(page)
    assert page.locator("input:checked").count() == len(rows(page)) == 0
    by_mouse(page, places(page, "06.4", flat)[20:])
    assert page.locator("input:checked").get_attribute("value") == "b"


@pytest.mark.parametrize("id", quickly(["06.4", "06.1", "04.1"], "06.4"))
def test_the_page_takes_any_line_for_the_same_option_as_python(drawn, id):
    page, question, random, found = drawn(id), all_questions()[id], np.random.default_rng(0), set()
    curves = {letter: question.seen(curve) for letter, curve in question.curves.items()}
    high, stops, first = question.axes.reach[1], len(question.axes.stops), question.curves["a"][0]
    for letter in 3 * [*curves]:
        line = question.curves[letter] + high * random.normal(
            scale=0.02 if question.strict else 0.07, size=stops
        )
        line[0] = first
        page.locator(".nv-plot").evaluate(FINGER, places(page, id, np.clip(line, 0, high)))
        points = page.locator("polyline.nv-pen").first.get_attribute("points").split()
        ink = 100 - np.array([float(place.split(",")[1]) for place in points])
        taken = page.evaluate("() => document.querySelector('input:checked')?.value ?? null")
        found.add(taken)
        letter, shows = nearest_to(ink, curves, *question.room)
        assert taken == (letter if shows else None)
    assert len(found) > 2


PLACE = """(mark, to) => {
    const {left, width} = mark.getBoundingClientRect();
    return left + 14 + (width - 28) * to;
}"""


@pytest.mark.parametrize("where", ["page", pytest.param("kernel", marks=pytest.mark.exhaustive)])
def test_a_mark_is_placed_under_a_beam_by_hand_or_by_keys(drawn, where):
    page = drawn("06.3", where)
    mark = page.get_by_role("slider", name="μ of d1 with the two pads")
    box = mark.bounding_box()
    assert box["height"] >= 44
    assert "Place the mark" in commit(page)
    page.mouse.move(mark.evaluate(PLACE, float(mark.input_value()) / 10), box["y"] + 24)
    page.mouse.down()
    page.mouse.move(mark.evaluate(PLACE, 0.75), box["y"] + 40, steps=4)
    page.mouse.up()
    assert mark.input_value() == page.locator("output").inner_text() == "7.5"
    assert page.locator("[role=alert]").inner_text() == "", "the mark is placed"
    assert page.locator(".nv-todo").inner_text().startswith("This mark shows none of the answers.")
    assert "Not attempted" in commit(page)
    assert rows(page) == [] and page.locator("input:checked").count() == 0
    for _ in range(72):
        mark.press("ArrowLeft")
    assert mark.input_value() == "3.9"
    mark.press("Enter")
    page.locator("[role=alert] >> text=Correct").wait_for()
    assert [row.split(":")[0] for row in rows(page)] == ["your mark", "what happens"]
    page.get_by_role("button", name="Try again").click()
    assert page.locator("input:checked").count() == len(rows(page)) == 0
    mark.fill("5.2")
    assert "Not yet" in commit(page)
    assert [row.split(":")[0] for row in rows(page)] == ["your mark", "nearest", "what happens"]


def test_an_answer_that_comes_late_tells_nothing_of_what_was_drawn_since(bare):
    shown = bare(nv.predict("06.3"), files=front.PREDICTION)
    page = shown.page
    page.evaluate("() => { window.held = []; }")
    page.get_by_role("button", name="Commit").click()
    page.get_by_role("slider").fill("5.2")
    shown.let_go()
    page.locator("[role=alert] >> text=Place the mark").wait_for()
    assert rows(page) == [], "nobody has committed to the mark"
    assert "Not yet" in commit(page)
    assert len(rows(page)) == 3
