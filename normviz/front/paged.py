"""A widget that is one page of markup, and the messages of the hands that move it."""

from threading import RLock

import anywidget
from traitlets import Dict, Int, Unicode

from normviz import front
from normviz.drawing.theme import CSS
from normviz.front import display

MOST_PAGES = 16  # open pages of one widget that are told apart


class Paged(anywidget.AnyWidget):
    """A page, which ``kernel.js`` draws and whose messages come to :meth:`take_message`, each once.

    A subclass sets ``_esm`` and calls :meth:`put_page`; :meth:`alone` is what stands for it where no widget can.
    """

    _css = CSS + front.style()
    _page = Unicode().tag(sync=True, to_json=lambda page, widget: "" if widget._live else page)
    _live = Unicode().tag(
        sync=True
    )  # where the page computes itself: what it is made of, but for its settings
    _settings = Unicode().tag(sync=True)  # and these
    _state = Int().tag(sync=True)  # the number of what the page shows
    _heard = Dict().tag(sync=True)  # of each open page, the number of its last message

    def __init__(self, **traits):
        self._lock = RLock()  # messages may come in several threads, and while a cell runs
        self._channels = [self]
        super().__init__(**traits)
        self.on_msg(self._told)

    def take_message(self, content: dict) -> None:
        """Do what a hand has done."""
        raise NotImplementedError

    def alone(self) -> str:
        """Return HTML that needs no widgets."""
        raise NotImplementedError

    def put_page(self, page: str, state: int) -> None:
        """Show ``page``, whose content has the number ``state``."""
        self._page, self._state = str(page), state

    def tell_page(self, message: dict, buffers: list[bytes] | None = None) -> None:
        """Send to the page, also by the layout's channel where the page may not hear this widget's own."""
        for channel in self._channels:
            channel.send(message, buffers)

    def _told(self, _view, content: dict, _buffers) -> None:
        display.page_answers()
        if "number" not in content:
            self.take_message(content)
            return
        with self._lock, self.hold_sync():
            page, number = content["from"], content["number"]
            if number > self._heard.get(page, 0):  # else it has come before
                others = {name: heard for name, heard in self._heard.items() if name != page}
                self._heard = dict([*others.items(), (page, number)][-MOST_PAGES:])
                self.take_message(content)
        if content.get("again"):
            self._channels = [self, self.layout]
            self.layout.send(self.get_state(("_state", "_page", "_heard", "_live", "_settings")))

    def _ipython_display_(self) -> None:
        display.show(self)
