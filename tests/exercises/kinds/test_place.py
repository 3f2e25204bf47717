"""A mark is taken for the option at whose place it stands, or that is nearest."""

import numpy as np

from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Place
from tests.each import cases, each

PLACED = {q.id: q for q in all_questions().values() if isinstance(q, Place)}


@each(PLACED)
def test_each_idea_has_a_place_on_the_beam_and_is_taken_for_itself(question):
    places = {letter: question.axes.up(place).item() for letter, place in question.curves.items()}
    assert question.right_answer() in places and len(places) >= 3
    assert min(places.values()) >= 0 and max(places.values()) <= 100
    for letter, at in places.items():
        low, high = question.axes.reach
        number = low + (high - low) * at / 100
        assert question.nearest(np.array([number])) == (letter, True)
        same = (number, [number], f"{number:.9f}", round(number, 2))
        assert [question.judge(one) for one in same] == 4 * [question.judge(letter)]


@each(cases(globals(), "test_a_mark_that_stands_far_from_all_ideas_shows_none"))
def test_a_mark_that_stands_far_from_all_ideas_shows_none(id, number, letter):
    said = PLACED[id].judge(number)
    none = "Your number shows none of the answers. Work it out again, or choose one in words."
    assert said == PLACED[id].judge(letter) if letter else (said.outcome, said.blocks) == ("not yet", (none,))


@each(PLACED)
def test_all_that_stands_on_a_beam_lies_within_it(question):
    low, high = question.axes.reach
    numbers = np.concatenate([*question.axes.numbers().values(), [question.axes.first]])
    assert low <= numbers.min() and numbers.max() <= high
