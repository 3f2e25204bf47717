"""Slips that every calculation can hold: each is found by running the solution with it, and named."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Number, changes, slipped
from tests.each import each

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
CASES = [
    (one_number, (COLUMN,), A / S, changes.NOT_SUBTRACTED),
    (one_number, (COLUMN,), (A - M) / S**2, changes.ROOT),
    (one_number, (COLUMN,), (A - M) / COLUMN.std(ddof=1), changes.N_MINUS_1),
    (one_number, (COLUMN,), S, slipped.ON_THE_WAY),
    (one_number, (COLUMN,), D, slipped.ON_THE_WAY),
    (one_number, (COLUMN,), D[3] / S, changes.ROW),
    (one_number, (COLUMN,), S / (A - M), changes.UPSIDE_DOWN),
    (one_number, (COLUMN,), D[0] * S, changes.TIMES),
    (a_store, STORE, 0.9 + 0.1 * X.var(axis=0), changes.N_NOT_MINUS_1),
    (a_store, STORE, 0.9 + 0.1 * X.std(axis=0, ddof=1), changes.NO_ROOT),
    (a_store, STORE, np.full(3, 0.9 + 0.1 * X.var(ddof=1)), slipped.NO_AXIS),
    (a_store, STORE, 1 - 0.1 * 1 + X.var(axis=0, ddof=1), changes.NO_FACTOR),
    (
        a_norm,
        NORM,
        (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + 0.5),
        slipped.AXIS,
    ),
    (a_norm, NORM, (X - X.mean()) / np.sqrt(X.var() + 0.5), slipped.NO_AXIS),
    (a_norm, NORM, (X - X.mean(axis=0)) / (X.std(axis=0) + 0.5), changes.EPS_OUTSIDE),
    (a_norm, NORM, (X - X.mean(axis=0)) / X.std(axis=0), changes.NOT_ADDED),
    (a_norm, NORM, (X.mean(axis=0) - X) / np.sqrt(X.var(axis=0) + 0.5), changes.TURNED),
]


def results(solution, arguments):
    made = ((words, way(*arguments)) for words, way in slipped.slipped(solution))
    return [(words, value) for words, value in made if value is not None]


@each(CASES)
def test_a_slip_is_the_first_that_leads_to_what_it_gives(solution, arguments, given, words):
    found = [said for said, value in results(solution, arguments) if np.shape(value) == np.shape(given)
             and np.allclose(value, given)]  # fmt: skip
    assert found[:1] == [words]


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
