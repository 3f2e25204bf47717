"""What is folded can be left out, and opened alone: the main thread, with one fold or without, knows all its names."""

import subprocess
import sys

import pytest

from normviz.pages.folds import FOLDED, folds
from tests.each import each
from tests.support.chapters import CHAPTERS, chapter_name, read

RUFF = [sys.executable, "-m", "ruff", "check", "--isolated", "--output-format=concise", "--select=F821"]
RUFF += ["--config", 'builtins = ["display"]', "-"]


def unknown_names(cells):
    """Heading of a fold (None for no fold) → the lines of ruff, where the main thread and this fold miss a name."""
    within, of_fold = None, []
    for cell, depth, begins in folds(cells):
        if not depth:
            within = cell.source.splitlines()[0] if begins else None
        if cell.cell_type == "code":
            of_fold.append((within if depth else None, cell.source))
    found = {}
    for fold in dict.fromkeys([None, *(fold for fold, _ in of_fold)]):
        code = "\n".join(source for one, source in of_fold if one in (None, fold))
        ran = subprocess.run(RUFF, input=code, capture_output=True, text=True)
        if ran.returncode:
            found[fold] = ran.stdout
    return found


@pytest.mark.exhaustive
@each(CHAPTERS, name=chapter_name)
def test_no_name_that_only_a_fold_binds_is_needed_outside_it(path):
    assert unknown_names(read(path).cells) == {}


@each(CHAPTERS, name=chapter_name)
def test_a_fold_begins_with_code_so_that_jupyterlab_opens_it_where_it_stands(path):
    """Where Shift + Enter goes on to a text that is folded, JupyterLab shows the top of the notebook."""
    cells = read(path).cells
    after = [cells[at + 1].cell_type for at, cell in enumerate(cells) if cell.metadata.get(FOLDED)]
    assert set(after) <= {"code"}
