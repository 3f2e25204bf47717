"""A JupyterLab of the tests' own, on a copy of the chapters."""

import contextlib
import json
import secrets
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.chapters import NOTEBOOKS

START_SECONDS = 120

# Asks nobody for news and shows no pop-ups: the page stays what a reader sees, and needs no network.
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}


class Lab:
    """One JupyterLab server on a copy of some notebooks; ``with Lab(folder) as lab: ...``"""

    def __init__(self, home, notebooks=NOTEBOOKS):
        self.home = Path(home)
        self.notebooks = notebooks
        self.token = secrets.token_hex(16)

    def __enter__(self):
        self.root = shutil.copytree(self.notebooks, self.home / "notebooks")
        settings = self.home / "settings"
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(SETTINGS))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.log = self.home / "jupyterlab.log"
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.root}",
            f"--LabApp.app_settings_dir={settings}",
            f"--LabApp.user_settings_dir={self.home / 'user-settings'}",
            f"--LabApp.workspaces_dir={self.home / 'workspaces'}",
            "--LabApp.expose_app_in_browser=True",
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
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
            with contextlib.suppress(URLError, OSError), urlopen(f"{self.url}/api?token={self.token}"):
                return
            time.sleep(0.2)
        raise RuntimeError(f"JupyterLab did not start: {self.log.read_text()[-2000:]}")
