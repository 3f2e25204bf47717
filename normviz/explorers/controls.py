"""Controls: descriptions, which depend on the settings alone, and the widgets made of them.

An explorer describes its controls anew for every settings; a widget takes from its description what has changed.
One number is one number: the control's ``value``, the box and the settings never differ. A slider counts whole stops,
so what a browser sends back for it is what it was sent; what is typed between two stops, or past the ends, stays as it
is typed, and the slider stands at the nearest stop.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import ceil, floor, isnan, log10
from numbers import Real
from typing import Any

import ipywidgets
import traitlets

from normviz import _inputs
from normviz.drawing.markup import tag
from normviz.drawing.numbers import plain

PACE = 450  # ms a step, when the steps of a slider are played
MOST_TICKS = 60  # below a slider
ROW_CELL = 12.5  # em, as in controls.css
ROW_PLACES = 4  # in a row of a wide screen, as in controls.css
_WIDE, _AUTO = {"description_width": "initial"}, {"width": "auto"}

LISTS = ipywidgets.Dropdown, ipywidgets.ToggleButtons  # what a Choice is made of
_BUTTONS = {**_WIDE, "button_width": "auto"}


@dataclass(frozen=True)
class Stops:
    """Where a slider can stand: at equal steps, or, with ``digits``, at equal shares of a power of ten.

    >>> Stops(0, 1, 0.25).at(3), Stops(0, 1, 0.25).nearest(0.6), Stops(0, 1, 0.25).nearest(7)
    (0.75, 2, 4)
    >>> powers = Stops(1e-3, 10, 0.01, digits=3)
    >>> powers.count, powers.at(50), powers.nearest(0.0032)
    (400, 0.00316, 51)
    """

    low: float
    high: float
    step: float
    digits: int | None = None

    @property
    def count(self) -> int:
        """The number of the last stop, counted from 0."""
        if self.digits:
            return round(log10(self.high) / self.step) - self._first
        return max(ceil((self.high - self.low) / self.step - 1e-9), 1)

    @property
    def _first(self) -> int:
        return round(log10(self.low) / self.step)

    def at(self, stop: int):
        """The number at ``stop``, free of what binary fractions add."""
        if self.digits:
            return float(f"{10 ** ((self._first + stop) * self.step):.{self.digits}g}")
        value = min(self.low + stop * self.step, self.high)
        return value if isinstance(value, int) else float(f"{value:.10g}")

    def nearest(self, value) -> int | None:
        """The stop nearest to ``value``; None where there is none, as for no number."""
        if isnan(value) or (self.digits and value <= 0):
            return None
        if self.digits:
            stop = log10(min(value, self.high)) / self.step - self._first
        else:
            stop = (min(max(value, self.low), self.high) - self.low) / self.step
        return min(max(floor(stop + 0.5), 0), self.count)


@dataclass(frozen=True)
class Number:
    """A slider with a box beside it. ``whole`` numbers are whole; ``digits`` asks for stops at powers of ten.

    The ``main`` one of an explorer has a row of its own, with its ends below; what is ``ordered`` can be played.
    """

    name: str
    label: str
    low: float
    high: float
    step: float
    whole: bool = False
    digits: int | None = None
    visible: bool = True
    main: bool = False
    ordered: bool = False

    @property
    def stops(self) -> Stops:
        return Stops(self.low, self.high, self.step, self.digits)

    def stop_of(self, value) -> int | None:
        """The stop at which the slider stands for ``value``."""
        return self.stops.nearest(value)

    def values(self) -> list:
        """The number at each stop."""
        return [self.stops.at(stop) for stop in range(self.stops.count + 1)]

    def check(self, value) -> None:
        """Refuse what no box can hold; which numbers can be drawn is for ``compute`` to say."""
        if isinstance(value, bool) or not isinstance(value, Real):
            raise _inputs.wrong_type(self.name, "a number", value)

    def widget(self) -> "NumberControl":
        return NumberControl(self)

    def show(self, control: "NumberControl", value) -> None:
        control.show(self, value)


@dataclass(frozen=True)
class Choice:
    """A list, of values or (label, value) pairs, that needs ``width``; a wide one takes the room of two numbers.

    The ``main`` one of an explorer is a row of buttons: what can be chosen is seen without opening a list.
    """

    name: str
    label: str
    options: tuple
    width: str = "24em"
    visible: bool = True
    enabled: bool = True
    main: bool = False

    @property
    def places(self) -> int:
        """How many places of a row it takes."""
        return 2 if float(self.width.removesuffix("em")) > ROW_CELL else 1

    def values(self) -> list:
        """The value of each option."""
        return [option[1] if isinstance(option, tuple) else option for option in self.options]

    def stop_of(self, value) -> int | None:
        """The number of the option that is ``value``, counted from 0: where a list stands."""
        values = self.values()
        return values.index(value) if value in values else None

    def check(self, value) -> None:
        if value not in self.values():
            raise ValueError(f"{self.name}: expected one of {self.values()}, got {_inputs.brief(value)}")

    def widget(self) -> ipywidgets.Dropdown | ipywidgets.ToggleButtons:
        if self.main:
            return ipywidgets.ToggleButtons(options=self.options, description=self.label, style=_BUTTONS)
        control = ipywidgets.Dropdown(options=self.options, description=self.label, style=_WIDE, layout=_AUTO)
        if self.places > 1:
            control.add_class("nv-wide")
        return control

    def show(self, control: ipywidgets.Dropdown | ipywidgets.ToggleButtons, value) -> None:
        with control.hold_sync():
            if control.options != self.options:
                control.options = self.options
            control.description, control.value, control.disabled = self.label, value, not self.enabled


@dataclass(frozen=True)
class Text:
    """A box for several lines; the picture follows when the box is left."""

    name: str
    label: str
    rows: int = 5
    visible: bool = True
    places = 0  # of a row of others: a box for text stands below them

    def check(self, value) -> None:
        _inputs.text(self.name, value)

    def widget(self) -> ipywidgets.Textarea:
        box = ipywidgets.Textarea(description=self.label, rows=self.rows, style=_WIDE, layout=_AUTO)
        box.continuous_update = False
        return box

    def show(self, control: ipywidgets.Textarea, value: str) -> None:
        control.value = value


@dataclass(frozen=True)
class Button:
    """A button; ``does(settings)`` returns what a click changes, by name.

    One of several that stand for a choice says whether it is the chosen one.
    """

    name: str
    label: str
    does: Callable[[Any], dict]
    tooltip: str = ""
    visible: bool = True
    chosen: bool | None = None

    def widget(self) -> ipywidgets.Button:
        tooltip = self.tooltip or self.label
        button = ipywidgets.Button(description=self.label, tooltip=tooltip, layout=_AUTO)
        if self.chosen is not None:
            button.add_class("nv-option")
        return button

    def show(self, button: ipywidgets.Button) -> None:
        (button.add_class if self.chosen else button.remove_class)("nv-chosen")


@dataclass(frozen=True)
class Words:
    """Words beside the controls of a row."""

    name: str
    visible: bool = True

    def widget(self) -> ipywidgets.Label:
        return ipywidgets.Label(self.name)


class Slider(ipywidgets.IntSlider):
    """A slider that counts stops; a message has its ends before its value.

    A browser that takes the value first cuts it to the old ends, and sends that back as a move.
    """

    def get_state(self, *args, **kwargs):
        return dict(sorted(super().get_state(*args, **kwargs).items()))  # max, min, value


class NumberControl(ipywidgets.HBox):
    """A labelled number box with a slider beside it; ``value`` is the number of both.

    ipywidgets' sliders have no accessible name, so the box carries the label. It takes any number: a box for whole
    ones would cut a typed 2.5 to 2, and say nothing.
    """

    value = traitlets.Any()

    def __init__(self, number: Number):
        self.whole, self.stops = number.whole, number.stops
        self.box = ipywidgets.FloatText(step=None if number.digits else number.step, style=_WIDE)
        self.slider = Slider(min=0, max=self.stops.count, readout=False)
        super().__init__([self.box, self.slider])
        self.add_class("nv-number")
        self._ends = self._play = None
        if number.main:
            self._ends = ipywidgets.HTML()
            self._ends.add_class("nv-ends")
            self.children = [*self.children, self._ends]
        if number.ordered:
            self._play = ipywidgets.Play(min=0, max=self.stops.count, interval=PACE, show_repeat=False)
            # In the page, so that it plays there.
            ipywidgets.jslink((self._play, "value"), (self.slider, "value"))
            self.children = [self._play, *self.children]
        if number.digits:
            self.add_class("nv-log")
        self.slider.observe(self._slid, "value")
        self.box.observe(self._typed, "value")

    def show(self, number: Number, value) -> None:
        """Take the words and the stops of a description, and a value."""
        self.box.description, self.stops = number.label, number.stops
        # A browser that learned new ends first would send one of them back as a move.
        with self.slider.hold_sync():
            self.slider.max = self.stops.count
            self.value = value
            self._stand()
        if self._ends is not None:
            low, high = (plain(self.stops.at(stop)) for stop in (0, self.stops.count))
            ticks = f"--stops:{self.stops.count}" if self.stops.count <= MOST_TICKS else None
            self._ends.value = tag("div", tag("span", low), tag("span", high), style=ticks)
        if self._play is not None:
            self._play.max = self.stops.count

    @traitlets.validate("value")
    def _as_number(self, proposal):
        value = float(proposal.value)
        return int(value) if self.whole and value.is_integer() else value

    @traitlets.observe("value")
    def _changed(self, change) -> None:
        self._stand()
        self.box.value = change.new

    def _stand(self) -> None:
        stop = self.stops.nearest(self.value)
        if stop is not None:
            self.slider.value = stop

    def _slid(self, change) -> None:
        if change.new != self.stops.nearest(self.value):
            # The picture is what the eye waits for: it is sent while the box's own number is held back.
            with self.box.hold_sync():
                self.value = self.stops.at(change.new)
            self._stand()  # of two stops that are one number, at the first

    def _typed(self, change) -> None:
        if change.new == change.new or self.value == self.value:  # no number twice is no news
            self.value = change.new


def in_turn(control: ipywidgets.Widget, lock) -> None:
    """Let what a page says of a control wait for ``lock``, a context manager.

    A page may move two controls at once, and a kernel hears each in a thread of its own. Without this, a control that
    is brought up to date with the one's move would take back the other's, which is half heard, in the page as well.
    """
    for widget in (control, *getattr(control, "children", ())):
        widget.set_state = _held(widget.set_state, lock)


def _held(function: Callable, lock) -> Callable:
    def alone(*args):
        with lock:
            function(*args)

    return alone


def counted(name: str, label: str, count: int, **more) -> Number:
    """A slider over things that are counted from 1; where there is only one, there is nothing to choose."""
    return Number(name, f"{label}, 1 to {count}", 1, count, 1, whole=True, visible=count > 1, **more)


def played(name: str, label: str, low: int, high: int, every: int = 1) -> Number:
    """The main slider, over whole numbers in an order: it can be played."""
    return Number(name, label, low, high, every, whole=True, main=True, ordered=True)


def stepping(stepped: Callable[[Any, int], dict], what: str) -> list[Button]:
    """Two buttons, to the ``what`` before and to the next; ``stepped(settings, ±1)`` is what changes."""
    return [
        Button("previous", f"◀ Previous {what}", lambda now: stepped(now, -1)),
        Button("next", f"Next {what} ▶", lambda now: stepped(now, +1)),
    ]


def step_slider(recorded) -> Number:
    """A slider from each ``recorded`` step of a run to the next; what is typed between two finds the nearest."""
    every = int(recorded[1] - recorded[0]) if len(recorded) > 1 else 1
    last = int(recorded[-1])
    return played("step", f"Step, 0 to {last}", 0, max(last, 1), every)


def with_edits(label: str, settings) -> str:
    """The label of the list of examples, which says when the numbers are the example's no more."""
    return f"{label}, with your numbers" if settings.edits else label


def short_name(described) -> str:
    """The label of a control, without what it says of its range.

    >>> short_name(counted("token", "Token", 4)), short_name(Number("value", "Evaluate x =", 0, 1, 0.1))
    ('Token', 'Evaluate x')
    """
    return re.split(r"[,:(]", described.label)[0].strip(" =◀▶")


def row_of(widgets) -> ipywidgets.HBox:
    """Set controls on the grid; buttons alone stand side by side, in the room of two numbers."""
    row = ipywidgets.HBox(list(widgets))
    if all(isinstance(widget, (ipywidgets.Button, ipywidgets.Label)) for widget in row.children):
        row.layout = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": ".4em .5em"}
        row.add_class("nv-wide")
    else:
        row.add_class("nv-row")
    return row


def all_in(rows: Iterable) -> Iterator:
    """Every description in rows of controls, and in groups of them."""
    for row in rows:
        for described in row:
            yield from described if isinstance(described, list) else (described,)
