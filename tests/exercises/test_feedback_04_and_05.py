"""Chapters 04 and 05: what a wrong answer must be told, and what it must not be told."""

import numpy as np

import normviz as nv
from tests.each import each

FIRST, SECOND = (batch.values for batch in nv.examples.lecture_batches())
ALL_ROWS = np.concatenate([FIRST, SECOND]).var(axis=0)


def with_one_mean(dy, x, eps=1e-5):
    std = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / std
    return (dy - dy.mean() - x_hat * (dy * x_hat).mean()) / std


def with_mended_mean(mean, var, batch, momentum=0.1):
    new_mean = (1 - momentum) * mean + momentum * batch.mean(axis=0)
    return np.array([new_mean, momentum * var + (1 - momentum) * batch.var(axis=0)])


def with_mended_n(mean, var, batch, momentum=0.1):
    new_mean = (1 - momentum) * mean + momentum * batch.mean(axis=0)
    return np.array([new_mean, momentum * var + (1 - momentum) * batch.var(axis=0, ddof=1)])


@each(
    [
        ("04.10", 0.8974, "the two σ alone", "too small"),
        ("04.11", [0, 1.8257], "divides by n − 1", "index"),
        ("04.12", 3, "3 is a factor", "too large"),
        ("04.13", [1280, 5], "each block adds 1", "index"),
        ("04.13", [40, 13], "before the first block is missing", "index"),
        ("04.13", [1280, 12], "1 of 2 numbers are right.", "whole number"),
        ("04.14", with_one_mean, "whole table", "still constants"),
        ("05.12", with_mended_mean, "The variance still has both bugs", "Both bugs are still there"),
        ("05.12", with_mended_n, "In the variance the weights", "both bugs"),
        ("05.6", 0.4, "second step began at 0", "too small"),
        ("05.7", ALL_ROWS, "all five rows", "index"),
        ("05.8", 2.5107, "σ of the test batch", "too large"),
        ("05.9", 5, "too small", "squaring"),
        ("05.9", 2.5, "so are the sizes", "too small"),
        ("05.9", 6.34, "alike inside", "Very close"),
        ("05.9", 6.6, "both means alike", "n − 1"),
        ("05.9", 6.5, "both batches alike", "n − 1"),
    ]
)
def test_a_wrong_answer_hears_its_own_reason_and_no_other(id, answer, said, unsaid):
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    assert said in result.text
    assert unsaid not in result.text
