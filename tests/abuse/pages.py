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

    def before_it_opens(self):
        self.wire = Tripwire(self.page)
