"""The page's messages come in several threads, and while a cell runs: whatever they meet, nothing is lost or mixed."""

from threading import Event, Thread

import normviz as nv
from tests.explorers.test_ahead import drawn, picture_of, put
from tests.explorers.test_base import HalfExplorer


def while_it_waits(begin, inside, go, meanwhile):
    """Run ``begin`` until it sets ``inside``, then ``meanwhile`` beside it, for a while, then both to their ends."""
    first, second = Thread(target=begin), Thread(target=meanwhile)
    first.start()
    assert inside.wait(5)
    second.start()
    second.join(0.2)
    go.set()
    for thread in (first, second):
        thread.join(5)
        assert not thread.is_alive()


def is_whole(explorer):
    assert explorer.error is None
    assert drawn(explorer) == picture_of(explorer, explorer.settings)
    assert explorer.view.state == explorer._number_of(explorer.settings)
    assert explorer.view.at == explorer._at()
    for name, control in explorer.controls.items():
        assert control.value == getattr(explorer.settings, name)


def test_a_picture_that_takes_long_does_not_cover_a_later_one():
    inside, go = Event(), Event()

    class Slow(HalfExplorer):
        def picture(self, result):
            if result.of == 5:
                inside.set()
                assert go.wait(5)
            return super().picture(result)

    explorer = Slow()
    while_it_waits(lambda: explorer.move(x=5.0), inside, go, lambda: put(explorer.x, 3))
    assert explorer.settings.x == 1.5
    is_whole(explorer)


def test_a_hand_is_heard_while_a_cell_brings_the_controls_up_to_date():
    explorer, inside, go = HalfExplorer(), Event(), Event()
    explorer.x.observe(lambda _: (inside.set(), go.wait(5)), "value")
    while_it_waits(lambda: explorer.move(x=5.0), inside, go, lambda: put(explorer.n, 3))
    assert (explorer.settings.x, explorer.settings.n) == (5, 4)
    is_whole(explorer)


def test_of_two_controls_that_move_at_once_neither_takes_the_other_back():
    """A list changes a slider's words, and so has it shown anew, while the slider's own move is half heard."""
    explorer, inside, go = nv.PaddingExplorer(), Event(), Event()
    slider, shown = explorer.beta.slider, explorer.view.show
    here, sent = slider.value, []
    slider.send_state = lambda key=None: sent.extend(slider.get_state(key).items() if key else ())

    def show(*picture):
        if not inside.is_set():
            inside.set()
            assert go.wait(5)
        shown(*picture)

    explorer.view.show = show
    moves = lambda: explorer.token.set_state({"index": 4}), lambda: slider.set_state({"value": here + 1})
    while_it_waits(moves[0], inside, go, moves[1])
    assert (explorer.beta.value, slider.value, sent) == (0.1, here + 1, [])
    is_whole(explorer)
