"""An explorer as code uses it, and as pages talk to it: in messages that come twice, late, out of order, in threads."""

import re
from threading import Event, Thread

import pytest

import normviz as nv
from tests.abuse.driver import check_controls, check_view, tell
from tests.explorers.test_base import HalfExplorer
from tests.markup import controls_in
from tests.support.chapters import ROOT


def test_a_control_is_read_set_and_observed_as_in_the_docs():
    explorer, heard = nv.PaddingExplorer(), []
    length, norm = explorer.padding_length, explorer.controls["norm"]
    assert explorer.controls["padding_length"] is length
    assert (length.value, length.label) == (4, "Padding length (tokens)")
    assert "layer norm" in norm.options
    length.observe(heard.append, names="value")
    length.value = 6
    explorer.norm.value = "layer norm"
    (change,) = heard
    assert (change.name, change.old, change.new, change.owner) == ("value", 4, 6, length)
    assert (explorer.settings.padding_length, explorer.result.norm) == (6, "layer_norm")
    length.unobserve(heard.append)
    explorer.reset()
    assert (length.value, len(heard), explorer.settings) == (4, 1, explorer.first)
    with pytest.raises(TypeError, match="handler: expected a function of a change, got int"):
        length.observe(3)
    with pytest.raises(ValueError, match="names: expected \"value\", got 'step'"):
        length.observe(print, names="step")


@pytest.mark.parametrize("value", ["abc", None, [1]])
def test_what_a_control_cannot_hold_is_said_in_the_picture_s_place_by_its_name(value):
    explorer = nv.PaddingExplorer()
    for name in ("padding_length", "gamma", "norm"):
        explorer.controls[name].value = value
        assert explorer.error.startswith(f"{name}: expected ")
        explorer.reset()
    assert explorer.error is None


def test_buttons_are_pressed_from_code():
    explorer = nv.AffineExplorer()
    explorer.undo.click()
    assert explorer.gamma.value != 1
    explorer.buttons["reset"].click()
    assert explorer.settings == explorer.first


def test_no_private_name_of_the_platform_is_used():
    private = re.compile("_pending_msgs|_handle_status|_state_lock|_handle_comm_msg|requestExecute|noUi")
    files = [path for path in (ROOT / "normviz").rglob("*") if path.suffix in (".py", ".js", ".css")]
    assert len(files) > 100
    assert [path.name for path in files if private.search(path.read_text(encoding="utf-8"))] == []


# -- messages


def test_a_message_that_comes_twice_or_after_a_later_one_is_heeded_once():
    explorer = HalfExplorer()
    tell(explorer, page="one", number=1, set="x", stop=3)
    tell(explorer, page="one", number=2, set="x", stop=5)
    for number in (1, 2):
        drawn = explorer.drawn
        tell(explorer, page="one", number=number, set="x", stop=3 * number)
        assert (explorer.x.value, explorer.drawn) == (2.5, drawn)
    tell(explorer, page="two", number=1, set="x", stop=7)  # another page counts for itself
    assert (explorer.x.value, explorer._heard) == (3.5, {"one": 2, "two": 1})


def test_many_pages_come_and_go_and_the_latest_are_known():
    explorer = HalfExplorer()
    for page in range(100):
        tell(explorer, page=str(page), number=1, seen=True)
    assert len(explorer._heard) < 50 and "99" in explorer._heard


def test_a_page_that_heard_nothing_is_answered_through_the_layout_too():
    explorer, sent = HalfExplorer(), []
    explorer.layout.send = lambda content, buffers=None: sent.append(content)
    tell(explorer, page="one", number=1, set="x", stop=3)
    assert sent == []
    tell(explorer, page="one", number=1, set="x", stop=3, again=True)
    assert sent == [explorer.get_state(["_state", "_page", "_heard", "_live", "_settings"])]
    assert sent[0]["_heard"] == {"one": 1}


def test_an_option_that_is_chosen_already_brings_no_example_anew():
    explorer = nv.BatchNormExplorer()
    explorer.move(gamma=2.0, row=3)
    before = explorer.settings, explorer._page
    tell(explorer, set="example", stop=0)
    tell(explorer, set="gamma", value=2)
    assert (explorer.settings, explorer._page) == before


def test_a_stop_of_a_list_that_was_longer_changes_nothing():
    explorer = nv.PaddingExplorer()
    before = explorer._page
    tell(explorer, set="token", stop=99)
    assert (explorer._page, explorer.error) == (before, None)


@pytest.mark.parametrize(
    "text", ["a\0b tea", "\n\ntea or\ncoffee", "</textarea><b>tea</b>", '"tea" & &amp; tea']
)
def test_a_text_stands_in_its_box_as_it_was_typed(text):
    explorer = nv.PaddingExplorer()
    tell(explorer, set="example", stop=3)
    tell(explorer, set="sentences", value=text)
    assert explorer.sentences.value == text
    assert controls_in(explorer._page)["sentences"].value == text


def test_what_no_page_asks_leaves_the_picture_alone():
    explorer = nv.EpsilonExplorer()
    before = explorer._page
    for message in (
        {"cell": [0, 0]},
        {"cell": [0, 0], "put": 1},
        {"ask": "place", "state": -1, "have": []},
        {"seen": True},
        {},
    ):
        tell(explorer, **message)
        assert (explorer.error, explorer._page) == (None, before), message


# -- threads

CHANCE = 0.2


def while_it_waits(begin, inside, go, meanwhile):
    """Run ``begin`` until it sets ``inside``, then ``meanwhile`` beside it, then both to their ends.

    What does not wait for the first has ``CHANCE`` seconds to overtake it; what waits is right however long they are.
    """
    first, second = Thread(target=begin), Thread(target=meanwhile)
    first.start()
    inside.wait()
    second.start()
    second.join(CHANCE)
    go.set()
    first.join()
    second.join()


def test_a_picture_that_takes_long_does_not_cover_a_later_one():
    inside, go = Event(), Event()

    class Slow(HalfExplorer):
        def picture(self, result):
            if result.of == 5 and not go.is_set():
                inside.set()
                go.wait()
            return super().picture(result)

    explorer = Slow()
    while_it_waits(lambda: explorer.move(x=5.0), inside, go, lambda: tell(explorer, set="x", stop=3))
    assert explorer.settings.x == 1.5
    check_view(explorer, None)
    check_controls(explorer)


def test_a_hand_is_heard_while_a_cell_brings_the_controls_up_to_date():
    explorer, inside, go = HalfExplorer(), Event(), Event()
    explorer.x.observe(lambda _: (inside.set(), go.wait()))
    while_it_waits(lambda: explorer.move(x=5.0), inside, go, lambda: tell(explorer, set="n", stop=3))
    assert (explorer.settings.x, explorer.settings.n) == (5, 4)
    check_view(explorer, None)
    check_controls(explorer)
