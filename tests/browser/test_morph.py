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


@pytest.fixture
def page(page):
    page.set_content("<!doctype html><title>one picture</title><body>")
    page.evaluate(f"() => {{ {front.module('keys.js', 'ruler.js', 'morph.js')} {TOOLS} }}")
    return page


@pytest.fixture
def draw(page):
    def draw(*markups, wait=0):
        for markup in markups:
            page.evaluate("markup => drawMarkup(place, markup)", markup)
            page.wait_for_timeout(wait)
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


def test_a_picture_that_was_made_ready_is_drawn_as_often_as_one_that_was_not(page, draw):
    first, second, third = ("<p>1</p>", "<p>2</p><p>3</p>", "<p>4</p><ul><li>5</li></ul>")
    draw(first)
    page.evaluate("markups => makeReady(place, markups)", [second, third])
    page.evaluate("markups => makeReady(place, markups)", [third, first])
    draw(second)
    draw(third)
    draw(first)
    draw(third)


@pytest.mark.parametrize(
    "kinds",
    [nv.EXPLORERS[:9:2], pytest.param(nv.EXPLORERS, marks=pytest.mark.exhaustive)],
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
    "",
    "text",
    "<p>a</p>",
    "<p>a</p>b<!-- c --><p>d</p>",
    "<p>a</p>b<!-- e --><p>d</p>",
    '<svg viewBox="0 0 9 9"><g><circle data-key="a" cx="1" r="2"/><circle data-key="b" cx="3" r="2"/></g></svg>',
    '<svg viewBox="0 0 5 9" style="top: 0"><g><circle data-key="b" cx="5" r="2"/><rect data-key="c" x="3"/></g></svg>',
    '<p data-key="a">x</p><p data-key="b">y</p><p data-key="c">z</p>',
    '<p data-key="c">z</p><p data-key="a">x</p>',
    '<b data-key="a">x</b><p>new</p><p data-key="b" class="q" title="t">y</p>',
    "<table><tr><td>1<td>2<tr><td>3</table>",
    '<details><summary>s</summary>one</details><input value="3">',
    '<p data-key="a">twice</p><p data-key="a">twice</p>',
    '<p class="one">a</p>',
    '<p title="another">a</p>',
]


def test_any_markup_follows_any_other(draw):
    for before, after in itertools.permutations(ROUGH, 2):
        draw(before, after)


def test_a_table_that_is_opened_stays_open_and_has_the_focus(page, draw):
    text = '<details><summary>More</summary><a href="#there">{0}</a></details>'
    draw(text.format(1))
    page.locator("summary").click()
    page.locator("a").focus()
    page.evaluate("markup => drawMarkup(place, markup)", text.format(2))
    assert page.locator("details").get_attribute("open") is not None
    assert page.evaluate("() => document.activeElement.textContent") == "2"


def test_selected_text_and_a_scrolled_table_stay(page, draw):
    text = (
        '<p id="said">read <b>this</b></p><div id="wide" style="width: 50px; overflow-x: scroll">'
        '<div style="width: 900px">{0}</div></div><p>{0}</p>'
    )
    draw(text.format(1))
    page.evaluate(
        "() => { getSelection().selectAllChildren(document.getElementById('said')); wide.scrollLeft = 70; }"
    )
    draw(text.format(2))
    assert page.evaluate("() => [String(getSelection()), wide.scrollLeft]") == ["read this", 70]


def test_what_was_made_ready_is_found_anew_when_something_else_has_changed_the_picture(page, draw):
    draw('<p data-key="a" title="1">x</p>')
    after = '<p data-key="a" title="1">y</p>'
    page.evaluate("markup => makeReady(place, [markup])", after)
    page.evaluate("async () => { place.firstChild.title = 'dragged'; }")
    draw(after)


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


def test_what_stays_is_the_same_element(page, draw):
    draw('<p data-key="a">x</p><p data-key="b">y</p>')
    page.evaluate("() => { window.b = place.lastChild; }")
    draw('<p data-key="n">new</p><p data-key="b">z</p><p data-key="a">x</p>')
    assert page.evaluate("() => place.children[1] === b")


MARK = '<svg viewBox="0 0 200 20"><circle data-key="m" cx="{0}" cy="9" r="2"/></svg>'
AT = "() => parseFloat(getComputedStyle(place.querySelector('circle')).cx)"


def test_a_mark_glides_from_its_old_place_to_the_new_one(page, draw):
    draw(MARK.format(10), wait=400)
    glide = page.evaluate(
        """async markup => {
            drawMarkup(place, markup);
            const circle = place.querySelector('circle'), [motion] = circle.getAnimations();
            const at = time => { motion.currentTime = time; return parseFloat(getComputedStyle(circle).cx); };
            motion.pause();
            drawMarkup(place, markup);  // the kernel's own picture, a moment later
            const found = [at(0), at(120)];
            motion.finish();
            return [...found, parseFloat(getComputedStyle(circle).cx)];
        }""",
        MARK.format(110),
    )
    assert glide[0] == 10 and 10 < glide[1] < 110 and glide[2] == 110


@pytest.mark.parametrize(
    "place", ["x='{}%' y='5'", "x='50%' y='{}'", "x='{0}%' y='{0}'"], ids=["x", "y", "both"]
)
def test_a_picture_in_the_picture_glides_along_both_axes(page, draw, place):
    """From 10 to 30, per cent of 200 px across and pixels down."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    inner = (
        f"<svg width=200 height=90><svg data-key=m width=4 height=4 {place}><path d='M0,0h4v4z'/></svg></svg>"
    )
    draw(inner.format(10), wait=400)
    first = page.evaluate(
        """markup => {
            drawMarkup(place, markup);
            const mark = place.querySelector('svg svg'), [motion] = mark.getAnimations();
            motion.pause();
            const at = time => { motion.currentTime = time; return mark.getBoundingClientRect(); };
            const [from, to] = [at(0), (motion.finish(), mark.getBoundingClientRect())];
            return [to.x - from.x, to.y - from.y];
        }""",
        inner.format(30),
    )
    assert first == pytest.approx([40 if "x='{" in place else 0, 20 if "y='{" in place else 0])
    assert said == []


def test_a_mark_without_a_key_and_one_that_is_dragged_are_there_at_once(page, draw):
    draw(MARK.replace(' data-key="m"', "").format(10), wait=400)
    draw(MARK.replace(' data-key="m"', "").format(110))
    assert page.evaluate(AT) == 110
    draw(MARK.format(10), wait=400)
    draw(*(MARK.format(at) for at in (50, 80, 110)))
    assert page.evaluate(AT) == 110


def test_a_text_costs_no_glide_that_would_not_be_seen(page, draw):
    text = "<svg><text data-key=t x={} y=9>a</text></svg>"
    draw(text.format(10), wait=400)
    draw(text.format(110))
    assert page.evaluate("place.querySelector('text').getAnimations().length") == 0


def test_no_mark_glides_for_who_wants_none(page, draw):
    page.emulate_media(reduced_motion="reduce")
    draw(MARK.format(10), wait=400)
    draw(MARK.format(110))
    assert page.evaluate(AT) == 110


def test_a_mark_that_is_folded_away_does_not_glide(page, draw):
    folded = "<details>{}</details>"
    draw(folded.format(MARK.format(10)), wait=400)
    draw(folded.format(MARK.format(110)))
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_mark_glides_in_what_only_a_phone_folds_away(page, draw):
    folded = '<details class="nv-phone">{}</details>'
    draw(folded.format(MARK.format(10)), wait=400)
    begun = "markup => { drawMarkup(place, markup); return document.getAnimations().length; }"
    assert page.evaluate(begun, folded.format(MARK.format(110))) == 1
