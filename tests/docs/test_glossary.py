"""The glossary: its terms are in order, explained in one sentence each, and by a chapter before it uses them."""

import re
from functools import cache
from pathlib import Path

from normviz.pages.folds import folds
from tests.each import each
from tests.support.chapters import CHAPTERS, read

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| \[(.+)\]\(\.\./notebooks/(\d\d)_\w+\.ipynb\) \| (.+) \| (.+) \| (.+) \|")
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("| [")]
ROWS = [ROW.fullmatch(line).groups() for line in LINES]
EVERYDAY = {*re.findall(r"\*(.+?)\*", TEXT.splitlines()[-1])}
TERMS = {
    term: re.compile(rf"(?<![\w-]){re.escape(term)}(s|es|ed)?(?!\w)", re.IGNORECASE)
    for term in sorted((term for term, *_ in ROWS), key=len, reverse=True)  # batch norm is no batch
}
BOX = re.compile(r"(?s)(<details>.*?</details>)")
CODE = re.compile(r"(?ms)```.*?```|`[^`]*`|^ *(?:axes|so|rule|picture):.*?$")
# Titles, names in italics, and the words of a link to a chapter.
NO_USE = re.compile(r"(?m)^#+ .*$|(?<![*\w])\*[^*\n]+\*(?!\*)|\[[^]]*\](?=\(\d\d_)")


def test_terms_are_in_order_and_explained_in_one_sentence_without_computed_numbers():
    terms = [term.casefold() for term, *_ in ROWS]
    assert terms == sorted(terms, key=lambda term: term.replace("σ", "s"))
    for term, _, sentence, *_ in ROWS:
        assert re.fullmatch(r"[A-Za-z].*[^.]\.", sentence) and ". " not in sentence, term
        assert not re.search(r"\d\.\d|\d\d", sentence), term


def terms_in(text):
    found = set()
    for term, form in TERMS.items():
        text, times = form.subn(" ", text)
        found |= {term} if times else set()
    return found


def explained_in(texts):
    return terms_in(" | ".join(bold for text in texts for bold in re.findall(r"(?s)\*\*(.+?)\*\*", text)))


@cache
def texts_of(number):
    """(its fold, its box, a text) of a chapter, in order, with all that a question may say; "" is no fold, no box."""
    [path] = (path for path in CHAPTERS if path.name.startswith(number))
    questions = (ROOT / "normviz" / "exercises" / "questions" / f"{number}.md").read_text(encoding="utf-8")
    found, fold = [], ""
    for cell, depth, begins in folds(read(path).cells):
        fold = fold if depth else cell.source.partition("\n")[0] if begins else ""
        if cell.cell_type == "code":
            for id in re.findall(r'(?m)^nv\.(?:predict|check)\("(\d\d\.\d+)"', cell.source):
                asked = re.search(rf"(?ms)^## {re.escape(id)} .*?$(.+?)(?=^## |\Z)", questions)[1]
                found.append((fold, "", CODE.sub("", asked)))
            continue
        for text in BOX.split(cell.source):
            box = "".join(re.findall(r"(?s)^<details>.*?<summary>(.*?)</summary>", text))
            found.append((fold, "" if box == "The steps in words" else box, CODE.sub("", text)))
    return found


@cache
def explained_by(number):
    return explained_in(text for *_, text in texts_of(number))


def needed_by(number):
    """The terms of the chapters that a chapter says it needs, and of those that they need."""
    needs = "".join(text for _, box, text in texts_of(number) if "this chapter needs" in box)
    chapters = re.findall(r"\((\d\d)_", needs.partition("**It needs**")[2].partition("\n\n")[0])
    return set().union(*(explained_by(chapter) | needed_by(chapter) for chapter in chapters))


def test_the_chapter_of_a_term_has_it_in_bold():
    explained = {number: explained_by(number) for _, number, *_ in ROWS}
    assert [(term, number) for term, number, *_ in ROWS if term not in explained[number]] == []


@each(path.name[:2] for path in CHAPTERS)
def test_a_chapter_explains_a_term_before_it_uses_it(number):
    """In bold in the same text or above it, in a chapter that it needs, or in one that the text links to.

    A fold may stay folded: what it explains counts inside of it, and from *Your turn* on.
    """
    everything = needed_by(number)
    open_here, late, early = {"": set(everything)}, False, []
    for fold, box, text in texts_of(number):
        if "this chapter needs" in box or text.startswith("## References"):
            continue
        late |= text.startswith("## Your turn")
        here = open_here.setdefault(fold + box, set())
        here |= explained_in([text])
        everything |= here
        known = everything if late else here | open_here[""] | open_here.get(fold, set())
        linked = set().union(*map(explained_by, re.findall(r"\]\((\d\d)_", text)))
        unknown = terms_in(NO_USE.sub("", text)) - known - linked - EVERYDAY
        early += [(term, fold, text[:60]) for term in unknown]
    assert early == []
