"""What every explorer owes its reader, whatever it shows."""

import asyncio
import gc
import json
import logging
from dataclasses import dataclass

import ipywidgets
import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

import normviz as nv
from normviz.drawing.markup import tag
from normviz.explorers.base import Explorer
from tests.markup import elements_in, words_of

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>&'

each_explorer = pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)


@dataclass(frozen=True)
class Half:
    value: float


class HalfExplorer(Explorer):
    """Halves a number; fails in three ways when told to."""

    heading = HOSTILE

    def build(self):
        self.drawn = 0
        number = self.number("x", "x", 0, 10, 0.5, 4.0)
        whole = self.number("n", "n", 1, 5, 1, 2, whole=True)
        return [[number, whole], [self.choice("then", "then", ["draw", "refuse", "break", "break in react"])]]

    def react(self, name):
        if name == "then" and self.then.value == "break in react":
            raise RuntimeError(f"lost in react {HOSTILE}")

    def compute(self):
        if self.then.value == "refuse":
            raise ValueError(f"x: expected something else, got {HOSTILE}")
        if self.then.value == "break":
            raise ZeroDivisionError("lost in compute")
        return Half(self.value("x") / 2)

    def render(self, result):
        self.drawn += 1
        return tag("p", f"half is {result.value}")

    def in_words(self, result):
        return f"Half of {self.value('x')} is {result.value}."


def visible_numbers(explorer):
    """Sliders that a reader could move now, by name."""
    numbers = {name: c for name, c in explorer.controls.items() if name in explorer.boxes}
    shown = set(_shown(explorer.bar))
    return {name: slider for name, slider in numbers.items() if slider in shown}


def _shown(widget):
    if widget.layout.display == "none":
        return
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _shown(child)


def choices(explorer):
    return {n: c for n, c in explorer.controls.items() if isinstance(c, ipywidgets.Dropdown)}


@each_explorer
def test_every_control_at_either_end_gives_a_current_picture(kind):
    explorer = kind()
    for name, choice in choices(explorer).items():
        for index in range(len(choice.options)):
            explorer.reset_controls()
            choice.index = index
            assert explorer.error is None, (name, index)
            for number, slider in visible_numbers(explorer).items():
                for end in (slider.min, slider.max):
                    slider.value = end
                    assert explorer.error is None, (name, index, number, end)
                    assert explorer.boxes[number].value == explorer._numbers[number].reads(end)
                    assert "nv-stale" not in explorer.view.value


@each_explorer
def test_reset_brings_back_the_first_picture_and_the_first_controls(kind):
    explorer = kind()

    def state():
        visible = {name: (s.min, s.max) for name, s in visible_numbers(explorer).items()}
        values = {name: explorer.value(name) for name in explorer.controls}
        labels = {name: box.description for name, box in explorer.boxes.items()}
        return visible, values, labels, explorer.view.value

    first = state()
    for choice in choices(explorer).values():
        choice.index = len(choice.options) - 1
    for slider in visible_numbers(explorer).values():
        slider.value = slider.max
    assert state() != first
    explorer.reset.click()
    assert state() == first


@each_explorer
def test_moving_a_slider_makes_no_widgets_and_no_observers(kind):
    explorer = kind()

    def watchers():
        widgets = [*explorer.controls.values(), *explorer.boxes.values(), explorer.view, explorer.spoken]
        return sum(len(calls) for w in widgets for calls in w._trait_notifiers.get("value", {}).values())

    def use():
        for slider in visible_numbers(explorer).values():
            slider.value = slider.max
            slider.value = slider.min
        explorer.reset.click()

    use()
    gc.collect()
    before = len(_instances), watchers()
    use()
    assert (len(_instances), watchers()) == before


@each_explorer
def test_picture_stands_in_one_html_view_that_names_its_explorer(kind):
    explorer = kind()
    name, attributes = elements_in(explorer.view.value)[0]
    assert (name, attributes["data-explorer"]) == ("div", kind.__name__)
    assert isinstance(explorer.view, ipywidgets.HTML)
    assert explorer.children[:2] == (explorer.bar, explorer.view)


@each_explorer
def test_page_without_a_kernel_shows_the_present_picture(kind):
    explorer = kind()
    next(iter(visible_numbers(explorer).values())).value += 1
    alone = explorer.to_html()
    assert explorer.view.value in alone
    assert explorer.heading in words_of(alone)
    assert explorer.spoken.sentence in words_of(alone)
    assert "<style>" in alone
    assert "http" not in alone.replace("http://www.w3.org/", "")
    bundle = explorer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == alone
    assert "application/vnd.jupyter.widget-view+json" in data


@each_explorer
def test_every_slider_has_a_labelled_box_beside_it(kind):
    explorer = kind()
    assert explorer.boxes
    for name, box in explorer.boxes.items():
        assert box.description.strip(), name
        assert getattr(explorer, name) is explorer.controls[name]
    for control in explorer.controls.values():
        assert isinstance(control, (ipywidgets.IntSlider, ipywidgets.FloatSlider)) or control.description


def test_slider_and_box_mean_the_same():
    explorer = HalfExplorer()
    explorer.x.value = 7.5
    assert (explorer.boxes["x"].value, explorer.result.value) == (7.5, 3.75)
    explorer.boxes["x"].value = 1.0
    assert (explorer.x.value, explorer.result.value) == (1.0, 0.5)


def test_box_takes_a_number_past_the_sliders_end():
    explorer = HalfExplorer()
    explorer.boxes["x"].value = 100.0
    assert (explorer.x.value, explorer.result.value) == (10.0, 50.0)


def test_box_keeps_a_number_between_the_sliders_steps_when_the_browser_echoes_the_nearest_step():
    explorer = HalfExplorer()
    explorer.boxes["x"].value = 1.23
    explorer.x.value = 1.0  # what a browser sends back
    assert explorer.result.value == 0.615
    explorer.x.value = 1.5  # what a key press sends
    assert explorer.result.value == 0.75


def test_slider_steps_arrive_as_the_decimals_that_are_meant():
    explorer = HalfExplorer()
    explorer.x.value = 3.0000000000000004
    assert explorer.boxes["x"].value == 3.0


@pytest.mark.parametrize("kind", [HalfExplorer, nv.ScalingExplorer])
def test_no_slider_is_sent_its_own_move_back(kind):
    # In a drag the browser's slider has moved on by then, and would be thrown back, step after step.
    explorer = kind()
    slider = next(s for s in explorer.controls.values() if isinstance(s, ipywidgets.FloatSlider))
    sent = []
    slider._send = lambda message, buffers=None: sent.append(message)
    position = slider.min + 3 * slider.step * (1 + 1e-15)
    assert position != slider.value
    shown = explorer.view.value
    slider.set_state({"value": position})  # what ipywidgets does with a browser's message
    assert explorer.view.value != shown
    assert [message for message in sent if message["method"] == "update"] == []
    assert slider.value == position


def test_not_a_number_in_a_box_is_passed_on_to_compute():
    explorer = HalfExplorer()
    explorer.boxes["x"].value = float("nan")
    assert np.isnan(explorer.result.value)
    assert explorer.x.value == 4.0


def test_slider_moves_on_from_a_box_that_holds_no_number():
    explorer = HalfExplorer()
    explorer.boxes["x"].value = float("nan")
    explorer.x.set_state({"value": 6.0})
    assert (explorer.boxes["x"].value, explorer.result.value) == (6.0, 3.0)


@pytest.mark.parametrize(
    "too_large", [lambda: np.float64(1e200) ** 2, lambda: 1e200**2], ids=["NumPy", "Python"]
)
def test_numbers_that_outgrow_float64_are_refused_in_words(too_large, caplog):
    class Squaring(HalfExplorer):
        def compute(self):
            return Half(too_large() if self.value("x") > 5 else 1.0)

    explorer = Squaring()
    with caplog.at_level(logging.INFO, logger="normviz"):
        explorer.x.value = 6.0
    assert explorer.error.startswith("controls: expected numbers that can be squared and added up, got ")
    assert "nv-stale" in explorer.view.value
    assert [record.levelname for record in caplog.records] == ["INFO"]
    explorer.x.value = 4.0
    assert explorer.error is None


def test_one_change_draws_once_and_held_changes_draw_once():
    explorer = HalfExplorer()
    drawn = explorer.drawn
    explorer.x.value = 5.0
    assert explorer.drawn == drawn + 1
    with explorer.hold():
        explorer.x.value = 6.0
        explorer.n.value = 3
    assert explorer.drawn == drawn + 2


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
    assert words_of(explorer.spoken.value) == f"This cannot be drawn. {explorer.error}"
    assert [record.levelname for record in caplog.records] == ["INFO"]

    explorer.then.value = "draw"
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.5"


@pytest.mark.parametrize("way", ["break", "break in react"])
def test_failure_of_our_own_is_shown_and_logged_with_its_traceback(way, caplog):
    explorer = HalfExplorer()
    explorer.then.value = way
    assert "lost in" in words_of(explorer.view.value)
    assert "lost in" in words_of(explorer.spoken.value)
    assert "Error: lost in" in explorer.error
    assert explorer.result is None
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info is not None

    explorer.reset.click()
    assert explorer.error is None
    assert words_of(explorer.view.value) == "half is 2.0"


def test_failure_in_a_reset_is_not_lost(monkeypatch):
    explorer = HalfExplorer()

    def fail(name):
        raise RuntimeError("lost in reset")

    monkeypatch.setattr(explorer, "react", fail)
    explorer.reset.click()
    assert "lost in reset" in words_of(explorer.view.value)
    monkeypatch.undo()
    explorer.x.value = 6.0
    assert words_of(explorer.view.value) == "half is 3.0"


def test_failure_at_the_start_leaves_an_explorer_that_can_be_mended():
    class FirstRefused(HalfExplorer):
        def build(self):
            rows = super().build()
            self.then.value = "refuse"
            return rows

    explorer = FirstRefused()
    assert "Not current" not in words_of(explorer.view.value)
    assert "expected something else" in words_of(explorer.view.value)
    explorer.then.value = "draw"
    assert words_of(explorer.view.value) == "half is 2.0"


@pytest.mark.parametrize("way", ["draw", "refuse", "break in react"])
def test_hostile_words_stay_words(way):
    explorer = HalfExplorer()
    explorer.then.value = way
    names = {name for name, _ in elements_in(explorer.to_html())}
    assert names.isdisjoint({"img", "script"})
    title = explorer.bar.children[0].children[0]
    assert {name for name, _ in elements_in(title.value)} == {"style", "b"}
    assert HOSTILE in words_of(explorer.to_html())
    assert [name for name, _ in elements_in(explorer.spoken.value)] == ["p"]


def test_picture_that_is_a_bare_string_is_escaped():
    class Careless(HalfExplorer):
        def render(self, result):
            return "<script>alert(1)</script>"

    assert "script" not in {name for name, _ in elements_in(Careless().view.value)}


def test_explorer_without_a_sentence_says_that_it_is_unfinished(caplog):
    class Speechless(HalfExplorer):
        in_words = Explorer.in_words

    assert Speechless().error.startswith("NotImplementedError")


def test_sentence_goes_out_after_the_picture_and_follows_every_change():
    explorer = HalfExplorer()
    assert words_of(explorer.spoken.value) == "Half of 4.0 is 2.0."
    sent = []
    for name in ("view", "spoken"):
        getattr(explorer, name).observe(lambda change, name=name: sent.append(name), "value")
    explorer.x.value = 5.0
    assert sent == ["view", "spoken"]
    assert words_of(explorer.spoken.value) == "Half of 5.0 is 2.5."
    explorer.reset.click()
    assert words_of(explorer.spoken.value) == "Half of 4.0 is 2.0."


def test_while_a_slider_is_dragged_only_the_last_sentence_goes_out(monkeypatch):
    monkeypatch.setattr("normviz.explorers.spoken.REST", 0.02)

    async def drag():
        explorer, sent = HalfExplorer(), []
        explorer.spoken.observe(lambda change: sent.append(words_of(change.new)), "value")
        for x in (5.0, 6.0, 7.0):
            explorer.x.value = x
        assert explorer.spoken.sentence == "Half of 7.0 is 3.5."
        assert sent == []
        await asyncio.sleep(0.2)
        return sent

    assert asyncio.run(drag()) == ["Half of 7.0 is 3.5."]


def test_one_script_marks_the_sentence_and_names_the_explorer():
    explorer = HalfExplorer()
    *_, spoken, naming = explorer.children
    assert spoken is explorer.spoken
    (script,) = naming.outputs
    (code,) = script["data"].values()
    assert json.dumps(HOSTILE) in code
    assert naming.layout.display == "none"


@each_explorer
def test_few_controls_share_a_row_and_the_others_can_come_back(kind):
    explorer = kind()
    shown = visible_numbers(explorer)
    explorer.only().only(*list(explorer.controls)[:1])
    assert ["nv-row" in row._dom_classes for row in explorer.bar.children[1:]].count(True) == 1
    assert len(visible_numbers(explorer)) <= 1
    for name in shown:
        explorer.show(name, True)
    assert visible_numbers(explorer) == shown
