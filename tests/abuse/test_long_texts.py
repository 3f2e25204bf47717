"""Text without measure in every box for text: an answer in words or a picture, of a size that a page can hold."""

import functools
import unicodedata

import pytest

import normviz as nv
from normviz.explorers.controls import Text
from tests.abuse.driver import Listener, check_controls, check_view, choices, tell
from tests.markup import elements_in
from tests.support.widgets import borrowed

pytestmark = pytest.mark.exhaustive

WORD = "Llanfairpwllgwyngyll" * 500
HARD = {
    "nothing": "",
    "blank lines": "\n \n\t\n" * 1000,
    "a word of 10 000 letters": WORD,
    "lines of words of 10 000 letters": f"{WORD}, 1, 2, 3\n{WORD}x, 2, 5, 1\n{WORD}y, 4, 1, 0",
    "10 000 combining characters": "Z" + "\u0335\u0321\u0301" * 3333 + " tea\ntea",
    "10 000 emoji": "👩🏽‍🚀" * 2500 + " tea\ntea",
    "10 000 marks from right to left": "\u202e\u200f\u2067" * 3333 + "abc tea\ntea",
    "2 000 sentences": "\n".join(f"How are you today w{i}" for i in range(2000)),
    "a sentence of 10 000 words": " ".join(f"w{i}" for i in range(10_000)) + "\ntea",
    "2 000 rows": "\n".join(f"{i % 97}, {i * 7 % 31}, {i % 11}" for i in range(2000)),
    "2 000 rows of two": "\n".join(f"{i % 97}, {i * 7 % 31}" for i in range(2000)),
    "2 000 rows of one": "\n".join(str(i % 97) for i in range(2000)),
    "2 000 columns": "\n".join(", ".join(str((i * k) % 97) for k in range(1, 2001)) for i in (3, 5, 8)),
    "numbers of 10 000 digits": f"0.{'1' * 10_000} 2 3\n4 5 {'9' * 300}\n1 1 2",
    "10 000 brackets": "[" * 10_000 + "]" * 10_000,
    "10 000 lines in brackets": f"[{', '.join('[1.5, 2.5]' for _ in range(10_000))}]",
    "control characters": "a\x00b\x07 1 2 3\n\x1b[31mc 4 5 6\r\x85 7",
    "half a pair": "\ud83d 1 2 3\n\ude00 4 5 6",
}
# The largest view of the documents' examples has some 30 kB; JupyterLab sends and lays out ten times that at once.
MOST = 300_000


def boxes():
    with borrowed():
        for kind in nv.EXPLORERS:
            for name, control in kind().controls.items():
                if isinstance(control.described, Text):
                    yield kind, name


NONSENSE = "\n[x"  # no table, no array, no sentences
EACH = list(boxes())
# One box of each kind of reading: a table, sentences, whatever was printed.
QUICK = {("BatchNormExplorer", "table"), ("PaddingExplorer", "sentences"), ("DiagnoseExplorer", "x")}
assert len(QUICK & {(kind.__name__, name) for kind, name in EACH}) == len(QUICK)


@functools.cache
def choice_that_reads(kind, name):
    """The settings, by name, under which the explorer reads the box called ``name``."""
    with borrowed():
        explorer = kind()
        ways = [{}, *({choice: value} for choice, c in choices(explorer).items() for value in c.values())]
        for way in ways:
            explorer.reset()
            explorer.move(**way, **{name: NONSENSE})
            if explorer.error is not None:
                return way
    raise AssertionError(f"{kind.__name__}: nobody reads {name}")


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        pytest.param(*box, marks=() if (box[0].__name__, box[1]) in QUICK else pytest.mark.exhaustive)
        for box in EACH
    ],
    ids=[f"{kind.__name__} {name}" for kind, name in EACH],
)
def test_text_without_measure_is_answered(kind, name, text):
    way = choice_that_reads(kind, name)
    with borrowed(), Listener() as log:
        explorer = kind()
        explorer.move(**way)
        picture = explorer._picture
        tell(explorer, set=name, value=HARD[text])
        check_view(explorer, picture)
        check_controls(explorer)
        pages = explorer._page, explorer.to_html()
        explorer.reset()
        assert explorer.error is None
    assert log.heard == []
    for page in pages:
        assert len(page) < MOST
        assert {element for element, _ in elements_in(page)}.isdisjoint({"script", "iframe"})
        # Half a character cannot be sent to a browser.
        assert not any(unicodedata.category(c) == "Cs" for c in page)
