"""Reading markup as a reader does: its tables, its words, and what in it is an element."""

from html.parser import HTMLParser
from typing import NamedTuple

from bs4 import BeautifulSoup


class ReadTable(NamedTuple):
    """A table as it stands in the page: ``head`` and ``rows`` hold every cell's words, row names first."""

    caption: str
    head: list[str]
    rows: list[list[str]]

    def numbers(self, *, named=None):
        """The numbers of the rows, or of the one row with that name."""
        rows = [row for row in self.rows if named is None or row[0] == named]
        read = [[number(cell) for cell in row[1:]] for row in rows]
        return read if named is None else read[0]


def number(words):
    """What a reader takes the words for: a true minus sign, and perhaps a power of ten."""
    mantissa, _, power = words.replace("−", "-").partition("·10")
    return float(mantissa) * 10.0 ** int(power.translate(_LOWERED) or 0)


def tables_in(markup):
    """Every table of the markup, as :class:`ReadTable`."""
    return _read(markup).tables


def words_of(markup):
    """The text that the markup shows, styles and scripts aside."""
    return " ".join("".join(_read(markup).words).split())


def elements_in(markup):
    """(name, attributes) of every element."""
    return _read(markup).elements


def keyed_cells(markup):
    """The words of every cell that has a key, by its key."""
    return _read(markup).keyed


class ReadControl(NamedTuple):
    """A control of an explorer's bar, as it stands in the page.

    ``value`` is what is written in it: a number, the chosen option, a text; None for a button. ``stop`` is where its
    slider or its list stands.
    """

    kind: str
    label: str
    value: str | None
    stop: int | None
    options: list[str]
    element: object

    @property
    def folded(self):
        """Whether it stands behind the fold."""
        return self.element.find_parent("details") is not None

    @property
    def row(self):
        """The names of all controls of its row, itself among them."""
        return [one["data-key"] for one in self.element.find_parent(class_="nv-row").select("[data-key]")]


def bar_in(page):
    """The bar of an explorer's page, as BeautifulSoup reads it, above the picture and below its ruler."""
    bars = BeautifulSoup(page, "html.parser").select(".nv-bar")
    return BeautifulSoup("".join(map(str, bars)), "html.parser")


def view_in(page):
    """All of an explorer's page but its bar."""
    soup = BeautifulSoup(page, "html.parser")
    for bar in soup.select(".nv-bar"):
        bar.decompose()
    return str(soup)


def controls_in(page):
    """Every control and button of the bar of an explorer's page, by name."""
    return {one["data-key"]: _control(one) for one in bar_in(page).select("[data-key]:not(.nv-bar)")}


def _control(element):
    if element.name == "button":
        return ReadControl("button", element.text, None, None, [], element)
    label = element.span.text
    if slider := element.find("input", type="range"):
        stop = slider.get("value")
        value = element.find("input", type="number")["value"]
        return ReadControl("number", label, value, None if stop is None else int(stop), [], element)
    if element.textarea:
        text = element.textarea.text.removeprefix("\n")  # as a browser reads it
        return ReadControl("text", label, text, None, [], element)
    options = element.select("option,[data-stop]")
    chosen = [one.has_attr("selected") or one.get("aria-pressed") == "true" for one in options]
    words = [one.text for one in options]
    assert sum(chosen) == 1, f"{label}: {sum(chosen)} of {words} are chosen"
    stop, kind = chosen.index(True), "list" if element.find("select") else "options"
    return ReadControl(kind, label, words[stop], stop, words, element)


_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tables, self.words, self.elements, self.keyed, self._key = [], [], [], {}, None
        self._parts, self._caption, self._cell, self._silent = [], None, None, False

    def handle_starttag(self, name, attributes):
        self.elements.append((name, dict(attributes)))
        if name == "table":
            self._parts, self._caption = [], ""
        elif name == "tr":
            self._parts.append([])
        elif name in ("td", "th"):
            self._cell, self._key = "", dict(attributes).get("data-key")
        self._silent = name in ("style", "script")

    def handle_endtag(self, name):
        if name in ("td", "th"):
            self._parts[-1].append(self._cell)
            if self._key is not None:
                self.keyed[self._key] = self._cell
            self._cell = None
        elif name == "table":
            head, *rows = self._parts
            self.tables.append(ReadTable(self._caption, head, rows))
            self._caption = None
        if name in ("p", "li", "td", "th", "caption", "text", "div"):
            self.words.append(" ")
        self._silent = False

    def handle_data(self, words):
        if self._silent:
            return
        self.words.append(words)
        if self._cell is not None:
            self._cell += words
        elif self._caption is not None:
            self._caption += words


def _read(markup):
    reader = _Reader()
    reader.feed(str(markup))
    reader.close()
    return reader
