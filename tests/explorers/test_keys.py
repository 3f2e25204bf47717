"""Marks keep the key of the number that they stand for, so that the page can move them instead of drawing anew."""

import re
from collections import Counter

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import fixed, plain
from tests.markup import elements_in, keyed_cells

WALKS = 12  # random settings of each explorer


def keys_in(markup):
    return [a["data-key"] for _, a in elements_in(markup) if "data-key" in a]


def options_of(control):
    """Some values that a control can take; none for one that is typed into."""
    if hasattr(control, "stops"):
        return [control.stops.at(stop) for stop in {0, 1, control.stops.count // 2, control.stops.count}]
    return [value for _, value in getattr(control, "_options_full", ())]


def visible(explorer):
    return [name for name, c in explorer.controls.items() if c.layout.display != "none" and options_of(c)]


@pytest.mark.parametrize("kind", nv.EXPLORERS)
def test_no_two_marks_of_a_picture_share_a_key(kind):
    explorer, random = kind(), np.random.default_rng(0)
    for _ in range(WALKS):
        assert [key for key, count in Counter(keys_in(explorer.view.value)).items() if count > 1] == []
        assert keys_in(explorer.view.value) or explorer.error or kind is nv.LedgerExplorer
        name = random.choice(visible(explorer))
        values = options_of(explorer.controls[name])
        explorer.move(**{name: values[random.integers(len(values))]})


@pytest.mark.parametrize("kind", nv.EXPLORERS)
def test_statistics_name_numbers_that_are_drawn(kind):
    explorer = kind()
    keys, places = keys_in(explorer.view.value), [a for _, a in elements_in(explorer.view.value)]
    for pattern in {one for a in places for one in a.get("data-lights", "").split()}:
        begins, _, ends = pattern.partition("*")
        assert any(k.startswith(begins) and k.split("/")[0].endswith(ends) for k in keys), pattern


# What a slider changes without choosing other numbers.
STEADY = [
    (nv.PaddingExplorer, {}, "padding_length"),
    (nv.PaddingExplorer, {}, "gamma"),
    (nv.BatchNormExplorer, {}, "row"),
    (nv.BatchNormExplorer, {}, "gamma"),
    (nv.ModeratorExplorer, {}, "gamma"),
    (nv.ModeratorExplorer, {}, "person"),
    (nv.AffineExplorer, {}, "gamma"),
    (nv.AffineExplorer, {}, "row"),
    (nv.AxesExplorer, {}, "token"),
    (nv.EpsilonExplorer, {}, "exponent"),
    (nv.AffineLearningExplorer, {}, "step"),
    (nv.ScalingExplorer, {}, "rate"),
    (nv.TrainingExplorer, {"step": 0}, "step"),
    (nv.RaceExplorer, {}, "step"),
    (nv.RunningStatisticsExplorer, {}, "seen"),
]
# Pads are counted in one pile, μ has no place of its own in the words there, and a batch long ago joins the older.
MERGED = re.compile(r"/count|/name|batch:|…|[xy]:\d+,[4-9]")


@pytest.mark.parametrize(("kind", "how", "name"), STEADY)
def test_a_mark_stays_while_a_slider_moves(kind, how, name):
    explorer = kind(**how)
    stops = explorer.controls[name].stops
    explorer.move(**{name: stops.at(0)})
    for stop in range(1, min(stops.count, 12) + 1):
        before = set(keys_in(explorer.view.value))
        explorer.move(**{name: stops.at(stop)})
        gone = before - set(keys_in(explorer.view.value))
        assert [key for key in gone if not MERGED.search(key)] == []


def test_a_cell_of_the_padding_picture_is_called_after_its_word_at_every_length():
    explorer = nv.PaddingExplorer()
    for norm in explorer.norm.options:
        explorer.norm.value = norm
        for length in (4, 5, 28):
            explorer.padding_length.value = length
            result, cells = explorer.result, keyed_cells(explorer.view.value)
            for b, t, k in np.ndindex(2, 3, 3):
                assert cells[f"x:{b},{t},{k}"] == plain(result.table.values[b * length + t, k])
                assert cells[f"y:{b},{t},{k}"] == fixed(result.normalized.y[b, t, k])


def test_a_wide_table_calls_its_cells_after_their_columns():
    values = np.arange(24.0).reshape(2, 12)
    explorer = nv.BatchNormExplorer(values, column=10)
    cells = keyed_cells(explorer.view.value)
    assert cells["x:1,9"] == "21"
    assert "x:1,0" not in cells
