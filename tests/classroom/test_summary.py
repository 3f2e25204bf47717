"""The summary of a class: every file counts once or is named, and nothing of a file is run, drawn or calculated."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

import normviz as nv
from normviz.classroom import summary
from normviz.exercises import files
from normviz.exercises.misconceptions import misconceptions
from normviz.exercises.record import RECORD
from normviz.exercises.variants import question_of

WRONG = 1.8708  # 02.6 with n − 1: misconception 3


def works(path, *answers):
    """A learner who gives answers, (id, answer) or (id, answer, variant), and keeps them in a file."""
    RECORD.__init__()
    path.parent.mkdir(parents=True, exist_ok=True)
    nv.progress(save=path)
    for id, answer, *variant in answers:
        nv.check(id, answer, variant=variant[0] if variant else None)


def own(id, name):
    return id, question_of(id, name).right_answer(), name


@pytest.fixture
def klass(tmp_path):
    works(tmp_path / "Ana" / "progress.json", own("02.6", "Ana"), ("02.7", [4, 4.5, 5.25]))
    works(tmp_path / "Ben" / "progress.json", ("02.6", WRONG), ("06.4", "a"))
    works(tmp_path / "Chen.json", ("02.6", WRONG), ("02.6", 1.6733))
    return tmp_path


def row(text, name):
    return next(line.split() for line in text.splitlines() if line.split()[:1] == [name])


def test_it_says_who_has_done_what(klass):
    found = summary.read_class(klass)
    text = summary.in_words(found, ["02.6", "02.7", "06.4"]).text
    assert text.startswith("3 learners")
    assert row(text, "Ana") == ["Ana", "✓", "ana", "✓", "2", "2", "0"]
    assert row(text, "Ben") == ["Ben", "↻", "↻", "0", "2", "0"]
    assert row(text, "Chen") == ["Chen", "✓", "1", "2", "0"]
    by_chapter = summary.in_words(found).text
    assert row(by_chapter, "Ana") == ["Ana", "2", "0", "2", "1"]
    assert row(by_chapter, "Ben") == ["Ben", "0", "0", "0", "0"]


def test_hints_before_an_answer_are_counted(tmp_path):
    for _ in range(2):
        nv.hint("02.7", variant="Dora")
    works(tmp_path / "Dora.json", own("02.7", "Dora"))
    (dora,) = summary.read_class(tmp_path).learners
    assert dora.work(["02.6"]) == (0, 0, 0)
    assert (dora.entries["02.7 dora"].hints, dora.entries["02.7 dora"].tries) == (2, 1)
    assert dora.work(["02.7"]) == (1, 1, 2)


def test_it_says_which_beliefs_the_class_has_and_which_are_still_open(klass):
    text = summary.in_words(summary.read_class(klass)).text
    *_, first, second = (line.split() for line in text.splitlines())
    assert first == ["3", *misconceptions()[3].name.split(), "2", "1", "02.6"]
    assert second == ["16", *misconceptions()[16].name.split(), "1", "1", "06.4"]


def test_two_learners_with_one_name_are_two(tmp_path):
    works(tmp_path / "one" / "Ana.json", ("02.6", 1))
    works(tmp_path / "two" / "Ana.json", ("02.6", 1))
    works(tmp_path / "Ben" / "progress.json", ("02.6", 1))
    works(tmp_path / "Ben" / "progress (1).json", ("02.6", 1))
    names = [learner.name for learner in summary.read_class(tmp_path).learners]
    assert names == ["Ben/progress (1).json", "Ben/progress.json", "one / Ana", "two / Ana"]


DAMAGED = {
    "half": b'{"format": "normviz progr',
    "a vote": b'{"format": "normviz vote 1", "question": "06.3"}',
    "too large": b" " * (files.LARGEST + 1),
    "a list of outcomes": b'{"format": "normviz progress 1", "questions": {"02.6": {"outcome": ["correct"], '
    b'"tries": 1, "misconceptions": []}}}',
    "a belief that is none": b'{"format": "normviz progress 1", "questions": {"02.6": {"outcome": "correct", '
    b'"tries": 1, "misconceptions": ["__import__(0)"]}}}',
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_named_and_costs_nobody_else(klass, content):
    (klass / "Dana.json").write_bytes(content)
    found = summary.read_class(klass)
    assert len(found.learners) == 3
    text = summary.in_words(found).text
    assert "Not read:" in text
    assert "Dana.json: " in text


def test_links_and_folders_that_cannot_be_entered_are_named(klass, monkeypatch):
    (klass / "link.json").symlink_to(klass / "Chen.json")
    (klass / ".hidden.json").write_text("{", "utf-8")
    real = files.os.scandir

    def closed(place):
        if Path(place).name == "Ben":
            raise PermissionError(13, "Permission denied")
        return real(place)

    monkeypatch.setattr(files.os, "scandir", closed)
    found = summary.read_class(klass)
    assert [learner.name for learner in found.learners] == ["Ana", "Chen"]
    assert set(found.left_out) == {"Ben", "link.json"}


def test_names_are_neither_markup_nor_formulas_nor_orders_to_the_terminal(tmp_path):
    formulas = ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)", " =1")
    for name in (*formulas, "<img src=x onerror=alert(1)>", "a\x1b[31mred"):
        works(tmp_path / name / "progress.json", own("02.6", name))
    found = summary.read_class(tmp_path)
    table = list(csv.reader(summary.as_csv(found).splitlines()))
    assert len(table) == 8
    assert not [cell for cells in table for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]
    page = summary.as_page(found)
    assert "<img" not in page
    assert "&lt;img src=x" in page
    assert "\x1b" not in page + summary.in_words(found, ["02.6"]).text + summary.as_csv(found)


def test_the_table_says_with_which_numbers(klass):
    table = list(csv.DictReader(summary.as_csv(summary.read_class(klass)).splitlines()))
    assert [line["02.6"] for line in table] == ["correct ana", "not yet", "correct"]
    assert [line["06.4"] for line in table] == ["", "not yet", ""]
    assert [line["misconceptions met"] for line in table] == ["", "3 16", "3"]


def test_the_command_prints_and_writes(klass):
    table, page = klass / "class.csv", klass / "class.html"
    command = [sys.executable, "-m", "normviz.classroom.summary"]
    done = subprocess.run(
        [*command, str(klass), "--csv", str(table), "--html", str(page)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.startswith("3 learners")
    assert done.stderr == ""
    # So that a spreadsheet reads it as UTF-8.
    assert table.read_bytes().startswith(b"\xef\xbb\xbflearner,02.6,")
    assert page.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing"], "which is not there"),
        ([".", "--csv", "progress.json"], "ends in .csv"),
        ([".", "--html", "missing/class.html"], "No such file"),
        ([".", "--questions", "02.99"], "got '02.99'"),
    ],
)
def test_what_the_command_cannot_do_is_said_in_words(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        summary.main(arguments)
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def test_a_folder_without_progress_ends_with_one(tmp_path, capsys):
    assert summary.main([str(tmp_path)]) == 1
    assert "0 learners" in capsys.readouterr().out
