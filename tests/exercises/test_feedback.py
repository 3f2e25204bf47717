"""What is said besides the reason of a wrong answer: how often, in which order, and to whom."""

import numpy as np

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Numeric
from normviz.exercises.kinds.near import digits
from tests.each import each


def test_too_small_and_too_large_are_said_twice_and_then_no_more():
    told = [nv.check("02.6", guess).text for guess in (7.7, 0.4, 8, 1.1)]
    assert ["too small" in text or "too large" in text for text in told] == [True, True, False, False]
    assert "is not the answer" in told[2]
    assert "the square root of what is asked" in nv.check("02.6", 1.2936).text


NUMERIC = [q for q in catalogue.all_questions().values() if isinstance(q, Numeric)]


@each(NUMERIC, name=lambda q: q.id)
def test_no_answer_is_so_small_that_its_decimals_let_another_one_pass(question):
    right = np.abs(np.asarray(question.right_answer(), dtype=float))
    assert (right[right > question.tolerance] > 15 * question.tolerance).all()
    assert (right > question.tolerance).any()


@each([q for q in NUMERIC if q.decimals], name=lambda q: q.id)
def test_what_is_cut_off_or_too_short_is_not_correct_and_is_told_how_many_decimals_are_asked(question):
    right = np.asarray(question.right_answer(), dtype=float)
    for places in range(1, question.decimals + 1):
        unit = 10.0**-places
        for given in (np.trunc(np.round(right / unit, 6)) * unit, np.round(right, places)):
            said = nv.check(question.id, given)
            assert (said.outcome == "correct") == question.is_right(given).all()
            known = [wrong.because for _, wrong in question.mistakes() if wrong.because in said.text]
            tells = known or "asked for" in said.text
            assert tells or said.outcome == "correct" or digits(given) * given.size < 2
