"""Slips that any number can show: what leads from the right number to the given one, where one does."""

import numpy as np

from normviz.exercises.kinds.near import off_by_a_whole_number, slip  # noqa: F401, the cases use them
from tests.each import cases, each
from tests.sentences import are_plain


@each(cases(globals(), "test_a_slip_is_named_and_nothing_else_is"))
def test_a_slip_is_named_and_nothing_else_is(way, right, given, decimals, words):
    said = way(np.array(given, dtype=float), np.array(right, dtype=float), decimals)
    if words is None:
        assert said is None
        return
    assert words in said
    are_plain(said)
