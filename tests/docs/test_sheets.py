"""The sheets of the lessons: right by another road, empty where an answer belongs, and fit to print."""

import html
import re
import statistics

import pytest

from docs.lessons.kit import DOCS, LESSONS, files
from docs.lessons.plan import Vote
from docs.lessons.sheets import QUIZ
from docs.lessons.slips import quiz, sheets, two_to_a_page
from docs.lessons.strips import strips

pytestmark = pytest.mark.exhaustive

EMPTY = [sheets(lesson, filled=False) for lesson in LESSONS]
FILLED = [sheets(lesson, filled=True) for lesson in LESSONS]
STRIPS = [page for lesson in LESSONS if (page := strips(lesson))]
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


@pytest.mark.parametrize(
    ("name", "within"),
    [
        ("z1: 5 numbers, one pool", 5.1e-5),
        ("Left half of the room: all eight rows", 5.1e-3),
        ("Right half of the room: the six words", 5.1e-3),
        ("“How”: 3 numbers, one pool", 5.1e-3),
        ("row 1: 3 numbers, one pool", 5.1e-5),
        ("row 2: 3 numbers, one pool", 5.1e-5),
        ("row 3: 3 numbers, one pool", 5.1e-5),
    ],
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


def test_further_columns_are_what_the_standard_library_makes_of_them():
    *rows, means, spreads = ALL["The other two nodes, each with its own μ and σ"]
    for z, z_hat in ((1, 2), (3, 4)):
        x = [number(row[z]) for row in rows]
        mean, spread = statistics.fmean(x), statistics.pstdev(x)
        assert [number(means[z_hat]), number(spreads[z_hat])] == pytest.approx([mean, spread], abs=5.1e-5)
        expected = [(value - mean) / spread for value in x]
        assert [number(row[z_hat]) for row in rows] == pytest.approx(expected, abs=5.1e-5)


def test_node_and_divisors_are_what_the_standard_library_makes_of_them():
    m = [number(row[3]) for row in ALL["Four students"]]
    assert m == pytest.approx([number(gpa) + number(iq) / 10 for _, gpa, iq, _ in ALL["Four students"]])
    z_hat = [(value - statistics.fmean(m)) / statistics.pstdev(m) for value in m]
    *rows, _ = ALL["The node's column M: 4 numbers, one pool"]
    assert [number(row[3]) for row in rows] == pytest.approx(z_hat, abs=5.1e-5)
    table = ALL["The column 1, 5, 9: n or n − 1"]
    variance, std, first = ([number(cell) for cell in row[1:]] for row in table)
    x = [1, 5, 9]
    assert variance == pytest.approx([statistics.pvariance(x), statistics.variance(x)], abs=5.1e-5)
    assert std == pytest.approx([statistics.pstdev(x), statistics.stdev(x)], abs=5.1e-5)
    assert first == pytest.approx([-4 / statistics.pstdev(x), -4 / statistics.stdev(x)], abs=5.1e-5)


def test_keys_of_the_quiz_are_what_the_standard_library_makes_of_them():
    keys = {name: question.key for name, question in quiz().items()}
    assert f"μ = {statistics.fmean([2, 4, 9, 0])}" in keys["mean"]
    assert statistics.fmean([2, 4, 9] + [0] * 3) == statistics.fmean([2, 4, 9]) / 2
    spread = statistics.pstdev([2, 4, 9])
    assert f"μ is 5 and σ is {spread:.2f}." in quiz()["mask"].ask
    assert keys["mask"].startswith(f"{4 / spread:.2f}, with ten more pads too")
    assert keys["row"].startswith("Of the 4: 0.3,")
    assert keys["row"].endswith("three times 0.3.")
    spread = statistics.pstdev([1, 3, 5, 7])
    assert f"μ = 4, σ = {spread:.4f}, the 7 becomes {3 / spread:.4f}" in keys["column"]
    assert keys["bias"].startswith(f"{3 / spread:.4f}")
    assert f"{statistics.stdev([1, 3, 5, 7]):.4f}" in quiz()["column"].partly
    assert keys["momentum"].startswith(f"{10 * (1 - 0.9**2):.1f}: 1 after")
    assert keys["modes"].endswith(f"mean; {(10 - 4) / 2:.0f} in use.")


def test_quiz_asks_about_numbers_that_no_lesson_has_computed():
    known = " ".join(page.split(QUIZ)[0] for page in FILLED)
    for question in quiz().values():
        assert not set(re.findall(r"\d\.\d{4}", question.key)) & set(re.findall(r"\d\.\d{4}", known))


def test_boxes_are_those_of_each_votes_options_and_the_right_one_is_crossed():
    for lesson, empty, filled in zip(LESSONS, EMPTY, FILLED, strict=True):
        for vote in lesson.parts(Vote):
            row = rf"<th scope=\"row\">{re.escape(vote.id)}</th>(.*?)</tr>"
            assert re.search(row, empty, re.DOTALL)[1].count("☐") == len(vote.question.letters)
            boxes = re.findall("[☐☒]", re.search(row, filled, re.DOTALL)[1])
            assert list(vote.question.letters)[boxes.index("☒")] == vote.question.right_answer()


@pytest.mark.parametrize("page", [*EMPTY, *FILLED, *STRIPS])
def test_page_stands_alone_and_its_tables_are_labelled(page):
    assert not re.search(r"https?:|url\(|<script|<link|<img", page)
    assert page.count("<caption>") == page.count("<table>")
    assert not re.search(r"<th(?! scope=)", page.replace("<thead>", ""))
    assert 'lang="en"' in page


@pytest.mark.exhaustive
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
