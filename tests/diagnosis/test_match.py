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
    (normed(TABLE, eps=1e-3), f"Pool: each column (axis 0); {OVER}0.001 inside the root.", FOR + OR_EPS),
    ((TABLE - TABLE.mean(0)) / (TABLE.std(0, ddof=1) + 1e-5), "1e-05 outside the root.", f"{FOR}{OVER_N}; {INSIDE}"),
    (TABLE / root_mean_square(TABLE), f"Pool: each row (axis 1); {ROWS_RMS}.", f"{OF_RMS}{OF_LAYER}{MEAN}; {ROOT}"),
    ((TABLE - TABLE.min(0)) / np.ptp(TABLE, 0), "Pool: each column (axis 0); divided by max − min, after subtracting "
     "the min (min–max scaling).", f"{FOR}{MEAN}; {ROOT}"),
    (NEW(torch.tensor(TABLE)), f"A new batch norm in evaluation mode: {RUNNING}; ε 1e-05 inside the root.",
     f"{FOR}{IN_EVALUATION}{MEAN}; {ROOT}"),
    (TABLE, f"Nothing was done: the result is x itself. Or a new batch norm in "
     f"evaluation mode did it: {RUNNING}.", f"{FOR}{IN_EVALUATION}{MEAN}; {ROOT}"),
    ((TABLE - TABLE.mean(0)) / np.sqrt(SQUARES), "divided by the root of the sum of squares, not of their mean; "
     f"{NO_EPS}1e-12 inside the root or 1e-12 outside the root).",
     f"{FOR}divide the sum of squares by n before you take its root; {EPS}"),
    ((TABLE - TABLE.mean(0)) / (TABLE.var(0, ddof=1) + 1e-3), "divided by the variance σ² (over n − 1), not by its "
     "root σ; ε 0.001 added to σ².", f"{FOR}take the root of the variance: {ROOT}; {OVER_N}"),
    (normed(TABLE, 1) * [2, 3, 4, 5] + 1, "Pool: each row (axis 1); mean subtracted; divided by σ (n or n − 1 cannot "
     "be told: γ takes it up); ε 1e-05 inside the root; then γ = (2.0000, 3.0000, 4.0000, 5.0000) and β = (1.0000, "
     "1.0000, 1.0000, 1.0000), fitted one a feature.", OF_LAYER + AFFINE),
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


def test_no_layer_is_said_to_be_right_where_a_gamma_or_a_beta_had_to_be_fitted():
    (match,) = diagnose(TABLE, TABLE / root_mean_square(TABLE) * [2, 3, 4, 5] + [1, 0, 2, 0]).matches
    assert (match.divisor, "already" in match.change) == ("rms", False)


def test_the_layers_of_torch_are_told_that_they_are_right():
    x = torch.tensor(TABLE / 1e3, dtype=torch.float32)
    (match,) = diagnose(x, torch.nn.RMSNorm(4)(x)).matches
    assert match.change.startswith("This is already the answer of torch.nn.RMSNorm. For")
    assert match.eps == (("inside", EPS_OF_FLOAT32),)
    block = torch.tensor(BLOCK)
    (match,) = diagnose(block, torch.nn.InstanceNorm1d(2)(block.transpose(1, 2)).transpose(1, 2)).matches
    assert "InstanceNorm1d to x.transpose(1, 2)" in match.change


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


@each([(3.0,), (0.1,), (7e5 + 0.1,)])
def test_a_sigma_of_0_taken_as_1_is_named_beside_a_tiny_epsilon(constant):
    x = np.c_[TABLE, np.full(4, constant)]
    sigma = np.array([*TABLE.std(0), 1])  # as scikit-learn's StandardScaler
    (match,) = diagnose(x, (x - x.mean(0)) / sigma).matches
    assert "or no ε, and 1 in place of a σ of 0, as scikit-learn's StandardScaler does" in match.words
    assert match.change == FOR + EPS
    assert "scikit-learn" not in diagnose(x, normed(x)).text
    assert "scikit-learn" not in diagnose(TABLE, normed(TABLE, eps=0)).text


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
