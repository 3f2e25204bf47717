"""Slips that every calculation can hold: each is found by running the solution with it, and named."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Number, slipped
from tests.each import cases, each

X = np.array([[2.0, 6, 3], [3, 1, 8], [5, 2, 2], [9, 4, 1]])


def one_number(column):
    distances = column - column.mean()
    return distances[0] / np.sqrt((distances**2).mean())


def a_store(mean, batch, momentum=0.1):
    return (1 - momentum) * mean + momentum * batch.var(axis=0, ddof=1)


def a_norm(x):
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 0.5)


COLUMN = X[:, 0]
M, S, A, D = COLUMN.mean(), COLUMN.std(), COLUMN[0], COLUMN - COLUMN.mean()
STORE, NORM = (np.ones(3), X), (X,)


def results(solution, arguments):
    made = ((words, way(*arguments)) for words, way in slipped.slipped(solution))
    return [(words, value) for words, value in made if value is not None]


@each(cases(globals(), "test_a_slip_is_the_first_that_leads_to_what_it_gives"))
def test_a_slip_is_the_first_that_leads_to_what_it_gives(solution, arguments, given, words):
    found = [said for said, value in results(solution, arguments) if np.shape(value) == np.shape(given)
             and np.allclose(value, given)]  # fmt: skip
    assert found and found[0].startswith(words)


def test_where_several_kinds_of_slips_lead_nothing_is_said_but_of_an_intermediate_result():
    assert slipped.the_only(["One.", "One."]) == "One."
    assert slipped.the_only(["One.", "Another."]) is None
    assert slipped.the_only(["One.", slipped.ON_THE_WAY]) == slipped.ON_THE_WAY


@pytest.mark.exhaustive
def test_a_number_that_comes_from_no_slip_is_seldom_told_one():
    random, told, asked = np.random.default_rng(56), 0, 0
    for question in all_questions().values():
        if isinstance(question, Number) and question.decimals > 1:
            right = np.asarray(question.right_answer())
            for factor in np.exp(random.uniform(-1.5, 1.5, 40)):
                asked += 1
                told += (
                    question.slip(np.round(np.asarray(factor * right), question.decimals), right) is not None
                )
    assert told <= 0.04 * asked
