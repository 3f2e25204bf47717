"""Pictures before they are asked for: what one control leads to, sent to the page while nobody waits.

A picture is a function of its settings alone, so the page may keep it and draw it with the key press. What is sent for
a control is the nearest first, a few milliseconds of work at a time, behind every real change; it ends when the
settings have moved on. The page says what it has, and that is never sent again.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter, process_time
from typing import Any

from normviz.front.book import Book

SLICE = 0.004  # seconds of work at a time
GAP = 0.002  # seconds for others, after each
FIRST = 4  # pages in the first book; each of the next has twice as many
MOST = 48  # pages that one question brings
LONGEST = 4_000_000  # characters of markup that one question brings
WORK = 1.0  # seconds of work that one question may cost


@dataclass(frozen=True)
class Way:
    """Where one place of a control leads: the settings there, and whether the same control leads back."""

    place: int
    settings: Any
    back: bool


def ways(explorer, settings, described, have=()) -> Iterator[Way]:
    """Yield where each place of the control leads from ``settings``, the nearest first, but for those in ``have``.

    Parameters
    ----------
    explorer : the class of an explorer, or one
    settings : where the ways begin
    described : the Number or Choice that moves
    have : places to leave out
    """
    values, here = described.places(), described.place(getattr(settings, described.name))
    if here is None:
        return
    home = explorer.after(settings, **{described.name: values[here]})
    for place in sorted(set(range(len(values))) - set(have), key=lambda place: abs(place - here)):
        try:
            there = explorer.after(settings, **{described.name: values[place]})
            back = explorer.after(there, **{described.name: values[here]})
        except Exception:  # where nothing can be drawn, the kernel says why when somebody goes there
            continue
        yield Way(place, there, back == home)


class Ahead:
    """What one explorer sends ahead.

    Parameters
    ----------
    explorer : the explorer
    number_of : settings → their number
    send : takes a message and its buffers
    """

    def __init__(self, explorer, number_of: Callable[[Any], int], send: Callable[[dict, list[bytes]], None]):
        self._explorer, self._number_of, self._send = explorer, number_of, send
        self._task: asyncio.Task | None = None

    def stop(self) -> None:
        """End what is under way."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def ask(self, control: int, described, have) -> None:
        """Begin to send what the control leads to; without an event loop, nothing is sent."""
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._answer(control, described, have))

    async def _answer(self, control: int, described, have) -> None:
        size = FIRST
        pages = self._pages(described, have)
        while True:
            book, sent, start = Book(), [], perf_counter()
            for way, page in islice(pages, size):
                book.add(page)
                sent.append(way)
                if perf_counter() - start > SLICE:
                    await asyncio.sleep(GAP)
                    start = perf_counter()
            if not sent:
                return
            self._send_book(control, described, sent, book)
            await asyncio.sleep(GAP)
            size *= 2

    def _pages(self, described, have) -> Iterator[tuple[Way, str]]:
        explorer, length, begun = self._explorer, 0, process_time()
        for way in islice(ways(explorer, explorer.settings, described, have), MOST):
            try:
                _, picture, sentence = explorer.shown(way.settings)
            except Exception:  # likewise
                continue
            yield way, f"{explorer.framed(picture)}\0{sentence}"
            length += len(picture)
            if length > LONGEST or process_time() - begun > WORK:
                return

    def _send_book(self, control: int, described, sent: list[Way], book: Book) -> None:
        values = described.places()
        message = {
            "control": control,
            "from": self._number_of(self._explorer.settings),
            "count": len(values),
            "places": [way.place for way in sent],
            "states": [self._number_of(way.settings) for way in sent],
            "numbers": [values[way.place] for way in sent] if hasattr(described, "stops") else None,
            "backs": [way.back for way in sent],
        }
        self._send(message, [book.to_bytes()])
