"""Numbers and arrays: how exact they must be, which mistake is behind them, and what is said where none is known."""

import numpy as np

from normviz.exercises.kinds import Array, Number, Wrong
from tests.each import each
from tests.exercises.kinds.small import made
from tests.sentences import are_plain


def test_a_number_is_granted_half_a_unit_of_its_last_decimal_and_no_more():
    two = made(Number, lambda: 2.5, decimals=2)
    given = (2.495, 2.505, 2.5051, 2.4949)
    assert [two.judge(n).outcome for n in given] == ["correct"] * 2 + ["not yet"] * 2
    whole = made(Number, lambda: 12, decimals=0)
    assert [whole.judge(n).outcome for n in (12.0000005, 12.00001)] == ["correct", "not yet"]
    nothing = made(Array, lambda: np.array([np.nan, np.inf, 1]))
    assert nothing.judge([np.nan, np.inf, 1.0]).outcome == "correct"
    assert nothing.judge([np.nan, -np.inf, 1.0]).outcome == "not yet"
    assert nothing.judge([0, np.inf, 1.0]).outcome == "not yet"
    assert (two.judge(2.5).blocks, two.judge([[2.5]]).outcome) == (("The why.",), "correct")


def test_a_mistake_is_known_exactly_or_as_far_as_rounding_on_the_way_leads_off():
    close = Wrong("Off by one in the fourth decimal.", 250.02)
    far, endless = Wrong("Ten times.", 250.0), Wrong("No end.", np.inf)
    question = made(Number, lambda: 25.0, wrong=(far, close, endless))
    assert question.judge(250.02).wrong == (close,)
    assert question.judge(250.0).wrong == (far,)
    assert question.judge(250.01).wrong == (far, close)
    assert question.judge(249.976).wrong == (far,)
    assert question.judge(249.974).wrong == ()
    assert question.judge(np.inf).wrong == (endless,)
    whole = made(Number, lambda: 12, decimals=0, wrong=(Wrong("All.", 5000),))
    assert whole.judge(5000).wrong
    assert not whole.judge(5001).wrong
    nothing = made(Array, lambda: np.zeros(2), wrong=(Wrong("0/0.", np.full(2, np.nan)),))
    assert nothing.judge([np.nan] * 2).wrong
    between = made(Number, lambda: 5, decimals=0, wrong=(Wrong("A root too early.", np.sqrt(26)),))
    known = [bool(between.judge(number).wrong) for number in (5.1, 5.099, 5.0990195, 5.0, 5.2)]
    assert known == [True, True, True, False, False]


@each(
    [
        (..., ("Put your answer in the place of the three dots, and run the cell again.",)),
        (None, ("Your answer is None: print(…) gives that, or a function without return. Give the value itself.",)),
        (9, ("Your 9 is too large.",)),
        (2, ("Your 2 is too small.",)),
        (np.nan, ("Your answer is NaN, which is not a finite number. NaN comes from a calculation without a result, "
                  "such as 0/0.",)),
        (-np.inf, ("Your answer is infinite; a finite number is asked for.",)),
        ([1, 2, 3], ("One number is asked for; you gave 3 numbers.",)),
    ]
)  # fmt: skip
def test_what_is_said_of_a_wrong_number(answer, said):
    verdict = made(Number, lambda: 2.5).judge(answer)
    assert verdict.blocks == said
    assert verdict.outcome == ("not attempted" if answer in (..., None) else "not yet")
    assert (verdict.later != ()) == ("too " in said[0])
    are_plain(*verdict.later)


TABLE = np.array([[1.0, 2, 4], [3, 5, 10]])


WANTED = "Expected 3 numbers: one a column."
AMONG = "What is asked for stands among them: give that part alone."


@each(
    [
        ([2, 3.5, 7.1], "2 of 3 numbers are right to 4 decimals.", "stands at index 2: you have 7.1."),
        ([0, 3.5, 9], "1 of 3 numbers are right to 4 decimals.", "stands at index 0: you have 0."),
        ([-2, -3.5, -7], "The sizes are right.", "What about the signs?"),
        ([2.333, 6], f"{WANTED} You gave 2 numbers. Which axis did", "you name in mean(axis=…) disappears."),
        ([1, 2, 3, 4], WANTED, "You gave 4 numbers."),
        (TABLE, WANTED, "You gave a table of 2 rows and 3 columns."),
        ([[2, 3.5, 7], [0, 0, 0]], WANTED, f"You gave a table of 2 rows and 3 columns. {AMONG}"),
        ([[2, 0], [3.5, 1], [7, 1]], WANTED, f"You gave a table of 3 rows and 2 columns. {AMONG}"),
        ([2, 0, 3, 5, 7, 0], WANTED, "You gave 6 numbers. Python reads 2,0 as two numbers. For a decimal number "
                                     "write a point: 2.0."),
    ]
)  # fmt: skip
def test_what_is_said_of_wrong_numbers(answer, begins, ends):
    question = made(Array, lambda: TABLE.mean(0), per="one a column", wrong=(Wrong("Rows.", TABLE.mean(1)),))
    verdict = question.judge(answer)
    (said,) = verdict.blocks
    assert said.startswith(begins)
    assert said.endswith(ends)
    are_plain(said)
    assert verdict.outcome == "not yet"
    assert question.judge([[2], [3.5], [7]]).outcome == "correct"
    assert question.judge([7 / 3, 16 / 3]).blocks[0].startswith(WANTED)


@each(
    [
        (TABLE.T, ": rows and columns have changed places."),
        (TABLE.ravel(), ": as many numbers, laid out differently."),
        (np.stack([TABLE, TABLE + 1]), ". What is asked for stands among them: give that part alone."),
        (
            np.stack([TABLE + 1, TABLE], axis=2),
            ". What is asked for stands among them: give that part alone.",
        ),
        (np.stack([TABLE + 1, TABLE + 2]), "a block of 2 × 2 × 3 numbers."),
        (TABLE[:, :2], "a table of 2 rows and 2 columns."),
        (TABLE[:, :2] + 1, "a table of 2 rows and 2 columns."),
    ]
)
def test_a_table_in_the_wrong_form_is_told_how_it_stands(answer, ending):
    (said,) = made(Array, lambda: TABLE, per="the table").judge(answer).blocks
    assert said.startswith("Expected a table of 2 rows and 3 columns: the table. You gave ")
    assert said.endswith(ending)
