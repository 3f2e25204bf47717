"""Questions that are answered with a line: what is drawn is taken for the option whose curve lies nearest."""

from dataclasses import dataclass

import numpy as np

from normviz.exercises import reading
from normviz.exercises.kinds.base import Verdict, declared
from normviz.exercises.kinds.choice import Choice


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

    def nearest(self, line: np.ndarray) -> str:
        """Return the letter of the curve that lies nearest to ``line`` (K,) within the chart, where both are drawn."""
        drawn, curves = self._seen(line), self.curves
        away = {letter: ((self._seen(one) - drawn) ** 2).sum() for letter, one in curves.items()}
        return min(away, key=away.get)

    def _seen(self, line) -> np.ndarray:
        return np.clip(self.axes.up(line), 0, 100)

    def compare(self, answer) -> Verdict:
        if isinstance(answer, str):
            return super().compare(answer)
        line, stops = reading.numbers(answer), ", ".join(f"{stop:g}" for stop in self.axes.stops)
        if line.shape != (len(self.axes.stops),) or not np.isfinite(line).all():
            raise reading.Unreadable(
                f"Answer with a letter, or with the heights of a line at {stops} {self.axes.x_name}: expected "
                f"{len(self.axes.stops)} finite numbers; you gave {reading.laid_out(line)}."
            )
        return super().compare(self.nearest(line))


curve = declared(Curve)
