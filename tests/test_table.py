"""The labelled table: made from what people have, read from what they type."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz import Table


def test_a_table_is_made_from_arrays_lists_and_mappings():
    for data in (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], {"x1": [1, 3], "x2": [2, 4]}):
        table = Table.of(data)
        np.testing.assert_array_equal(table.values, [[1.0, 2.0], [3.0, 4.0]])
        assert table.values.dtype == np.float64
        assert (table.rows, table.columns) == (("row 1", "row 2"), ("x1", "x2"))


def test_a_mapping_names_its_columns_unless_told_otherwise():
    assert Table.of({"GPA": [1, 2], 7: [3, 4]}).columns == ("GPA", "7")
    assert Table.of({"GPA": [1, 2]}, columns=["grade"]).columns == ("grade",)


def test_a_table_stays_the_table_it_is_and_takes_new_names_when_given():
    table = nv.examples.z_table()
    assert Table.of(table) is table
    renamed = Table.of(table, columns=["a", "b", "c"], mask=[True] * 4 + [False])
    assert renamed.columns == ("a", "b", "c")
    assert renamed.rows == table.rows
    assert renamed.mask.tolist() == [True] * 4 + [False]
    assert table.columns == ("z1", "z2", "z3")


@pytest.mark.parametrize(
    "text",
    [
        "7,5,4\n2,3,4", "7 5 4\n2 3 4", "7\t5\t4\n2\t3\t4", "7;5;4\n2;3;4",
        "\n 7, 5, 4 \n\n2, 3, 4\n\n", "7,5,4,\n2,3,4,", "7  5   4\r\n2 3 4",
    ],
)  # fmt: skip
def test_typed_numbers_are_read_whatever_sets_them_apart(text):
    table = Table.parse(text)
    np.testing.assert_array_equal(table.values, [[7, 5, 4], [2, 3, 4]])
    assert (table.rows, table.columns) == (("row 1", "row 2"), ("x1", "x2", "x3"))


@pytest.mark.parametrize("text", ["12, 5\n30, 2", "a, b\n12,5\n30,2", "12.0,5\n30,2", "12,5"])
def test_two_numbers_a_line_that_cannot_be_meant_otherwise_are_two(text):
    assert Table.parse(text).values[0].tolist() == [12, 5]


def test_typed_names_of_rows_and_columns_are_read():
    table = Table.parse("student, GPA, IQ\nAda B., 8.9, 100\nBen, −6.2, 2.5e1")
    assert table.columns == ("GPA", "IQ")
    assert table.rows == ("Ada B.", "Ben")
    np.testing.assert_array_equal(table.values, [[8.9, 100], [-6.2, 25]])
    assert Table.parse("GPA IQ\n8.9 100").columns == ("GPA", "IQ")
    assert Table.parse("Ada 1\n2\n").rows == ("Ada", "row 2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one line of numbers, got none"),
        ("1, 2\n3, x", "a number in line 2, got 'x'"),
        ("1, 2\n\n3, ", "2 numbers a line, got 1 in line 3"),
        ("8,9; 100\n6,2; 25", "decimals with a point in line 1, got 8,9: write 8.9"),
        ("a,b\n1,5,2,5", "expected 2 numbers a line, got 4: a decimal has a point"),
        ("12,5\n30,2\n18,1", "for a decimal number write 12.5, for two numbers 12, 5"),
        ("GPA\n1 2", "columns: expected 2 names, got 1"),
        ("1 nan", "expected a number in line 1, got 'nan'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_line_and_the_word(text, message):
    with pytest.raises(ValueError, match="expected") as refusal:
        Table.parse(text)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada 12,5\nBen 30,2", "got Ada 12,5 in line 1, which has two"),
        ("price,weight\n12€,70\n15€,91", "got '12€': leave out the sign"),
        ("12min,3\n13min,4", "got '12min': leave out the unit"),
        ("1 000,2\n3 000,4", "got '1 000': leave out the space"),
    ],
)
def test_no_number_becomes_a_name_without_a_word(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Table.parse(text)


def test_a_name_may_end_in_a_number_and_stand_in_quotes():
    table = Table.parse('"name","weight, kg"\n"Smith, Ada",70\n"Q1 2020", 91')
    assert table.rows == ("Smith, Ada", "Q1 2020")
    assert table.columns == ("weight, kg",)


def test_rows_of_names_and_numbers_are_a_table():
    table = Table.of([{"maths": 12, "music": 3}, {"music": 4, "maths": 15}])
    assert table.columns == ("maths", "music")
    np.testing.assert_array_equal(table.values, [[12, 3], [15, 4]])
    with pytest.raises(ValueError, match=r"data\[1\]: expected the columns"):
        Table.of([{"maths": 12}, {"music": 4}])


class Frame:
    """What a pandas frame offers, as far as a table needs it."""

    def __init__(self, columns, index):
        self.of, self.columns, self.index = columns, list(columns), index

    def __getitem__(self, name):
        return np.array(self.of[name])


@pytest.mark.parametrize(
    ("index", "rows"), [(["Ada", "Ben"], ("Ada", "Ben")), (range(2), ("row 1", "row 2"))]
)
def test_a_frame_keeps_its_names(index, rows):
    table = Table.of(Frame({"GPA": [8.9, 6.2], "IQ": [100, 25]}, index))
    assert (table.rows, table.columns) == (rows, ("GPA", "IQ"))
    np.testing.assert_array_equal(table.values, [[8.9, 100], [6.2, 25]])
