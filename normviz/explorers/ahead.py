"""Pictures before they are asked for: what one control leads to, sent to the page while nobody waits.

A picture is a function of its settings alone, so the page may keep it and draw it with the key press. What is sent for
a control is the nearest first, a few milliseconds of work at a time, behind every real change; it ends when the
settings have moved on. The page says what it has, and that is never sent again.
"""

import asyncio
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter, process_time
from typing import Any

from normviz.front import book

SLICE = 0.004  # seconds of work at a time
GAP = 0.002  # seconds for others, after each
FIRST = 4  # pages in the first book; each of the next has twice as many
MOST = 48  # pages that one question brings
FEW = 8  # stops of a control, of which each pair is tried
WORK = 1.0  # seconds of work that one question may cost


@dataclass(frozen=True)
class Way:
    """Where one stop of a control leads, and whether the control leads from there wherever it led before."""

    stop: int
    settings: Any
    back: bool


def ways(explorer, settings, described, have=()) -> Iterator[Way]:
    """Yield where each stop of the control leads from ``settings``, the nearest first, but for those in ``have``.

    Where it leads back to the very same settings is left out, too: who asks sees their picture.

    Parameters
    ----------
    explorer : the class of an explorer, or one
    settings : where the ways begin
    described : the Number or Choice that moves
    have : stops to leave out
    """
    values, here = described.values(), described.stop_of(getattr(settings, described.name))
    if here is None:
        return

    def led(begin, stop: int):
        if getattr(begin, described.name) == values[stop]:  # a hand that chooses it again moves nothing
            return begin
        try:
            return explorer.after(begin, **{described.name: values[stop]})
        except Exception:  # where nothing can be drawn, the kernel says why when somebody goes there
            return None

    # Settings may remember the way: from there, the control may lead elsewhere than from here.
    tried = range(len(values)) if len(values) <= FEW else {here, 0, len(values) - 1}
    expected = {stop: led(settings, stop) for stop in tried}
    for stop in sorted(set(range(len(values))) - set(have), key=lambda stop: abs(stop - here)):
        there = led(settings, stop)
        if there is not None and there != settings:
            yield Way(stop, there, all(led(there, stop) == expected[stop] for stop in tried))


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
        self._question: tuple | None = None  # a control, where it begins, the stops that the page has
        self._task: asyncio.Task | None = None

    def stop(self) -> None:
        """End what is under way."""
        self._question = None

    def ask(self, described, have) -> None:
        """Begin to send what the control leads to; without an event loop, nothing is sent."""
        self._question = question = (described, self._explorer.settings, have)
        try:
            self._task = asyncio.get_running_loop().create_task(self._answer(question))
        except RuntimeError:
            return

    async def _answer(self, question: tuple) -> None:
        size = FIRST
        pages = self._pages(*question)
        while True:
            made, sent, start = [], [], perf_counter()
            for way, page in islice(pages, size):
                made.append(page)
                sent.append(way)
                if perf_counter() - start > SLICE:
                    await asyncio.sleep(GAP)
                    start = perf_counter()
                if self._question is not question:
                    return
            if not sent:
                return
            self._send_book(*question[:2], sent, made)
            await asyncio.sleep(GAP)
            size *= 2

    def _pages(self, described, settings, have) -> Iterator[tuple[Way, str]]:
        explorer, begun = self._explorer, process_time()
        for way in islice(ways(explorer, settings, described, have), MOST):
            try:
                page = explorer.page(way.settings)
            except Exception:  # the kernel says why when somebody goes there
                continue
            yield way, page
            if process_time() - begun > WORK:
                return

    def _send_book(self, described, settings, sent: list[Way], pages: list[str]) -> None:
        message = {
            "control": described.name,
            "from": self._number_of(settings),
            "here": described.stop_of(getattr(settings, described.name)),
            "stops": [way.stop for way in sent],
            "states": [self._number_of(way.settings) for way in sent],
            "backs": [way.back for way in sent],
        }
        self._send(message, [zlib.compress(book.write(pages), 9)])
