"""Somebody who touches every control of an explorer, in random order, with random and unusable values.

A :class:`Player` knows nothing of the explorer it plays with but its widgets. What must come out is for the oracles
of :mod:`tests.abuse.oracles` to say; what must hold for every explorer is checked here, after every touch.
"""

import logging
import math
import random
import re
import sys
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass

import ipywidgets
from markupsafe import escape

from normviz.explorers.controls import LISTS, NumberControl

try:
    from ipywidgets.widgets.widget import _instances
except ImportError:  # ipywidgets 7
    _instances = ipywidgets.Widget.widgets

# Numbers that nobody means: past every slider, at the edges of float64, and not numbers at all.
STRANGE = (0.0, -1.0, 1e-300, -1e-12, 1e6, -1e6, 1e17, 1e154, 1e300, -1e300, math.inf, -math.inf, math.nan)
STRANGE_WHOLE = (0, -1, 10**3, 10**6, 10**9, 10**12, -(10**12), 10**18)


@dataclass(frozen=True)
class Typed:
    """What somebody types into a box for text, and what it says: data, or None where nobody could use it."""

    text: str
    means: object = None


class Unusable(Exception):
    """An oracle's verdict: the controls hold something that has no picture."""


class Listener(logging.Handler):
    """Collects what is logged as an error, wherever it comes from."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.heard = []

    def emit(self, record):
        self.heard.append(logging.Formatter().format(record))

    def __enter__(self):
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_):
        logging.getLogger().removeHandler(self)


class Player:
    """Touches an explorer's controls at random, and remembers what it did.

    Parameters
    ----------
    explorer : the explorer to play with
    seed : of the random choices
    type : function of a control's name and a ``random.Random`` that returns the text to type
    """

    def __init__(self, explorer, seed, type):
        self.explorer, self.type = explorer, type
        self.random = random.Random(seed)
        self.story = deque(maxlen=12)

    def touch(self):
        """Touch one control, button or cell; returns its name."""
        explorer, chance = self.explorer, self.random.random()
        rows = [] if explorer.error else re.findall(r'data-row="([0-9,]+)"', explorer.view.value)
        if explorer.error and chance < 0.4:
            return self._click("reset")
        if chance < 0.12:
            return self._click(self.random.choice(list(explorer.buttons)))
        if rows and chance < 0.2:
            return self._pick(f"{self.random.choice(rows)},{self.random.randrange(8)}")
        name, control = self.random.choice(list(explorer.controls.items()))
        for kind, use in (
            (NumberControl, self._move),
            (LISTS, self._choose),
            (ipywidgets.Textarea, self._type),
        ):
            if isinstance(control, kind):
                return use(name, control)
        raise AssertionError(f"{name}: nobody knows how to use a {type(control).__name__}")

    def _did(self, name, *what):
        self.story.append((name, *what))
        return name

    def _click(self, name):
        self._did(name)
        self.explorer.buttons[name].click()
        return name

    def _pick(self, place):
        # As the browser has it: the click comes from the picture that is seen, on a column that it may not have.
        self._did("[a cell]", place)
        cell = [int(number) for number in place.split(",")]
        self.explorer.view._handle_custom_msg({"cell": cell}, [])
        return "[a cell]"

    def _move(self, name, control):
        stops, chance = control.stops, self.random.random()
        stop = self.random.choice((0, stops.count, *[self.random.randint(0, stops.count)] * 8))
        if chance < 0.4:
            self._did(name, "slides to stop", stop)
            control.slider.set_state({"value": stop})
            return name
        if chance < 0.87:
            value = stops.at(stop)
        elif chance < 0.92:
            value = self.random.choice((2 * stops.low - stops.high - 1, 2 * stops.high + 1))
        else:
            value = self.random.choice(STRANGE_WHOLE if control.whole else STRANGE)
        self._did(name, "=", value)
        if self.random.random() < 0.5:
            control.box.set_state({"value": value})
        else:
            control.value = value
        return name

    def _choose(self, name, control):
        index = self.random.randrange(len(control.options))
        self._did(name, "chooses", control._options_labels[index])
        control.set_state({"index": index})
        return name

    def _type(self, name, control):
        text = self.type(name, self.random)
        self._did(name, "types", text if len(text) < 300 else f"{text[:300]} …")
        control.set_state({"value": text})
        return name


# -- what must hold after every touch


def check_view(explorer, last_picture):
    """The view shows the present result, or says in words that it does not; returns the picture to compare next."""
    view = explorer.view.value
    assert view.startswith('<div class="nv" data-explorer='), view[:200]
    drawn = re.sub(r">[^<]*<", "><", view)
    drawn = re.sub(r'aria-label="[^"]*"', "", drawn)
    broken = re.search(r'="[^"]*(?<![\w-])(nan|[-−]?inf)(?![\w-])[^"]*"', drawn)
    assert broken is None, f"a picture with a place that is no place: {broken[0]}"
    if explorer.error is None:
        assert explorer.result is not None
        assert "nv-stale" not in view
        assert "nv-error" not in view
        result = explorer.compute(explorer.settings)
        assert view == explorer.draw(result), "the picture is not that of the present settings"
        assert explorer.view.sentence == explorer.words(result)
        return explorer._picture
    assert explorer.result is None
    assert explorer.error.strip()
    assert str(escape(explorer.error)) in view
    assert explorer.view.sentence == f"This cannot be drawn. {explorer.error}"
    assert ("nv-stale" in view) == bool(last_picture), "an old picture must be marked as not current"
    assert explorer._picture == last_picture
    return last_picture


def check_controls(explorer):
    """Every control, its box and the setting are one value; every slider stands at the nearest stop."""
    for name, control in explorer.controls.items():
        setting = getattr(explorer.settings, name)
        assert same(control.value, setting), f"{name}: {control.value!r} shown, {setting!r} set"
        if isinstance(control, NumberControl):
            assert same(control.box.value, setting), name
            assert control.stops.nearest(setting) in (control.slider.value, None), name
            assert control.slider.max == control.stops.count, name


def check_twin(explorer):
    """A fresh explorer with the same settings shows and says the same, whatever has happened to this one."""
    twin = type(explorer)()
    twin._take(explorer.settings)
    assert twin.error == explorer.error
    assert twin.view.sentence == explorer.view.sentence
    if explorer.error is None:
        assert twin.view.value == explorer.view.value
    for name, control in explorer.controls.items():
        own = twin.controls[name]
        for trait in ("stops", "options", "disabled", "description"):
            assert getattr(own, trait, None) == getattr(control, trait, None), (name, trait)
        assert own.layout.display == control.layout.display, name
    shown = {name: c.box.description for name, c in numbers(explorer).items()}
    assert {name: c.box.description for name, c in numbers(twin).items()} == shown


def numbers(explorer):
    """The controls that hold a number, by name."""
    return {name: c for name, c in explorer.controls.items() if isinstance(c, NumberControl)}


def same(a, b):
    """Whether two values are equal, or both not a number."""
    return a == b or (a != a and b != b)


# -- what must stay constant


@contextmanager
def borrowed():
    """Whatever widgets are made in the meantime are closed at the end, so that none stays registered."""
    before = set(_instances)
    try:
        yield
    finally:
        for key in [key for key in _instances if key not in before]:
            if key in _instances:
                _instances[key].close()


def census():
    """How many widgets, figures, observers and click handlers there are."""
    observers = clicks = 0
    for widget in _instances.values():
        observers += sum(len(calls) for of in widget._trait_notifiers.values() for calls in of.values())
        clicks += len(getattr(getattr(widget, "_click_handlers", None), "callbacks", ()))
    pyplot = sys.modules.get("matplotlib.pyplot")
    figures = len(pyplot.get_fignums()) if pyplot else 0
    return {"widgets": len(_instances), "figures": figures, "observers": observers, "clicks": clicks}
