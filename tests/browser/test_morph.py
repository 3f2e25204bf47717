"""A change touches only what differs: all else in the page stays as it was, and marks glide to where they belong."""

import itertools
import random

import pytest

import normviz as nv
from normviz import front
from tests.explorers.test_base import wander

pytestmark = pytest.mark.browser

# Serialized with sorted attributes: whether a class or an id came first is nobody's business.
TOOLS = """
const same = (old, next) => old.childNodes.length === next.childNodes.length
    && [...old.childNodes].every((child, i) => child.isEqualNode(next.childNodes[i]));
const drawnFrom = markup => { const place = document.createElement('div'); place.innerHTML = markup; return place; };
Object.assign(window, {drawMarkup, makeReady, same, drawnFrom,
    place: document.body.appendChild(document.createElement('div'))});
"""


# Time stands still until a test moves it on: what the page finds calm or hurried hangs on nothing else.
CLOCK = """() => {
    const frame = requestAnimationFrame;
    window.later = performance.now();
    performance.now = () => window.later;
    window.requestAnimationFrame = draw => frame(() => draw(window.later));
}"""


# A frame is drawn before the clock goes on: what has never been laid out has no place to glide from.
LATER = """ms => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    window.later += ms;
    done();
})))"""


@pytest.fixture
def page(page):
    page.set_content("<!doctype html><title>one picture</title><body>")
    page.evaluate(CLOCK)
    page.evaluate(f"() => {{ {front.module('keys.js', 'numbers.js', 'ruler.js', 'morph.js')} {TOOLS} }}")
    return page


@pytest.fixture
def draw(page):
    def draw(*markups, wait=0):
        for markup in markups:
            page.evaluate("markup => drawMarkup(place, markup)", markup)
            if wait:
                page.evaluate(LATER, wait)
        assert page.evaluate("markup => same(place, drawnFrom(markup))", markups[-1]), (
            "the page is not what was drawn"
        )

    return draw


def pictures(kinds, count):
    """Pictures of all explorers, as a walk comes by them; those of one explorer lie together."""
    for kind in kinds:
        explorer = kind()
        yield str(explorer.view.value)
        for _ in wander(explorer, 5, steps=count):
            yield str(explorer.view.value)


@pytest.mark.parametrize(
    "kinds",
    [nv.EXPLORERS[:9:4], pytest.param(nv.EXPLORERS, marks=pytest.mark.exhaustive)],
    ids=["some", "all"],
)
def test_what_is_changed_step_by_step_equals_what_is_drawn_anew(page, kinds):
    drawn = [*dict.fromkeys(pictures(kinds, 8))]
    at_random = random.Random(0)
    order = [*range(len(drawn)), *at_random.choices(range(len(drawn)), k=200)]  # neighbours, and leaps
    wrong = page.evaluate(
        """([drawn, order]) => order.filter((number, i) => {
            if (i % 2) makeReady(place, [drawn[0], drawn[number]]);
            drawMarkup(place, drawn[number]);
            return !same(place, drawnFrom(drawn[number]));
        })""",
        [drawn, order],
    )
    assert wrong == []


ROUGH = [
    "", "text", "<p>a</p>", "<p>a</p>b<!-- c --><p>d</p>", "<p>a</p>b<!-- e --><p>d</p>",
    '<svg viewBox="0 0 9 9"><g><circle data-key="a" cx="1" r="2"/><circle data-key="b" cx="3" r="2"/></g></svg>',
    '<svg viewBox="0 0 5 9" style="top: 0"><g><circle data-key="b" cx="5" r="2"/><rect data-key="c" x="3"/></g></svg>',
    '<p data-key="a">x</p><p data-key="b">y</p><p data-key="c">z</p>', '<p data-key="c">z</p><p data-key="a">x</p>',
    '<b data-key="a">x</b><p>new</p><p data-key="b" class="q" title="t">y</p>',
    "<table><tr><td>1<td>2<tr><td>3</table>",
    '<details><summary>s</summary>one</details><input value="3">', '<p data-key="a">twice</p><p data-key="a">twice</p>',
    '<p class="one">a</p>', '<p title="another">a</p>',
]  # fmt: skip


def test_any_markup_follows_any_other(page):
    wrong = page.evaluate(
        """pairs => pairs.filter(pair => {
            pair.forEach(markup => drawMarkup(place, markup));
            return !same(place, drawnFrom(pair[1]));
        })""",
        list(itertools.permutations(ROUGH, 2)),
    )
    assert wrong == []


def test_what_is_open_selected_scrolled_or_in_focus_stays_so(page, draw):
    text = (
        '<details><summary>More</summary><a href="#there">{0}</a></details><p id="said">read <b>this</b></p>'
        '<div id="wide" style="width: 50px; overflow-x: scroll"><div style="width: 900px">{0}</div></div><p>{0}</p>'
    )
    draw(text.format(1))
    page.locator("summary").click()
    page.locator("a").focus()
    page.evaluate(
        "() => { getSelection().selectAllChildren(document.getElementById('said')); wide.scrollLeft = 70; }"
    )
    page.evaluate("markup => drawMarkup(place, markup)", text.format(2))
    assert page.evaluate("() => [String(getSelection()), wide.scrollLeft]") == ["read this", 70]
    assert page.locator("details").get_attribute("open") is not None
    assert page.evaluate("() => document.activeElement.textContent") == "2"


def test_what_was_made_ready_is_found_anew_when_something_else_has_changed_the_picture(page, draw):
    draw('<p data-key="a" title="1">x</p>')
    after = '<p data-key="a" title="1">y</p>'
    page.evaluate("markup => makeReady(place, [markup])", after)
    page.evaluate("async () => { place.firstChild.title = 'dragged'; }")
    draw(after)


def test_what_is_asked_for_while_a_ruler_moves_is_ready_once_it_has_arrived(page, draw):
    """Each frame of the motion changes the picture: what was found in it would have to be found anew."""
    explorer, markups = nv.PaddingExplorer(one_column=True), []
    for explorer.padding_length.value in (4, 5, 6):
        markups.append(str(explorer.view.value))
    draw(markups[0], wait=400)
    parsings = page.evaluate(
        """async ([second, third]) => {
            const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML'), parsed = [];
            Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {...innerHTML, set(markup) {
                parsed.push(markup);
                innerHTML.set.call(this, markup);
            }});
            const count = markup => parsed.filter(one => one === markup).length;
            drawMarkup(place, second);
            makeReady(place, [third]);
            const early = count(third);
            while (!count(third)) {  // it moves until then
                window.later += 20;
                await new Promise(requestAnimationFrame);
            }
            const found = count(third);
            drawMarkup(place, third);
            return [early, found, count(third)];
        }""",
        markups[1:],
    )
    assert parsings == [0, 1, 1]


def test_what_goes_leaves_the_others_where_they_are(page, draw):
    """A row that is inserted again is laid out again, and has lost its focus."""
    rows = "<p data-key=a tabindex=0>1</p>{}<p data-key=c tabindex=0>3</p>"
    draw(rows.format("<p data-key=b>2</p>"))
    page.locator("[data-key=c]").focus()
    moved = page.evaluate(
        """async markup => {
            const watch = new MutationObserver(() => {});
            watch.observe(place, {childList: true});
            drawMarkup(place, markup);
            return watch.takeRecords().map(one => [one.addedNodes.length, one.removedNodes.length]);
        }""",
        rows.format(""),
    )
    assert moved == [[0, 1]]
    assert page.evaluate("document.activeElement.dataset.key") == "c"


def test_a_number_that_is_new_is_marked_when_it_has_been_seen(page, draw):
    draw("<b data-key=n>1</b>", wait=400)
    marked = page.evaluate(
        """async markup => {
            drawMarkup(place, markup);
            const number = place.firstChild, motions = () => number.getAnimations().length, before = motions();
            while (!motions()) await new Promise(requestAnimationFrame);
            drawMarkup(place, markup.replace('2', '3'));
            return [before, number.textContent, motions()];
        }""",
        "<b data-key=n>2</b>",
    )
    assert marked == [0, "3", 0]  # whoever goes on at once sees no mark of what was


MARK = '<svg viewBox="0 0 200 20"><circle data-key="m" cx="{0}" cy="9" r="2"/></svg>'
AT = "() => place.querySelector('circle').cx.animVal.value"
# Draws, and stops the motion in the same evaluation: after 60 ms of its 250, and behind its end.
STOPPED = """([markup, read]) => {
    drawMarkup(place, markup);
    const clocks = [...place.querySelectorAll('svg')].map(svg => [svg, svg.getCurrentTime()]);  // one for each picture
    const found = [.06, .4].map(time => {
        for (const [svg, start] of clocks) { svg.pauseAnimations(); svg.setCurrentTime(start + time); }
        return eval(read)(place.querySelector('[data-key=m]'));
    });
    for (const [svg] of clocks) svg.unpauseAnimations();
    return found;
}"""


def test_a_mark_glides_and_another_drawing_of_the_same_changes_nothing(page, draw):
    draw(MARK.format(10), wait=400)
    again = f"""how => {{
        const found = ({STOPPED})(how);
        drawMarkup(place, how[0]);  // the kernel's own picture
        return [...found, place.querySelectorAll('animate').length];
    }}"""
    between, end, motions = page.evaluate(again, [MARK.format(110), "mark => mark.cx.animVal.value"])
    assert 10 < between < 110 and end == 110 and motions == 1
    page.wait_for_function("() => !place.querySelector('animate')")
    assert page.evaluate(AT) == 110


INNER = "<svg width=200 height=90>{}</svg>"


@pytest.mark.parametrize(
    "mark, read",
    [
        ("<line data-key=m x1='{0}%' x2='{0}%' y1=5 y2=9 />", "mark => mark.x1.animVal.valueInSpecifiedUnits"),
        ("<line data-key=m x1=5 x2=5 y1=0 y2='{}'/>", "mark => mark.y2.animVal.value"),
        ("<svg data-key=m width=4 height=4 x='{}%' y=5><path d='M0,0h4v4z'/></svg>",
         "mark => mark.x.animVal.valueInSpecifiedUnits"),
        ("<svg data-key=m width=4 height=4 x='50%' y='{}'><path d='M0,0h4v4z'/></svg>",
         "mark => mark.y.animVal.value"),
        ("<polyline data-key=m points='0,0 {},5'/>", "mark => mark.animatedPoints[1].x"),
        ("<path data-key=m d='M0,0L{},5'/>", "mark => mark.getBBox().width"),
        ("<text data-key=m x={} y=9>a</text>", "mark => mark.x.animVal[0].value"),
    ],
    ids=["line", "end of a line", "picture in the picture", "its height", "curve", "path", "text"],
)  # fmt: skip
def test_whatever_has_a_key_is_between_its_two_places_halfway(page, draw, mark, read):
    draw(INNER.format(mark.format(10)), wait=400)
    between, end = page.evaluate(STOPPED, [INNER.format(mark.format(30)), read])
    assert 10.5 < between < 29.5 and end == 30


FIELD = "<svg width=9 height=9><g><image data-key=m href='data:,{}' width=9 height=9 /></g></svg>"


def test_two_fields_are_drawn_over_each_other_between_two_steps(page, draw):
    draw(FIELD.format(1), wait=400)
    both = "() => [...document.querySelectorAll('image')].map(one => Number(getComputedStyle(one).opacity))"
    (was, now), after = page.evaluate(STOPPED, [FIELD.format(2), both])
    assert 0 < was < 1 and was + now == pytest.approx(1) and after == [0, 1]
    page.wait_for_function("() => !place.querySelector('.nv-was,animate')")
    draw(FIELD.format(2))


def test_a_mark_without_a_key_and_one_that_is_dragged_are_there_at_once(page, draw):
    draw(MARK.replace(' data-key="m"', "").format(10), wait=400)
    draw(MARK.replace(' data-key="m"', "").format(110))
    assert page.evaluate(AT) == 110
    draw(MARK.format(10), wait=400)
    drag = "markups => markups.forEach(one => drawMarkup(place, one))"
    page.evaluate(drag, [MARK.format(at) for at in (50, 80, 110)])
    assert page.evaluate(AT) == 110


def test_no_mark_glides_for_who_wants_none(page, draw):
    page.emulate_media(reduced_motion="reduce")
    draw(MARK.format(10), wait=400)
    draw(MARK.format(110))
    assert page.evaluate(AT) == 110


@pytest.mark.parametrize(("folded", "glides"), [("", 0), (" open", 1)])
def test_a_mark_glides_unless_it_is_folded_away(page, draw, folded, glides):
    folded = f"<details{folded}>{{}}</details>"
    draw(folded.format(MARK.format(10)), wait=400)
    begun = "markup => { drawMarkup(place, markup); return place.querySelectorAll('animate').length; }"
    assert page.evaluate(begun, folded.format(MARK.format(110))) == glides
