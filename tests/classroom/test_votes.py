"""Votes of a class: none lost, none counted twice, nobody named, nothing run, and the answer held back."""

import asyncio
import json
import os
import re
import tempfile
import threading
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import normviz as nv
from normviz.classroom import tally
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
    "half": as_vote()[:50],
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "brackets": b"[" * 1500,
    "a long number": b"1" * 1900,
    "progress": b'{"format": "normviz progress 1", "questions": {}}',
    "another option": as_vote(choice="x"),
    "a list of options": as_vote(choice=["a"]),
    "no such question": as_vote(question="99.2"),
    "a question without options": as_vote(question="02.6"),
    "nobody": as_vote(voter="Ana"),
    "no time": as_vote(when=float("nan")),
    "no time that a clock shows": as_vote(when=10**400),
    "a line of letters": as_vote(question="06.4", line=["a"] * 14),
    "a line that is too short": as_vote(question="06.4", line=[50] * 13),
    "a line that leaves the chart": as_vote(question="06.4", line=[50] * 13 + [101]),
    "a line that is no number": as_vote(question="06.4", line=[50] * 13 + [float("nan")]),
    "a mark for a line": as_vote(question="06.3", line=[50]),
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


def test_twenty_four_learners_are_counted(tmp_path, learner):
    chosen = "abcd" * 5 + "aabb"
    for letter in chosen:
        vote(tmp_path, letter)
        learner()
    assert counted(tmp_path) == Counter(chosen)
    assert len(list(tmp_path.iterdir())) == 24


def test_a_change_of_mind_counts_once_before_and_after_the_commit(tmp_path):
    prediction = nv.predict(ID, votes=tmp_path)
    for letter in "abc":
        prediction.options.value = letter
    assert counted(tmp_path) == {}
    prediction.commit.click()
    assert counted(tmp_path) == {"c": 1}
    vote(tmp_path, "d")  # in another notebook, too
    assert counted(tmp_path) == {"d": 1}


def test_a_learner_is_the_same_after_a_restart(tmp_path):
    vote(tmp_path, "a")
    votes.voter.cache_clear()
    vote(tmp_path, "b")
    assert counted(tmp_path) == {"b": 1}


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


def test_nothing_in_a_file_is_run_or_drawn(tmp_path):
    trap = tmp_path / "trap"
    (tmp_path / "v.json").write_text(f"__import__('os').mkdir({str(trap)!r})", "utf-8")
    (tmp_path / "<img src=x onerror=alert(1)>.json").write_text("{", "utf-8")
    shown = nv.class_votes(tmp_path, ID)
    assert not trap.exists()
    assert "onerror" not in shown.view.value


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 5), st.sampled_from("abcd"), st.floats(0, 100), st.sampled_from([ID, "06.4"])
        ),
        max_size=40,
    ),
    st.lists(st.binary(max_size=80), max_size=5),
)
def test_of_each_voter_the_newest_vote_counts_once_whatever_lies_beside_it(cast, strange):
    newest = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (who, letter, when, id) in enumerate(cast):
            written(folder, f"{number:03}.json", letter, f"{who:032x}", when, id)
            if newest.get((id, who), ("", -1.0))[1] <= when:
                newest[id, who] = (letter, when)
        for number, content in enumerate(strange):
            (Path(folder) / f"strange{number}.json").write_bytes(content)
        found = votes.collected(Path(folder))
        assert len(found.left_out) == len(strange)
        for id in (ID, "06.4"):
            assert counted(folder, id) == Counter(letter for (q, _), (letter, _) in newest.items() if q == id)


def test_three_hundred_learners_who_vote_while_it_is_counted_are_all_there(tmp_path):
    def commit(first):
        for number in range(first, first + 100):
            data = {"format": votes.FORM, "question": ID, "choice": "a", "voter": f"{number:032x}", "when": 1}
            for _ in range(3):
                files.write(tmp_path / f"vote-{number}.json", data)

    writers = [threading.Thread(target=commit, args=(first,)) for first in (0, 100, 200)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert votes.collected(tmp_path).left_out == {}, "a half-written file was read"
    assert counted(tmp_path) == {"a": 300}


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


def test_the_picture_grows_and_stays_with_its_question(tmp_path, monkeypatch):
    monkeypatch.setattr(tally, "EVERY", 0.01)

    async def lesson():
        shown = nv.class_votes(tmp_path)
        assert "No votes yet" in shown.view.value
        assert shown.show_answer.disabled
        written(tmp_path, "1.json", "a", "1" * 32)
        await asyncio.sleep(0.1)
        assert shown.tally == {"a": 1, "b": 0, "c": 0, "d": 0}
        written(tmp_path, "2.json", "b", "2" * 32, when=9, id="06.4")
        written(tmp_path, "3.json", "a", "3" * 32)
        await asyncio.sleep(0.1)
        assert repr(shown) == "06.3: a 2, b 0, c 0, d 0"
        shown.close()

    asyncio.run(lesson())
    assert nv.class_votes(tmp_path).question.id == "06.4"


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


def test_who_changes_their_mind_draws_another_line(tmp_path):
    for when, line in enumerate(LINES[:2].tolist()):
        written(tmp_path, f"{when}.json", "a", "0" * 32, when=when, id="06.4", line=line)
    assert drawn(nv.class_votes(tmp_path), "nv-pen nv-one") == pytest.approx(LINES[1:2], abs=0.06)
