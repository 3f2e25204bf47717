"""What is sent ahead is what a real move brings, to the byte; and sending it keeps nobody waiting."""

import asyncio
import contextlib
import json
import random
from itertools import islice
from time import perf_counter, process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from normviz.explorers import ahead
from normviz.explorers.ahead import home_of, ways
from normviz.explorers.controls import Choice, Number, NumberControl
from normviz.front.book import read, write
from tests.explorers.test_base import HalfExplorer, each_explorer, messages_of, wander

WALKS = [range(1), pytest.param(range(1, 12), marks=pytest.mark.exhaustive)]
walks = pytest.mark.parametrize("seeds", WALKS, ids=["few", "many"])


def standing(explorer):
    """The controls that lead somewhere from where the explorer is: (number, description)."""
    described = explorer._described()
    return [(i, described[name]) for i, name in enumerate(explorer.bar.standing) if described[name].visible]


def put(control, stop):
    """Move a control as a page does: a slider is set to a stop, a list to an entry."""
    if isinstance(control, NumberControl):
        control.slider.set_state({"value": stop})
    else:
        control.set_state({"index": stop})


def drawable(kind, found):
    """The ways to settings that have a picture: a page is never sent another."""
    for way in found:
        with contextlib.suppress(ValueError, TypeError):
            kind.compute(way.settings)
            yield way


def picture_of(explorer, settings):
    _, picture, sentence = explorer.shown(settings)
    return settings, str(explorer.framed(picture)), sentence


def drawn(explorer):
    return explorer.settings, str(explorer.view.value), explorer.view.sentence


@walks
@each_explorer
def test_each_way_leads_where_a_real_move_leads_byte_for_byte(kind, seeds):
    explorer = kind()
    for seed in seeds:
        at_random = random.Random(seed)
        for _ in wander(explorer, seed, steps=6):
            _, described = at_random.choice(standing(explorer))
            begin, control = explorer.settings, explorer.controls[described.name]
            here, home = described.stop_of(getattr(begin, described.name)), home_of(kind, begin, described)
            found = [way for way in drawable(kind, ways(kind, begin, described)) if way.stop != here]
            assert found or len(set(described.values())) == 1
            for way in [found[0], at_random.choice(found)] if found else []:
                put(control, way.stop)
                assert drawn(explorer) == picture_of(explorer, way.settings)
                if way.back:
                    put(control, here)
                    assert drawn(explorer) == picture_of(explorer, home)
                assert explorer.error is None
                explorer._take(begin)


@walks
@each_explorer
def test_where_a_control_leads_back_it_leads_everywhere_as_from_the_beginning(kind, seeds):
    # The page relies on it: from each of these settings it takes the same way.
    explorer, closed = kind(), 0
    for seed in seeds:
        at_random = random.Random(seed)
        for _ in wander(explorer, seed, steps=8):
            _, described = at_random.choice(standing(explorer))
            begin, values = explorer.settings, described.values()
            found = {way.stop: way for way in drawable(kind, ways(kind, begin, described))}
            home = home_of(kind, begin, described)
            to = {stop: way.settings for stop, way in found.items()}
            to[described.stop_of(getattr(begin, described.name))] = home
            members = [home, *(way.settings for way in found.values() if way.back)]
            for member in at_random.sample(members, min(3, len(members))):
                for stop in at_random.sample(sorted(to), min(6, len(to))):
                    assert kind.after(member, **{described.name: values[stop]}) == to[stop]
                    closed += 1
    assert closed


@walks
@each_explorer
def test_settings_that_are_one_have_one_picture(kind, seeds):
    # 2 and 2.0 are equal, and must not be drawn differently: the page knows settings by their number.
    explorer, pictures = kind(), {}
    for seed in seeds:
        for _ in wander(explorer, seed, steps=8):
            for _, described in standing(explorer):
                if isinstance(described, Number):
                    for way in islice(drawable(kind, ways(kind, explorer.settings, described)), 3):
                        _, picture, _ = explorer.shown(way.settings)
                        assert pictures.setdefault(way.settings, picture) == picture


# -- what a question brings


def books(sent):
    """What was sent ahead: (message, pages)."""
    own = [(data["content"], buffers) for data, buffers in sent if data.get("method") == "custom"]
    return [(content, read(bytes(buffers[0]))) for content, buffers in own]


def asked(explorer, name, *, have=(), seconds=5.0, meanwhile=None):
    """What a page is sent that asks for ``name``; ``meanwhile(explorer)`` is called after the first book."""
    sent = messages_of(explorer)
    control = explorer.bar.standing.index(name)

    async def ask():
        question = {"ask": control, "state": explorer.view.state, "have": list(have)}
        explorer._told(explorer.view, question, [])
        task, begun, done = explorer._ahead._task, perf_counter(), False
        while not task.done() and perf_counter() - begun < seconds:
            await asyncio.sleep(0.001)
            if meanwhile and not done and books(sent):
                done = True
                meanwhile(explorer)
        return task.done()

    assert asyncio.run(ask()), "an answer has no end"
    return sent


def first_number(explorer):
    return next(described for _, described in standing(explorer) if isinstance(described, Number))


@each_explorer
def test_a_question_brings_the_nearest_pictures_first_and_none_twice(kind):
    explorer = kind()
    described = first_number(explorer)
    here, values = described.stop_of(getattr(explorer.settings, described.name)), described.values()
    home = home_of(kind, explorer.settings, described)
    states, stops = {explorer.settings: explorer.view.state}, []
    for message, pages in books(asked(explorer, described.name)):
        assert (message["from"], message["home"]) == (explorer.view.state, explorer._number_of(home))
        assert message["here"] == {"stop": here, "number": values[here]}
        assert message["count"] == len(values)
        for stop, state, number, page in zip(
            message["stops"], message["states"], message["numbers"], pages, strict=True
        ):
            settings = explorer.after(explorer.settings, **{described.name: number})
            _, picture, sentence = explorer.shown(settings)
            assert page == f"{explorer.framed(picture)}\0{sentence}"
            assert states.setdefault(settings, state) == state == explorer._number_of(settings)
            stops.append(stop)
    assert len(stops) == len(set(stops)) == min(len(values) - (home == explorer.settings), ahead.MOST)
    assert [abs(stop - here) for stop in stops] == sorted(abs(stop - here) for stop in stops)


def test_what_the_page_has_is_not_sent():
    explorer = HalfExplorer()
    have = [0, 3, 7, 9, 20]
    stops = [stop for message, _ in books(asked(explorer, "x", have=have)) for stop in message["stops"]]
    assert sorted([*stops, *have, 8]) == list(range(21))  # 8 is where it stands


def test_a_question_about_settings_of_before_is_not_answered():
    explorer = HalfExplorer()
    sent = messages_of(explorer)
    explorer.x.value = 5.0
    before = len(sent)
    explorer._told(explorer.view, {"ask": 0, "state": explorer.view.state - 1, "have": []}, [])
    assert explorer._ahead._task is None and len(sent) == before


def test_an_answer_ends_where_the_settings_have_moved_on():
    explorer = HalfExplorer()
    sent = asked(explorer, "x", meanwhile=lambda explorer: explorer.move(x=9.0))
    assert len(books(sent)) == 1
    first = books(sent)[0][0]
    assert len(first["stops"]) == ahead.FIRST
    assert sent[-1][0]["method"] == "update"


def test_what_cannot_be_drawn_is_left_to_the_kernel():
    explorer = HalfExplorer()
    found = books(asked(explorer, "then"))
    assert [way for message, _ in found for way in message["stops"]] == []
    explorer.move(then="refuse")
    assert explorer.view.state == 0  # no number: beside its words it shows whatever was drawn before
    assert books(asked(explorer, "x")) == []


def test_a_typed_number_between_two_stops_leads_to_stops_and_not_back():
    explorer = HalfExplorer()
    explorer.x.box.value = 1.23
    ((message, pages), *_) = books(asked(explorer, "x"))
    assert message["from"] != message["home"]
    assert message["stops"][0] == message["here"]["stop"] == 2
    assert "half is 0.5" in pages[0] and message["states"][0] == message["home"]
    assert message["here"]["number"] == 1.0


def test_large_pictures_are_few():
    class Large(HalfExplorer):
        def picture(self, result):
            return super().picture(result) + "x" * 1_000_000

    pages = [page for _, found in books(asked(Large(), "x")) for page in found]
    assert len(pages) * 1_000_000 <= ahead.LONGEST + 1_000_000


def test_a_slow_picture_takes_no_more_than_its_share_of_work():
    class Slow(HalfExplorer):
        def picture(self, result):
            end = process_time() + 0.1
            while process_time() < end:
                pass
            return super().picture(result)

    pages = [page for _, found in books(asked(Slow(), "x", seconds=20)) for page in found]
    assert len(pages) <= ahead.WORK / 0.1 + 1


def test_an_explorer_without_an_event_loop_answers_no_question_and_says_nothing():
    explorer = HalfExplorer()
    explorer._told(explorer.view, {"ask": 0, "state": explorer.view.state, "have": []}, [])
    assert explorer.error is None


# -- the book

PIECES = [
    "<", ">", "</b>", '<p title="a > b">', "μ", "😀", "\ud7ff", "\uffff", "&lt;", " ", "\n", '"', "\0", "x̂",
]  # fmt: skip


@given(st.lists(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5))).map("".join), max_size=8))
def test_a_book_brings_back_its_pages_to_the_character(pages):
    assert read(write(pages)) == pages


def test_a_book_with_more_words_than_16_bits_can_number():
    pages = ["".join(f"<i>{n}</i>" for n in range(start, start + 40_000)) for start in (0, 40_000)]
    assert read(write(pages)) == pages


def test_messages_ahead_are_plain_json():
    for kind in nv.EXPLORERS:
        explorer = kind()
        for name in {first_number(explorer).name, *explorer.bar.standing[:1]}:
            for message, _ in books(asked(explorer, name)):
                json.dumps(message, allow_nan=False)


def test_lists_lead_ahead_too():
    explorer = nv.PaddingExplorer()
    name, described = next((d.name, d) for _, d in standing(explorer) if isinstance(d, Choice))
    messages = [message for message, _ in books(asked(explorer, name))]
    assert sum(len(message["stops"]) for message in messages) == len(described.values()) - 1
