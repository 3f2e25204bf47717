"""A chapter's file: what becomes of its words and its code, and what is said of a line that is wrong."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from normviz.exercises import catalogue
from normviz.exercises.chapter import read
from normviz.exercises.kinds import Function, Numeric, OwnTable
from normviz.exercises.variants import question_of
from tests.each import cases, each

HERE = Path(__file__).parent
TODAY = (HERE / "answers_of_today.txt").read_text("utf-8").splitlines()
FILES = {name: (HERE / name).read_text("utf-8") for name in ("99.md", "99.xx.md")}


@pytest.fixture
def chapter(tmp_path):
    def of(name="99.md", text=None):
        for file, words in (FILES | {name: text or FILES[name]}).items():
            (tmp_path / file).write_text(words, encoding="utf-8")
        return read(tmp_path / "99.md", None if name == "99.md" else tmp_path / name)

    return of


def test_a_question_is_what_its_section_says(chapter):
    mean, guess = chapter()
    assert (mean.id, mean.title, mean.kind, guess.kind) == ("99.1", "A mean", "number", "choice")
    assert (mean.ask, mean.nudge) == ("The mean of 1, 2, 6? To 4 decimals.", "Add 1, 2 and 6.")
    assert (mean.method, mean.why) == ("Divide 9.", "14 and 3, 1.125.")
    body = "# Both lines are shown.\ntotal = column.sum()\nanswer = total / 3"
    assert mean.code == f"column = np.array([1, 2, 6])\n{body}"
    said = [(value, wrong.because, wrong.misconception) for value, wrong in mean.mistakes()]
    assert said == [(4.5, "That is half of it, not 3.", 3), (5, "Not 5.", None), (6, "Not 6.", None)]
    assert (guess.right_answer(), guess.options[0].because, guess.options[0].misconception) == (
        "b",
        "Too early.",
        1,
    )


@each(
    {
        name: tuple(case)
        for name, *case in cases(globals(), "test_what_is_wrong_in_a_file_is_an_error_with_its_line")
    }
)
def test_what_is_wrong_in_a_file_is_an_error_with_its_line(file, old, new, where, said, chapter):
    text = FILES[file].replace(old, new, 1)
    line = next(number for number, one in enumerate(text.splitlines(), start=1) if where in one)
    with pytest.raises(ValueError, match=rf"^{re.escape(file)}, line {line}: .*{re.escape(said)}"):
        chapter(file, text)


def test_a_translation_changes_words_and_what_it_leaves_out_stays(chapter):
    mean, guess = chapter("99.xx.md")
    assert (mean.title, mean.ask) == ("Ein Mittel", "Das Mittel von 1, 2, 6? Auf 4 Stellen.")
    assert mean.nudge == "Zähle 1, 2 and 6 zusammen."
    assert mean.why == "14 and 3, 1.125."
    assert [w.because for w in mean.wrong] == ["Das ist die Hälfte, nicht 3.", "Not 5.", "Not 6."]
    assert [w.misconception for w in mean.wrong] == [3, None, None]
    first, second = guess.options
    assert (first.text, first.because, first.misconception) == ("das erste", "Zu früh.", 1)
    assert (second.text, second.because) == ("das zweite", "")
    assert (guess.right_answer(), guess.ask) == ("b", "Which?")


def flat(parts):
    return np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in parts])


def answer_of(question):
    """What a question's answer comes to, in a few numbers; a letter of a choice."""
    right = question.right_answer()
    if isinstance(question, Numeric):
        return flat([right])
    if isinstance(question, OwnTable):
        return np.abs(flat(right)).sum(keepdims=True)
    if isinstance(question, Function):
        made = flat(right(*given) for given in question.inputs())
        return np.array([made.size, made.sum(), (made * np.arange(made.size)).sum() / made.size])
    return right


@each({line.split()[0]: (line,) for line in TODAY})
def test_each_question_is_answered_as_it_was_when_its_answer_was_written_down(line):
    id, _, rest = line.partition(" ")
    for part in rest.split(" | "):
        name, *numbers = part.split()
        answer = answer_of(question_of(id, None if name == "-" else name))
        if isinstance(answer, str):
            assert numbers == [answer]
        else:
            np.testing.assert_allclose(answer, np.array(numbers, dtype=float), rtol=1e-4, atol=2e-4)


def test_no_question_is_lost():
    assert [line.split()[0] for line in TODAY] == list(catalogue.all_questions())


def test_a_chapter_is_read_when_it_is_asked_for():
    code = """
import normviz
from normviz.exercises.catalogue import _chapter as chapter, find
before = chapter.cache_info().currsize
find("02.6")
print(before, chapter.cache_info().currsize)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "1"]
