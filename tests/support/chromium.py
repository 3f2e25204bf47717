"""A Chromium to test in: the one named, one on the path, Playwright's own, or one installed."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

NAMED_BY = "NORMVIZ_CHROMIUM"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START = 180_000  # ms; where other things run, Chromium has taken more than Playwright's 30 s
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
)
# Debian's needs fonts as well: without any, every letter is a box. apt waits for another one that installs something.
WANTED = "chromium fonts-dejavu-core fonts-liberation"
APT = f"apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends {WANTED}"
PLAYWRIGHTS = f'"{sys.executable}" -m playwright install --no-shell chromium'


def launch(playwright):
    """A running browser."""
    return playwright.chromium.launch(executable_path=found(), args=FLAGS, timeout=START)


def found():
    """The path of the browser that is named or stands on the path; None where Playwright's own must do."""
    return os.environ.get(NAMED_BY) or next(filter(None, map(shutil.which, ON_PATH)), None)


def provide(say=print):
    """Install a browser where there is none; RuntimeError, with the command to type, where that fails."""
    with sync_playwright() as playwright:
        if found() or os.path.exists(playwright.chromium.executable_path):
            return
    by_apt = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    command = APT if by_apt else PLAYWRIGHTS
    say(f'No Chromium is here. Installing one, about 100 MB ({command}). To do without: -m "not browser"')
    done = subprocess.run(
        command, shell=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(
            f"No Chromium for the browser tests. {command} failed: {(done.stdout + done.stderr)[-500:]}\n"
            f'Install one, or name one: {NAMED_BY}=/path/of/a/chromium. To do without: -m "not browser"'
        )
