"""What a screen reader gets: one sentence on the present picture, in a place that the page makes a live region.

ipywidgets has no widget with a live region, and one inside the picture would be replaced with it at every step and
never be read out. Where a page runs no JavaScript, the sentence stands there all the same: it is read, not announced.
"""

import asyncio

import ipywidgets
from markupsafe import Markup

from normviz.drawing.markup import tag

REST = 0.5  # seconds without a change, before the sentence follows


class Spoken(ipywidgets.HTML):
    """The place of the sentence: read out, never seen."""

    def __init__(self):
        super().__init__()
        self.add_class("nv-spoken")
        self.sentence = ""
        self._waiting: asyncio.TimerHandle | None = None

    def say(self, sentence: str) -> None:
        """Have ``sentence`` read out once the controls rest; at once where no event loop could do it later.

        While a slider is dragged nobody can listen to every sentence, and each would cost the page a frame.
        """
        first, self.sentence = not self.sentence, sentence
        if self._waiting is not None:
            self._waiting.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if first or loop is None:
            self._put()
        else:
            self._waiting = loop.call_later(REST, self._put)

    def _put(self) -> None:
        self._waiting = None
        self.value = self.paragraph()

    def paragraph(self, class_: str | None = None) -> Markup:
        """The sentence as an element, for a page of its own."""
        return tag("p", self.sentence, class_=class_)
