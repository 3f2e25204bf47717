"""What all questions share: how they are declared, what they are called, how their solution is shown."""

import numpy as np

from normviz.exercises.kinds import Number, Question, Wrong
from normviz.exercises.kinds.base import declared, written
from tests.each import each
from tests.exercises.kinds.small import WORDS, made


def declared_alone():
    @declared(Number)("99.2", **WORDS, wrong=(Wrong("The sum.", 6, 3),))
    def alone():
        return 2

    return alone


def declared_of_data():
    @declared(Number)(
        "99.3",
        data={"column": [1, 2, 6], "by": 2},
        **WORDS
        | {"ask": "{column}, {answer} and {by}", "why": lambda column, by: f"{column.sum()} and {by}"},
        wrong=(Wrong("Not {answer}.", lambda column, by: column.sum() - by), Wrong("A guess.", 5)),
    )
    def of_data(column, by):
        # Both lines are shown.
        mean = column.mean()
        return mean * by

    return of_data


def test_a_question_is_declared_with_its_solution_and_its_words():
    alone = declared_alone()
    assert isinstance(alone, Question)
    assert (alone.id, alone.chapter, alone.title, alone.why) == ("99.2", "99", "The title.", "The why.")
    assert alone.right_answer() == 2
    assert [(value, wrong.misconception) for value, wrong in alone.mistakes()] == [(6, 3)]
    assert (alone.again, alone.variant, alone.data, alone.code) == (None, "", {}, "answer = 2")
    assert all(word in declared(Number).__doc__ for word in ("'number'", "solution", "``data``", "{answer}"))


def test_a_question_that_is_made_from_data_says_them_and_is_made_again_from_others():
    of_data = declared_of_data()
    assert of_data.ask == "1, 2, 6, 6 and 2"
    assert of_data.why == "9 and 2"
    assert [(value, wrong.because) for value, wrong in of_data.mistakes()] == [(7, "Not 6."), (5, "A guess.")]
    assert of_data.code == (
        "column = np.array([1, 2, 6])\nby = 2\n# Both lines are shown.\nmean = column.mean()\nanswer = mean * by"
    )
    other = of_data.again({"column": np.array([3, 3]), "by": 4}, "Zoë")
    assert (other.id, other.variant, other.right_answer(), other.title) == ("99.3", "Zoë", 12, "The title.")
    assert other.mistakes()[0][0] == 2
    assert other.again({"column": np.array([1]), "by": 1}, "Li").right_answer() == 1
    assert isinstance(other.data["column"], np.ndarray)


def one_line(column):
    return column.mean() + column.std()


def looping():
    values = range(3)
    for value in values:
        last = value * 2
    return last + max(values)


@each(
    [
        (one_line, {"column": np.array([1])}, "column = np.array([1])\nanswer = column.mean …"),
        (looping, {}, "values = range(3)\nfor value in values:\n    last = value * 2\nanswer = last …"),
    ]
)
def test_the_last_hint_is_the_solution_up_to_the_middle_of_its_last_statement(solution, data, unfinished):
    assert made(Number, solution, data=data).unfinished == unfinished


@each(
    [
        (2.5298221, "2.5298"),
        (3.0, "3"),
        (0.001, "0.001"),
        (0.00012345, "0.0001234"),
        (999999, "999999"),
        (1e6, "1e+06"),
        (True, "True"),
        ((1.5, 2), "[1.5 2. ]"),
        ([np.array([1, 2]), 3], "[1 2], 3"),
        ((np.eye(2), 3), "[[1. 0.]\n [0. 1.]]\n3"),
        (np.array([1 / 3, 1e-9]), "[0.3333 0.    ]"),
        (np.zeros(61), "[0. 0. 0. ... 0. 0. 0.]"),
    ]
)
def test_a_result_is_written_as_people_write_it(value, text):
    assert written(value) == text
