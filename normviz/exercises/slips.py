"""Mistakes that questions of several chapters know: what to say, and what they lead to."""

import normviz as nv

N_MINUS_1 = "You divided by n − 1. That is the sample variance; batch norm divides by n."
ACROSS = "You pooled across a row. Batch norm pools down a column: one column, one μ and one σ."
MIN_MAX = "This is min–max scaling, (x − min) / (max − min). Batch norm subtracts the mean and divides by σ."
SQUARED = "You divided by σ², the variance. Divide by its root."
NOT_CENTRED = "You divided by σ and did not subtract the mean."
NOT_DIVIDED = "You subtracted the mean; now divide by σ."


def distances_of(column):
    return column - column.mean()


def min_max(x):
    return (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))


def across_rows(x):
    return nv.layer_norm(x).y
