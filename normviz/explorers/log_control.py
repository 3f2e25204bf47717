"""A number box whose slider runs over powers of ten, for numbers of which nobody knows the size beforehand."""

from math import inf, log10

from normviz.explorers.old_controls import NumberControl

STEP = 0.01  # of a power of ten, so 2.3 % from one stop to the next
DIGITS = 3


class LogNumberControl(NumberControl):
    """The box holds the number, the slider stands at its power of ten.

    Parameters
    ----------
    label : the name shown, with its unit or range
    low, high : the slider's ends, as numbers above 0
    value : the start value

    >>> control = LogNumberControl("η", 1e-4, 10, 0.1)
    >>> control.slider.value = -2.5
    >>> control.value
    0.00316
    """

    def __init__(self, label: str, low: float, high: float, value: float):
        super().__init__(label, _stop(low), _stop(high), STEP, log10(value))
        self.add_class("nv-log")
        self.box.step = None
        self.box.value = value

    def set_range(self, low: float, high: float, value: float | None = None) -> None:
        super().set_range(_stop(low), _stop(high), value)

    def reads(self, position: float) -> float:
        """The number that the box shows when the slider stands at ``position``, a power of ten."""
        return float(f"{10**position:.{DIGITS}g}")

    def _slider_moved(self, change) -> None:
        # The browser rounds what it is given to the nearest stop and sends that back: an echo, not a move.
        if abs(change.new - self._inside()) > 0.6 * STEP:
            self.box.value = self.reads(change.new)

    def _box_typed(self, change=None) -> None:
        if self.box.value > 0 and self.reads(self.slider.value) != self.box.value:
            self.slider.value = self._inside()

    def _inside(self) -> float:
        value, slider = self.box.value, self.slider
        return min(max(log10(value), slider.min), slider.max) if value > 0 else -inf


def _stop(value: float) -> float:
    return round(log10(value) / STEP) * STEP
