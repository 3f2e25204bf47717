"""A JupyterHub for a class on this machine alone, in a folder that is thrown away.

The hub and its proxy are installed into that folder. The students' servers run in the Python that runs the benchmark,
where JupyterLab and normviz are; they see the hub's package by their PYTHONPATH.
"""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil  # comes with ipykernel

HUB = "jupyterhub>=5,<7"
PROXY = "configurable-http-proxy@5"
START_SECONDS = 60

# What a class needs; docs/running.md quotes it. The rest of the configuration only keeps the hub on this machine.
CLASS_SETTINGS = """\
c.Spawner.start_timeout = 300  # seconds until a server must run, and
c.Spawner.http_timeout = 300  # until it must answer; 30 is too short where a class starts at once
c.JupyterHub.concurrent_spawn_limit = 0  # no limit: who comes late is not sent away with "try again in 30 seconds"
c.Spawner.environment = {"OMP_NUM_THREADS": "1"}  # one core for each student's torch
"""

THIS_MACHINE = """
import os
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.DummyAuthenticator.password = os.environ["CLASS_TOKEN"]
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {folder!r} + "/homes/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
c.Spawner.environment.update({{"PYTHONPATH": {packages!r}}})
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub_port}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.db_url = "sqlite:///" + {folder!r} + "/hub.sqlite"
c.JupyterHub.cookie_secret_file = {folder!r} + "/cookie_secret"
c.JupyterHub.services = [{{"name": "class", "api_token": os.environ["CLASS_TOKEN"]}}]
c.JupyterHub.load_roles = [
    {{"name": "class", "services": ["class"], "scopes": ["admin:users", "admin:servers", "access:servers"]}}
]
"""


def install(folder: Path) -> None:
    """Install the hub and its proxy into the folder, where they are not there already; needs npm and a network."""
    if shutil.which("npm") is None:
        raise RuntimeError(
            "JupyterHub's proxy is installed with npm, and there is none: install Node.js first"
        )
    if not _python(folder).exists():
        _run(sys.executable, "-m", "venv", str(folder / "hub"))
        # What is here already is not installed again, and versions agree with those of the students' servers.
        (_packages(folder) / "here.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        _run(str(_python(folder)), "-m", "pip", "install", "--quiet", HUB)
    if not _proxy(folder).exists():
        _run(
            "npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(folder / "proxy"), PROXY
        )


class Hub:
    """One running hub without users; ``with Hub(folder) as hub: ...``

    Parameters
    ----------
    folder : where :func:`install` has installed it
    settings : lines of a ``jupyterhub_config.py``

    Attributes
    ----------
    url : of the hub's proxy, without a slash at the end
    token : for its API and for every student's server
    """

    def __init__(self, folder: Path, settings: str = CLASS_SETTINGS):
        self._installed = folder
        self._settings = settings
        self.token = secrets.token_hex(32)

    def __enter__(self):
        self._folder = self._installed / f"run-{secrets.token_hex(4)}"
        (self._folder / "homes").mkdir(parents=True)
        port, hub_port, proxy_port = _free_ports(3)
        self.url = f"http://127.0.0.1:{port}"
        config = self._folder / "jupyterhub_config.py"
        machine = THIS_MACHINE.format(
            folder=str(self._folder),
            python=sys.executable,
            packages=str(_packages(self._installed)),
            proxy=str(_proxy(self._installed)),
            port=port,
            hub_port=hub_port,
            proxy_port=proxy_port,
        )
        config.write_text(self._settings + machine, encoding="utf-8")
        self._log = (self._folder / "hub.log").open("w+", encoding="utf-8")
        environment = os.environ | {
            "CLASS_TOKEN": self.token,
            "CONFIGPROXY_AUTH_TOKEN": secrets.token_hex(32),
        }
        self._process = psutil.Popen(
            [str(_python(self._installed)), "-m", "jupyterhub", "--config", str(config)],
            cwd=self._folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        everyone = self.processes()
        self._process.terminate()  # takes its servers along
        psutil.wait_procs(everyone, timeout=30)
        left = [process for process in everyone if process.is_running()]
        for process in left:
            process.kill()
        psutil.wait_procs(left, timeout=10)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def processes(self) -> list[psutil.Process]:
        """The hub's own process and all that it has started, kernels included."""
        try:
            return [self._process, *self._process.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def log(self) -> str:
        """What the hub and the servers have written."""
        return (self._folder / "hub.log").read_text(encoding="utf-8")

    def _wait(self) -> None:
        give_up = time.monotonic() + START_SECONDS
        while time.monotonic() < give_up and self._process.poll() is None:
            try:
                with urlopen(f"{self.url}/hub/api/"):
                    return
            except (URLError, OSError):
                time.sleep(0.2)
        raise RuntimeError(f"JupyterHub did not start:\n{self.log()[-3000:]}")


def _python(folder: Path) -> Path:
    return folder / "hub" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _packages(folder: Path) -> Path:
    base = {"base": str(folder / "hub"), "platbase": str(folder / "hub")}
    return Path(sysconfig.get_path("purelib", "venv", base))


def _proxy(folder: Path) -> Path:
    return folder / "proxy" / "node_modules" / ".bin" / "configurable-http-proxy"


def _run(*command: str) -> None:
    outcome = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if outcome.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{(outcome.stderr or outcome.stdout)[-3000:]}")


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()
