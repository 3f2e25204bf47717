"""The glossary holds the terms that the chapters introduce, each with the chapter that does, and no others."""

import re
from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.exhaustive

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| \[(.+)\]\(\.\./notebooks/(\d\d)_\w+\.ipynb\) \| (.+) \| (.+) \| (.+) \|")
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("| [")]
ROWS = [ROW.fullmatch(line).groups() for line in LINES]
# In bold, but no terms: headings of lists, controls, keys, and words that a sentence leans on.
NO_TERMS = {
    "a mask that mends half", "all", "before any training", "believed", "boss", "box", "ceo", "cells",
    "click", "code", "column", "disputed", "document", "double click", "enter", "esc", "goals",
    "it needs", "it rebuilds", "keras", "long weights learn slowly", "mean 0", "measured", "measured here",
    "mode", "more controls", "next", "part", "prediction",
    "previous", "reset", "show", "slider", "so internal covariate shift",
    "store", "stored", "the formulas", "the variance", "verdict", "we measure",
    "this chapter needs pytorch", "what the squares are divided by", "what γ multiplies", "what to notice",
    "where ε stands", "you will be able to", "your turn", "scale", "shift",
}  # fmt: skip


def one(words):
    """A term as it stands in a dictionary: small, one of them, and without the ending of a sentence's verb."""
    words = words.casefold()
    if words in ("batches", "vanishes", "finite differences", "least squares", "running statistics"):
        return {"batches": "batch", "vanishes": "vanish"}.get(words, words)
    return words if words.endswith(("ss", "us", "is")) else words.removesuffix("s")


def introduced():
    """Term → the first chapter in which it stands in bold."""
    found = {}
    for file in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        for cell in nbformat.read(file, as_version=4).cells:
            if cell.cell_type == "markdown":
                for words in re.findall(r"\*\*([A-Za-z][\w –-]*\w)\*\*", cell.source):
                    found.setdefault(one(words), file.name[:2])
    return found


def test_the_glossary_and_the_chapters_have_the_same_terms():
    chapters = {term: chapter for term, chapter in introduced().items() if term not in map(one, NO_TERMS)}
    assert {one(term): chapter for term, chapter, *_ in ROWS} == chapters


def test_terms_are_in_order_and_explained_in_one_sentence_without_computed_numbers():
    terms = [term.casefold() for term, *_ in ROWS]
    assert terms == sorted(terms, key=lambda term: term.replace("σ", "s"))
    for term, _, sentence, *_ in ROWS:
        assert re.fullmatch(r"[A-Za-z].*[^.]\.", sentence) and ". " not in sentence, term
        assert not re.search(r"\d\.\d|\d\d", sentence), term
