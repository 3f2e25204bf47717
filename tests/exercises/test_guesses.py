"""A guess is compared with the number that was asked for: in the explorer that follows, where the learner is sent."""

import re

import nbformat
import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.markup import number
from tests.support.chapters import NOTEBOOKS

ASKING = {id: question for id, question in all_questions().items() if getattr(question, "asks_for", None)}
# What the learner moves, where the first picture is another one.
MOVED = {"03.1": {"gamma": 3, "beta": 2}, "03.3": {"gamma": 2.5298, "beta": 4}}


def explorer_after(question):
    """The explorer that follows the question in its chapter, as the chapter makes it."""
    (path,) = NOTEBOOKS.glob(f"{question.chapter}_*.ipynb")
    codes = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    at = next(i for i, code in enumerate(codes) if f'nv.predict("{question.id}")' in code)
    made = next(re.search(r"nv\.\w+Explorer\(.*\)", code) for code in codes[at:] if "Explorer(" in code)
    return eval(made[0], {"nv": nv})


def shown(explorer, key):
    """The number of the picture whose data-key that is."""
    pattern = f'data-key="{re.escape(key)}"[^>]*>(?:<div[^>]*>)?([^<]+)<'
    return number(re.search(pattern, explorer.view.value)[1])


@pytest.mark.parametrize("id", ASKING)
def test_of_all_guesses_the_right_one_is_nearest_to_what_is_shown(id):
    question = ASKING[id]
    explorer, key = explorer_after(question), question.asks_for.key
    first = shown(explorer, key)
    explorer.move(**MOVED.get(id, {}))
    now = shown(explorer, key)
    assert float(question.guesses["data_right"]) == pytest.approx(now, abs=6e-5)
    assert (first == now) == (id not in MOVED)
    guesses = {key: option.guess for key, option in question.letters.items() if option.guess is not None}
    right = guesses[question.right_answer()]
    assert abs(right - now) < 0.05
    assert all(guess == right or abs(guess - now) > 0.15 for guess in guesses.values())
