"""Questions that are answered with a line: it is taken for the option whose curve is nearest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Verdict, declared
from normviz.exercises.kinds.choice import Choice

HAND = 8.0  # per cent of a chart's height, by which a hand may tremble
FAR = 24.0  # per cent of its height, beyond which a line is no longer near a curve


@dataclass(frozen=True)
class Axes:
    """What a line is drawn on: its stops from left to right, and the lowest and highest number there is room for.

    With ``log`` each line across is ten times the one below; with ``even`` the stops stand equally far apart.

    >>> Axes("pads", (0, 2, 100), "x̂", (0.1, 10), log=True, even=True).along
    array([10., 52., 94.])
    """

    x_name: str
    stops: tuple[float, ...]
    y_name: str
    reach: tuple[float, float]
    log: bool = False
    even: bool = False
    tone: str = "column"

    @property
    def along(self) -> np.ndarray:
        """(K,), where the stops stand, in per cent from the left, to half a per cent."""
        x = np.arange(len(self.stops)) if self.even else np.array(self.stops, dtype=float)
        return np.round(2 * (10 + 84 * (x - x[0]) / (x[-1] - x[0]))) / 2

    def up(self, values) -> np.ndarray:
        """How high numbers lie, in per cent from the lower edge; what lies far beyond an edge, one height beyond it.

        >>> Axes("pads", (0, 1), "σ", (0, 4)).up([1, 5, 99])
        array([ 25., 125., 200.])
        """
        (low, high), values = self.reach, np.asarray(values, dtype=float)
        with np.errstate(divide="ignore"):
            shares = np.log(values / low) / np.log(high / low) if self.log else (values - low) / (high - low)
        return 100 * np.clip(shares, -1, 2)


def nearest_to(drawn: np.ndarray, curves: dict[str, np.ndarray], hand: float = HAND) -> str:
    """Return the letter of the curve that is nearest to what was ``drawn``, all as :meth:`Curve.seen`.

    A curve is meant where no more than a trembling ``hand`` lies between. Else it matters first where a line goes: its
    turns, how it ends, how it begins, whether it goes beyond all that the curve reaches; and only among curves that
    agree in this as well as any, how far away they lie.
    ``front/draw.js`` finds the same.

    >>> rising, flat = np.linspace(20, 80, 121), np.full(121, 20)
    >>> nearest_to(rising / 2, {"a": rising, "b": flat}), nearest_to(100 - rising, {"a": rising, "b": flat})
    ('a', 'b')
    >>> hill = 60 - 0.01 * (np.arange(121) - 60.0) ** 2
    >>> nearest_to(1.5 * hill - 20, {"a": rising, "b": flat, "c": hill})
    'c'
    >>> nearest_to(np.linspace(20, 60, 121), {"a": 5 * rising - 80, "b": np.minimum(rising, 40)})
    'a'
    """
    turns, end, begin = way_of(drawn, hand)

    def apart(letter: str) -> tuple:
        curve = curves[letter]
        off, way = np.abs(curve - drawn), way_of(curve, hand)
        beyond = max(drawn.max() - curve.max(), curve.min() - drawn.min()) > hand
        return off.max() > hand, way[0] != turns, abs(way[1] - end), way[2] != begin, beyond, (off**2).sum()

    return min(curves, key=apart)


def way_of(line: np.ndarray, hand: float) -> tuple[list[int], int, int]:
    """Where a line goes, 1 up and −1 down: its turns, all in all, and at first; less than a ``hand`` is no way.

    >>> way_of(np.array([20, 21, 40, 38, 5]), 8), way_of(np.array([20, 25]), 8)
    (([1, -1], -1, 1), ([], 0, 0))
    """
    turns, extreme = [], line[0]
    for up in line:
        way = int(np.sign(up - extreme))
        if turns and way == turns[-1]:
            extreme = up
        elif abs(up - extreme) >= hand:
            turns.append(way)
            extreme = up
    change = line[-1] - line[0]
    return turns, int(np.sign(change)) if abs(change) >= hand else 0, turns[0] if turns else 0


@dataclass(frozen=True, kw_only=True)
class Curve(Choice):
    """The solution is the true curve, a number at each stop; the ``rule`` of a wrong option is the curve it expects.

    Of a measurement the solution has a row for each seed; their median is drawn.
    """

    axes: Axes
    kind = "curve"
    drawn: ClassVar[str] = "line"

    @property
    def curves(self) -> dict[str, np.ndarray]:
        """Each letter with its curve (K,); an option that names none cannot be drawn."""
        x, right = np.array(self.axes.stops), self.right_answer()
        true = np.median(np.atleast_2d(self.solution()), axis=0)
        rules = {letter: option.rule for letter, option in self.letters.items() if option.rule}
        drawn = {letter: np.asarray(rule(x, true), dtype=float) for letter, rule in rules.items()}
        return {letter: drawn.get(letter, true) for letter in self.letters if letter in {right, *drawn}}

    def nearest(self, line: np.ndarray) -> tuple[str, bool]:
        """Return the letter of the curve that is nearest to a ``line`` (K,), and whether it lies far from it."""
        curves = {letter: self.seen(one) for letter, one in self.curves.items()}
        hand, far = self.room
        letter = nearest_to(self.seen(line), curves, hand)
        return letter, bool(np.abs(self.seen(line) - curves[letter]).max() > far)

    @property
    def room(self) -> tuple[float, float]:
        """By how many per cent a hand may tremble, and beyond how many a line is far."""
        return HAND, FAR

    def seen(self, line) -> np.ndarray:
        """How high a line (K,) lies within the chart, in per cent, at each half a per cent from left to right."""
        along = self.axes.along
        columns = np.arange(along[0], along[-1] + 0.25, 0.5)
        return np.interp(columns, along, np.clip(self.axes.up(line), 0, 100))

    @property
    def _line(self) -> str:
        stops = ", ".join(f"{stop:g}" for stop in self.axes.stops)
        return f"the heights of a line at {stops} {self.axes.x_name}: expected {len(self.axes.stops)} finite numbers"

    def compare(self, answer) -> Verdict:
        if isinstance(answer, str):
            return super().compare(answer)
        line = np.atleast_1d(reading.numbers(answer))
        if line.shape != (len(self.axes.stops),) or not np.isfinite(line).all():
            raise reading.Unreadable(
                f"Answer with a letter, or with {self._line}; you gave {reading.laid_out(line)}."
            )
        letter, is_far = self.nearest(line)
        said = super().compare(letter)
        where = (
            f"Your {self.drawn} is far from all ideas here. Nearest is {letter}) {self.letters[letter].text}"
        )
        return replace(said, blocks=(where, *said.blocks)) if is_far else said


curve = declared(Curve)


@dataclass(frozen=True)
class Beam:
    """What a mark is placed under: the numbers on it, by the name of each group, and where the mark stands at first.

    A mark belongs to a place that is at most ``hand`` per cent of the beam away.

    >>> Beam("μ", (0, 10), lambda: {"a row": (7, 5, 4)}, first=5).up([5])
    array([50.])
    """

    name: str
    reach: tuple[float, float]
    numbers: Callable[[], Mapping[str, Sequence[float]]]
    first: float
    hand: float = 2.5
    tone: str = "column"

    stops = (0,)
    along = np.zeros(1)

    def up(self, values) -> np.ndarray:
        """Where numbers lie, in per cent from the left."""
        low, high = self.reach
        return 100 * (np.asarray(values, dtype=float) - low) / (high - low)


@dataclass(frozen=True, kw_only=True)
class Place(Curve):
    """A mark is placed under a beam; an option stands where its ``guess`` is, or where its ``rule`` says."""

    axes: Beam
    kind = "place"
    drawn: ClassVar[str] = "mark"

    @property
    def curves(self) -> dict[str, np.ndarray]:
        """Each letter with its number (1,)."""
        places = {
            letter: one.guess if one.rule is None else one.rule(None, self.solution())
            for letter, one in self.letters.items()
        }
        return {letter: np.array([at]) for letter, at in places.items() if at is not None}

    @property
    def room(self) -> tuple[float, float]:
        return self.axes.hand, self.axes.hand

    @property
    def _line(self) -> str:
        return f"{self.axes.name}: expected one finite number"


place = declared(Place)
