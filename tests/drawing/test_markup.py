"""Markup that escapes by construction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from normviz.drawing.markup import join, tag
from tests.markup import elements_in, words_of
from tests.strategies import properties

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;'


def test_hostile_text_and_attributes_make_no_element():
    markup = tag("p", HOSTILE, [HOSTILE], title=HOSTILE, data_name=HOSTILE)
    assert elements_in(markup) == [("p", {"title": HOSTILE, "data-name": HOSTILE})]
    assert words_of(markup) == (HOSTILE * 2)


@properties
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_text_is_read_back_as_it_was(text):
    markup = tag("p", text, title=text)
    assert elements_in(markup) == [("p", {"title": text})]
    assert words_of(markup) == " ".join(text.split())


def test_children_may_nest_and_none_is_left_out():
    assert join("a", None, [1, (tag("b", 2.5), "<")]) == Markup("a1<b>2.5</b>&lt;")


@pytest.mark.parametrize(
    ("given_", "written"),
    [
        ({"class_": "a b"}, ' class="a b"'),
        ({"aria_label": "x"}, ' aria-label="x"'),
        ({"hidden": True}, " hidden"),
        ({"hidden": False, "title": None}, ""),
        ({"height": 92}, ' height="92"'),
        ({"y": 0}, ' y="0"'),
    ],
)
def test_attributes_are_written_as_html_writes_them(given_, written):
    assert tag("i", **given_) == f"<i{written}></i>"
