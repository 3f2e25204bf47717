"""Axes: from numbers to per cent of a chart's width or height, and the round numbers to mark on them."""

from dataclasses import dataclass
from math import ceil, log2

import numpy as np

from normviz.drawing.sizes import AROUND, DIGITS, HELD, ROUND


def widened(first: float, needed: float) -> float:
    """``first``, doubled until it is not below ``needed``: an axis that is to stand still widens in coarse steps.

    >>> widened(5, 2), widened(5, 12)
    (5.0, 20.0)
    """
    return first * 2.0 ** ceil(log2(max(needed / first, 1)))


@dataclass(frozen=True)
class Scale:
    """A straight axis from ``low`` to ``high``; ``at`` gives a position in per cent.

    >>> Scale(0, 10).at(2.5)
    25.0
    """

    low: float
    high: float

    @classmethod
    def around(cls, *numbers, margin: float = AROUND) -> "Scale":
        """The axis that shows all ``numbers`` with a little room at both ends."""
        flat = np.concatenate([np.ravel(n) for n in numbers])
        low, high = float(flat.min()), float(flat.max())
        room = margin * (high - low) or max(abs(low), 1.0) * 0.5
        return cls(low - room, high + room)

    @property
    def ends(self) -> str:
        """Both ends, for a page on which dots are dragged along the axis."""
        return f"{self.low:.7g} {self.high:.7g}"

    def at(self, value: float) -> float:
        """Where ``value`` stands, in per cent from the low end, held to the chart's edges."""
        share = (float(value) - self.low) / (self.high - self.low)
        return round(100 * min(max(share, HELD[0]), HELD[1]), 2)

    def along(self, values: np.ndarray) -> list[float]:
        """Where many ``values`` stand, as :meth:`at` for each.

        >>> Scale(0, 10).along(np.array([2.5, 20.0]))
        [25.0, 102.0]
        """
        shares = np.clip((values - self.low) / (self.high - self.low), *HELD)
        return np.round(100 * shares, 2).tolist()

    def ticks(self, most: int = 7) -> list[float]:
        """Round numbers inside the axis, at most ``most`` of them.

        >>> Scale(-0.4, 10.3).ticks()
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        """
        rough = (self.high - self.low) / most
        power = 10.0 ** np.floor(np.log10(rough))
        step = next(s * power for s in ROUND if s * power >= rough)
        first, last = int(np.ceil(self.low / step)), int(np.floor(self.high / step))
        return [float(f"{i * step:.{DIGITS}g}") for i in range(first, last + 1)]
