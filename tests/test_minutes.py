"""The minutes that a chapter promises are counted from what stands in it."""

import re
from itertools import accumulate

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from docs.lessons.kit import LESSONS
from tests.each import each
from tests.support.chapters import CHAPTERS, chapter_name, read
from tests.support.minutes import in_sight, minutes, rounded, words_in

PROMISED = re.compile(r"[Aa]bout (\d+) minutes(?:, and (\d+) for the exercises)?")


@each(CHAPTERS, name=chapter_name)
def test_promised_minutes_are_the_counted_ones(path):
    taught, exercises = PROMISED.search(read(path).cells[0].source).groups()
    counted = minutes(path)
    assert int(taught) == rounded(counted[0])
    assert int(exercises or 0) == (rounded(counted[1]) if counted[1] else 0)


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


def test_cells_below_a_folded_heading_are_not_counted():
    folded = new_markdown_cell("## Folded", metadata={"jp-MarkdownHeadingCollapsed": True})
    cells = [new_markdown_cell("# One"), folded, new_code_cell("# 1"), new_markdown_cell("### Below")]
    cells += [new_markdown_cell("## Open"), new_code_cell("2")]
    seen = [cell.source for cell in in_sight(new_notebook(cells=cells))]
    assert seen == ["# One", "## Folded", "## Open", "2"]
