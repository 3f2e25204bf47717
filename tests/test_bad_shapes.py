"""Masks, shapes, sentences and tables that contradict each other are refused in words."""

import numpy as np
import pytest

import normviz as nv
from normviz.padding import seeded_embedding
from tests.each import each
from tests.refusals import BLOCK, PADS, RESULT, TABLE, refused

# --- masks ------------------------------------------------------------------------------------------------

TAKES_MASK = {
    "normalize": (lambda m: nv.normalize(BLOCK, (0, 1), mask=m), True),
    "batch_norm": (lambda m: nv.batch_norm(BLOCK, mask=m), True),
    "instance_norm": (lambda m: nv.instance_norm(BLOCK, mask=m), True),
    "group_norm": (lambda m: nv.group_norm(BLOCK, 1, mask=m), True),
    "update": (lambda m: nv.RunningStatistics().update(BLOCK, mask=m), True),
    "running.normalize": (lambda m: nv.RunningStatistics().normalize(BLOCK, mask=m), False),
    "self_attention": (lambda m: nv.self_attention(BLOCK, mask=m), True),
    "PaddedBatch": (lambda m: nv.PaddedBatch(BLOCK, m, [["a"] * 3] * 2, [3, 3]), True),
}


@each(TAKES_MASK)
def test_a_mask_of_another_shape_is_refused(call, _):
    refused(lambda: call([[True, True], [True]]), ValueError, "mask")
    for shape in ((), (3,), (2,), (3, 2), (2, 3, 1), (1, 2, 3)):
        refused(lambda shape=shape: call(np.ones(shape, bool)), ValueError, "mask", "(2, 3)", str(shape))


@each(TAKES_MASK)
def test_a_mask_without_any_real_cell_is_refused(call, needs_a_real_cell):
    if needs_a_real_cell:
        refused(lambda: call(np.zeros((2, 3), dtype=bool)), ValueError, "mask", "real")


def test_a_mask_that_empties_one_pool_of_many_is_refused():
    one_sentence_hidden = np.array([[True] * 3, [False] * 3])
    nv.batch_norm(BLOCK, mask=one_sentence_hidden)
    for norm in (nv.instance_norm, nv.self_attention, lambda x, mask: nv.group_norm(x, 1, mask=mask)):
        with pytest.raises(ValueError, match=r"mask: expected .* real"):
            norm(BLOCK, mask=one_sentence_hidden)
    second_column_hidden = np.array([[True, False]] * 3)
    refused(lambda: nv.batch_norm(TABLE, mask=second_column_hidden), ValueError, "mask", "every pool")


def test_a_table_takes_a_mask_of_rows_only():
    refused(lambda: nv.Table.of(TABLE, mask=np.ones((3, 2), bool)), ValueError, "mask", "(3,)", "(3, 2)")
    refused(lambda: nv.Table.of(TABLE, mask=[1, 0, 1]), TypeError, "mask", "booleans")


# --- images -----------------------------------------------------------------------------------------------


def test_of_images_it_is_said_how_a_pixel_becomes_a_row():
    images = np.arange(2.0 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    rows = np.moveaxis(images, 1, -1).reshape(2, -1, 3)
    refused(lambda: nv.batch_norm(images), ValueError, "np.moveaxis(x, 1, -1).reshape(2, -1, 3)")
    refused(lambda: nv.Table.of(images), ValueError, "np.moveaxis(data, 1, -1).reshape(-1, 3)")
    tensor = pytest.importorskip("torch").from_numpy(images)
    said = nv.diagnose(tensor, tensor).text
    assert "x.movedim(1, -1).reshape(2, -1, 3)" in said
    np.testing.assert_array_equal(tensor.movedim(1, -1).reshape(2, -1, 3), rows)
    assert nv.batch_norm(rows).y.shape == (2, 20, 3)
    refused(lambda: nv.batch_norm(images[None]), ValueError, "got 5 (shape (1, 2, 3, 4, 5))")


# --- shapes that must agree -------------------------------------------------------------------------------


@each([(name, shape) for name in ("gamma", "beta") for shape in ((1,), (3,), (3, 2), (1, 2))])
def test_gamma_and_beta_are_one_number_or_one_a_feature(argument, shape):
    affine = {argument: np.ones(shape)}
    for norm in (nv.batch_norm, nv.layer_norm, nv.RunningStatistics().normalize):
        refused(lambda norm=norm: norm(TABLE, **affine), ValueError, argument, "(2,)", str(shape))


@each(
    [
        (2, ValueError, "2"), (-3, ValueError, "-3"), ((), ValueError, "at least one axis"),
        ((0, 0), ValueError, "none twice"), ((0, -2), ValueError, "none twice"), ("0", TypeError, "'0'"),
        (0.0, TypeError, "0.0"), (True, TypeError, "True"), (None, TypeError, "None"),
        ([[0]], TypeError, "[0]"),
    ],
)  # fmt: skip
def test_a_wrong_axis_is_refused(axis, error, words):
    refused(lambda: nv.normalize(TABLE, axis), error, "axis", words)


@each(
    [
        (3, ValueError, "divisor"), (0, ValueError, "at least 1"), (-1, ValueError, "at least 1"),
        (2.0, TypeError, "whole"), ("2", TypeError, "whole"), (True, TypeError, "whole"),
        (None, TypeError, "whole"),
    ],
)  # fmt: skip
def test_wrong_groups_are_refused(groups, error, words):
    refused(lambda: nv.group_norm(BLOCK, groups), error, "groups", words)


@each([nv.batch_norm_backward, nv.layer_norm_backward])
def test_backward_refuses_a_gradient_of_another_shape(backward):
    result = RESULT if backward is nv.batch_norm_backward else nv.layer_norm(TABLE)
    refused(lambda: backward(TABLE.T, result), ValueError, "dy", "(3, 2)", "(2, 3)")
    refused(lambda: backward(1.0, result), ValueError, "dy", "(3, 2)")


@each(
    [
        (nv.batch_norm_backward, nv.layer_norm(TABLE)),
        (nv.layer_norm_backward, RESULT),
        (nv.layer_norm_backward, nv.rms_norm(TABLE)),
        (nv.batch_norm_backward, nv.RunningStatistics().normalize(TABLE)),
        (nv.batch_norm_backward, nv.instance_norm(BLOCK)),
        (nv.batch_norm_backward, nv.group_norm(BLOCK, 1)),
    ]
)
def test_backward_refuses_what_another_norm_returned(backward, stranger):
    refused(lambda: backward(stranger.y, stranger), ValueError, "normalized", backward.__name__[:10])


def test_running_statistics_refuse_what_does_not_fit_their_memory():
    running = nv.RunningStatistics(start_mean=[1.0, 2.0, 3.0])
    refused(lambda: running.update(TABLE), ValueError, "x", "3 features", "2")
    refused(lambda: running.normalize(TABLE), ValueError, "x", "3 features", "2")
    only_var = nv.RunningStatistics(start_var=[1.0, 2.0, 3.0])
    refused(lambda: only_var.update(TABLE), ValueError, "x", "3 features", "2")
    refused(lambda: only_var.normalize(TABLE), ValueError, "x", "3 features", "2")
    unequal = {"start_mean": [1.0, 2], "start_var": [1.0] * 3}
    refused(lambda: nv.RunningStatistics(**unequal), ValueError, "start_var", "3")
    refused(lambda: nv.RunningStatistics(start_var=-1.0), ValueError, "start_var", "-1.0")


@pytest.mark.parametrize("batch", [[[1.0, 2.0]], [[[1.0, 2.0]]]], ids=["one row", "one token"])
def test_running_statistics_refuse_a_batch_of_one_row_as_torch_does(batch):
    refused(lambda: nv.RunningStatistics().update(batch), ValueError, "x", "more than 1 row")
    one = [True, False, False]
    refused(lambda: nv.RunningStatistics().update(TABLE, mask=one), ValueError, "x", "more than 1 row")


def test_the_padding_law_refuses_a_negative_variance_and_shapes_that_differ():
    refused(lambda: nv.padding_law(1.0, -0.1, 0.5), ValueError, "var", "negative")
    refused(lambda: nv.padding_law([1.0, 2.0], [1.0, 2.0, 3.0], 0.5), ValueError, "var", "(2,)", "(3,)")


# --- attention --------------------------------------------------------------------------------------------

EYE = np.eye(2)


@each(
    [
        ([EYE, EYE], ValueError, "2"),
        ([EYE] * 4, ValueError, "4"),
        ([EYE, np.eye(3), EYE], ValueError, "projections[1]"),
        ([np.ones((2, 3)), np.ones((2, 4)), EYE], ValueError, "3 and 4"),
    ]
)
def test_wrong_projections_are_refused(projections, error, words):
    refused(lambda: nv.self_attention(TABLE, projections=projections), error, "projections", words)


# --- sentences --------------------------------------------------------------------------------------------

EMBEDDING = {"a": [1.0, 2.0], "b": [3.0, 4.0]}


@each(
    [
        ("a b", EMBEDDING, None, TypeError, ("sentences", "'a b'")),
        (["a", ""], EMBEDDING, None, ValueError, ("sentences[1]", "empty")),
        (["a", " \t\n"], EMBEDDING, None, ValueError, ("sentences[1]", "empty")),
        (["a", []], EMBEDDING, None, ValueError, ("sentences[1]", "empty")),
        (["a", 3], EMBEDDING, None, TypeError, ("sentences[1]", "int 3")),
        ([["a", 3]], EMBEDDING, None, TypeError, ("sentences[0]", "int 3")),
        (["a c"], EMBEDDING, None, ValueError, ("embedding", "'c'")),
        (["A"], EMBEDDING, None, ValueError, ("embedding", "'A'")),
        (["a b"], {"a": [1], "b": [1, 2]}, None, ValueError, ("embedding", "'a': 1", "'b': 2")),
        (["a"], {"a": 3.0}, None, ValueError, ("embedding['a']", "1 axes")),
        (["a a"], EMBEDDING, 1, ValueError, ("length", "at least 2", "1")),
        (["a a"], EMBEDDING, 0, ValueError, ("length", "at least 1", "0")),
    ]
)
def test_sentences_that_cannot_be_padded_are_refused(sentences, embedding, length, error, words):
    refused(lambda: nv.PaddedBatch.from_sentences(sentences, embedding, length=length), error, *words)


def test_pad_to_refuses_what_is_shorter_than_the_longest_sentence():
    refused(lambda: PADS.pad_to(1), ValueError, "length", "at least 2", "1")
    refused(lambda: PADS.pad_to(2.5), TypeError, "length")


ONE = [[[1.0, 2.0], [3.0, 4.0]]]


@each(
    [
        ([[[1.0]], [[1.0, 2.0]]], None, ValueError, ("vectors", "[1, 2]")),
        (ONE, [["a"]], ValueError, ("tokens", "[2]", "[1]")),
        (ONE, [["a", "b"], ["c"]], ValueError, ("tokens", "[2]", "[2, 1]")),
        (ONE, ["ab"], TypeError, ("tokens", "'ab'")),
        (ONE, "ab", TypeError, ("tokens", "'ab'")),
    ]
)
def test_vectors_that_make_no_batch_are_refused(vectors, tokens, error, words):
    refused(lambda: nv.PaddedBatch.from_vectors(vectors, tokens), error, *words)


@each(
    [
        ({"values": PADS.values + 1.0}, ValueError, ("values", "zeros")),
        ({"mask": ~PADS.mask}, ValueError, ("mask",)),
        ({"mask": PADS.mask[:, ::-1]}, ValueError, ("mask",)),
        ({"lengths": [2, 2]}, ValueError, ("lengths", "[1, 2]", "[2, 2]")),
        ({"lengths": [1, 2, 3]}, ValueError, ("lengths",)),
        ({"lengths": "12"}, TypeError, ("lengths",)),
        ({"tokens": (("a",), ("a", "b"))}, ValueError, ("tokens", "2 × 2")),
        ({"tokens": ("ab", "ab")}, TypeError, ("tokens",)),
        ({"tokens": 4}, TypeError, ("tokens", "int 4")),
    ]
)
def test_a_padded_batch_whose_parts_contradict_each_other_is_refused(change, error, words):
    parts = {"values": PADS.values, "mask": PADS.mask, "tokens": PADS.tokens, "lengths": PADS.lengths}
    nv.PaddedBatch(**parts)
    refused(lambda: nv.PaddedBatch(**parts | change), error, *words)


# --- tables -----------------------------------------------------------------------------------------------


@each(
    [
        (lambda: nv.Table.of(TABLE, rows=["a"]), ValueError, ("rows", "3 names", "1")),
        (lambda: nv.Table.of(TABLE, columns="ab"), TypeError, ("columns", "'ab'")),
        (lambda: nv.Table.of(nv.Table.of(TABLE), rows=["a"]), ValueError, ("rows", "3 names", "1")),
        (lambda: nv.Table.of({}), ValueError, ("data", "empty mapping")),
        (lambda: nv.Table.of({"a\ud83d": [1]}), ValueError, ("columns", "whole characters", "a\\ud83d")),
        (lambda: nv.Table.of({"a": [1, 2], "b": [1]}), ValueError, ("data", "'a': 2", "'b': 1")),
        (lambda: nv.Table.of({"a": 1}), ValueError, ("data['a']", "1 axes")),
    ]
)
def test_tables_that_cannot_be_made_are_refused(call, error, words):
    refused(call, error, *words)


def test_a_made_up_vector_has_a_size_that_fits_in_memory():
    refused(lambda: seeded_embedding("tea", 0), ValueError, "features: ", "at least 1")
    refused(lambda: seeded_embedding("tea", 10**12), ValueError, "features: ", "memory", "int 1000000000000")
