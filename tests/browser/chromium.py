"""A Chromium to test in: the one named, one found, or one installed."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Error

NAMED_BY = "NORMVIZ_CHROMIUM"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNATTENDED = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}


def launch(playwright):
    """A running browser; RuntimeError with every attempt's reason where none can be had."""
    reasons = []
    named = os.environ.get(NAMED_BY)
    found = [named] if named else [*filter(None, map(shutil.which, ON_PATH)), None]
    if browser := _first_that_starts(playwright, found, reasons):
        return browser
    if named:
        raise RuntimeError(f"{NAMED_BY} names a browser that does not start. {reasons[0]}")
    for install in _installations():
        print(f"no browser found; installing one: {' && '.join(map(' '.join, install))}", file=sys.stderr)
        for command in install:
            outcome = subprocess.run(
                command, env=UNATTENDED, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
            if outcome.returncode:
                reasons.append(f"{' '.join(command)}: {(outcome.stderr or outcome.stdout).strip()[-800:]}")
                break
        found = [*filter(None, map(shutil.which, ON_PATH)), None]
        if browser := _first_that_starts(playwright, found, reasons):
            return browser
    raise RuntimeError(
        "The browser tests need Chromium, and none was found or could be installed. "
        f"Install it, or name one in {NAMED_BY}.\n" + "\n".join(reasons)
    )


def _first_that_starts(playwright, executables, reasons):
    """None among the executables stands for Playwright's own browser."""
    for executable in executables:
        try:
            return playwright.chromium.launch(executable_path=executable, args=FLAGS)
        except Error as error:
            reasons.append(f"{executable or 'Playwright’s own'}: {error.message.strip().splitlines()[0]}")
    return None


def _installations():
    """Ways to install a browser on this machine, each a sequence of commands."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        fonts = "fonts-dejavu-core"  # without any font, every letter is a box
        yield [["apt-get", "update"], ["apt-get", "install", "-y", "chromium", fonts]]
    yield [[sys.executable, "-m", "playwright", "install", "chromium"]]
