"""docs/teaching.md: a teacher who follows it to the letter sees every number that it promises."""

import html
import re
from itertools import pairwise

import pytest
from ipywidgets import Dropdown, FloatText, IntText

import normviz as nv
from docs.handouts import FILLED
from normviz.exercises.catalogue import all_questions, find
from normviz.exercises.kinds import Choice
from normviz.exercises.misconceptions import MISCONCEPTIONS
from tests.each import each
from tests.lessons import LESSONS, PAGE, RUN, SETTING, settings

STEP = re.compile(r"^### Minutes (\d+) to (\d+): ", re.MULTILINE)
FOUR_DECIMALS = re.compile(r"\d+\.\d{4}(?!\d)")


def words(markup):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", markup)))


def control(explorer, label):
    """The widget that carries the label on the screen."""
    (found,) = (widget for widget in visible(explorer.bar) if getattr(widget, "description", "") == label)
    return found


def visible(widget):
    """The widget and what is in it, as far as it is shown."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from visible(child)


def apply(explorer, label, value):
    widget = control(explorer, label)
    if hasattr(widget, "options"):
        widget.value = dict(options_of(widget))[value]
    else:
        widget.value = float(value)


def options_of(dropdown):
    return [option if isinstance(option, tuple) else (option, option) for option in dropdown.options]


def runs():
    for lesson, text in LESSONS.items():
        for call, items in RUN.findall(text):
            yield pytest.param(call, items.splitlines(), id=f"{lesson} minutes, {call}")


def played(call, items):
    """Each line's numbers, and the words on the screen after its settings."""
    explorer = eval(call, {"nv": nv})
    for line in items:
        pairs, numbers = settings(line)
        assert pairs, f"no setting in: {line}"
        for label, value in pairs:
            apply(explorer, label, value)
        assert explorer.error is None
        yield numbers, words(explorer.view.value)


def test_page_has_the_three_lessons_and_their_runs():
    assert sorted(LESSONS) == [20, 50, 90]
    # The short one moves no explorer: its networks are run.
    assert all(len(RUN.findall(LESSONS[minutes])) >= 3 for minutes in (50, 90))
    assert PAGE.count("  - Set ") == sum(
        items.count("\n") for text in LESSONS.values() for _, items in RUN.findall(text)
    )


@pytest.mark.parametrize("minutes", sorted(LESSONS))
def test_steps_follow_each_other_and_fill_the_lesson(minutes):
    steps = [(int(start), int(end)) for start, end in STEP.findall(LESSONS[minutes])]
    assert steps[0][0] == 0
    assert steps[-1][1] == minutes
    assert all(before[1] == after[0] for before, after in pairwise(steps))
    assert all(start < end for start, end in steps)


@pytest.mark.parametrize(("call", "items"), [*runs()])
def test_controls_set_as_written_show_the_numbers_that_are_promised(call, items):
    for numbers, shown in played(call, items):
        assert numbers
        assert [number for number in numbers if number not in shown] == []


@pytest.mark.parametrize(("call", "items"), [*runs()])
def test_only_the_controls_that_will_be_moved_take_room(call, items):
    bar = eval(call, {"nv": nv}).bar
    shown = {
        widget.description for widget in visible(bar) if isinstance(widget, (Dropdown, IntText, FloatText))
    }
    assert shown == {label for line in items for label, _ in SETTING.findall(line)}


def test_every_other_number_of_four_decimals_is_on_the_handout_or_in_a_picture_or_a_question():
    known = [words(FILLED.read_text(encoding="utf-8"))]
    known += [shown for parameter in runs() for _, shown in played(*parameter.values)]
    known += [f"{question.ask} {question.why}" for question in all_questions().values()]
    found = {number for text in known for number in FOUR_DECIMALS.findall(text)}
    promised = set(FOUR_DECIMALS.findall(PAGE))
    assert len(promised) > 20
    assert promised - found == set()


@each(sorted(set(re.findall(r"`(\d\d\.\d+)`", PAGE))))
def test_question_exists(id):
    assert id in all_questions()


def answer_tables():
    """Each table of answers, with the question asked last before it."""
    for table in re.finditer(r"^\| they will say .*\n\|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        id = re.findall(r"question `(\d\d\.\d+)`", PAGE[: table.start()])[-1]
        rows = [re.fullmatch(r"\| “(.+?)” \| (.+) \|", row) for row in table[1].splitlines()]
        yield pytest.param(id, rows, id=id)


@pytest.mark.parametrize(("id", "rows"), [*answer_tables()])
def test_answers_are_options_of_the_question_and_the_right_one_is_called_right(id, rows):
    question = find(id)
    assert isinstance(question, Choice)
    letters = {option.text: letter for letter, option in question.letters.items()}
    for row in rows:
        assert row, "a row without an answer in quotation marks"
        assert row[1] in letters
        assert row[2].startswith("Right.") == (letters[row[1]] == question.right_answer())


def test_beliefs_are_misconceptions_that_the_questions_beside_them_catch():
    named = {misconception.name: number for number, misconception in MISCONCEPTIONS.items()}
    table = re.search(r"^\| belief .*\n\|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    assert len(rows) >= 5
    for belief, _, ids in rows:
        for id in re.findall(r"`(\d\d\.\d+)`", ids):
            caught = {wrong.misconception for _, wrong in find(id).mistakes()}
            assert named[belief] in caught, f"{id} does not catch: {belief}"


def test_all_misconceptions_are_counted():
    assert f"All {len(MISCONCEPTIONS)}, with their answers," in PAGE
