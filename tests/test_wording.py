"""Words in another language: what is translated says the same, and the rest stays English."""

from itertools import pairwise

import numpy as np
import pytest

import normviz as nv
from normviz import wording
from normviz.exercises import catalogue, misconceptions, reading, spoken
from tests.each import each
from tests.exercises.test_chapter import answer_of

OTHERS = wording.codes()[1:]


@pytest.fixture(autouse=True)
def english_again():
    yield
    nv.language("en")


@each(OTHERS)
def test_a_translated_chapter_asks_for_the_same_and_knows_the_same_mistakes(code):
    for english in catalogue.chapter("02"):
        nv.language(code)
        (other,) = (q for q in catalogue.chapter("02") if q.id == english.id)
        nv.language("en")
        assert np.all(answer_of(english) == answer_of(other))
        assert other.title != english.title and other.nudge != english.nudge and other.why != english.why
        for one, its in zip(english.wrong, other.wrong, strict=True):
            assert (one.misconception, repr(one.value)[:9]) == (its.misconception, repr(its.value)[:9])
            assert one.because != its.because
        options = zip(getattr(english, "options", ()), getattr(other, "options", ()), strict=True)
        assert all(bool(one.because) == bool(its.because) for one, its in options)


@each(OTHERS)
def test_what_is_said_of_an_answer_comes_in_the_language_that_is_chosen(code):
    said = {}
    for language in ("en", code):
        nv.language(language)
        said[language] = nv.check("02.6", 1.87).text
    assert 'nv.hint("02.6")' in said[code]
    assert not {"You get this", "Not yet", "Many think", "For a hint"} & {
        words for words in ("You get this", "Not yet", "Many think", "For a hint") if words in said[code]
    }
    assert misconceptions.misconceptions()[3].name in said[code]


def test_numbers_are_written_as_students_write_them_and_code_as_it_is_typed():
    nv.language("ne")
    text = nv.check("02.6", 7).text
    assert "७" in text and '"02.6"' in text
    assert wording.said("z1, 4.00") == "z1, ४.००"
    assert wording.said("र −1, -1, ddof=0: ** 0.5, [[1, 2]]") == "र −१, −१, ddof=0: ** 0.5, [[1, 2]]"
    assert wording.said("A text of chapter 12") == "A text of chapter 12"
    nv.language("hi")
    assert wording.said("z1, 4.00") == "z1, 4.00"
    assert reading.numbers("१.६७३३") == 1.6733 and nv.check("02.6", "१.६७३३").outcome == "correct"


def test_what_is_not_translated_stays_english():
    nv.language("ne")
    assert nv.check("06.7", ...).headline == "… Not attempted · 06.7 μ without the pads"
    assert catalogue.find("06.7").nudge == catalogue._chapter("06", "en")[6].nudge


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="code: expected one of en, hi, ne, got str 'xx'"):
        nv.language("xx")


@each(OTHERS)
def test_a_file_of_words_ends_no_comment_and_repeats_no_text(code):
    for file in wording.FOLDER.glob(f"*{code}.txt"):
        first, *lines, last = file.read_text("utf-8").splitlines()
        assert (first, last) == ("words(() => {/*", "*/})")
        assert "*/" not in "\n".join(lines)
        english = [line for line, other in pairwise(lines) if other.startswith("  ")]
        assert len(set(english)) == len(english)
    assert "02.6 σ of one column\n" in spoken.text_of(code)
