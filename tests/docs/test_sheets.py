"""The handouts: what is committed is what the command makes, right by another road, and fit to print."""

import html
import re
import statistics

import pytest

from docs.handouts import EMPTY, FILLED, Paper, pages

EMPTY_PAGE, FILLED_PAGE = Paper(filled=False).page(), Paper(filled=True).page()
SHEETS = 5
CELLS = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>")


def tables(page):
    """Caption → rows of cells' words."""
    found = {}
    for caption, body in re.findall(r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", page, re.DOTALL):
        found[html.unescape(caption)] = [
            CELLS.findall(row) for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
        ]
    return found


def number(cell):
    return float(cell.replace("−", "-"))


def test_committed_files_are_what_the_command_makes():
    assert {path: path.read_text(encoding="utf-8") for path in pages()} == pages()
    assert set(pages()) == {EMPTY, FILLED}


def test_empty_copy_has_the_filled_ones_cells_and_none_of_its_answers():
    answer = re.compile(r'(<(?:td|span) class="answer">)(.*?)(</(?:td|span)>)')
    assert len(answer.findall(FILLED_PAGE)) > 150
    assert [words for _, words, _ in answer.findall(EMPTY_PAGE) if words] == []
    emptied = {
        name: [[answer.sub(r"\1\3", cell) for cell in row] for row in rows]
        for name, rows in tables(FILLED_PAGE).items()
    }
    assert list(tables(EMPTY_PAGE)) == list(emptied)
    assert [len(rows) for rows in tables(EMPTY_PAGE).values()] == [len(rows) for rows in emptied.values()]


@pytest.mark.parametrize("name", ["z1: 5 numbers, one pool", "d1: 8 numbers, one pool"])
def test_column_is_what_the_standard_library_makes_of_it(name):
    *rows, total = tables(FILLED_PAGE)[name]
    x = [number(row[1]) for row in rows]
    mean, std = statistics.fmean(x), statistics.pstdev(x)
    for value, (_, _, away, square, x_hat) in zip(x, rows, strict=True):
        expected = (value - mean, (value - mean) ** 2, (value - mean) / std)
        assert [number(cell) for cell in (away, square, x_hat)] == pytest.approx(expected, abs=5.1e-5)
    assert [number(cell) for cell in total[1:]] == pytest.approx(
        (sum(x), 0, sum((value - mean) ** 2 for value in x), 0), abs=5.1e-5
    )


@pytest.mark.parametrize("name", ["The z table, row by row", "Eight tokens, eight pools"])
def test_row_is_what_the_standard_library_makes_of_it(name):
    for row in tables(FILLED_PAGE)[name]:
        x, (mean, std), x_hat = ([number(cell) for cell in part] for part in (row[1:4], row[4:6], row[6:]))
        spread = statistics.pstdev(x)
        expected = [(value - statistics.fmean(x)) / spread if spread else 0 for value in x]
        assert (mean, std) == pytest.approx((statistics.fmean(x), spread), abs=5.1e-5)
        assert x_hat == pytest.approx(expected, abs=1e-4)  # ε


def test_node_and_divisors_are_what_the_standard_library_makes_of_them():
    found = tables(FILLED_PAGE)
    m = [number(row[3]) for row in found["Four students"]]
    assert m == pytest.approx([number(gpa) + number(iq) / 10 for _, gpa, iq, _ in found["Four students"]])
    z_hat = [(value - statistics.fmean(m)) / statistics.pstdev(m) for value in m]
    *rows, _ = found["The node's column M: 4 numbers, one pool"]
    assert [number(row[3]) for row in rows] == pytest.approx(z_hat, abs=5.1e-5)
    variance, std, first = (
        [number(cell) for cell in row[1:]] for row in found["The column 1, 5, 9: n or n − 1"]
    )
    x = [1, 5, 9]
    assert variance == pytest.approx([statistics.pvariance(x), statistics.variance(x)], abs=5.1e-5)
    assert std == pytest.approx([statistics.pstdev(x), statistics.stdev(x)], abs=5.1e-5)
    assert first == pytest.approx([-4 / statistics.pstdev(x), -4 / statistics.stdev(x)], abs=5.1e-5)


@pytest.mark.parametrize("page", [EMPTY_PAGE, FILLED_PAGE], ids=["empty", "filled"])
def test_page_stands_alone_and_its_tables_are_labelled(page):
    assert not re.search(r"https?:|url\(|<script|<link|<img", page)
    assert page.count("<caption>") == page.count("<table>")
    assert not re.search(r"<th(?! scope=)", page.replace("<thead>", ""))
    assert 'lang="en"' in page


@pytest.mark.browser
@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("path", [EMPTY, FILLED], ids=["empty", "filled"])
def test_each_sheet_prints_on_one_page(browser, path, size):
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.locator("section").count() == SHEETS
    printed = page.pdf(format=size)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == SHEETS
