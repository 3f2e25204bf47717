"""How numbers are written, checked by reading them back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normviz.drawing.numbers import bracketed, fixed, plain, short, significant
from tests.markup import number
from tests.strategies import properties

ordinary = st.floats(-1e5, 1e5).filter(lambda v: v == 0 or abs(v) > 1e-3)
any_size = st.floats(-1e12, 1e12).filter(lambda v: v == 0 or abs(v) > 1e-12)


@properties
@given(ordinary)
def test_fixed_is_the_number_to_four_decimals(value):
    written = fixed(value)
    assert len(written.split(".")[1]) == 4
    assert abs(number(written) - value) <= 0.5e-4 + 1e-7


@properties
@given(any_size)
def test_plain_keeps_the_number_to_five_digits_whatever_its_size(value):
    assert number(plain(value)) == pytest.approx(value, rel=0.6e-4, abs=0.51e-4)
    assert not plain(value).endswith(("0.0", ".")) or value == 0


@properties
@given(any_size)
def test_significant_keeps_four_digits(value):
    assert number(significant(value)) == pytest.approx(value, rel=0.51e-3)


@properties
@given(any_size)
def test_no_number_is_written_with_a_hyphen_or_as_minus_zero(value):
    for write in (fixed, plain, short, significant):
        words = write(value)
        assert "-" not in words
        assert not (number(words) == 0 and words.startswith("−"))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (31.21 / 8, "3.9013"),  # a half in decimals, a little below it in binary
        (0.00005, "0.0001"),
        (-0.00005, "−0.0001"),
        (-1e-9, "0.0000"),
        (1e6, "1·10⁶"),
        (-12345678.9, "−1.2346·10⁷"),
        (np.float32(0.5), "0.5000"),
        (np.int64(7), "7.0000"),
    ],
)
def test_fixed_rounds_as_at_school(value, words):
    assert fixed(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(7, "7"), (2.5, "2.5"), (100, "100"), (0.0, "0"), (2.5e-7, "2.5·10⁻⁷"), (1e-5, "1·10⁻⁵")],
)
def test_plain_writes_no_zeros_at_the_end(value, words):
    assert plain(value) == words


def test_brackets_stand_around_negative_numbers_only():
    assert [bracketed(plain(v)) for v in (-2, 0, 2)] == ["(−2)", "0", "2"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (5.0, "5"),
        (np.float32(24**0.5 / 2), "2.4495"),
        (-0.5, "−0.5"),
        (0.99999500004, "1"),  # the σ of a column that is normalized with ε
        (100.0, "100"),
        (-2.2e-16, "0"),  # the μ of a normalized column
        (0.00003, "3·10⁻⁵"),  # small, and no 0
        (1e6, "1·10⁶"),
    ],
)
def test_short_is_a_label(value, words):
    assert short(value) == words
