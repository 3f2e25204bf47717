"""Numbers and arrays: how exact they must be, which mistake is behind them, and what is said where none is known."""

import numpy as np

from normviz.exercises.kinds import Array, Number, Wrong
from tests.each import each, rows
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


@each([(eval(answer), eval(said)) for answer, said in rows(__file__, "a wrong number")])
def test_what_is_said_of_a_wrong_number(answer, said):
    verdict = made(Number, lambda: 2.5).judge(answer)
    assert verdict.blocks == said
    assert verdict.outcome == ("not attempted" if answer in (..., None) else "not yet")
    assert (verdict.after_tries != ()) == ("too " in said[0])
    are_plain(*verdict.after_tries)


TABLE = np.array([[1.0, 2, 4], [3, 5, 10]])


WANTED = "Expected 3 numbers: one a column."


@each([(eval(answer), *words) for answer, *words in rows(__file__, "wrong numbers")])
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


@each([(eval(answer), words) for answer, words in rows(__file__, "a table in the wrong form")])
def test_a_table_in_the_wrong_form_is_told_how_it_stands(answer, ending):
    (said,) = made(Array, lambda: TABLE, per="the table").judge(answer).blocks
    assert said.startswith("Expected a table of 2 rows and 3 columns: the table. You gave ")
    assert said.endswith(ending)
