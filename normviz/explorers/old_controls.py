"""A slider and a number box that mean the same: one to play with, the other to type in and to be read out.

ipywidgets' sliders have no accessible name, so the box carries the label. The box decides: it takes any
number, also one past the slider's ends; what is out of bounds is answered in words by the explorer, not bent.
"""

from math import isnan

import ipywidgets

# Every row of controls lies on one grid, so that boxes and sliders stand in columns; names stand above their
# controls, where a long one takes no room from the box. Margins would push a wide control out of the page.
# ipywidgets draws edges at 2:1 against white, and marks the focus by a pale blue one: these are seen by fewer
# than the text is, so both take the text's colours; a list's arrow is dark on dark, and gets another. A handle of
# 16 px on a line of 4 px is hard to hit with a finger: both can be touched a little beside them, too. Where three
# columns fit, two wide controls share a row.
ROW_CELL = 12.5  # em
CSS = (
    f".nv-controls{{--nv-cell:{ROW_CELL}em}}"
    """
.nv-controls{container-type:inline-size;max-width:72em;
--jp-widgets-input-border-color:var(--jp-content-font-color2,currentcolor)}
[data-jp-theme-light=false] .nv-controls{--jp-widgets-dropdown-arrow:url("data:image/svg+xml,%3Csvg \
xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'%3E%3Cpath d='M5 7.5l4 4 4-4' fill='none' \
stroke='%23ddd' stroke-width='1.8'/%3E%3C/svg%3E")}
.nv-controls .widget-slider .noUi-handle{border-color:var(--jp-content-font-color2,currentcolor)}
.nv-controls .jupyter-widgets{margin:0}
.nv-controls .widget-hbox.nv-row{display:grid;
grid-template-columns:repeat(auto-fill,minmax(var(--nv-cell),1fr));gap:0 1.3em;align-items:end;
width:100%;overflow:visible}
.nv-controls .nv-row>.nv-row{grid-column:1/-1}
.nv-controls .nv-row>:not(.nv-row){margin-bottom:.55em}
.nv-controls .widget-dropdown,.nv-controls .widget-textarea{flex-direction:column;
align-items:stretch;height:auto}
.nv-controls .widget-dropdown>select,.nv-controls .widget-textarea>textarea{flex:none;width:100%}
.nv-controls .widget-dropdown>select{height:2.15em}
.nv-controls .widget-textarea{grid-column:1/-1}
.nv-controls .widget-textarea>.widget-label{white-space:normal}
.nv-controls .widget-label{width:auto;height:auto;margin:0;line-height:1.6;text-align:left;overflow:visible}
.nv-controls .widget-hbox.nv-number{display:grid;grid-template-columns:5em minmax(0,1fr);gap:0 1.1em;
align-items:center;overflow:visible}
.nv-controls .widget-hbox.nv-log{grid-template-columns:7.5em minmax(0,1fr)}
.nv-controls .nv-number>.widget-text{display:contents}
.nv-controls .nv-number .widget-label{grid-column:1/-1}
.nv-controls .nv-number .widget-slider{width:auto;padding-right:.6em}
.nv-controls .noUi-handle::before,.nv-controls .noUi-base::before{content:"";display:block;position:absolute;
inset:-6px;width:auto;height:auto;background:none}
.nv-controls .noUi-base::before{inset:-12px 0}
.nv-explorer .nv-controls :focus-visible{outline:2px solid var(--jp-content-font-color1,CanvasText)!important;
outline-offset:-2px}
.nv-explorer .nv-controls .noUi-handle:focus-visible{outline-offset:2px}
@container(min-width:28em){.nv-controls .nv-wide{grid-column:span 2}}
@container(min-width:40.1em) and (max-width:53.8em){
.nv-controls .widget-hbox.nv-row{grid-template-columns:repeat(6,minmax(0,1fr))}
.nv-controls .nv-row>:not(.nv-row){grid-column:span 2}.nv-controls .nv-row>.nv-wide{grid-column:span 3}}
@media(prefers-reduced-motion:reduce){.nv-controls *{transition:none!important;animation:none!important}}
@media(forced-colors:active){.nv-controls .jupyter-button,.nv-controls .noUi-target{border:1px solid!important}}
"""
)


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
            value=value, step=step, description=label, style={"description_width": "initial"}
        )
        self.slider = slider_class(value=value, min=low, max=high, step=step, readout=False)
        super().__init__([self.box, self.slider])
        self.add_class("nv-number")
        self.slider.observe(self._slider_moved, "value")
        self.box.observe(self._box_typed, "value")

    @property
    def value(self):
        """The number that counts: the box's."""
        return self.box.value

    @value.setter
    def value(self, value):
        self.box.value = value

    def set_range(self, low, high, value=None) -> None:
        """Give the slider new ends, and the box a new number; without one the number stays as it is."""
        slider = self.slider
        # In one message: a browser that learned the new ends first would send one of them back as a move.
        with slider.hold_sync():
            with slider.hold_trait_notifications():
                slider.min, slider.max = min(low, slider.max), max(high, slider.min)
                slider.min, slider.max = low, high
            if value is not None:
                self.box.value = value
            self._box_typed()

    def reads(self, position):
        """The number that the box shows when the slider is moved to ``position``."""
        return type(position)(f"{position:.10g}")

    def _slider_moved(self, change) -> None:
        slider, here = self.slider, self._inside()
        # In a browser a slider rounds whatever it is given to its nearest step, counted from its low end, and
        # sends that back: 0.1 for a typed 0.123, 0.10000000000000009 for 0.1. Such an echo is no move.
        # While the box holds no number, the slider stands still, so whatever it says is a move.
        nowhere = isnan(here)
        echo = here if nowhere else slider.min + round((here - slider.min) / slider.step) * slider.step
        if nowhere or (change.new != here and abs(change.new - echo) > 1e-6 * slider.step):
            # The picture is what the eye waits for: it is sent while the box's own number is held back.
            with self.box.hold_sync():
                self.box.value = self.reads(change.new)

    def _box_typed(self, change=None) -> None:
        # A slider that already stands there is not sent its place again, not even free of a rounding error: in a
        # drag it has moved on by the time the message comes, and would be thrown back.
        if not isnan(self.box.value) and self.reads(self.slider.value) != self.box.value:
            self.slider.value = self._inside()

    def _inside(self):
        return min(max(self.box.value, self.slider.min), self.slider.max)


def row_of(widgets) -> ipywidgets.HBox:
    """Set controls, or rows of controls, on the grid."""
    row = ipywidgets.HBox(widgets)
    row.add_class("nv-row")
    return row
