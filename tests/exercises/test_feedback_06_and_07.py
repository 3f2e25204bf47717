"""Chapters 06 and 07: what a wrong answer must be told, and what it must not be told."""

import numpy as np

import normviz as nv
from tests.each import each
from tests.exercises.reasons import check_reason

TABLE = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
WITH_ITS_PADS = [[10, -1], [11, 0], [12, 1], [0, 0], [0, 0], [0, 0]]
NOT_SQUARE = [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2]]
SENTENCE = {"axis": (1, 2), "keepdims": True}


def with_mended_n(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(**SENTENCE)) / (x.std(**SENTENCE) + eps) + beta


def filled(x, mask):
    full = np.where(mask[:, None], x, x[mask].mean(axis=0))
    return np.where(mask[:, None], nv.batch_norm(full).y, 0)


# id, answer, what must be said, what must not
CASES = [
    ("06.4", "a", "5.2 below", "r·σ²"),
    ("06.6", "d", "a row of equal numbers", "Misconception"),
    ("06.7", 5.0747, "one mean for the whole table", "Misconception"),
    ("06.7", [5.0747] * 3, "one mean for the whole table", "Misconception"),
    ("06.9", 9, "n − 1", "too small"),
    ("06.10", filled, "σ² becomes r·σ²", "r times too small"),
    ("06.14", WITH_ITS_PADS, "rows of zeros", "Misconception"),
    ("06.14", [[10, 5], [11, 5], [12, 5]], "both σ grow", "vary"),
    ("06.14", [[10, 0], [11, 0], [12, 0]], "do not move as asked", "shrink"),
    ("06.14", [[1, -1], [-1, 2], [0, -1]], "both σ shrink", "rows of zeros"),
    ("07.11", (3, 200), "Python reads 3,200 as two numbers. Write 3200.", "decimal"),
    ("07.11", (32, 100, 64), "you gave 3 numbers", "Python reads"),
    ("07.13", 3.75, "3.75 is μ, and 7.5 − μ as well", "You subtracted"),
    ("07.13", 1, "6.5 of “Hi Nitish” without its pads", "right as far as they go"),
    ("07.13", 1.01, "right as far as they go", "Hi Nitish"),
    ("07.14", with_mended_n, "The divisor is n now", "n − 1"),
    ("07.16", (TABLE, -nv.layer_norm(TABLE).y), "All signs are turned", "It finds"),
    ("07.17", NOT_SQUARE, "all rows and all columns need the same one", "add up"),
]


@each(CASES, name=lambda case: f"{case[0]} {str(case[1])[:20]}")
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    check_reason(id, answer, said, unsaid)


def test_a_column_of_equal_numbers_may_be_the_one_whose_sigma_grows():
    assert nv.check("06.14", [[5, -1], [5, 0], [5, 1]]).outcome == "correct"


def test_what_the_feedback_of_07_13_says_of_section_6_is_so():
    pair = np.array([6.5, 2.21])
    assert np.isclose((6.5 - pair.mean()) / pair.std(), 1)
    assert np.mean([7.5, 2.2, 2.9, 9.9, 0, 0]) == 7.5 - 3.75
