"""Values piled up: one mark for each, and never a lower pile for more of them."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normviz.drawing.piles import COIN, DOT, STEM, draw_heap, draw_piles, heap_height, piled
from normviz.drawing.scale import Scale
from tests.each import each
from tests.markup import elements_in

ROOM, BOTTOM = 40, 90


def path_of(markup):
    return next(a["d"] for name, a in elements_in(markup) if name == "path")


def draw(piles, **more):
    return draw_piles(tuple(piles), Scale(0, 10), bottom=BOTTOM, room=ROOM, class_="nv-dots", **more)


def extents(path):
    """From where to where every mark reaches, in px above the line."""
    found = []
    for y, _, rise in re.findall(r"M[-\d.]+,([-\d.]+)(h\.001|v)([-\d.e]*)", path):
        start, size = ROOM * (100 - float(y)) / 100, ROOM * float(rise or 0) / 100
        found.append((start - DOT / 2, start + DOT / 2) if not rise else (start, start - size))
    return found


@given(st.lists(st.integers(0, 10), min_size=1, max_size=200))
def test_every_value_is_in_one_pile_at_its_place(values):
    found = piled(np.array(values, dtype=float))
    assert sorted(v for v, count in found for _ in range(count)) == sorted(values)


@each(range(1, int(ROOM / COIN) + 1))
def test_every_value_has_a_mark_and_no_mark_lies_on_another(count):
    marks = extents(path_of(draw([(5.0, count), (7.0, 1)])))
    assert len(marks) == count + 1
    own = sorted(marks[:count])
    assert own[0][0] >= -0.01
    assert own[-1][1] <= ROOM + 0.01
    assert all(lower[1] <= upper[0] + 0.01 for lower, upper in pairwise(own))


@given(st.lists(st.integers(1, 5000), min_size=2, max_size=20))
def test_equal_piles_are_equally_high_and_larger_ones_never_lower(counts):
    piles = [(10 * i / len(counts), count) for i, count in enumerate(counts)]
    path = path_of(draw(piles))
    tops = {}
    for at, y, rise in re.findall(r"M([-\d.]+),([-\d.]+)(?:h\.001|v([-\d.e]*))", path):
        top = float(y) + float(rise or 0)
        tops[at] = min(tops.get(at, 200), round(top, 1))
    heights = [100 - tops[at] for at in dict.fromkeys(tops)]
    for count, height in zip(counts, heights, strict=True):
        for other, its in zip(counts, heights, strict=True):
            assert count != other or height == its
            assert count <= other or height >= its


def rings_of(count, room=ROOM):
    markup = draw_heap(50.0, count, bottom=BOTTOM, room=room, key=None)
    places = re.findall(r"M([-\d.]+),([-\d.]+)", str(markup).rpartition("<path")[2])
    return [(float(x), float(y)) for x, y in places]


@each([1, 2, 4, 5, 7, 12, 30])
def test_a_heap_has_a_ring_for_each_beside_or_over_the_others_and_around_its_place(count):
    rings = rings_of(count)
    assert len(set(rings)) == count
    assert all(y - DOT / 2 + 0.01 >= BOTTOM - ROOM and y + DOT / 2 <= BOTTOM + 0.01 for _, y in rings)
    lowest = [x for x, y in rings if y == max(y for _, y in rings)]
    assert abs(sum(lowest)) < 0.1 and (np.diff(sorted(lowest)) > DOT - 0.1).all()
    assert BOTTOM - min(y for _, y in rings) == pytest.approx(heap_height(count, ROOM) - DOT / 2)


@each([1, 4, 5, 30, 500])
def test_a_heap_that_is_wider_than_its_place_stands_on_a_stem_there(count):
    markup = draw_heap(50.0, count, bottom=BOTTOM, room=ROOM, key=None)
    assert re.findall(r'd="M0,(\d+)v(-\d+)" class="nv-shift"', markup) == [("90", "-9")] * (count > 4)
    rings = rings_of(count) if "nv-pad-dots" in markup else []
    assert all(y + DOT / 2 <= BOTTOM - STEM + 0.01 for _, y in rings) or count <= 4
