"""Notebooks of the abuse tests' own, open in JupyterLab."""

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from tests.abuse.hostile import Tripwire
from tests.support.open_chapter import Chapter

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


class WatchedPage(Chapter):
    """A notebook, run from top to bottom, with a tripwire in its page from the start: ``wire``."""

    def __init__(self, browser, lab, name, cells):
        notebook = new_notebook(cells=[*map(new_code_cell, cells)], metadata={"kernelspec": KERNEL})
        nbformat.write(notebook, lab.root / f"{name}.ipynb")
        super().__init__(browser, lab, lab.root / f"{name}.ipynb")

    def _run(self, lab):
        self.wire = Tripwire(self.page)
        super()._run(lab)

    def run_all(self):
        """Run All Cells once more."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        self.wait_until_idle()
