"""Questions that are answered with a line: it is taken for the option whose curve it follows, or for none."""

from dataclasses import dataclass

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Verdict, declared
from normviz.exercises.kinds.choice import Choice
from normviz.exercises.result import NOT_YET

HAND = 8.0  # per cent of a chart's height, by which a hand may tremble


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


def followed(drawn: np.ndarray, curves: dict[str, np.ndarray]) -> str | None:
    """Return the letter of the curve that is followed by what was ``drawn``, all as :meth:`Curve.seen`; or None.

    A curve is followed where no hand trembles as far as the line lies away, or if it lies less than half as far away as
    the next curve, both as a whole and at its end; and it leaves the curve twice at most. Of several such curves the
    nearest counts. ``front/draw.js`` finds the same.

    >>> rising, flat = np.linspace(20, 80, 121), np.full(121, 20)
    >>> followed(rising - 5, {"a": rising, "b": flat}), followed(100 - rising, {"a": rising, "b": flat})
    ('a', None)
    """
    found = {}
    for letter, curve in curves.items():
        off = np.abs(curve - drawn)
        apart = [np.abs(curve - other) for name, other in curves.items() if name != letter]
        room = max(HAND, min(gap.max() for gap in apart) / 2)
        room_at_end = max(HAND, min(gap[-1] for gap in apart) / 2)
        left = (off[1:] > HAND) & (off[:-1] <= HAND)
        if off.max() <= room and off[-1] <= room_at_end and left.sum() <= 2:
            found[letter] = (off**2).sum()
    return min(found, key=found.get, default=None)


@dataclass(frozen=True, kw_only=True)
class Curve(Choice):
    """The solution is the true curve, a number at each stop; the ``rule`` of a wrong option is the curve it expects.

    Of a measurement the solution has a row for each seed; their median is drawn.
    """

    axes: Axes
    kind = "curve"

    @property
    def curves(self) -> dict[str, np.ndarray]:
        """Each letter with its curve (K,); an option that names none cannot be drawn."""
        x, right = np.array(self.axes.stops), self.right_answer()
        true = np.median(np.atleast_2d(self.solution()), axis=0)
        rules = {letter: option.rule for letter, option in self.letters.items() if option.rule}
        drawn = {letter: np.asarray(rule(x, true), dtype=float) for letter, rule in rules.items()}
        return {letter: drawn.get(letter, true) for letter in self.letters if letter in {right, *drawn}}

    def nearest(self, line: np.ndarray) -> str | None:
        """Return the letter of the curve that a ``line`` (K,) follows; None where it follows none."""
        return followed(self.seen(line), {letter: self.seen(one) for letter, one in self.curves.items()})

    def seen(self, line) -> np.ndarray:
        """How high a line (K,) lies within the chart, in per cent, at each half a per cent from left to right."""
        along = self.axes.along
        columns = np.arange(along[0], along[-1] + 0.25, 0.5)
        return np.interp(columns, along, np.clip(self.axes.up(line), 0, 100))

    @property
    def followed_none(self) -> str:
        """What a line hears that follows no curve."""
        listed = "; ".join(f"{letter}) {option.text.rstrip('.')}" for letter, option in self.letters.items())
        return f"Your line is none of these: {listed}. Which is nearest to what you mean? Answer with its letter."

    def compare(self, answer) -> Verdict:
        if isinstance(answer, str):
            return super().compare(answer)
        line, stops = reading.numbers(answer), ", ".join(f"{stop:g}" for stop in self.axes.stops)
        if line.shape != (len(self.axes.stops),) or not np.isfinite(line).all():
            raise reading.Unreadable(
                f"Answer with a letter, or with the heights of a line at {stops} {self.axes.x_name}: expected "
                f"{len(self.axes.stops)} finite numbers; you gave {reading.laid_out(line)}."
            )
        letter = self.nearest(line)
        return Verdict(NOT_YET, (self.followed_none,)) if letter is None else super().compare(letter)


curve = declared(Curve)
