"""Chapters 09 and 10: what a wrong answer must be told, and what it must not be told."""

import numpy as np

import normviz as nv
from normviz.exercises.questions.chapter_09.in_code import agrees
from tests.each import each
from tests.exercises.reasons import check_reason


def half_a_decimal(printed, computed, decimals):
    return (printed - computed <= 0.5 * 10.0**-decimals).astype(int)


def one_decimal_more(printed, computed, decimals):
    return (np.abs(printed - computed) <= 10.0 ** -(decimals + 1)).astype(int)


def always_n(y):
    return (y**2).sum() / y.var()


def divided_by_all(x, mask, eps=1e-5):
    real = mask[..., None]
    away = (x - x.sum(axis=(0, 1)) / mask.sum()) * real
    return away / np.sqrt((away**2).mean(axis=(0, 1)) + eps)


def of_mean(x, mean):
    return (mean - x.mean(axis=0)) / x.std(axis=0)


def of_std(x, var):
    return np.sqrt(var) / x.std(axis=0) - 1


def exchanged(x, mean, var):
    return np.abs([of_std(x, var), of_mean(x, mean)])


def signed_mean(x, mean, var):
    return np.array([of_mean(x, mean), np.abs(of_std(x, var))])


def signed_std(x, mean, var):
    return np.array([np.abs(of_mean(x, mean)), of_std(x, var)])


TABLE = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
GROUPED = nv.group_norm(TABLE[:, None, [0, 1, 2, 0]], groups=2).y[:, 0]

# id, answer, what must be said, what must not
CASES = [
    ("09.5", 4.9, "√(n − 2)", "rounded"),
    ("09.5", 5.3, "Or should a whole number have come out?", "nearly"),
    ("09.7", 1.34, "3/√5", "square"),
    ("09.7", 1.35, "printed value's square", "3/√5"),
    ("09.7", 3, "This is n − 1", "Misconception"),
    ("09.9", 66.5, "Your 66.5", "batch of 32"),
    ("09.9", 65.88, "batch of 32", "Your"),
    ("09.9", 67.5, "Your 67.5", "68 %"),
    ("09.12", agrees, "Nothing has changed", "Half a decimal is right"),
    ("09.12", half_a_decimal, "Half a decimal is right", "Nothing has changed"),
    ("09.12", one_decimal_more, "does not give the right result", "all digits"),
    ("09.13", always_n, "This is n, whatever y is", "granted"),
    ("10.7", [1, 1], "the same number twice", "Misconception"),
    ("10.7", [0.6667, 1.5], "a variance both times", "index"),
    ("10.8", 784, "one whole picture", "Misconception"),
    ("10.9", "a", "third number", "Misconception"),
    ("10.10", divided_by_all, "divided it by all rows", "counts them"),
    ("10.11", exchanged, "changed places", "sign"),
    ("10.11", signed_mean, "In the first, take the distance", "second, take"),
    ("10.11", signed_std, "In the second, take the distance", "first, take"),
    ("10.13", (TABLE, np.maximum(nv.batch_norm(TABLE).y, 0)), "inplace=True", "finds no norm"),
    ("10.13", (TABLE[:, [0, 1, 2, 0]], GROUPED), "no group norm", "ReLU"),
]


@each(CASES, name=lambda case: case[0])
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    check_reason(id, answer, said, unsaid)


def test_two_tables_that_scaling_alone_explains_are_not_said_to_show_a_convention():
    text = nv.check("10.13", (TABLE, TABLE * [2, 3, 0.5] + 1)).text
    assert "nobody can tell whether it was a batch norm" in text
