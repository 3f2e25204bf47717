"""What holds for every question there is, those of chapters still to come included."""

import re

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Choice, Function, Number, Numeric, OwnTable
from normviz.exercises.misconceptions import misconceptions
from tests.each import cases, each

QUESTIONS = list(catalogue.all_questions().values())
every_question = each(QUESTIONS, name=lambda q: q.id)
every_numeric_question = each([q for q in QUESTIONS if isinstance(q, Numeric)], name=lambda q: q.id)
MISTAKES = [(q, answer, wrong) for q in QUESTIONS for answer, wrong in q.mistakes()]
REASONS = {q.id: {wrong.because for one, _, wrong in MISTAKES if one is q} for q in QUESTIONS}


class Broken:
    """It breaks when it is looked at."""

    def __getattr__(self, name):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")


NONSENSE = cases(globals(), "test_nonsense_gets_a_clear_message_and_the_notebook_goes_on")


@every_question
def test_the_solution_is_correct(question):
    result = nv.check(question.id, question.right_answer())
    assert result.outcome == "correct", result
    assert question.why in result.text


@each({f"{q.id} {number}": mistake for number, mistake in enumerate(MISTAKES) for q in mistake[:1]})
def test_every_known_mistake_hears_its_own_reason_and_no_other(question, answer, wrong):
    result = nv.check(question.id, answer)
    assert result.outcome == "not yet"
    assert wrong.because in result.text
    named = {other for other in REASONS[question.id] if other in result.text}
    assert named == {wrong.because}
    if wrong.misconception is not None:
        assert wrong.misconception in result.misconceptions
        assert misconceptions()[wrong.misconception].explanation in result.text
        assert misconceptions()[wrong.misconception].see in result.text


@every_question
@pytest.mark.parametrize("untouched", [..., None, "", [...], [..., ...]], ids=repr)
def test_an_untouched_answer_is_not_attempted(question, untouched):
    assert nv.check(question.id, untouched).outcome == "not attempted"
    assert "not attempted" in nv.questions(question.id.split(".")[0]).text


@every_question
@pytest.mark.parametrize("nonsense", NONSENSE, ids=lambda one: type(one).__name__)
def test_nonsense_gets_a_clear_message_and_the_notebook_goes_on(question, nonsense):
    result = nv.check(question.id, nonsense)
    assert result.outcome in ("not yet", "your code raised")
    assert len(result.text.splitlines()) >= 2
    assert "Traceback" not in result.text


@every_numeric_question
def test_a_tensor_a_list_an_array_and_a_number_are_the_same_answer(question):
    right = np.asarray(question.right_answer(), dtype=float)
    forms = [right, right.tolist(), right[None], right.astype(np.float32), right.round(question.decimals)]
    forms += [torch.tensor(right), torch.tensor(right, requires_grad=True), torch.tensor(right).float()]
    if isinstance(question, Number):
        one = float(right)
        forms += [one, np.float64(one), np.float32(one), [one], torch.tensor([one])]
    else:
        forms += [tuple(right.tolist()), [torch.tensor(v, requires_grad=True) for v in right]]
    for form in forms:
        assert nv.check(question.id, form).outcome == "correct", repr(form)


@every_question
def test_three_hints_go_from_a_nudge_to_the_last_but_the_solution(question):
    first, second, third, again = (nv.hint(question.id) for _ in range(4))
    assert question.nudge in first.text
    assert question.method in second.text
    name, last = question.last_hint
    assert name in third.headline
    said = last if isinstance(question, Choice) else question.unfinished
    assert not isinstance(question, Choice) or f"It is not {question.right_answer()})" not in last
    assert all(line.strip() in third.text for line in said.splitlines())
    assert again.text == third.text
    assert "nv.solution" in third.text


@every_question
def test_the_last_hint_leaves_something_to_do(question):
    shown, code = question.unfinished, question.code
    begun = shown.removesuffix(" …")
    assert shown.endswith(" …") and code.startswith(begun)
    rest = code[len(begun) :].removesuffix(f"\n\nanswer = {question.solution.__name__}")
    assert re.search(r"\w", rest)


@every_question
def test_the_solution_shows_code_result_and_reason(question):
    message = nv.solution(question.id)
    assert all(line.strip() in message.text for line in question.code.splitlines())
    assert question.why in message.text
    assert all(block in message.blocks for block in question.shown_result())
    assert len(question.shown_result()) >= 1


@every_question
def test_a_question_says_all_it_must(question):
    assert len(question.mistakes()) >= 2, "a question needs wrong answers that it can explain"
    for text in (question.title, question.ask, question.nudge, question.method, question.why):
        assert text.strip() == text
        assert text
    assert all(wrong.because for _, wrong in question.mistakes())
    assert {w.misconception for _, w in question.mistakes()} <= {None, *misconceptions()}
    if isinstance(question, Numeric):
        unit = {0: "whole number", 1: "1 decimal"}.get(question.decimals, f"{question.decimals} decimals")
        assert unit in question.ask, "the question must say how exactly it wants to be answered"
    if isinstance(question, Choice):
        evidence = question.solution()
        assert sum(bool(option.holds(evidence)) for option in question.options) == 1
    if isinstance(question, OwnTable):
        assert all(wrong.when is not None for wrong in question.wrong)
    if isinstance(question, Function):
        assert len(question.inputs()) >= 3


def test_each_misconception_is_caught_once_its_chapter_has_questions():
    caught = {wrong.misconception for _, _, wrong in MISTAKES}
    due = {n for n, m in misconceptions().items() if m.chapter in catalogue.chapters()}
    assert due <= caught


# One sentence is said of several numbers.
SAID_OF_SEVERAL = {"04.12", "06.12"}


@every_question
def test_no_two_mistakes_or_options_of_a_question_have_the_same_words(question):
    said = [wrong.because for _, wrong in question.mistakes()] + [
        o.text for o in getattr(question, "options", ())
    ]
    assert len(set(said)) == len(said) or question.id in SAID_OF_SEVERAL
