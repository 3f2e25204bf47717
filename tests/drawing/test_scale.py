"""Axes that place numbers in order and mark round ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normviz.drawing.scale import Scale
from tests.strategies import properties

numbers = st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6)


@properties
@given(st.lists(numbers, min_size=1, max_size=8))
def test_axis_around_numbers_shows_them_all_in_order(values):
    scale = Scale.around(values)
    places = [scale.at(v) for v in sorted(values)]
    assert places == sorted(places)
    assert 0 <= places[0] <= places[-1] <= 100


@properties
@given(numbers, st.floats(1e-3, 1e6))
def test_ticks_are_few_evenly_spaced_and_inside(low, width):
    scale = Scale(low, low + width)
    ticks = scale.ticks(7)
    assert 1 <= len(ticks) <= 8
    assert all(scale.low - 1e-6 * width <= tick <= scale.high + 1e-6 * width for tick in ticks)
    if len(ticks) > 2:
        np.testing.assert_allclose(np.diff(ticks), ticks[1] - ticks[0], rtol=1e-6)


def test_place_is_the_share_of_the_axis():
    scale = Scale(-2, 6)
    assert [scale.at(v) for v in (-2, 0, 6)] == [0, 25, 100]


@pytest.mark.parametrize(("value", "place"), [(1000, 102), (-1000, -2)])
def test_number_outside_is_held_just_outside_the_edge(value, place):
    assert Scale(0, 1).at(value) == place


@pytest.mark.parametrize("value", [0.0, 5.0, -1e6, 1e-9])
def test_one_value_alone_stands_in_the_middle(value):
    assert Scale.around([value]).at(value) == 50
