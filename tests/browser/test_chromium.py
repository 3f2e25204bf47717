"""How the tests come by a browser: found or installed once, in one line. Here nothing is really installed."""

import shlex
import subprocess
import sys

import pytest

from tests.support import chromium
from tests.support.chapters import ROOT

STARTS = "a browser that starts"


class Playwright:
    """Stands for Playwright: whether a file starts is what stands in it."""

    def __init__(self, folder):
        self.chromium = self
        self.executable_path = str(folder / "playwrights")

    def launch(self, executable_path, **_):
        with open(executable_path, encoding="utf-8") as file:
            said = file.read()
        if said != STARTS:
            raise chromium.Error(f"BrowserType.launch: it ended\n[pid=7][err] {said}")
        return self

    def close(self):
        pass


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine without a browser, on which ``install(words)`` would make one whose file holds these words."""
    monkeypatch.delenv(chromium.NAMED_BY, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium.tempfile, "gettempdir", lambda: str(tmp_path))

    class Machine:
        playwright, said = Playwright(tmp_path), []
        browser = tmp_path / "playwrights"

        def install(self, code, log=tmp_path / "log"):
            script = f"open({str(log)!r}, 'a').write('run '); browser = {str(self.browser)!r}\n{code}"
            monkeypatch.setattr(chromium, "_installations", lambda: iter([[[sys.executable, "-c", script]]]))
            return lambda: log.read_text(encoding="utf-8").split() if log.exists() else []

        def provide(self):
            return chromium.provide(self.playwright, self.said.append)

    return Machine()


BRINGS_ONE = f"open(browser, 'w').write({STARTS!r})"


def test_a_missing_browser_is_installed_and_one_line_says_so_and_how_to_do_without(machine):
    runs = machine.install(BRINGS_ONE)
    assert machine.provide() == str(machine.browser)
    (line,) = machine.said
    assert "Installing Chromium" in line and "minute" in line and '-m "not browser"' in line
    assert machine.provide() == str(machine.browser)
    assert runs() == ["run"]


def test_where_none_can_be_had_one_reason_is_given_and_the_command_that_mends_it(machine):
    machine.install("raise SystemExit('E: no route to the archive')")
    with pytest.raises(
        RuntimeError, match=r"(?s)No Chromium .*E: no route to the archive\nTo mend it: .*not browser"
    ):
        machine.provide()


def test_a_browser_that_is_there_and_does_not_start_is_named_with_what_it_says(machine):
    machine.browser.write_text("error while loading shared libraries: libnss3.so", encoding="utf-8")
    machine.install("")
    with pytest.raises(RuntimeError) as none:
        machine.provide()
    assert f"{machine.browser} is there, but does not start: error while loading" in str(none.value)
    assert str(none.value).count("libnss3.so") == 1


def test_a_lock_of_another_program_is_waited_for(machine, monkeypatch):
    monkeypatch.setattr(chromium, "LOCKED_PAUSE", 0)
    tries = "len(open(browser[:-len('playwrights')] + 'log').read().split())"
    locked = f"if {tries} < 3: raise SystemExit('E: {chromium.LOCKED}')\n"
    runs = machine.install(locked + BRINGS_ONE)
    assert machine.provide() == str(machine.browser)
    assert runs() == ["run"] * 3
    assert [line.split(";")[0] for line in machine.said[1:]] == ["Another program installs something"]


@pytest.mark.exhaustive
def test_without_a_browser_one_test_fails_with_the_reason_and_the_others_are_skipped(tmp_path, monkeypatch):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    monkeypatch.setenv(chromium.NAMED_BY, str(broken))
    # -rN, as a summary would say it once more.
    options = shlex.split("-m pytest -q -n 2 -p no:cacheprovider -rN tests/docs/test_sheets.py")
    command = [sys.executable, *options]
    outcome = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 1
    assert "1 error" in outcome.stdout and " skipped" in outcome.stdout and " passed" in outcome.stdout
    assert outcome.stdout.count(f"names {broken}, which does not start") == 1
    left_out = subprocess.run([*command, "-m", "not browser"], cwd=ROOT, capture_output=True, text=True)
    assert left_out.returncode == 0
