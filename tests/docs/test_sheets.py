"""The sheets of the lessons: right by another road, empty where an answer belongs, and fit to print."""

import html
import re
import statistics

import pytest

from docs.lessons.kit import DOCS, LESSONS, files
from docs.lessons.slips import sheets, two_to_a_page
from tests.each import each

pytestmark = pytest.mark.exhaustive

EMPTY = [sheets(lesson, filled=False) for lesson in LESSONS]
FILLED = [sheets(lesson, filled=True) for lesson in LESSONS]
PRINTED = [(lesson, name) for lesson in LESSONS for name in ("sheets", "sheets_filled")]
CELLS = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>")


def tables(page):
    """Caption → rows of cells' words."""
    found = {}
    for caption, body in re.findall(r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", page, re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
        found[html.unescape(caption)] = [CELLS.findall(row) for row in rows]
    return found


BELOW = {  # caption → the answers in the line below the table
    html.unescape(caption): re.findall(r'class="answer">(.*?)</span>', line)
    for page in FILLED
    for caption, line in re.findall(
        r"<caption>([^<]*)</caption>(?:(?!<caption>).)*?</table><p class=\"sum\">(.*?)</p>", page, re.DOTALL
    )
}
ALL = {name: rows for page in FILLED for name, rows in tables(page).items()}


def number(cell):
    return float(cell.replace("−", "-"))


def test_empty_copy_has_the_filled_ones_cells_and_none_of_its_answers():
    answer = re.compile(r'(<(?:td|span) class="answer">)(.*?)(</(?:td|span)>)')
    for empty, filled in zip(EMPTY, FILLED, strict=True):
        assert [words for _, words, _ in answer.findall(empty) if words] == []
        assert len(answer.findall(empty)) == len(answer.findall(filled))
        assert "☒" not in empty
    assert sum(len(answer.findall(page)) for page in FILLED) > 140


@each(
    {name: (name, 5.1e-5) for name in ("z1: 5 numbers, one pool", "row 1: 3 numbers, one pool")}
    | {
        name: (name, 5.1e-3)
        for name in (
            "Left half of the room: all eight rows",
            "Right half of the room: the six words",
            "“How”: 3 numbers, one pool",
        )
    }
)
def test_column_is_what_the_standard_library_makes_of_it(name, within):
    *rows, total = ALL[name]
    x = [number(row[1]) for row in rows]
    mean, std = statistics.fmean(x), statistics.pstdev(x)
    for value, (_, _, *cells) in zip(x, rows, strict=True):
        expected = (value - mean, (value - mean) ** 2, (value - mean) / std)[: len(cells)]
        assert [number(cell) for cell in cells] == pytest.approx(expected, abs=within)
    sums = [number(cell) for cell in total[1:] if cell]
    assert sums[0] == pytest.approx(sum(x), abs=within)
    assert any(one == pytest.approx(std**2 * len(x), abs=within) for one in sums)
    below = [number(one) for one in BELOW[name]]
    picked = [(7.5 - mean) / std] if below[3:] else []  # of “How”
    assert below == pytest.approx([mean, std**2, std, *picked], abs=within)


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
