"""Reading what a learner gave: what counts as numbers, as a table, as nothing yet; and what is said of the rest."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.exercises import reading
from tests.each import each

ASKS_GRADIENT = torch.tensor([1.5, 2.5], requires_grad=True)


@each(
    [
        (3, 3),
        ((1, 2.5), [1, 2.5]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        (np.float32(0.5), 0.5),
        ([np.nan, np.inf], [np.nan, np.inf]),
        (Fraction(1, 4), 0.25),
        ([Decimal("0.5"), 2], [0.5, 2]),
        (torch.tensor([1, 2]), [1, 2]),
        (torch.tensor([0.5], dtype=torch.bfloat16), [0.5]),
        (((ASKS_GRADIENT,),), [[[1.5, 2.5]]]),
    ]
)
def test_numbers_are_read_in_every_form(answer, wanted):
    given = reading.numbers(answer)
    assert given.dtype == np.float64
    np.testing.assert_array_equal(given, wanted)
    assert given.shape == np.shape(wanted)


@each(
    [
        (nv.layer_norm([1, 2]), "the whole result of a norm. Give the part that is asked for, such as .y"),
        (np.std, "You gave a function where numbers are meant. Call it"),
        ({"a": 1}, "You gave a dict where numbers are meant"),
        ([[1, 2], [3]], "different lengths"),
        ([True, False], "You gave True or False where numbers are meant."),
        (["1.5"], "texts, such as 1.5. Write numbers without quotes."),
        (["x" * 50], f"texts, such as {'x' * 40}. Write"),
        (np.array([b"12"]), "texts, such as "),
        ([1j], "complex numbers, such as 1j. Give real numbers alone."),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "other values, such as 2020-01-01. Give real"),
        ([], "holds no numbers: it is empty"),
        ([1.5, None], "Some cells of your answer are not numbers"),
        (np.array([1.5, "2"], dtype=object), "Some cells of your answer are not numbers"),
        (10**400, "where numbers are meant. Give a number, a list or an array."),
        ([object()], "where numbers are meant. Give a number, a list or an array."),
        ("two", "You gave the text 'two', where a number is meant"),
        ("0.8978 σ", "the number alone, without words or a unit."),
        ("1/0", "where a number is meant"),
        ("nan", "where a number is meant"),
        ("66,94 %", "Where a share is asked for, 45 % is 0.45."),
    ]
)
def test_what_is_no_number_is_refused_in_a_sentence(answer, words):
    with pytest.raises(reading.Unreadable) as refusal:
        reading.numbers(answer)
    assert words in str(refusal.value)


@each(
    [
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ([1, 2, 3], [[1], [2], [3]]),
        ({"a": [1, 2], "b": [3, 4]}, [[1, 3], [2, 4]]),
        (nv.Table.parse("1, 2\n3, 4"), [[1, 2], [3, 4]]),
    ]
)
def test_a_table_is_read_from_rows_a_list_columns_by_name_or_a_table(answer, wanted):
    np.testing.assert_array_equal(reading.table(answer), wanted)


@each(
    [
        (5, "Your result is one number. Give rows and columns, such as [[1, 2], [3, 4]]."),
        (np.zeros((2, 3, 4)), "Your result is a block of 2 × 3 × 4 numbers. Give"),
        ([[1, 2], [np.inf, 4]], "Your result has inf in row 2, column 1. Give finite numbers."),
        ([[1, np.nan], [2, np.nan]], "Your result has nan in row 1, column 2."),
        ({"a": [1, 2], "b": [3, np.nan]}, "Your result has nan in row 2, column 2."),
    ]
)
def test_what_is_no_table_is_refused_by_its_name(answer, words):
    with pytest.raises(reading.Unreadable) as refusal:
        reading.table(answer, "result")
    assert words in str(refusal.value)


TYPED = {
    "1,6733": 1.6733, "−1.6733": -1.6733, " .5": 0.5, "14/5": 2.8, "−20 / 3": -20 / 3, "√2.8": 2.8**0.5,
    "-sqrt(2,8)": -(2.8**0.5), "np.sqrt(2.8)": 2.8**0.5, "5/√(2)": 5 / 2**0.5, "√14/5": 14**0.5 / 5,
    "-√(14/5)": -(2.8**0.5), "1e-5": 1e-5,
    "[1.5; -2.5 +3]": [1.5, -2.5, 3], "(1 2,5)": [1, 2.5], "1.5, 2.5": [1.5, 2.5], "1, 2": [1, 2],
}  # fmt: skip


@each(TYPED.items())
def test_a_text_that_is_a_number_is_read_as_a_pages_box_reads_it(text, wanted):
    np.testing.assert_allclose(reading.numbers(text), wanted)


def test_a_comma_makes_a_decimal_of_two_whole_numbers_or_a_thousand_where_a_whole_number_is_asked_for():
    for id, answers in (("02.6", [(1, 6733), "1,6733"]), ("07.11", [(3, 200), "3,200"])):
        assert [nv.check(id, answer).outcome for answer in answers] == ["correct"] * 2
    assert nv.check("02.6", 1, 6733).outcome == "correct"
    assert "you gave 2 numbers" in nv.check("03.8", [24, 24]).text
    said = nv.check("03.7", [1, 7, 5, 5]).text
    assert "Python reads 1,7 as two numbers. For a decimal number write a point: 1.7." in said
