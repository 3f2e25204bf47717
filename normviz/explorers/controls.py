"""Controls, as descriptions that depend on the settings alone; ``bar.py`` writes the elements made of them.

A slider counts whole stops. What is typed between two stops, or past the ends, stays as it is typed, and the slider
stands at the nearest stop.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isnan, log10
from numbers import Real
from typing import Any

from normviz import _inputs
from normviz.drawing import names as written

ROW_CELL = 12.5  # em: wider lists take two places of a row
ROW_PLACES = 4  # of a row of a wide screen
SOON = 11  # recorded steps at the start of a run
MOST_NAMED = 60  # in a list: more are counted


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

    The ``main`` one of an explorer has a row of its own, with its ends below. A page with few stops has all that are
    ``kept``. What is chosen in the picture, as by a click on a tile, is not ``visible``: code alone moves it by name.
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
    kept: tuple = ()

    @property
    def stops(self) -> Stops:
        return Stops(self.low, self.high, self.step, self.digits)

    def stop_of(self, value) -> int | None:
        """The stop at which the slider stands for ``value``."""
        return self.stops.nearest(value)

    def values(self) -> list:
        """The number at each stop."""
        return [self.stops.at(stop) for stop in range(self.stops.count + 1)]

    def text_of(self, value) -> str:
        """What the box shows of ``value``."""
        return f"{value:.10g}"

    def check(self, value) -> None:
        """Refuse what no box can hold; which numbers can be drawn is for ``compute`` to say."""
        if isinstance(value, bool) or not isinstance(value, Real):
            raise _inputs.wrong_type(self.name, "a number", value)


@dataclass(frozen=True)
class Choice:
    """A list, of values or (label, value) pairs, that needs ``width``; a wide one takes the room of two numbers.

    The ``main`` one of an explorer is a row of buttons: what can be chosen is seen without opening a list. One that
    changes how high the picture is stands ``above`` it, in no fold, and so stays under the pointer.
    """

    name: str
    label: str
    options: tuple
    width: str = "24em"
    visible: bool = True
    enabled: bool = True
    main: bool = False
    above: bool = False

    @property
    def places(self) -> int:
        """How many places of a row it takes."""
        return 2 if float(self.width.removesuffix("em")) > ROW_CELL else 1

    def values(self) -> list:
        """The value of each option."""
        return [option[1] if isinstance(option, tuple) else option for option in self.options]

    def labels(self) -> list[str]:
        """What is written for each option."""
        return [str(option[0] if isinstance(option, tuple) else option) for option in self.options]

    def text_of(self, value) -> str:
        """What is written for the option that is ``value``."""
        return self.labels()[self.values().index(value)]

    def stop_of(self, value) -> int | None:
        """The number of the option that is ``value``, counted from 0: where a list stands."""
        values = self.values()
        return values.index(value) if value in values else None

    def check(self, value) -> None:
        if value not in self.values():
            raise ValueError(f"{self.name}: expected one of {self.values()}, got {_inputs.brief(value)}")


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


@dataclass(frozen=True)
class Words:
    """Words beside the controls of a row."""

    name: str
    visible: bool = True


def counted(name: str, label: str, count: int, **more) -> Number:
    """A slider over things that are counted from 1; where there is only one, there is nothing to choose."""
    return Number(name, f"{label}, 1 to {count}", 1, count, 1, whole=True, **{"visible": count > 1, **more})


def named(name: str, label: str, names: Sequence[str], **more) -> Choice | Number:
    """A list of what has names, counted from 1; where they are too many for a list, a slider over their numbers.

    >>> named("row", "Row", ["Ada", "Ben", "Ada"]).labels()
    ['Ada (1)', 'Ben', 'Ada (3)']
    """
    if len(names) > MOST_NAMED:
        return counted(name, label, len(names), **more)
    short = [written.short_name(one) for one in names]
    options = tuple(
        (one if short.count(one) == 1 else f"{one} ({n})", n) for n, one in enumerate(short, start=1)
    )
    return Choice(name, label, options, width=f"{ROW_CELL}em", visible=len(names) > 1, **more)


def unread(followed: float) -> list[str]:
    """Return names for what cannot be read for the moment, so that its list stays: the ``followed`` one is among them.

    >>> len(unread(2)), unread(12)[-1]
    (10, '12')
    """
    return [str(n) for n in range(1, int(min(max(10, followed), MOST_NAMED + 1)) + 1)]


def in_order(name: str, label: str, low: int, high: int, every: int = 1, **more) -> Number:
    """The main slider, over whole numbers in an order."""
    return Number(name, label, low, high, every, whole=True, main=True, **more)


def step_slider(recorded) -> Number:
    """A slider from each ``recorded`` step of a run to the next; what is typed between two finds the nearest.

    A run changes fastest at its start.
    """
    every = int(recorded[1] - recorded[0]) if len(recorded) > 1 else 1
    last = int(recorded[-1])
    return in_order(
        "step", f"Step, 0 to {last}", 0, max(last, 1), every, kept=tuple(map(int, recorded[:SOON]))
    )


def with_edits(label: str, settings) -> str:
    """The label of the list of examples, which says when the numbers are the example's no more."""
    return f"{label}, with your numbers" if settings.edits else label


def short_name(described) -> str:
    """The label of a control, without what it says of its range.

    >>> short_name(counted("token", "Token", 4)), short_name(Number("value", "Evaluate x =", 0, 1, 0.1))
    ('Token', 'Evaluate x')
    """
    return re.split(r"[,:(]", described.label)[0].strip(" =◀▶")


def all_in(rows: Iterable) -> Iterator:
    """Every description in rows of controls, and in groups of them."""
    for row in rows:
        for described in row:
            yield from described if isinstance(described, list) else (described,)


def check(changes: dict, rows: list[list]) -> None:
    """Raise what the controls of ``rows`` say of values that they cannot take."""
    for described in all_in(rows):
        if described.name in changes:
            described.check(changes[described.name])
