"""The running statistics explorer: its numbers are torch's buffers, and its picture says what it computed."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models import running_statistics as model
from normviz.models.running_statistics import Settings, compute
from tests.each import each
from tests.markup import elements_in, words_of

FAR = model.batches_or_table([1e6 + 0.01 * np.random.default_rng(n).normal(size=(n, 2)) for n in (4, 2, 9)])
FED = {
    "lecture": Settings(),
    "simulated": Settings(example=model.SIMULATED),
    "far from zero": Settings(example=model.YOURS, given=FAR),
}
# What the control holds, how it is read, and torch's momentum.
READ = [(0.1, model.TORCH, 0.1), (0.37, model.TORCH, 0.37), (0.9, model.KERAS, 0.1), (0.5, model.PLAIN, None)]


def words(explorer):
    return words_of(explorer.view.value)


def fed(result, count):
    """The batches that the result says it has fed, each (N, 1)."""
    batches = result.batches
    return [batches[i % len(batches)][:, None] for i in range(count)]


@each({f"{name}, {how}": (FED[name], *how) for name in FED for how in READ})
def test_what_is_kept_is_torchs_buffers_after_every_batch(settings, number, convention, momentum):
    start = {"momentum": number, "convention": convention, "start_mean": 3.0, "start_var": 7.0}
    result = compute(replace(settings, seen=7, x=8.5, **start))
    layer = torch.nn.BatchNorm1d(1, momentum=momentum, dtype=torch.float64)
    layer.running_mean.fill_(3.0)
    layer.running_var.fill_(7.0)
    for n, batch in enumerate(fed(result, len(result.weights)), start=1):
        layer.train()(torch.tensor(batch))
        mean, var = result.running_mean[n], result.running_var[n]
        assert mean == pytest.approx(layer.running_mean.item(), rel=1e-9)
        assert var == pytest.approx(layer.running_var.item(), rel=1e-6)
        by_torch = layer.eval()(torch.tensor([[8.5]], dtype=torch.float64)).item()
        assert result.evaluated(mean, var) == pytest.approx(by_torch, rel=1e-6)
    assert result.composition.sum() == pytest.approx(1)
    assert result.composition @ [3.0, *result.means[:7]] == pytest.approx(result.running_mean[7])


def test_the_picture_says_the_numbers():
    explorer = nv.RunningStatisticsExplorer(example=model.SIMULATED, seen=10)
    text = words(explorer)
    assert "After 10 batches" in text
    assert "0.9¹⁰ = 34.9" in text
    assert "simulated" in text
    for mean, var in explorer.result.estimates.values():
        assert fixed(mean[10]) in text
        assert fixed(np.sqrt(var[10])) in text


def test_before_the_first_batch_there_is_nothing_but_the_start_values():
    text = words(nv.RunningStatisticsExplorer(seen=0))
    assert "running μ 0.0000, running σ 1.0000. Nothing but the start values." in text
    assert "–" in text
    assert "nan" not in text.lower()


def test_your_table_is_cut_into_batches_and_your_batches_stay_whole():
    table = np.arange(14.0).reshape(7, 2)
    cut = nv.RunningStatisticsExplorer({"a": table[:, 0], "b": table[:, 1]}, rows=3 + 1, column=2).result
    assert [batch.tolist() for batch in cut.batches] == [[1, 3, 5, 7], [9, 11, 13]]
    whole = nv.RunningStatisticsExplorer([table[:2], table[2:]]).result
    assert [len(batch) for batch in whole.batches] == [2, 5]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("momentum", 1.5, "momentum: expected a number from 0 to 1, got 1.5"),
        ("momentum", -0.1, "momentum: expected a number of at least 0"),
        ("seen", 21, "batches seen: expected at most 20, got 21"),
        ("seen", -1, "batches seen: expected a whole number of at least 0"),
        ("start_var", -1.0, "start variance: expected a number of at least 0"),
        ("x", float("nan"), "x: expected a finite number"),
        ("rows", 10**9, "rows a batch: expected at most 10000 that are drawn, got 1000000000"),
    ],
)
def test_a_number_out_of_range_is_answered_in_words_and_the_next_one_heals(name, value, said):
    explorer = nv.RunningStatisticsExplorer(example=model.SIMULATED if name == "rows" else model.LECTURE)
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
        ("rows", 1, "example", model.LECTURE),
        ("momentum", 5.0, "convention", model.PLAIN),
        ("start_mean", float("nan"), "convention", model.PLAIN),
        ("start_var", -1.0, "convention", model.PLAIN),
    ],
)
def test_a_number_out_of_range_in_a_control_that_is_hidden_stops_nothing(name, value, choice, unused_by):
    explorer = nv.RunningStatisticsExplorer(example=model.SIMULATED)
    explorer.controls[name].value = value
    assert explorer.error is not None
    explorer.controls[choice].value = unused_by
    assert explorer.error is None
    assert np.isfinite(explorer.result.running_mean).all()


def test_a_last_batch_of_one_row_is_refused_in_words():
    explorer = nv.RunningStatisticsExplorer()
    explorer.example.value = model.YOURS
    explorer.rows.value = 3  # ten rows: 3, 3, 3 and 1
    assert "got 1 in batch 4" in explorer.error
    explorer.rows.value = 5
    assert explorer.error is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([[1.0], [2.0], [3.0]], "got 1 in batch 2"),
        ([np.ones((2, 2)), np.ones((2, 3))], "data: expected batches of equally many columns"),
        ([np.ones((1, 2))], "got 1 in batch 1"),
    ],
)
def test_unusable_data_is_refused_before_there_is_a_picture(data, said):
    with pytest.raises(ValueError, match=said):
        nv.RunningStatisticsExplorer(data, rows=2)


def test_a_first_look_stays_simple_through_reset_and_another_example():
    explorer = nv.RunningStatisticsExplorer().only("example", "column", "seen")
    explorer.example.value = model.SIMULATED
    explorer.reset()
    shown = {name for name, control in explorer.controls.items() if control.layout.display != "none"}
    assert shown == {"example", "column", "seen"}


def test_a_picture_of_many_batches_is_not_longer_than_one_of_sixty():
    few = nv.RunningStatisticsExplorer(example=model.SIMULATED, seen=60).view.value
    data = np.random.default_rng(0).normal(size=(2000, 1))
    many = nv.RunningStatisticsExplorer(data, rows=2, seen=1000).view.value
    assert len(many) < 1.3 * len(few)


def test_of_more_batches_than_a_chart_has_points_the_first_are_drawn_one_by_one():
    data = np.random.default_rng(0).normal(size=(2000, 1))
    drawn = nv.RunningStatisticsExplorer(data, rows=2, seen=40).view.value
    of_all = nv.RunningStatisticsExplorer(data[:120], rows=2, seen=40).view.value  # 60 batches
    assert len(drawn) > 0.95 * len(of_all)


def test_a_batch_stands_at_one_place_of_the_charts_however_many_have_been_seen():
    def cursor(seen):
        marks = elements_in(nv.RunningStatisticsExplorer(example=model.SIMULATED, seen=seen).view.value)
        (x,) = [a["x1"] for _, a in marks if a.get("data-key") == "μ.now"]
        return float(x.rstrip("%"))

    places = [cursor(seen) for seen in (0, 1, 5, 6, 20, 60)]
    assert 0 < places[0] < places[-1] < 100
    np.testing.assert_allclose(
        places, np.interp([0, 1, 5, 6, 20, 60], [0, 60], [places[0], places[-1]]), atol=0.01
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seen": 0}, "Start values (dashed) 100.0 %."),
        ({"seen": 2}, "Start values (dashed) 81.0 %, newest batch, at the end, 10.0 %, all batches 19.0 %."),
        ({"momentum": 1.0}, "Newest batch, at the end, 100.0 %, all batches 100.0 %."),
    ],
)
def test_under_the_bar_only_what_is_drawn_is_named(changes, said):
    explorer = nv.RunningStatisticsExplorer()
    explorer.move(**changes)
    assert said in words_of(explorer.view.value)
    assert ('class="nv-start"' in explorer.view.value) == ("dashed" in said)
    assert ("no longer count" in explorer.view.value) != ("dashed" in said)


def test_before_anything_is_stored_the_averages_stand_alone():
    explorer = nv.RunningStatisticsExplorer(column=3, running=False)
    batches = [batch.values[:, 2] for batch in nv.examples.lecture_batches()]
    averaged, everyone = np.mean([batch.std() for batch in batches]), np.concatenate(batches)
    said = f"the lecture's average of σ is {fixed(averaged)}, the population's σ {fixed(everyone.std())}."
    for shown in (explorer.view.sentence, words(explorer)):
        assert said in shown and "running" not in shown
    assert {ax.get_label() for ax in explorer.figure().axes} == {"numbers", "μ", "σ"}
    with pytest.raises(TypeError, match="running: expected True or False"):
        nv.RunningStatisticsExplorer(running=1)


def test_the_newest_batch_is_never_among_the_oldest():
    rng = np.random.default_rng(0)
    explorer = nv.RunningStatisticsExplorer(rng.normal(size=(400, 1)), rows=2)
    explorer.move(seen=200, convention="plain average")
    assert "oldest batches together (lighter) 99.5 %, newest batch, at the end, 0.5 %" in words_of(
        explorer.view.value
    ).replace("Oldest", "oldest")
    assert 'data-key="batch:199"' in explorer.view.value
