"""Bad input is refused in words: which argument, what was expected, what came. Nothing is silently mended."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch

import normviz as nv
from tests.each import each
from tests.refusals import BLOCK, PADS, TABLE, refused

# tests/abuse gives all of this to every argument of every function; what is said of it is the same everywhere.
NOT_REAL_NUMBERS = {
    "text": "GPA",
    "None": None,
    "complex": [[1j, 2.0]],
    "booleans": [[True, False]],
    "words": [["a", "b"]],
    "an object": [[object()]],
    "a set": {1, 2},
    "a generator": (i for i in range(3)),
    "bytes": b"ab",
    "dates": np.array(["2026-01-01"], dtype="datetime64[D]"),
    "decimals": [[Decimal(1), Decimal(2)]],
    "fractions": [[Fraction(1, 2)]],
    "a number and a word": [[1, "a"]],
    "a number and None": [[1, None]],
    "an integer beyond every float": [[10**400, 1]],
}


@each(NOT_REAL_NUMBERS)
def test_what_is_not_real_numbers_is_a_type_error(value):
    refused(lambda: nv.batch_norm(value), TypeError, "x: expected real numbers, got ")


def test_a_masked_array_is_refused_because_its_mask_would_be_lost():
    hidden = np.ma.masked_array([[1.0, 2.0]], mask=[[True, False]])
    refused(lambda: nv.batch_norm(hidden), TypeError, "x: ", "masked array")


@each({"sparse": torch.eye(2).to_sparse(), "that require grad": [torch.ones(2, requires_grad=True)] * 2})
def test_a_tensor_that_numpy_cannot_read_is_a_type_error(tensor):
    refused(lambda: nv.batch_norm(tensor), TypeError, "x: ")


@each([[[1, 2], [3]], [[1], 2], [[[1, 2]], [[3]]]])
def test_ragged_rows_are_refused(rows):
    refused(lambda: nv.batch_norm(rows), ValueError, "x: ", "rows of equal length", str(rows))


@each([np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused_with_its_place(bad):
    refused(lambda: nv.batch_norm([[1, 2], [3, bad]]), ValueError, "x: ", str(bad), "index (1, 1)")
    refused(lambda: nv.batch_norm(TABLE, gamma=[1, bad]), ValueError, "gamma: ", str(bad), "index (1,)")


def test_a_long_double_beyond_float64_is_refused():
    if np.finfo(np.longdouble).max <= np.finfo(np.float64).max:
        pytest.skip("long double is float64 here")
    refused(
        lambda: nv.batch_norm(np.full((2, 2), np.longdouble("1e400"))), ValueError, "x: ", "finite numbers"
    )


@each([[0], [0, 3], [3, 0], [2, 0, 3]])
def test_nothing_at_all_is_refused(shape):
    refused(
        lambda: nv.batch_norm(np.ones(shape)), ValueError, "x: ", "at least one number", str(tuple(shape))
    )


# Every argument that takes a certain number of axes: a call, the argument's name, how many.
TAKES_AXES = {
    "batch_norm": (nv.batch_norm, "x", (2, 3)),
    "layer_norm": (nv.layer_norm, "x", (1, 2, 3)),
    "instance_norm": (nv.instance_norm, "x", (3,)),
    "group_norm": (lambda x: nv.group_norm(x, 1), "x", (3,)),
    "rms_norm": (nv.rms_norm, "x", (1, 2, 3)),
    "update": (lambda v: nv.RunningStatistics().update(v), "x", (2, 3)),
    "running.normalize": (lambda v: nv.RunningStatistics().normalize(v), "x", (2, 3)),
    "start_mean": (lambda v: nv.RunningStatistics(start_mean=v), "start_mean", (0, 1)),
    "start_var": (lambda v: nv.RunningStatistics(start_var=v), "start_var", (0, 1)),
    "self_attention": (nv.self_attention, "x", (2, 3)),
    "projections": (lambda v: nv.self_attention(TABLE, projections=[v] * 3), "projections[0]", (2,)),
    "embedding": (lambda v: nv.PaddedBatch.from_sentences(["a"], {"a": v}), "embedding['a']", (1,)),
    "vectors": (lambda v: nv.PaddedBatch.from_vectors([v]), "vectors[0]", (2,)),
    "PaddedBatch": (lambda v: nv.PaddedBatch(v, PADS.mask, PADS.tokens, PADS.lengths), "values", (3,)),
    "Table": (lambda v: nv.Table(v, ("row",), ("x1", "x2")), "values", (2,)),
    "Table.of": (nv.Table.of, "data", (1, 2)),
    "Table.of mapping": (lambda v: nv.Table.of({"GPA": v}), "data['GPA']", (1,)),
    "descent.raw": (nv.descent.raw, "x", (2,)),
    "descent.scaled": (nv.descent.scaled, "x", (2,)),
    "descent.standardized": (nv.descent.standardized, "x", (2,)),
    "descent.min_max": (nv.descent.min_max, "x", (2,)),
}


@each(TAKES_AXES)
def test_a_wrong_number_of_axes_is_refused(call, argument, axes):
    for shape in ((2,) * count for count in range(6) if count not in axes):
        refused(lambda shape=shape: call(np.ones(shape)), ValueError, f"{argument}: ", str(shape))


def test_a_single_number_has_no_pool():
    refused(lambda: nv.normalize(3.0, 0), ValueError, "x: ", "at least 1 axis", "a single number")


# -- arguments that are one number


@each(["0.1", 1j, True, [0.1], np.array([0.1]), Decimal("0.1")])
def test_what_is_not_one_number_is_a_type_error(value):
    refused(lambda: nv.batch_norm(TABLE, eps=value), TypeError, "eps: ", "a number")


@each([np.nan, np.inf, -np.inf, 10**400])
def test_a_number_that_is_not_finite_is_refused(value):
    refused(lambda: nv.batch_norm(TABLE, eps=value), ValueError, "eps: ", "a finite number")


# Every argument that is one number of at least 0.
TAKES_NUMBER = {
    "normalize eps": (lambda v: nv.normalize(TABLE, 0, eps=v), "eps"),
    "batch_norm eps": (lambda v: nv.batch_norm(TABLE, eps=v), "eps"),
    "layer_norm eps": (lambda v: nv.layer_norm(TABLE, eps=v), "eps"),
    "instance_norm eps": (lambda v: nv.instance_norm(BLOCK, eps=v), "eps"),
    "group_norm eps": (lambda v: nv.group_norm(BLOCK, 1, eps=v), "eps"),
    "rms_norm eps": (lambda v: nv.rms_norm(TABLE, eps=v), "eps"),
    "running eps": (lambda v: nv.RunningStatistics().normalize(TABLE, eps=v), "eps"),
    "correction": (lambda v: nv.batch_norm(TABLE, correction=v), "correction"),
    "momentum": (nv.RunningStatistics, "momentum"),
    "real_fraction": (lambda v: nv.padding_law(1.0, 1.0, v), "real_fraction"),
}


@each(TAKES_NUMBER)
def test_a_negative_number_is_refused(call, argument):
    for value in (-1e-12, -1, Fraction(-1, 3)):
        refused(lambda value=value: call(value), ValueError, argument, repr(value))


@each([1.0000001, 2, 10.0])
def test_momentum_and_share_above_one_are_refused(value):
    refused(lambda: nv.RunningStatistics(value), ValueError, "momentum", str(value))
    refused(lambda: nv.padding_law(1, 1, value), ValueError, "real_fraction", str(value))


def test_no_real_rows_at_all_is_refused_by_the_padding_law():
    refused(lambda: nv.padding_law(1, 1, 0), ValueError, "real_fraction", "above 0")


@each([3, 3.5, 100])
def test_a_correction_that_leaves_nothing_to_divide_by_is_refused(correction):
    refused(lambda: nv.batch_norm(TABLE, correction=correction), ValueError, "correction", "3 cells")


def test_a_correction_as_large_as_the_smallest_masked_pool_is_refused():
    mask = [[True, True], [True, False], [True, False]]
    refused(lambda: nv.batch_norm(TABLE, mask=mask, correction=1), ValueError, "correction", "1 cells")


def test_epsilon_zero_is_allowed_only_where_every_pool_varies():
    nv.batch_norm(TABLE, eps=0)
    refused(lambda: nv.batch_norm([[1.0, 2.0], [1.0, 3.0]], eps=0), ValueError, "eps", "variance is 0")


def test_epsilon_zero_is_refused_for_every_constant_pool():
    for call in (
        lambda: nv.layer_norm([[1.0, 2.0], [0.1, 0.1]], eps=0),
        lambda: nv.rms_norm([[0.0, 0.0]], eps=0),
        lambda: nv.instance_norm(np.ones((1, 3, 2)), eps=0),
        lambda: nv.group_norm(np.ones((1, 3, 2)), 1, eps=0),
        lambda: nv.RunningStatistics(start_var=0.0).normalize(TABLE, eps=0),
    ):
        refused(call, ValueError, "eps", "variance is 0")


def test_a_result_beyond_float64_is_refused_and_never_comes_out_as_nan():
    for call in (
        lambda: nv.batch_norm([[1e200], [-1e200]]),
        lambda: nv.batch_norm([[1.7e308], [-1.7e308]]),
        lambda: nv.layer_norm([1e200, -1e200]),
        lambda: nv.rms_norm([1e200, 1.0]),
        lambda: nv.batch_norm([[1.0], [0.0], [0.0]], gamma=1.7e308),
        lambda: nv.RunningStatistics().update([[1e200], [-1e200]]),
        lambda: nv.RunningStatistics(start_var=1e-300).normalize([[1e300]], eps=0),
        lambda: nv.self_attention([[1e200, 1e200]]),
        lambda: nv.self_attention(TABLE, projections=[np.full((2, 2), 1e308)] * 3),
        lambda: nv.padding_law(1e200, 1.0, 0.5),
    ):
        refused(call, ValueError, "in float64", "overflows")
