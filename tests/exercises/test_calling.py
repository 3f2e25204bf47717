"""How a call of a learner's function goes: its result, its error with the line, its arguments afterwards, its end."""

import sys  # noqa: F401, the cases use it
import threading

import numpy as np  # noqa: F401

from normviz.exercises.calling import Call, call
from tests.each import cases, each


class Raises:
    """Callable, and without code of its own."""

    def __call__(self, *_):
        raise ValueError("no line to name")


def deep(x):
    def inner():
        return x / missing  # noqa: F821

    return inner()


def test_a_call_that_went_well_is_its_result_alone():
    made = call(lambda x, y: x + y, (2, 3), limit=4)
    assert made == Call(result=5, limit=4) and not made.failed


@each(cases(globals(), "test_what_is_raised_is_told_with_the_last_line_of_the_function"))
def test_what_is_raised_is_told_with_the_last_line_of_the_function(function, error, line):
    made = call(function, (1,), limit=4)
    assert made.limit == 4
    assert (made.failed, made.error, made.result, made.timed_out) == (True, error, None, False)
    assert line is None or made.line == line


def swap(x, y):
    y[0] = 9


@each(cases(globals(), "test_the_first_argument_that_is_changed_is_named_and_the_callers_stays"))
def test_the_first_argument_that_is_changed_is_named_and_the_callers_stays(function, arguments, changed):
    before = repr(arguments)
    assert call(function, arguments).changed == changed
    assert repr(arguments) == before


def patient(x):
    while True:
        try:  # noqa: SIM105
            sum(range(1000))
        except Exception:
            pass


def test_a_loop_that_catches_exceptions_is_stopped_and_leaves_no_thread_behind():
    before = set(threading.enumerate())
    made = call(patient, (1,), limit=0.05)
    assert made == Call(timed_out=True, stuck=False, limit=0.05)
    assert made.failed
    assert set(threading.enumerate()) <= before
