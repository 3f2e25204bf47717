"""What is said besides the reason of a wrong answer: how often, in which order, and to whom."""

import numpy as np
import pytest

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Numeric
from tests.each import each

DIRECTION = ("too small", "too large")


def test_too_small_and_too_large_are_said_twice_and_then_no_more():
    told = [nv.check("02.6", guess).text for guess in (7.7, 0.4, 8, 1.1)]
    assert [any(words in text for words in DIRECTION) for text in told] == [True, True, False, False]
    assert "is not the answer" in told[2]
    assert "the square root of what is asked" in nv.check("02.6", 1.2936).text


@pytest.mark.exhaustive
def test_progress_names_each_idea_once_and_puts_no_stop_behind_a_question_mark():
    for question in catalogue.all_questions().values():
        for answer, _ in question.mistakes():
            nv.check(question.id, answer)
    text = nv.progress().text
    assert "?." not in text
    assert text.count("Ideas to look at again:") == 1
    ideas = text.split("Ideas to look at again:")[1].splitlines()[1:]
    assert len(ideas) == len({idea.split("”")[0] for idea in ideas})


@pytest.mark.parametrize(("id", "words"), [("00.1", "Choose one of the answers"), ("00.2", "Type a number")])
def test_a_prediction_committed_with_nothing_speaks_of_what_is_on_the_page(id, words):
    prediction = nv.predict(id)
    prediction.commit.click()
    assert prediction.result.outcome == "not attempted"
    assert words in prediction.feedback.value
    assert "dots" not in prediction.feedback.value
    assert "cell" not in prediction.feedback.value


def test_one_sentence_belongs_into_a_list():
    with pytest.raises(TypeError, match=r'sentences in a list, such as \["I like tea"\]'):
        nv.PaddingExplorer("I like tea")


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
            off = np.abs(given - right).max()
            assert (said.outcome == "correct") == (off <= question.tolerance + 1e-9)
            known = [wrong.because for _, wrong in question.mistakes() if wrong.because in said.text]
            words = ("asked for", "The digits are cut off.")
            assert said.outcome == "correct" or known or not given.any() or any(w in said.text for w in words)


@each(NUMERIC, name=lambda q: q.id)
def test_every_numeric_question_knows_the_slips_that_any_number_can_show(question):
    right = np.asarray(question.right_answer(), dtype=float)
    for factor, words in ((10, "10 times too large"), (0.1, "10 times too small")):
        if question.agree(
            right * factor, right
        ).all():  # an answer so small that its decimals hardly reach it
            continue
        said = nv.check(question.id, right * factor)
        known = [wrong.because for _, wrong in question.mistakes() if wrong.because in said.text]
        assert said.outcome == "not yet"
        assert known or words in said.text or (np.any(right * factor % 1) and "hole number" in said.text)
    if np.all((right > 0) & (right < 1)):
        said = nv.check(question.id, 100 * right).text
        assert "percent" in said or any(wrong.because in said for _, wrong in question.mistakes())


OWN = [q for q in catalogue.all_questions().values() if getattr(q, "parts", ()) == ("table", "result")]


@pytest.mark.parametrize("question", OWN, ids=lambda q: q.id)
@pytest.mark.parametrize("decimals", [1, 2, 3, 4, 12])
def test_check_and_diagnose_are_of_one_opinion(question, decimals):
    table, result = question.right_answer()
    answer = np.asarray(table, dtype=float), np.round(result, decimals)
    said, found = nv.check(question.id, answer), nv.diagnose(*answer)
    right = [match for match in found.matches if question.holds(answer[0], match.predicted)]
    assert right
    # A question may have words of its own for a result that was rounded too early.
    assert said.outcome == "correct" if decimals >= 3 else question.otherwise not in said.text
