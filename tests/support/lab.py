"""A JupyterLab on a copy of the chapters."""

import json
import secrets
import shutil

from tests.support.chapters import NOTEBOOKS
from tests.support.server import Server

# Asks nobody for news and shows no pop-ups: the page stays what a reader sees, and needs no network.
QUIET = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}
SETTINGS = {"@jupyterlab/apputils-extension:notification": QUIET}


class Lab(Server):
    """One JupyterLab server on a copy of some notebooks; ``with Lab(folder) as lab: ...``"""

    def __init__(self, home, notebooks=NOTEBOOKS):
        super().__init__(home)
        self.notebooks = notebooks
        self.token = secrets.token_hex(16)

    @property
    def answers_at(self):
        return f"{self.url}/api?token={self.token}"

    def command(self, port):
        self.root = shutil.copytree(self.notebooks, self.home / "notebooks")
        settings = self.home / "settings"
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
        return [
            *("jupyterlab", "--no-browser", "--allow-root"),
            *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.root}",
            f"--LabApp.app_settings_dir={settings}",
            f"--LabApp.user_settings_dir={self.home / 'user-settings'}",
            f"--LabApp.workspaces_dir={self.home / 'workspaces'}",
            "--LabApp.expose_app_in_browser=True",
        ]
