"""A Voila of the tests' own: one chapter, served as a page with its controls and without its code."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.lab import START_SECONDS


class Voila:
    """``voila 06_padding.ipynb`` as a reader starts it, on a copy; ``with Voila(folder, chapter) as voila: ...``"""

    def __init__(self, home, chapter):
        self.home = Path(home)
        self.notebook = Path(shutil.copy(chapter, self.home))

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.log = self.home / "voila.log"
        command = [sys.executable, "-m", "voila", str(self.notebook), "--no-browser", f"--port={port}"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.home,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _wait_until_ready(self):
        give_up = time.monotonic() + START_SECONDS
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                break
            # A file of Voila's own; the chapter itself would be run by asking for it.
            with contextlib.suppress(URLError, OSError), urlopen(f"{self.url}/voila/static/voila.js"):
                return
            time.sleep(0.2)
        raise RuntimeError(f"Voila did not start: {self.log.read_text()[-2000:]}")
