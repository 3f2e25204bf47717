"""The running statistics explorer: its numbers are torch's buffers, and its picture says what it computed."""

import numpy as np
import pytest

import normviz as nv
from normviz.views import running_statistics as model
from tests.markup import words_of


def words(explorer):
    return words_of(explorer.view.value)


def test_before_the_first_batch_there_is_nothing_but_the_start_values():
    text = words(nv.RunningStatisticsExplorer(seen=0))
    assert "running μ 0.00, running σ 1.00. Nothing but the start values." in text
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
