"""What check, hint, questions and progress say around the answer itself, word for word where the words lead on."""

import numpy as np

import normviz as nv
from normviz.exercises import engine, reading
from normviz.exercises.catalogue import all_questions, chapters
from normviz.exercises.misconceptions import misconceptions
from normviz.exercises.record import RECORD
from normviz.message import Drawn
from tests.each import each
from tests.sentences import are_calm

RIGHT, SAMPLE_SIGMA = 1.6733, 1.8708  # of question 02.6: the second is σ over n − 1


def test_a_wrong_answer_gets_its_reason_its_idea_and_the_next_hint():
    result = nv.check("02.6", SAMPLE_SIGMA)
    (number,) = result.misconceptions
    idea = misconceptions()[number]
    assert result.headline == "↻ Not yet · 02.6 σ of one column"
    assert idea.text in result.blocks
    assert result.blocks[-1] == 'For a hint: nv.hint("02.6")'
    assert len(result.blocks) == 4
    assert isinstance(result.blocks[-2], Drawn)
    are_calm(result.blocks[0])


def test_a_right_answer_needs_no_hint_and_a_missing_one_gets_none():
    assert nv.check("02.6", RIGHT).blocks == (all_questions()["02.6"].why,)
    assert nv.check("02.6", ...).blocks == (
        "Put your answer in the place of the three dots, and run the cell again.",
    )
    again = nv.check("02.6", 7)
    solved = "You have solved this question before; that stays."
    assert again.blocks == ("Your 7 is too large.", solved, 'For a hint: nv.hint("02.6")')
    assert RECORD.entries["02.6"].solved


def test_tries_are_counted_for_the_question_and_for_its_variant():
    nv.check("06.8", 99, variant="Ana")
    nv.check("06.8", 98, variant="ana")
    nv.check("06.8", ..., variant="Ana")
    assert {key: entry.tries for key, entry in RECORD.entries.items()} == {"06.8": 2, "06.8 ana": 2}
    assert nv.check("06.8", 97, variant="Ana").blocks[-1] == 'For a hint: nv.hint("06.8", variant="Ana")'


def test_an_error_inside_the_judging_is_never_called_the_learners(monkeypatch):
    monkeypatch.setattr(reading, "is_missing", np.linalg.inv)
    for id in ("02.1", "02.6", "02.13", "02.14"):
        result = nv.check(id, RIGHT)
        assert result.outcome == "not judged"
        assert "It is not your error" in result.text and "LinAlgError: " in result.text
    assert RECORD.entries == {}


def test_what_breaks_while_it_is_read_is_said_to():
    class Broken:
        def __array__(self, *_, **__):
            raise RuntimeError("no numbers here")

    result = nv.check("02.6", Broken())
    assert result.outcome == "your code raised"
    assert result.blocks[0] == "RuntimeError: no numbers here"
    assert result.blocks[1].startswith("This happened while your answer was read: ")
    assert result.misconceptions == ()


def test_an_unknown_id_names_the_nearest():
    for id in ("02.99", "2.6", "02.06", "02-6", "06.1 "):
        assert any(known in nv.check(id, 1).text for known in all_questions())
    assert all('"02.6"' in nv.check(id, 1).text for id in ("2.6", "02.06"))
    for call in (nv.check, nv.hint, nv.solution, nv.predict, nv.questions):
        assert "no such question" in call("02.66").outcome
    assert {nv.check(2.6, 1).outcome, nv.check(None).outcome} == {"no such question"}


def test_the_list_of_questions_says_how_each_stands():
    nv.check("02.6", RIGHT)
    nv.check("02.7", [1, 2, 3])
    message = nv.questions(2)
    asked = chapters()["02"]
    assert message.headline == f"{len(asked)} questions"
    *grids, varied = message.blocks
    assert [grid.caption for grid in grids] == ["Chapter 02", "Chapter 02, another day"]
    assert {grid.head for grid in grids} == {("id", "kind", "question", "outcome")}
    standing = {"02.6": "✓ correct", "02.7": "↻ not yet"}
    wanted = {(q.id, q.kind, q.title, standing.get(q.id, "… not attempted")) for q in asked}
    assert {row for grid in grids for row in grid.rows} == wanted
    ids = [q.id for q in asked if q.again]
    assert varied == (
        f'With other numbers for every name, as in nv.questions("{ids[0]}", variant="Ana"): {", ".join(ids)}.'
    )
    for again in ("2", "02", " 02 "):
        assert nv.questions(again).blocks == message.blocks
    everything = nv.questions()
    assert everything.headline == f"{len(all_questions())} questions"
    captions = [b.caption for b in everything.blocks if hasattr(b, "caption")]
    assert [c for c in captions if "another day" not in c] == [f"Chapter {c}" for c in chapters()]


@each([("77", "str '77'"), (77, "int 77"), (2.0, "float 2.0"), ([2], "list")])
def test_a_chapter_that_is_not_there_is_answered_with_those_that_are(chapter, said):
    message = nv.questions(chapter)
    assert message.headline.startswith(f"? No questions for chapter {said}")
    assert message.blocks == (f"There are questions for {', '.join(chapters())}.",)


def test_progress_counts_and_names_what_to_look_at_again():
    nv.check("02.6", SAMPLE_SIGMA)
    nv.check("02.7", [4, 4.5, 5.25])
    message = nv.progress()
    grid, again, items, ideas, seen = message.blocks
    assert message.headline == f"1 of {len(all_questions())} questions correct"
    assert (grid.caption, grid.head) == (
        "Questions by chapter",
        ("chapter", "correct", "not yet", "not attempted"),
    )
    assert grid.rows[2] == ("02", "1", "1", str(len(chapters()["02"]) - 2))
    assert [row[0] for row in grid.rows] == list(chapters())
    (number,) = RECORD.entries["02.6"].misconceptions
    idea = misconceptions()[number]
    assert (again, items.items) == ("To revisit:", ("02.6 σ of one column",))
    assert (ideas, seen.items) == (
        "Ideas to look at again:",
        (f"“{idea.name}” (02.6): chapter {idea.chapter}, {idea.see}",),
    )
    nv.check("02.6", 99)
    assert nv.progress().blocks[2:] == (items, ideas, seen)
    nv.check("02.6", RIGHT)
    assert len(nv.progress().blocks) == 1, "nothing is left to revisit"
    assert engine.to_revisit([]) == []
