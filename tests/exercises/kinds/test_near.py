"""Slips that any number can show: what leads from the right number to the given one, where one does."""

import numpy as np

from normviz.exercises.kinds.near import off_by_a_whole_number, slip
from tests.each import each
from tests.sentences import are_plain

CLOSE = "last digits are off. {} asked for; keep all digits on the way"
# right, given, decimals, what is said; the sentences are told apart by these words
CASES = [
    (2.5, 6.25, 4, "the square of what is asked for. Is a root missing?"),
    (6.25, 2.5, 4, "the square root of what is asked for. Is there a root too many?"),
    (2.5, 0.4, 4, "1 divided by what is asked for"),
    (2.5298221, 1.59, 4, "the square root of what is asked for"),
    # Near a root of it, and found in another way.
    (0.8978, 0.9478, 4, None),
    (8.3466, 2.8868, 4, None),
    (-6.25, 2.5, 4, None),
    (2.5, -2.5, 4, "The size is right. What about the sign?"),
    ([1, 3], [-1, -3], 4, "The sizes are right. What about the signs?"),
    ([1, -3], [1, 3], 4, "The sizes are right. Which of the numbers must be negative?"),
    ([1, 3], [1, -3], 4, "The sizes are right. Where does the minus come from?"),
    ([1, 3], [3, 1], 4, "the right numbers, in another order"),
    ([1, 3], [3, 1.1], 4, None),
    (0.45, 45, 2, "It came out 100 times too large. If you mean percent"),
    ([0.2, 1], [20, 100], 2, "They came out 100 times too large. Has the decimal point slipped?"),
    (2.5, 25, 4, "It came out 10 times too large. Has the decimal point slipped?"),
    (2.5, 25.02, 4, "10 times too large"),
    (2.5, 25.04, 4, None),
    (2.5298, 2.53, 4, "4 decimals are asked for. Round only at the very end."),
    (
        2.5298,
        2.52,
        4,
        "The digits are cut off. Round: the last one goes up if 5 or more follows, and 4 decimals are",
    ),
    (19**0.5, 4.35, 2, "The digits are cut off. Round: the last one goes up if 5 or more follows."),
    (66.9375, 66, 2, "The digits are cut off."),
    ([0.16, 0.27], [0.1, 0.2], 1, "The digits are cut off."),
    (5.25, 5.2, 4, "4 decimals are asked for. Round only at the very end."),
    (2.5298, 2.6, 4, None),
    (8.6, 8.5, 2, None),
    (2.5298, 2.53 + 1e-7, 4, CLOSE.format("4 decimals are")),
    (2.5298, 2.5347, 4, CLOSE.format("4 decimals are")),
    (2.5298, 2.5349, 4, None),
    (0.002, 0.0021, 4, CLOSE.format("4 decimals are")),
    (12, 12.4, 0, "A whole number is asked for, and you have 12.4. Must it be rounded up or down"),
    (12, 14.5, 0, "A whole number is asked for."),
    ([12, 3], [12.5, 3], 0, "Whole numbers are asked for."),
    (12, 144, 0, None),
    (0.661, 66, 3, "It came out 100 times too large. If you mean percent"),
    (2.5, np.nan, 4, None),
]


@each(CASES)
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
