"""Progress: in the kernel, in a file, shared by several kernels, and never at a file's cost."""

import json

import pytest

import normviz as nv
from normviz.exercises import files
from normviz.exercises.record import RECORD, Record
from tests.each import cases, each


@pytest.fixture
def file(tmp_path):
    return tmp_path / "progress.json"


def test_two_kernels_share_a_file_without_losing_either_ones_answers(file):
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


@each(cases(globals(), "test_a_damaged_file_gets_a_message_and_stays_as_it_is"))
def test_a_damaged_file_gets_a_message_and_stays_as_it_is(damage, file):
    file.write_bytes(damage)
    nv.check("02.6", 1.6733)
    text = nv.progress(save=file).text
    assert "Not kept in" in text
    assert "left as it is" in text
    nv.check("02.7", [4, 4.5, 5.25])
    assert file.read_bytes() == damage
    assert nv.progress().headline.startswith("2 of ")


def test_a_file_damaged_later_is_noticed_at_the_next_check(file):
    nv.progress(save=file)
    file.write_text("oh", "utf-8")
    result = nv.check("02.6", 1.6733)
    assert result.outcome == "correct"
    assert "left as it is" in result.text
    assert file.read_text("utf-8") == "oh"


FULL, READ = OSError(28, "No space left on device"), PermissionError(13, "Permission denied")


@pytest.mark.parametrize("answers", [[FULL], [READ], [READ] * 2, [READ] * 3])
def test_a_file_is_written_a_moment_later_where_it_is_read_and_else_stays_whole(file, monkeypatch, answers):
    nv.check("02.6", 1.6733)
    nv.progress(save=file)
    before, replace, lost = file.read_bytes(), files.os.replace, answers in ([FULL], [READ] * 3)
    error, answers = answers[0], list(answers)

    def refuse(*places):
        if answers:
            raise answers.pop()
        replace(*places)

    monkeypatch.setattr(files.os, "replace", refuse)
    result = nv.check("02.7", [4, 4.5, 5.25])
    assert (error.strerror in result.text) == (file.read_bytes() == before) == lost
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("place", ["missing/progress.json", ""])
def test_a_place_where_nothing_can_be_written_gets_a_message(tmp_path, place):
    nv.check("02.6", 1.6733)
    assert "Not kept in" in nv.progress(save=tmp_path / place).text
    assert RECORD.path is None
