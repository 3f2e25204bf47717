"""How much a chapter asks a reader to read: what is in sight is counted, what is folded is not.

``python -m tests.test_reading_load`` prints the table.
"""

import re
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from normviz.pages.code import only_shows
from normviz.pages.folds import FOLDED, folds
from tests.each import each
from tests.minutes import words_in
from tests.support.chapters import CHAPTERS, NOTEBOOKS, chapter_name, read

CHAPTER = 1100  # open words
SECTION = 120  # open words between two headings of the second level
CODE = 1  # open code cells a section, beside those that only ask or show
FIRST = 180  # open words before the first explorer

# Where a chapter is not there yet: what it has now, (words, longest section, code cells, before the explorer).
NOT_YET = {}

_RULES = re.compile(r"^\|[-:| ]+\|$|\|", re.MULTILINE)
_EXPLORER = re.compile(r"\bnv\.\w+Explorer\(|\.explore\(\)")


def sections(path):
    """(heading, its cells in sight) of each section of a chapter up to *Your turn*; the first one is the title's."""
    found = [("", [])]
    for cell, depth, begins in folds(read(path).cells):
        heading = re.match(r"##? (.*)", cell.source) if cell.cell_type == "markdown" else None
        if heading and not depth:
            found.append((heading[1], []))
        if not depth and not begins:
            found[-1][1].append(cell)
    names = [name for name, _ in found]
    end = next((n for n, name in enumerate(names) if name.startswith("Your turn")), len(found))
    after = next((n for n in range(end + 1, len(found)) if found[n][1]), len(found))
    return [(name, cells) for name, cells in found[:end] + found[after:] if cells and name != "References"]


def words_of(cells):
    """Words of the text in sight; the rules of a table are no words."""
    return sum(words_in(_RULES.sub(" ", cell.source)) for cell in cells if cell.cell_type == "markdown")


def is_read(cell):
    """Whether a code cell in sight does more than import, ask a question, or show and move a picture."""
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    return cell.cell_type == "code" and not hidden and not only_shows(cell)


def before_the_first_explorer(path):
    spent = 0
    for _, cells in sections(path):
        for cell in cells:
            if cell.cell_type == "code" and _EXPLORER.search(cell.source):
                return spent
            spent += words_of([cell])
    return spent


def load(path):
    """(open words, those of the longest section, code cells of the section with most, words before the explorer)."""
    parts = sections(path)
    # The first code cell of a chapter sets it up.
    setup = next((c for _, cells in parts for c in cells if c.cell_type == "code"), None)
    return (
        sum(words_of(cells) for _, cells in parts),
        max(words_of(cells) for _, cells in parts),
        max(sum(is_read(cell) for cell in cells if cell is not setup) for _, cells in parts),
        before_the_first_explorer(path),
    )


def table():
    lines = [f"{'chapter':<24} {'words':>6} {'section':>8} {'code':>5} {'before the explorer':>20}"]
    for path in CHAPTERS:
        words, longest, code, first = load(path)
        lines.append(f"{path.stem:<24} {words:>6} {longest:>8} {code:>5} {first:>20}")
    return "\n".join(lines)


def table_of_sections(path):
    return "\n".join(
        f"{words_of(cells):>6} {sum(map(is_read, cells)):>3}  {name}" for name, cells in sections(path)
    )


@each(CHAPTERS, name=chapter_name)
def test_a_chapter_asks_for_no_more_reading_than_it_may(path):
    bars = NOT_YET.get(path.stem[:2], (CHAPTER, SECTION, CODE, FIRST))
    assert all(found <= bar for found, bar in zip(load(path), bars, strict=True)), table_of_sections(path)


def test_what_is_marked_as_not_reached_is_the_present_number():
    paths = {path.stem[:2]: path for path in CHAPTERS}
    bars = CHAPTER, SECTION, CODE, FIRST
    wanted = {
        number: tuple(max(pair) for pair in zip(load(paths[number]), bars, strict=True)) for number in NOT_YET
    }
    assert wanted == NOT_YET
    assert bars not in NOT_YET.values(), "a chapter that reaches all bars is marked no longer"


def written(cells, folder):
    nbformat.write(new_notebook(cells=cells), folder / "chapter.ipynb")
    return folder / "chapter.ipynb"


def test_what_is_folded_and_the_exercises_are_not_counted(tmp_path):
    folded = {"metadata": {FOLDED: True}}
    cells = [
        new_markdown_cell("# A title\n\nfour more words here"),
        new_markdown_cell("## 1. One\n\ntwo words\n\n<details>\n<summary>x</summary>\n\nmuch more\n\n</details>"),
        new_markdown_cell("### Optional: a fold", **folded),
        new_markdown_cell("many words that nobody has to read"),
        new_markdown_cell("## Your turn\n\nPut your answer in."),
        new_markdown_cell("### 99.1 A question"),
        new_markdown_cell("## Optional: more exercises", **folded),
        new_markdown_cell("more of them"),
        new_markdown_cell("## In one minute\n\nthree words more"),
    ]  # fmt: skip
    assert load(written(cells, tmp_path))[:2] == (7 + 5 + 7, 7)


@each(CHAPTERS, name=chapter_name)
def test_what_is_folded_stands_under_one_line(path):
    heads = [cell.source for cell, _, begins in folds(read(path).cells) if begins]
    heads = [head for head in heads if not head.startswith("## Optional: more exercises")]
    assert [head for head in heads if len(head.splitlines()) > 1] == []
    assert [head for head in heads if len(head.split()) > 20] == []


@pytest.mark.parametrize(
    ("code", "read_it"),
    [
        ("import numpy as np\n\nnv.predict('06.1')", False),
        ("first = nv.PaddingExplorer(one_column=True)\nfirst.only('padding_length')", False),
        ("padding.move(norm='layer norm')\npadding", False),
        ("x = np.zeros(3)\nprint(x)", True),
        ("nv.AxesExplorer(norm='layer norm').only(\n    'norm',\n)", False),
        ("nv.inspect(healthy, flats[:10])['4'].explore().goals('10a')", False),
        ("z = nv.examples.z_table()\nnv.beside(nv.show(z.inputs), nv.show(z))", False),
        ("nv.show(x.mean(axis=0))", True),
        ("table = nv.Table.of(rows)\nnv.show(table)", True),
        ("nv.layer_norm([3, 100])", True),
        ("%matplotlib inline", True),
    ],
)
def test_a_cell_that_only_asks_or_shows_a_picture_is_no_code_to_read(code, read_it):
    assert is_read(new_code_cell(code)) is read_it


if __name__ == "__main__":
    print(table())
    for name in sys.argv[1:]:
        for path in NOTEBOOKS.glob(f"{name}_*.ipynb"):
            print(f"\n{path.stem}\n{table_of_sections(path)}")
