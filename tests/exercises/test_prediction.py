"""Predict, commit, and only then hear."""

import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Choice, Number
from normviz.exercises.kinds.base import RECALL
from normviz.exercises.record import RECORD
from tests.each import each

PREDICTABLE = [q.id for q in all_questions().values() if isinstance(q, (Choice, Number))]


@each(PREDICTABLE)
def test_nothing_is_given_away_before_the_commit(id):
    prediction = nv.predict(id)
    assert prediction.feedback.value == ""
    assert prediction.result is None
    assert prediction.answer() is ...
    prediction.commit.click()
    assert prediction.result.outcome == "not attempted"


def test_a_committed_choice_is_answered_and_counts():
    question = all_questions()["06.4"]
    prediction = nv.predict("06.4")
    prediction.options.value = "a"
    assert prediction.feedback.value == ""
    prediction.commit.click()
    assert prediction.result.misconceptions == (16,)
    assert "always shrinks" in prediction.feedback.value
    assert f'<div role="alert">{prediction.feedback.value}</div>' in prediction.get_state()["_page"]
    prediction.options.value = question.right_answer()
    prediction.commit.click()
    assert "Correct" in prediction.feedback.value
    assert "✓ correct" in nv.questions("06").text


@each([q for q in all_questions().values() if q.recall], name=lambda q: q.id)
def test_only_one_who_has_answered_the_same_before_is_told_so(question):
    assert RECALL not in nv.questions(question.id).text
    twin = all_questions()[question.recall]
    nv.check(twin.id, twin.right_answer())
    prediction = nv.predict(question.id)
    assert all(
        RECALL in page for page in (prediction.to_html(), prediction.get_state()["_page"], question.asked)
    )
    RECORD.entries.clear()


@pytest.mark.parametrize("id", ["02.7", "02.13", "02.14"])
def test_a_question_without_options_is_answered_with_check(id):
    assert f'nv.check("{id}"' in nv.predict(id).text
