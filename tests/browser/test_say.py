"""A learner's own words stay: on a page in the browser, in a notebook with the kernel."""

import pytest

import normviz as nv
from normviz import front

pytestmark = pytest.mark.browser

TYPED = 'pads <b>join</b> "$x$"'


def test_words_on_a_page_are_there_when_it_is_opened_again_and_belong_to_their_chapter(hosted, tmp_path):
    file = tmp_path / "page.html"
    boxes = nv.say("06").to_html() + nv.say("07").to_html()
    file.write_text(
        f"<!doctype html><meta charset=utf-8>{boxes}<script>{front.page_script(boxes)}</script>", "utf-8"
    )
    page = hosted(file)
    page.locator("textarea").first.fill(TYPED)
    page.get_by_role("button").nth(1).click()
    page.reload()
    assert page.locator("textarea").first.input_value() == TYPED
    assert page.locator("textarea").nth(1).input_value() == ""
    page.get_by_role("button").first.click()
    assert page.get_by_role("alert").first.inner_text() == "Kept in this browser."
    assert page.locator("textarea b").count() == 0


def test_words_in_a_notebook_reach_the_kernel_and_stay_in_the_box(bare):
    words = nv.say("06")
    page = bare(words, files=front.PREDICTION).page
    page.locator("textarea").fill(TYPED)
    page.get_by_role("button").click()
    page.wait_for_function("document.querySelector('[role=alert]').textContent.startsWith('Kept until')")
    assert words.text == TYPED
    assert page.locator("textarea").input_value() == TYPED
    page.evaluate("() => window.view()")
    assert page.locator("textarea").nth(1).input_value() == TYPED
