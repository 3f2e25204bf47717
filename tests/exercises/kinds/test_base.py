"""What all questions share: how their solution is shown."""

import numpy as np

from normviz.exercises.kinds import Number, written
from tests.each import each, rows
from tests.exercises.kinds.small import made


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


@each([(eval(value), eval(text)) for value, text in rows(__file__, "a result in words")])
def test_a_result_is_written_as_people_write_it(value, text):
    assert written(value) == text
