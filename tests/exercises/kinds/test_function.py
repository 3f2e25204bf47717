"""Functions that are asked for: called on every input, known by all their results, and told what went wrong."""

import numpy as np

from normviz.exercises.kinds import Function, Wrong
from normviz.message import Code
from tests.each import each, rows
from tests.exercises.kinds.small import made

TABLE = np.array([[1.0, 2, 4], [3, 5, 10]])


def halves(x):
    two = 2
    return x / two


def shifted(x, by):
    return x + by


def asks(solution=shifted, **fields):
    given = {"arguments": ("x", "by"), "inputs": lambda: [(TABLE, 1.0), (TABLE, 2.0), (-TABLE[:1], -1.0)]}
    return made(Function, solution, **given | fields)


def test_a_wrong_function_is_shown_the_input_and_both_results():
    verdict = asks().judge(lambda x, by: x + abs(by))
    words, code = verdict.blocks
    assert words == "Your function does not give the right result for this input."
    assert code == Code(
        "x = np.array([[-1., -2., -4.]])\nby = -1.0\n"
        "expected = np.array([[-2., -3., -5.]])\nyours = np.array([[ 0., -1., -3.]])"
    )
    assert asks().judge(lambda x, by: x[0] + by).blocks[0] == (
        "Your function does not give the right result for this input. Expected a table of 2 rows and 3 columns, "
        "you return 3 numbers: one part of what is right alone."
    )
    assert asks().judge(lambda x, by: "two").blocks == (
        "Your function's result cannot be compared. You gave the text 'two', where a number is meant: the "
        "number alone, without words or a unit.",
    )
    assert asks().judge(lambda x, by: (x, by)).blocks == (
        "Your function returns 2 results, and one is asked for. Return that one alone.",
    )
    assert asks().judge(shifted).blocks == ("The why.",)


def test_a_mistaken_function_is_known_only_if_it_explains_every_result():
    sizes = Wrong("The sign.", lambda x, by: x + abs(by))
    nothing = Wrong("0/0.", lambda x, by: (x - x) / 0 * by)
    question = asks(wrong=(sizes, nothing))
    assert question.judge(lambda x, by: x + abs(by)).wrong == (sizes,)
    assert question.judge(lambda x, by: x * np.nan).wrong == (nothing,)
    assert question.judge(lambda x, by: x + abs(by) + (len(x) == 1)).wrong == ()
    assert question.judge(lambda x, by: x[0] + abs(by)).wrong == ()
    assert [(value, wrong) for value, wrong in question.mistakes()] == [(w.value, w) for w in question.wrong]


def test_arguments_in_each_others_place_are_noticed():
    (said,) = asks(lambda x, by: x - by).judge(lambda by, x: x - by).blocks
    assert said == "Your function is right with its arguments in another order. They are given as (x, by)."
    how = {"arguments": ("x", "by", "up"), "inputs": lambda: [(2, 3, 4), (5, 6, 7)]}
    three = asks(lambda x, by, up: x - by * up, **how)
    assert "(x, by, up)" in three.judge(lambda by, x, up: x - by * up).blocks[0]
    assert "another order" not in three.judge(lambda by, x, up: x - by * 4).blocks[0]


def drops(x):
    x[0] = 0
    return x


@each([(eval(function), *words) for function, *words in rows(__file__, "a function without a result")])
def test_a_function_that_gives_no_result_hears_why(function, outcome, words):
    question = made(Function, halves, inputs=lambda: [(np.array([1.0, 2.0]),)])
    verdict = question.judge(function)
    assert verdict.outcome == outcome
    assert verdict.blocks[0].startswith(words)
    if len(verdict.blocks) > 1:
        assert verdict.blocks[1:] == ("This happened for", Code("x = np.array([1., 2.])"))
    assert (len(verdict.blocks) > 1) == (outcome == "your code raised" or function is drops)


def test_another_shape_of_the_right_numbers_is_said_and_none_of_one_number_breaks():
    table = made(Function, lambda x: 2 * x, inputs=lambda: [(np.array([[1.0, 2, 3], [4, 5, 7]]),)])
    said = {
        way: table.judge(way).blocks[0]
        for way in (lambda x: 2 * x.T, lambda x: 2 * x.ravel(), lambda x: 2 * x[1:])
    }
    ends = "rows and columns have changed places", "laid out differently", "some of the right rows alone"
    assert [end in words for end, words in zip(ends, said.values(), strict=True)] == [True] * 3
    one = made(Function, lambda x: x.sum(), inputs=lambda: [(np.arange(3.0),)])
    assert "you return 3 numbers" in one.judge(lambda x: x).blocks[0]
