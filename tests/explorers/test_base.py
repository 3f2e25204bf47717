"""What every explorer owes its reader, whatever it shows."""

import logging
import random
from dataclasses import dataclass

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.markup import tag
from normviz.explorers.base import Explorer
from normviz.explorers.controls import LISTS, Choice, Number, NumberControl, all_in
from tests.abuse.driver import numbers
from tests.abuse.oracles import ORACLES
from tests.each import each
from tests.markup import elements_in, words_of

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>&'

each_explorer = pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)


@dataclass(frozen=True)
class Settings:
    x: float = 4.0
    n: int = 2
    then: str = "draw"


@dataclass(frozen=True)
class Half:
    of: float
    value: float


def halve(settings):
    if settings.then == "refuse":
        raise ValueError(f"x: expected something else, got {HOSTILE}")
    if settings.then == "break":
        raise ZeroDivisionError("lost in compute")
    return Half(settings.x, settings.x / 2)


def break_in_fit(settings, changed):
    if "then" in changed and settings.then == "break in fit":
        raise RuntimeError(f"lost in fit {HOSTILE}")
    return settings


class HalfExplorer(Explorer):
    """Halves a number; fails in three ways when told to."""

    heading = HOSTILE
    fit = staticmethod(break_in_fit)
    compute = staticmethod(halve)
    words = staticmethod(lambda result: f"Half of {result.of} is {result.value}.")

    def __init__(self, **settings):
        self.drawn = 0
        super().__init__(Settings(**settings))

    def picture(self, result):
        self.drawn += 1
        return tag("p", f"half is {result.value}")

    @staticmethod
    def controls_for(settings):
        options = ("draw", "refuse", "break", "break in fit")
        numbers = [Number("x", "x", 0, 10, 0.5), Number("n", "n", 1, 5, 1, whole=True)]
        return [numbers, [Choice("then", "then", options)]]


def visible_numbers(explorer):
    """Numbers that a reader could move now, by name."""
    return {name: control for name, control in numbers(explorer).items() if is_shown(control, explorer.bar)}


def is_shown(widget, within):
    if within.layout.display == "none":
        return False
    return within is widget or any(is_shown(widget, child) for child in getattr(within, "children", ()))


def choices(explorer):
    return {n: c for n, c in explorer.controls.items() if isinstance(c, LISTS)}


def wander(explorer, seed, steps=12):
    """Move controls at random, as a reader does who knows nothing of them."""
    at_random = random.Random(seed)
    for _ in range(steps):
        name, control = at_random.choice([*visible_numbers(explorer).items(), *choices(explorer).items()])
        if isinstance(control, NumberControl):
            control.slider.value = at_random.randrange(control.slider.max + 1)
        else:
            control.index = at_random.randrange(len(control.options))
        yield name


# -- one state, and pure functions of it


@each_explorer
def test_every_control_at_either_end_gives_a_current_picture(kind):
    explorer = kind()
    for name, choice in choices(explorer).items():
        for index in range(len(choice.options)):
            explorer.reset()
            choice.index = index
            assert explorer.error is None, (name, index)
            for number, control in visible_numbers(explorer).items():
                for stop in (0, control.slider.max):
                    control.slider.value = stop
                    assert explorer.error is None, (name, index, number, stop)
                    assert control.value in (control.stops.low, control.stops.high) or control.stops.digits
                    assert "nv-stale" not in explorer.view.value


@each(
    [(kind, start) for kind in nv.EXPLORERS for start in getattr(ORACLES.get(kind.__name__), "starts", ({},))]
)
def test_reset_brings_back_the_first_picture_the_first_controls_and_one_s_own_data(kind, start):
    explorer = kind(**start)

    def state():
        shown = {name: control.stops for name, control in visible_numbers(explorer).items()}
        values = {name: control.value for name, control in explorer.controls.items()}
        labels = {name: control.box.description for name, control in numbers(explorer).items()}
        return shown, values, labels, explorer.settings, explorer.view.value

    first = state()
    for _ in wander(explorer, 1, steps=20):
        pass
    assert state() != first
    explorer.buttons["reset"].click()
    assert state() == first


def test_settings_move_by_name_and_are_drawn_once():
    explorer = HalfExplorer()
    drawn = explorer.drawn
    explorer.x.value = 5.0
    assert explorer.drawn == drawn + 1
    explorer.move(x=6.0, n=3)
    assert explorer.drawn == drawn + 2
    assert (explorer.settings, explorer.n.value) == (Settings(6.0, 3), 3)


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        (nv.PaddingExplorer, {"example": "Hi Probal", "padding_length": 8, "token": (0, 0), "gamma": 2.0}),
        (nv.AxesExplorer, {"example": "three sentences", "groups": 4, "sentence": 2, "token": 3}),
        (nv.ScalingExplorer, {"scale": "standardized", "rate": 0.25}),
    ],
)
def test_what_is_asked_for_stands_whatever_else_must_follow(kind, asked):
    explorer = kind()
    explorer.move(**asked)
    assert {name: getattr(explorer.settings, name) for name in asked} == asked
    assert explorer.error is None


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"y": 1}, ValueError, "settings: expected some of n, then, x, got 'y'"),
        ({"then": "sing"}, ValueError, "then: expected one of .*'draw'.*, got 'sing'"),
        ({"x": "5"}, TypeError, "x: expected a number, got str '5'"),
    ],
)
def test_what_no_control_could_hold_is_refused_and_changes_nothing(changes, error, said):
    explorer = HalfExplorer()
    with pytest.raises(error, match=said):
        explorer.move(**changes)
    assert explorer.settings == Settings()
    assert explorer.error is None


@each(
    [
        (kind, described.name)
        for kind in nv.EXPLORERS
        for described in all_in(kind().controls_for(kind().settings))
        if isinstance(described, Choice)
    ]
)
def test_an_option_that_a_list_does_not_have_is_refused_by_its_name(kind, name):
    explorer = kind()
    before = explorer.settings
    for value in ("nonsense", None, [1], (), ("bn", "nonsense"), ("bn", "bn"), -5, float("nan")):
        with pytest.raises(ValueError, match=f"{name}: expected one of .*, got "):
            explorer.move(**{name: value})
        assert explorer.settings == before
        assert explorer.error is None


def test_no_control_can_take_the_place_of_a_method():
    @dataclass(frozen=True)
    class Odd:
        move: float = 1.0

    class OddExplorer(HalfExplorer):
        def __init__(self):
            self.drawn = 0
            Explorer.__init__(self, Odd())

        compute = staticmethod(lambda settings: Half(settings.move, settings.move / 2))
        controls_for = staticmethod(lambda settings: [[Number("move", "move", 0, 10, 1)]])

    explorer = OddExplorer()
    explorer.move(move=4.0)
    assert (explorer.controls["move"].value, explorer.result.value) == (4.0, 2.0)
    with pytest.raises(AttributeError, match="'OddExplorer' has no attribute 'nothing'"):
        _ = explorer.nothing


# -- one number is one number


def test_slider_and_box_mean_the_same():
    explorer = HalfExplorer()
    explorer.x.slider.value = 15
    assert (explorer.x.box.value, explorer.x.value, explorer.result.value) == (7.5, 7.5, 3.75)
    explorer.x.box.value = 1.0
    assert (explorer.x.slider.value, explorer.x.value, explorer.result.value) == (2, 1.0, 0.5)


def test_what_is_typed_past_the_sliders_end_stays_and_the_slider_stands_at_its_end():
    explorer = HalfExplorer()
    explorer.x.box.value = 100.0
    assert (explorer.x.slider.value, explorer.x.value, explorer.result.value) == (20, 100.0, 50.0)


def test_box_keeps_a_number_between_two_stops_and_a_key_press_goes_on_from_the_nearest():
    explorer = HalfExplorer()
    explorer.x.box.value = 1.23
    explorer.x.slider.set_state({"value": explorer.x.slider.value})  # what a browser might send back
    assert explorer.result.value == 0.615
    explorer.x.slider.set_state({"value": explorer.x.slider.value + 1})
    assert explorer.x.value == 1.5


@pytest.mark.parametrize("kind", [HalfExplorer, nv.ScalingExplorer])
def test_no_slider_is_sent_its_own_move_back(kind):
    # In a drag the browser's slider has moved on by then, and would be thrown back, step after step.
    explorer = kind()
    slider = next(iter(numbers(explorer).values())).slider
    sent = []
    slider._send = lambda message, buffers=None: sent.append(message)
    shown = explorer.view.value
    slider.set_state({"value": slider.value + 3})  # what ipywidgets does with a browser's message
    assert explorer.view.value != shown
    assert [message for message in sent if message["method"] == "update"] == []


def test_a_slider_is_sent_its_ends_before_its_value():
    slider = Number("x", "x", 0, 10, 1).widget().slider
    assert [*slider.get_state({"value", "max", "min"})] == ["max", "min", "value"]


def test_a_slider_with_one_place_to_stand_stands_there():
    control = Number("x", "x", 3, 3, 1).widget()  # the page's own sliders need two ends
    control.value = 3
    control.slider.set_state({"value": 1})
    assert (control.value, control.slider.value) == (3, 0)


def test_not_a_number_in_a_box_is_passed_on_and_the_slider_moves_on_from_it():
    explorer = HalfExplorer()
    explorer.x.box.value = float("nan")
    assert np.isnan(explorer.settings.x) and np.isnan(explorer.result.value)
    assert explorer.x.slider.value == 8
    explorer.x.slider.set_state({"value": 12})
    assert (explorer.x.box.value, explorer.result.value) == (6.0, 3.0)


def test_a_typed_fraction_is_not_cut_to_a_whole_number_unseen():
    explorer = HalfExplorer()
    explorer.n.box.value = 2.5
    assert explorer.settings.n == explorer.n.value == 2.5
    explorer.n.box.value = 3.0
    assert type(explorer.settings.n) is int


# -- what goes wrong is said


@pytest.mark.parametrize(
    "too_large", [lambda: np.float64(1e200) ** 2, lambda: 1e200**2], ids=["NumPy", "Python"]
)
def test_numbers_that_outgrow_float64_are_refused_in_words(too_large, caplog):
    class Squaring(HalfExplorer):
        compute = staticmethod(lambda settings: Half(1, too_large() if settings.x > 5 else 1.0))

    explorer = Squaring()
    with caplog.at_level(logging.INFO, logger="normviz"):
        explorer.x.value = 6.0
    assert explorer.error.startswith("controls: expected numbers that can be squared and added up, got ")
    assert "nv-stale" in explorer.view.value
    assert [record.levelname for record in caplog.records] == ["INFO"]
    explorer.x.value = 4.0
    assert explorer.error is None


def test_refusal_is_shown_in_words_with_the_last_picture_marked_as_not_current(caplog):
    explorer = HalfExplorer()
    explorer.x.value = 5.0
    with caplog.at_level(logging.INFO, logger="normviz"):
        explorer.then.value = "refuse"
    assert explorer.result is None
    assert explorer.error.startswith("x: expected something else")
    shown = words_of(explorer.view.value)
    assert explorer.error in shown
    assert "Not current" in shown
    assert shown.endswith("half is 2.5")
    assert any(a.get("class") == "nv-stale" for _, a in elements_in(explorer.view.value))
    assert explorer.view.sentence == f"This cannot be drawn. {explorer.error}"
    assert [record.levelname for record in caplog.records] == ["INFO"]

    explorer.then.value = "draw"
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.5"


@pytest.mark.parametrize("way", ["break", "break in fit"])
def test_failure_of_our_own_is_shown_and_logged_with_its_traceback(way, caplog):
    explorer = HalfExplorer()
    explorer.then.value = way
    assert explorer.settings.then == way
    assert "lost in" in words_of(explorer.view.value)
    assert "lost in" in explorer.view.sentence
    assert "Error: lost in" in explorer.error
    assert explorer.result is None
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info is not None

    explorer.reset()
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.0"


def test_failure_at_the_start_leaves_an_explorer_that_can_be_mended():
    explorer = HalfExplorer(then="refuse")
    assert "Not current" not in words_of(explorer.view.value)
    assert "expected something else" in words_of(explorer.view.value)
    explorer.then.value = "draw"
    assert words_of(explorer.view.value) == "half is 2.0"


@pytest.mark.parametrize("way", ["draw", "refuse", "break in fit"])
def test_hostile_words_stay_words(way):
    explorer = HalfExplorer()
    explorer.then.value = way
    names = {name for name, _ in elements_in(explorer.to_html())}
    assert names.isdisjoint({"img", "script"})
    title = explorer.bar.children[0].children[0]
    assert {name for name, _ in elements_in(title.value)} == {"style", "b"}
    assert HOSTILE in words_of(explorer.to_html())


def test_picture_that_is_a_bare_string_is_escaped():
    class Careless(HalfExplorer):
        picture = staticmethod(lambda result: "<script>alert(1)</script>")

    assert "script" not in {name for name, _ in elements_in(Careless().view.value)}


def test_explorer_without_a_sentence_says_that_it_is_unfinished(caplog):
    class Speechless(HalfExplorer):
        words = staticmethod(Explorer.words)

    assert Speechless().error.startswith("NotImplementedError")


# -- what is seen and heard


@each_explorer
def test_picture_stands_in_one_view_that_names_its_explorer(kind):
    explorer = kind()
    name, attributes = elements_in(explorer.view.value)[0]
    assert (name, attributes["data-explorer"]) == ("div", kind.__name__)
    assert explorer.children[:2] == (explorer.bar, explorer.view)


@each_explorer
def test_page_without_a_kernel_shows_the_present_picture(kind):
    explorer = kind()
    next(iter(visible_numbers(explorer).values())).slider.value += 1
    alone = explorer.to_html()
    assert explorer.view.value in alone
    assert explorer.heading in words_of(alone)
    assert explorer.view.sentence in words_of(alone)
    assert "<style>" in alone
    assert "http" not in alone.replace("http://www.w3.org/", "")
    bundle = explorer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == alone
    assert "application/vnd.jupyter.widget-view+json" in data


@each_explorer
def test_every_control_has_a_name(kind):
    explorer = kind()
    assert numbers(explorer)
    for name, control in explorer.controls.items():
        named = control.box if isinstance(control, NumberControl) else control
        assert named.description.strip(), name


def messages_of(explorer):
    """What the view sends from now on: (changes of its state), one by one."""
    sent = []
    explorer.view.comm = FakeComm(sent)
    return sent


class FakeComm:
    kernel = "a kernel"
    comm_id = "a page"

    def __init__(self, sent):
        self._sent = sent

    def on_msg(self, heard):
        self.hear = heard

    def close(self, *_):
        pass

    def send(self, data=None, buffers=None, **_):
        self._sent.append((data, buffers))


def test_a_picture_its_sentence_and_its_state_arrive_together():
    explorer = HalfExplorer()
    sent = messages_of(explorer)
    explorer.x.value = 5.0
    ((message, _),) = sent
    assert set(message["state"]) == {"value", "sentence", "state", "at"}
    assert message["state"]["sentence"] == "Half of 5.0 is 2.5."


def test_until_a_page_is_there_the_picture_stands_in_a_core_widget():
    explorer = HalfExplorer()
    explorer.x.value = 5.0
    *_, plain = explorer.children
    assert explorer.view.value in plain.value and "pip install anywidget" in plain.value
    explorer._told(explorer.view, {"seen": True}, [])
    explorer.x.value = 6.0
    assert plain.value == ""
