"""What all explorers share: settings in, one picture out, and nothing ever lost on the way between them.

State lives in one place, ``.settings``. All else is a pure function of it: the controls, the picture, the sentence.
Whatever happens (a control, a click, a button, ``move``) makes new settings, and these are taken as a whole.
The picture is one widget: two would show the state before and the state after together for a moment.
"""

import logging
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace

from markupsafe import Markup
from traitlets import Bool, Unicode

from normviz import _inputs, front, goals
from normviz.drawing.markup import CONTROLS, NO_MATH, tag
from normviz.drawing.parts import noted
from normviz.drawing.theme import CSS
from normviz.explorers.ahead import Ahead
from normviz.explorers.bar import Bar, bar_of, page_of
from normviz.explorers.control import Control
from normviz.explorers.controls import Button, Words, all_in, check
from normviz.explorers.described import Described
from normviz.explorers.link import link
from normviz.explorers.live import around, heard, is_live, parts_of, spoken
from normviz.figures.figure import figure_of
from normviz.figures.save import refuse_undrawable, save
from normviz.front.paged import Paged
from normviz.front.picture import with_data
from normviz.views.settings import changed

log = logging.getLogger(__name__)

MOST_NUMBERS = 20_000  # settings with a number; the page knows older ones no more


class Explorer(Described, Paged):
    """Controls, and a picture that follows them.

    Attributes
    ----------
    settings : what the page depends on, frozen
    first : the settings that ``reset`` brings back
    controls : dict, name → :class:`Control`, with ``value``, ``options``, ``label`` and ``observe``; each is also an
        attribute of the explorer, and so is each of the ``buttons``
    result : what ``compute`` returned for the present settings; None while they hold something unusable
    error : the message shown in the picture's place, or None
    view : ``view.value`` is the picture's markup, ``view.sentence`` the sentence that is read out
    """

    _esm = front.module(*front.EXPLORER)
    _follows = Bool(False).tag(sync=True)  # whether a click on a cell is followed
    _heading = Unicode().tag(sync=True)

    def __init__(self, settings):
        super().__init__(_follows=self.follow is not None, _heading=self.heading)
        self.settings = self.first = settings
        self.result, self.error = None, None
        self.view = SimpleNamespace(value=Markup(""), sentence="")
        self._only: tuple[str, ...] | None = None
        self._goals: tuple[str, tuple[goals.Goal, ...]] | None = None
        self._picture, self._bar = Markup(""), Bar()
        self._numbers, self._next = {}, count(1)  # settings → their number in the page
        self._by: dict = {}  # the last settings that a page has sent → its name
        self._made_of: tuple = ()  # what `_live` follows from
        described = [one for one in all_in(self.controls_for(settings)) if not isinstance(one, Words)]
        self.controls = {
            one.name: Control(self, one.name) for one in described if not isinstance(one, Button)
        }
        names = ("reset", *(one.name for one in described if isinstance(one, Button)))
        self.buttons = {name: Control(self, name) for name in names}
        self._ahead = Ahead(self, self._number_of, self.tell_page)
        self._take(settings)

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
        with self._lock:
            wanted = changed(self.settings, **changes)
            try:
                settings = self.after(self.settings, **changes)
                rows = self.controls_for(settings)
            except Exception as error:
                check(changes, self.controls_for(self.settings))
                with self._changing():
                    self.settings = wanted  # what the controls hold, also where nothing comes of it
                    self._fail(error)
                return
            check(changes, rows)
            self._take(settings)

    def reset(self) -> None:
        """Bring back the first settings."""
        self._take(self.first)

    def only(self, *names: str) -> "Explorer":
        """Show only the controls called ``names``, for a first look at one thing; returns the explorer itself.

        A page without a kernel may not have room for all of them: the first ones move there.
        """
        for name in names:
            if name not in self.controls:
                raise ValueError(f"names: expected controls out of {list(self.controls)}, got {name!r}")
        self._only = names
        self._take(self.settings)
        return self

    @property
    def in_sight(self) -> tuple[str, ...]:
        """Names of the controls that ``only`` has left; without ``only``, of all."""
        return tuple(self.controls) if self._only is None else self._only

    @property
    def shown_only(self) -> tuple[str, ...] | None:
        """What :meth:`only` was called with; None where it was not called."""
        return self._only

    def goals(self, name: str) -> "Explorer":
        """Show below the picture what is to be found, as in the chapters; returns the explorer itself.

        Parameters
        ----------
        name : of the goals, such as "02a": a chapter and a letter

        Raises
        ------
        ValueError
            Where there are no goals of that name.
        """
        self._goals = name, goals.find(name)
        self._numbers.clear()  # what the page knows of any settings has no goals yet
        self._take(self.settings)
        return self

    @property
    def sought(self) -> dict[str, set]:
        """Name of a control → the values of it that lead to the goals; None where it is a button."""
        ways = [way for goal in (self._goals[1] if self._goals else ()) for way in goal.by.items()]
        return {name: {value for control, value in ways if control == name} for name, _ in ways}

    def shown(self, settings) -> tuple:
        """Return what ``settings`` show: the result, its picture with the goals, and its sentence."""
        result, picture, sentence = super().shown(settings)
        if self._goals:
            picture += goals.drawn(*self._goals, settings, result)
        return result, picture, sentence

    # -- the page --------------------------------------------------------------------------------------------

    def page(self, settings) -> Markup:
        """Return all that is shown of ``settings``, one markup: the bar of controls, the picture and its sentence."""
        _, picture, sentence = self.shown(settings)
        return page_of(self._bar_of(settings), self.framed(picture), sentence)

    def _bar_of(self, settings) -> Bar:
        return bar_of(self.heading, settings, self.controls_for(settings), self._only, self.first)

    def described(self, name: str):
        """The description of a control for the present settings."""
        return next(one for one in all_in(self.controls_for(self.settings)) if one.name == name)

    # -- the flow ------------------------------------------------------------------------------------------

    def _take(self, settings) -> None:
        """Make ``settings`` the present ones, and show them; a failure is shown in words and logged."""
        with self._lock, self._changing():
            self.settings = settings
            self._ahead.stop()
            with self._guarded():
                self.result, picture, sentence = self.shown(settings)
                self.error, self._picture = None, picture
                self._show(self.framed(picture), sentence, self._number_of(settings))

    @contextmanager
    def _changing(self):
        """Tell the observers of each control whose value is another one afterwards."""
        before = self.settings
        yield
        for name, control in self.controls.items():
            old, new = getattr(before, name), getattr(self.settings, name)
            if old != new and (old == old or new == new):  # NaN after NaN is not a change
                control.changed(old, new)

    def _show(self, picture: Markup, sentence: str, number: int) -> None:
        try:
            self._bar = self._bar_of(self.settings)
        except Exception:  # said in the picture's place; the controls stay as they were
            log.debug("no controls for %s", self.settings, exc_info=True)
        self.view = SimpleNamespace(value=picture, sentence=sentence)
        with self.hold_sync():
            self.put_page(page_of(self._bar, picture, sentence), number)
            if (made_of := parts_of(self)) != self._made_of:
                self._made_of, self._live = made_of, around(self, has_kernel=True) if is_live(self) else ""
            self._settings = spoken(self, self._by.get(self.settings, "")) if self._live else ""

    def _number_of(self, settings) -> int:
        if len(self._numbers) > MOST_NUMBERS:
            self._numbers.clear()
        return self._numbers.setdefault(settings, next(self._next))

    # -- what a page says ------------------------------------------------------------------------------------

    def take_message(self, content: dict) -> None:
        """Do what a hand has done: it moved, typed, clicked or dragged something, or came near a control."""
        with self._guarded():
            if "ask" not in content:
                self._done(content)
            elif content["state"] == self._number_of(self.settings):
                self._ahead.ask(self.described(content["ask"]), content["have"])

    def _done(self, content: dict) -> None:
        if "settings" in content:
            settings = heard(self.settings, content["settings"])
            check(dict(vars(settings).items() - vars(self.settings).items()), self.controls_for(settings))
            self._by = {settings: content["from"]}
            self._take(settings)
        elif "stop" in content:
            values = self.described(content["set"]).values()
            if content["stop"] < len(values):  # else it was chosen from a list that was longer then
                self.touch(content["set"], values[content["stop"]])
        elif "set" in content:
            self.touch(content["set"], content["value"])
        elif "press" in content:
            self.press(content["press"])
        elif "put" in content and self.hold:
            self._put(_cell(content["cell"]), content["put"])
        elif "cell" in content and self.follow:
            self.move(**self.follow(self.settings, _cell(content["cell"])))

    def _put(self, cell: tuple[int, ...], number) -> None:
        held = self.hold(self.settings, cell)
        if held is not None:
            number = _inputs.number("number", number) / self.unit(self.settings)
            self.move(edits=self.settings.edits.put(held, number))

    def touch(self, name: str, value) -> None:
        """Move a control, as a hand does: what it cannot hold is said in the picture's place."""
        whole = getattr(self.described(name), "whole", False)
        with self._guarded():
            value = int(value) if whole and isinstance(value, float) and value.is_integer() else value
            if value != getattr(
                self.settings, name
            ):  # else an example that is chosen again would be loaded anew
                self.move(**{name: value})

    def press(self, name: str) -> None:
        """Press a button, as a hand does."""
        with self._guarded():
            self._take(self.first) if name == "reset" else self.move(
                **self.described(name).does(self.settings)
            )

    @contextmanager
    def _guarded(self):
        with self._lock:
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
        level = logging.INFO if expected else logging.ERROR
        log.log(level, "%s: %s", type(self).__name__, error, exc_info=not expected)
        message = tag("p", tag("b", "✗ This cannot be drawn. "), self.error, class_="nv-error")
        stale = ""
        if self._picture:
            note = noted("Not current: this is the last picture that could be drawn.")
            last = Markup(str(self._picture).replace(CONTROLS, ""))
            stale = note + tag("div", last, class_="nv-stale", aria_label="not current")
        self._show(self.framed(message, stale), f"This cannot be drawn. {self.error}", 0)

    def __getattr__(self, name: str):
        # Asked only for what the class does not have, so that no control can take a method's place.
        for widgets in ("controls", "buttons"):
            if name in self.__dict__.get(widgets, ()):
                return self.__dict__[widgets][name]
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    # -- to take along ---------------------------------------------------------------------------------------

    def figure(self, *, table: bool = False):
        """The present picture as a new ``matplotlib.figure.Figure``, for paper, print and slides.

        Its ``axes`` are labelled by what they show, and can be drawn on; ``caption`` says in words what it shows.

        Parameters
        ----------
        table : True draws the picture's tables, and charts that are folded, too

        Raises
        ------
        ImportError
            Where matplotlib is not installed.
        ValueError
            While the settings hold something that cannot be drawn: with the words of ``error``.

        Examples
        --------
        >>> from normviz.explorers import EpsilonExplorer
        >>> figure = EpsilonExplorer().figure()
        >>> [ax.get_label() for ax in figure.axes]
        ['The column on its line']
        """
        refuse_undrawable(self)
        return figure_of(self.picture, self.result, self.view.sentence, table=table)

    def save(self, path) -> None:
        """Write the present state to a file: .svg, .png or .pdf of :meth:`figure`, or .html, a page of its own.

        The file is complete or not there; an old one stays where this fails. What takes some seconds says so.

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
        sentence = tag("p", self.view.sentence, class_="nv-hidden")
        heading = tag("div", tag("b", self.heading), sentence, class_="nv")
        shown = tag("div", heading, self.view.value, class_=NO_MATH)
        return str(Markup(f"<style>{CSS}</style>") + shown)

    def to_moving_html(self) -> str:
        """The explorer as a piece of HTML that moves, from here on, and needs neither kernel nor network.

        It is at most 300 kB; where not all controls fit, or not all stops of a slider, it says so below the picture.
        """
        from normviz.explorers.moving import moving

        return moving(self)

    def link(self, address: str) -> str:
        """Return the address of a page that opens in the present state: what differs from the first stands in its hash.

        Parameters
        ----------
        address : of a saved file, or of a chapter's page; there ``#06.2`` names the explorer, the second of chapter 06

        Raises
        ------
        TypeError
            For an address that is no text.

        Examples
        --------
        >>> from normviz import PaddingExplorer
        >>> explorer = PaddingExplorer()
        >>> explorer.move(padding_length=9, norm="layer norm")
        >>> explorer.link("06_padding.html#06.2")
        '06_padding.html#06.2:norm=layer%20norm&padding_length=9'
        """
        return link(self, address)

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        return with_data(bundle, {"text/html": self.to_html()}) if bundle else bundle

    def alone(self) -> str:
        return self.to_moving_html()


def _cell(cell) -> tuple[int, ...]:
    if not isinstance(cell, list) or any(type(number) is not int for number in cell):
        raise ValueError(f"cell: expected its place, such as [1, 2, 0], got {_inputs.brief(cell)}")
    return tuple(cell)
