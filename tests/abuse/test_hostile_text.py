"""Text that would like to run, passed from Python or typed wherever it can be: it stays text, and of a size."""

import unicodedata

import pytest

import normviz as nv
from normviz.explorers.controls import Text
from tests.abuse import places
from tests.abuse.driver import Listener, check_controls, check_view, choices, tell
from tests.abuse.texts import HOSTILE
from tests.markup import elements_in, words_of
from tests.support.widgets import borrowed

TAGGED = '"q=<u>'  # an attribute behind a quote, and an element; short, so that nothing cuts it
UNSAID = {"check, a mapping"}  # said to be one, and no more


def html_of(words):
    """Each place where somebody can pass text from Python, as the page that shows these words."""
    shown = places.explorers(words) | places.pictures(words)
    return {
        name: one.to_html() if hasattr(one, "to_html") else one._repr_html_() for name, one in shown.items()
    }


def test_text_from_python_makes_no_element_and_no_attribute_and_is_shown_as_it_is():
    for name, html in html_of((TAGGED, *(f"{TAGGED} {number}" for number in range(4, 8)))).items():
        made = {own for element, attributes in elements_in(html) for own in (element, *attributes)}
        assert not {"u", "q"} & made, name
        assert TAGGED in words_of(html) or name in UNSAID, name


# -- typed: an answer in words or a picture

LONG = "Llanfairpwllgwyngyll" * 500
HARD = {
    "nothing": "",
    "blank lines": "\n \n\t\n" * 1000,
    "what would like to run": "\n".join(HOSTILE),
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
