"""How near is near: which of two mistakes an answer is taken for, and how far off a function may be."""

import numpy as np

from normviz.exercises.kinds import Function, Number, Wrong
from tests.exercises.kinds.small import made


def test_of_two_mistakes_that_may_have_led_there_the_nearer_one_is_named():
    mistakes = Wrong("Ten times.", 250.0), Wrong("Ten times, and a little.", 250.02)
    question = made(Number, lambda: 25.0, wrong=mistakes)
    assert [question.judge(number).wrong for number in (250.005, 250.015)] == [mistakes[:1], mistakes[1:]]


def sine(x):
    return np.sin(x)


def test_a_function_may_be_off_by_what_float32_loses_and_not_by_a_hundredth():
    question = made(Function, sine, inputs=lambda: [(np.array([0.5, 1.0]),)])
    outcomes = [question.judge(lambda x, off=off: np.sin(x) + off).outcome for off in (1e-6, 0.01)]
    assert outcomes == ["correct", "not yet"]
