"""Somebody who touches every control of an explorer, in random order, with random and unusable values.

A :class:`Player` knows nothing of the explorer it plays with but its page and its controls. What must come out is for
the oracles of :mod:`tests.abuse.oracles` to say; what must hold for every explorer is checked here, after every touch.
"""

import logging
import math
import random
import re
import sys
from collections import Counter, deque
from dataclasses import dataclass
from itertools import count

from markupsafe import escape

from normviz.drawing.markup import CONTROLS
from normviz.explorers.controls import Choice, Number
from tests.markup import controls_in
from tests.support.widgets import known

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


_NUMBERS = count(1)


def tell(explorer, *, page="a page", number=None, **said):
    """Say what a hand has done, as a page does; each message of a page has a number of its own."""
    number = next(_NUMBERS) if number is None else number
    explorer._told(explorer, {**said, "from": page, "number": number}, [])


class Player:
    """Touches an explorer's controls at random, and remembers what it did.

    Parameters
    ----------
    explorer : the explorer to play with
    seed : of the random choices
    type : function of a control's name and a ``random.Random`` that returns the text to type

    Attributes
    ----------
    told : the value of each control, as those who observe it know it
    news : how often each control has told of a change since the last touch
    """

    def __init__(self, explorer, seed, type):
        self.explorer, self.type = explorer, type
        self.random = random.Random(seed)
        self.story, self.told, self.news = deque(maxlen=12), {}, Counter()
        for name, control in explorer.controls.items():
            self.told[name] = control.value
            control.observe(self._hears)

    def _hears(self, change):
        self.told[change.owner.name] = change.new
        self.news[change.owner.name] += 1

    def touch(self):
        """Touch one control, button or cell; returns its name."""
        self.news.clear()
        explorer, chance = self.explorer, self.random.random()
        rows = [] if explorer.error else re.findall(r'data-row="([0-9,]+)"', explorer.view.value)
        if explorer.error and chance < 0.4:
            return self._says("reset", press="reset")
        if chance < 0.12:
            name = self.random.choice(list(explorer.buttons))
            return self._says(name, press=name)
        if rows and chance < 0.2:  # a column that the picture may not have
            row = map(int, self.random.choice(rows).split(","))
            return self._says("[a cell]", cell=[*row, self.random.randrange(8)])
        name, control = self.random.choice(list(explorer.controls.items()))
        described = control.described
        if isinstance(described, Number):
            return self._move(name, control)
        if isinstance(described, Choice):
            return self._says(name, set=name, stop=self.random.randrange(len(described.options)))
        return self._says(name, set=name, value=self.type(name, self.random))

    def _says(self, name, **said):
        self.story.append(said)
        tell(self.explorer, **said)
        return name

    def _move(self, name, control):
        stops, chance = control.stops, self.random.random()
        stop = self.random.choice((0, stops.count, *[self.random.randint(0, stops.count)] * 8))
        if chance < 0.4:
            return self._says(name, set=name, stop=stop)
        if chance < 0.87:
            value = stops.at(stop)
        elif chance < 0.92:
            value = self.random.choice((2 * stops.low - stops.high - 1, 2 * stops.high + 1))
        else:
            value = self.random.choice(STRANGE_WHOLE if control.whole else STRANGE)
        if math.isfinite(value) and self.random.random() < 0.5:
            # JavaScript writes a whole number without a point, and Python reads an int.
            whole = float(value).is_integer() and abs(value) < 1e21
            return self._says(name, set=name, value=int(value) if whole else value)
        self.story.append((name, "=", value))
        control.value = value
        return name


# -- what must hold after every touch


def check_view(explorer, last_picture):
    """The page shows the present result, or says in words that it does not; returns the picture to compare next."""
    view = explorer.view.value
    assert view.startswith('<div class="nv" data-explorer='), view[:200]
    drawn = re.sub(r">[^<]*<", "><", view)
    drawn = re.sub(r'aria-label="[^"]*"', "", drawn)
    broken = re.search(r'="[^"]*(?<![\w-])(nan|[-−]?inf)(?![\w-])[^"]*"', drawn)
    assert broken is None, f"a picture with a place that is no place: {broken[0]}"
    assert all(part in explorer._page for part in view.split(CONTROLS))  # which take their place there
    assert str(escape(explorer.view.sentence)) in explorer._page
    if explorer.error is None:
        assert explorer.result is not None
        assert "nv-stale" not in view
        assert "nv-error" not in view
        assert explorer._page == explorer.page(explorer.settings), "not the page of the present settings"
        assert view == explorer.framed(explorer.picture(explorer.result))
        assert explorer.view.sentence == explorer.words(explorer.result)
        return explorer._picture
    assert explorer.result is None
    assert re.match(r".+?: (expected|every value) ", explorer.error, re.DOTALL), explorer.error
    assert str(escape(explorer.error)) in view
    assert explorer.view.sentence == f"This cannot be drawn. {explorer.error}"
    assert ("nv-stale" in view) == bool(last_picture), "an old picture must be marked as not current"
    assert explorer._picture == last_picture
    return last_picture


def check_controls(explorer, player=None):
    """What the bar shows, what a control holds and what its observers were told is the setting, each said once."""
    in_bar = controls_in(explorer._page)
    for name, control in explorer.controls.items():
        setting = getattr(explorer.settings, name)
        assert same(control.value, setting), f"{name}: {control.value!r} held, {setting!r} set"
        if player:
            assert same(player.told[name], setting), f"{name}: observers know {player.told[name]!r}"
            assert player.news[name] <= 1, f"{name}: one touch told {player.news[name]} times"
        if name in in_bar and can_be_described(explorer):
            shown, described = in_bar[name], control.described
            if shown.value is not None:
                text = getattr(described, "text_of", _whole)(setting)
                assert shown.value == text, f"{name}: {shown.value!r} shown, {text!r} set"
            assert shown.stop == getattr(described, "stop_of", lambda _: None)(setting), name
            assert shown.label == described.label


def _whole(text):
    """A text as a page can hold it: without halves of surrogate pairs."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def can_be_described(explorer):
    """Whether there are controls for the settings; where there are none, the bar stays as it was."""
    try:
        explorer.controls_for(explorer.settings)
    except Exception:
        assert explorer.error
        return False
    return True


def check_twin(explorer):
    """A fresh explorer with the same settings shows and says the same, whatever has happened to this one."""
    twin = type(explorer)()
    twin.first = explorer.first
    twin._take(explorer.settings)
    assert twin.error == explorer.error
    assert twin.view.sentence == explorer.view.sentence
    if explorer.error is None:
        assert twin._page == explorer._page


def numbers(explorer):
    """The controls that hold a number, by name."""
    return {name: c for name, c in explorer.controls.items() if isinstance(c.described, Number)}


def choices(explorer):
    """The controls that hold one of several options, by name."""
    return {name: c for name, c in explorer.controls.items() if isinstance(c.described, Choice)}


def same(a, b):
    """Whether two values are equal, or both not a number."""
    return a == b or (a != a and b != b)


def census():
    """How many widgets and figures there are."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return {"widgets": len(known()), "figures": len(pyplot.get_fignums()) if pyplot else 0}
