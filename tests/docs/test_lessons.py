"""The lessons: who follows a plan to the letter sees every number that it promises, and none before it is asked for."""

import html
import re
from functools import cache
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from docs.lessons.kit import LESSONS, PAGE, files
from docs.lessons.page import plan as plan_of
from docs.lessons.plan import Board, Cell, HandOut, Look, Run, Set, Vote
from docs.lessons.play import made, states
from docs.lessons.sheets import Paper
from docs.lessons.slips import sheet
from normviz.exercises.catalogue import all_questions
from tests.each import each

pytestmark = pytest.mark.exhaustive

TEACHING = "\n\n".join([PAGE.read_text(encoding="utf-8"), *map(plan_of, LESSONS)])
FOUR_DECIMALS = re.compile(r"\d+\.\d{4}(?!\d)")
SEEN = re.compile(r"\*\*([+−]?\d+\.\d+)\*\*")


def words(markup):
    bare = re.sub(r"<style>.*?</style>|<[^>]*>", " ", str(markup), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(bare))


def on_the_wall(markup):
    """Of an explorer's page, what a room can read: no fold is opened there."""
    page = BeautifulSoup(str(markup), "html.parser")
    for hidden in page.select("details, svg title"):
        hidden.decompose()
    return words(page)


def numbers(text):
    return set(FOUR_DECIMALS.findall(text))


# --- one source -----------------------------------------------------------------------------------


def test_committed_files_are_what_the_command_makes():
    kept = {
        path: text for path, text in files().items() if path.suffix != ".html"
    }  # pages are built, not kept
    assert {path: path.read_text(encoding="utf-8") for path in kept} == kept


@each(LESSONS, name=lambda lesson: lesson.name)
def test_steps_follow_each_other_and_what_is_counted_fits_into_their_minutes(lesson):
    assert (lesson.steps[0].start, lesson.steps[-1].end) == (0, lesson.minutes)
    assert all(before.end == after.start for before, after in pairwise(lesson.steps))
    assert [step.heading for step in lesson.steps if step.takes() > 60 * (step.end - step.start)] == []


# --- what is seen ---------------------------------------------------------------------------------


@each([run for lesson in LESSONS for run in lesson.parts(Run)], name=lambda run: run.made)
def test_controls_set_as_written_show_the_numbers_that_are_promised(run):
    for one, explorer in zip(run.sets, states(run), strict=True):
        promised = SEEN.findall(one.seen)
        assert promised
        assert [number for number in promised if number not in on_the_wall(explorer.view.value)] == []


def scenes(lesson):
    """(part, what the room can read from then on) in the order of the lesson, markup as words."""
    return SCENES[lesson.name]()


def _scenes(lesson):
    held, names = "", {}
    exec(lesson.setup, names)
    for part in lesson.parts():
        if isinstance(part, Cell):
            exec(part.code, names)
        elif isinstance(part, Look):
            yield part, words(made(part.picture, names)._repr_html_())
        elif isinstance(part, HandOut):
            yield part, words(sheet(lesson, part.sheet, Paper(filled=False)))
        elif isinstance(part, Board):
            yield part, f"{part.words} {held}"
            held = ""
        elif isinstance(part, Run):
            yield part, on_the_wall(made(part.made).view.value)
            for one, explorer in zip(part.sets, states(part), strict=True):
                yield one, on_the_wall(explorer.view.value)
        elif isinstance(part, Vote):
            yield part, part.question.ask
            if part.held:
                held += part.question.why
            else:
                yield None, part.question.why


SCENES = {
    lesson.name: cache(lambda lesson=lesson: tuple(_scenes(lesson))) for lesson in LESSONS
}  # some train


def given_away(vote, read, asked, beside=frozenset()):
    """What of the right answer stands in ``read``, but for the numbers in ``asked``, which everybody knows.

    Where the question begins with a number of its answer, what it becomes tells the direction: nobody may know it.
    ``beside``: numbers that a state shows and the plan does not promise. A known one is a hint there: “without the
    pads it would be 0.7785” answers what a mask gives, wherever 0.7785 has stood before.
    """
    right = vote.question.letters[vote.question.right_answer()].text
    tells, given = numbers(vote.question.why), numbers(vote.question.ask)
    known = set() if tells & given else numbers(asked)
    found = tells & (numbers(read) - known | beside) - given
    return found | {right} if f" {right}" in read else found


@each(LESSONS, name=lambda lesson: lesson.name)
def test_no_answer_can_be_read_before_its_vote(lesson):
    read, known, beside = "", "", set()
    for part, shown in scenes(lesson):
        if isinstance(part, Vote):
            assert given_away(part, read, known, beside) == set(), part.id
        if isinstance(part, Set):
            beside |= numbers(shown) - set(part.promised)
        read += " " + shown
        known += " " + shown if isinstance(part, (Board, Vote)) else ""


# --- words ----------------------------------------------------------------------------------------


def test_every_other_number_of_four_decimals_is_on_a_sheet_or_in_a_picture_or_a_question():
    known = [words(text) for path, text in files().items() if path.name == "sheets_filled.html"]
    known += [shown for lesson in LESSONS for _, shown in scenes(lesson)]
    known += [f"{question.ask} {question.why}" for question in all_questions().values()]
    promised = numbers(TEACHING)
    assert len(promised) > 10
    assert promised - numbers(" ".join(known)) == set()


@each([vote for lesson in LESSONS for vote in lesson.parts(Vote)], name=lambda vote: vote.id)
def test_answers_are_options_of_the_question_and_the_right_one_is_called_right(vote):
    letters = {option.text: letter for letter, option in vote.question.letters.items()}
    for answer, tells in vote.replies:
        assert answer in letters
        assert tells.startswith("Right.") == (letters[answer] == vote.question.right_answer())
        assert f"| {letters[answer]}) “{answer}” | {tells} |" in TEACHING
