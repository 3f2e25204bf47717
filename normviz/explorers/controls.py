"""A slider and a number box that mean the same: the slider to play with, the box to type in and to be read out.

ipywidgets' sliders have no accessible name, so the box carries the label. The box decides: it takes any number, also
one past the slider's ends, and what is out of bounds is answered in words by the explorer instead of being bent.
"""

import ipywidgets

# ipywidgets gives every control a margin of 2 px on each side, which a width of 100 % would push out of the page.
WITHIN = "calc(100% - 4px)"


class NumberControl(ipywidgets.HBox):
    """A labelled number box with a slider beside it.

    Parameters
    ----------
    label : the name shown, with its unit or range
    low, high, step : the slider's ends and step
    value : the start value
    whole : whether the number is a whole one
    """

    def __init__(self, label: str, low, high, step, value, *, whole: bool = False):
        slider_class = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
        box_class = ipywidgets.IntText if whole else ipywidgets.FloatText
        self.box = box_class(
            value=value,
            step=step,
            description=label,
            style={"description_width": "initial"},
            layout={"width": "15em", "max_width": WITHIN},
        )
        self.slider = slider_class(
            value=value,
            min=low,
            max=high,
            step=step,
            readout=False,
            layout={"width": "13em", "max_width": WITHIN},
        )
        super().__init__(
            [self.box, self.slider],
            layout={"flex_flow": "row wrap", "max_width": "100%", "margin": "0", "overflow": "visible"},
        )
        self.slider.observe(self._slider_moved, "value")
        self.box.observe(self._box_typed, "value")

    @property
    def value(self):
        """The number that counts: the box's."""
        return self.box.value

    @value.setter
    def value(self, value):
        self.box.value = value

    def set_range(self, low, high) -> None:
        """Give the slider new ends; the number in the box stays as it is."""
        slider = self.slider
        with slider.hold_trait_notifications():
            slider.min, slider.max = min(low, slider.max), max(high, slider.min)
            slider.min, slider.max = low, high
        self._box_typed()

    def _slider_moved(self, change) -> None:
        # A browser counts steps from the slider's low end and sends 0.10000000000000009 where 0.1 is meant.
        moved_to = change.new if isinstance(change.new, int) else float(f"{change.new:.10g}")
        if moved_to != min(max(self.box.value, self.slider.min), self.slider.max):
            self.box.value = moved_to

    def _box_typed(self, change=None) -> None:
        self.slider.value = min(max(self.box.value, self.slider.min), self.slider.max)
