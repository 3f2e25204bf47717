"""An explorer as a piece of a page that moves without a kernel: the pictures that Python made for what can be reached.

What is reached is a table of arrows (``reach.py``), the pictures are a book (``normviz.front.book``), and ``table.js``
follows the arrows.
"""

import json
from collections.abc import Iterable
from itertools import pairwise

from markupsafe import Markup

from normviz import front
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.theme import CSS
from normviz.explorers.bar import bar_of, page_of
from normviz.explorers.controls import Button, Choice, Number, Words, all_in
from normviz.explorers.live import ALONE, live_figure
from normviz.explorers.reach import MOST, NOWHERE, Reach, TooMany, thinned
from normviz.front import book
from normviz.front.packed import packed

MIME = "text/vnd.normviz.moving"
MOST_BYTES = 300_000  # of a file with one explorer
_AROUND = 1_200  # of them, of the document around it, its description included
_NOTE = 900  # of a figure's own element, and of its note
MANY = 61  # a slider of whole numbers has all its stops if there are not more
FEW, FEWEST = 13, 7  # stops of another slider, where several controls move


def moving(explorer) -> str:
    """Return ``explorer`` as HTML that moves: one piece for any page, without a kernel, a network or a library.

    The controls that it shows move, as many of them as fit into 300 kB; the piece says what only a notebook can do.

    >>> from normviz import EpsilonExplorer
    >>> html = moving(EpsilonExplorer().only("place"))
    >>> html.count("<figure"), len(html) < 150_000
    (1, True)
    """
    style = Markup(f"<style>{CSS}{front.read('page.css')}</style>")
    figure = live_figure(explorer)
    script = Markup(f"<script>{front.page_script(figure or '')}</script>")
    room = MOST_BYTES - _AROUND - len(style.encode()) - len(script.encode())
    return f"{style}{figure or _Figure(explorer, room).markup()}{script}"


def moving_figure(explorer, most_bytes: int) -> Markup:
    """Return ``explorer`` as an element that ``table.js`` moves, at most so many bytes long."""
    return live_figure(explorer) or _Figure(explorer, most_bytes).markup()


def show_moving(most_bytes: int) -> None:
    """Have this kernel show each explorer as ``moving_figure`` too, under the MIME type ``MIME``."""
    from IPython import get_ipython
    from IPython.display import display

    def show(explorer) -> None:
        bundle = explorer._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        display({**data, MIME: moving_figure(explorer, most_bytes)}, raw=True)

    formatter = get_ipython().display_formatter.ipython_display_formatter
    formatter.for_type_by_name("normviz.explorers.base", "Explorer", show)


class _Figure:
    """The controls that move are chosen one by one: those that the goals ask for first, then in the order of ``only``,
    or of the explorer's ``moves_first``.

    Where there is no room for the last one, it gets fewer stops, and so do the others if a goal asks for it; if there
    still is none, it stands still.
    """

    def __init__(self, explorer, most_bytes: int):
        self.explorer, self.most_bytes = explorer, most_bytes
        self.roots = (explorer.settings, explorer.first)
        self.memo: dict = {}
        self.pictures: dict = {}
        self.reach = Reach(explorer, self.roots, {}, memo=self.memo)
        self.seen = self.reach.shown(self.reach.settings[0])
        self._take(self.reach)
        self.most_bytes -= _NOTE
        stops = self._that_may_fit()
        while stops and not self._try(stops):
            *others, last = stops
            fewer = [last, *(reversed(others) if last in explorer.sought else ())]
            name = next((one for one in fewer if self._may_be_fewer(one, stops[one])), None)
            if name:
                stops[name] = FEWEST
            else:
                del stops[last]
        self._try(self._with_more_stops())

    def _may_be_fewer(self, name: str, most: int) -> bool:
        described = self.seen[name]
        return most > FEWEST and isinstance(described, Number) and described.stops.count >= FEWEST

    def _that_may_fit(self) -> dict[str, int]:
        """The controls to try, and how many stops of each."""
        chosen, count = {}, 1
        in_sight = {*self.explorer.in_sight, *self.explorer.buttons}
        first = self.explorer.moves_first
        if self.explorer.shown_only is not None:
            first = (*self.explorer.buttons, *self.explorer.in_sight)
        for name in dict.fromkeys([*self.explorer.sought, *first, *self.seen]):
            described = self.seen.get(name) if name in in_sight else None
            if isinstance(described, Button):
                chosen[name] = 1
            elif isinstance(described, Number | Choice):
                for stops in _fewer_and_fewer(described):
                    reached = min(stops, len(described.values()))
                    if count * reached <= MOST:
                        chosen[name] = stops
                        count *= reached
                        break
        return chosen

    def _with_more_stops(self) -> dict[str, int]:
        """The controls that move, with as many stops as there seems to be room for."""
        stops = dict(self.reach.stops)
        room = min(MOST / len(self.reach.settings), 0.9 * self.most_bytes / self.size)
        for name in stops:
            if isinstance(described := self.seen[name], Number):
                value, every = getattr(self.reach.settings[0], name), described.stops.count + 1
                count = {n: len(thinned(described, value, n)) for n in (every, 49, 25, stops[name])}
                now = count[stops[name]]
                stops[name] = next((n for n in (every, 49, 25) if now < count[n] <= now * room), stops[name])
                room *= now / count[stops[name]]
        return stops

    def _try(self, stops: dict[str, int]) -> bool:
        """Let these controls move, if that is not too much."""
        try:
            reach = Reach(self.explorer, self.roots, stops, memo=self.memo)
            if len(reach.settings) > len(self.reach.settings):
                self._take(reach)
        except TooMany:
            return False
        return True

    def markup(self) -> Markup:
        return tag(
            "figure",
            tag("div", self._page(self.reach.settings[0], self.reach), class_="nv-page"),
            tag("figcaption", ALONE, " ", tag("span", class_="nv-left-out", role="status")),
            Markup(f'<script type="application/json">{json.dumps(self.packed)}</script>'),
            class_=f"nv-moving {NO_MATH}",
            role="group",
            aria_label=self.explorer.heading,
        )

    # -- what is written -----------------------------------------------------------------------------------

    def _page(self, settings, reach: Reach) -> Markup:
        explorer = self.explorer
        if settings not in self.pictures:
            _, picture, sentence = explorer.shown(settings)
            self.pictures[settings] = explorer.framed(picture), sentence
        rows = [
            [one for one in all_in([row]) if isinstance(one, Words) or one.name in reach.stops]
            for row in explorer.controls_for(settings)
        ]
        arrows = reach.arrows[reach.number_of(settings)]
        bar = bar_of(
            explorer.heading,
            settings,
            rows,
            explorer.shown_only,
            explorer.first,
            places=lambda one: reach.positions(one, settings),
            leads=lambda one, stop: (one.name, stop) in arrows,
        )
        return page_of(bar, *self.pictures[settings])

    def _take(self, reach: Reach) -> None:
        """Move what ``reach`` can, if that is not too much."""
        written = self._written(reach)
        size = sum(map(len, written.values()))
        if size > self.most_bytes - len(self._page(reach.settings[0], reach).encode()):
            raise TooMany
        self.reach, self.packed, self.size = reach, written, size

    def _written(self, reach: Reach) -> dict[str, str]:
        # The first page comes first; pages that are alike stand beside each other, where they are packed best.
        order = sorted(range(len(reach.settings)), key=lambda at: (at > 0, _place(reach, reach.settings[at])))
        number = {at: k for k, at in enumerate(order)} | {NOWHERE: NOWHERE}
        pages = [self._page(reach.settings[at], reach) for at in order]
        ways = dict.fromkeys(way for arrows in reach.arrows for way in arrows)
        table = {
            "reset": number[reach.number_of(self.explorer.first)],
            "leads": {
                f"{name} {stop}": _differences(
                    number[reach.arrows[at].get((name, stop), NOWHERE)] for at in order
                )
                for name, stop in ways
            },
        }
        text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
        return {"table": packed(text.encode()), "book": packed(book.write(pages))}


def _fewer_and_fewer(described: Choice | Number) -> tuple[int, ...]:
    if isinstance(described, Choice) or (described.whole and described.stops.count < MANY):
        return (MANY,)
    return FEW, FEWEST


def _place(reach: Reach, settings) -> tuple:
    """Where the lists that move stand, then which sliders there are, and where they stand; main ones before others.

    From each page to the next a slider goes on by one stop, wherever that can be: its numbers then go on evenly.
    """
    shown = [one for name, one in reach.shown(settings).items() if name in reach.stops]
    shown = sorted((one for one in shown if isinstance(one, Number | Choice)), key=lambda one: not one.main)
    sliders = [one for one in shown if isinstance(one, Number)]
    lists = [one for one in shown if isinstance(one, Choice)]

    def stops(controls: list) -> list:
        found = [(one.name, one.stop_of(getattr(settings, one.name))) for one in controls]
        return [(name, -1 if stop is None else stop) for name, stop in found]

    return stops(lists), [(one.name, *reach.positions(one, settings)) for one in sliders], stops(sliders)


def _differences(column: Iterable[int]) -> list[int]:
    """Each number less the one before: nearly all are the same, and are packed to next to nothing."""
    return [below - above for above, below in pairwise([0, *column])]
