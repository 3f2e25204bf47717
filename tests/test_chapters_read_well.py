"""A chapter is fair to whoever reads it from top to bottom: no answer stands before its question."""

import ast
import html
import re

import numpy as np
import pytest

import normviz as nv
from normviz.exercises.catalogue import ANOTHER_DAY, all_questions, chapters
from normviz.exercises.cells import rewritten
from normviz.exercises.kinds import Choice, Function, Numeric
from normviz.explorers.stage import story, words_of
from normviz.message import Grid
from normviz.views.stage import FOLDER
from tests.each import each
from tests.support.chapters import CHAPTERS, chapter_name, read

each_chapter = each(CHAPTERS, name=chapter_name)

CALL = re.compile(r'^nv\.(predict|check)\("(\d\d\.\d+)"', re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])[-+−±]?\d+(?:\.\d+)?(?![\w]|\.\d)")
TELLING_DIGITS = 3  # a number of fewer digits, such as 2 or 0.5, may stand anywhere and mean anything


def asked_in(notebook):
    """(position of the first cell that belongs to it, question, "predict" or "check") in the order of the chapter."""
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            for call, id in CALL.findall(cell.source):
                start = position
                while call == "check" and start and id not in notebook.cells[start].source.splitlines()[0]:
                    start -= 1
                yield (start or position), all_questions()[id], call


def size(written):
    return float(written.lstrip("-+−±"))


def numbers_in(text):
    """The sizes of all numbers in a text; a sign may be a sign or a dash."""
    return {size(found) for found in NUMBER.findall(text)}


def is_telling(number):
    return len(f"{number:.10f}".replace(".", "").strip("0")) >= TELLING_DIGITS


def answer_of(question):
    """The numbers, to the decimals asked for, that only the right answer of a numeric question holds."""
    right = np.abs(np.atleast_1d(np.asarray(question.right_answer(), dtype=float)))
    return {number for number in right.round(question.decimals).ravel().tolist() if is_telling(number)}


def said_by_no_other(question):
    """The numbers of a prediction's right option that no other option and no word of the question has."""
    right = question.letters[question.right_answer()]
    others = [option.text for option in question.options if option is not right]
    return numbers_in(right.text) - numbers_in(" ".join([question.ask, *others]))


def source_of(cell):
    return cell.source


def source_and_outputs_of(cell):
    """A cell and all that it shows when the chapter is run, pictures and explorers included."""
    shown = []
    for output in cell.get("outputs", ()):
        shown.append(output.get("text", ""))
        data = output.get("data", {})
        markup = data.get("text/html", "")
        shown += [data.get("text/plain", ""), html.unescape(re.sub(r"<[^>]*>", " ", markup))]
    return "\n".join([cell.source, *shown])


def given_away(notebook, text_of):
    """(question, its numbers) of every numeric question all of whose telling numbers stand above it."""
    for start, question, _ in asked_in(notebook):
        if isinstance(question, Numeric) and not question.repeats:
            above = numbers_in("\n".join(text_of(cell) for cell in notebook.cells[:start]))
            answer = answer_of(question)
            if answer and answer <= above:
                yield question.id, sorted(answer)


@each_chapter
def test_predictions_are_numbered_in_the_order_in_which_they_stand(path):
    numbers = [
        (q.id in ANOTHER_DAY, int(q.id.split(".")[1]))
        for _, q, call in asked_in(read(path))
        if call == "predict"
    ]
    assert numbers == sorted(numbers)


@each_chapter
def test_every_question_of_the_chapter_is_asked_once(path):
    asked = [question.id for _, question, _ in asked_in(read(path))]
    assert sorted(asked) == sorted(question.id for question in chapters()[path.name[:2]])


@each_chapter
def test_the_list_of_questions_has_the_order_of_the_chapter_and_its_two_days(path):
    notebook = read(path)
    listed = [[row[0] for row in b.rows] for b in nv.questions(path.name[:2]).blocks if isinstance(b, Grid)]
    heads = [
        n for n, cell in enumerate(notebook.cells) if cell.source.startswith("## Optional: more exercises")
    ]
    first = [question.id for n, question, _ in asked_in(notebook) if not heads or n < heads[0]]
    later = [question.id for n, question, _ in asked_in(notebook) if heads and n > heads[0]]
    assert listed == [ids for ids in (first, later) if ids]


@each_chapter
def test_no_answer_stands_above_its_question(path):
    assert list(given_away(read(path), source_of)) == []


@pytest.mark.exhaustive
@each_chapter
def test_no_answer_is_shown_above_its_question(path, executed):
    assert list(given_away(executed(path), source_and_outputs_of)) == []


@each_chapter
def test_no_cell_above_a_prediction_states_its_right_option(path):
    notebook, stated = read(path), []
    for start, question, _ in asked_in(notebook):
        if not isinstance(question, Choice):
            continue
        above = "\n".join(cell.source for cell in notebook.cells[:start])
        # The heading above is short: there, even a small number tells.
        loud = "\n".join(re.findall(r"^#+ .*", above, re.MULTILINE)[-1:])
        own = said_by_no_other(question)
        found = {n for n in own if is_telling(n)} & numbers_in(above) | own & numbers_in(loud)
        words = question.letters[question.right_answer()].text.strip(".").casefold()
        if len(words.split()) > 3 and words in above.casefold():
            found.add(words)
        stated += [(question.id, sorted(found, key=str))] if found else []
    assert stated == []


@each_chapter
def test_question_cells_hold_the_words_of_the_catalogue_to_the_letter(path):
    cells = [dict(cell) for cell in read(path).cells]
    wanted = ["".join(cell["source"]) for cell in rewritten(cells)]
    drifted = [cell["source"] for cell, words in zip(cells, wanted, strict=True) if cell["source"] != words]
    assert drifted == [], f"run python -m normviz.exercises.cells notebooks/{path.name}"


@each_chapter
def test_solutions_use_no_name_that_the_chapter_has_not_imported(path):
    code = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "code")
    imported = {name.asname or name.name for node in ast.walk(ast.parse(code)) for name in getattr(node, "names", ())
                if isinstance(name, ast.alias)}  # fmt: skip
    used = {
        (question.id, name)
        for question in chapters()[path.name[:2]]
        for name in ("np", "nv")
        if re.search(rf"\b{name}\.", question.code) and not isinstance(question, Function | Choice)
    }
    assert {(id, name) for id, name in used if name not in imported} == set()


EXPLORER = re.compile(r"\bnv\.\w+Explorer\(|\.explore\(\)")
# Here the text around the explorer asks, or learners bring what they want to see.
ASKED_IN_WORDS = {
    "ch00-003",
    "ch09-002",
    "ch10-002",
    "ch04-065",
    "ch05-060",
    "ch08-063",
    "ch09-039",
}


@each_chapter
def test_every_explorer_has_goals_that_it_ticks(path):
    shows = {
        cell.id: cell.source
        for cell in read(path).cells
        if cell.cell_type == "code" and EXPLORER.search(cell.source)
    }
    assert {id for id, code in shows.items() if ".goals(" not in code} == shows.keys() & ASKED_IN_WORDS


@each_chapter
def test_a_chapter_opens_with_its_picture_and_at_most_25_words(path):
    """What is for a notebook alone tells how to run the first cell of all."""
    first, second, *_ = (c for c in read(path).cells if "notebook-only" not in c.metadata.get("tags", ()))
    assert len(first.source.partition("\n")[2].split()) <= 25
    assert EXPLORER.search(second.source) or "nv.stage(" in second.source


@each_chapter
def test_the_steps_of_a_stage_stand_in_words_below_it(path):
    """For those who read where nothing can be shown."""
    cells = read(path).cells
    for number, cell in enumerate(cells):
        for chapter in re.findall(r'^nv\.stage\("(\d\d)"\)', cell.source, re.MULTILINE):
            assert cells[number + 1].source == story(chapter)


def test_a_step_of_a_chapters_stage_has_at_most_40_words():
    steps = [(file.stem, words) for file in FOLDER.glob("??.md") for words in words_of(file.stem)]
    assert [(name, words) for name, words in steps if len(re.findall(r"\S*\w\S*", words)) > 40] == []
