"""Slips that any number can show: what leads from the right number to the given one, where one does."""

import numpy as np

from normviz.exercises.kinds.near import off_by_a_whole_number, slip
from tests.each import each, rows
from tests.sentences import are_plain


@each([tuple(map(eval, row)) for row in rows(__file__, "near: right, given, decimals, what is said")])
def test_a_slip_is_named_and_nothing_else_is(right, given, decimals, words):
    said = slip(np.array(given, dtype=float), np.array(right, dtype=float), decimals)
    if words is None:
        assert said is None
        return
    assert words in said
    are_plain(said)


def test_a_whole_number_off_and_so_many_times_too_large_are_named():
    one = np.array(1.2345)
    assert "off by exactly 3" in off_by_a_whole_number(one + 3, one, 4)
    assert "2 times too small" in off_by_a_whole_number(one / 2, one, 4)
    assert off_by_a_whole_number(np.array(1.7), one, 4) is None
    assert off_by_a_whole_number(np.array(4.0), np.array(2.0), 4) is None
