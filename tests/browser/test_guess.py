"""What was predicted stands above the picture that follows, and above no other."""

import pytest

from docs.pages.predictions import prediction
from normviz import front

pytestmark = pytest.mark.browser

VIEW = '<div class="nv-moving nv-begun" id="{}"><div class="nv-view"><div>a picture</div></div></div>'


@pytest.fixture
def asked(page):
    """``asked(*ids)`` is a page of predictions and pictures; a name that is no question's is a picture's."""

    def asked(*ids):
        body = "".join(prediction(name) if name[0].isdigit() else VIEW.format(name) for name in ids)
        page.set_content(f"<!doctype html><meta charset=utf-8>{body}<script>{front.page_script()}</script>")
        return page

    return asked


def commit(page, number, letter):
    form = page.locator(".nv-asked").nth(number)
    form.locator(f'input[value="{letter}"]').check()
    form.get_by_role("button").click()


def test_the_answer_stands_above_the_picture_that_follows(asked):
    page = asked("first", "03.1", "second", "third")
    commit(page, 0, "c")
    assert page.locator(".nv-guess").all_inner_texts() == ["Your prediction: c) Mean 1 and σ 2."]
    assert page.locator("#second .nv-guess").count() == 1
    commit(page, 0, "d")
    assert page.locator(".nv-guess").all_inner_texts() == ["Your prediction: d) Mean 2 and σ 1."]


def test_another_question_between_has_the_picture(asked):
    page = asked("03.1", "07.1", "picture")
    commit(page, 0, "a")
    assert page.locator(".nv-guess").count() == 0
    commit(page, 1, "d")
    assert page.locator(".nv-guess").inner_text().startswith("Your prediction: d) 0:")


def test_who_chose_nothing_predicted_nothing(asked):
    page = asked("03.1", "picture")
    page.locator(".nv-asked button").click()
    assert page.locator(".nv-guess").count() == 0
