"""What all explorers share: controls above, one picture below, and nothing ever lost on the way between them.

The flow is always the same: controls → ``compute()`` → ``.result`` → ``render()`` → markup → ``.view.value``.
The picture is one HTML widget: two would show the state before and the state after together for a moment.
"""

import logging
from contextlib import contextmanager

import ipywidgets
import numpy as np
from markupsafe import Markup

from normviz.drawing.connection import CSS as CONNECTION_CSS
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.presentation import CSS as PRESENTATION_CSS
from normviz.drawing.theme import CSS
from normviz.explorers.old_controls import CSS as CONTROLS_CSS
from normviz.explorers.old_controls import ROW_CELL, NumberControl, row_of
from normviz.explorers.picking import CSS as PICKING_CSS
from normviz.explorers.picking import Picked
from normviz.explorers.spoken import CSS as SPOKEN_CSS
from normviz.explorers.spoken import Spoken, naming

log = logging.getLogger(__name__)

_WIDE = {"description_width": "initial"}


class Explorer(ipywidgets.VBox):
    """Controls, and a picture that follows them.

    A subclass makes its controls in ``build()`` with :meth:`number`, :meth:`choice` and :meth:`text`, returns
    them in rows, and defines ``compute()``, which returns plain data, ``render(result)``, which returns
    markup, and ``in_words(result)``, the sentence that a screen reader reads out after every change. It may
    define ``react(name)`` for what a control changes in the other controls, and ``following(*place)`` for what
    a click on a cell of the picture changes.

    Attributes
    ----------
    controls : dict, name → widget (for a number, its slider); each is also an attribute
    boxes : dict, name → the number box linked with that slider
    result : what ``compute()`` returned for the present controls; None while they hold something unusable
    error : the message shown in the picture's place, or None
    view : the picture, one ``ipywidgets.HTML``
    spoken : the sentence on the picture, one ``ipywidgets.HTML`` that is read out and never seen
    picked : what a click on the picture says, where its cells can be clicked
    """

    heading = "Explorer"

    def __init__(self):
        super().__init__(layout={"width": "100%", "margin": "0", "overflow": "visible"})
        self.add_class("nv-explorer")
        self.add_class("nv-live")
        self.controls: dict[str, ipywidgets.Widget] = {}
        self.boxes: dict[str, ipywidgets.Widget] = {}
        self._numbers: dict[str, NumberControl] = {}
        self.result = None
        self.error: str | None = None
        self._picture = Markup("")
        self._held = 1  # controls that are being made must not draw
        self.view = ipywidgets.HTML(layout={"width": "100%", "margin": "0", "overflow": "visible"})
        self.view.add_class("nv-view")
        self.spoken = Spoken()
        rows = self.build()
        self.reset = ipywidgets.Button(
            description="Reset",
            tooltip="Bring back the first values of every control",
            layout={"width": "6em"},
        )
        self.reset.on_click(self._reset_clicked)
        self._first_values = {name: self.value(name) for name in self.controls}
        css = "".join([CSS, CONTROLS_CSS, SPOKEN_CSS, PICKING_CSS, CONNECTION_CSS, PRESENTATION_CSS])
        title = ipywidgets.HTML(Markup(f"<style>{css}</style>") + tag("b", self.heading))
        head = ipywidgets.HBox([title, self.reset], layout={"justify_content": "space-between"})
        self.bar = ipywidgets.VBox([head, *map(row_of, rows)], layout={"overflow": "visible"})
        self.bar.add_class("nv-controls")
        self.children = [self.bar, self.view, self.spoken, naming(self.heading)]
        if type(self).following is not Explorer.following:
            self.picked = Picked()
            self.picked.observe(lambda _: self._follow(), "value")
            self.children = [*self.children, self.picked]
        self._held = 0
        self.refresh()

    # -- what a subclass defines ---------------------------------------------------------------------------

    def build(self) -> list[list[ipywidgets.Widget]]:
        """Make the controls and return them in rows."""
        raise NotImplementedError

    def compute(self):
        """Return plain data for the present controls."""
        raise NotImplementedError

    def render(self, result) -> Markup:
        """Return the picture of ``result``."""
        raise NotImplementedError

    def in_words(self, result) -> str:
        """Say what ``result`` is, in one short sentence with the picture's own numbers."""
        raise NotImplementedError

    def react(self, name: str) -> None:
        """Adjust other controls after the one called ``name`` has changed."""

    def following(self, *place: int) -> dict:
        """Return the values of the controls, by name, that follow the cell at ``place``; none if it is gone.

        A picture whose cells can be clicked defines it: see ``normviz.explorers.picking``.
        """
        raise NotImplementedError

    # -- making controls -----------------------------------------------------------------------------------

    def number(self, name: str, label: str, low, high, step, value, *, whole: bool = False) -> NumberControl:
        """Add a slider with a linked number box."""
        control = NumberControl(label, low, high, step, value, whole=whole)
        self._numbers[name] = control
        self.boxes[name] = control.box
        self._add(name, control.slider, watched=control.box)
        return control

    def choice(
        self, name: str, label: str, options, value=None, *, width: str = "24em"
    ) -> ipywidgets.Dropdown:
        """Add a choice from a list, at most ``width`` wide; a wide one takes the room of two numbers."""
        control = ipywidgets.Dropdown(
            options=options, description=label, style=_WIDE, layout={"width": "auto", "max_width": width}
        )
        if float(width.removesuffix("em")) > ROW_CELL:
            control.add_class("nv-wide")
        if value is not None:
            control.value = value
        return self._add(name, control)

    def text(self, name: str, label: str, value: str, *, rows: int = 5) -> ipywidgets.Textarea:
        """Add a box for text of several lines; the picture follows when the box is left."""
        control = ipywidgets.Textarea(
            value=value,
            description=label,
            rows=rows,
            continuous_update=False,
            style=_WIDE,
            layout={"width": "auto", "max_width": "36em"},
        )
        return self._add(name, control)

    def _add(self, name, control, watched=None):
        self.controls[name] = control
        setattr(self, name, control)
        (watched or control).observe(lambda _: self._changed(name), "value")
        return control

    def value(self, name: str):
        """The present value of the control called ``name``."""
        return self._numbers[name].value if name in self._numbers else self.controls[name].value

    def set_value(self, name: str, value) -> None:
        """Set the control called ``name``."""
        if name in self._numbers:
            self._numbers[name].value = value
        else:
            self.controls[name].value = value

    def show(self, name: str, visible: bool) -> None:
        """Show or hide the control called ``name``."""
        widget = self._numbers.get(name, self.controls[name])
        widget.layout.display = None if visible else "none"

    def only(self, *names: str) -> "Explorer":
        """Show only the controls called ``names``, for a first look at one thing; returns the explorer itself."""
        for name in names:
            if name not in self.controls:
                raise ValueError(f"names: expected controls out of {list(self.controls)}, got {name!r}")
        for name in self.controls:
            self.show(name, name in names)
        head, *rows = self.bar.children
        others = [row for row in rows if "nv-row" not in row._dom_classes]
        one = row_of([control for row in rows if row not in others for control in row.children])
        self.bar.children = [head, one, *others]  # few controls need no rows of their own
        return self

    # -- the flow ------------------------------------------------------------------------------------------

    @contextmanager
    def hold(self):
        """Change several controls and draw once, at the end."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if not self._held:
            self.refresh()

    def refresh(self) -> None:
        """Compute and draw for the present controls; a failure is shown in words and logged."""
        if self._held:
            return
        try:
            with np.errstate(over="raise"):  # an inf would be drawn in silence, at a place that is no place
                result = self.compute()
                picture, sentence = self.render(result), self.in_words(result)
        except Exception as error:
            self._fail(error)
            return
        self.result, self.error, self._picture = result, None, picture
        self.view.value = self._frame(picture)
        self.spoken.say(sentence)  # last: the picture is what the eye waits for

    def reset_controls(self) -> None:
        """Bring back the values that every control had at first."""
        self._set(self._first_values)

    def _set(self, values: dict) -> None:
        with self.hold():
            for name, value in values.items():
                self.set_value(name, value)
                self.react(name)

    def _follow(self) -> None:
        try:
            self._set(self.following(*self.picked.place))
        except Exception as error:
            self._fail(error)

    def _reset_clicked(self, _button) -> None:
        try:
            self.reset_controls()
        except Exception as error:
            self._fail(error)

    def _changed(self, name: str) -> None:
        try:
            with self.hold():
                if self._held == 1:
                    with np.errstate(over="raise"):
                        self.react(name)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, (FloatingPointError, OverflowError)):
            error = ValueError(
                f"controls: expected numbers that can be squared and added up, got one beyond that ({error})"
            )
        expected = isinstance(error, (ValueError, TypeError))
        self.error = str(error) if expected else f"{type(error).__name__}: {error}"
        self.result = None
        log.log(
            logging.INFO if expected else logging.ERROR,
            "%s: %s",
            type(self).__name__,
            error,
            exc_info=not expected,
        )
        message = tag("p", tag("b", "✗ This cannot be drawn. "), self.error, class_="nv-error")
        stale = ""
        if self._picture:
            note = tag("p", "Not current: this is the last picture that could be drawn.", class_="nv-note")
            stale = note + tag("div", self._picture, class_="nv-stale", aria_label="not current")
        self.view.value = self._frame(message + stale)
        self.spoken.say(f"This cannot be drawn. {self.error}")

    def _frame(self, picture: Markup) -> Markup:
        return tag("div", picture, class_="nv", data_explorer=type(self).__name__)

    # -- without a kernel ----------------------------------------------------------------------------------

    def to_html(self) -> str:
        """The present picture with its style, as a piece of HTML that needs neither kernel nor network."""
        heading = tag("div", tag("b", self.heading), self.spoken.paragraph("nv-hidden"), class_="nv")
        return str(
            Markup(f"<style>{CSS}</style>") + tag("div", heading, Markup(self.view.value), class_=NO_MATH)
        )

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            data["text/html"] = self.to_html()
        return bundle
