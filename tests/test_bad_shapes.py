"""Masks, shapes, sentences and tables that contradict each other are refused in words."""

import numpy as np
import pytest

import normviz as nv
from normviz.padding import seeded_embedding
from tests.each import each
from tests.refusals import BLOCK, PADS, RESULT, TABLE, refused

# --- masks ------------------------------------------------------------------------------------------------

TAKES_MASK = {
    "normalize": lambda m: nv.normalize(BLOCK, (0, 1), mask=m),
    "batch_norm": lambda m: nv.batch_norm(BLOCK, mask=m),
    "instance_norm": lambda m: nv.instance_norm(BLOCK, mask=m),
    "group_norm": lambda m: nv.group_norm(BLOCK, 1, mask=m),
    "update": lambda m: nv.RunningStatistics().update(BLOCK, mask=m),
    "running.normalize": lambda m: nv.RunningStatistics().normalize(BLOCK, mask=m),
    "self_attention": lambda m: nv.self_attention(BLOCK, mask=m),
    "PaddedBatch": lambda m: nv.PaddedBatch(BLOCK, m, [["a"] * 3] * 2, [3, 3]),
}


@each({name: (name, call) for name, call in TAKES_MASK.items()})
def test_a_mask_of_another_shape_or_without_any_real_cell_is_refused(name, call):
    refused(lambda: call([[True, True], [True]]), ValueError, "mask")
    for shape in ((), (3,), (2,), (3, 2), (2, 3, 1), (1, 2, 3)):
        refused(lambda shape=shape: call(np.ones(shape, bool)), ValueError, "mask", "(2, 3)", str(shape))
    if name != "running.normalize":
        refused(lambda: call(np.zeros((2, 3), dtype=bool)), ValueError, "mask", "real")


def test_a_mask_that_empties_one_pool_of_many_is_refused():
    one_sentence_hidden = np.array([[True] * 3, [False] * 3])
    nv.batch_norm(BLOCK, mask=one_sentence_hidden)
    for norm in (nv.instance_norm, nv.self_attention, lambda x, mask: nv.group_norm(x, 1, mask=mask)):
        with pytest.raises(ValueError, match=r"mask: expected .* real"):
            norm(BLOCK, mask=one_sentence_hidden)
    second_column_hidden = np.array([[True, False]] * 3)
    refused(lambda: nv.batch_norm(TABLE, mask=second_column_hidden), ValueError, "mask", "every pool")


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


# --- what must agree --------------------------------------------------------------------------------------

EMBEDDING, EYE, ONE = {"a": [1.0, 2.0], "b": [3.0, 4.0]}, np.eye(2), [[[1.0, 2.0], [3.0, 4.0]]]
PARTS = {"values": PADS.values, "mask": PADS.mask, "tokens": PADS.tokens, "lengths": PADS.lengths}
VALUE, TYPE = ValueError, TypeError

# Function → arguments that do not fit each other, the error and its words. tests/abuse tries what never fits.
UNFIT = {
    lambda axis: nv.normalize(TABLE, axis): [
        (2, VALUE, "axis", "2"), (-3, VALUE, "axis", "-3"), ((), VALUE, "axis", "at least one axis"),
        ((0, 0), VALUE, "axis", "none twice"), ((0, -2), VALUE, "axis", "none twice"),
    ],
    lambda groups: nv.group_norm(BLOCK, groups): [
        (3, VALUE, "groups", "divisor"), (0, VALUE, "groups", "at least 1"), (2.0, TYPE, "groups", "whole"),
    ],
    lambda how: how[0](how[1].y if len(how) < 3 else how[2], how[1]): [
        ((nv.batch_norm_backward, RESULT, TABLE.T), VALUE, "dy", "(3, 2)", "(2, 3)"),
        ((nv.layer_norm_backward, nv.layer_norm(TABLE), TABLE.T), VALUE, "dy", "(3, 2)", "(2, 3)"),
        ((nv.batch_norm_backward, RESULT, 1.0), VALUE, "dy", "(3, 2)"),
        ((nv.batch_norm_backward, nv.layer_norm(TABLE)), VALUE, "normalized", "batch_norm"),
        ((nv.layer_norm_backward, RESULT), VALUE, "normalized", "layer_norm"),
        ((nv.layer_norm_backward, nv.rms_norm(TABLE)), VALUE, "normalized", "layer_norm"),
        ((nv.batch_norm_backward, nv.RunningStatistics().normalize(TABLE)), VALUE, "normalized", "batch_norm"),
        ((nv.batch_norm_backward, nv.instance_norm(BLOCK)), VALUE, "normalized", "batch_norm"),
        ((nv.batch_norm_backward, nv.group_norm(BLOCK, 1)), VALUE, "normalized", "batch_norm"),
    ],
    lambda projections: nv.self_attention(TABLE, projections=projections): [
        ([EYE, EYE], VALUE, "projections", "2"), ([EYE] * 4, VALUE, "projections", "4"),
        ([EYE, np.eye(3), EYE], VALUE, "projections[1]"),
        ([np.ones((2, 3)), np.ones((2, 4)), EYE], VALUE, "projections", "3 and 4"),
    ],
    lambda law: nv.padding_law(*law, 0.5): [
        ((1.0, -0.1), VALUE, "var", "negative"), (([1.0, 2.0], [1.0, 2.0, 3.0]), VALUE, "var", "(2,)", "(3,)"),
    ],
    lambda sentences: nv.PaddedBatch.from_sentences(sentences, EMBEDDING): [
        ("a b", TYPE, "sentences", "'a b'"), (["a", ""], VALUE, "sentences[1]", "empty"),
        (["a", " \t\n"], VALUE, "sentences[1]", "empty"), (["a", []], VALUE, "sentences[1]", "empty"),
        (["a", 3], TYPE, "sentences[1]", "int 3"), ([["a", 3]], TYPE, "sentences[0]", "int 3"),
        (["a c"], VALUE, "embedding", "'c'"), (["A"], VALUE, "embedding", "'A'"),
    ],
    lambda embedding: nv.PaddedBatch.from_sentences([" ".join(embedding)], embedding): [
        ({"a": [1], "b": [1, 2]}, VALUE, "embedding", "'a': 1", "'b': 2"),
        ({"a": 3.0}, VALUE, "embedding['a']", "1 axes"),
    ],
    lambda length: nv.PaddedBatch.from_sentences(["a a"], EMBEDDING, length=length): [
        (1, VALUE, "length", "at least 2", "1"), (0, VALUE, "length", "at least 1", "0"),
    ],
    PADS.pad_to: [(1, VALUE, "length", "at least 2", "1"), (2.5, TYPE, "length")],
    lambda tokens: nv.PaddedBatch.from_vectors(ONE, tokens): [
        ([["a"]], VALUE, "tokens", "[2]", "[1]"), ([["a", "b"], ["c"]], VALUE, "tokens", "[2]", "[2, 1]"),
        (["ab"], TYPE, "tokens", "'ab'"), ("ab", TYPE, "tokens", "'ab'"),
    ],
    nv.PaddedBatch.from_vectors: [([[[1.0]], [[1.0, 2.0]]], VALUE, "vectors", "[1, 2]")],
    lambda change: nv.PaddedBatch(**PARTS | change): [
        ({"values": PADS.values + 1.0}, VALUE, "values", "zeros"), ({"mask": ~PADS.mask}, VALUE, "mask"),
        ({"mask": PADS.mask[:, ::-1]}, VALUE, "mask"), ({"lengths": [2, 2]}, VALUE, "lengths", "[1, 2]", "[2, 2]"),
        ({"lengths": [1, 2, 3]}, VALUE, "lengths"), ({"lengths": "12"}, TYPE, "lengths"),
        ({"tokens": (("a",), ("a", "b"))}, VALUE, "tokens", "2 × 2"), ({"tokens": ("ab", "ab")}, TYPE, "tokens"),
        ({"tokens": 4}, TYPE, "tokens", "int 4"),
    ],
    lambda how: nv.Table.of(**{"data": TABLE} | how): [
        ({"rows": ["a"]}, VALUE, "rows", "3 names", "1"), ({"columns": "ab"}, TYPE, "columns", "'ab'"),
        ({"data": nv.Table.of(TABLE), "rows": ["a"]}, VALUE, "rows", "3 names", "1"),
        ({"data": {}}, VALUE, "data", "empty mapping"), ({"data": {"a": 1}}, VALUE, "data['a']", "1 axes"),
        ({"data": {"a\ud83d": [1]}}, VALUE, "columns", "whole characters", "a\\ud83d"),
        ({"data": {"a": [1, 2], "b": [1]}}, VALUE, "data", "'a': 2", "'b': 1"),
        ({"mask": np.ones((3, 2), bool)}, VALUE, "mask", "(3,)", "(3, 2)"),
        ({"mask": [1, 0, 1]}, TYPE, "mask", "booleans"),
    ],
    lambda batch: nv.RunningStatistics().update(**batch): [  # as torch does
        ({"x": [[1.0, 2.0]]}, VALUE, "x", "more than 1 row"), ({"x": [[[1.0, 2.0]]]}, VALUE, "x", "more than 1 row"),
        ({"x": TABLE, "mask": [True, False, False]}, VALUE, "x", "more than 1 row"),
    ],
    lambda start: nv.RunningStatistics(**start): [
        ({"start_mean": [1.0, 2], "start_var": [1.0] * 3}, VALUE, "start_var", "3"),
        ({"start_var": -1.0}, VALUE, "start_var", "-1.0"),
    ],
    lambda features: seeded_embedding("tea", features): [
        (0, VALUE, "features: ", "at least 1"), (10**12, VALUE, "features: ", "memory", "int 1000000000000"),
    ],
}  # fmt: skip


@each(
    [((call, *case),) for call, cases in UNFIT.items() for case in cases], name=lambda case: repr(case[0][1:])
)
def test_what_does_not_fit_is_refused_with_the_argument_and_the_reason(case):
    call, given, error, *words = case
    refused(lambda: call(given), error, *words)


@each([(name, shape) for name in ("gamma", "beta") for shape in ((1,), (3,), (3, 2), (1, 2))])
def test_gamma_and_beta_are_one_number_or_one_a_feature(argument, shape):
    affine = {argument: np.ones(shape)}
    for norm in (nv.batch_norm, nv.layer_norm, nv.RunningStatistics().normalize):
        refused(lambda norm=norm: norm(TABLE, **affine), ValueError, argument, "(2,)", str(shape))


@each([{"start_mean": [1.0, 2.0, 3.0]}, {"start_var": [1.0, 2.0, 3.0]}])
def test_running_statistics_refuse_what_does_not_fit_their_memory(start):
    for call in (nv.RunningStatistics(**start).update, nv.RunningStatistics(**start).normalize):
        refused(lambda call=call: call(TABLE), ValueError, "x", "3 features", "2")
