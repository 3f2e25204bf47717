"""Chapters 01, 04 and 08: what a wrong answer must be told, and what it must not be told."""

import numpy as np

import normviz as nv
from normviz import experiments
from tests.each import each
from tests.exercises.reasons import check_reason

GRADES = np.array([[8.9, 1000.0], [6.2, 250], [8.3, 2], [9.2, 700]])
EARLIER, LATER = [[1, 2], [3, 4], [5, 7]], [[1, 2], [3, 5], [5, 9]]


def variance_of_the_year(year, newcomers):
    return (newcomers - year.mean(axis=0)) / year.var(axis=0)


def between_the_ends(year, newcomers):
    return (newcomers - year.min(axis=0)) / (year.max(axis=0) - year.min(axis=0))


def gradient(dy, x, eps, *, sign=-1, divisor=1, of=None, power=1):
    std = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / std if of is None else of
    return (dy - dy.mean(axis=0) + sign * x_hat * (dy * x_hat).sum(axis=0) / divisor) / std**power


def added(dy, x, eps):
    return gradient(dy, x, eps, sign=1, divisor=len(x))


def of_x(dy, x, eps):
    return gradient(dy, x, eps, of=x, divisor=len(x))


def a_sum(dy, x, eps):
    return gradient(dy, x, eps)


def twice(dy, x, eps):
    return gradient(dy, x, eps, divisor=len(x), power=2)


def without_eps(dy, x, eps):
    return gradient(dy, x, 0, divisor=len(x))


def part(x, weights, *, axis=1, ddof=0, centre=1, power=1, eps=1e-5):
    away = x - centre * x.mean(axis=axis, keepdims=True)
    square = (away**2).sum(axis=axis, keepdims=True) / (
        np.prod(x.shape if axis is None else x.shape[axis]) - ddof
    )
    return away / np.sqrt(square + eps) ** power


def sample_variance(x, weights):
    return x + part(x, weights, ddof=1) @ weights


def root_mean_square(x, weights):
    return x + part(x, weights, centre=0) @ weights


def over_the_variance(x, weights):
    return x + part(x, weights, power=2) @ weights


def whole_table(x, weights):
    return x + part(x, weights, axis=None) @ weights


def changed_places(x, weights):
    return part(x, weights) + x @ weights


def no_eps(x, weights):
    return x + part(x, weights, eps=0) @ weights


# id, answer, what must be said, what must not
CASES = [
    ("01.2", "d", "typical distance", "Misconception"),
    ("01.7", 1, "min–max", "Batch norm"),
    ("01.7", np.sqrt(14), "This is σ, the divisor", "too large"),
    ("01.7", 14, "This is σ², the variance", "too large"),
    ("01.9", 0, "not held inside ±1", "Misconception"),
    ("01.9", 0.3, "their share", "percent"),
    ("01.13", variance_of_the_year, "You divided by σ²", "themselves"),
    ("01.13", between_the_ends, "min–max", "themselves"),
    ("01.14", (GRADES, (GRADES - GRADES.mean(axis=0)) / GRADES.std(axis=0, ddof=1)), "n − 1", "atch norm"),
    ("01.14", (GRADES, 2 * GRADES - 1), "not the standardized table", "It finds"),
    ("01.16", "c", "whole width", "Misconception"),
    ("04.2", "b", "two moments", "Gaussian"),
    ("04.5", "b", "far away from 1", "Misconception"),
    ("04.8", "a", "turns all negative values into 0", "Misconception"),
    ("04.10", 0, "in order of size", "value by value"),
    ("04.13", [640, 13], "Without a norm you stopped one block early", "The first"),
    ("04.13", [1280, 12], "With a norm you stopped one block early", "The second"),
    ("04.14", added, "The sign", "ε is missing"),
    ("04.14", of_x, "You multiply by x", "sums"),
    ("04.14", a_sum, "In the second the 1/N is missing", "You subtract sums"),
    ("04.14", twice, "You divided twice", "ε is missing"),
    ("04.14", without_eps, "ε is missing", "twice"),
    ("08.5", "a", "That is so for layer norm", "Misconception"),
    ("08.12", sample_variance, "n − 1", "RMS"),
    ("08.12", root_mean_square, "RMS norm", "n − 1"),
    ("08.12", over_the_variance, "You divided by σ²", "RMS"),
    ("08.12", whole_table, "whole table", "batch norm"),
    ("08.12", changed_places, "changed places", "overwritten"),
    ("08.12", no_eps, "ε is missing", "overwritten"),
    ("08.13", (EARLIER, LATER, 0.5), "one number for each column", "rows and columns"),
    ("08.13", (EARLIER, EARLIER, [0, 0]), "Both tables are the same", "Correct"),
]


@each(CASES, name=lambda case: case[0])
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    check_reason(id, answer, said, unsaid)


def test_the_last_row_of_a_race_is_one_seed_and_not_one_look():
    race = experiments.stored("race")
    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
    row = nv.race_values(race, "eval_mode", "bn_masked", **setting)[-1]
    check_reason("08.11", np.ptp(row), "You took the last row", "first look")
