"""How much a chapter asks a reader to read: what is in sight is counted, what is folded is not."""

import re

import pytest
from nbformat.v4 import new_code_cell

from normviz.pages.code import only_shows
from normviz.pages.folds import folds
from tests.each import each
from tests.minutes import words_in
from tests.support.chapters import CHAPTERS, chapter_name, read

CHAPTER = 1100  # open words
SECTION = 120  # open words between two headings of the second level
CODE = 1  # open code cells a section, beside those that only ask or show
FIRST = 180  # open words before the first explorer

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


def table_of_sections(path):
    return "\n".join(
        f"{words_of(cells):>6} {sum(map(is_read, cells)):>3}  {name}" for name, cells in sections(path)
    )


@each(CHAPTERS, name=chapter_name)
def test_a_chapter_asks_for_no_more_reading_than_it_may(path):
    bars = CHAPTER, SECTION, CODE, FIRST
    assert all(found <= bar for found, bar in zip(load(path), bars, strict=True)), table_of_sections(path)


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
