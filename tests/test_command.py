"""The command ``normviz``: it copies, opens, lists and checks, and takes away nothing that somebody has written."""

import os
import runpy
import shutil
import sys

import pytest

from normviz import __main__ as command
from tests.support.chapters import CHAPTERS, NOTEBOOKS

ALL = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in CHAPTERS)
PADDING = "06_padding.ipynb"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """An empty folder to work in, on no hub."""
    monkeypatch.chdir(tmp_path)
    for name in command.HAS_A_PAGE:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def opened(monkeypatch):
    """The command lines that JupyterLab was started with."""
    lines = []
    monkeypatch.setattr(command, "find_spec", lambda name: True)
    monkeypatch.setattr(runpy, "run_module", lambda name, run_name: lines.append([name, *sys.argv[1:]]))
    monkeypatch.setattr(sys, "argv", [])
    return lines


def files_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))


@pytest.mark.parametrize(
    ("words", "first"),
    [([], "00"), (["open"], "00"), (["06"], "06"), (["open", "6"], "06")],
)
def test_open_copies_all_and_starts_jupyterlab_with_the_chapter(here, opened, words, first):
    assert command.main(words) == 0
    ((module, path),) = opened
    assert module == "jupyterlab"
    assert path == os.path.join(
        "normviz-chapters", next(c.name for c in CHAPTERS if c.name.startswith(first))
    )
    assert files_in(here / "normviz-chapters") == ALL
    assert (here / path).read_bytes() == (NOTEBOOKS / os.path.basename(path)).read_bytes()


def test_without_jupyterlab_it_says_where_the_chapters_lie_and_what_to_install(here, monkeypatch, capsys):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main([]) == 1
    said = capsys.readouterr()
    assert str(here / "normviz-chapters") in said.out and 'pip install "normviz[lab]"' in said.err


def test_changed_chapter_stays_and_is_named_and_one_that_was_deleted_comes_again(here, capsys):
    command.main(["--copy", "mine"])
    (here / "mine" / PADDING).write_text("my own words", encoding="utf-8")
    (here / "mine" / ALL[0]).unlink()
    capsys.readouterr()
    assert command.main(["--copy", "mine"]) == 0
    said = capsys.readouterr().out
    assert (here / "mine" / PADDING).read_text(encoding="utf-8") == "my own words"
    assert PADDING in said and ALL[0] not in said
    assert files_in(here / "mine") == ALL


def test_another_version_replaces_what_nobody_has_changed(here, monkeypatch, capsys):
    command.main(["--copy", "mine"])
    shutil.copytree(NOTEBOOKS, here / "other")
    (here / "other" / PADDING).write_text('{"cells": []}', encoding="utf-8")
    monkeypatch.setattr(command, "source", lambda: here / "other")
    assert command.main(["--copy", "mine"]) == 0
    assert "changed" not in capsys.readouterr().out
    assert (here / "mine" / PADDING).read_text(encoding="utf-8") == '{"cells": []}'


def test_list_names_every_chapter_by_its_first_heading(capsys):
    assert command.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in lines] == [path.name[:2] for path in CHAPTERS]
    assert lines[0] == "00  Start here"


@pytest.mark.parametrize("number", ["11", "padding", "-", "٣"])
def test_number_that_there_is_not_is_refused_with_those_that_there_are(number, capsys):
    for words in (["open", number], ["--page", number] if number != "-" else ["open", number]):
        assert command.main(words) == 1
        assert "from 00 to 10" in capsys.readouterr().err


@pytest.mark.exhaustive
def test_page_is_one_file_that_moves_and_replaces_no_file_of_another_kind(here, capsys):
    (here / "00_start_here.html").write_text("mine", encoding="utf-8")
    assert command.main(["--page", "0"]) == 1
    assert (here / "00_start_here.html").read_text(encoding="utf-8") == "mine"
    (here / "00_start_here.html").unlink()
    for _ in range(2):
        assert command.main(["--page", "0"]) == 0
    page = (here / "00_start_here.html").read_text(encoding="utf-8")
    assert "data-explorer=" in page and "index.html" not in page
