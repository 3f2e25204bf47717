"""Whoever is named with a year, in a chapter or a question, stands in the list of references."""

import re

import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.support.chapters import CHAPTERS, ROOT, chapter_name, read

_SOURCES = [cell.source for path in CHAPTERS for cell in read(path).cells]
REFERENCES = _SOURCES[_SOURCES.index("## References") + 1]
ENTRY = re.compile(r"^- (?P<authors>.+?) \((?P<year>\d{4})\)\. \*(?P<title>[^*]+)\*", re.MULTILINE)
SURNAME = re.compile(r"((?:van )?\w[\w-]+), (?=[A-Z]\.)")
YEAR = re.compile(r"(?<![\d.:])20[12]\d(?![\d.]*\d)")


def entries():
    """(surnames and the name of the method, year) of each entry."""
    for entry in ENTRY.finditer(REFERENCES):
        short = re.match(r"(\w+-?\w*):", entry["title"])
        names = SURNAME.findall(entry["authors"]) + ([short[1]] if short else [])
        yield names, entry["year"]


def unknown(text):
    """Sentences with a year that the list does not have for their names, and names that it does not have at all.

    A sentence without a name, such as "the paper of 2015", may mean one that stands elsewhere in the text.
    """
    known = list(entries())
    everybody = {name for names, _ in known for name in names}
    for sentence in re.split(r"(?<=[.:;?!])\s+(?=[A-Z*“])|\n", text):
        for year in YEAR.findall(sentence):
            there = sentence if any(name in sentence for name in everybody) else text
            named = any(year == other and any(name in there for name in names) for names, other in known)
            if not named and "issue" not in sentence:
                yield sentence
        yield from (
            n for n in re.findall(r"(\w+),? and others\b", sentence) if n[0].isupper() and n not in everybody
        )


def prose(path):
    """The words of a chapter, the list itself left out."""
    cells = read(path).cells
    return "\n".join(c.source for c in cells if c.cell_type == "markdown" and c.source != REFERENCES)


@pytest.mark.parametrize("path", CHAPTERS, ids=chapter_name)
def test_who_is_named_in_a_chapter_stands_in_the_list(path):
    assert list(unknown(prose(path))) == []


def test_who_is_named_in_a_question_a_verdict_or_a_lesson_stands_in_the_list():
    texts = [f"{q.ask}\n{q.method}\n{q.why}" for q in all_questions().values()]
    texts += [claim.why for claim in nv.examples.printed_claims()]
    texts.append((ROOT / "docs" / "teaching.md").read_text("utf-8"))
    assert [found for text in texts for found in unknown(text)] == []


def test_who_stands_in_the_list_is_named_in_a_chapter():
    said = "\n".join(prose(path) for path in CHAPTERS)
    assert [e[0] for e in entries() if not any(re.search(rf"\b{name}\b", said) for name in e[0])] == []


def test_the_list_is_in_order_and_every_line_of_it_is_read():
    lines = re.findall(r"^- .*", REFERENCES, flags=re.MULTILINE)
    known = list(entries())
    assert len(known) == len(lines) > 15
    assert all(names for names, _ in known)
    keys = [(re.sub("^van ", "van", names[0]).lower(), year) for names, year in known]
    assert keys == sorted(keys)
