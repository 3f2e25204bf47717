"""The mixed test: over all chapters, not what was just solved, and with a word on what to revisit."""

import re

import pytest

import normviz as nv
from normviz.classroom.mixed import LATELY
from normviz.exercises import catalogue, record
from tests.each import each

QUESTIONS = {id: q for id, q in catalogue.all_questions().items() if q.chapter != "00"}
CHAPTERS = [name for name in catalogue.chapters() if name != "00"]


def solve(id):
    nv.check(id, QUESTIONS[id].right_answer())


def miss(id):
    answer, wrong = QUESTIONS[id].mistakes()[0]
    nv.check(id, answer)
    return wrong


def test_a_seed_draws_the_same_test_and_none_another_one():
    assert nv.mixed_test(seed=4).ids == nv.mixed_test(seed=4).ids
    assert nv.mixed_test(seed=4).ids != nv.mixed_test(seed=5).ids
    assert len({nv.mixed_test().ids for _ in range(5)}) > 1


@each(range(20))
def test_ten_questions_come_from_all_chapters(seed):
    test = nv.mixed_test(seed=seed)
    assert len(test.ids) == len(set(test.ids)) == 10
    drawn = [QUESTIONS[id].chapter for id in test.ids]
    assert set(drawn) == set(CHAPTERS)
    assert max(map(drawn.count, CHAPTERS)) <= -(-10 // len(CHAPTERS))


def test_solved_questions_are_left_out_until_others_run_out():
    solved = [id for i, id in enumerate(QUESTIONS) if i % 2]
    for id in solved:
        solve(id)
    left = [id for id in QUESTIONS if id not in solved]
    for seed in range(10):
        assert set(nv.mixed_test(seed=seed).ids).isdisjoint(solved)
    assert set(nv.mixed_test(len(left), seed=1).ids) == set(left)
    for id in left:
        solve(id)
    assert len(nv.mixed_test(seed=1).ids) == 10


def test_what_was_solved_longest_ago_comes_back_first_and_after_a_week_like_any_other(monkeypatch):
    now = [1e9]
    monkeypatch.setattr(record.time, "time", lambda: now[0])
    order = list(QUESTIONS)[::-1]
    for id in order:
        solve(id)
        now[0] += 1
    assert nv.mixed_test(5, seed=2).ids == tuple(order[:5])
    now[0] += LATELY
    assert nv.mixed_test(5, seed=2).ids != tuple(order[:5])
    assert len({QUESTIONS[id].chapter for id in nv.mixed_test(5, seed=2).ids}) == 5


def test_one_question_is_asked_at_a_time_and_in_full():
    test = nv.mixed_test(30, seed=6)
    for number, question in enumerate(test.questions):
        assert question.ask in test.text
        assert re.findall(r'nv.check\("(.*)", answer\)', test.text) == [question.id]
        assert [later.title for later in test.questions[number + 1 :] if later.title in test.text] == []
        for option in getattr(question, "options", ()):
            assert option.text in test.text
        if getattr(question, "given", None):
            assert question.given_code.splitlines()[0] in test.text
        assert test.headline == f"Mixed test: {number} of 30 correct, {30 - number} not attempted"
        assert "revisit" not in test.text
        solve(question.id)
    assert "nv.check" not in test.text


def test_test_shown_again_says_how_it_stands_and_what_to_revisit():
    test = nv.mixed_test(5, seed=7)
    solve(test.ids[0])
    reasons = {id: miss(id) for id in test.ids[1:3]}
    assert test.headline == "Mixed test: 1 of 5 correct, 2 not attempted"
    assert QUESTIONS[test.ids[0]].ask not in test.text
    assert QUESTIONS[test.ids[3]].ask in test.text
    after = test.text.split("To revisit:")[1]
    for id, wrong in reasons.items():
        assert f"{id} {QUESTIONS[id].title}" in after
        assert f"chapter {QUESTIONS[id].chapter}, for {id}" in after
        if wrong.misconception is not None:
            assert nv.exercises.misconceptions.misconceptions()[wrong.misconception].name in after
    assert test.ids[0] not in after
    for id in test.ids:
        solve(id)
    assert test.headline == "Mixed test: 5 of 5 correct, all attempted"
    assert test.text.endswith("Nothing to revisit.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": 10_000}, f"n: expected at most {len(QUESTIONS)}"),
        ({"n": "pads"}, "chapter: expected one of 01, 02"),
        ({"n": "00"}, "chapter: expected one of 01, 02"),
        ({"chapter": 77}, "chapter: expected one of 01, 02"),
    ],
)
def test_unusable_arguments_are_answered_by_name(arguments, said):
    answered = nv.mixed_test(**arguments)
    assert answered.headline == "? No test drawn"
    assert said in answered.text


@pytest.mark.parametrize("call", [("06",), ("6",), ("06 ", 3), (10, None)], ids=str)
def test_a_test_on_one_chapter(call):
    test = nv.mixed_test(*call) if isinstance(call[0], str) else nv.mixed_test(*call, chapter=6)
    assert {QUESTIONS[id].chapter for id in test.ids} == {"06"}
    assert len(test.ids) == len(set(test.ids)) == 10


def test_a_wrong_try_after_a_right_one_costs_nothing_here_either():
    test = nv.mixed_test(5, seed=7)
    solve(test.ids[0])
    miss(test.ids[0])
    assert test.headline.startswith("Mixed test: 1 of 5 correct")
    later = nv.mixed_test(len(QUESTIONS), seed=7)
    miss(test.ids[0])
    assert later.headline.startswith("Mixed test: 0 of")
    assert test.ids[0] in later.text.split("To revisit:")[1]
