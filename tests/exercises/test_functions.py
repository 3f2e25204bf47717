"""A learner's function is called on hidden inputs, and whatever it does, the notebook goes on."""

import sys
import threading
import time

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.exercises import calling


@pytest.fixture
def short_limit(monkeypatch):
    monkeypatch.setattr(calling, "LIMIT", 0.2)


def check(function):
    return nv.check("02.13", function)


def right(x, eps=1e-5):
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


def endless(x):
    while True:
        pass


def test_a_function_that_raises_is_shown_with_its_error_and_its_input():
    def broken(x):
        return x / undefined  # noqa: F821

    result = check(broken)
    assert result.outcome == "your code raised"
    assert "NameError: name 'undefined' is not defined" in result.text
    assert "x = np.array([[7., 5., 4.]," in result.text


def test_what_a_function_raises_is_said_with_its_line():
    def broken(x):
        y = x - x.mean(axis=0)
        return y / nothing  # noqa: F821

    line = broken.__code__.co_firstlineno + 2
    assert (
        f"NameError: name 'nothing' is not defined (line {line} of your function's cell)"
        in check(broken).text
    )
    assert "(line" not in check(np.linalg.inv).text


@pytest.mark.parametrize("way", [lambda: sys.exit(3), lambda: exec("raise KeyboardInterrupt")])
def test_a_function_that_wants_to_leave_ends_nothing_but_itself(way):
    result = check(lambda x: way())
    assert result.outcome == "your code raised"


def test_a_function_with_other_arguments_is_told_so():
    assert "TypeError" in check(lambda: 1).text


def test_an_endless_loop_is_stopped(short_limit):
    before = threading.active_count()
    result = check(endless)
    assert result.outcome == "your code raised"
    assert "loop that never ends" in result.text
    assert "This happened for\n" in result.text
    assert threading.active_count() == before


def test_a_loop_that_catches_everything_cannot_hold_the_notebook(short_limit):
    stop = threading.Event()

    def unstoppable(x):
        while not stop.is_set():
            try:  # noqa: SIM105
                time.sleep(0.001)
            except:  # noqa: E722
                pass

    result = check(unstoppable)
    stop.set()
    assert result.outcome == "your code raised"


def test_a_call_that_cannot_be_stopped_is_said_to_be_busy_still_and_a_loop_is_not():
    busy = calling.call(lambda: time.sleep(2), (), limit=0.01)
    assert (busy.timed_out, busy.stuck) == (True, True)
    stopped = calling.call(endless, (0,), limit=0.01)
    assert (stopped.timed_out, stopped.stuck) == (True, False)


def test_the_limit_holds_outside_the_main_thread_too(short_limit):
    results = []
    thread = threading.Thread(target=lambda: results.append(check(endless)))
    thread.start()
    thread.join(10)
    assert results[0].outcome == "your code raised"


def test_five_seconds_are_granted():
    assert calling.LIMIT == 5


def test_a_function_that_changes_its_input_is_told_which():
    def in_place(x):
        x -= x.mean(axis=0)
        return x / np.sqrt(x.var(axis=0) + 1e-5)

    result = check(in_place)
    assert result.outcome == "not yet"
    assert "changes its input x in place" in result.text


def test_the_input_that_fails_is_shown_with_both_results():
    def special(x):
        return right(x) if x.shape == (5, 3) else x * 0

    text = check(special).text
    assert "100.5" in text
    assert "expected = np.array([[" in text
    assert "yours = np.array([[" in text


@pytest.mark.parametrize("stub", [lambda x: ..., lambda x: None])
def test_a_function_that_returns_nothing_is_not_attempted(stub):
    assert check(stub).outcome == "not attempted"
    assert "Your function returns nothing yet. If" in check(stub).text


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: "text", "the text 'text', where a number is meant"),
        (lambda x: x[0], "Expected a table of 5 rows and 3 columns, you return 3 numbers"),
        (lambda x: x * np.nan, "yours = "),
        (lambda x: [[1], [2, 3]], "different lengths"),
        (lambda x: (x, x[0]), "returns 2 results, and one is asked for. Return that one alone."),
        (right(np.eye(2)), "function itself"),
        (int, "function itself"),
    ],
)
def test_a_result_of_the_wrong_kind_is_explained(function, words):
    result = check(function)
    assert result.outcome == "not yet"
    assert words in result.text


def test_a_function_may_use_torch_and_return_lists_or_tensors():
    assert check(lambda x: right(x).tolist()).outcome == "correct"
    assert check(lambda x: torch.from_numpy(right(x)).float().requires_grad_()).outcome == "correct"
    assert check(lambda x: torch.nn.BatchNorm1d(x.shape[1])(torch.from_numpy(x).float())).outcome == "correct"
    assert (
        check(lambda x: torch.nn.BatchNorm1d(x.shape[1]).double()(torch.from_numpy(x))).outcome == "correct"
    )


def test_a_division_by_zero_inside_writes_no_warning():
    result = check(lambda x: (x - x.mean(axis=0)) / x.std(axis=0))
    assert "no ε under the root" in result.text


def test_the_mask_is_an_argument_like_any_other():
    def wrong_way_round(x, mask):
        return np.where(mask[:, None], 0, x)

    text = nv.check("06.10", wrong_way_round).text
    assert "mask = np.array([ True," in text


def test_a_mend_that_only_works_where_length_equals_features_is_caught():
    result = nv.check("06.11", lambda x: nv.normalize(x, (0, 2)).y)
    assert result.misconceptions == (14,)
