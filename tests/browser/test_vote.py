"""docs/vote.html on a phone: it shows the question of its address, and becomes a card."""

import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.support.chapters import ROOT

pytestmark = pytest.mark.browser
PAGE = "https://example.org/vote.html"
VOTE = (ROOT / "docs" / "vote.html").as_uri()


def test_a_phone_shows_the_question_and_becomes_a_card(offline):
    question = all_questions()["06.3"]
    page = offline(VOTE + "#" + nv.phone_vote("06.3", PAGE).text.partition(f"{PAGE}#")[2].split()[0])
    assert page.locator("h1").inner_text() == question.ask
    options = page.locator(".option span")
    assert options.all_inner_texts() == [option.text for option in question.letters.values()]
    options.nth(1).click()
    assert page.locator("h1").inner_text() == "B"
    page.keyboard.press("Enter")
    assert options.count() == len(question.letters)


@pytest.mark.parametrize("given", ["", "#06.3", "#%5B%221%22,%222%22%5D", '#["1","<b>2</b>",3,4]', "#%"])
def test_an_address_without_a_question_is_said_to_hold_none(given, offline):
    page = offline(VOTE + given)
    assert page.locator("h1").inner_text() == "There is no question in this address."
    assert page.locator("button").count() == 0
