"""Values piled up: one mark for each, and never a lower pile for more of them."""

import re
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from normviz.drawing.piles import COIN, DOT, draw_piles, piled
from normviz.drawing.scale import Scale
from tests.each import each
from tests.markup import elements_in

ROOM, BOTTOM = 40, 90


def path_of(markup):
    return next(a["d"] for name, a in elements_in(markup) if name == "path")


def draw(piles):
    return draw_piles(tuple(piles), Scale(0, 10), bottom=BOTTOM, room=ROOM, class_="nv-dots")


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
