"""A server that runs as long as its block: ``with Lab(folder) as lab: ...``"""

import contextlib
import os
import socket
import subprocess
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

START_SECONDS = 120
PORTS = 3  # are tried


class Server:
    """One server on a port of its own.

    Attributes
    ----------
    name : what it calls itself
    home : the folder that it works and writes its log in
    url : where it answers, once it has started
    """

    name = ""

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
        for left in reversed(range(PORTS)):
            try:
                self._start()
                break
            except RuntimeError:  # another program may have taken the port in between
                if not left:
                    raise
        return self

    def _start(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.log = self.home / f"{self.name.lower()}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.command(port)],
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
            with contextlib.suppress(URLError, OSError, HTTPException), urlopen(self.answers_at):
                return
            time.sleep(0.2)
        raise RuntimeError(f"{self.name} did not start: {self.log.read_text(encoding='utf-8')[-2000:]}")
