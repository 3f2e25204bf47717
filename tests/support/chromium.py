"""A Chromium to test in: the one named, one found, or one installed."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from filelock import FileLock, Timeout
from playwright.sync_api import Error

NAMED_BY = "NORMVIZ_CHROMIUM"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Debian's needs fonts as well: without any, every letter is a box.
APT = shlex.split("apt-get install -y --no-install-recommends chromium fonts-dejavu-core fonts-liberation")
PLAYWRIGHTS = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
UNATTENDED = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
LOCKED = "Could not get lock"
LOCKED_SECONDS, LOCKED_PAUSE = 300, 2
START_SECONDS = 60
ROOM = 500  # MB, for what is downloaded and what is unpacked


def launch(playwright, *flags: str):
    """A running browser, with ``flags`` besides its own; RuntimeError where none can be had."""
    named = os.environ.get(NAMED_BY)
    if not named:
        return _started(playwright, provide(playwright), *flags)
    try:
        return _started(playwright, named, *flags)
    except Error as error:
        raise RuntimeError(
            f"{NAMED_BY} names {named}, which does not start: {_gist(error.message)}"
        ) from error


def _started(playwright, path, *flags):
    return playwright.chromium.launch(
        executable_path=path, args=[*FLAGS, *flags], timeout=1000 * START_SECONDS
    )


def provide(playwright, say=print):
    """The path of a browser that starts; RuntimeError, with what mends it, where none can be had.

    ``say`` is called with a line before anything that takes long. Runs that install one wait for each other.
    """
    if named := os.environ.get(NAMED_BY):
        launch(playwright).close()
        return named
    if path := _found(playwright, []):
        return path
    lock = FileLock(lock_file())
    try:
        lock.acquire(timeout=0)
    except Timeout:
        say("Another run installs a browser; waiting for it.")
        lock.acquire()
    try:
        return _installed(playwright, say)
    finally:
        lock.release()


def lock_file():
    """What a run holds while it installs a browser for its user."""
    return Path(tempfile.gettempdir()) / f"normviz-browser-{Path.home().name}.lock"


def _installed(playwright, say):
    reasons = []
    if path := _found(playwright, reasons):
        return path
    for install in _installations():
        say(
            f"No browser that starts is here. Installing Chromium, about 100 MB, one to three minutes "
            f'({" ".join(install[-1])}). To do without: -m "not browser"'
        )
        failure = next(filter(None, (_failure(command, say) for command in install)), None)
        if failure:
            reasons.append(failure)
        elif path := _found(playwright, tried := []):
            return path
        else:
            reasons = tried
    for folder in {tempfile.gettempdir(), str(Path.home())}:
        if (free := shutil.disk_usage(folder).free >> 20) < ROOM:
            reasons.append(f"{folder} has {free} MB left")
    raise RuntimeError(
        "\n".join(["No Chromium for the browser tests.", *dict.fromkeys(reasons)])
        + f"\nTo mend it: {' '.join(next(_installations())[-1])}, or {NAMED_BY}=/path/of/a/chromium. "
        'To do without: python -m pytest -m "not browser"'
    )


def _found(playwright, reasons):
    """The first browser that starts; why the others do not is added to the reasons."""
    for path in filter(None, [*map(shutil.which, ON_PATH), playwright.chromium.executable_path]):
        if Path(path).exists():
            if not (trouble := _trouble(playwright, path)):
                return path
            reasons.append(f"{path} is there, but does not start: {trouble}")
    return None


def _trouble(playwright, path):
    """Why a browser does not start, in a line; None if it does."""
    try:
        _started(playwright, path).close()
    except Error as error:
        return _gist(error.message)
    return None


def _installations():
    """Ways to install a browser on this machine, each a sequence of commands."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        yield [["apt-get", "update"], APT]
    yield [PLAYWRIGHTS]


def _failure(command, say):
    """Why a command fails, in a line; None if it does not. A lock that another program holds is waited for."""
    give_up, waited = time.monotonic() + LOCKED_SECONDS, False
    while True:
        process = subprocess.Popen(
            command,
            env=UNATTENDED,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            said, _ = process.communicate()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)  # apt ends what it has begun, and leaves packages whole
            process.wait()
            raise
        if process.returncode == 0:
            return None
        if LOCKED not in said or time.monotonic() > give_up:
            return f"{' '.join(command)}: {_gist(said)}"
        if not waited:
            say(f"Another program installs something; waiting for it. {_gist(said)}")
        waited = True
        time.sleep(LOCKED_PAUSE)


def _gist(said):
    """The lines that tell of an error, two at most."""
    lines = [re.sub(r"^[\s-]*(\[pid=\d+\])?(\[err\])?", "", line).strip() for line in said.splitlines()]
    telling = [line for line in lines if re.search("rror|^E: |did exit|exceeded", line)]
    return " | ".join([*dict.fromkeys(telling or filter(None, lines))][:2]) or "it said nothing"
