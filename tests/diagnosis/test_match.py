"""A convention in words: what was done, and what to change to get torch's answer."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.diagnosis import diagnose
from normviz.diagnosis.conventions import EPS_OF_FLOAT32
from normviz.drawing.numbers import fixed
from tests.each import each
from tests.sentences import are_calm

TABLE = np.array([[1.0, 20, 4, 0.3], [5, 26, 8, 0.5], [9, 10, 15, 0.9], [2, 7, 8, 0.2]])
BLOCK = np.random.default_rng(0).normal(3, 2, size=(2, 3, 2))
REAL = np.array([[True, True, False], [True, True, True]])
PADDED = np.where(REAL[..., None], BLOCK, 0)


def normed(x, axis=0, *, eps=1e-5, **how):
    return nv.normalize(x, axis, eps=eps, **how).y


def root_mean_square(x):
    return np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5)


OVER = "mean subtracted; divided by σ with the variance over n; ε "
SUBTRACTED = OVER + "1e-05 inside the root."
ALREADY = "This is already torch.nn.BatchNorm1d's answer in training"
FOR = "For torch.nn.BatchNorm1d's answer: "
ROOT, OVER_N = "divide by √(σ² + ε)", "divide the variance by n: ddof=0 in NumPy, correction=0 in torch"
EPS, MEAN, POOL = "add ε = 1e-5 inside the root", "subtract the mean", "pool down each feature's column"
AFFINE = "set γ to 1 and β to 0, or give the layer these γ and β as weight and bias"
OF_LAYER = "For torch.nn.LayerNorm's answer: "
OF_RMS = "This is already the answer of torch.nn.RMSNorm with eps=1e-05. "
IN_EVALUATION = "call layer.train() if the layer was in evaluation mode; else "
OR_EPS = "use ε = 1e-5 in place of 0.001, or give the layer eps=0.001"
INSIDE = "put ε = 1e-5 inside the root, not outside"
NEW = torch.nn.BatchNorm1d(4, dtype=torch.float64).eval()
RUNNING = "its running mean is 0 and its running variance 1"
SQUARES = ((TABLE - TABLE.mean(0)) ** 2).sum(0)
NO_EPS = "no ε, or one too small to show here (up to "
ROWS_RMS = "mean not subtracted; divided by the root of the mean square; ε 1e-05 inside the root"
# result, what was done, what to change
OF_TABLE = [
    (normed(TABLE), f"Pool: each column (axis 0); {SUBTRACTED}", ALREADY),
    (normed(TABLE, 1), f"Pool: each row (axis 1); {SUBTRACTED}", "This is already torch.nn.LayerNorm's answer"),
    (normed(TABLE, (0, 1)), f"Pool: the whole table; {SUBTRACTED}", FOR + POOL),
    (normed(TABLE, correction=1), "divided by σ with the variance over n − 1; ε 1e-05 inside the root.",
     FOR + OVER_N),
    (normed(TABLE, eps=1e-3), f"Pool: each column (axis 0); {OVER}0.001 inside the root.", FOR + OR_EPS),
    ((TABLE - TABLE.mean(0)) / (TABLE.std(0) + 1e-3), f"Pool: each column (axis 0); {OVER}0.001 outside the root.",
     FOR + INSIDE),
    (normed(TABLE, eps=0.1), f"Pool: each column (axis 0); {OVER}0.1 inside the root.",
     f"{FOR}use ε = 1e-5 in place of 0.1, or give the layer eps=0.1"),
    ((TABLE - TABLE.mean(0)) / (TABLE.std(0, ddof=1) + 1e-5), "1e-05 outside the root.", f"{FOR}{OVER_N}; {INSIDE}"),
    (TABLE / root_mean_square(TABLE), f"Pool: each row (axis 1); {ROWS_RMS}.", f"{OF_RMS}{OF_LAYER}{MEAN}; {ROOT}"),
    (TABLE / TABLE.std(0), "Pool: each column (axis 0); mean not subtracted; divided by σ with the variance over n; "
     f"{NO_EPS}1e-12 inside the root or 1e-12 outside the root).", f"{FOR}{MEAN}; {EPS}"),
    ((TABLE - TABLE.min(0)) / np.ptp(TABLE, 0), "Pool: each column (axis 0); divided by max − min, after subtracting "
     "the min (min–max scaling).", f"{FOR}{MEAN}; {ROOT}"),
    (TABLE - TABLE.mean(0), "Pool: each column (axis 0); mean subtracted; not divided by anything.", FOR + ROOT),
    (NEW(torch.tensor(TABLE)), f"A new batch norm in evaluation mode: {RUNNING}; ε 1e-05 inside the root.",
     f"{FOR}{IN_EVALUATION}{MEAN}; {ROOT}"),
    (TABLE, f"Nothing was done: the result is x itself. Or a new batch norm in "
     f"evaluation mode did it: {RUNNING}.", f"{FOR}{IN_EVALUATION}{MEAN}; {ROOT}"),
    ((TABLE - TABLE.mean(0)) / np.sqrt(SQUARES), "divided by the root of the sum of squares, not of their mean; "
     f"{NO_EPS}1e-12 inside the root or 1e-12 outside the root).",
     f"{FOR}divide the sum of squares by n before you take its root; {EPS}"),
    ((TABLE - TABLE.mean(0)) / TABLE.var(0), "divided by the variance σ² (over n), not by its root σ; "
     f"{NO_EPS}1e-12 added to σ²).", f"{FOR}take the root of the variance: {ROOT}"),
    ((TABLE - TABLE.mean(0)) / (TABLE.var(0, ddof=1) + 1e-3), "divided by the variance σ² (over n − 1), not by its "
     "root σ; ε 0.001 added to σ².", f"{FOR}take the root of the variance: {ROOT}; {OVER_N}"),
    (normed(TABLE).round(2), f"{NO_EPS}1e-05 inside the root or 1e-05 outside the root).", ALREADY),
    (normed(TABLE, 1) * [2, 3, 4, 5] + 1, "Pool: each row (axis 1); mean subtracted; divided by σ (n or n − 1 cannot "
     "be told: γ takes it up); ε 1e-05 inside the root; then γ = (2.0000, 3.0000, 4.0000, 5.0000) and β = (1.0000, "
     "1.0000, 1.0000, 1.0000), fitted one a feature.", OF_LAYER + AFFINE),
    (TABLE / root_mean_square(TABLE) * [2, 3, 4, 5], f"{ROWS_RMS}; then γ = (2.0000, 3.0000, 4.0000, 5.0000) and β = "
     "(0.0000, 0.0000, 0.0000, 0.0000), fitted one a feature.", f"{OF_LAYER}{MEAN}; {ROOT}; {AFFINE}"),
    (normed(TABLE) * [2, 3, -4, 5] + 1, "Each column is x times one number plus one number. Batch norm in training "
     "gives this with γ = (2.0000, 3.0000, −4.0000, 5.0000) and β = (1.0000, 1.0000, 1.0000, 1.0000), taking n and "
     "ε = 1e-5. Which it was, over which pool, with n or n − 1 and which ε, cannot be told: any fixed scaling of each "
     "column does the same.", FOR + IN_EVALUATION + AFFINE),
]  # fmt: skip


@each(OF_TABLE)
def test_what_was_done_to_a_table_is_said_and_what_to_change(result, done, change):
    (match,) = diagnose(TABLE, result).matches
    assert match.words == done or match.words.endswith((f"; {done}", f"; ε {done}"))
    assert match.change == change
    are_calm(match.words, match.change)


@each(
    [
        ((0, 1), "each feature, over all tokens of all sentences (axes 0 and 1)", ALREADY),
        (2, "each token's own row (axis 2)", "This is already torch.nn.LayerNorm's answer, and "
         "torch.nn.InstanceNorm1d's if x is (N, C, L)"),
        (1, "each feature of each sentence (axis 1), as instance norm",
         f"This is already the answer of torch.nn.InstanceNorm1d to x.transpose(1, 2) (if x is (N, C, L), of a "
         f"layer norm over C). {FOR}{POOL}"),
        ((1, 2), "each whole sentence (axes 1 and 2), as LayerNorm over (L, D)",
         f"This is already the answer of torch.nn.LayerNorm over (L, D). {FOR}{POOL}"),
        ((0, 1, 2), "the whole block", FOR + POOL),
        (0, "each feature at each place in the sentence (axis 0)", FOR + POOL),
        ((0, 2), "each index of axis 1 (axes 0 and 2), torch's layout (N, C, L)", f"{FOR}{POOL}, if your features "
         "stand last (if x is (N, C, L), this is BatchNorm1d's pool already)"),
    ]
)  # fmt: skip
def test_what_was_done_to_a_block_is_said_and_what_to_change(axis, pool, change):
    (match,) = diagnose(BLOCK, normed(BLOCK, axis)).matches
    assert (match.words, match.change) == (f"Pool: {pool}; {SUBTRACTED}", change)
    again = {2: 2, (0, 2): (0, 2)}.get(axis, (0, 1))
    np.testing.assert_allclose(eval(match.line, {"x": BLOCK, "np": np}), normed(BLOCK, again), atol=1e-12)


def test_what_a_layer_does_in_evaluation_mode_is_named_with_its_running_statistics():
    layer = torch.nn.BatchNorm1d(4, dtype=torch.float64)
    layer(torch.tensor(TABLE[::-1] * 2.5))
    (match,) = diagnose(TABLE, layer.eval()(torch.tensor(TABLE))).matches
    mean, variance = (f"({', '.join(map(fixed, kept))})" for kept in (layer.running_mean, layer.running_var))
    assert f"γ = 1 and β = 0, with running mean {mean} and running variance {variance}." in match.words
    assert match.change == FOR + IN_EVALUATION + AFFINE
    assert not match.told
    (told,) = diagnose(TABLE, layer.train()(torch.tensor(TABLE))).matches
    assert told.told


def test_running_statistics_belong_to_the_channels_and_small_ones_are_no_zeros():
    layer = torch.nn.BatchNorm1d(3, dtype=torch.float64).eval()
    layer.running_var *= torch.tensor([2e-6, 3e-6, 4e-6])
    (match,) = diagnose(BLOCK, layer(torch.tensor(BLOCK))).matches
    assert match.words.startswith("Each index of axis 1 is x times one number")
    assert "running variance (2·10⁻⁶, 3·10⁻⁶, 4·10⁻⁶)" in match.words


def test_no_layer_is_said_to_be_right_where_a_gamma_or_a_beta_had_to_be_fitted():
    (match,) = diagnose(TABLE, TABLE / root_mean_square(TABLE) * [2, 3, 4, 5] + [1, 0, 2, 0]).matches
    assert (match.divisor, "already" in match.change) == ("rms", False)


def test_one_row_alone_is_no_answer_of_a_batch_norm_in_training():
    with pytest.raises(ValueError, match="more than 1 value per channel"):
        torch.nn.BatchNorm1d(3)(torch.ones(1, 3))
    first = diagnose([[1.0, 2, 3]], [[0.0, 0, 0]]).matches[0]
    assert first.change.startswith("torch.nn.BatchNorm1d refuses to train on one row alone")


def test_the_layers_of_torch_are_told_that_they_are_right():
    x = torch.tensor(TABLE / 1e3, dtype=torch.float32)
    (match,) = diagnose(x, torch.nn.RMSNorm(4)(x)).matches
    assert match.change.startswith("This is already the answer of torch.nn.RMSNorm. For")
    assert match.eps == (("inside", EPS_OF_FLOAT32),)
    block = torch.tensor(BLOCK)
    (match,) = diagnose(block, torch.nn.InstanceNorm1d(2)(block.transpose(1, 2)).transpose(1, 2)).matches
    assert "InstanceNorm1d to x.transpose(1, 2)" in match.change


def test_of_a_column_as_of_a_list_the_whole_is_the_pool():
    (column,) = diagnose(TABLE[:, :1], normed(TABLE[:, :1])).matches
    assert column.pool == "columns"
    (match,) = diagnose(TABLE[:, 0], normed(TABLE[:, 0])).matches
    assert (match.pool, match.words) == ("columns", f"Pool: the whole list; {SUBTRACTED}")
    assert match.line == "(x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-5)"


@pytest.mark.parametrize(
    ("mask", "pads", "change"),
    [
        (None, "pads in the pool", ALREADY),
        (
            REAL,
            "pads left out of the pool",
            f"{FOR}let the pads into the pool, since it knows no mask (a loss, not a gain)",
        ),
    ],
)
def test_the_place_of_the_pads_is_said(mask, pads, change):
    (match,) = diagnose(PADDED, normed(PADDED, (0, 1), mask=mask), mask=REAL).matches
    pool = "each feature, over all tokens of all sentences (axes 0 and 1)"
    assert (match.words, match.change) == (f"Pool: {pool}; {pads}; {SUBTRACTED}", change)


def test_places_of_epsilon_that_agree_are_all_named():
    x = np.array([[1e3, 4e3], [3e3, 5e3], [8e3, 9e3]])
    (match,) = diagnose(x, normed(x).round(4)).matches
    assert match.words.endswith("; ε cannot be told (any usual one fits, and none at all).")


def test_places_of_epsilon_that_agree_without_none_are_named_one_by_one():
    x = np.array([[0, 2], [1, 3], [0, 3], [1, 2]])  # σ = 0.5, where √(σ² + ε) ≈ σ + ε
    (match,) = diagnose(x, normed(x, eps=1e-3).round(4)).matches
    both = "; ε 0.001 inside the root, or ε 0.001 outside the root, which cannot be told apart here."
    assert match.words.endswith(both)


def test_a_diagnosis_says_how_many_conventions_agree_and_how_exactly_the_result_is_known():
    one = diagnose(TABLE, normed(TABLE).round(4))
    assert one.headline == "1 convention reproduces this result"
    assert one.text.endswith("The result is taken as known to 4 decimals.")
    assert (one.precision, one.refused, one.nearest, one.difference) == ("to 4 decimals", False, None, None)
    (match,) = one.matches
    assert match.words in one.text
    assert f"{match.change}:\n" in one.text
    assert match.line in one.text
    two = diagnose(BLOCK[:1], normed(BLOCK[:1], 1))
    assert two.headline == f"{len(two.matches)} conventions reproduce this result"
    same = "\nOn this input they give the same numbers, and the numbers cannot tell which it was.\n"
    assert same in two.text
    assert all(match.words in two.text for match in two.matches)
    assert "Not tried: group norm; " in diagnose(BLOCK, BLOCK[::-1] ** 2).text
    none = diagnose(TABLE, TABLE[::-1] ** 2)
    assert "Not tried" not in none.text
    assert none.headline == "None of the known conventions reproduces this result"
    assert (none.matches, none.precision, none.nearest) == ((), "to 2 decimals", None)
    are_calm(one.text, two.text, none.text)


def test_that_nothing_was_done_is_said_before_what_does_the_same():
    (match,) = diagnose(TABLE / 3, TABLE / 3).matches
    assert (match.words, match.change) == (
        "Nothing was done: the result is x itself.",
        f"{FOR}{MEAN}; {ROOT}",
    )
    ready = [[-1.0, 1], [1, -1], [-1, 1], [1, -1]]
    assert [m.divisor for m in diagnose(ready, ready).matches][:2] == ["none", "n"]


def test_a_new_batch_norm_with_keras_epsilon_is_named_in_evaluation_mode():
    (match,) = diagnose(TABLE, TABLE / np.sqrt(1 + 1e-3)).matches
    assert match.words.startswith("A new batch norm in evaluation mode")
    assert match.eps == (("inside", 1e-3),)


@each([(3.0,), (0.1,), (7e5 + 0.1,)])
def test_a_sigma_of_0_taken_as_1_is_named_beside_a_tiny_epsilon(constant):
    x = np.c_[TABLE, np.full(4, constant)]
    sigma = np.array([*TABLE.std(0), 1])  # as scikit-learn's StandardScaler
    (match,) = diagnose(x, (x - x.mean(0)) / sigma).matches
    assert "or no ε, and 1 in place of a σ of 0, as scikit-learn's StandardScaler does" in match.words
    assert match.change == FOR + EPS
    assert "scikit-learn" not in diagnose(x, normed(x)).text
    assert "scikit-learn" not in diagnose(TABLE, normed(TABLE, eps=0)).text


@each([(REAL,), (REAL[::-1],)])
def test_a_layer_norm_is_named_once_whatever_the_mask_hides(mask):
    matches = diagnose(BLOCK, normed(BLOCK, 2), mask=mask).matches
    assert [(m.pool, m.pads) for m in matches] == [("rows", None)]
    assert "pads" not in matches[0].words
    masked = diagnose(TABLE, normed(TABLE, 1), mask=[True, True, False, True]).matches
    assert [(m.pool, m.pads) for m in masked] == [("rows", None)]


@each([(ddof, place) for ddof in (0, 1) for place in ("inside", "outside", "absent")])
def test_a_forgotten_keepdims_on_a_square_table_is_named(ddof, place):
    var = TABLE.var(axis=1, ddof=ddof)
    below = {"inside": np.sqrt(var + 1e-5), "outside": np.sqrt(var) + 1e-5, "absent": np.sqrt(var)}[place]
    (match,) = diagnose(TABLE, (TABLE - TABLE.mean(axis=1)) / below).matches
    assert (match.pool, match.divisor, match.gamma) == ("rows on columns", ("n", "n - 1")[ddof], None)
    assert "each row (axis 1), but with its μ and σ used on the column of the same number" in match.words
    assert match.change.startswith(f"{OF_LAYER}keep the axis of the means: keepdims=True")
    assert "axis=-1, keepdims=True" in match.line
    assert "rows on columns" not in str(diagnose(TABLE, normed(TABLE)).tried)
    are_calm(match.words, match.change)


def test_of_a_list_the_norms_of_one_row_are_named_as_well():
    x = torch.tensor(TABLE[:, 1])
    for layer, already in (
        (torch.nn.LayerNorm(4), f"{ALREADY}, and torch.nn.LayerNorm's if the list is one row"),
        (torch.nn.RMSNorm(4, eps=1e-5), OF_RMS + FOR),
    ):
        assert diagnose(x, layer.double()(x)).matches[0].change.startswith(already)
