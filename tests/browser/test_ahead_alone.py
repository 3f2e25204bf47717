"""Which of all pictures is shown: a page's store by itself, with a kernel whose every message is written here.

One slider has ten stops; at stop k the picture is "k". A list has three; with both moved, the picture is "k/l".
"""

import pytest

from normviz import front
from normviz.front.book import write

pytestmark = pytest.mark.browser

PAGE = """
class Model {
    constructor(state) { Object.assign(this, {state, heard: {}, sent: [], comm_live: true, _pending_msgs: 0}); }
    get(name) { return this.state[name]; }
    has(name) { return name in this.state; }
    set(name, value, options = {}) {
        if (this.state[name] === value) return;
        this.state[name] = value;
        this.heard[`change:${name}`]?.forEach(hear => hear(this, value, options));
    }
    on(names, hear) { for (const name of names.split(' ')) (this.heard[name] ??= []).push(hear); }
    send(content) { this.sent.push(content); }
    // As ipywidgets does: one place is on its way at a time, and of those that wait, the last is sent.
    touch() {
        this.waits = [stopOf(this)];
        if (!this._pending_msgs) this.goOn();
    }
    goOn() {
        if (!this.waits) return;
        this.send_sync_message({value: this.waits[0]});
        this.waits = null;
    }
    send_sync_message({value}) {
        this.send(value);
        this._pending_msgs++;
    }
    _handle_status() {
        if (!--this._pending_msgs) this.goOn();
    }
}
// A slider at 4 and a list at 0. States are numbered 1 + stop + 10 * index.
const stateOf = (k, l = 0) => 1 + k + 10 * l, nameOf = (k, l = 0) => l ? `${k}/${l}` : `${k}`;
const begin = () => {
    const picture = new Model({value: nameOf(4), sentence: 'four', state: stateOf(4), at: [4, 0]});
    const controls = [new Model({value: 4}), new Model({index: 0})], boxes = [new Model({value: 4}), null];
    const shown = [], expected = [];
    const heldBack = new Set(), draw = markup => shown.push(markup), expect = next => expected.push(next);
    const ahead = new Ahead(picture, controls, boxes, draw, expect, heldBack);
    const hand = (i, to) => {
        controls[i].set(i ? 'index' : 'value', to, {updated_view: {}});
        controls[i].touch();
    };
    const play = to => {  // as a link in the page does: no view says so, and no message of the kernel's is under way
        controls[0]._state_lock = null;
        controls[0].set('value', to);
        controls[0].touch();
    };
    const kernel = (k, l = 0) => {
        Object.assign(picture.state, {value: nameOf(k, l), sentence: 's', state: stateOf(k, l), at: [k, l]});
        ahead.confirm();
    };
    return {picture, controls, boxes, shown, expected, ahead, hand, play, kernel, heldBack, told: controls[0].sent};
};
const slider = {control: 0, from: stateOf(4), home: stateOf(4), here: {stop: 4, number: 4}, count: 10};
const ways = stops => ({...slider, stops, states: stops.map(k => stateOf(k)), numbers: stops,
    backs: stops.map(() => true)});
const frames = async count => { while (count--) await new Promise(done => requestAnimationFrame(done)); };
Object.assign(window, {begin, ways, slider, stateOf, nameOf, frames, controlsAround, sayAnew});
"""


@pytest.fixture(scope="module")
def run(browser):
    """``run(script, **books)`` runs lines in the page; each book is given as its bytes."""
    page = browser.new_page()
    around, _, _ = front.read("view.js").partition("export default")
    files = front.module("keys.js", "numbers.js", "handles.js", "book.js", "morph.js", "ahead.js")
    page.evaluate(f"() => {{ {files} {around} {PAGE} }}")

    def run(script, **books):
        given = {name: list(write(f"{page}\0s" for page in pages)) for name, pages in books.items()}
        lines = f"async books => {{ const bytes = name => new DataView(new Uint8Array(books[name]).buffer); {script} }}"
        return page.evaluate(lines, given)

    yield run
    page.close()


ALL = "const e = begin(); await e.ahead.receive(ways([3, 5, 6, 7]), [bytes('near')]);"
NEAR = {"near": ["3", "5", "6", "7"]}


def test_what_is_kept_is_shown_with_the_key_and_not_again_when_the_kernel_has_come(run):
    script = f"{ALL} e.hand(0, 5); e.hand(0, 6); e.kernel(5); e.kernel(6); return e.shown"
    assert run(script, **NEAR) == ["4", "5", "6", "6"]


def test_the_number_in_the_box_follows_a_frame_later_before_the_kernel_has_come(run):
    script = f"""{ALL} e.hand(0, 5); e.hand(0, 6); const box = () => e.boxes[0].get('value'), now = box();
        while (box() === now) await frames(1); return [now, box()]"""
    assert run(script, **NEAR) == [4, 6]


def test_what_the_next_key_may_show_is_expected(run):
    script = f"{ALL} e.ahead.approach(0); e.hand(0, 5); e.kernel(5); e.ahead.approach(0); return e.expected"
    assert run(script, **NEAR) == [["3", "5"], ["4", "6"]]


def test_there_and_back_before_the_kernel_has_come_ends_where_the_hand_is(run):
    script = f"{ALL} e.hand(0, 5); e.hand(0, 4); e.kernel(5); e.kernel(4); return e.shown"
    assert run(script, **NEAR) == ["4", "5", "4", "4"]


# -- what the kernel hears, and when: a store that has all ten stops

EVERY = "const e = begin(); await e.ahead.receive(ways([0, 1, 2, 3, 5, 6, 7, 8, 9]), [bytes('all')]);"
KEPT = {"all": [*"012356789"]}


def test_the_kernel_hears_where_a_control_has_come_to_rest_and_nothing_before(run):
    script = f"""{EVERY} for (const k of [5, 6, 7]) e.hand(0, k); await frames(2); const moving = [...e.told];
        while (!e.told.length) await frames(1); return [e.shown, moving, e.told]"""
    assert run(script, **KEPT) == [["4", "5", "6", "7"], [], [7]]


def test_what_is_played_comes_from_the_store_and_the_kernel_hears_where_it_stops(run):
    script = f"""{EVERY} for (const k of [5, 6, 7]) {{ e.play(k); await new Promise(done => setTimeout(done, 450)); }}
        const playing = [...e.told]; while (!e.told.length) await frames(1); return [e.shown, playing, e.told]"""
    assert run(script, **KEPT) == [["4", "5", "6", "7"], [], [7]]


def test_whoever_asks_the_kernel_finds_all_that_was_moved(run):
    script = (
        f"{EVERY} e.hand(0, 5); e.hand(0, 6); [...e.heldBack][0].tell(); return [e.told, e.heldBack.size]"
    )
    assert run(script, **KEPT) == [[6], 0]


def test_a_control_that_is_moved_next_is_heard_next(run):
    script = f"""{EVERY} e.controls[1].send = index => e.told.push(`list ${{index}}`);
        e.hand(0, 5); e.hand(1, 1); return e.told"""
    assert run(script, **KEPT) == [5, "list 1"]


def test_what_is_done_next_is_heard_next_also_elsewhere_and_without_a_pointer(run):
    script = f"""{EVERY} const explorer = document.body.appendChild(document.createElement('div'));
        explorer.innerHTML = '<div class="nv-controls"></div>';
        const button = document.body.appendChild(document.createElement('button')), gone = new AbortController();
        button.onclick = () => e.told.push('button');
        controlsAround(explorer, e.picture, () => e.ahead, gone.signal);
        e.hand(0, 5); button.click(); gone.abort(); return e.told"""
    assert run(script, **KEPT) == [5, "button"]


def test_a_control_that_rests_after_the_network_has_come_back_is_heard_once(run):
    # What it said before was lost, and no answer comes.
    script = f"""{EVERY} const [control] = e.controls;
        control._pending_msgs = 1; e.hand(0, 5);
        sayAnew({{connectionStatusChanged: {{connect: hear => hear(null, 'connected')}}}}, [control], e.ahead);
        const before = [...e.told];
        while (!e.told.length) await frames(1); await frames(30); return [before, e.told, control._pending_msgs]"""
    assert run(script, **KEPT) == [[], [5], 1]


@pytest.mark.parametrize(
    "but",
    [
        "backs: Array(9).fill(false)",  # the settings remember the way
        "count: 30",  # more pictures are wanted
    ],
)
def test_the_kernel_hears_at_once_where_the_last_place_does_not_say_it_all(run, but):
    script = EVERY.replace("ways([", "{...ways([").replace("])", f"]), {but}}}", 1)
    assert run(f"{script} e.hand(0, 6); await null; return [e.shown, e.told]", **KEPT) == [["4", "6"], [6]]


def test_the_kernel_hears_at_once_of_a_way_that_began_between_two_stops(run):
    # There and back would not be heard at all: for the kernel, the slider stands at 4 already.
    script = f"""{EVERY}
        await e.ahead.receive({{...ways([4]), home: 99, states: [99]}}, [bytes('home')]);
        e.hand(0, 5); await null; return e.told"""
    assert run(script, **KEPT, home=["4, typed"]) == [5]


def test_moves_that_the_control_never_sent_are_not_waited_for(run):
    # 5 is sent, 6 and 5 wait; then only the last would be sent, which is where the kernel is.
    script = f"""{ALL} e.hand(0, 5); e.hand(0, 6); e.hand(0, 5); e.kernel(5);
        e.hand(0, 9); e.kernel(9); return e.shown"""
    assert run(script, **NEAR) == ["4", "5", "6", "5", "5", "9"]


def test_a_picture_of_before_does_not_come_back_while_the_hand_is_ahead(run):
    script = f"{ALL} e.hand(0, 8); e.hand(0, 7); e.kernel(8); e.kernel(7); return e.shown"
    assert run(script, **NEAR) == ["4", "8", "7"]


def test_a_hand_beyond_what_is_kept_follows_the_kernel_at_every_step(run):
    script = f"""{ALL} for (const k of [5, 6, 7, 8, 9]) e.hand(0, k);
        e.kernel(5); e.kernel(8); e.kernel(9); return e.shown"""
    assert run(script, **NEAR) == ["4", "5", "6", "7", "8", "9"]


def test_a_second_control_is_not_drawn_over_a_first_that_is_not_there_yet(run):
    # The way of the list begins where the slider stood; the picture of both is the kernel's alone.
    script = f"""{ALL}
        await e.ahead.receive({{control: 1, from: stateOf(4), home: stateOf(4), here: {{stop: 0, number: null}},
            count: 3, stops: [1], states: [stateOf(4, 1)], numbers: [null], backs: [true]}}, [bytes('list')]);
        e.hand(0, 9); e.hand(1, 1); e.kernel(9); e.kernel(9, 1); return e.shown"""
    assert run(script, **NEAR, list=["4/1"]) == ["4", "9", "9/1"]


def test_old_numbers_from_the_kernel_do_not_shake_the_box(run):
    script = f"""{ALL} e.hand(0, 5); e.hand(0, 6); e.hand(0, 7); e.kernel(5); e.boxes[0].set('value', 5);
        const ahead = e.boxes[0].get('value'); e.kernel(7); e.boxes[0].set('value', 7);
        return [ahead, e.boxes[0].get('value')]"""
    assert run(script, **NEAR) == [7, 7]


def test_a_book_that_comes_late_or_in_another_order_changes_nothing_that_is_shown(run):
    script = """const e = begin(); e.hand(0, 5); e.kernel(5);
        await Promise.all([e.ahead.receive(ways([2, 8]), [bytes('far')]),
            e.ahead.receive(ways([3, 5, 6, 7]), [bytes('near')])]);
        e.hand(0, 6); e.hand(0, 8); e.hand(0, 2); e.kernel(2); return e.shown"""
    assert run(script, far=["2", "8"], **NEAR) == ["4", "5", "6", "8", "2", "2"]


def test_where_store_and_kernel_differ_the_kernel_wins_and_it_is_said(run):
    script = f"""const said = [], warn = console.warn; console.warn = words => said.push(words); {ALL}
        e.hand(0, 5); Object.assign(e.picture.state, {{value: 'other', sentence: 's', state: stateOf(5), at: [5, 0]}});
        e.ahead.confirm(); e.hand(0, 4); e.hand(0, 5); console.warn = warn; return [e.shown, said.length]"""
    shown, said = run(script, **NEAR)
    assert shown == ["4", "5", "other", "4", "other"] and said == 1


def test_a_move_of_the_kernels_own_is_no_hand(run):
    script = f"""{ALL} Object.assign(e.picture.state, {{value: '9/2', state: stateOf(9, 2), at: [9, 2]}});
        e.ahead.confirm(); e.controls[0].set('value', 9); e.controls[1].set('index', 2); return [...new Set(e.shown)]"""
    assert run(script, **NEAR) == ["4", "9/2"]


def test_a_slider_that_the_kernel_puts_right_draws_nothing(run):
    script = f"{ALL} e.controls[0].set('value', 5); return e.shown"
    assert run(script, **NEAR) == ["4"]


def test_nothing_is_drawn_ahead_of_a_kernel_that_is_gone(run):
    script = f"{ALL} e.controls[0].comm_live = false; e.hand(0, 5); return e.shown"
    assert run(script, **NEAR) == ["4"]


def test_a_picture_without_a_number_is_not_kept(run):
    script = f"""{ALL} Object.assign(e.picture.state, {{value: 'cannot be drawn', state: 0, at: [null, null]}});
        e.ahead.confirm(); return [e.shown, e.ahead.pages.has(0)]"""
    assert run(script, **NEAR) == [["4", "cannot be drawn"], False]


def test_the_page_asks_for_what_it_lacks_and_once(run):
    script = """const e = begin(); e.ahead.approach(0); e.ahead.approach(0);
        await e.ahead.receive(ways([3, 5, 6, 7]), [bytes('near')]); e.ahead.approach(0); e.ahead.approach(0);
        return e.picture.sent"""
    first, second = run(script, **NEAR)
    assert first == {"ask": 0, "state": 5, "have": []}
    assert (second["ask"], second["state"], sorted(second["have"])) == (0, 5, [3, 4, 5, 6, 7])


def test_what_is_kept_has_an_end_also_over_ten_thousand_moves_and_with_pictures_of_a_megabyte(run):
    script = """const e = begin(), large = 'x'.repeat(1e6);
        for (let n = 100; n < 10100; n++) {
            Object.assign(e.picture.state, {value: (n < 10000 ? 'y'.repeat(2e4) : large) + n, state: n});
            e.ahead.confirm();
            const way = {...ways([5]), from: n, home: n, states: [n + 20000]};
            if (n % 100 === 0) await e.ahead.receive(way, [bytes('one')]);
        }
        const kept = [...e.ahead.pages.values()].map(([markup]) => markup.length);
        return [kept.reduce((a, b) => a + b), e.ahead.size, kept.length, e.ahead.ways.length, e.ahead.passed.length]"""
    length, size, count, ways, passed = run(script, one=["5"])
    assert length == size <= 16e6 and 10 <= count <= 20 and ways <= 60 and passed == 0
