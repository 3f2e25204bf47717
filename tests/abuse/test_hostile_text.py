"""Text that would like to run, passed from Python or typed wherever it can be: it stays text, and of a size."""

import unicodedata

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import normviz as nv
from normviz.explorers.controls import Text
from tests.abuse import places
from tests.abuse.driver import Listener, check_controls, check_view, choices, tell
from tests.abuse.hostile import EVERYTHING, RUNS, SHORT, SIGNS, WORDS, Tripwire
from tests.markup import elements_in, words_of
from tests.support.chapters import ROOT
from tests.support.open_chapter import NARROW, WIDE, Chapter
from tests.support.widgets import borrowed

TAGGED = "<u>a</u>"  # short, so that nothing cuts it; no picture underlines anything
UNSAID = {"check, a mapping"}  # said to be one, and no more


def html_of(words):
    """Each place where somebody can pass text from Python, as the page that shows these words."""
    shown = places.explorers(words) | places.pictures(words)
    return {
        name: one.to_html() if hasattr(one, "to_html") else one._repr_html_() for name, one in shown.items()
    }


def test_text_from_python_makes_no_element_and_is_shown_as_it_is():
    for name, html in html_of((TAGGED, *(f"{TAGGED} {number}" for number in range(4, 8)))).items():
        assert "u" not in {element for element, _ in elements_in(html)}, name
        assert TAGGED in words_of(html) or name in UNSAID, name


# -- typed: an answer in words or a picture

LONG = "Llanfairpwllgwyngyll" * 500
HARD = {
    "nothing": "",
    "blank lines": "\n \n\t\n" * 1000,
    "what would like to run": EVERYTHING + "\n" + " ".join(WORDS),
    "lines of words of 10 000 letters": f"{LONG}, 1, 2, 3\n{LONG}x, 2, 5, 1\n{LONG}y, 4, 1, 0",
    "10 000 marks from right to left": "\u202e\u200f\u2067" * 3333 + "abc tea\ntea",
    "2 000 sentences": "\n".join(f"How are you today w{i}" for i in range(2000)),
    "2 000 rows": "\n".join(f"{i % 97}, {i * 7 % 31}, {i % 11}" for i in range(2000)),
    "2 000 columns": "\n".join(", ".join(str((i * k) % 97) for k in range(1, 2001)) for i in (3, 5, 8)),
    "numbers of 10 000 digits": f"0.{'1' * 10_000} 2 3\n4 5 {'9' * 300}\n1 1 2",
    "10 000 brackets": "[" * 10_000 + "]" * 10_000,
    "control characters, half a pair": "a\x00b\x07 1 2 3\n\x1b[31mc 4 5 6\r\x85 7\n\ud83d 1 2 3",
}
# The largest view of the documents' examples has some 30 kB; JupyterLab sends and lays out ten times that at once.
MOST = 300_000
NONSENSE = "\n[x"  # no table, no array, no sentences


def boxes():
    with borrowed():
        for kind in nv.EXPLORERS:
            texts = [name for name, one in kind().controls.items() if isinstance(one.described, Text)]
            yield from ((kind, name) for name in texts)


def reading(kind, name):
    """An explorer that reads its box called ``name``."""
    explorer = kind()
    for way in [{}, *({choice: value} for choice, c in choices(explorer).items() for value in c.values())]:
        explorer.reset()
        explorer.move(**way, **{name: NONSENSE})
        if explorer.error is not None:
            return explorer
    raise AssertionError(f"{kind.__name__}: nobody reads {name}")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("kind", "name"), list(boxes()), ids=lambda one: getattr(one, "__name__", one))
def test_whatever_is_typed_is_answered_and_stays_text(kind, name):
    with borrowed(), Listener() as log:
        explorer = reading(kind, name)
        for what, text in HARD.items():
            picture = explorer._picture
            tell(explorer, set=name, value=text)
            check_view(explorer, picture)
            check_controls(explorer)
            for page in (explorer._page, explorer.to_html()):
                assert len(page) < MOST, what
                names = {name for one, attributes in elements_in(page) for name in (one, *attributes)}
                assert not {"script", "iframe", "onload", "onerror", "onmouseover"} & names, what
                # Half a character cannot be sent to a browser.
                assert not any(unicodedata.category(c) == "Cs" for c in page), what
    assert log.heard == []


# -- in a browser


@pytest.fixture
def wire(browser):
    page = browser.new_page()
    yield Tripwire(page)
    page.close()


@pytest.mark.browser
@pytest.mark.exhaustive
def test_every_text_that_can_run_trips_the_wire_where_nobody_escapes_it(wire):
    """Otherwise the tests below could not fail."""
    place = "<title>{0}</title><style>{0}</style><!--{0}--><p title=\"{0}\">{0}</p><p title='{0}'></p>"
    place += "<svg><text>{0}</text></svg><textarea>{0}</textarea><script>// {0}\n</script>"
    for text in (*RUNS, EVERYTHING, SHORT):
        wire.noticed.clear()
        wire.page.goto("about:blank")
        wire.page.set_content(place.format(text))
        assert wire.dangerous("body"), text
        wire.touch()
        if "invalid" not in text:  # what it asks for is noticed at once
            wire.page.wait_for_function("() => window.tripped.length")
        assert wire.tripped(), text


@pytest.mark.browser
@pytest.mark.exhaustive
@pytest.mark.parametrize("first", [EVERYTHING, SHORT, LONG], ids=["everything", "short", "long"])
def test_nothing_that_is_passed_from_python_runs_or_sticks_out_on_a_page(wire, tmp_path, first):
    made = html_of((first, *WORDS))
    sections = [f'<section aria-label="{name}">{html}</section>' for name, html in made.items()]
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><body>{''.join(sections)}", "utf-8")
    wire.page.goto(file.as_uri())
    assert wire.page.locator("section").count() == len(made)
    assert wire.dangerous("section") == []
    wire.touch("section")
    assert wire.tripped() == []
    for width in (WIDE, NARROW):
        wire.page.set_viewport_size({"width": width, "height": 900})
        assert wire.sticking_out("section") == []


class Watched(Chapter):
    """A notebook with a tripwire in its page from the start."""

    def before_it_opens(self):
        self.wire = Tripwire(self.page)


# JupyterLab looks for formulas in what a cell shows. The last cell is what must not be: it trips the wire.
CELLS = [
    f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.abuse import hostile, places
words = (hostile.EVERYTHING, *hostile.WORDS)
display(*places.explorers(words).values(), *places.pictures(words).values())
display(*places.pictures(({SIGNS!r}, *hostile.WORDS)).values())
""",
    """
from IPython.display import HTML
HTML("<p id=unsafe><img src='x' onerror=tripwire('unsafe')></p><p id=formula>$x^2$</p>")
""",
]
OUTPUT = ".jp-Notebook .jp-OutputArea-output:not(:has(#unsafe, img))"


@pytest.mark.browser
@pytest.mark.exhaustive
def test_nothing_that_is_passed_from_python_runs_in_jupyterlab(browser, lab):
    notebook = new_notebook(cells=[*map(new_code_cell, CELLS)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, lab.root / "hostile.ipynb")
    opened = Watched(browser, lab, lab.root / "hostile.ipynb")
    try:
        wire = opened.wire
        opened.page.wait_for_function("() => window.tripped.length")
        assert wire.dangerous("#formula") != []
        for width in (WIDE, NARROW):
            opened.show(width=width)
            assert opened.errors() == []
            assert wire.dangerous(OUTPUT) == []
            wire.touch(OUTPUT)
            assert set(wire.tripped()) == {"unsafe"}
            assert wire.sticking_out(OUTPUT) == []
    finally:
        opened.close()
