"""The exercises of a chapter's page stand one at a time."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from normviz.pages.export import write_page

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    cells = [
        new_markdown_cell("# A chapter"),
        new_code_cell("import numpy"),
        new_markdown_cell("## Your turn"),
    ]
    for id in ("06.7", "06.8", "06.9"):
        cells += [
            new_markdown_cell(f"### {id} A title\n\nWhat is {id}?"),
            new_code_cell(f'nv.check("{id}", answer)'),
        ]
    path = tmp_path_factory.mktemp("layout") / "06_chapter.ipynb"
    nbformat.write(notebook := new_notebook(cells=cells), path)
    return write_page(path, notebook, path.parent)


@pytest.fixture
def opened(hosted, file):
    return lambda **how: hosted(file, **how)


def in_sight(page):
    return page.locator(".one:visible h3").all_text_contents()


def test_one_question_at_a_time_remembered_and_all_on_paper(opened):
    page = opened()
    assert in_sight(page) == ["06.7 A title"]
    assert page.get_by_role("button", name="Question before").is_disabled()
    page.get_by_role("button", name="Next →").click()
    assert in_sight(page) == ["06.8 A title"]
    page.locator(".one:visible summary", has_text="Solution").click()
    page.get_by_role("button", name="• 06.8").wait_for()
    page.get_by_role("button", name="06.9").press("Enter")
    assert page.get_by_role("button", name="Next →").is_disabled()
    page.reload()
    assert in_sight(page) == ["06.9 A title"]
    assert page.locator(".asks [aria-current]").inner_text() == "06.9"
    assert page.get_by_role("button", name="• 06.8").is_visible()
    page.emulate_media(media="print")
    assert len(in_sight(page)) == 3
    assert page.locator(".asks").is_hidden()
    assert page.trouble == []
