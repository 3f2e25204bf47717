"""A Voila of the tests' own: one chapter, served as a page with its controls and without its code."""

import shutil
from pathlib import Path

from tests.support.server import Server


class Voila(Server):
    """``voila 06_padding.ipynb`` as a reader starts it, on a copy; ``with Voila(folder, chapter) as voila: ...``"""

    name = "Voila"

    def __init__(self, home, chapter):
        super().__init__(home)
        self.notebook = Path(shutil.copy(chapter, self.home))

    @property
    def answers_at(self):
        # A file of Voila's own; the chapter itself would be run by asking for it.
        return f"{self.url}/voila/static/voila.js"

    def command(self, port):
        return ["voila", str(self.notebook), "--no-browser", f"--port={port}"]
