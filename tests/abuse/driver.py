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
from ipywidgets.widgets.widget import _instances
from markupsafe import escape
from traitlets import TraitError

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
    type : function of a control's name and a ``random.Random`` that returns a :class:`Typed`
    """

    def __init__(self, explorer, seed, type):
        self.explorer, self.type = explorer, type
        self.random = random.Random(seed)
        self.story = deque(maxlen=12)
        self.typed = {}
        self.buttons = [widget for widget in widgets_in(explorer) if isinstance(widget, ipywidgets.Button)]
        self.names = list(explorer.controls)

    def touch(self):
        """Touch one control; returns its name, or the button's label."""
        if self.explorer.error and self.random.random() < 0.4:
            return self._click(self.explorer.reset)
        if self.random.random() < 0.12:
            return self._click(self.random.choice(self.buttons))
        rows = re.findall(r'data-row="([0-9,]+)"', self.explorer.view.value)
        if rows and not self.explorer.error and self.random.random() < 0.1:
            return self._pick(f"{self.random.choice(rows)},{self.random.randrange(8)}")
        name = self.random.choice(self.names)
        control = self.explorer.controls[name]
        if name in self.explorer.boxes:
            return self._move(name)
        if isinstance(control, ipywidgets.Dropdown):
            return self._choose(name, control)
        if isinstance(control, ipywidgets.Textarea):
            return self._type(name, control)
        raise AssertionError(f"{name}: nobody knows how to use a {type(control).__name__}")

    def _did(self, name, *what):
        self.story.append((name, *what))
        return name

    def _click(self, button):
        self._did(f"[{button.description}]")
        button.click()
        return f"[{button.description}]"

    def _pick(self, place):
        # As the browser has it: the click comes from the picture that is seen, on a column that it may not have.
        self._did("[a cell]", place)
        self.explorer.picked.set_state({"value": f"{place} {len(self.story)}"})
        return "[a cell]"

    def _move(self, name):
        slider, box, chance = self.explorer.controls[name], self.explorer.controls[name].box, self.random.random()
        whole = isinstance(slider, ipywidgets.IntSlider)
        if chance < 0.1:
            # What a browser sends back for every number it gets: the slider's nearest step. It must change nothing.
            before = box.value
            here = self.explorer._numbers[name]._inside()
            if math.isfinite(here):
                echo = slider.min + round((here - slider.min) / slider.step) * slider.step
                self._did(name, "echoes", echo)
                slider.set_state({"value": min(echo, slider.max)})
                assert box.value == before or math.isnan(before), (
                    f"{name}: an echo moved {before} to {box.value}"
                )
            return name
        if chance < 0.45:
            position = self._position(slider, whole)
            self._did(name, "slides to", position)
            slider.set_state({"value": position})
            return name
        if chance < 0.87:
            value = self.explorer._numbers[name].reads(self._position(slider, whole))
        elif chance < 0.92:
            value = (
                slider.min - (slider.max - slider.min) - 1
                if self.random.random() < 0.5
                else slider.max * 2 + 1
            )
            value = int(value) if whole else float(value)
        else:
            value = self.random.choice(STRANGE_WHOLE if whole else STRANGE)
        self._did(name, "=", value)
        if self.random.random() < 0.5:
            box.set_state({"value": value})
        else:
            box.value = value
        return name

    def _position(self, slider, whole):
        chance = self.random.random()
        if chance < 0.2:
            return self.random.choice((slider.min, slider.max))
        if whole:
            return self.random.randrange(slider.min, slider.max + 1)
        steps = round((slider.max - slider.min) / slider.step)
        return min(slider.min + self.random.randint(0, steps) * slider.step, slider.max)

    def _choose(self, name, control):
        index = self.random.randrange(len(control.options))
        self._did(name, "chooses", control._options_labels[index])
        control.set_state({"index": index})
        return name

    def _type(self, name, control):
        typed = self.type(name, self.random)
        self._did(name, "types", typed.text if len(typed.text) < 300 else f"{typed.text[:300]} …")
        self.typed[typed.text] = typed.means
        control.set_state({"value": typed.text})
        return name


# -- what must hold after every touch


def check_view(explorer, last_picture):
    """The view shows the present result, or says in words that it does not; returns the picture to compare next."""
    view = explorer.view.value
    assert view.startswith('<div class="nv" data-explorer='), view[:200]
    drawn = re.sub(r">[^<]*<", "><", view)
    broken = re.search(
        r'="[^"]*(?<![\w-])(nan|[-−]?inf)(?![\w-])[^"]*"', re.sub(r'aria-label="[^"]*"', "", drawn)
    )
    assert broken is None, f"a picture with a place that is no place: {broken[0]}"
    if explorer.error is None:
        assert explorer.result is not None
        assert "nv-stale" not in view
        assert "nv-error" not in view
        again = explorer._frame(explorer.render(explorer.compute()))
        assert view == again, "the picture is not that of the present controls"
        assert explorer.spoken.sentence == explorer.in_words(explorer.result)
        assert str(escape(explorer.spoken.sentence)) in explorer.spoken.value
        return explorer._picture
    assert explorer.result is None
    assert explorer.error.strip()
    assert str(escape(explorer.error)) in view
    assert explorer.spoken.sentence == f"This cannot be drawn. {explorer.error}"
    assert ("nv-stale" in view) == bool(last_picture), "an old picture must be marked as not current"
    assert explorer._picture == last_picture
    return last_picture


def twin_of(explorer, arguments, dress=None):
    """A fresh explorer whose controls were set to the same values, one by one; None where they cannot all be set."""
    twin = type(explorer)(**arguments)
    _follow(twin, explorer)
    if dress is not None:
        dress(twin)
        _follow(twin, explorer)
    if all(_same(twin.controls[name].value, explorer.controls[name].value) for name in explorer.controls):
        return twin
    return None


def _follow(twin, explorer):
    for _ in range(4):
        for name in explorer.controls:
            if not _same(twin.controls[name].value, explorer.controls[name].value):
                try:
                    twin.move(**{name: explorer.controls[name].value})
                except TraitError:
                    continue  # an option that comes with a later control


def _same(a, b):
    return a == b or (a != a and b != b)


# -- what must stay constant


def widgets_in(widget):
    """The widget and all that stands in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets_in(child)


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
