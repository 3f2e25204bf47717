"""Progress: in the kernel, in a file, shared by several kernels, and never at a file's cost."""

import json

import pytest

import normviz as nv
from normviz.exercises import files
from normviz.exercises.record import RECORD, Record
from tests.each import cases


@pytest.fixture
def file(tmp_path):
    return tmp_path / "progress.json"


def standing(chapter):
    """(correct, not yet, not attempted) of a chapter, as the message says it."""
    line = next(row for row in nv.progress().text.splitlines() if row.split()[:1] == [chapter])
    return tuple(int(word) for word in line.split()[1:])


def a_new_kernel():
    """What the checks of another notebook see: nothing in memory."""
    RECORD.__init__()


def test_two_kernels_share_a_file_without_losing_either_ones_answers(file, monkeypatch):
    first, second = Record(), Record()
    first.keep_in(file)
    second.keep_in(file)
    for one, id in ((first, "02.6"), (second, "06.6"), (first, "02.7")):
        one.add(id, "correct", ())
        one.synchronize()
    assert set(json.loads(file.read_text("utf-8"))["questions"]) == {"02.6", "06.6", "02.7"}
    second.synchronize()
    assert set(second.entries) == {"02.6", "06.6", "02.7"}


def test_questions_of_a_later_edition_are_kept(file):
    nv.progress(save=file)
    nv.check("02.6", 1.6733)
    data = json.loads(file.read_text("utf-8"))
    data["questions"]["42.1"] = {"outcome": "correct", "misconceptions": [], "tries": 1}
    file.write_text(json.dumps(data), "utf-8")
    nv.check("02.7", [4, 4.5, 5.25])
    assert "42.1" in json.loads(file.read_text("utf-8"))["questions"]


@pytest.mark.parametrize(
    "damage",
    cases(globals(), "test_a_damaged_file_gets_a_message_and_stays_as_it_is"),
)
def test_a_damaged_file_gets_a_message_and_stays_as_it_is(file, damage):
    file.write_bytes(damage)
    nv.check("02.6", 1.6733)
    text = nv.progress(save=file).text
    assert "Not kept in" in text
    assert "left as it is" in text
    nv.check("02.7", [4, 4.5, 5.25])
    assert file.read_bytes() == damage
    assert standing("02")[0] == 2


def test_a_file_damaged_later_is_noticed_at_the_next_check(file):
    nv.progress(save=file)
    file.write_text("oh", "utf-8")
    result = nv.check("02.6", 1.6733)
    assert result.outcome == "correct"
    assert "left as it is" in result.text
    assert file.read_text("utf-8") == "oh"


def test_a_write_that_breaks_off_leaves_the_old_file_whole(file, tmp_path, monkeypatch):
    nv.check("02.6", 1.6733)
    nv.progress(save=file)
    before = file.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", fail)
    result = nv.check("02.7", [4, 4.5, 5.25])
    assert "No space left" in result.text
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["progress.json"]


@pytest.mark.parametrize("refusals", [1, 2, 3])
def test_a_file_that_another_program_reads_is_written_a_moment_later(file, monkeypatch, refusals):
    nv.check("02.6", 1.6733)
    nv.progress(save=file)
    before, replace = file.read_bytes(), files.os.replace
    answers = [PermissionError(13, "Permission denied")] * refusals

    def refuse(*places):
        if answers:
            raise answers.pop()
        replace(*places)

    monkeypatch.setattr(files.os, "replace", refuse)
    result = nv.check("02.7", [4, 4.5, 5.25])
    assert ("Permission denied" in result.text) == (file.read_bytes() == before) == (refusals == 3)


@pytest.mark.parametrize("place", ["missing/progress.json", ""])
def test_a_place_where_nothing_can_be_written_gets_a_message(tmp_path, place):
    nv.check("02.6", 1.6733)
    assert "Not kept in" in nv.progress(save=tmp_path / place).text
    assert RECORD.path is None
