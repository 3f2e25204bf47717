"""The lesson's kit: a plan of one page whose minutes are 50, a sheet that is computed, and a wall without notes."""

import re

import pytest

from docs.lessons.kit import LESSON, files
from docs.lessons.plan import minutes, minutes_to_prepare
from docs.lessons.sheet import VOTE
from normviz.exercises.catalogue import find
from normviz.explorers.stage import words_of
from tests.each import each
from tests.support.chapters import ROOT

SAID, THINK = 2, 30  # words a second, said aloud to a room; seconds, to think and to show a hand
KIT = files()
PRINTED = ["plan.html", "sheets.html", "sheets_filled.html"]


def test_steps_take_50_minutes_and_what_is_said_fits_into_each():
    asked = words_of(LESSON, "Ask")
    assert sum(minutes(LESSON)) == 50
    for takes, words, ask in zip(minutes(LESSON), words_of(LESSON), asked, strict=True):
        assert len(f"{words} {ask}".split()) / SAID + THINK <= 60 * takes, words
    assert minutes_to_prepare(LESSON) <= 30


def test_the_minutes_that_teachers_read_are_the_counted_ones():
    takes, page = minutes(LESSON), (ROOT / "docs" / "teaching.md").read_text("utf-8")
    by_hand, vote = takes[6], takes[9]
    assert f"The plan counts {minutes_to_prepare(LESSON)} minutes to prepare" in page
    assert (
        f"Steps 1 to 12 without the sheet and the vote take {sum(takes[:12]) - by_hand - vote} minutes"
        in page
    )


def test_a_sheet_has_a_code_where_the_class_votes_by_phone():
    pytest.importorskip("segno")
    assert files(vote="https://ada.github.io/vote.html")["sheets.html"].count("<svg") == 2
    with pytest.raises(SystemExit, match="page: expected an address"):
        files(vote="vote.html")


def test_no_note_is_on_the_wall():
    for name in ("Ask", "They will say"):
        assert [note for note in words_of(LESSON, name) if note[:30] in KIT["wall.html"]] == []


def test_the_vote_has_the_letters_of_its_question():
    at = next(k for k, words in enumerate(words_of(LESSON)) if words.startswith("**Vote.**"))
    asked, told = words_of(LESSON)[at : at + 2]
    assert re.findall(r"\*\*([A-F])\*\*", asked) == [letter.upper() for letter in find(VOTE).letters]
    assert told.startswith(f"**{find(VOTE).right_answer().upper()}**")


def test_an_empty_sheet_has_the_boxes_of_the_key_and_none_of_its_answers():
    box = re.compile(r'class="answer">(.*?)</')
    empty, filled = (box.findall(KIT[name]) for name in ("sheets.html", "sheets_filled.html"))
    assert set(empty) == {""}
    assert len(empty) == 2 * len(filled)  # two to a page
    assert {"5.20", "5.625", "3.200", "0.586"} <= set(filled)


@pytest.mark.browser
@each(PRINTED)
def test_each_paper_of_the_kit_is_one_page_of_either_size(name, page):
    page.set_content(KIT[name])
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == 1, size
