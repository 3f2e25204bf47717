"""Slips that every calculation can hold: each is found by running the solution with it, and named."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Function, Numeric, changes, slipped
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
    (one_number, (COLUMN,), A - M / S, changes.BRACKETS),
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


SOLVED = [q for q in catalogue.all_questions().values() if isinstance(q, Numeric | Function)]


@pytest.mark.exhaustive
@each(SOLVED, name=lambda q: q.id)
def test_no_slip_is_the_solution_itself_in_other_signs(question):
    codes = [words for words, _ in slipped.slipped(question.solution)]
    assert codes or "while" in question.code
    assert all(words.endswith((".", "?")) for words in codes)


@pytest.mark.exhaustive
@each([q for q in SOLVED if isinstance(q, Numeric)], name=lambda q: q.id)
def test_no_slip_that_leads_to_another_number_is_right_and_each_that_is_as_long_is_named(question):
    right = np.asarray(question.right_answer(), dtype=float)
    for _, value in question.ways:
        if value.shape != right.shape or not np.isfinite(value).all() or not value.any():
            continue
        said = nv.check(question.id, value)
        assert (said.outcome == "correct") == bool(question.agree(value, right).all())
        first = said.text.splitlines()[1]
        assert said.outcome == "correct" or not re.search(
            r"is too (large|small)\.$|numbers are right to", first
        )


def test_a_slip_of_its_own_beside_n_minus_1_or_beside_a_missing_eps_is_named_with_it():
    both = (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True, ddof=1) + 0.5)
    made = ((words, way(X)) for words, way in slipped.slipped_twice(a_norm))
    said = [words for words, y in made if y is not None and y.shape == X.shape and np.allclose(y, both)]
    assert said[:1] == [f"{slipped.AXIS} {slipped.N_TOO}"]
