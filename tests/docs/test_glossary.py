"""The glossary: its terms are in order, and each is explained in one sentence."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.exhaustive

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| \[(.+)\]\(\.\./notebooks/(\d\d)_\w+\.ipynb\) \| (.+) \| (.+) \| (.+) \|")
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("| [")]
ROWS = [ROW.fullmatch(line).groups() for line in LINES]


def test_terms_are_in_order_and_explained_in_one_sentence_without_computed_numbers():
    terms = [term.casefold() for term, *_ in ROWS]
    assert terms == sorted(terms, key=lambda term: term.replace("σ", "s"))
    for term, _, sentence, *_ in ROWS:
        assert re.fullmatch(r"[A-Za-z].*[^.]\.", sentence) and ". " not in sentence, term
        assert not re.search(r"\d\.\d|\d\d", sentence), term
