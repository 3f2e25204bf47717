"""Numbers and arrays: how exact they must be, which mistake is behind them, and what is said where none is known."""

import numpy as np

from normviz.exercises.kinds import Array, Number, Wrong
from tests.each import cases, each, rows
from tests.exercises.kinds.small import made
from tests.sentences import are_plain

TABLE = np.array([[1.0, 2, 4], [3, 5, 10]])
WHOLE_TABLE = made(Array, lambda: TABLE, per="the table")
MEANS = made(Array, lambda: TABLE.mean(0), per="one a column", wrong=(Wrong("Rows.", TABLE.mean(1)),))
NO_NUMBERS = made(Array, lambda: np.array([np.nan, np.inf, 1]))
TWO_DECIMALS = made(Number, lambda: 2.5, decimals=2)
WHOLE = made(Number, lambda: 12, decimals=0, wrong=(Wrong("All.", 5000),))
NEAR = made(Number, lambda: 25.0, wrong=(Wrong("250.", 250), Wrong("250.02.", 250.02), Wrong("∞.", np.inf)))
ZEROS = made(Array, lambda: np.zeros(2), wrong=(Wrong("0/0.", np.full(2, np.nan)),))
ROOT = made(Number, lambda: 5, decimals=0, wrong=(Wrong("√26.", np.sqrt(26)),))


@each(cases(globals(), "test_a_number_is_granted_half_a_unit_of_its_last_decimal_and_no_more"))
def test_a_number_is_granted_half_a_unit_of_its_last_decimal_and_no_more(question, answer, outcome):
    assert question.judge(answer).outcome == outcome


@each(cases(globals(), "test_a_mistake_is_known_exactly_or_as_far_as_rounding_on_the_way_leads_off"))
def test_a_mistake_is_known_exactly_or_as_far_as_rounding_on_the_way_leads_off(question, answer, known):
    assert [wrong.because for wrong in question.judge(answer).wrong] == known


@each([(eval(answer), eval(said)) for answer, said in rows(__file__, "a wrong number")])
def test_what_is_said_of_a_wrong_number(answer, said):
    verdict = made(Number, lambda: 2.5).judge(answer)
    assert verdict.blocks == said
    assert verdict.outcome == ("not attempted" if answer in (..., None) else "not yet")
    assert (verdict.after_tries != ()) == ("too " in said[0])
    are_plain(*verdict.after_tries)


@each(cases(globals(), "test_wrong_numbers_are_told_which_are_wrong_or_how_they_are_laid_out"))
def test_wrong_numbers_are_told_which_are_wrong_or_how_they_are_laid_out(question, answer, begins, ends):
    verdict = question.judge(answer)
    said = verdict.blocks[0]
    assert said.startswith(begins)
    assert said.endswith(ends)
    are_plain(said)
    assert verdict.outcome == "not yet"
