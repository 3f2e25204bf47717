"""Choices: given as a letter or in words, right where the solution says so."""

import pytest

from normviz.exercises.kinds import Choice, Option
from tests.exercises.kinds.small import made

OPTIONS = (
    Option("The first.", lambda n: n == 1),
    Option("The second", lambda n: n == 2, "Not that.", 4),
    Option("(a third)", lambda n: n == 3, "Nor that."),
)


@pytest.mark.parametrize("answer", ["a", "A", " (a) ", "a.", "The first", "the first.", "THE FIRST."])
def test_a_choice_is_given_as_a_letter_or_by_its_words(answer):
    question = made(Choice, lambda: 1, options=OPTIONS)
    assert question.judge(answer).outcome == "correct"
    assert question.judge(answer).blocks == ("The why.",)


def test_a_choice_knows_the_mistake_behind_each_other_letter():
    question = made(Choice, lambda: 1, options=OPTIONS)
    assert question.letters == dict(zip("abc", OPTIONS, strict=True))
    assert question.right_answer() == "a"
    assert [(letter, w.because, w.value, w.misconception) for letter, w in question.mistakes()] == [
        ("b", "Not that.", "b", 4),
        ("c", "Nor that.", "c", None),
    ]
    assert [w.because for w in question.judge("a third").wrong] == ["Nor that."]
    assert question.judge("b").outcome == "not yet"
    assert question.shown_result() == ("Run, it gives 1.", "So a) The first.")
    assert question.judge(1).blocks == ('Answer with one of the letters "a", "b", "c", in quotes.',)
    assert question.judge("d").blocks == ('There is no option \'d\'. Answer with one of "a", "b", "c".',)
