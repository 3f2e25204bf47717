"""What is sent ahead is what a real move brings, to the byte; and sending it keeps nobody waiting."""

import asyncio
import contextlib
import json
import random
import zlib
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from normviz.explorers import ahead
from normviz.explorers.ahead import ways
from normviz.explorers.controls import Choice, Number
from normviz.front.book import write
from tests.abuse.driver import tell
from tests.explorers.test_base import HalfExplorer, each_explorer, wander
from tests.explorers.test_moving import KEPT
from tests.markup import controls_in
from tests.sample import quickly
from tests.strategies import properties
from tests.support.books import read

WALKS = [range(1), pytest.param(range(1, 4), marks=pytest.mark.exhaustive)]
walks = pytest.mark.parametrize("seeds", WALKS, ids=["few", "many"])


def in_sight(explorer):
    """The descriptions of the controls that lead somewhere."""
    described = [
        explorer.described(name) for name in controls_in(explorer._page) if name in explorer.controls
    ]
    return [one for one in described if isinstance(one, Choice | Number)]


def drawable(kind, found):
    """The ways to settings that have a picture: a page is never sent another."""
    for way in found:
        with contextlib.suppress(ValueError, TypeError):
            kind.compute(way.settings)
            yield way


@walks
@pytest.mark.parametrize("kind", quickly(KEPT, nv.LedgerExplorer), ids=lambda kind: kind.__name__)
def test_each_way_leads_where_a_real_move_leads_byte_for_byte_and_back(kind, seeds):
    explorer = kind()
    for seed in seeds:
        at_random = random.Random(seed)
        for _ in wander(explorer, seed, steps=6):
            described, begin = at_random.choice(in_sight(explorer)), explorer.settings
            here, page = described.stop_of(getattr(begin, described.name)), explorer._page
            found = [*drawable(kind, ways(kind, begin, described))]
            for way in at_random.sample(found, min(2, len(found))):
                tell(explorer, set=described.name, stop=way.stop)
                assert (explorer.settings, explorer._page) == (way.settings, explorer.page(way.settings))
                if way.back:
                    tell(explorer, set=described.name, stop=here)
                    assert explorer._page == page or described.values()[here] != getattr(
                        begin, described.name
                    )
                explorer._take(begin)


@pytest.mark.exhaustive
@walks
@each_explorer
def test_where_a_control_leads_back_it_leads_everywhere_as_from_the_beginning(kind, seeds):
    # The page relies on it: from each of these settings it takes the same way.
    explorer = kind()
    for seed in seeds:
        at_random = random.Random(seed)
        for _ in wander(explorer, seed, steps=8):
            described = at_random.choice(in_sight(explorer))
            begin, values = explorer.settings, described.values()
            found = {way.stop: way for way in drawable(kind, ways(kind, begin, described))}
            members = [way.settings for way in found.values() if way.back]
            for member in at_random.sample(members, min(3, len(members))):
                for stop in at_random.sample(sorted(found), min(6, len(found))):
                    assert kind.after(member, **{described.name: values[stop]}) == found[stop].settings


@each_explorer
def test_a_whole_number_is_drawn_as_a_float_is(kind):
    # 2 and 2.0 are equal, and must not be drawn differently: the page knows settings by their number.
    explorer = kind()
    for described in in_sight(explorer):
        if isinstance(described, Number) and not described.whole:
            pages = []
            for value in (1, 1.0):
                explorer.reset()
                explorer.move(**{described.name: value})
                pages.append(explorer._page)
            assert pages[0] == pages[1]


# -- what a question brings


def asked(explorer, name, *, have=(), meanwhile=None):
    """What a page is sent that asks for ``name``, (message, pages); ``meanwhile()`` is called after the first book."""
    books = []

    def send(message, buffers=None):
        books.append((json.loads(json.dumps(message, allow_nan=False)), read(zlib.decompress(buffers[0]))))
        if meanwhile:
            meanwhile()

    explorer.send = send

    async def ask():
        explorer._told(explorer, {"ask": name, "state": explorer._state, "have": list(have)}, [])
        if (task := explorer._ahead._task) and not task.done():
            await asyncio.wait([task])

    asyncio.run(ask())
    return books


@pytest.mark.exhaustive
@each_explorer
def test_a_question_brings_the_nearest_pages_first_and_none_twice(kind):
    explorer = kind()
    for described in {type(one): one for one in in_sight(explorer)}.values():
        explorer.reset()
        here, values, stops = (
            described.stop_of(getattr(explorer.settings, described.name)),
            described.values(),
            [],
        )
        for message, pages in asked(explorer, described.name):
            assert (message["control"], message["from"], message["here"]) == (
                described.name,
                explorer._state,
                here,
            )
            for stop, state, page in zip(message["stops"], message["states"], pages, strict=True):
                settings = explorer.after(explorer.settings, **{described.name: values[stop]})
                assert (page, state) == (explorer.page(settings), explorer._number_of(settings))
                stops.append(stop)
        assert len(stops) == len(set(stops)) <= ahead.MOST
        assert stops or len(values) == 1
        assert [abs(stop - here) for stop in stops] == sorted(abs(stop - here) for stop in stops)


def test_what_the_page_has_is_not_sent_and_the_rest_is():
    have = [0, 3, 7, 9, 20]
    stops = [stop for message, _ in asked(HalfExplorer(), "x", have=have) for stop in message["stops"]]
    assert sorted([*stops, *have, 8]) == list(range(21))  # 8 is where it stands


def test_a_question_about_settings_of_before_or_without_an_event_loop_is_not_answered():
    explorer = HalfExplorer()
    question = {"ask": "x", "state": explorer._state, "have": []}
    explorer._told(explorer, question, [])
    explorer.x.value = 5.0
    explorer._told(explorer, question, [])
    assert (explorer._ahead._task, explorer.error) == (None, None)


def test_an_answer_ends_where_the_settings_have_moved_on():
    explorer = HalfExplorer()
    ((message, _),) = asked(explorer, "x", meanwhile=lambda: explorer.move(x=9.0))
    assert len(message["stops"]) == ahead.FIRST


def test_what_cannot_be_drawn_is_left_to_the_kernel():
    explorer = HalfExplorer()
    assert [message["stops"] for message, _ in asked(explorer, "then")] == []
    explorer.move(then="refuse")
    assert explorer._state == 0  # no number: beside its words it shows whatever was drawn before
    assert asked(explorer, "x") == []


@pytest.mark.exhaustive
def test_slow_pages_take_no_more_than_their_share_of_work():
    class Slow(HalfExplorer):
        def picture(self, result):
            end = process_time() + 0.1
            while process_time() < end:
                pass
            return super().picture(result)

    assert 0 < len([page for _, pages in asked(Slow(), "x") for page in pages]) <= ahead.WORK / 0.1 + 1


# -- the book

PIECES = [
    "<", ">", "</b>", '<p title="a > b">', "μ", "😀", "\ud7ff", "\uffff", "&lt;", " ", "\n", '"', "\0", "x̂", "1.50",
]  # fmt: skip


@properties
@given(st.lists(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5))).map("".join), max_size=8))
def test_a_book_brings_back_its_pages_to_the_character(pages):
    assert read(write(pages)) == pages
