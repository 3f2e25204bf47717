"""A line is taken for the option whose curve it follows, or for none."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Axes, Curve, Option
from normviz.exercises.kinds.curve import HAND, followed
from tests.each import each
from tests.exercises.kinds.small import made

AXES = Axes("pads", (0, 1, 3), "σ", (0, 4))
OPTIONS = (
    Option("It grows.", lambda s: s[-1] > s[0]),
    Option("It stays.", lambda s: s[-1] == s[0], "No.", 4, rule=lambda x, s: 0 * s + 1),
    Option("It halves.", lambda s: s[-1] < s[0], "Nor that.", rule=lambda x, s: s[0] / 2**x),
    Option("It is NaN.", lambda s: np.isnan(s).any(), "Nothing to draw."),
)
DRAWN = {q.id: q for q in all_questions().values() if type(q) is Curve}


def small(**fields):
    return made(Curve, lambda: np.array([1.0, 2.0, 3.0]), **{"axes": AXES, "options": OPTIONS} | fields)


@pytest.mark.parametrize(
    ("line", "letter"),
    [([1, 2, 3], "a"), ([1, 1.8, 2.6], "a"), ([1, 1.1, 1.2], "b"), ([1, 0.6, 0.1], "c")],
)
def test_a_line_is_answered_as_the_curve_that_it_follows(line, letter):
    question = small()
    assert question.nearest(np.array(line)) == letter
    assert question.judge(line) == question.judge(letter)
    assert question.judge(tuple(line)).outcome == ("correct" if letter == "a" else "not yet")


@pytest.mark.parametrize("line", [[1, 2, 1], [1, 4, 4], [4, 4, 4]])
def test_a_line_that_follows_no_curve_is_told_so_and_is_not_right(line):
    said = small().judge(line)
    assert said.outcome == "not yet" and not said.wrong
    assert said.blocks[0].startswith("Your line is none of these: a) It grows; b) It stays;")
    assert "nearest to what you mean" in said.blocks[0]


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
def test_each_curve_is_seen_and_is_followed_by_itself(question):
    true = question.curves[question.right_answer()]
    assert {curve.shape for curve in question.curves.values()} == {np.shape(question.axes.stops)}
    seen = {letter: question.seen(curve) for letter, curve in question.curves.items()}
    for letter, curve in question.curves.items():
        assert question.nearest(curve) == letter
        assert seen[letter][0] == pytest.approx(question.axes.up(true)[0], abs=0.5)
        apart = [np.abs(seen[letter] - other).max() for name, other in seen.items() if name != letter]
        assert min(apart) > 2 * HAND, f"{letter}: no hand tells it from another"
    assert len(seen) >= 3


def tremors(columns, times):
    """Lines that leave 0 by up to 8: at each column another height, waves, and strokes from place to place."""
    random, along = np.random.default_rng(39), np.linspace(0, 1, columns)
    for _ in range(times):
        waves = np.sin(np.pi * random.uniform(2, 12) * along + random.uniform(0, 2 * np.pi))
        places = np.linspace(0, 1, random.integers(6, 14))
        yield random.uniform(-HAND, HAND, columns)
        yield HAND * waves
        yield np.interp(along, places, random.uniform(-HAND, HAND, len(places)))


@each(DRAWN)
def test_a_hand_that_trembles_is_understood(question):
    seen = {letter: question.seen(curve) for letter, curve in question.curves.items()}
    for letter, curve in seen.items():
        for tremor in tremors(len(curve), 100):
            tremor[0] = 0
            assert followed(np.clip(curve + tremor, 0, 100), seen) == letter


@each(DRAWN)
def test_a_line_that_goes_elsewhere_is_not_taken_for_the_idea(question):
    seen = {letter: question.seen(curve) for letter, curve in question.curves.items()}
    for letter, curve in seen.items():
        along = np.arange(len(curve))
        for other in (np.clip(2 * curve[0] - curve, 0, 100), np.full_like(curve, curve[0])):  # mirrored, flat
            assert followed(other, seen) != letter or np.abs(other - curve).max() < HAND
        for width in (8, 16, 24):  # columns from one turn of a zigzag to the next
            zigzag = 1 - 2 * np.abs(along / width % 2 - 1)
            for height in (20, 30, 50):
                assert followed(np.clip(curve + height * zigzag, 0, 100), seen) is None


@pytest.mark.parametrize(
    ("id", "ends"),
    [
        ("06.1", {0: "b", 15: None, 27: "a", 45: "d", 60: None, 80: "c", 100: "c"}),
        ("03.5", {26: None, 100: None}),
        ("06.4", {40: None, 59: "b", 90: None}),
        ("01.4", {20: None, 40: "b", 60: None, 75: "c", 100: "c"}),
    ],
)
def test_straight_lines_are_taken_for_what_they_show(id, ends):
    seen = {letter: DRAWN[id].seen(curve) for letter, curve in DRAWN[id].curves.items()}
    first, columns = seen["a"][0], len(seen["a"])
    assert {end: followed(np.linspace(first, end, columns), seen) for end in ends} == ends


@pytest.mark.parametrize("id", ["01.4", "02.5", "04.1", "06.1", "06.4"])
def test_the_chart_holds_what_happens(id):
    question = DRAWN[id]
    true = question.axes.up(question.curves[question.right_answer()])
    assert true.min() >= 0 and true.max() <= 100
