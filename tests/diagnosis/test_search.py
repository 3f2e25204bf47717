"""The search for a convention: which were tried and how far off they are, free γ and β, large input, hidden cells."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.diagnosis import diagnose
from normviz.diagnosis.tries import SAMPLE
from tests.each import each
from tests.sentences import are_calm

RNG = np.random.default_rng(21)
TABLE = RNG.normal(3, 2, size=(6, 4))
BLOCK = RNG.normal(3, 2, size=(4, 5, 3))
GAMMA, BETA = np.array([2.0, 3, -4, 5]), np.array([1.0, 0, 2, -1])


def test_every_pool_divisor_and_place_of_epsilon_was_tried():
    tried = diagnose(TABLE, nv.batch_norm(TABLE).y.round(4)).tried
    pools = {"columns": 0, "rows": 1, "all": (0, 1)}
    places = ("inside", "absent", "outside")
    assert [t[:3] for t in tried] == [(p, d, e) for p in pools for d in ("n", "n - 1") for e in places]
    for t in tried:
        sigma = TABLE.std(axis=pools[t.pool], ddof=t.divisor == "n - 1", keepdims=True)
        by_hand = (TABLE - TABLE.mean(axis=pools[t.pool], keepdims=True)) / sigma
        off = np.abs(by_hand - nv.batch_norm(TABLE).y).max()
        assert t.difference == pytest.approx(off, abs=5e-3)  # of five sizes of ε the nearest counts
        assert t.fits == ((t.pool, t.divisor) == ("columns", "n"))
    hidden = diagnose(BLOCK, nv.layer_norm(BLOCK).y, mask=np.arange(5) < np.array([[5], [2], [3], [4]])).tried
    assert len(hidden) == 8 * 2 * 3
    assert {(t.pool, t.divisor) for t in hidden if t.fits} == {("rows", "n")}


@pytest.mark.parametrize("hidden", [[], [2], [0, 5]])
@pytest.mark.parametrize(("norm", "pool"), [(nv.layer_norm, "rows"), (nv.batch_norm, "columns")])
def test_gamma_and_beta_are_found_whatever_stands_in_hidden_rows(norm, pool, hidden):
    shown = ~np.isin(np.arange(6), hidden)
    result = norm(TABLE, gamma=GAMMA, beta=BETA).y.round(6)
    result[hidden] = 99
    (match,) = [m for m in diagnose(TABLE, result, mask=shown).matches if m.pads != "out"][:1]
    assert (match.pool, match.divisor, match.centred) == (pool, "n", True)
    np.testing.assert_allclose(match.gamma, GAMMA, atol=1e-4)
    np.testing.assert_allclose(match.beta, BETA, atol=1e-4)
    np.testing.assert_allclose(match.predicted[shown], result[shown], atol=1e-4)


def test_in_torchs_layout_gamma_and_beta_belong_to_the_middle_axis():
    gamma, beta = np.array([2.0, 3, 4, -5, 6])[:, None], np.array([1.0, 0, 2, -1, 3])[:, None]
    result = nv.normalize(BLOCK, (0, 2)).y * gamma + beta
    (match,) = diagnose(BLOCK, result.round(5)).matches
    assert match.pool == "channels first"
    np.testing.assert_allclose(match.gamma, gamma.ravel(), atol=1e-4)
    np.testing.assert_allclose(match.beta, beta.ravel(), atol=1e-4)
    np.testing.assert_allclose(match.predicted, result, atol=1e-4)
    features = diagnose(BLOCK, nv.batch_norm(BLOCK, gamma=[2, 3, -4], beta=[1, 0, 2]).y.round(5)).matches
    assert [m.pool for m in features] == ["columns"]


def test_statistics_averaged_over_batches_are_told_from_those_of_each_batch():
    mean, sigma = BLOCK.mean(axis=1, keepdims=True), BLOCK.std(axis=1, keepdims=True)
    (averaged,) = diagnose(BLOCK, (BLOCK - mean.mean(axis=0)) / sigma.mean(axis=0)).matches
    assert (averaged.pool, averaged.centred, averaged.divisor) == ("batches averaged", True, "n")
    assert averaged.eps[0] == ("absent", 0.0)
    (root,) = diagnose(BLOCK, BLOCK / np.sqrt((BLOCK**2).mean(axis=1, keepdims=True))).matches
    assert (root.pool, root.divisor) == ("sentence features", "rms")


@each(
    [
        ((2, 3), None, True),
        ((3, 3), None, False),
        ((5,), None, False),
        ((5,), [True, False, True, False, False], True),
    ]
)
def test_where_gamma_and_beta_cannot_be_tested_it_is_said(shape, mask, said):
    rng = np.random.default_rng(33)
    x, result = rng.normal(size=shape), 5 + rng.normal(size=shape) ** 3
    found = diagnose(x, result, mask=mask)
    assert found.matches == ()
    words = "A γ and a β fit any column of one or two rows, so they cannot be tested here."
    assert (words in found.text) == said
    are_calm(found.text)


@pytest.mark.parametrize(("x", "place", "at"), [(TABLE, (3, 1), "(3, 1)"), (BLOCK, (2, 4, 0), "(2, 4, 0)")])
def test_the_nearest_convention_is_named_with_the_place_where_it_is_off_most(x, place, at):
    result = nv.batch_norm(x).y
    result[place] += 0.01
    found = diagnose(x, result)
    lines = found.text.splitlines()
    assert lines[1] == f"The nearest is off by up to {found.difference:.4g}, at index {at}:"
    assert lines[2].endswith(found.nearest.words)
    assert found.nearest.pool == "columns"
    assert found.difference == pytest.approx(0.01, abs=1e-3)
    assert lines[-1] == f"The result is taken as known {found.precision}."


@each(
    [
        (eps, place, decimals)
        for eps in (0.0078125, 3e-4)
        for place in ("inside", "outside")
        for decimals in (4, None)
    ]
)
def test_an_epsilon_that_is_in_no_list_is_solved_for(eps, place, decimals):
    x = RNG.normal(0, [0.1, 1, 3, 0.5], (12, 4))
    for ddof in (0, 1):
        var = x.var(0, ddof=ddof)
        result = (x - x.mean(0)) / (np.sqrt(var + eps) if place == "inside" else np.sqrt(var) + eps)
        (match,) = diagnose(x, result if decimals is None else result.round(decimals)).matches
        assert (match.divisor, match.gamma) == (("n", "n - 1")[ddof], None)
        assert match.eps == ((place, pytest.approx(eps, rel=1e-9 if decimals is None else 0.01)),)


@each([(TABLE, (3, 1), "(3, 1)"), (TABLE.ravel(), (5,), "5")])
def test_a_number_that_is_not_finite_is_pointed_at_unless_it_is_explained(x, place, at):
    result = nv.normalize(x, 0).y
    result[place] = np.nan
    found = diagnose(x, result)
    said = f"1 of its numbers are not finite; the first is nan, at index {at}. A σ of 0 without ε"
    assert said in found.text
    assert (found.matches, found.nearest, found.difference) == ((), None, None)
    assert found.precision == "to float64 precision"
    endless = np.full(x.shape, np.inf)
    assert f"{x.size} of its numbers are not finite; the first is inf" in diagnose(x, endless).text
    mask = np.ones(x.shape, bool)
    mask[place] = False
    assert diagnose(x, np.where(mask, nv.normalize(x, 0, mask=mask).y, np.nan), mask=mask).matches


@pytest.mark.exhaustive
@each([(SAMPLE - 1,), (SAMPLE,), (SAMPLE + 1,), (3 * SAMPLE,)])
def test_every_row_of_a_long_table_counts(rows):
    x = np.random.default_rng(rows).normal(size=(rows, 3))
    result = nv.layer_norm(x).y
    assert [m.pool for m in diagnose(x, result).matches] == ["rows"]
    for row in range(0, rows, 7):
        spoiled = result.copy()
        spoiled[row, 2] += 0.5
        found = diagnose(x, spoiled)
        assert found.matches == ()
    mask = np.arange(rows) > 1
    spoiled[:2] = 7
    if row > 1:
        assert diagnose(x, spoiled, mask=mask).matches == ()
    result[:2] = 7
    assert [m.pool for m in diagnose(x, result, mask=mask).matches] == ["rows"]


@each([(seed,) for seed in range(20)])
def test_what_is_printed_of_a_float32_is_named_though_it_looks_more_exact(seed):
    x = np.random.default_rng(seed).integers(0, 20, size=(6, 3)).astype(float)
    for correction, divisor in enumerate(("n", "n - 1")):
        result = torch.tensor(x, dtype=torch.float32)
        result = (result - result.mean(0)) / torch.sqrt(result.var(0, correction=correction) + 1e-5)
        printed = np.array([[float(f"{v:.8f}") for v in row] for row in result.tolist()])
        found = diagnose(x, printed)
        assert [(m.divisor, m.gamma) for m in found.matches] == [(divisor, None)]


def test_where_x_had_to_be_taken_as_rounded_it_is_said():
    x = np.array([[0.12345, 3], [0.12514, 4], [0.12391, 8]])
    found = diagnose(x.round(4), nv.batch_norm(x).y.round(4))
    assert found.matches[0].pool == "columns"
    assert found.text.endswith("The result is taken as known to 4 decimals, and x to 4.")
    exact = diagnose(x, nv.batch_norm(x).y.round(4))
    assert exact.text.endswith("The result is taken as known to 4 decimals.")


def test_of_very_many_rows_the_rounding_of_their_sums_is_allowed_for():
    x = torch.randn(10**5, 2, generator=torch.Generator().manual_seed(0)) * 3 + 20
    by_hand = (x - x.mean(0)) / x.std(0)
    for result in (torch.nn.BatchNorm1d(2)(x), by_hand):
        assert {m.divisor for m in diagnose(x, result).matches} == {"n", "n - 1"}


def test_only_rows_wider_than_the_table_is_long_are_taken_for_columns():
    wide, square, tall = TABLE[:2], TABLE[:4], TABLE
    found = [diagnose(x, nv.layer_norm(x).y) for x in (wide, TABLE[:3], square, tall)]
    said = ["transposed tables" in one.text for one in found]
    assert said == [True, True, False, False]
    assert "transposed tables" not in diagnose(BLOCK[:1, :2], nv.layer_norm(BLOCK[:1, :2]).y).text
    assert "transposed tables" not in diagnose(wide, nv.batch_norm(wide).y).text


@each([(ddof, outside, eps) for ddof in (0, 1) for outside in (False, True) for eps in (1e-3, 1e-4)])
def test_n_minus_1_and_an_epsilon_that_shows_are_named_beside_gamma_and_beta(ddof, outside, eps):
    x = TABLE / 30
    var = x.var(axis=1, ddof=ddof, keepdims=True)
    below = np.sqrt(var) + eps if outside else np.sqrt(var + eps)
    result = (x - x.mean(axis=1, keepdims=True)) / below * GAMMA + BETA
    (match,) = diagnose(x, result).matches
    assert (match.pool, match.divisor) == ("rows", ("n", "n - 1")[ddof])
    assert match.eps == (("outside" if outside else "inside", eps),)
    np.testing.assert_allclose(match.gamma, GAMMA, atol=1e-6)


def test_an_unusual_epsilon_that_a_rounded_x_may_have_made_up_is_not_said_without_this():
    note = "If x was rounded as well, to 4 decimals, ε may be 1e-5 or absent."
    x = np.array([[-0.1664369401], [0.5974509658], [-1.3996468288]])
    found = diagnose(x.round(4), nv.batch_norm(x).y.round(4))
    assert found.matches[0].eps == (("outside", 1e-5),)
    assert note in found.text
    assert note not in diagnose(x.round(4), nv.batch_norm(x.round(4)).y.round(4)).text
    assert note not in diagnose(x.round(4), nv.batch_norm(x.round(4), eps=0.1).y.round(4)).text


def test_predictions_that_are_almost_the_same_are_no_evidence_for_a_gamma_and_a_beta():
    pairs = np.array([[0, 3], [1, 4], [5, 0]])  # layer norm of two features gives almost ±1
    assert diagnose(pairs, [[-1, 2], [-1, 2], [0, 1]]).matches == ()


def _slips(x, kept):
    d, var, low, high = x - x.mean(**kept), x.var(**kept), x.min(**kept), x.max(**kept)
    sample = x.var(ddof=1, **kept)
    quarters = np.quantile(x, (0.25, 0.5, 0.75), **kept)
    return {
        "σ⁴": d / (var + 1e-3) ** 2,
        "σ⁴, n - 1": d / sample**2,
        "√σ": d / np.sqrt(np.sqrt(var) + 1e-3),
        "√σ, n - 1": d / sample**0.25,
        "× σ": d * np.sqrt(var),
        "× σ, n - 1": d * np.sqrt(sample),
        "√ε": d / np.sqrt(1e-5),
        "mean range": d / (high - low + 1e-3),
        "-1 to 1": 2 * (x - low) / (high - low) - 1,
        "largest": x / high,
        "largest size": x / np.abs(x).max(**kept),
        "quartiles": (x - quarters[1]) / (quarters[2] - quarters[0]),
        "deviation": d / np.abs(d).mean(**kept),
        "absolute sum": x / np.abs(x).sum(**kept),
        "other count": d / np.sqrt((d**2).sum(**kept) / x.shape[-1 if kept["axis"] == 0 else 0]),
    }


@pytest.mark.exhaustive
@each([(seed, axis, decimals) for seed in range(3) for axis in (0, 1) for decimals in (5, None)])
def test_slips_in_the_power_and_scalings_that_are_no_norm_are_named(seed, axis, decimals):
    x = np.random.default_rng(seed).normal(-1, 2, size=(6, 4))
    for divisor, result in _slips(x, {"axis": axis, "keepdims": True}).items():
        found = diagnose(x, result if decimals is None else result.round(decimals))
        assert [(m.pool, m.divisor) for m in found.matches] == [(("columns", "rows")[axis], divisor)]
        (match,) = found.matches
        np.testing.assert_allclose(match.predicted, result, atol=1e-4)
        assert match.gamma is None
        are_calm(found.text)


@each([(correction, eps) for correction in (0, 1) for eps in (1e-3, 1e-5)])
def test_an_epsilon_behind_the_division_is_named(correction, eps):
    result = nv.normalize(TABLE, 0, correction=correction, eps=0).y + eps
    (match,) = diagnose(TABLE, result).matches
    assert match.eps == (("quotient", eps),)
    assert match.divisor == ("n", "n - 1")[correction]
    assert "not behind it" in match.change


def test_pads_that_are_left_out_of_one_statistic_alone_are_named():
    mask = np.arange(5) < np.array([[5], [3], [4], [2]])
    x = np.where(mask, BLOCK[..., 0], 0)
    real = nv.normalize(x, 1, mask=mask)
    mean, sigma = x.mean(1, keepdims=True), x.std(1, keepdims=True)
    for result, alone in (((x - real.mean) / sigma, "mean"), ((x - mean) / np.sqrt(real.var), "variance")):
        (match,) = diagnose(x, result, mask=mask).matches
        assert (match.pool, match.pads) == ("rows", f"out of the {alone} alone")
        assert f"pads left out of the {alone} alone" in match.words


GROUPS = np.array([0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 2, 1, 3])  # the last has one row: 0 ÷ 0 where n − 1 is taken


@each([(ddof, decimals) for ddof in (0, 1) for decimals in (None, 4)])
def test_rows_that_fall_into_groups_with_a_mean_of_their_own_are_found(ddof, decimals):
    x = np.random.default_rng(5).normal(50, 10, (13, 3)).round(1)
    result = np.full_like(x, np.nan)
    for group in range(3):
        rows = x[group == GROUPS]
        result[group == GROUPS] = (rows - rows.mean(0)) / rows.std(0, ddof=ddof)
    (match,) = diagnose(x, result if decimals is None else result.round(decimals)).matches
    assert (match.pool, match.divisor) == ("groups of rows", ("n", "n - 1")[ddof])
    assert "(4 groups; the first is rows 0, 3, 6, 7)" in match.words
    np.testing.assert_allclose(match.predicted, result, atol=1e-4)
    assert diagnose(x, result[::-1]).matches == ()


def test_a_layer_norm_over_sentences_with_a_gain_for_each_place_is_told():
    layer = torch.nn.LayerNorm((4, 3), dtype=torch.float64)
    torch.nn.init.normal_(layer.weight, 1, 0.2), torch.nn.init.normal_(layer.bias)
    x = np.random.default_rng(6).normal(size=(20, 4, 3))
    (match,) = diagnose(x, layer(torch.tensor(x)).detach()).matches
    assert (match.pool, match.line) == (
        "sentences",
        "(x - x.mean(axis=(0, 1))) / np.sqrt(x.var(axis=(0, 1)) + 1e-5)",
    )
    np.testing.assert_allclose(match.gamma, layer.weight.detach().ravel())
