"""The controls of an explorer: made once of their descriptions, and brought up to date with any settings."""

from collections.abc import Callable, Iterable, Iterator
from threading import get_ident

import ipywidgets
from markupsafe import Markup

from normviz import front
from normviz.drawing.markup import tag
from normviz.drawing.theme import CSS
from normviz.explorers.controls import ROW_PLACES, Button, Choice, Number, Words, all_in, row_of, short_name


class Panel(ipywidgets.VBox):
    """A title, the main control in a row of its own, and the other controls in rows below.

    The others are folded away, behind one button that names them and says which of them was changed; a wide screen
    shows them at once where they fill no more than one row, and where :meth:`only` has chosen them, as a chapter does
    whose sentences name them ("Set *Batch* to *4 sentences*").

    ``rows`` are descriptions, some of which may be groups that share one place. ``moved`` is called with a control's
    name and its new value, ``pressed`` with the description of a button. ``standing`` names the controls that stand at
    one of many places, numbers and lists; ``shown_only`` those that :meth:`only` has left, None for all.
    """

    def __init__(
        self, heading: str, rows: list[list], *, moved: Callable, pressed: Callable, reset: Callable
    ):
        self.controls: dict[str, ipywidgets.Widget] = {}
        self.buttons: dict[str, ipywidgets.Button] = {}
        self._moved, self._pressed = moved, pressed
        # The thread that makes controls or brings them up to date: what it sets does not answer; a hand's move does.
        self._quiet: int | None = get_ident()
        self._widgets: dict[str, ipywidgets.Widget] = {}
        self._shown: dict[str, tuple] = {}
        self._groups: dict[tuple[str, ...], ipywidgets.HBox] = {}
        self.shown_only: tuple[str, ...] | None = None
        self._first = None  # the settings that were shown first
        for described in all_in(rows):
            self._make(described)
        self.standing = [d.name for d in all_in(rows) if isinstance(d, (Choice, Number))]
        for i, name in enumerate(self.standing):
            self.controls[name].add_class(f"nv-stand-{i}")  # for ``view.js``
        self._main_names = [d.name for d in all_in(rows) if getattr(d, "main", False)]
        self._main = row_of(self._widgets[name] for name in self._main_names)
        self._main.add_class("nv-main")
        # The others are folded away until it is pressed, few of them on a phone only: ``controls.css`` does both.
        self._more = ipywidgets.ToggleButton(layout={"width": "auto"})
        self._more.add_class("nv-more")
        self._places = {d.name: getattr(d, "places", 1) for d in all_in(rows)}
        if self._in_one_row(d.name for d in all_in(rows) if d.visible):
            self._more.add_class("nv-few")
        self._heading = self._title(heading, reset)
        self._rows = [row_of(self._row(row)) for row in rows]
        for box, row in zip(self._rows, rows, strict=True):
            if _stays(row):
                box.add_class("nv-stays")
        super().__init__(layout={"overflow": "visible"})
        self.add_class("nv-controls")
        self.children = [*self._above_of(set(self.controls)), *self._rows]

    def show(self, settings, rows: list[list]) -> None:
        """Bring every control up to date with ``settings``, which ``rows`` describe; none of them answers."""
        self._quiet = get_ident()
        self._first = self._first or settings
        try:
            for described in all_in(rows):
                self._show(settings, described)
            folded = list(self._folded(settings, rows))
            self._more.description = f"More controls: {', '.join(folded)}"
            self._more.layout.display = None if folded else "none"
            for box, row in zip(self._rows, rows, strict=True):
                widgets = tuple(self._row(row))
                if box in self.children and box.children != widgets:
                    box.children = widgets
        finally:
            self._quiet = None

    def only(self, *names: str) -> None:
        """Show only the controls called ``names``, on a wide screen at once; few need no rows of their own.

        Raises a ``ValueError`` for a name that no control has.
        """
        for name in names:
            if name not in self.controls:
                raise ValueError(f"names: expected controls out of {list(self.controls)}, got {name!r}")
        self.shown_only = names
        self._more.add_class("nv-few")
        rows = self._rows
        if self._in_one_row(names):
            words = [row for row in rows if "nv-row" not in row._dom_classes]
            one = row_of([control for row in rows if row not in words for control in row.children])
            rows = [one, *words]
        self.children = [*self._above_of(set(names)), *rows]

    # -- making ----------------------------------------------------------------------------------------------

    def _above_of(self, shown: set[str]) -> list[ipywidgets.Widget]:
        """What stands above the rows; nothing is folded away without a main control, or beside it alone."""
        others = shown.difference(self._main_names)
        if others == shown:
            return [self._heading]
        return [self._heading, self._main, *([self._more] if others else [])]

    def _title(self, heading: str, reset: Callable) -> ipywidgets.HBox:
        again = Button("reset", "Reset", lambda _: {}, "Bring back the first values of every control")
        button = self.buttons["reset"] = again.widget()
        button.layout.width = "6em"
        button.on_click(lambda _: reset())
        style = Markup(f"<style>{CSS}{front.style('controls.css')}</style>")
        title = ipywidgets.HTML(style + tag("b", heading))
        return ipywidgets.HBox([title, button], layout={"justify_content": "space-between"})

    def _make(self, described) -> None:
        widget = described.widget()
        self._widgets[described.name] = widget
        if isinstance(described, Button):
            self.buttons[described.name] = widget
            widget.on_click(lambda _: self._pressed(described))
        elif not isinstance(described, Words):
            self.controls[described.name] = widget
            widget.observe(lambda change: self._answer(described.name, change.new), "value")

    def _answer(self, name: str, value) -> None:
        if self._quiet != get_ident():
            self._moved(name, value)

    def _row(self, row: list) -> Iterator[ipywidgets.Widget]:
        """The widgets of a row, but for the main one."""
        for described in row:
            if isinstance(described, list):  # some that share one place of the row
                names = tuple(one.name for one in described)
                if names not in self._groups:
                    self._groups[names] = row_of(self._row(described))
                yield self._groups[names]
            elif not getattr(described, "main", False):
                yield self._widgets[described.name]

    def _in_one_row(self, names: Iterable[str]) -> bool:
        return sum(self._places[name] for name in names if name not in self._main_names) <= ROW_PLACES

    def _folded(self, settings, rows: list[list]) -> Iterator[str]:
        """The names of what is folded away, without what is said of its numbers, and whether it was changed."""
        for described in all_in(row for row in rows if not _stays(row)):
            name = described.name
            if name in self._main_names or isinstance(described, Words) or not self._seen(described):
                continue
            differs = name in self.controls and getattr(settings, name) != getattr(self._first, name)
            yield short_name(described) + " (changed)" * differs

    def _seen(self, described) -> bool:
        name = described.name
        left = self.shown_only is None or name not in self.controls or name in self.shown_only
        return described.visible and left

    # -- showing ---------------------------------------------------------------------------------------------

    def _show(self, settings, described) -> None:
        name, widget = described.name, self._widgets[described.name]
        holds = name in self.controls
        value = getattr(settings, name) if holds else None
        if self._shown.get(name) == (described, self.shown_only) and (not holds or widget.value == value):
            return
        widget.layout.display = None if self._seen(described) else "none"
        if holds:
            described.show(widget, value)
        elif isinstance(described, Button):
            described.show(widget)
        self._shown[name] = described, self.shown_only


def _stays(row: list) -> bool:
    """Whether a row is buttons alone, beside the main control: they are what is done there, and are not folded away."""
    beside = [one for one in all_in([row]) if not getattr(one, "main", False)]
    return bool(beside) and all(isinstance(one, Button | Words) for one in beside)
