"""PaddingExplorer: what pads do to μ and σ in the documents' batches, drawn as computed, at every length."""

import re
from pathlib import Path

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.explorers.padding import EXAMPLES, NORMS
from tests.markup import elements_in, tables_in, words_of
from tests.padding_picture import drawn, lead

COUNTED, MASKED, FILLED, LAYER = NORMS
LONG = list(EXAMPLES)[2]
EPS = 1e-5


def normalized(block, mask, norm, gamma=1.0, beta=0.0):
    """The four norms in a few lines of their own, without the package."""
    if norm == FILLED:
        block = np.where(mask[..., None], block, block[mask].mean(axis=0))
    rows = block[mask] if norm == MASKED else block.reshape(-1, block.shape[-1])
    if norm == LAYER:
        mean, std = block.mean(axis=-1, keepdims=True), block.std(axis=-1, keepdims=True)
    else:
        mean, std = rows.mean(axis=0), rows.std(axis=0)
    y = gamma * (block - mean) / np.sqrt(std**2 + EPS) + beta
    return np.where(mask[..., None], y, 0) if norm == MASKED else y


def _read(row):
    return [float(cell.replace("−", "-")) for cell in row[1:]]


# --- the documents' numbers -----------------------------------------------------------------------


@pytest.mark.parametrize("example", ["Hi Nitish", "Hi Probal"])
def test_how_is_1_0561_with_the_pads_and_0_7785_without(example):
    explorer = nv.PaddingExplorer(example=example)
    assert "x̂ = (7.5 − 3.9013) / √(3.4075² + ε) = 1.0561" in lead(explorer)
    assert "Without the pads x̂ would be 0.7785" in lead(explorer)
    explorer.norm.value = MASKED
    assert "x̂ = (7.5 − 5.2017) / √(2.9524² + ε) = 0.7785" in lead(explorer)


def test_all_three_columns_are_drawn_with_their_statistics():
    explorer = nv.PaddingExplorer()
    stacked, output = drawn(explorer)
    assert stacked.rows[-2:] == [
        ["μ", "3.9013", "2.6763", "3.8138"],
        ["σ", "3.4075", "3.0783", "3.1084"],
    ]
    assert [row[0] for row in output.rows] == ["Hi", "Nitish", "‹pad›", "‹pad›", "How", "are", "you", "today"]
    assert [row[1:] for row in output.rows] == [
        ["0.7627", "−0.0865", "−0.1942"],
        ["−0.4963", "−0.7394", "−0.0688"],
        ["−1.1449", "−0.8694", "−1.2269"],
        ["−1.1449", "−0.8694", "−1.2269"],
        ["1.0561", "2.1192", "−0.7444"],
        ["−0.4993", "−0.5120", "0.9285"],
        ["−0.2938", "1.0797", "1.6685"],
        ["1.7605", "−0.1222", "0.8642"],
    ]
    explorer.norm.value = MASKED
    assert drawn(explorer)[0].rows[-2:] == [
        ["μ", "5.2017", "3.5683", "5.0850"],
        ["σ", "2.9524", "3.0744", "2.5335"],
    ]


@pytest.mark.parametrize(
    ("length", "pads", "mean", "std", "how"),
    [
        (4, 2, "3.9013", "3.4075", "1.0561"),
        (5, 4, "3.1210", "3.4240", "1.2789"),
        (6, 6, "2.6008", "3.3351", "1.4690"),
        (8, 10, "1.9506", "3.1001", "1.7901"),
        (28, 50, "0.5573", "1.8768", "3.6992"),
    ],
)
def test_series_of_pads_moves_mu_sigma_and_how(length, pads, mean, std, how):
    explorer = nv.PaddingExplorer()
    explorer.padding_length.value = length
    stacked, output = drawn(explorer)
    assert stacked.caption == f"Stacked: {2 * length} rows, {pads} pads"
    assert [row[1] for row in stacked.rows[-2:]] == [mean, std]
    assert output.numbers(named="How")[0] == float(how)
    assert f"(7.5 − {mean}) / √({std}² + ε) = {how}" in lead(explorer)


def test_eight_tokens_show_all_ten_pads_as_pads():
    explorer = nv.PaddingExplorer()
    explorer.padding_length.value = 8
    rows = [(a.get("class") or "").split() for name, a in elements_in(explorer.view.value) if name == "tr"]
    assert sum("nv-pad" in names for names in rows) == 10
    in_pool = [(a.get("class") or "").split() for name, a in elements_in(explorer.view.value) if name == "td"]
    assert sum("nv-in" in names for names in in_pool) == 16
    explorer.norm.value = MASKED
    in_pool = [(a.get("class") or "").split() for name, a in elements_in(explorer.view.value) if name == "td"]
    assert sum("nv-in" in names for names in in_pool) == 6


def test_long_batch_is_two_thirds_padding():
    explorer = nv.PaddingExplorer(example=LONG)
    assert explorer.result.batch.values.shape == (32, 100, 3)
    assert "65.9 % of the 3200 rows are pads" in words_of(explorer.view.value)
    (summary,) = tables_in(explorer.view.value)
    result = explorer.result
    for name, values in zip(summary.rows, (*result.with_pads, *result.without_pads), strict=True):
        assert name[1:] == [fixed(v) for v in values]


# --- the law, the mask, and layer norm, at every length ------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES)
def test_law_is_the_recount_at_every_length(example):
    explorer = nv.PaddingExplorer(example=example)
    slider = explorer.padding_length
    for length in range(slider.min, slider.max + 1):
        slider.value = length
        result = explorer.result
        rows = result.batch.values.reshape(-1, 3)
        assert len(rows) == len(result.batch.lengths) * length
        np.testing.assert_allclose(result.with_pads, [rows.mean(axis=0), rows.std(axis=0)], rtol=1e-12)
        np.testing.assert_allclose(result.law, result.with_pads, rtol=1e-12)
        at = result.pads.tolist().index(int((~result.batch.mask).sum()))
        np.testing.assert_allclose(result.recounts[at], [s[0] for s in result.with_pads], rtol=1e-12)
        np.testing.assert_allclose(
            [np.interp(result.pads[at], result.curve_pads, c) for c in result.curve], result.recounts[at]
        )
        assert "✓ they agree" in words_of(explorer.view.value)


@pytest.mark.parametrize("example", EXAMPLES)
def test_pads_that_hold_the_mean_keep_mu_and_shrink_sigma_at_every_length(example):
    explorer = nv.PaddingExplorer(example=example, norm=FILLED)
    slider, seen = explorer.padding_length, []
    for length in range(slider.min, slider.max + 1):
        slider.value = length
        result, mask = explorer.result, explorer.result.batch.mask
        real = result.batch.values[mask]
        held = result.table.values[~result.table.mask]
        np.testing.assert_allclose(held, np.broadcast_to(real.mean(axis=0), held.shape), rtol=1e-12)
        stds = np.sqrt(mask.mean()) * real.std(axis=0)
        np.testing.assert_allclose(result.with_pads, [real.mean(axis=0), stds], rtol=1e-12)
        np.testing.assert_allclose(result.law, result.with_pads, rtol=1e-12)
        at = result.pads.tolist().index(int((~mask).sum()))
        np.testing.assert_allclose(result.recounts[at], [s[0] for s in result.with_pads], rtol=1e-12)
        np.testing.assert_allclose(result.normalized.y[~mask], 0, atol=1e-9)
        assert "✓ they agree" in words_of(explorer.view.value)
        seen.append(abs(result.normalized.x_hat[(*result.token, result.feature)]))
    assert (np.diff(seen) > 0).all()
    curve_mean, curve_std = explorer.result.curve
    np.testing.assert_allclose(curve_mean, curve_mean[0])
    assert (np.diff(curve_std) < 0).all()


def test_how_is_0_8989_where_the_pads_hold_the_mean_and_they_come_out_as_beta():
    explorer = nv.PaddingExplorer(norm=FILLED)
    assert "x̂ = (7.5 − 5.2017) / √(2.5569² + ε) = 0.8989" in lead(explorer)
    assert "Without the pads x̂ would be 0.7785" in lead(explorer)
    assert "μ = 5.2017, as without pads, and σ = √r · 2.9524 give 5.2017 and 2.5569" in words_of(
        explorer.view.value
    )
    explorer.beta.value = 0.5
    stacked, output = drawn(explorer)
    assert stacked.numbers(named="‹pad›") == [5.2017, 3.5683, 5.085]
    assert output.numbers(named="‹pad›") == [0.5, 0, 0]


def test_curve_begins_with_no_pads_at_all():
    result = nv.PaddingExplorer().result
    assert result.pads[0] == 0
    np.testing.assert_allclose(result.recounts[0], [s[0] for s in result.without_pads])


@pytest.mark.parametrize("example", EXAMPLES)
def test_batch_norm_without_pads_has_the_statistics_of_the_real_rows_at_every_length(example):
    explorer = nv.PaddingExplorer(example=example, norm=MASKED)
    first = explorer.result
    real = first.batch.values[first.batch.mask]
    slider = explorer.padding_length
    for length in range(slider.min, slider.max + 1):
        slider.value = length
        result = explorer.result
        np.testing.assert_array_equal(result.normalized.mean.ravel(), first.normalized.mean.ravel())
        np.testing.assert_allclose(result.normalized.mean.ravel(), real.mean(axis=0), rtol=1e-12)
        np.testing.assert_allclose(result.normalized.std.ravel(), real.std(axis=0), rtol=1e-12)
        np.testing.assert_array_equal(result.normalized.y[~result.batch.mask], 0)


@pytest.mark.parametrize("norm", [MASKED, LAYER])
def test_real_rows_do_not_move_at_any_length(norm):
    explorer = nv.PaddingExplorer(norm=norm)
    first = explorer.result.normalized.y[explorer.result.batch.mask]
    rows = [row for row in drawn(explorer)[1].rows if row[0] != "‹pad›"]
    slider = explorer.padding_length
    for length in range(slider.min, slider.max + 1):
        slider.value = length
        np.testing.assert_array_equal(explorer.result.normalized.y[explorer.result.batch.mask], first)
        assert [row for row in drawn(explorer)[1].rows if "‹pad›" not in row[0]] == rows


def test_layer_norm_turns_a_pad_row_into_beta_and_draws_each_rows_statistics():
    explorer = nv.PaddingExplorer(norm=LAYER)
    stacked, output = drawn(explorer)
    assert stacked.head[-2:] == ["μ", "σ"]
    assert [row[-2:] for row in stacked.rows] == [
        ["4.0400", "1.7699"],
        ["2.0700", "1.3101"],
        ["0.0000", "0.0000"],
        ["0.0000", "0.0000"],
        ["6.0667", "3.3029"],
        ["3.3333", "2.4226"],
        ["5.9667", "2.4904"],
        ["6.2333", "3.1084"],
    ]
    assert output.numbers(named="Hi") == [1.3899, -0.9210, -0.4690]
    assert output.numbers(named="How") == [0.4340, 0.9487, -1.3826]
    explorer.gamma.value, explorer.beta.value = 2.0, 0.5
    assert drawn(explorer)[1].numbers(named="‹pad›") == [0.5, 0, 0]


def test_output_is_what_torch_gives():
    explorer = nv.PaddingExplorer()
    explorer.padding_length.value = 9
    x = torch.tensor(explorer.result.batch.values)
    layer = torch.nn.BatchNorm1d(3, dtype=torch.float64)
    y = layer(x.reshape(-1, 3)).detach().numpy()
    np.testing.assert_allclose(explorer.result.normalized.y.reshape(-1, 3), y, atol=1e-12)
    explorer.norm.value = LAYER
    y = torch.nn.LayerNorm(3, dtype=torch.float64)(x).detach().numpy()
    np.testing.assert_allclose(explorer.result.normalized.y, y, atol=1e-12)


# --- any sequence of controls ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_of_controls_equals_a_fresh_computation(seed):
    rng = np.random.default_rng(seed)
    explorer = nv.PaddingExplorer()
    for _ in range(50):
        action = rng.choice(["example", "norm", "length", "token", "feature", "gamma", "beta", "reset"])
        if action in ("example", "norm", "token", "feature"):
            choice = explorer.controls[action]
            choice.index = int(rng.integers(len(choice.options)))
        elif action == "length":
            slider = explorer.padding_length
            slider.value = int(rng.integers(slider.min, slider.max + 1))
        elif action == "reset":
            explorer.reset.click()
        else:
            explorer.boxes[action].value = round(rng.uniform(-3, 3), 2)
        _assert_fresh(explorer)


def _assert_fresh(explorer):
    result, norm = explorer.result, explorer.norm.value
    k = explorer.feature.value
    assert explorer.error is None
    gamma, beta = result.normalized.gamma, result.normalized.beta
    assert (gamma[k], beta[k]) == (explorer.value("gamma"), explorer.value("beta"))
    if explorer.example.value in EXAMPLES:
        example = EXAMPLES[explorer.example.value]()
        expected = example.batch.pad_to(explorer.value("padding_length"))
        np.testing.assert_array_equal(result.batch.values, expected.values)
    y = normalized(result.batch.values, result.batch.mask, norm, gamma, beta)
    np.testing.assert_allclose(result.normalized.y, y, atol=1e-9)
    cell = (*explorer.token.value, k)
    assert fixed(y[cell]) in lead(explorer)
    if explorer.example.value != LONG:
        _assert_drawn(explorer, y)


def _assert_drawn(explorer, y):
    stacked, output = drawn(explorer)
    rows = y.reshape(-1, y.shape[-1])
    x = explorer.result.table.values
    mask = explorer.result.batch.mask.ravel()
    for table, values in ((stacked, x), (output, rows)):
        shown = [row for row in table.rows if row[0] not in ("μ", "σ")]
        assert sum(_stands_for(row) for row in shown) == len(rows)
        real = [_read(row)[: values.shape[1]] for row in shown if "‹pad›" not in row[0]]
        np.testing.assert_allclose(real, values[mask], atol=0.51e-4)
        pads = [_read(row)[: values.shape[1]] for row in shown if row[0] == "‹pad›"]
        if pads:
            np.testing.assert_allclose(pads, np.broadcast_to(values[~mask][0], np.shape(pads)), atol=0.51e-4)


def _stands_for(row):
    """How many rows one drawn row means: "21 × ‹pad›" means 21."""
    many = re.match(r"(\d+) × ", row[0])
    return int(many.group(1)) if many else 1


def test_gamma_and_beta_belong_to_the_feature_they_were_set_for():
    explorer = nv.PaddingExplorer()
    explorer.gamma.value, explorer.beta.value = 2.0, 1.0
    assert "then y = 2 · x̂ + 1 = 3.1123" in lead(explorer)
    explorer.feature.value = 1
    assert (explorer.value("gamma"), explorer.value("beta")) == (1.0, 0.0)
    explorer.feature.value = 0
    assert (explorer.value("gamma"), explorer.value("beta")) == (2.0, 1.0)
    np.testing.assert_array_equal(explorer.result.normalized.gamma, [2, 1, 1])


def test_first_norm_and_feature_are_what_reset_brings_back():
    explorer = nv.PaddingExplorer(norm=LAYER, feature=3)
    first = explorer.view.value
    explorer.norm.value, explorer.feature.value, explorer.padding_length.value = COUNTED, 0, 20
    explorer.reset.click()
    assert (explorer.result.norm, explorer.result.feature) == ("layer_norm", 2)
    assert explorer.view.value == first


def test_padding_keeps_the_room_that_the_tables_will_need():
    explorer = nv.PaddingExplorer()
    rooms = set()
    for length in (4, 5, 8, 28):
        explorer.padding_length.value = length
        rooms.add(re.search(r"--rows:(\d+)", explorer.view.value).group(1))
        assert len(drawn(explorer)[1].rows) <= int(min(rooms))
    assert len(rooms) == 1


# --- what chapter 06 asks its reader to find ------------------------------------------------------

CHAPTER = Path(__file__).parents[2] / "notebooks" / "06_padding.ipynb"


@pytest.mark.parametrize(
    ("how", "moves", "found"),
    [
        ({}, {"padding_length": 8}, "1.7901"),
        ({}, {"gamma": 0.5, "beta": 1}, "1.5281"),
        ({"feature": 2}, {"padding_length": 4}, "3.0783"),
        ({"feature": 2}, {"padding_length": 5}, "2.9541"),
        ({"feature": 2}, {"padding_length": 28}, "0.3823 and 1.4936"),
        ({"feature": 3}, {"padding_length": 8}, "1.9069"),
        ({"norm": MASKED}, {"padding_length": 28}, "0.7785"),
        ({"norm": MASKED}, {"padding_length": 28, "norm": COUNTED}, "3.6992"),
        ({"norm": LAYER}, {"token": (0, 0), "feature": 1}, "−0.9210"),
        ({"norm": LAYER}, {"token": (0, 0), "beta": 0.5}, "1.8899"),
        ({"example": LONG}, {}, "1.9152"),
        ({"example": LONG}, {"norm": MASKED}, "0.7905"),
        ({"example": LONG}, {"norm": LAYER}, "0.4340"),
        ({"example": LONG}, {"padding_length": 124}, "2.1874"),
        ({"example": LONG}, {"padding_length": 124}, "72.5 %"),
        ({"data": ["I like green tea very much", "me too"]}, {"token": (0, 1)}, "−0.0178"),
        ({"data": ["I like green tea very much", "me too"]}, {"token": (0, 1)}, "0.5749"),
    ],
)
def test_moves_that_the_chapter_asks_for_show_the_numbers_that_it_names(how, moves, found):
    explorer = nv.PaddingExplorer(**how)
    for name, value in moves.items():
        explorer.set_value(name, value)
    assert found in words_of(explorer.view.value)
    number = found.split(" and ")[0].replace(" %", "")
    assert number in CHAPTER.read_text("utf-8")
