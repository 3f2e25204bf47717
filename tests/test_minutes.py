"""The minutes that a chapter promises are counted from what stands in it."""

import re
from itertools import accumulate

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from docs.lessons.kit import LESSONS
from normviz.pages.folds import FOLDED
from tests.each import each
from tests.minutes import LINE, minutes, rounded, words_in
from tests.support.chapters import CHAPTERS, chapter_name, read

AT_MOST = 30, 25  # minutes of a chapter, and of its exercises: a lesson, and what is done after it
PROMISED = re.compile(r"[Aa]bout (\d+) minutes(?:, and (\d+) for the exercises)?")


@each(CHAPTERS, name=chapter_name)
def test_promised_minutes_are_the_counted_ones(path):
    taught, exercises = PROMISED.search(read(path).cells[0].source).groups()
    counted = minutes(path)
    assert int(taught) == rounded(counted[0])
    assert int(exercises or 0) == (rounded(counted[1]) if counted[1] else 0)
    assert int(taught) <= AT_MOST[0]
    assert int(exercises or 0) <= AT_MOST[1]


def test_the_paths_of_a_class_take_the_minutes_of_its_lesson():
    text = "".join(cell.source for cell in read(CHAPTERS[0]).cells)
    paths = re.findall(r"\*\*A class of (\d+) minutes\.\*\* (.*?)\n\n", text, re.DOTALL)
    ends = {f"{lesson.minutes}": [step.end for step in lesson.steps] for lesson in LESSONS}
    assert [promised for promised, _ in paths] == ["50", "90"]
    for promised, path in paths:
        reached = list(accumulate(map(int, re.findall(r"\((\d+)\)", path))))
        assert set(reached) <= set(ends[promised])
        assert reached[-1] == int(promised)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Two words", 2),
        ("The mean $\\mu = 3$ falls.", 4),
        ("See:\n<details>\n<summary>x</summary>\n\nmuch more\n\n</details>\nDone.", 2),
    ],
)
def test_folded_text_is_not_counted_and_a_formula_is_one_word(text, count):
    assert words_in(text) == count


def test_cells_below_a_folded_heading_are_not_counted(tmp_path):
    folded = new_markdown_cell("## Folded", metadata={FOLDED: True})
    cells = [new_markdown_cell("# One"), folded, new_code_cell("1"), new_markdown_cell("### Below")]
    cells += [new_markdown_cell("## Open"), new_code_cell("2")]
    taken = []
    for below in (cells, [*cells[:2], *cells[4:]]):
        nbformat.write(new_notebook(cells=below), tmp_path / "chapter.ipynb")
        taken.append(minutes(tmp_path / "chapter.ipynb"))
    assert taken[0] == taken[1]


def test_code_that_is_folded_is_run_but_not_read(tmp_path):
    cell = new_code_cell("a = 1\nb = 2")
    nbformat.write(new_notebook(cells=[cell]), tmp_path / "chapter.ipynb")
    (both, _) = minutes(tmp_path / "chapter.ipynb")
    cell.metadata["jupyter"] = {"source_hidden": True}
    nbformat.write(new_notebook(cells=[cell]), tmp_path / "chapter.ipynb")
    assert minutes(tmp_path / "chapter.ipynb") == (pytest.approx(both - 2 * LINE), 0)
