"""The page writes numbers as Python does, and reads those that are typed with a decimal comma or a printed minus."""

import math
import random

import pytest

from normviz import front
from normviz.drawing.numbers import brief, fixed, plain, short

pytestmark = pytest.mark.browser


@pytest.fixture
def box(page):
    begun = f"<script>{front.module('numbers.js')}readAsTyped(document.querySelector('p'))</script>"
    page.set_content(f"<!doctype html><meta charset=utf-8><p><input type=number step=any></p>{begun}")
    return page.get_by_role("spinbutton")


@pytest.mark.parametrize(
    ("typed", "read"), [("1,5", "1.5"), ("-0,25", "-0.25"), ("\u22123", "-3"), ("12", "12"), ("1e-3", "1e-3")]
)
def test_what_is_typed_is_read(box, typed, read):
    box.press_sequentially(typed)
    assert box.input_value() == read


def test_what_is_pasted_is_read(box):
    box.focus()
    box.page.keyboard.insert_text("\u22121,5")
    assert box.input_value() == "-1.5"


def test_one_number_is_replaced_by_another(box):
    box.press_sequentially("8,25")
    box.select_text()
    box.press_sequentially("7,5")
    assert box.input_value() == "7.5"


def any_numbers():
    """Of all sizes; halves of a last decimal, powers of ten and their neighbours; and those at the ends."""
    choose = random.Random(5)
    numbers = [
        0.0,
        -0.0,
        math.inf,
        5e-324,
        1.7e308,
        2.675,
        0.1 + 0.2,
        1 / 3,
        999_999.5,
        999_999.99995,
        54321.0,
    ]
    numbers += [choose.uniform(-1, 1) * 10 ** choose.uniform(-14, 14) for _ in range(3000)]
    numbers += [
        choose.randint(-99_999, 99_999) / 10 ** choose.randint(0, 9) + 0.5 / 10**k
        for k in range(9)
        for _ in range(99)
    ]
    for power in range(-12, 13):
        numbers += [near for n in (1, 2.5, 9.5, 9.995) for near in _beside(n * 10.0**power)]
    return numbers + [-number for number in numbers]


def _beside(number):
    return math.nextafter(number, 0), number, math.nextafter(number, math.inf), number * (1 + 1e-9)


WRITERS = {f"fixed(x, {k})": lambda x, k=k: fixed(x, k) for k in (0, 1, 2, 4, 6)}
WRITERS |= {f"plain(x, {k})": lambda x, k=k: plain(x, k) for k in (2, 4, 5, 6)}
WRITERS |= {f"brief(x, {k})": lambda x, k=k: brief(x, k) for k in (0, 1, 1e4)}
WRITERS |= {
    "fixed(x)": lambda x: fixed(x, 2),
    "precise(x)": fixed,
    "plain(x)": plain,
    "shortNumber(x)": short,
}


@pytest.mark.parametrize("how", WRITERS)
def test_the_page_writes_any_number_as_python_does(how, empty_page):
    numbers = any_numbers()
    told = "numbers.map(x => x ?? Infinity).map(x => " + how + ")"
    script = f"numbers => {{ {front.module('numbers.js')} return {told}; }}"
    written = empty_page().evaluate(script, numbers)
    wrong = {
        x: (here, there)
        for x, here in zip(numbers, written, strict=True)
        if here != (there := WRITERS[how](x))
    }
    assert wrong == {}
