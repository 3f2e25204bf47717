"""What contradicts itself is refused in words: which argument, what was expected, what came.

tests/abuse gives every bad value to every argument of every function. Here: good values that do not fit each other.
"""

import numpy as np
import pytest

import normviz as nv
from normviz.padding import seeded_embedding
from tests.each import each

TABLE = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, -1.0]])
BLOCK = np.arange(12.0).reshape(2, 3, 2) ** 1.5
RESULT = nv.batch_norm(TABLE)
EMBEDDING, EYE, ONE = {"a": [1.0, 2.0], "b": [3.0, 4.0]}, np.eye(2), [[[1.0, 2.0], [3.0, 4.0]]]
PADS = nv.PaddedBatch.from_sentences(["a", "a b"], EMBEDDING)
PARTS = {"values": PADS.values, "mask": PADS.mask, "tokens": PADS.tokens, "lengths": PADS.lengths}
HIDDEN = np.array([[True] * 3, [False] * 3])


def back(dy, normalized):
    return (nv.layer_norm_backward if normalized.axis == (1,) else nv.batch_norm_backward)(dy, normalized)


# Function → arguments that do not fit each other, and the words of the ValueError, the argument's name first.
UNFIT = {
    lambda x: nv.batch_norm(x): [
        ([[1, 2], [3, np.nan]], "x", "nan", "index (1, 1)"), (np.ones(3), "x", "(3,)"),
        (np.ones((2, 2, 2, 2)), "np.moveaxis(x, 1, -1).reshape(2, -1, 2)"), ([[1e200], [-1e200]], "x", "overflows"),
    ],
    lambda shape: nv.layer_norm(np.ones(shape)): [((), "x", "(shape ())"), ((2,) * 4, "x", "(2, 2, 2, 2)")],
    lambda shape: nv.instance_norm(np.ones(shape)): [((2, 2), "x", "(2, 2)")],
    lambda axis: nv.normalize(TABLE, axis): [((0, -2), "axis", "none twice")],
    lambda groups: nv.group_norm(BLOCK, groups): [(3, "groups", "divisor")],
    lambda shape: nv.batch_norm(TABLE, gamma=np.ones(shape)): [((3,), "gamma", "(2,)", "(3,)")],
    lambda shape: nv.layer_norm(TABLE, beta=np.ones(shape)): [((1, 2), "beta", "(2,)", "(1, 2)")],
    lambda mask: nv.batch_norm(BLOCK, mask=mask): [
        (np.ones((3, 2), bool), "mask", "(2, 3)", "(3, 2)"), (np.zeros((2, 3), bool), "mask", "real"),
    ],
    lambda mask: nv.batch_norm(TABLE, mask=mask): [(np.array([[True, False]] * 3), "mask", "every pool")],
    lambda mask: nv.group_norm(BLOCK, 1, mask=mask): [(HIDDEN, "mask", "real")],
    lambda mask: nv.self_attention(BLOCK, mask=mask): [(HIDDEN, "mask", "real")],
    lambda correction: nv.batch_norm(TABLE, correction=correction): [(3, "correction", "3 cells")],
    lambda x: nv.batch_norm(x, eps=0): [([[1.0, 2.0], [1.0, 3.0]], "eps", "variance is 0")],
    lambda x: nv.rms_norm(x, eps=0): [([[0.0, 0.0]], "eps", "variance is 0")],
    lambda given: back(*given): [
        ((TABLE.T, RESULT), "dy", "(3, 2)", "(2, 3)"), ((TABLE, nv.rms_norm(TABLE)), "normalized", "layer_norm"),
        ((BLOCK, nv.instance_norm(BLOCK)), "normalized", "(1,)"),
        ((BLOCK, nv.group_norm(BLOCK, 1)), "normalized", "batch_norm"),
    ],
    lambda projections: nv.self_attention(TABLE, projections=projections): [
        ([EYE, EYE], "projections", "2"), ([EYE, np.eye(3), EYE], "projections[1]"),
        ([np.ones((2, 3)), np.ones((2, 4)), EYE], "projections", "3 and 4"),
    ],
    lambda law: nv.padding_law(*law, 0.5): [
        ((1.0, -0.1), "var", "negative"), (([1.0, 2.0], [1.0, 2.0, 3.0]), "var", "(2,)", "(3,)"),
    ],
    lambda sentences: nv.PaddedBatch.from_sentences(sentences, EMBEDDING): [
        (["a", ""], "sentences[1]", "empty"), (["a c"], "embedding", "'c'"),
    ],
    lambda embedding: nv.PaddedBatch.from_sentences([" ".join(embedding)], embedding): [
        ({"a": [1], "b": [1, 2]}, "embedding", "'a': 1", "'b': 2"), ({"a": 3.0}, "embedding['a']", "1 axes"),
    ],
    PADS.pad_to: [(1, "length", "at least 2", "1")],
    lambda tokens: nv.PaddedBatch.from_vectors(ONE, tokens): [([["a"]], "tokens", "[2]", "[1]")],
    nv.PaddedBatch.from_vectors: [([[[1.0]], [[1.0, 2.0]]], "vectors", "[1, 2]")],
    lambda change: nv.PaddedBatch(**PARTS | change): [
        ({"values": PADS.values + 1.0}, "values", "zeros"), ({"mask": PADS.mask[:, ::-1]}, "mask"),
        ({"lengths": [2, 2]}, "lengths", "[1, 2]", "[2, 2]"), ({"tokens": (("a",), ("a", "b"))}, "tokens", "2 × 2"),
    ],
    lambda how: nv.Table.of(**{"data": TABLE} | how): [
        ({"rows": ["a"]}, "rows", "3 names", "1"), ({"data": {"a": [1, 2], "b": [1]}}, "data", "'a': 2", "'b': 1"),
        ({"mask": np.ones((3, 2), bool)}, "mask", "(3,)", "(3, 2)"),
        ({"data": {"a\ud83d": [1]}}, "columns", "whole characters", "a\\ud83d"),
    ],
    lambda batch: nv.RunningStatistics().update(**batch): [  # as torch does
        ({"x": [[1.0, 2.0]]}, "x", "more than 1 row"), ({"x": TABLE, "mask": [True, False, False]}, "x", "1 row"),
    ],
    lambda start: nv.RunningStatistics(**start).normalize(TABLE): [
        ({"start_mean": [1.0, 2], "start_var": [1.0] * 3}, "start_var", "3"),
        ({"start_mean": [1.0, 2, 3]}, "x", "3 features", "2"),
    ],
    lambda features: seeded_embedding("tea", features): [(10**12, "features", "memory", "int 1000000000000")],
}  # fmt: skip


@each(
    [((call, *case),) for call, cases in UNFIT.items() for case in cases], name=lambda case: repr(case[0][1:])
)
def test_what_does_not_fit_is_refused_with_the_argument_and_the_reason(case):
    call, given, *words = case
    with pytest.raises(ValueError, match="expected") as refusal:
        call(given)
    message = str(refusal.value)
    assert [word for word in (*words, "got") if word not in message] == [], message


@each(
    [
        lambda: nv.layer_norm([1e200, -1e200]),
        lambda: nv.rms_norm([1e200, 1.0]),
        lambda: nv.batch_norm([[1.0], [0.0], [0.0]], gamma=1.7e308),
        lambda: nv.RunningStatistics(start_var=1e-300).normalize([[1e300]], eps=0),
        lambda: nv.self_attention(TABLE, projections=[np.full((2, 2), 1e308)] * 3),
        lambda: nv.padding_law(1e200, 1.0, 0.5),
    ]
)
def test_a_result_beyond_float64_is_refused_and_never_comes_out_as_nan(call):
    with pytest.raises(ValueError, match=r"expected.*in float64.*overflows"):
        call()
