"""The running statistics explorer: its numbers are torch's buffers, and its picture says what it computed."""

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models import running_statistics as model
from tests.markup import controls_in, words_of


def words(explorer):
    return words_of(explorer.view.value)


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
    assert controls_in(explorer._page).keys() == {"reset", "example", "column", "seen"}


def test_a_picture_of_many_batches_is_not_longer_than_one_of_sixty():
    few = nv.RunningStatisticsExplorer(example=model.SIMULATED, seen=60).view.value
    data = np.random.default_rng(0).normal(size=(2000, 1))
    many = nv.RunningStatisticsExplorer(data, rows=2, seen=1000).view.value
    assert len(many) < 1.3 * len(few)


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
