"""Every cell can be run again, alone, after its chapter was run: a reader scrolls back and presses Shift + Enter."""

import pytest
from nbformat.v4 import new_code_cell

from normviz.pages.run import run
from tests.support.chapters import CHAPTERS, chapter_name, read
from tests.test_notebooks import code_cells

KEEP = "_kept = {name: value for name, value in globals().items() if name[0] != '_'}"
# Each cell finds the names as the end of the chapter has left them, whatever was run again before it.
BACK = "for _name in [name for name in globals() if name[0] != '_']: del globals()[_name]\nglobals().update(_kept)"
MAY_RAISE = {"tags": ["raises-exception"]}


def failures(notebook):
    """(id, what was raised) of each cell that fails when it is run again; the last cell is the first to be tried."""
    cells = code_cells(notebook)
    again = {cell.id: new_code_cell(cell.source, metadata=MAY_RAISE) for cell in reversed(cells)}
    notebook.cells.append(new_code_cell(KEEP))
    for cell in again.values():
        notebook.cells += [new_code_cell(BACK), cell]
    run(notebook)
    raised = {id: [o for o in cell.outputs if o.output_type == "error"] for id, cell in again.items()}
    return [(id, f"{found[0].ename}: {found[0].evalue}"[:200]) for id, found in raised.items() if found]


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", CHAPTERS, ids=chapter_name)
def test_every_cell_runs_again_alone_after_its_chapter(path):
    assert failures(read(path)) == []
