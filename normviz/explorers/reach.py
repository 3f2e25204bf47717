"""All that the controls of an explorer can reach: for a page that has no kernel to ask.

A picture depends on settings, and a control or a button leads from settings to settings. Followed to the end,
that is a finite graph: its nodes become pictures, its arrows a table. All stops of all sliders together would be
millions, so a page may have fewer of them than the notebook; those that it has are the notebook's own.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import ceil, floor, isclose

from normviz.explorers.controls import Button, Choice, Number, Stops, Text, Words, all_in
from normviz.views.settings import changed

MOST = 400  # pictures, which take some seconds
NOWHERE = -1
Described = Number | Choice | Button | Text | Words


class TooMany(Exception):
    """More settings can be reached than a page may hold."""


def thinned(number: Number, value, most: int) -> list:
    """Return about ``most`` stops of a slider, its ends and ``value`` among them; the others are round numbers.

    >>> thinned(Number("length", "Length", 4, 28, 1, whole=True), 5, 4)
    [4, 5, 10, 20, 28]
    >>> thinned(Number("gamma", "γ", -1, 1, 0.1), 0.3, 5)
    [-1.0, -0.5, 0.0, 0.3, 0.5, 1.0]
    """
    stops = number.stops
    chosen = range(stops.count + 1) if stops.count < most else _spread(stops, max(most, 2))
    every = (stops.at(stop) for stop in {0, *chosen, stops.count})
    slack = 1e-12 * (stops.at(stops.count) - stops.at(0))
    others = {stop for stop in every if not isclose(stop, value, rel_tol=1e-9, abs_tol=slack)}
    return sorted({*others, value})


def _spread(stops: Stops, most: int) -> Iterator[int]:
    """At most ``most`` stops: multiples of 2, 5, 10, 20 … steps; of powers of ten, equal shares of the way."""
    if stops.digits:
        return (round(k * stops.count / (most - 1)) for k in range(most))
    widths = (stops.step * factor * 10**power for power in count() for factor in (1, 2, 5))
    width = next(w for w in widths if floor(stops.high / w + 1e-9) - ceil(stops.low / w - 1e-9) < most)
    multiples = range(ceil(stops.low / width - 1e-9), floor(stops.high / width + 1e-9) + 1)
    return (stops.nearest(k * width) for k in multiples)


@dataclass
class Reach:
    """What can be reached from ``roots`` by some of the controls."""

    explorer: object  # an Explorer
    roots: tuple  # settings to begin with
    # name of a control that moves → the most stops of its slider; lists and buttons have all they have
    stops: dict[str, int]
    most: int = MOST  # how many settings there may be; more raise TooMany
    # what was found out before, for one that begins with the same roots; this one adds to it
    memo: dict = field(default_factory=dict)
    settings: list = field(default_factory=list)  # all of them, the roots first
    # for each, (name of a control, position) → the number of the settings that it leads to
    arrows: list[dict] = field(default_factory=list)

    def __post_init__(self):
        self._numbers: dict = {}
        self._positions: dict = {}
        self._lines: dict = {}
        for root in self.roots:
            self._number(_kept(root))
        waiting = deque(range(len(self.settings)))
        while waiting:
            at = waiting.popleft()
            known = len(self.settings)
            self.arrows[at] = dict(self._ways(self.settings[at]))
            waiting.extend(range(known, len(self.settings)))

    def number_of(self, settings) -> int:
        """The number of these settings; ``NOWHERE`` if they cannot be reached."""
        return self._numbers.get(_kept(settings), NOWHERE)

    def shown(self, settings) -> dict[str, Described]:
        """The controls that these settings show, by name."""
        if settings not in self.memo:
            every = all_in(self.explorer.controls_for(settings))
            self.memo[settings] = {described.name: described for described in every if described.visible}
        return self.memo[settings]

    def positions(self, described: Choice | Number, settings) -> list:
        """The values that a control can take: the options of a list, some stops of a slider."""
        if isinstance(described, Choice):
            return described.values()
        if described not in self._positions:
            value = getattr(settings, described.name)
            stops = thinned(described, value, self.stops[described.name])
            sought = self.explorer.sought.get(described.name, set())
            self._positions[described] = sorted({*stops, *described.kept, *sought & {*described.values()}})
        return self._positions[described]

    def _number(self, settings) -> int:
        if settings not in self._numbers:
            if len(self.settings) >= self.most:
                raise TooMany
            self._numbers[settings] = len(self.settings)
            self.settings.append(settings)
            self.arrows.append({})
        return self._numbers[settings]

    def _ways(self, settings) -> Iterator[tuple]:
        for name, described in self.shown(settings).items():
            if name not in self.stops:
                continue
            if isinstance(described, Button):
                yield (name, 0), self._number(self._moved(settings, described.does(settings), name))
            else:
                here, positions = getattr(settings, name), self.positions(described, settings)
                for (_, position), there in self._line(settings, described):
                    again = positions[position] == here  # a hand that chooses it again moves nothing
                    yield (name, position), self._number(settings) if again else there

    def _line(self, settings, described: Choice | Number) -> list[tuple]:
        """The ways of one control, which settings that differ in it alone share: what follows forgets its old value."""
        name, positions = described.name, self.positions(described, settings)
        others = tuple(getattr(settings, other, None) for other in self.stops if other != name)
        key = (described, changed(settings, **{name: positions[0]}), others, self._texts(settings))
        if key not in self._lines:
            there = [self._moved(settings, {name: value}) for value in positions]
            # Nobody knows what will be typed: an option that asks for it belongs to the notebook.
            self._lines[key] = [
                ((name, position), self._number(one))
                for position, one in enumerate(there)
                if isinstance(described, Number) or self._texts(one) <= self._texts(settings)
            ]
        return self._lines[key]

    def _texts(self, settings) -> frozenset[str]:
        return frozenset(name for name, one in self.shown(settings).items() if isinstance(one, Text))

    def _after(self, settings, changes: dict):
        way = (settings, *changes.items())
        if way not in self.memo:
            self.memo[way] = self.explorer.after(settings, **changes)
        return self.memo[way]

    def _moved(self, settings, changes: dict, by: str = ""):
        """Where ``changes`` lead; a slider that follows them goes to a stop that the page has."""
        after = self._after(settings, changes)
        for name in self.stops:
            if name in changes or name == by or not hasattr(after, name):
                continue
            value, described = getattr(after, name), self.shown(after).get(name)
            if value == getattr(settings, name) or not isinstance(described, Number):
                continue
            positions = self.positions(described, after)
            if value not in positions:
                near = _nearest(described, positions, value)
                after = self._after(after, {name: near})
        return _kept(after)


def _kept(settings):
    return settings.kept_on_a_page() if hasattr(settings, "kept_on_a_page") else settings


def _nearest(number: Number, stops: list, value):
    here = number.stops.nearest(value)
    return min(stops, key=lambda stop: abs(number.stops.nearest(stop) - here))
