"""A line is taken for the option whose curve lies nearest to it."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Axes, Curve, Option
from tests.each import each
from tests.exercises.kinds.small import made

AXES = Axes("pads", (0, 1, 3), "σ", (0, 4))
OPTIONS = (
    Option("It grows.", lambda s: s[-1] > s[0]),
    Option("It stays.", lambda s: s[-1] == s[0], "No.", 4, rule=lambda x, s: 0 * s + 1),
    Option("It halves.", lambda s: s[-1] < s[0], "Nor that.", rule=lambda x, s: s[0] / 2**x),
    Option("It is NaN.", lambda s: np.isnan(s).any(), "Nothing to draw."),
)
DRAWN = {q.id: q for q in all_questions().values() if isinstance(q, Curve)}


def small(**fields):
    return made(Curve, lambda: np.array([1.0, 2.0, 3.0]), **{"axes": AXES, "options": OPTIONS} | fields)


@pytest.mark.parametrize(
    ("line", "letter"),
    [([1, 2, 3], "a"), ([1, 1.9, 9], "a"), ([1, 1.1, 1.2], "b"), ([1, 0.6, 0.2], "c"), ([9, 1, 1], "b")],
)
def test_a_line_is_answered_as_the_curve_that_lies_nearest(line, letter):
    question = small()
    assert question.nearest(np.array(line)) == letter
    assert question.judge(line) == question.judge(letter)
    assert question.judge(tuple(line)).outcome == ("correct" if letter == "a" else "not yet")


def test_an_option_without_a_rule_is_chosen_in_words_alone():
    question = small()
    assert list(question.curves) == ["a", "b", "c"]
    assert [w.because for w in question.judge("d").wrong] == ["Nothing to draw."]


@pytest.mark.parametrize("line", [[1, 2], [1, 2, 3, 4], [[1, 2, 3]], 2, [1, 2, np.nan], [1, 2, np.inf]])
def test_a_line_with_other_stops_is_refused_in_words(line):
    said = small().judge(line)
    assert said.outcome == "not yet"
    assert "expected 3 finite numbers; you gave" in said.blocks[0] and "at 0, 1, 3 pads" in said.blocks[0]


def test_a_log_axis_has_the_same_room_for_each_factor_of_ten():
    axes = Axes("pads", (0, 2, 50), "x̂", (0.1, 1000), log=True, even=True)
    assert axes.up([0, 0.1, 1, 10, 1e9]) == pytest.approx([-100, 0, 25, 50, 200])
    assert np.ptp(np.diff(axes.along)) == 0
    assert axes.along[[0, -1]].tolist() == AXES.along[[0, -1]].tolist()
    assert np.diff(AXES.along) == pytest.approx([28, 56])


@each(DRAWN)
def test_each_curve_is_seen_and_is_nearest_to_itself(question):
    true = question.curves[question.right_answer()]
    assert {curve.shape for curve in question.curves.values()} == {np.shape(question.axes.stops)}
    seen = {letter: np.clip(question.axes.up(curve), 0, 100) for letter, curve in question.curves.items()}
    for letter, curve in question.curves.items():
        assert question.nearest(curve) == letter
        assert seen[letter][0] == pytest.approx(question.axes.up(true)[0], abs=0.5)
        apart = [np.abs(seen[letter] - other).max() for name, other in seen.items() if name != letter]
        assert min(apart) > 5, f"{letter}: no eye tells it from another"
    assert len(seen) >= 3


def test_a_line_that_grows_beyond_3_is_not_taken_for_one_that_cannot():
    assert DRAWN["06.1"].nearest(np.array([0.7785, 2.5, 4.5, 7, 12])) == "c"
