"""A vote by phone: a code and an address, or words that say why there is none."""

from html import unescape

import pytest

import normviz as nv

PAGE = "https://example.org/vote.html"


@pytest.mark.parametrize(
    ("id", "page", "said"),
    [("06.3", "vote.html", "page: expected an address such as https://"), ("02.6", PAGE, "no options")],
)
def test_vote_that_no_phone_can_give_is_refused_in_words(id, page, said):
    assert said in nv.phone_vote(id, page).text


def test_code_is_drawn_and_its_address_stands_in_letters():
    message = nv.phone_vote("06.3", PAGE)
    assert "<svg" in message._repr_html_()
    assert f"{PAGE}#{message.text.partition(f'{PAGE}#')[2]}" in unescape(message._repr_html_())
