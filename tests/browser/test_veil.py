"""What follows a prediction is folded to a bar until somebody has predicted, declined, or touched it."""

import pytest

from normviz import front
from normviz.exercises.alone import prediction
from normviz.pages.site import read

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]


@pytest.fixture
def veiled(hosted, tmp_path):
    """``veiled()`` opens a page with a prediction, two cells that follow it, and another section."""
    cells = [
        prediction("06.2"),
        "<p>the answer</p>",
        "<button>a picture</button>",
        "<h2>Next</h2>",
        "<p>other</p>",
    ]
    body = "".join(f"<div class='cell'>{cell}</div>" for cell in cells)
    style, script = front.style() + read("page.css"), front.page_script(read("veil.js"))
    file = tmp_path / "page.html"
    page = f"<meta charset=utf-8><style>{style}</style><main>{body}</main><script>{script}</script>"
    file.write_text(f"<!doctype html>{page}", encoding="utf-8")

    def veiled():
        page = hosted(file)
        page.emulate_media(reduced_motion="reduce")
        return page

    return veiled


def covered(page):
    return page.locator(".cell").evaluate_all(
        "cells => cells.flatMap((cell, k) => getComputedStyle(cell.firstElementChild).opacity === '0' ? [k] : [])"
    )


def test_only_an_answer_uncovers_what_follows_and_the_browser_remembers(veiled):
    page = veiled()
    assert covered(page) == [1, 2]
    assert page.locator(".cell").nth(1).bounding_box()["height"] < 60
    assert page.locator(".cell").nth(2).bounding_box()["height"] == 0
    page.get_by_role("button", name="Commit").click()
    assert covered(page) == [1, 2]
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Commit").click()
    assert covered(page) == [] and page.get_by_text("without a guess").count() == 0
    page.reload()
    assert covered(page) == [] and page.trouble == []


@pytest.mark.parametrize("name", ["a picture", "Show what follows without a guess"])
@pytest.mark.parametrize("key", [False, True])
def test_who_does_not_guess_uncovers_it_with_a_click_or_a_key(veiled, name, key):
    page = veiled()
    button = page.get_by_role("button", name=name)
    button.press("Enter") if key else (page.locator(".veil") if name == "a picture" else button).click()
    assert covered(page) == []


def test_paper_hides_nothing(veiled):
    page = veiled()
    page.emulate_media(media="print")
    assert covered(page) == [] and page.get_by_text("without a guess").is_hidden()
