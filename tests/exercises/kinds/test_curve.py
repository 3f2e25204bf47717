"""A line is taken for the option whose curve is nearest: first by where it goes, then by how far away it lies."""

import numpy as np
import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Axes, Curve, Option
from normviz.exercises.kinds.base import Verdict
from normviz.exercises.kinds.curve import HAND, nearest_to, way_of
from tests.each import cases, each
from tests.exercises.kinds.small import made

AXES = Axes("pads", (0, 1, 3), "σ", (0, 4))
OPTIONS = (
    Option("It grows.", lambda s: s[-1] > s[0]),
    Option("It stays.", lambda s: s[-1] == s[0], "No.", 4, rule=lambda x, s: 0 * s + 1),
    Option("It halves.", lambda s: s[-1] < s[0], "Nor that.", rule=lambda x, s: s[0] / 2**x),
    Option("It is NaN.", lambda s: np.isnan(s).any(), "Nothing to draw."),
)
DRAWN = {q.id: q for q in all_questions().values() if type(q) is Curve}
SEEN = {id: {letter: q.seen(curve) for letter, curve in q.curves.items()} for id, q in DRAWN.items()}


def small(**fields):
    return made(Curve, lambda: np.array([1.0, 2.0, 3.0]), **{"axes": AXES, "options": OPTIONS} | fields)


@each({"a": [1, 2, 3], "a too": [1, 1.8, 2.6], "b": [1, 1.1, 1.1], "c": [1, 0.6, 0.1]}.items())
def test_a_line_is_answered_as_the_curve_that_it_follows(letter, line):
    question = small()
    assert question.nearest(np.array(line)) == (letter[0], True)
    assert question.judge(line) == question.judge(letter[0])


@each([[1, 3, 1], [1, 0.4, 3], [1, 2.8, 2.8]])
def test_a_line_that_shows_no_answer_is_told_so_and_is_none(line):
    none = "Your line shows none of the answers. Draw it again, or choose one in words."
    assert small(strict=0.2).judge(line) == Verdict("not yet", (none,))


@each([[1, 2], [1, 2, 3, 4], [[1, 2, 3]], 2, [1, 2, np.nan], [1, 2, np.inf]])
def test_a_line_with_other_stops_is_refused_in_words(line):
    said = small().judge(line)
    assert said.outcome == "not yet"
    assert "expected 3 finite numbers; you gave" in said.blocks[0] and "at 0, 1, 3 pads" in said.blocks[0]


@each(DRAWN)
def test_each_curve_is_seen_and_is_followed_by_itself(question):
    true, seen = question.curves[question.right_answer()], SEEN[question.id]
    for letter, curve in question.curves.items():
        assert question.nearest(curve) == (letter, True)
        assert seen[letter][0] == pytest.approx(question.axes.up(true)[0], abs=0.5)
        apart = [np.abs(seen[letter] - other).max() for name, other in seen.items() if name != letter]
        assert min(apart) > 2 * HAND, f"{letter}: no hand tells it from another"
    assert len(seen) >= 3


def tremors(columns, times):
    """Lines that leave 0 by up to a hand: at each column another height, waves, and strokes from place to place."""
    random, along = np.random.default_rng(39), np.linspace(0, 1, columns)
    for _ in range(times):
        waves = np.sin(np.pi * random.uniform(2, 12) * along + random.uniform(0, 2 * np.pi))
        places = np.linspace(0, 1, random.integers(6, 14))
        yield random.uniform(-HAND, HAND, columns)
        yield HAND * waves
        yield np.interp(along, places, random.uniform(-HAND, HAND, len(places)))


@pytest.mark.exhaustive
@each(list(SEEN))
def test_a_hand_that_trembles_is_understood(id):
    seen = SEEN[id]
    for letter, curve in seen.items():
        for tremor in tremors(len(curve), 100):
            tremor[0] = 0
            assert nearest_to(np.clip(curve + tremor, 0, 100), seen) == (letter, True)


@each(DRAWN)
def test_a_line_that_goes_the_other_way_is_not_right(question):
    seen, right = SEEN[question.id], question.right_answer()
    _, end, begin, _ = way_of(seen[right], HAND)
    first, columns, lines = seen[right][0], len(seen[right]), 0
    for last in range(101):
        for middle in (first, last, (first + last) / 2, first / 2, (first + 100) / 2):
            line = np.interp(range(columns), [0, columns // 2, columns - 1], [first, middle, last])
            turns, *way = way_of(line, HAND)
            if (way[0] == -end and way[1] == -begin) or not turns:
                lines += 1
                assert nearest_to(line, seen)[0] != right
    assert lines


@each(cases(globals(), "test_lines_are_taken_for_what_they_show"))
def test_lines_are_taken_for_what_they_show(id, places, heights, letter):
    columns = np.linspace(10, 94, len(SEEN[id]["a"]))
    taken, shows = nearest_to(np.interp(columns, places, heights), SEEN[id], *DRAWN[id].room)
    assert (taken if shows else None) == letter


@each(["01.4", "02.5", "04.1", "06.1", "06.4"])
def test_the_chart_holds_what_happens(id):
    question = DRAWN[id]
    true = question.axes.up(question.curves[question.right_answer()])
    assert true.min() >= 0 and true.max() <= 100
