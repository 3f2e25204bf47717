"""Every chapter as a file: its form, and a run from top to bottom that hides no error."""

import re
import subprocess
import sys
from itertools import pairwise

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from normviz.pages.run import hidden_errors, run
from tests.each import each
from tests.sample import quickly
from tests.support.chapters import CHAPTERS, NOTEBOOKS, chapter_name, read

each_chapter = each(CHAPTERS, name=chapter_name)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def headings(notebook):
    """(level, words) of every heading, in order; what stands in a fenced block is no heading."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"^(```|~~~).*?^\1", "", cell.source, flags=re.MULTILINE | re.DOTALL)
            for marks, words in re.findall(r"^(#{1,6})\s+(\S.*)$", text, flags=re.MULTILINE):
                yield len(marks), words


def test_every_notebook_is_named_as_a_chapter():
    assert CHAPTERS, f"no notebook in {NOTEBOOKS}"
    assert [path.name for path in CHAPTERS if not re.fullmatch(r"\d\d_[a-z_]+\.ipynb", path.name)] == []


@each_chapter
def test_chapter_is_a_valid_notebook_for_python(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@each_chapter
def test_chapter_links_to_files_that_exist_and_to_the_chapter_after_it(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "markdown"]
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", "\n".join(cell.source for cell in cells))
    brought = {f"attachment:{name}" for cell in cells for name in cell.get("attachments", ())}
    assert [target for target in targets if target not in brought and not (NOTEBOOKS / target).exists()] == []
    unseen = [name for cell in cells for name in cell.get("attachments", ()) if name not in cell.source]
    assert unseen == []
    following = CHAPTERS[CHAPTERS.index(path) + 1 :][:1]
    assert {after.name for after in following} <= set(targets)


@pytest.mark.exhaustive
def test_chapters_are_committed_without_outputs_and_widget_state():
    command = [sys.executable, "-m", "nbstripout", "--verify", "--keep-id", *map(str, CHAPTERS)]
    verdict = subprocess.run(command, capture_output=True, text=True)
    assert verdict.returncode == 0, f"run nbstripout --keep-id: {verdict.stdout}{verdict.stderr}"
    assert [path.name for path in CHAPTERS if "widgets" in read(path).metadata] == []


@each_chapter
def test_chapter_has_one_title_and_skips_no_heading_level(path):
    levels = list(headings(read(path)))
    assert [level for level, _ in levels].count(1) == 1
    assert levels[0][0] == 1
    skipped = [after for before, after in pairwise(levels) if after[0] > before[0] + 1]
    assert skipped == []


@each_chapter
def test_chapter_code_is_short_enough_to_read(path):
    cells = code_cells(read(path))
    assert len(cells[0].source.splitlines()) <= 9, (
        "the setup cell, with the first picture, has more than 9 lines"
    )
    long = [cell.source for cell in cells if len(cell.source.splitlines()) > 15]
    assert long == [], "what is longer than 15 lines belongs in normviz"


@each_chapter
def test_chapter_hides_the_code_that_writes_prose_or_is_tagged_as_folded_and_no_other(path):
    def may_hide(cell):
        folded = "folded-code" in cell.metadata.get("tags", ())  # a network that nobody has to read
        return cell.cell_type == "code" and (folded or 'Markdown(f"""' in cell.source)

    jupyter = [(cell, cell.metadata.get("jupyter", {})) for cell in read(path).cells]
    wrong = [cell.id for cell, hides in jupyter if may_hide(cell) != hides.get("source_hidden", False)]
    assert wrong == []
    assert [cell.id for cell, hides in jupyter if hides.get("outputs_hidden")] == []


# JupyterLab runs every chapter in tests/browser; here its outputs are searched one by one.
@pytest.mark.parametrize("path", quickly(CHAPTERS, CHAPTERS[0]), ids=chapter_name)
def test_chapter_runs_from_top_to_bottom_and_hides_no_error(path, executed):
    assert hidden_errors(executed(path)) == []


# The search itself: this notebook ends its run without an exception, and is wrong all the same.
HIDDEN = """
import warnings, ipywidgets
from IPython.display import HTML, display
warnings.warn("mean of empty slice")
with ipywidgets.Output():
    raise RuntimeError("lost in Output")
button = ipywidgets.Button()
button.on_click(lambda _: 1 / 0)
button.click()
display(ipywidgets.HTML('<p class="nv-error">gamma must be finite</p>'))
HTML("<p class='nv-box nv-error'>gamma must not be a text</p>")
"""


def test_search_finds_every_error_that_did_not_stop_the_run_and_no_other():
    may_raise = new_code_cell("1 / 0", metadata={"tags": ["raises-exception"]})
    healthy = new_code_cell("print('an error of 0.1 is no nv-error')")
    found = hidden_errors(run(new_notebook(cells=[new_code_cell(HIDDEN), may_raise, healthy])))
    words = ("lost in Output", "ZeroDivisionError", "must be finite", "must not be", "empty slice")
    assert [one for one in words if not any(one in error for error in found)] == []
    assert len(found) == len(words), found
