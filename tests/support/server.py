"""A server that runs as long as its block: ``with Lab(folder) as lab: ...``"""

import contextlib
import os
import socket
import subprocess
import sys
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

START_SECONDS = 300


class Server:
    """One server on a port of its own.

    Attributes
    ----------
    home : the folder that it works and writes its log in
    url : where it answers, once it has started
    """

    def __init__(self, home):
        self.home = Path(home)

    def command(self, port: int) -> list[str]:
        """What follows ``python -m`` on the command line."""
        raise NotImplementedError

    @property
    def answers_at(self) -> str:
        """The address of a small file that the server has as soon as it is ready."""
        raise NotImplementedError

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url, self.log = f"http://127.0.0.1:{port}", self.home / "server.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.command(port)],
                cwd=self.home,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        for _ in range(10 * START_SECONDS):
            with contextlib.suppress(OSError, HTTPException), urlopen(self.answers_at):
                return self
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
                break
        self.__exit__()
        raise RuntimeError(f"no server: {self.log.read_text(encoding='utf-8')[-2000:]}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
