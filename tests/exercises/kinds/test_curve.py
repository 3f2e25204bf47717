"""A line is taken for the option whose curve is nearest: first by where it goes, then by how far away it lies."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Axes, Curve, Option
from normviz.exercises.kinds.curve import HAND, nearest_to, way_of
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
    assert question.nearest(np.array(line)) == (letter, False)
    assert question.judge(line) == question.judge(letter)
    assert question.judge(tuple(line)).outcome == ("correct" if letter == "a" else "not yet")


@pytest.mark.parametrize(("line", "letter"), [([1, 4, 4], "a"), ([1, 3, 1], "b"), ([4, 4, 4], "b")])
def test_a_line_that_is_far_from_all_curves_is_answered_as_the_nearest_and_told_so(line, letter):
    question = small()
    assert question.nearest(np.array(line)) == (letter, True)
    said, plain = question.judge(line), question.judge(letter)
    assert (said.outcome, said.wrong, said.blocks[1:]) == (plain.outcome, plain.wrong, plain.blocks)
    text = question.letters[letter].text
    assert said.blocks[0] == f"Your line is far from all ideas here. Nearest is {letter}) {text}"


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
        assert question.nearest(curve) == (letter, False)
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


@pytest.mark.exhaustive
@each(DRAWN)
def test_a_hand_that_trembles_is_understood(question):
    seen = {letter: question.seen(curve) for letter, curve in question.curves.items()}
    for letter, curve in seen.items():
        for tremor in tremors(len(curve), 100):
            tremor[0] = 0
            assert nearest_to(np.clip(curve + tremor, 0, 100), seen) == letter


@each(DRAWN)
def test_a_line_that_goes_the_other_way_is_not_right(question):
    seen, right = (
        {letter: question.seen(curve) for letter, curve in question.curves.items()},
        question.right_answer(),
    )
    _, end, begin = way_of(seen[right], HAND)
    first, columns, lines = seen[right][0], len(seen[right]), 0
    for last in range(101):
        for middle in (first, last, (first + last) / 2, first / 2, (first + 100) / 2):
            line = np.interp(range(columns), [0, columns // 2, columns - 1], [first, middle, last])
            turns, *way = way_of(line, HAND)
            if (way[0] == -end and way[1] == -begin) or not turns:
                lines += 1
                assert nearest_to(line, seen) != right
    assert lines


@pytest.mark.parametrize(
    ("id", "ends"),
    [
        ("06.1", {0: "b", 15: "b", 27: "a", 39: "d", 45: "d", 60: "c", 80: "c", 100: "c"}),
        ("03.5", {0: "a", 16: "b", 26: "c", 60: "d", 100: "d"}),
        ("06.4", {20: "a", 40: "a", 59: "b", 70: "e", 90: "e"}),
        ("01.4", {20: "a", 40: "b", 60: "c", 75: "c", 100: "c"}),
    ],
)
def test_straight_lines_are_taken_for_what_they_show(id, ends):
    seen = {letter: DRAWN[id].seen(curve) for letter, curve in DRAWN[id].curves.items()}
    first, columns = seen["a"][0], len(seen["a"])
    assert {end: nearest_to(np.linspace(first, end, columns), seen) for end in ends} == ends


@pytest.mark.parametrize(
    ("heights", "letter"),
    [([59, 75, 30], "c"), ([59, 95, 59], "c"), ([59, 30, 28], "a"), ([59, 40, 50], "a"), ([59, 75, 76], "e")],
)
def test_what_rises_first_and_falls_then_is_told_from_what_falls(heights, letter):
    seen = {letter: DRAWN["06.4"].seen(curve) for letter, curve in DRAWN["06.4"].curves.items()}
    columns = np.arange(len(seen["a"]))
    assert nearest_to(np.interp(columns, columns[[0, 60, -1]], heights), seen) == letter


@pytest.mark.parametrize("id", ["01.4", "02.5", "04.1", "06.1", "06.4"])
def test_the_chart_holds_what_happens(id):
    question = DRAWN[id]
    true = question.axes.up(question.curves[question.right_answer()])
    assert true.min() >= 0 and true.max() <= 100
