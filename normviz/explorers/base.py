"""What all explorers share: settings in, one picture out, and nothing ever lost on the way between them.

State lives in one place, ``.settings``. All else is a pure function of it: the controls, the picture, the sentence.
Whatever happens (a control, a click, a button, ``move``) makes new settings, and these are taken as a whole.
The picture is one HTML widget: two would show the state before and the state after together for a moment.
"""

import logging
from contextlib import contextmanager

import ipywidgets
import numpy as np
from markupsafe import Markup

from normviz import front
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.theme import CSS
from normviz.explorers.controls import Button, Words, row_of
from normviz.explorers.picking import Picked
from normviz.explorers.spoken import Spoken
from normviz.figures.save import refuse_undrawable, save
from normviz.models.settings import changed

log = logging.getLogger(__name__)


class Explorer(ipywidgets.VBox):
    """Controls, and a picture that follows them.

    A subclass describes, in functions that need no widget: ``compute(settings)``, plain data; ``picture(result)``,
    markup; ``paper(result)``, a figure; ``words(result)``, the sentence that a screen reader reads out after every
    change; and ``controls_for(settings)``, rows of :mod:`normviz.explorers.controls`, each named after a setting. It
    may define ``fit(settings, changed)``, the settings with all that must change with those called ``changed``, and
    ``follow(settings, cell)``, what a click on a cell of the picture changes, by name.

    Attributes
    ----------
    settings : what the picture depends on, frozen
    controls : dict, name → widget with a ``value``; each is also an attribute, and so is each of the ``buttons``
    result : what ``compute`` returned for the present settings; None while they hold something unusable
    error : the message shown in the picture's place, or None
    view : the picture, one ``ipywidgets.HTML``
    spoken : the sentence on the picture, one ``ipywidgets.HTML`` that is read out and never seen
    """

    heading = "Explorer"
    follow = None

    def __init__(self, settings):
        super().__init__(layout={"width": "100%", "margin": "0", "overflow": "visible"})
        self.add_class("nv-explorer")
        self.add_class("nv-live")
        self.settings = self._first = settings
        self.result = None
        self.error: str | None = None
        self._picture = Markup("")
        self._only: tuple[str, ...] | None = None
        self._quiet = True  # controls that are made or brought up to date do not answer
        self.view = ipywidgets.HTML(layout={"width": "100%", "margin": "0", "overflow": "visible"})
        self.view.add_class("nv-view")
        self.spoken = Spoken()
        self._make_controls()
        running = front.script(".nv-explorer", "keys.js", "explorer.js", heading=self.heading)
        hidden = ipywidgets.Output(outputs=(running,), layout={"display": "none"})
        self.children = [self.bar, self.view, self.spoken, hidden]
        if self.follow is not None:
            self.picked = Picked()
            self.picked.observe(self._clicked, "value")
            self.children = [*self.children, self.picked]
        self._take(settings)

    # -- what a subclass describes -------------------------------------------------------------------------

    @staticmethod
    def compute(settings):
        """Return plain data for ``settings``."""
        raise NotImplementedError

    @staticmethod
    def picture(result) -> Markup:
        """Return the picture of ``result``."""
        raise NotImplementedError

    @staticmethod
    def paper(result):
        """Return the ``matplotlib.figure.Figure`` of ``result``."""
        raise NotImplementedError

    @staticmethod
    def words(result) -> str:
        """Say what ``result`` is, in one short sentence with the picture's own numbers."""
        raise NotImplementedError

    @staticmethod
    def controls_for(settings) -> list[list]:
        """Describe the controls, in rows; how many rows there are, and all names, are the same for all settings."""
        raise NotImplementedError

    @staticmethod
    def fit(settings, changed: frozenset[str]):
        """Return ``settings`` with all that must follow where those called ``changed`` have changed."""
        return settings

    # -- settings ------------------------------------------------------------------------------------------

    def move(self, **changes) -> None:
        """Change settings by name; fit the others, compute and draw, once.

        Raises
        ------
        ValueError
            For a setting that there is not, or an option that its list does not have.
        TypeError
            For something else than a number or text where one is expected.
        """
        settings = changed(self.settings, **changes)
        try:
            settings = changed(self.fit(settings, frozenset(changes)), **changes)  # what is asked for stands
        except Exception as error:
            self.settings = settings  # what the controls hold, also where nothing comes of it
            self._fail(error)
            return
        for described in _all_in(self.controls_for(settings)):
            if described.name in changes:
                described.check(changes[described.name])
        self._take(settings)

    def reset(self) -> None:
        """Bring back the first settings."""
        self._take(self._first)

    def only(self, *names: str) -> "Explorer":
        """Show only the controls called ``names``, for a first look at one thing; returns the explorer itself."""
        for name in names:
            if name not in self.controls:
                raise ValueError(f"names: expected controls out of {list(self.controls)}, got {name!r}")
        self._only = names
        head, *rows = self.bar.children
        others = [row for row in rows if "nv-row" not in row._dom_classes]
        one = row_of([control for row in rows if row not in others for control in row.children])
        self.bar.children = [head, one, *others]  # few controls need no rows of their own
        self._show_controls()
        return self

    @classmethod
    def draw(cls, result) -> Markup:
        """Return the picture of ``result`` as it stands in the view."""
        return cls._framed(cls.picture(result))

    @classmethod
    def _framed(cls, *picture) -> Markup:
        return tag("div", picture, class_="nv", data_explorer=cls.__name__)

    # -- the flow ------------------------------------------------------------------------------------------

    def _take(self, settings) -> None:
        """Make ``settings`` the present ones, and show them; a failure is shown in words and logged."""
        self.settings = settings
        with self._guarded():
            with np.errstate(over="raise"):  # an inf would be drawn in silence, at a place that is no place
                result = self.compute(settings)
                picture, sentence = self.picture(result), self.words(result)
            self.result, self.error, self._picture = result, None, picture
            self.view.value = self._framed(picture)  # first: it is what the eye waits for
            self.spoken.say(sentence)
        with self._guarded():
            self._show_controls()

    def _control_changed(self, name: str, value) -> None:
        if not self._quiet:
            with self._guarded():
                self.move(**{name: value})

    def _clicked(self, _change) -> None:
        with self._guarded():
            self.move(**self.follow(self.settings, self.picked.place))

    def _pressed(self, button: Button) -> None:
        with self._guarded():
            self.move(**button.does(self.settings))

    @contextmanager
    def _guarded(self):
        try:
            yield
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
        self.view.value = self._framed(message, stale)
        self.spoken.say(f"This cannot be drawn. {self.error}")

    # -- controls ------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.controls: dict[str, ipywidgets.Widget] = {}
        self.buttons: dict[str, ipywidgets.Button] = {}
        self._widgets: dict[str, ipywidgets.Widget] = {}
        self._shown: dict[str, tuple] = {}
        rows = self.controls_for(self.settings)
        for described in _all_in(rows):
            self._make(described)
        self._groups: dict[tuple[str, ...], ipywidgets.HBox] = {}
        self._rows = [row_of(map(self._widget, row)) for row in rows]
        again = Button("reset", "Reset", lambda _: {}, "Bring back the first values of every control")
        reset = self.buttons["reset"] = again.widget()
        reset.layout.width = "6em"
        reset.on_click(lambda _: self.reset())
        title = ipywidgets.HTML(
            Markup(f"<style>{CSS}{front.style('controls.css')}</style>") + tag("b", self.heading)
        )
        head = ipywidgets.HBox([title, reset], layout={"justify_content": "space-between"})
        self.bar = ipywidgets.VBox([head, *self._rows], layout={"overflow": "visible"})
        self.bar.add_class("nv-controls")

    def _make(self, described) -> None:
        widget = described.widget()
        self._widgets[described.name] = widget
        if isinstance(described, Button):
            self.buttons[described.name] = widget
            widget.on_click(lambda _: self._pressed(described))
        elif not isinstance(described, Words):
            self.controls[described.name] = widget
            widget.observe(lambda change: self._control_changed(described.name, change.new), "value")

    def _show_controls(self) -> None:
        """Bring every control up to date with the settings; none of them answers."""
        self._quiet = True
        try:
            rows = self.controls_for(self.settings)
            for described in _all_in(rows):
                self._show_control(described)
            if self._only is None:
                for box, row in zip(self._rows, rows, strict=True):
                    widgets = tuple(map(self._widget, row))
                    if box.children != widgets:
                        box.children = widgets
        finally:
            self._quiet = False

    def _show_control(self, described) -> None:
        name, widget = described.name, self._widget(described)
        holds = name in self.controls
        value = getattr(self.settings, name) if holds else None
        if self._shown.get(name) == (described, self._only) and (not holds or widget.value == value):
            return
        visible = described.visible and (self._only is None or not holds or name in self._only)
        widget.layout.display = None if visible else "none"
        if holds:
            described.show(widget, value)
        self._shown[name] = described, self._only

    def _widget(self, described) -> ipywidgets.Widget:
        if isinstance(described, list):  # some that share one place of the row
            names = tuple(one.name for one in described)
            if names not in self._groups:
                self._groups[names] = row_of(map(self._widget, described))
            return self._groups[names]
        return self._widgets[described.name]

    def __getattr__(self, name: str):
        # Asked only for what the class does not have, so that no control can take a method's place.
        for widgets in ("controls", "buttons"):
            if name in self.__dict__.get(widgets, ()):
                return self.__dict__[widgets][name]
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    # -- to take along ---------------------------------------------------------------------------------------

    def figure(self):
        """The present state as a new ``matplotlib.figure.Figure``, for paper, print and slides.

        It is like any figure: its ``axes`` are labelled by what they show, and can be drawn on.

        Raises
        ------
        ValueError
            While the settings hold something that cannot be drawn: with the words of ``error``.

        Examples
        --------
        >>> from normviz.explorers import PaddingExplorer
        >>> [ax.get_label() for ax in PaddingExplorer().figure().axes]
        ['before', 'after', 'line', 'law']
        """
        refuse_undrawable(self)
        return self.paper(self.result)

    def save(self, path) -> None:
        """Write the present state to a file: .svg, .png or .pdf of :meth:`figure`, or .html, a page of its own.

        The file is complete or not there, and an old one stays where this fails.

        Parameters
        ----------
        path : the file's name

        Raises
        ------
        TypeError, ValueError
            For what is no path, an unknown ending, a place that is not there or cannot be written, and while the
            settings hold something that cannot be drawn.
        """
        save(self, path)

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


def _all_in(rows):
    """Every description in rows of controls, and of groups of them."""
    for row in rows:
        for described in row:
            yield from described if isinstance(described, list) else (described,)
