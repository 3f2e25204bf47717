"""Functions that are asked for: called on every input, known by all their results, and told what went wrong."""

import numpy as np

from normviz.exercises.kinds import Function, Wrong
from normviz.message import Code
from tests.each import each, rows
from tests.exercises.kinds.small import made

TABLE = np.array([[1.0, 2, 4], [3, 5, 10]])


def asks(solution=lambda x, by: x + by, **fields):
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


@each([(eval(function), *words) for function, *words in rows(__file__, "a function with another result")])
def test_another_result_is_told_how_it_is_laid_out(function, begins, ends):
    said = asks().judge(function).blocks[0]
    assert said.startswith(begins) and said.endswith(ends)


def test_a_mistaken_function_is_known_only_if_it_explains_every_result():
    sizes = Wrong("The sign.", lambda x, by: x + abs(by))
    nothing = Wrong("0/0.", lambda x, by: (x - x) / 0 * by)
    question = asks(wrong=(sizes, nothing))
    assert question.judge(lambda x, by: x + abs(by)).wrong == (sizes,)
    assert question.judge(lambda x, by: x * np.nan).wrong == (nothing,)
    assert question.judge(lambda x, by: x + abs(by) + (len(x) == 1)).wrong == ()
    assert question.judge(lambda x, by: x[0] + abs(by)).wrong == ()


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
    question = made(Function, lambda x: x / 2, inputs=lambda: [(np.array([1.0, 2.0]),)])
    verdict = question.judge(function)
    assert verdict.outcome == outcome
    assert verdict.blocks[0].startswith(words)
    if len(verdict.blocks) > 1:
        assert verdict.blocks[1:] == ("This happened for", Code("x = np.array([1., 2.])"))
    assert (len(verdict.blocks) > 1) == (outcome == "your code raised" or function is drops)


def test_many_numbers_where_one_is_asked_for_are_told_how_many_they_are():
    one = made(Function, lambda x: x.sum(), inputs=lambda: [(np.arange(3.0),)])
    assert "you return 3 numbers" in one.judge(lambda x: x).blocks[0]


def test_a_function_may_be_off_by_what_float32_loses_and_not_by_a_hundredth():
    outcomes = [asks().judge(lambda x, by, off=off: x + by + off).outcome for off in (1e-6, 0.01)]
    assert outcomes == ["correct", "not yet"]
