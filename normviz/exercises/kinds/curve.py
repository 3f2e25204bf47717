"""Questions that are answered with a line: it is taken for the option whose curve is nearest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Verdict, written
from normviz.exercises.kinds.choice import Choice
from normviz.exercises.result import NOT_YET

HAND = 5.0  # per cent of a chart's height, by which a hand may tremble
IN_WRITING = 0.005  # how far a typed number may be from the one that is meant
NONE = "Your {} shows none of the answers. {} again, or choose one in words."


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


def nearest_to(
    drawn: np.ndarray, curves: dict[str, np.ndarray], hand: float = HAND, strict: float = 0
) -> tuple[str, bool]:
    """Return the letter of the curve that a line is taken for, and whether it shows that; all as :meth:`Curve.seen`.

    A line within ``hand`` of a curve is taken for it. Otherwise the direction of the line counts first: its turns, how
    it ends, how it begins, whether it leaves the range of the curve. The distance counts only among curves that agree
    in this as well as any. A line shows a curve that has its turns, or its end; where it is ``strict``, one that has
    both, and does not go on at the right edge where the line does not. ``strict`` says which share of the line this is.
    ``front/draw.js`` finds the same.

    >>> rising, flat = np.linspace(20, 80, 121), np.full(121, 20)
    >>> nearest_to(rising / 2, {"a": rising, "b": flat}), nearest_to(100 - rising, {"a": rising, "b": flat})
    (('a', True), ('b', False))
    >>> hill = 60 - 0.01 * (np.arange(121) - 60.0) ** 2
    >>> nearest_to(1.5 * hill - 20, {"a": rising, "b": flat, "c": hill})
    ('c', True)
    >>> bounded = np.minimum(rising, 60)
    >>> nearest_to(np.minimum(rising, 40), {"a": rising, "b": bounded}, strict=0.2)
    ('b', True)
    >>> nearest_to(np.maximum(10, np.abs(rising - 40)), {"a": rising, "b": bounded}, strict=0.2)[1]
    False
    """
    turns, end, begin, goes_on = way_of(drawn, hand, strict)
    ways = {letter: way_of(curve, hand, strict) for letter, curve in curves.items()}

    def apart(letter: str) -> tuple:
        curve, way = curves[letter], ways[letter]
        off = np.abs(curve - drawn)
        beyond = max(drawn.max() - curve.max(), curve.min() - drawn.min()) > hand
        other = way[0] != turns, abs(way[1] - end), bool(strict) and way[3] != goes_on, way[2] != begin
        return off.max() > hand, *other, beyond, (off**2).sum()

    letter = min(curves, key=apart)
    is_off, other_turns, other_end, other_edge, *_ = apart(letter)
    is_cut = other_edge and ways[letter][3] != 0  # it goes on, where the line does not
    shows = not (other_turns or other_end or is_cut) if strict else not (other_turns and other_end)
    return letter, shows or not is_off


def way_of(line: np.ndarray, hand: float, share: float = 0.2) -> tuple[list[int], int, int, int]:
    """Where a line goes, 1 up and −1 down: its turns, all in all, at first, and in the last ``share``.

    Changes below ``hand`` are ignored; a line at the upper edge goes on.

    >>> way_of(np.array([20, 21, 40, 38, 5]), 8), way_of(np.array([20, 25]), 8)
    (([1, -1], -1, 1, -1), ([], 0, 0, 0))
    """
    turns, extreme = [], line[0]
    for up in line:
        way = int(np.sign(up - extreme))
        if turns and way == turns[-1]:
            extreme = up
        elif abs(up - extreme) >= hand:
            turns.append(way)
            extreme = up
    change, edge = line[-1] - line[0], line[-1] - line[round((1 - share) * (len(line) - 1))]
    return (
        turns,
        int(np.sign(change)) if abs(change) >= hand else 0,
        turns[0] if turns else 0,
        1 if line[-1] >= 99 else int(np.sign(edge)) if abs(edge) >= hand / 2 else 0,
    )


@dataclass(frozen=True, kw_only=True)
class Curve(Choice):
    """The solution is the true curve, a number at each stop; the ``rule`` of a wrong option is the curve it expects.

    Of a measurement the solution has a row for each seed; their median is drawn.
    """

    axes: Axes
    strict: float = (
        0  # where a line must go where a curve goes to show it: the share of it that is its right edge
    )
    kind = "curve"
    drawn: ClassVar[tuple[str, str]] = "line", "Draw it"

    @property
    def curves(self) -> dict[str, np.ndarray]:
        """Each letter with its curve (K,); an option that names none cannot be drawn."""
        x, right = np.array(self.axes.stops), self.right_answer()
        true = np.median(np.atleast_2d(self.solution()), axis=0)
        rules = {letter: option.rule for letter, option in self.letters.items() if option.rule}
        drawn = {letter: np.asarray(rule(x, true), dtype=float) for letter, rule in rules.items()}
        return {letter: drawn.get(letter, true) for letter in self.letters if letter in {right, *drawn}}

    def nearest(self, line: np.ndarray) -> tuple[str, bool]:
        """Return the letter of the curve that a ``line`` (K,) is taken for, and whether it shows that."""
        curves = {letter: self.seen(one) for letter, one in self.curves.items()}
        return nearest_to(self.seen(line), curves, *self.room)

    @property
    def room(self) -> tuple[float, float]:
        """By how many per cent a hand may tremble, and how strict it is."""
        return HAND, self.strict

    def seen(self, line) -> np.ndarray:
        """How high a line (K,) lies within the chart, in per cent, at each half a per cent from left to right."""
        along = self.axes.along
        columns = np.arange(along[0], along[-1] + 0.25, 0.5)
        return np.interp(columns, along, np.clip(self.axes.up(line), 0, 100))

    @property
    def _line(self) -> str:
        stops = ", ".join(f"{stop:g}" for stop in self.axes.stops)
        numbers = f"{len(self.axes.stops)} finite numbers{' above 0' if self.axes.log else ''}"
        return f"the heights of a line at {stops} {self.axes.x_name}: expected {numbers}"

    def compare(self, answer) -> Verdict:
        if isinstance(answer, str):
            return super().compare(answer)
        line = np.atleast_1d(reading.numbers(answer))
        bad = line[~(np.isfinite(line) & ((line > 0) | (not self.axes.log)))]
        if line.shape != (len(self.axes.stops),) or bad.size:
            gave = f"{written(bad[0])} among them" if bad.size else reading.laid_out(line)
            raise reading.Unreadable(f"Answer with a letter, or with {self._line}; you gave {gave}.")
        letter, shows = self.nearest(line)
        return super().compare(letter) if shows else Verdict(NOT_YET, (NONE.format(*self.drawn),))


@dataclass(frozen=True)
class Beam:
    """What a mark is placed under: the numbers on it, by the name of each group, and where the mark stands at first.

    A mark belongs to the nearest place that is at most ``hand`` per cent of the beam away.

    >>> Beam("μ", (0, 10), lambda: {"a row": (7, 5, 4)}, first=5).up([5])
    array([50.])
    """

    name: str
    reach: tuple[float, float]
    numbers: Callable[[], Mapping[str, Sequence[float]]]
    first: float
    hand: float = 5
    tone: str = "column"

    stops = (0,)
    along = np.zeros(1)
    log = False

    def up(self, values) -> np.ndarray:
        """Where numbers lie, in per cent from the left."""
        low, high = self.reach
        return 100 * (np.asarray(values, dtype=float) - low) / (high - low)


@dataclass(frozen=True, kw_only=True)
class Place(Curve):
    """A mark is placed under a beam; an option stands where its ``guess`` is, or where its ``rule`` says."""

    axes: Beam
    kind = "place"
    drawn: ClassVar[tuple[str, str]] = "number", "Work it out"

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
        return self.axes.hand, 0

    def nearest(self, line: np.ndarray) -> tuple[str, bool]:
        """The letter of the nearest place, and whether a number is meant by it.

        A ``rule`` stands for a range, as wide as for a mark. A ``guess`` is a number, of which two decimals count.
        """
        off = {letter: np.abs(at - line).item() for letter, at in self.curves.items()}
        letter = min(off, key=off.get)
        hand = self.axes.hand / 100 * np.ptp(self.axes.reach) if self.letters[letter].rule else IN_WRITING
        return letter, off[letter] <= hand

    def compare(self, answer) -> Verdict:
        in_words = isinstance(answer, str) and reading.typed(answer) is None
        return super().compare(answer if in_words else reading.numbers(answer, one=True))

    @property
    def _line(self) -> str:
        return f"{self.axes.name}: expected one finite number"
