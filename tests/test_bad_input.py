"""Bad input is refused in words: which argument, what was expected, what came. Nothing is silently mended."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch

import normviz as nv
from tests.refusals import BLOCK, PADS, RESULT, TABLE, refused

# Every public function that takes an array: its name here, a call, the argument and how many axes it takes.
TAKES_ARRAY = {
    "normalize": (lambda x: nv.normalize(x, 0), "x", (1, 2, 3, 4)),
    "batch_norm": (nv.batch_norm, "x", (2, 3)),
    "layer_norm": (nv.layer_norm, "x", (1, 2, 3)),
    "instance_norm": (nv.instance_norm, "x", (3,)),
    "group_norm": (lambda x: nv.group_norm(x, 1), "x", (3,)),
    "rms_norm": (nv.rms_norm, "x", (1, 2, 3)),
    "batch_norm gamma": (lambda v: nv.batch_norm(TABLE, gamma=v), "gamma", (0, 1)),
    "layer_norm beta": (lambda v: nv.layer_norm(TABLE, beta=v), "beta", (0, 1)),
    "instance_norm gamma": (lambda v: nv.instance_norm(BLOCK, gamma=v), "gamma", (0, 1)),
    "group_norm beta": (lambda v: nv.group_norm(BLOCK, 1, beta=v), "beta", (0, 1)),
    "rms_norm gamma": (lambda v: nv.rms_norm(TABLE, gamma=v), "gamma", (0, 1)),
    "batch_norm_backward": (lambda v: nv.batch_norm_backward(v, RESULT), "dy", (2,)),
    "layer_norm_backward": (lambda v: nv.layer_norm_backward(v, nv.layer_norm(TABLE)), "dy", (2,)),
    "update": (lambda v: nv.RunningStatistics().update(v), "x", (2, 3)),
    "running.normalize": (lambda v: nv.RunningStatistics().normalize(v), "x", (2, 3)),
    "running gamma": (lambda v: nv.RunningStatistics().normalize(TABLE, gamma=v), "gamma", (0, 1)),
    "start_mean": (lambda v: nv.RunningStatistics(start_mean=v), "start_mean", (0, 1)),
    "start_var": (lambda v: nv.RunningStatistics(start_var=v), "start_var", (0, 1)),
    "padding_law mean": (lambda v: nv.padding_law(v, 1.0, 0.5), "mean", (0, 1, 2, 3, 4)),
    "padding_law var": (lambda v: nv.padding_law(1.0, v, 0.5), "var", (0, 1, 2, 3, 4)),
    "self_attention": (nv.self_attention, "x", (2, 3)),
    "projections": (lambda v: nv.self_attention(TABLE, projections=[v] * 3), "projections[0]", (2,)),
    "embedding": (lambda v: nv.PaddedBatch.from_sentences(["a"], {"a": v}), "embedding['a']", (1,)),
    "vectors": (lambda v: nv.PaddedBatch.from_vectors([v]), "vectors[0]", (2,)),
    "PaddedBatch": (lambda v: nv.PaddedBatch(v, PADS.mask, PADS.tokens, PADS.lengths), "values", (3,)),
    "Table": (lambda v: nv.Table(v, ("row",), ("x1", "x2")), "values", (2,)),
    "Table.of": (nv.Table.of, "data", (1, 2)),
    "Table.of mapping": (lambda v: nv.Table.of({"GPA": v}), "data['GPA']", (1,)),
}
# These take any number of axes, or say of every shape but their own that it is wrong (tested with shapes).
ANY_AXES = {"normalize", "padding_law mean", "padding_law var"}
NUMBERS_OR_ROWS = {
    name for name, (_, argument, _) in TAKES_ARRAY.items() if argument in ("gamma", "beta", "dy")
}
takes_array = pytest.mark.parametrize(("call", "argument", "axes"), TAKES_ARRAY.values(), ids=TAKES_ARRAY)

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


@takes_array
@pytest.mark.parametrize("value", NOT_REAL_NUMBERS.values(), ids=NOT_REAL_NUMBERS)
def test_what_is_not_real_numbers_is_a_type_error(call, argument, axes, value):
    with pytest.raises(TypeError) as refusal:
        call(value)
    assert str(refusal.value).startswith(f"{argument}: expected real numbers, got ")


@takes_array
def test_a_masked_array_is_refused_because_its_mask_would_be_lost(call, argument, axes):
    hidden = np.ma.masked_array([[1.0, 2.0]], mask=[[True, False]])
    refused(lambda: call(hidden), TypeError, argument, "masked array")


@takes_array
@pytest.mark.parametrize(
    "tensor",
    [torch.eye(2).to_sparse(), [torch.ones(2, requires_grad=True), torch.ones(2)]],
    ids=["sparse", "a list of tensors that require grad"],
)
def test_a_tensor_that_numpy_cannot_read_is_a_type_error(call, argument, axes, tensor):
    refused(lambda: call(tensor), TypeError, argument)


@takes_array
@pytest.mark.parametrize("rows", [[[1, 2], [3]], [[1], 2], [[[1, 2]], [[3]]]], ids=str)
def test_ragged_rows_are_refused(call, argument, axes, rows):
    refused(lambda: call(rows), ValueError, argument, "rows of equal length", str(rows))


@takes_array
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf], ids=str)
def test_what_is_not_finite_is_refused_with_its_place(call, argument, axes, bad):
    value = np.ones((2,) * axes[-1])
    value[(1,) * axes[-1]] = bad
    refused(lambda: call(value), ValueError, argument, str(bad), f"index {(1,) * axes[-1]}")


@takes_array
def test_a_long_double_beyond_float64_is_refused(call, argument, axes):
    if np.finfo(np.longdouble).max <= np.finfo(np.float64).max:
        pytest.skip("long double is float64 here")
    value = np.full((2,) * axes[-1], np.longdouble("1e400"))
    refused(lambda: call(value), ValueError, argument, "finite numbers")


WRONG_AXES = {
    f"{name} {count}": (call, argument, count)
    for name, (call, argument, axes) in TAKES_ARRAY.items()
    for count in range(6)
    if count not in axes and name not in ANY_AXES | NUMBERS_OR_ROWS
}


@pytest.mark.parametrize(("call", "argument", "count"), WRONG_AXES.values(), ids=WRONG_AXES)
def test_a_wrong_number_of_axes_is_refused(call, argument, count):
    refused(lambda: call(np.ones((2,) * count)), ValueError, f"{argument}: ", f"{(2,) * count}")


@takes_array
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 3)], ids=str)
def test_nothing_at_all_is_refused(call, argument, axes, shape):
    refused(lambda: call(np.ones(shape)), ValueError, argument, "at least one number", str(shape))


# Every argument that is one number.
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
takes_number = pytest.mark.parametrize(("call", "argument"), TAKES_NUMBER.values(), ids=TAKES_NUMBER)


@takes_number
@pytest.mark.parametrize("value", ["0.1", 1j, True, [0.1], np.array([0.1]), Decimal("0.1")], ids=repr)
def test_what_is_not_one_number_is_a_type_error(call, argument, value):
    refused(lambda: call(value), TypeError, argument, "a number")


@takes_number
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 10**400], ids=lambda v: str(v)[:4])
def test_a_number_that_is_not_finite_is_refused(call, argument, value):
    refused(lambda: call(value), ValueError, argument, "a finite number")


@takes_number
@pytest.mark.parametrize("value", [-1e-12, -1, Fraction(-1, 3)], ids=str)
def test_a_negative_number_is_refused(call, argument, value):
    refused(lambda: call(value), ValueError, argument, repr(value))


@pytest.mark.parametrize("value", [1.0000001, 2, 10.0])
def test_momentum_and_share_above_one_are_refused(value):
    refused(lambda: nv.RunningStatistics(value), ValueError, "momentum", str(value))
    refused(lambda: nv.padding_law(1, 1, value), ValueError, "real_fraction", str(value))


def test_no_real_rows_at_all_is_refused_by_the_padding_law():
    refused(lambda: nv.padding_law(1, 1, 0), ValueError, "real_fraction", "above 0")


@pytest.mark.parametrize("correction", [3, 3.5, 100])
def test_a_correction_that_leaves_nothing_to_divide_by_is_refused(correction):
    refused(lambda: nv.batch_norm(TABLE, correction=correction), ValueError, "correction", "3 cells")


def test_a_correction_as_large_as_the_smallest_masked_pool_is_refused():
    mask = [[True, True], [True, False], [True, False]]
    refused(lambda: nv.batch_norm(TABLE, mask=mask, correction=1), ValueError, "correction", "1 cells")


@pytest.mark.parametrize("norm", [nv.batch_norm, lambda x, eps: nv.normalize(x, 0, eps=eps)])
def test_epsilon_zero_is_allowed_only_where_every_pool_varies(norm):
    norm(TABLE, eps=0)
    refused(lambda: norm([[1.0, 2.0], [1.0, 3.0]], eps=0), ValueError, "eps", "variance is 0")


def test_epsilon_zero_is_refused_for_every_constant_pool():
    for call in (
        lambda: nv.layer_norm([[1.0, 2.0], [0.1, 0.1]], eps=0),
        lambda: nv.rms_norm([[0.0, 0.0]], eps=0),
        lambda: nv.instance_norm(np.ones((1, 3, 2)), eps=0),
        lambda: nv.group_norm(np.ones((1, 3, 2)), 1, eps=0),
        lambda: nv.RunningStatistics(start_var=0.0).normalize(TABLE, eps=0),
    ):
        refused(call, ValueError, "eps", "variance is 0")


@pytest.mark.parametrize(
    "call",
    [
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
    ],
)
def test_a_result_beyond_float64_is_refused_and_never_comes_out_as_nan(call):
    refused(call, ValueError, "in float64", "overflows")
