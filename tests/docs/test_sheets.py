"""The sheets of the lessons: empty where an answer belongs, and fit to print."""

import re

import pytest

from docs.lessons.kit import DOCS, LESSONS, files
from docs.lessons.slips import sheets, two_to_a_page

pytestmark = pytest.mark.exhaustive

EMPTY = [sheets(lesson, filled=False) for lesson in LESSONS]
FILLED = [sheets(lesson, filled=True) for lesson in LESSONS]
PRINTED = [(lesson, name) for lesson in LESSONS for name in ("sheets", "sheets_filled")]


def test_empty_copy_has_the_filled_ones_cells_and_none_of_its_answers():
    answer = re.compile(r'(<(?:td|span) class="answer">)(.*?)(</(?:td|span)>)')
    for empty, filled in zip(EMPTY, FILLED, strict=True):
        assert [words for _, words, _ in answer.findall(empty) if words] == []
        assert len(answer.findall(empty)) == len(answer.findall(filled))
        assert "☒" not in empty
    assert sum(len(answer.findall(page)) for page in FILLED) > 140


@pytest.mark.browser
@pytest.mark.parametrize(("lesson", "name"), PRINTED, ids=lambda one: getattr(one, "name", one))
def test_each_sheet_prints_on_one_page_of_either_size(page, lesson, name):
    page.set_content(files()[DOCS / "lessons" / lesson.name / f"{name}.html"])
    page.emulate_media(media="print")
    sections = page.locator("section").evaluate_all("all => all.map(e => [e.scrollHeight, e.offsetHeight])")
    copies = 2 if name == "sheets" and two_to_a_page(lesson) else 1
    assert len(sections) == copies * len(lesson.sheets)
    assert [higher for higher, room in sections if higher > room] == []
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == len(lesson.sheets), size
