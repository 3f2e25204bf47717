"""Reading what a learner gave: what counts as numbers, as a table, as nothing yet; and what is said of the rest."""

from decimal import Decimal  # noqa: F401, the cases use it
from fractions import Fraction  # noqa: F401
from functools import partial

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.exercises import reading
from tests.each import cases, each

ASKS_GRADIENT = torch.tensor([1.5, 2.5], requires_grad=True)
a_result = partial(reading.table, name="result")


@each(cases(globals(), "test_numbers_are_read_in_every_form"))
def test_numbers_are_read_in_every_form(answer, wanted):
    given = reading.numbers(answer)
    assert given.dtype == np.float64
    np.testing.assert_array_equal(given, wanted)
    assert given.shape == np.shape(wanted)


@each(cases(globals(), "test_what_is_no_number_or_no_table_is_refused_in_a_sentence"))
def test_what_is_no_number_or_no_table_is_refused_in_a_sentence(read, answer, words):
    with pytest.raises(reading.Unreadable) as refusal:
        read(answer)
    assert words in str(refusal.value)


@each(cases(globals(), "test_a_table_is_read_from_rows_a_list_columns_by_name_or_a_table"))
def test_a_table_is_read_from_rows_a_list_columns_by_name_or_a_table(answer, wanted):
    np.testing.assert_array_equal(reading.table(answer), wanted)


@each(cases(globals(), "test_a_text_that_is_a_number_is_read_as_a_pages_box_reads_it"))
def test_a_text_that_is_a_number_is_read_as_a_pages_box_reads_it(text, wanted):
    np.testing.assert_allclose(reading.numbers(text, one=np.isscalar(wanted)), wanted)


def test_a_comma_or_a_space_parts_thousands_where_a_whole_number_is_asked_for_and_else_decimals():
    whole = (3, 200), "3,200", "3 200", "3\u202f200"
    for id, *answer in [("07.11", one) for one in whole] + [("02.6", (1, 6733)), ("02.6", 1, 6733)]:
        assert nv.check(id, *answer).outcome == "correct"
    assert "you gave several" in nv.check("03.8", [24, 24]).text
    said = nv.check("03.7", [1, 7, 5, 5]).text
    assert "Python reads 1,7 as two numbers. For a decimal number write a point: 1.7." in said
