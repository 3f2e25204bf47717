"""The running statistics explorer: its numbers are torch's buffers, and its picture says what it computed."""

import html
import re

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.explorers import running_statistics as module

SETTINGS = [
    (0.1, module.TORCH, 0.1),
    (0.37, module.TORCH, 0.37),
    (0.9, module.KERAS, 0.1),
    (0.5, module.PLAIN, None),
]


def words(explorer):
    text = re.sub(r"<style>.*?</style>|<title>.*?</title>", "", explorer.view.value, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def explorers():
    rng = np.random.default_rng(3)
    return {
        "lecture": nv.RunningStatisticsExplorer(),
        "simulated": nv.RunningStatisticsExplorer(example=module.SIMULATED),
        "far from zero": nv.RunningStatisticsExplorer(
            [1e6 + 0.01 * rng.normal(size=(n, 2)) for n in (4, 2, 9)]
        ),
    }


def fed(explorer, count):
    """The batches that the explorer says it has fed, each (N, 1)."""
    batches = explorer.result.batches
    return [batches[i % len(batches)][:, None] for i in range(count)]


@pytest.mark.parametrize("which", ["lecture", "simulated", "far from zero"])
@pytest.mark.parametrize(("number", "convention", "momentum"), SETTINGS)
def test_the_running_values_are_torchs_buffers_after_every_batch(which, number, convention, momentum):
    explorer = explorers()[which]
    explorer.convention.value, explorer.momentum.value = convention, number
    result = explorer.result
    layer = torch.nn.BatchNorm1d(1, momentum=momentum, dtype=torch.float64)
    for n, batch in enumerate(fed(explorer, len(result.weights)), start=1):
        layer(torch.tensor(batch))
        assert result.running_mean[n] == pytest.approx(layer.running_mean.item(), rel=1e-9)
        assert result.running_var[n] == pytest.approx(layer.running_var.item(), rel=1e-6)


def test_evaluation_is_torchs_in_eval_mode():
    explorer = nv.RunningStatisticsExplorer()
    layer = torch.nn.BatchNorm1d(1, dtype=torch.float64)
    for batch in fed(explorer, 2):
        layer(torch.tensor(batch))
    layer.eval()
    result = explorer.result
    ours = result.evaluated(result.running_mean[2], result.running_var[2])
    assert ours == pytest.approx(layer(torch.tensor([[7.0]], dtype=torch.float64)).item())
    assert nv.drawing.numbers.fixed(ours) in words(explorer)


def test_start_values_are_where_torch_lets_them_be():
    explorer = nv.RunningStatisticsExplorer()
    explorer.start_mean.value, explorer.start_var.value = 3.0, 7.0
    running = nv.RunningStatistics(start_mean=3.0, start_var=7.0)
    for batch in fed(explorer, 2):
        running.update(batch)
    assert explorer.result.running_mean[2] == pytest.approx(running.mean.item())
    assert explorer.result.running_var[2] == pytest.approx(running.var.item())


def test_the_weight_of_the_start_values_is_what_a_change_of_them_leaves():
    explorer = nv.RunningStatisticsExplorer(example=module.SIMULATED)
    before = explorer.result.running_mean
    explorer.start_mean.value = 1.0
    np.testing.assert_allclose(explorer.result.running_mean - before, explorer.result.start_weight)
    assert [round(explorer.result.start_weight[n], 2) for n in (10, 22, 44)] == [0.35, 0.1, 0.01]


@pytest.mark.parametrize(("number", "convention", "momentum"), SETTINGS)
def test_the_bar_holds_the_shares_that_make_up_the_running_mean(number, convention, momentum):
    explorer = nv.RunningStatisticsExplorer(example=module.SIMULATED, seen=7)
    explorer.convention.value, explorer.momentum.value = convention, number
    explorer.start_mean.value = 2.5
    result = explorer.result
    parts = np.append(2.5, result.means[:7])
    assert result.composition.sum() == pytest.approx(1)
    assert result.composition @ parts == pytest.approx(result.running_mean[7])


def test_the_lectures_averages_are_the_documents_numbers():
    result = nv.RunningStatisticsExplorer().result
    mean, var = (values[2] for values in result.estimates["σ averaged"])
    assert (round(mean, 4), round(np.sqrt(var), 4)) == (4.0833, 2.4972)


@pytest.mark.parametrize("which", ["lecture", "simulated", "far from zero"])
def test_pooling_by_rows_is_the_variance_of_all_rows_seen(which):
    explorer = explorers()[which]
    result = explorer.result
    means, variances = result.estimates["pooled, by rows"]
    for n in (1, 2, 3, 7, len(result.weights)):
        rows = np.concatenate(fed(explorer, n))
        assert means[n] == pytest.approx(rows.mean(), rel=1e-12)
        assert variances[n] == pytest.approx(rows.var(), rel=1e-5)


def test_with_equal_batches_both_ways_of_pooling_agree_and_averaging_falls_short():
    estimates = nv.RunningStatisticsExplorer(example=module.SIMULATED).result.estimates
    variances = {name: var[2:] for name, (_, var) in estimates.items()}
    np.testing.assert_allclose(variances["pooled, each batch alike"], variances["pooled, by rows"])
    assert (variances["σ averaged"] < variances["σ² averaged"]).all()
    assert (variances["σ² averaged"] < variances["pooled, by rows"]).all()


def test_with_unequal_batches_only_the_pool_by_rows_is_the_population():
    result = nv.RunningStatisticsExplorer().result
    off = {name: abs(var[2] - result.population[1]) for name, (_, var) in result.estimates.items()}
    assert off.pop("pooled, by rows") < 1e-12
    assert min(off.values()) > 0.005


def test_biased_and_unbiased_storage_differ_by_n_over_n_minus_1():
    explorer = nv.RunningStatisticsExplorer()
    unbiased = explorer.result.stored
    explorer.stored.value = "biased (n)"
    sizes = explorer.result.sizes
    np.testing.assert_allclose(unbiased, explorer.result.stored * sizes / (sizes - 1))
    assert sizes[:3].tolist() == [2, 3, 2]


def test_the_same_number_means_another_thing_in_keras():
    explorer = nv.RunningStatisticsExplorer()
    torch_way = explorer.result.running_mean
    explorer.convention.value = module.KERAS
    assert abs(explorer.result.running_mean[2] - torch_way[2]) > 1
    explorer.momentum.value = 0.9
    np.testing.assert_allclose(explorer.result.running_mean, torch_way)


def test_the_picture_says_the_numbers():
    explorer = nv.RunningStatisticsExplorer(example=module.SIMULATED, seen=10)
    text = words(explorer)
    assert "After 10 batches" in text
    assert "0.9¹⁰ = 34.9" in text
    assert "simulated" in text
    for mean, var in explorer.result.estimates.values():
        assert nv.drawing.numbers.fixed(mean[10]) in text
        assert nv.drawing.numbers.fixed(np.sqrt(var[10])) in text


def test_before_the_first_batch_there_is_nothing_but_the_start_values():
    text = words(nv.RunningStatisticsExplorer(seen=0))
    assert "running μ 0.0000, running σ 1.0000. Nothing but the start values." in text
    assert "–" in text
    assert "nan" not in text.lower()


def test_your_table_is_cut_into_batches_and_your_batches_stay_whole():
    table = np.arange(14.0).reshape(7, 2)
    cut = nv.RunningStatisticsExplorer({"a": table[:, 0], "b": table[:, 1]}, rows=3 + 1, column=2).result
    assert [batch.tolist() for batch in cut.batches] == [[1, 3, 5, 7], [9, 11, 13]]
    assert cut.name == "b"
    whole = nv.RunningStatisticsExplorer([table[:2], table[2:]]).result
    assert [len(batch) for batch in whole.batches] == [2, 5]
    assert whole.population == (table[:, 0].mean(), table[:, 0].var())


def test_a_typed_table_is_fed_and_its_words_are_escaped():
    explorer = nv.RunningStatisticsExplorer()
    explorer.example.value = module.YOURS
    explorer.table.value = "<b>marks</b>\n1\n5\n4\n2"
    explorer.rows.value = 2
    assert explorer.error is None
    assert [batch.tolist() for batch in explorer.result.batches] == [[1, 5], [4, 2]]
    assert "<b>marks" not in explorer.view.value


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("momentum", 1.5, "momentum: expected a number from 0 to 1, got 1.5"),
        ("momentum", -0.1, "momentum: expected a number of at least 0"),
        ("seen", 21, "batches seen: expected at most 20, got 21"),
        ("seen", -1, "batches seen: expected a whole number of at least 0"),
        ("start_var", -1.0, "start variance: expected a number of at least 0"),
        ("x", float("nan"), "x: expected a finite number"),
    ],
)
def test_a_number_out_of_range_is_answered_in_words_and_the_next_one_heals(name, value, said):
    explorer = nv.RunningStatisticsExplorer()
    before = explorer.controls[name].value
    explorer.controls[name].value = value
    assert said in explorer.error
    assert said in words(explorer)
    assert explorer.result is None
    explorer.controls[name].value = before
    assert explorer.error is None


@pytest.mark.parametrize(
    ("name", "value", "choice", "unused_by"),
    [
        ("rows", 1, "example", module.LECTURE),
        ("momentum", 5.0, "convention", module.PLAIN),
        ("start_mean", float("nan"), "convention", module.PLAIN),
        ("start_var", -1.0, "convention", module.PLAIN),
    ],
)
def test_a_number_out_of_range_in_a_control_that_is_hidden_stops_nothing(name, value, choice, unused_by):
    explorer = nv.RunningStatisticsExplorer(example=module.SIMULATED)
    explorer.controls[name].value = value
    assert explorer.error is not None
    explorer.controls[choice].value = unused_by
    assert explorer.error is None
    assert np.isfinite(explorer.result.running_mean).all()


def test_more_rows_than_can_be_drawn_at_once_are_refused():
    explorer = nv.RunningStatisticsExplorer(example=module.SIMULATED)
    explorer.rows.value = 10**9
    assert explorer.error == "rows a batch: expected at most 10000 that are drawn, got 1000000000"


def test_a_last_batch_of_one_row_is_refused_in_words():
    explorer = nv.RunningStatisticsExplorer()
    explorer.example.value = module.YOURS
    explorer.rows.value = 3  # ten rows: 3, 3, 3 and 1
    assert "got 1 in batch 4" in explorer.error
    explorer.rows.value = 5
    assert explorer.error is None
    explorer.table.value = "1 2\n3 x"
    assert "line 2" in explorer.error


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([[1.0], [2.0], [3.0]], "got 1 in batch 2"),
        ([np.ones((2, 2)), np.ones((2, 3))], "data: expected batches of equally many columns"),
        ([np.ones((1, 2))], "got 1 in batch 1"),
        ([[1, 2], [3]], "data: expected rows of equal length"),
        ([[1, np.nan], [3, 4]], "data: expected finite numbers"),
    ],
)
def test_unusable_data_is_refused_before_there_is_a_picture(data, said):
    with pytest.raises(ValueError, match=said):
        nv.RunningStatisticsExplorer(data, rows=2)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"example": "mine"}, "example: expected"),
        ({"column": 4}, "column: expected at most 3"),
        ({"momentum": 2}, "momentum: expected"),
        ({"rows": 1}, "rows: expected"),
        ({"seen": 99}, "seen: expected at most 20"),
    ],
)
def test_unusable_settings_are_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        nv.RunningStatisticsExplorer(**settings)


def test_every_control_goes_to_both_ends_and_reset_brings_the_first_picture_back():
    explorer = nv.RunningStatisticsExplorer(column=2, seen=1)
    first = explorer.view.value
    for example in (module.SIMULATED, module.LECTURE):
        explorer.example.value = example
        for name, slider in explorer.controls.items():
            if name in explorer.boxes:
                for end in (slider.min, slider.max):
                    slider.value = end
                    assert explorer.error is None, (name, end)
            elif hasattr(slider, "options") and name != "example":
                for index in range(len(slider.options)):
                    slider.index = index
                    assert explorer.error is None, (name, index)
    explorer.reset()
    assert explorer.view.value == first


def test_a_first_look_stays_simple_through_reset_and_another_example():
    explorer = nv.RunningStatisticsExplorer().only("example", "column", "seen")
    explorer.example.value = module.SIMULATED
    explorer.reset()
    hidden = {name for name, control in explorer._numbers.items() if control.layout.display == "none"}
    assert hidden == {"rows", "momentum", "start_mean", "start_var", "x"}


def test_a_picture_of_many_batches_is_not_longer_than_one_of_sixty():
    few = nv.RunningStatisticsExplorer(example=module.SIMULATED, seen=60).view.value
    many = nv.RunningStatisticsExplorer(
        np.random.default_rng(0).normal(size=(2000, 1)), rows=2, seen=1000
    ).view.value
    assert len(many) < 1.3 * len(few)
