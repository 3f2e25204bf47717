"""Bad input is refused in words: which argument, what was expected, what came. Nothing is silently mended."""

import numpy as np
import pytest

import normviz as nv
from tests.each import each
from tests.refusals import PADS, TABLE, refused

# tests/abuse gives what is no number, no mask and no table to every argument of every function. Here: what is said.


@each([np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused_with_its_place(bad):
    refused(lambda: nv.batch_norm([[1, 2], [3, bad]]), ValueError, "x: ", str(bad), "index (1, 1)")
    refused(lambda: nv.batch_norm(TABLE, gamma=[1, bad]), ValueError, "gamma: ", str(bad), "index (1,)")


def test_a_long_double_beyond_float64_is_refused():
    if np.finfo(np.longdouble).max <= np.finfo(np.float64).max:
        pytest.skip("long double is float64 here")
    beyond = np.full((2, 2), np.longdouble("1e400"))
    refused(lambda: nv.batch_norm(beyond), ValueError, "x: ", "finite numbers")


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


# Every argument that is one number of at least 0.


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
