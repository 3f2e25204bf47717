"""A known mistake with a rule is drawn: its ruler and the right one, on the question's own numbers."""

import re

import numpy as np

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Numeric
from normviz.exercises.mistaken_ruler import mistaken_ruler
from normviz.message import Drawn
from tests.each import each

NUMERIC = [q for q in all_questions().values() if isinstance(q, Numeric)]
DRAWN = {
    f"{q.id} {k}": (q, np.asarray(value, dtype=float), drawn)
    for q in NUMERIC
    for k, (value, _) in enumerate(q.mistakes())
    if (drawn := mistaken_ruler(q, value))
}
# What these words of a mistake mean on a ruler is drawn wherever the answer is a ruler's, and not made of one.
SAID = ("divided by n − 1. That is the sample variance", "divided by σ². Divide by its root")
MADE_OF_ONE = {"02.9", "02.10", "03.10", "03.11", "05.8", "06.9", "07.12", "09.5", "10.7"}


def attributes(picture, name):
    return np.array([float(n) for n in re.findall(rf'data-{name}="([^"]+)"', picture)])


def asked_of(x, mean, step, reading):
    """All that a question can ask of a ruler, given what it says."""
    return [
        np.array(reading),
        (x - mean) / step,
        *map(np.array, (step, mean, step**2, [step, mean], [mean, step])),
    ]


@each(DRAWN)
def test_each_mistake_with_a_rule_shows_a_ruler_that_gives_the_wrong_answer_and_one_that_gives_the_right(
    question, wrong, drawn
):
    x, (step, mean, reading) = (
        attributes(drawn.picture, "x"),
        (attributes(drawn.picture, name) for name in ("step", "mean", "reading")),
    )
    assert len(step) == len(mean) == len(reading) == 2
    right = np.asarray(question.right_answer(), dtype=float)
    for answer, *one in ((wrong, mean[0], step[0], reading[0]), (right, mean[1], step[1], reading[1])):
        made = [np.sort(np.ravel(some)) for some in asked_of(np.sort(x), *one)]
        told = np.sort(np.ravel(answer))
        fits = [some for some in made if some.shape == told.shape and question.agree(told, some).all()]
        assert fits or (told.size == x.size and question.agree(one[2], told).any()), (
            f"{answer} is not on its ruler"
        )


@each([q for q in NUMERIC if q.id not in MADE_OF_ONE])
def test_no_mistake_with_a_rule_is_left_in_words(question):
    said = [value for value, wrong in question.mistakes() if any(words in wrong.because for words in SAID)]
    assert all(mistaken_ruler(question, value) for value in said)


def test_the_right_ruler_is_shown_from_the_second_try_on():
    for number, sigma in enumerate((3.5**0.5, 1.87)):
        result = nv.check("02.6", sigma)
        (drawn,) = (block for block in result.blocks if isinstance(block, Drawn))
        assert "Yours: its 0 is at 3.00, one step is 1.87 long, and 6 is at 1.60." in result.text
        assert ("Right: its 0 is at 3.00, one step is 1.67 long" in result.text) == (number > 0)
        assert result._repr_html_().count(' data-ruler="') == 1 + number
        assert str(drawn.picture) in result._repr_html_()


@each([14**0.5 / 5**0.5, ..., "six", [1, 2], float("nan"), 123.0])
def test_no_ruler_is_drawn_without_a_known_mistake_or_a_column_that_is_given(answer):
    assert not [block for block in nv.check("02.6", answer).blocks if isinstance(block, Drawn)]
    assert not {"02.9", "07.12", "09.5"} & {question.id for question, *_ in DRAWN.values()}
