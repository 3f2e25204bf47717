"""Votes of a class: none lost, none counted twice, nobody named, nothing run, and the answer held back."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

import normviz as nv
from normviz.exercises import files, votes
from normviz.exercises.catalogue import all_questions

ID = "06.3"
RIGHT = all_questions()[ID].right_answer()


def as_vote(**changed):
    """The bytes of a vote's file, with something wrong in it."""
    vote = {"format": "normviz vote 1", "question": ID, "choice": "a", "voter": "0" * 32, "when": 1}
    return json.dumps(vote | changed).encode()


NO_VOTES = {
    "empty": b"",
    "no text": b"\xff\xfe\x00",
    "brackets": b"[" * 1500,
    "another option": as_vote(choice="x"),
    "no such question": as_vote(question="99.2"),
    "nobody": as_vote(voter="Ana"),
    "no time": as_vote(when=float("nan")),
    "a line of letters": as_vote(question="06.4", line=["a"] * 14),
    "a line that is too short": as_vote(question="06.4", line=[50] * 13),
    "a line that leaves the chart": as_vote(question="06.4", line=[50] * 13 + [101]),
    "a line where none is drawn": as_vote(question="06.2", line=[50] * 14),
    "too large": as_vote() + b" " * 3000,
}


@pytest.fixture(autouse=True)
def learner(tmp_path_factory, monkeypatch):
    """A home of the test's own; calling it makes a new learner sit down."""
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)

    def sits_down():
        monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        monkeypatch.setenv("USERPROFILE", os.environ["HOME"])
        votes.voter.cache_clear()

    sits_down()
    yield sits_down
    votes.voter.cache_clear()


def vote(folder, letter, id=ID):
    prediction = nv.predict(id, votes=folder)
    prediction.options.value = letter
    prediction.commit.click()
    return prediction


def written(folder, name, choice, voter, when=1.0, id=ID, **more):
    path = Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"format": votes.FORM, "question": id, "choice": choice, "voter": voter, "when": when} | more
    path.write_text(json.dumps(data), "utf-8")
    return path


def counted(folder, id=ID):
    return {letter: count for letter, count in votes.collected(Path(folder)).tally(id).items() if count}


def test_a_change_of_mind_counts_once_before_and_after_the_commit(tmp_path):
    prediction = nv.predict(ID, votes=tmp_path)
    for letter in "abc":
        prediction.options.value = letter
    assert counted(tmp_path) == {}
    prediction.commit.click()
    assert counted(tmp_path) == {"c": 1}
    vote(tmp_path, "d")  # in another notebook, too
    assert counted(tmp_path) == {"d": 1}


def test_one_home_for_all_machines_of_a_room_is_not_one_learner(tmp_path, monkeypatch):
    for number in range(3):
        monkeypatch.setattr(votes.platform, "node", lambda number=number: f"pc{number}")
        votes.voter.cache_clear()
        vote(tmp_path, "a")
    assert counted(tmp_path) == {"a": 3}


def test_on_a_hub_a_new_machine_is_the_same_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_USER", "ana")
    for number in range(3):
        monkeypatch.setattr(votes.platform, "node", lambda number=number: f"jupyter-ana-{number}")
        votes.voter.cache_clear()
        vote(tmp_path, "a")
    assert counted(tmp_path) == {"a": 1}
    assert "ana" not in "".join(path.name + path.read_text("utf-8") for path in tmp_path.iterdir())


def test_a_home_that_takes_nothing_does_not_stop_a_vote(tmp_path, monkeypatch):
    (tmp_path / "home").write_text("a file", "utf-8")
    (tmp_path / "votes").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    vote(tmp_path / "votes", "a")
    vote(tmp_path / "votes", "b")
    assert counted(tmp_path / "votes") == {"b": 1}


@pytest.mark.parametrize("content", NO_VOTES.values(), ids=NO_VOTES)
def test_a_file_that_is_no_vote_is_named_and_costs_no_other(tmp_path, content):
    (tmp_path / "a vote.json").write_bytes(as_vote())
    (tmp_path / "a strange one.json").write_bytes(content)
    shown = nv.class_votes(tmp_path)
    assert counted(tmp_path) == {"a": 1}
    assert list(shown.left_out) == ["a strange one.json"]
    assert "1 file in the folder holds no vote" in shown.view.value
    assert "strange" not in shown.view.value, "a file's name may be a person's"


def test_uploads_in_folders_renamed_and_uploaded_twice_are_found(tmp_path):
    one, other = "1" * 32, "2" * 32
    written(tmp_path, "Ana Silva_123/vote.json", "a", one, when=1)
    written(tmp_path, "Ana Silva_123/vote (1).json", "b", one, when=2)
    written(tmp_path, "Ana Silva_124/vote.json", "c", other)
    written(tmp_path, "Ana Silva_124/again/vote.JSON", "c", other)
    assert counted(tmp_path) == {"b": 1, "c": 1}


def test_half_written_files_links_and_pipes_are_not_read(tmp_path):
    outside = written(tmp_path / "outside", "vote.json", "a", "1" * 32)
    folder = tmp_path / "votes"
    folder.mkdir()
    (folder / ".vote-06.3.json.abc").write_text("{", "utf-8")
    (folder / "notes.txt").write_text("not mine", "utf-8")
    (folder / "link.json").symlink_to(outside)
    (folder / "away").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe.json")
    found = votes.collected(folder)
    assert found.votes == ()
    assert sorted(found.left_out) == ["link.json", "pipe.json"]
    assert found.left_out["pipe.json"] == "it is no ordinary file"


def test_the_answer_is_held_back_from_wall_and_laptop_until_the_teacher_shows_it(tmp_path):
    question = all_questions()[ID]
    prediction = vote(tmp_path, RIGHT)
    assert "Your vote is in" in prediction.feedback.value
    assert prediction.result is None
    assert question.why not in prediction.feedback.value
    assert "not attempted" in nv.questions(ID[:2]).text.split(ID, 1)[1].splitlines()[0]
    shown = nv.class_votes(tmp_path)
    before = repr(shown._repr_mimebundle_())
    assert question.why not in before
    assert "✓" not in shown.view.value
    shown.show_answer.click()
    assert f"✓ {RIGHT}) " in shown.view.value
    assert question.why in shown.view.value


def test_the_picture_grows_and_stays_with_its_question(tmp_path):
    shown = nv.class_votes(tmp_path)
    assert "No votes yet" in shown.view.value
    assert shown.show_answer.disabled
    for name, choice, id in (("1", "a", ID), ("2", "b", "06.4"), ("3", "a", ID)):
        written(tmp_path, f"{name}.json", choice, name * 32, when=float(name), id=id)
        shown.refresh()
    assert repr(shown) == "06.3: a 2, b 0, c 0, d 0"
    assert nv.class_votes(tmp_path).question.id == ID


def test_a_folder_that_goes_away_is_said_on_the_wall_and_on_the_laptop(tmp_path):
    folder = tmp_path / "votes"
    folder.mkdir()
    shown, prediction = nv.class_votes(folder, ID), nv.predict(ID, votes=folder)
    folder.rmdir()
    shown.refresh()
    assert "cannot be read" in shown.view.value
    prediction.options.value = "a"
    prediction.commit.click()
    assert "Not counted" in prediction.feedback.value
    assert "No such file" in prediction.feedback.value


def test_a_place_that_is_no_folder_of_votes_is_refused_in_words(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", "utf-8")
    for answer in (nv.class_votes, lambda folder: nv.predict(ID, votes=folder)):
        assert "which is not there" in answer(tmp_path / "missing").text
        assert "which is a file" in answer(tmp_path / "file").text
        assert "expected a folder's name" in answer(3).text
    assert "no options" in nv.class_votes(tmp_path, "02.6").text
    assert "Did you mean" in nv.class_votes(tmp_path, "6.2").text
    monkeypatch.setattr(files, "MOST", 3)
    for number in range(4):
        written(tmp_path, f"{number}.json", "a", f"{number:032x}")
    assert "expected at most 3 files" in nv.class_votes(tmp_path, ID).view.value


def test_one_line_in_a_file_makes_every_choice_a_vote(tmp_path, monkeypatch):
    place = tmp_path / "notebooks" / "lessons"
    place.mkdir(parents=True)
    (tmp_path / "votes").mkdir()
    (tmp_path / "notebooks" / "normviz.toml").write_text('votes = "../votes"', "utf-8")
    monkeypatch.chdir(place)
    prediction = nv.predict(ID)
    prediction.options.value = "b"
    prediction.commit.click()
    assert counted(tmp_path / "votes") == {"b": 1}
    assert nv.predict("02.6").votes is None, "a number is no vote"
    (tmp_path / "votes" / next(iter(os.listdir(tmp_path / "votes")))).unlink()
    (tmp_path / "votes").rmdir()
    assert "which is not there" in nv.predict(ID).text


LINES = np.random.default_rng(0).uniform(0, 100, (200, 14)).round(1)


def drawn(shown, look):
    """The heights of the lines of a class that look so, in the chart; its legend is left out."""
    chart = shown.view.value.partition('<ul class="nv-drawn">')[0]
    points = re.findall(rf'<polyline points="([^"]+)" class="nv-line {look}"', chart)
    return 100 - np.array([[float(place.split(",")[1]) for place in line.split()] for line in points])


@pytest.mark.parametrize("count", [0, 1, 2, 3, 200])
def test_the_lines_of_a_class_are_one_picture(tmp_path, count):
    written(tmp_path, "in words.json", "a", "f" * 32, id="06.4")
    for i, line in enumerate(LINES[:count].tolist()):
        written(tmp_path, f"{i}.json", "abcde"[i % 5], f"{i:032x}", id="06.4", line=line)
    shown, question = nv.class_votes(tmp_path, "06.4"), all_questions()["06.4"]
    assert sum(shown.tally.values()) == count + 1
    for told in (False, True):
        ones, median, true = (drawn(shown, look) for look in ("nv-pen nv-one", "nv-pen", "nv-true"))
        assert sorted(ones.tolist()) == pytest.approx(np.array(sorted(LINES[:count].tolist())), abs=0.06)
        assert len(median) == (count > 2) and len(true) == (told and count > 0)
        if len(median):
            assert median[0] == pytest.approx(np.median(LINES[:count], axis=0), abs=0.06)
        if len(true):
            assert true[0] == pytest.approx(question.axes.up(question.solution()), abs=0.06)
        assert ("line" in shown.view.value.partition("nv-drawn")[2]) == (count > 0)
        shown.show_answer.click()
