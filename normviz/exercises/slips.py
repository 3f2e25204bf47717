"""Mistakes that questions of several chapters know: what to say, and what they lead to."""

import numpy as np

import normviz as nv

N_MINUS_1 = "You divided by n − 1. That is the sample variance; batch norm divides by n."
ACROSS = "You pooled across a row. Batch norm pools down a column: one column, one μ and one σ."
MIN_MAX = "This is min–max scaling, (x − min) / (max − min). Batch norm subtracts the mean and divides by σ."
SQUARED = "You divided by σ², the variance. Divide by its root."
NOT_CENTRED = "You divided by σ and did not subtract the mean."
NOT_DIVIDED = "You subtracted the mean; now divide by σ."
N_MINUS_1_IN_A_ROW = "You divided by n − 1. That is the sample variance; layer norm divides by n."
BY_THE_VARIANCE = "You divided by σ². Divide by its root."
ONLY_CENTRED = "You subtracted the mean. Now divide by σ."
POOLED_ALL = "Without an axis, mean and var pool the whole table. Every column is a pool of its own: axis=0."
ONE_FOR_ALL = "You used one mean and one σ for the whole table. Every column needs its own."
TURNED = "All signs are turned: it is x − μ, not μ − x."
BY_THE_SUM = "You divided by the root of the sum of the squares. σ is the root of their mean."
ROUNDED_SIGMA = "You rounded too early: take σ to more than one decimal."
NOT_SQUARED = "The distances with their signs always add up to 0: square them first."
SUM_OF_SQUARES = "This is the sum of the squares. Take their mean, and then the root."
EPS_OUTSIDE = "The pool is right. ε stands outside the root: √(σ² + ε) is asked."
SIGMAS = "These are the σ of the columns. The means are asked for."

# A limit of own tables.
NOT_THE_Z_TABLE = (
    lambda table, *_: not np.array_equal(table, nv.examples.z_table().values),
    "This is the z table of the chapters. Bring numbers of your own.",
)


def distances_of(column):
    return column - column.mean()


def min_max(x):
    return (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))


def across_rows(x):
    return nv.layer_norm(x).y


def to_3_decimals(result, wanted) -> bool:
    """Whether the two are the same to half a unit of the third decimal, and what float32 loses."""
    if result.shape != wanted.shape:
        return False
    return bool(np.all(np.abs(result - wanted) <= 0.5e-3 + 1e-6 * np.maximum(1, np.abs(wanted))))
