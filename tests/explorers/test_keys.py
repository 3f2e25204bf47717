"""Marks keep the key of the number that they stand for, so that the page can move them instead of drawing anew."""

import re
from collections import Counter

import pytest

import normviz as nv
from tests.explorers.test_base import wander
from tests.markup import elements_in


def keys_in(markup):
    return [a["data-key"] for _, a in elements_in(markup) if "data-key" in a]


@pytest.mark.parametrize("kind", nv.EXPLORERS)
def test_no_two_marks_of_a_picture_share_a_key(kind):
    explorer = kind()
    for _ in wander(explorer, 0, steps=6):
        keys = keys_in(explorer.view.value)
        assert [key for key, count in Counter(keys).items() if count > 1] == []
        assert keys or explorer.error or kind is nv.LedgerExplorer


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
FOLLOWED = re.compile("plumb ")  # each number has a plumb line of its own


@pytest.mark.parametrize(("kind", "how", "name"), STEADY)
def test_a_mark_stays_while_a_slider_moves(kind, how, name):
    explorer = kind(**how)
    first, *others = explorer.controls[name].values()
    explorer.move(**{name: first})
    for value in others[:12]:
        before = set(keys_in(explorer.view.value))
        explorer.move(**{name: value})
        gone = before - set(keys_in(explorer.view.value))
        if name in ("row", "person", "token"):
            gone = {key for key in gone if not FOLLOWED.match(key)}
        assert [key for key in gone if not MERGED.search(key)] == []
