"""A figure that moves without a kernel, read as its page reads it."""

import json
import re
import zlib
from base64 import b64decode
from functools import cache
from itertools import accumulate

from bs4 import BeautifulSoup

from tests.support.books import read

# For a page: opens what it folds away, parts of a chapter and, on a phone, controls.
UNFOLD = "document.querySelectorAll('.part, .nv-others').forEach(one => one.open = true)"
# A copy of a page without what it adds itself; and whether it is the one that is drawn with this markup.
PLAIN = """page => {
    const copy = page.cloneNode(true);
    copy.querySelectorAll('.nv-spoken').forEach(one => one.remove());
    for (const fold of copy.querySelectorAll('details,li'))
        for (const name of ['open', 'data-reached']) fold.removeAttribute(name);
    for (const cell of copy.querySelectorAll('[aria-description]'))
        for (const name of ['tabindex', 'aria-description']) cell.removeAttribute(name);
    for (const one of copy.querySelectorAll('pre[tabindex]')) one.removeAttribute('tabindex');
    for (const one of copy.querySelectorAll('table[role]')) one.removeAttribute('role');
    const key = 'data-lm-suppress-shortcuts';  // while a key is down
    for (const one of copy.querySelectorAll(`[${key}]`)) one.removeAttribute(key);
    return copy;
}"""
SHOWS = f"""(shown, markup) => {{
    const drawn = document.createElement('div');
    drawn.innerHTML = markup;
    const [one, other] = [shown, drawn].map({PLAIN});
    // In which order an element has its attributes tells how it was drawn, and shows nowhere.
    return one.childNodes.length === other.childNodes.length
        && [...one.childNodes].every((node, i) => node.isEqualNode(other.childNodes[i]));
}}"""
NOWHERE = -1


def figures_in(html):
    """Every figure of a page that moves by a book, in order; others are computed in the page."""
    pattern = r'<figure [^>]*class="nv-moving.*?<script type="application/json">(.*?)</script>'
    told = map(json.loads, re.findall(pattern, html, re.DOTALL))
    return [MovingFigure(data) for data in told if "book" in data]


class MovingFigure:
    """``first`` and ``reset`` are states, which are numbered; ``pages`` are their markup."""

    first = 0

    def __init__(self, data):
        table = json.loads(zlib.decompress(b64decode(data["table"])))
        self.reset = table["reset"]
        self.pages = read(zlib.decompress(b64decode(data["book"])))
        self._leads = {way: list(accumulate(column)) for way, column in table["leads"].items()}
        assert {len(column) for column in self._leads.values()} <= {len(self.pages)}
        self.soup = cache(lambda state: BeautifulSoup(self.pages[state], "html.parser"))
        self.controls = cache(self._controls)

    def _controls(self, state):
        """Name → element, of the controls that the state shows."""
        found = self.soup(state).select(".nv-bar [data-key]")
        return {
            one["data-key"]: one
            for one in found
            if one["data-key"] != "reset" and not one.select("select[disabled]")
        }

    def kind(self, state, name):
        element = self.controls(state)[name]
        if element.name == "button":
            return "button"
        return (
            "number" if element.select("[type=range]") else "list" if element.select("select") else "options"
        )

    def stops(self, state, name):
        """What the stops of a control are called."""
        element = self.controls(state)[name]
        if self.kind(state, name) == "number":
            return element.select_one("[type=range]")["data-stops"].split(" ")
        return [one.get_text() for one in element.select("option, [data-stop]")] or [""]

    def place(self, state, name):
        """Where a slider or a list stands."""
        element, kind = self.controls(state)[name], self.kind(state, name)
        if kind == "number":
            return int(element.select_one("[type=range]")["value"])
        if kind == "list":
            return [one.has_attr("selected") for one in element.select("option")].index(True)
        return [one["aria-pressed"] for one in element.select("[data-stop]")].index("true")

    def says(self, state, name):
        """The number in a slider's box."""
        return float(self.controls(state)[name].select_one("[type=number]")["value"])

    def leads(self, state, name, place=0):
        column = self._leads.get(f"{name} {place}")
        return NOWHERE if column is None else column[state]
