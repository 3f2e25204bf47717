"""What every explorer owes its reader, whatever it shows. tests/abuse touches all of them at random."""

import logging
import random
from dataclasses import dataclass

import ipywidgets
import numpy as np
import pytest

import normviz as nv
from normviz.drawing.markup import tag
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text
from tests.abuse.driver import choices, numbers, tell
from tests.each import each
from tests.markup import bar_in, controls_in, elements_in, words_of
from tests.support.widgets import known

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>&'

each_explorer = pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)


@dataclass(frozen=True)
class Settings:
    x: float = 4.0
    n: int = 2
    then: str = "draw"
    note: str = ""


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
        two = [Number("x", "x", 0, 10, 0.5), Number("n", "n", 1, 5, 1, whole=True)]
        return [two, [Choice("then", "then", options), Text("note", "note")]]


def in_sight(explorer, of=numbers):
    """The controls that stand in the bar, by name."""
    shown = controls_in(explorer._page)
    return {name: control for name, control in of(explorer).items() if name in shown}


def wander(explorer, seed, steps=12):
    """Move controls at random, as a reader does who knows nothing of them; yields the name of each."""
    at_random = random.Random(seed)
    for _ in range(steps):
        name = at_random.choice([*in_sight(explorer), *choices(explorer)])
        tell(explorer, set=name, stop=at_random.randrange(len(explorer.controls[name].values())))
        yield name


# -- one state, and pure functions of it


def test_settings_move_by_name_and_are_drawn_once():
    explorer = HalfExplorer()
    drawn = explorer.drawn
    explorer.x.value = 5.0
    assert explorer.drawn == drawn + 1
    explorer.move(x=6.0, n=3)
    assert explorer.drawn == drawn + 2
    assert (explorer.settings, explorer.n.value) == (Settings(6.0, 3), 3)


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"y": 1}, ValueError, "settings: expected some of n, note, then, x, got 'y'"),
        ({"then": "sing"}, ValueError, "then: expected one of .*'draw'.*, got 'sing'"),
        ({"x": "5"}, TypeError, "x: expected a number, got str '5'"),
    ],
)
def test_what_no_control_could_hold_is_refused_and_changes_nothing(changes, error, said):
    explorer = HalfExplorer()
    with pytest.raises(error, match=said):
        explorer.move(**changes)
    assert (explorer.settings, explorer.error) == (Settings(), None)


@each({"past the end": (100.0, 20), "between stops": (1.23, 2), "not a number": (float("nan"), None)})
def test_what_is_typed_stays_as_typed_and_the_slider_stands_at_the_nearest_stop(typed, stop):
    explorer = HalfExplorer()
    explorer.x.value = typed
    np.testing.assert_equal(explorer.result.value, typed / 2)
    shown = controls_in(explorer._page)["x"]
    assert (shown.value, shown.stop) == (str(typed).removesuffix(".0"), stop)
    tell(explorer, set="x", stop=3)
    assert (explorer.x.value, explorer.error) == (1.5, None)


def test_a_typed_fraction_is_not_cut_to_a_whole_number_unseen():
    explorer = HalfExplorer()
    explorer.n.value = 2.5
    assert explorer.settings.n == explorer.n.value == 2.5
    explorer.n.value = 3.0
    assert type(explorer.settings.n) is int


# -- what goes wrong is said


@pytest.mark.parametrize("too_large", [lambda: np.float64(1e200) ** 2, lambda: 1e200**2])
def test_numbers_that_outgrow_float64_are_refused_in_words(too_large, caplog):
    class Squaring(HalfExplorer):
        compute = staticmethod(lambda settings: Half(1, too_large() if settings.x > 5 else 1.0))

    explorer = Squaring()
    with caplog.at_level(logging.INFO, logger="normviz"):
        explorer.x.value = 6.0
    assert explorer.error.startswith("controls: expected numbers that can be squared and added up, got ")
    assert [record.levelname for record in caplog.records] == ["INFO"]
    explorer.x.value = 4.0
    assert explorer.error is None


def test_refusal_is_shown_in_words_with_the_last_picture_marked_as_not_current(caplog):
    explorer = HalfExplorer()
    explorer.x.value = 5.0
    with caplog.at_level(logging.INFO, logger="normviz"):
        explorer.then.value = "refuse"
    shown = words_of(explorer.view.value)
    assert explorer.error in shown and "Not current" in shown and shown.endswith("half is 2.5")
    assert any(a.get("class") == "nv-stale" for _, a in elements_in(explorer.view.value))
    assert [record.levelname for record in caplog.records] == ["INFO"]
    explorer.then.value = "draw"
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.5"


@pytest.mark.parametrize("way", ["break", "break in fit"])
def test_failure_of_our_own_is_shown_and_logged_with_its_traceback(way, caplog):
    explorer = HalfExplorer()
    explorer.then.value = way
    assert explorer.settings.then == way
    assert "Error: lost in" in explorer.error
    assert "lost in" in words_of(explorer.view.value) and "lost in" in explorer.view.sentence
    (record,) = caplog.records
    assert record.levelname == "ERROR" and record.exc_info is not None
    explorer.reset()
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.0"


def test_failure_at_the_start_leaves_an_explorer_that_can_be_mended():
    explorer = HalfExplorer(then="refuse")
    assert "Not current" not in words_of(explorer.view.value)
    assert "expected something else" in words_of(explorer.view.value)
    explorer.then.value = "draw"
    assert words_of(explorer.view.value) == "half is 2.0"


def test_picture_that_is_a_bare_string_is_escaped():
    class Careless(HalfExplorer):
        picture = staticmethod(lambda result: "<script>alert(1)</script>")

    assert "script" not in {name for name, _ in elements_in(Careless().view.value)}


# -- what is seen and heard


@each_explorer
def test_an_explorer_is_one_widget_and_its_layout(kind):
    before = len(known())
    assert isinstance(kind(), ipywidgets.DOMWidget)
    assert len(known()) - before <= 2


@each_explorer
def test_page_without_a_kernel_shows_the_present_picture(kind):
    explorer = kind()
    name, control = next(iter({**in_sight(explorer), **in_sight(explorer, choices)}.items()))
    tell(explorer, set=name, stop=(control.stop_of(control.value) + 1) % len(control.described.values()))
    alone = explorer.to_html()
    assert explorer.view.value in alone
    assert explorer.heading in words_of(alone)
    assert " ".join(explorer.view.sentence.split()) in words_of(alone)
    assert "http" not in alone.replace("http://www.w3.org/", "")
    bundle = explorer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == alone
    assert "application/vnd.jupyter.widget-view+json" in data


@each_explorer
def test_the_sentence_is_short_and_is_read_out_where_the_page_changes(kind):
    explorer = kind()
    assert len(explorer.view.sentence) < 250
    (spoken,) = [a for _, a in elements_in(explorer._page) if a.get("class") == "nv-spoken"]
    assert (spoken["role"], spoken["aria-live"]) == ("status", "polite")


@each_explorer
def test_every_control_has_a_name_and_sliders_say_their_number(kind):
    explorer = kind()
    bar = bar_in(explorer._page)
    for element in bar.select("input, select, textarea, button, [role=group]"):
        label = element.find_parent("label")
        words = element.text if element.name == "button" else label.span.text if label else ""
        assert element.get("aria-label") or words.strip(), element
    for slider in bar.select("[type=range]"):
        assert slider["aria-valuetext"], slider
