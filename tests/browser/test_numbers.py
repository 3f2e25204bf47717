"""A number box of an English browser reads what is typed with a decimal comma, or pasted with a printed minus."""

import pytest

from normviz import front

pytestmark = pytest.mark.browser


@pytest.fixture
def box(page):
    begun = f"<script>{front.read('numbers.js')}readAsTyped(document.querySelector('p'))</script>"
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
