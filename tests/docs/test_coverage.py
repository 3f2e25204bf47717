"""docs/coverage.md: each place that is named for a line of the documents shows what is promised there."""

import re

import pytest

import normviz as nv
from normviz.explorers.base import Explorer
from tests.each import each
from tests.markup import words_of
from tests.support.cells import cells, shown_by
from tests.support.chapters import NOTEBOOKS, ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| (.+?) \| \[(\d\d)\]\(\.\./notebooks/(\2_\w+\.ipynb)\) (\S+) \| (.+?) \| (.+?) \|")
LINES = [line for line in PAGE.splitlines() if "](../notebooks/" in line]
CLAIMS = nv.examples.printed_claims()


def says(explorer):
    """The sentence of an explorer, and all its words."""
    return explorer.view.sentence, f"{explorer.view.sentence} {words_of(explorer.view.value)}"


def is_said(words, text):
    """Whether ``words`` stand in ``text``, a number not as a part of another one."""
    return re.search(rf"(?<![\w.−]){re.escape(words)}(?!\w|\.\d)", text) is not None


def moved(explorer, move):
    """What an explorer says before and after a move, ```gamma=2.0```; in the ledger, a verdict stands behind it."""
    before = says(explorer)
    values, verdict = re.fullmatch(r"`(.+)`(?:, \*(\w+)\*)?", move).groups()
    for name, value in eval(f"dict({values})").items():
        explorer.controls[name].value = value
        assert explorer.error is None, explorer.error
    if isinstance(explorer, nv.LedgerExplorer):
        assert verdict == explorer.result.claim.verdict
        explorer.judge(verdict)
    return before, says(explorer)


@each(LINES)
def test_a_line_of_the_documents_is_rebuilt_where_the_table_says(line):
    _, _, file, id, move, shows = ROW.fullmatch(line).groups()
    promised = shows.split("; ")
    if move == "text":
        text = cells(NOTEBOOKS / file)[id].source
    elif move == "code":
        shown, printed = shown_by(NOTEBOOKS / file, id)
        text = f"{printed} {getattr(shown, 'text', '')}"
    else:
        shown, _ = shown_by(NOTEBOOKS / file, id)
        assert isinstance(shown, Explorer)
        before, after = moved(shown, move)
        # The tables of a page have all cells from the beginning, and the sentence one of them.
        pairs = list(zip(before, after, strict=True))
        assert any(is_said(w, now) and not is_said(w, then) for w in promised for then, now in pairs), before[
            0
        ]
        text = after[1]
    assert [words for words in promised if not is_said(words, text)] == [], text


def test_every_document_and_every_claim_of_the_ledger_has_its_line():
    headings = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    assert headings == [f"{source.title} ({source.author})" for source in nv.examples.SOURCES.values()]
    numbers = {int(number) for number in re.findall(r"`claim=(\d+)`", PAGE)}
    assert [claim.id for number, claim in enumerate(CLAIMS, 1) if number not in numbers] == []
