"""What particular answers get told."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from normviz.exercises.kinds import Wrong, array
from normviz.exercises.kinds.base import outcome_of_run, written
from normviz.exercises.kinds.numeric import decimals_in_words


def said(id, answer):
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    return result.text


def test_an_unknown_id_names_the_nearest():
    for id in ("02.99", "2.6", "02.06", "02-6", "06.1 "):
        text = nv.check(id, 1).text
        assert any(f'"{known}"' in text or known in text for known in all_questions())
    assert '"02.6"' in nv.check("2.6", 1).text
    assert '"02.6"' in nv.check("02.06", 1).text
    for call in (nv.check, nv.hint, nv.solution, nv.predict, nv.questions):
        assert "no such question" in call("02.66").outcome
    assert nv.check(2.6, 1).outcome == "no such question"
    assert nv.check(None).outcome == "no such question"


def test_a_wrong_shape_is_explained_by_its_axes():
    z = np.array([[3, 10, 1], [4, 2, 8], [1, 6, 3], [8, 0, 9]])
    text = said("02.7", z.mean(axis=1))
    assert "Expected 3 numbers" in text
    assert "You gave 4 numbers" in text
    assert "pooled across a row" in text
    assert "disappears" in text
    assert nv.check("02.7", z.mean(axis=0, keepdims=True)).outcome == "correct"


def test_a_number_is_told_its_direction_or_that_it_is_close():
    assert "too large" in said("02.6", 7)
    assert "too small" in said("02.6", 0.3)
    assert "Very close" in said("02.6", 1.675)
    assert "One number is asked for" in said("02.6", [1, 2, 3])


@pytest.mark.parametrize(
    "form", [1.6733, 1.67332, Decimal("1.6733"), Fraction(16733, 10000), np.float16(1.67)]
)
def test_numbers_of_every_type_are_read(form):
    assert nv.check("02.6", form).outcome == ("not yet" if isinstance(form, np.float16) else "correct")


def test_an_answer_of_exactly_the_decimals_asked_passes_and_a_coarser_one_does_not():
    assert nv.check("02.6", 1.6733).outcome == "correct"
    assert nv.check("02.6", 1.67).outcome == "not yet"


def test_cells_that_are_no_numbers_are_said_to_be_none():
    for cell in (None, ..., "3", b"3"):
        assert "Some cells of your answer are not numbers" in said(
            "02.7", np.array([4.0, cell, 4.2], dtype=object)
        )


def test_decimals_are_said_in_words():
    said = [decimals_in_words(count) for count in (0, 1, 2, 4)]
    assert said == ["a whole number", "1 decimal", "2 decimals", "4 decimals"]


def test_results_are_written_to_four_decimals_and_tables_on_lines_of_their_own():
    third = np.array([1 / 3, 1e-9])
    assert written(third) == "[0.3333 0.    ]"
    assert written((third, 2.5)) == "[0.3333 0.    ], 2.5"
    assert written((np.eye(2), 2.5)) == "[[1. 0.]\n [0. 1.]]\n2.5"
    assert outcome_of_run(2.5) == ("Run, it gives 2.5.",)
    assert [str(type(block).__name__) for block in outcome_of_run(np.eye(2))] == ["str", "Code"]


def test_texts_results_and_functions_are_not_numbers():
    assert "without quotes" in said("02.6", "1.6733")
    assert ".std" in said("02.6", nv.batch_norm([[1.0], [2.0]]))
    assert "Call it" in said("02.6", np.std)
    assert "True or False" in said("02.6", True)
    assert "not a finite number" in said("02.6", float("nan"))


def test_nan_is_a_known_mistake_where_a_misconception_leads_to_it():
    words = dict.fromkeys(("title", "ask", "nudge", "method", "why"), "")
    wrong = (Wrong("0/0 would be NaN, but ε stands below.", lambda: np.full(3, np.nan), 19),)
    question = array("06.12", **words, wrong=wrong)(lambda: np.zeros(3))
    assert question.judge([np.nan] * 3).wrong == wrong


def test_what_a_learner_types_is_escaped():
    markup = nv.check("02.1", "<script>alert(1)</script>")._repr_html_()
    assert "<script>" not in markup
    assert "&lt;script&gt;" in markup
    assert "<b>" not in nv.check("<b>02</b>", 1)._repr_html_()


def test_a_choice_is_taken_by_letter_or_by_its_text():
    question = all_questions()["02.4"]
    right = question.right_answer()
    for form in (right, right.upper(), f" {right}) ", question.letters[right].text):
        assert nv.check("02.4", form).outcome == "correct"
    assert "no option" in said("02.4", "z")
    assert "letters" in said("02.4", 2)


def test_both_mistakes_are_named_where_an_answer_fits_two():
    result = nv.check("02.13", all_questions()["02.13"].given)
    assert result.misconceptions == (3,)
    assert "ε outside the root" in result.text


def test_the_learners_own_table_is_held_to_its_own_numbers():
    table = np.array([[1.0, 200], [2, 100], [4, 600]])
    good = (table - table.mean(0)) / table.std(0)
    assert nv.check("02.14", (table, good)).outcome == "correct"
    assert nv.check("02.14", [table.tolist(), good.round(3).tolist()]).outcome == "correct"
    assert 3 in nv.check("02.14", (table, good * np.sqrt(2 / 3))).misconceptions
    assert "nv.diagnose" in said("02.14", (table, good + 1))
    assert "same number in every row" in said("02.14", (np.c_[table, [5, 5, 5]], np.c_[good, [0, 0, 0]]))
    assert "at least 2 columns" in said("02.14", (table[:, :1], good[:, :1]))
    assert "answer = (table, result)" in said("02.14", table)
    assert "row 2, column 1" in said("02.14", ([[1, 2], [np.nan, 3], [3, 4]], good[:, :2]))


def test_a_table_so_long_that_n_and_n_minus_1_meet_is_not_accepted():
    table = np.random.default_rng(0).normal(size=(5000, 2))
    result = (table - table.mean(0)) / table.std(0, ddof=1)
    assert "3 to 200 rows" in said("02.14", (table, result))


def test_two_columns_may_come_as_a_mapping():
    assert nv.check("06.14", {"far": [10, 11, 12], "around": [-1, 0, 1]}).outcome == "correct"
    assert "different lengths" in said("06.14", {"far": [10, 11, 12], "around": [-1, 0]})


def test_a_whole_number_is_not_granted_a_unit():
    assert [nv.check("06.9", pads).outcome for pads in (11, 12, 13)] == ["not yet", "correct", "not yet"]


def test_none_hears_where_it_comes_from():
    result = nv.check("02.6", None)
    assert result.outcome == "not attempted"
    assert "print(…) gives that" in result.text
    assert "three dots" in nv.check("02.6", ...).text
