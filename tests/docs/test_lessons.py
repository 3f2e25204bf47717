"""The lessons: who follows a plan to the letter sees every number that it promises, and none before it is asked for."""

import html
import json
import re
from functools import cache
from itertools import pairwise, takewhile

import nbformat
import pytest
from bs4 import BeautifulSoup

import normviz as nv
from docs.lessons.kit import LESSONS, NOTEBOOKS, PAGE, files
from docs.lessons.page import plan as plan_of
from docs.lessons.plan import Board, Cell, HandOut, Look, Run, Say, Set, Vote, plain
from docs.lessons.play import made, states
from docs.lessons.printed import printed
from docs.lessons.sheets import QUIZ, Paper
from docs.lessons.slides import slides
from docs.lessons.slips import sheet, sheets
from docs.lessons.stages import stages
from docs.lessons.strips import strips
from normviz.exercises.catalogue import all_questions, find
from normviz.exercises.misconceptions import MISCONCEPTIONS
from normviz.exercises.variants import asked
from normviz.explorers.controls import Choice, Number, all_in
from tests.each import each

pytestmark = pytest.mark.exhaustive

TEACHING = "\n\n".join([PAGE.read_text(encoding="utf-8"), *map(plan_of, LESSONS)])
FOUR_DECIMALS = re.compile(r"\d+\.\d{4}(?!\d)")
TWO_DECIMALS = re.compile(r"\d+\.\d\d(?!\d)")
SEEN = re.compile(r"\*\*([+−]?\d+\.\d+)\*\*")

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
each_run = pytest.mark.parametrize(
    "run",
    [pytest.param(run, id=f"{lesson.name}, {run.made}") for lesson in LESSONS for run in lesson.parts(Run)],
)
each_vote = pytest.mark.parametrize(
    "vote",
    [pytest.param(vote, id=f"{lesson.name}, {vote.id}") for lesson in LESSONS for vote in lesson.parts(Vote)],
)


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


@pytest.mark.exhaustive
def test_committed_files_are_what_the_command_makes():
    kept = {
        path: text for path, text in files().items() if path.suffix != ".html"
    }  # pages are built, not kept
    assert {path: path.read_text(encoding="utf-8") for path in kept} == kept


@each_lesson
def test_steps_follow_each_other_and_fill_the_lesson(lesson):
    assert lesson.steps[0].start == 0
    assert lesson.steps[-1].end == lesson.minutes
    assert all(before.end == after.start for before, after in pairwise(lesson.steps))


@each_lesson
def test_what_is_counted_fits_into_the_minutes(lesson):
    late = [step.heading for step in lesson.steps if step.takes() > 60 * (step.end - step.start)]
    assert late == []


@each_lesson
def test_held_votes_are_resolved_by_their_letters_one_after_the_other(lesson):
    held = [vote.letter for vote in lesson.parts(Vote) if vote.held]
    assert re.findall(r"so \*([a-h])\*", " ".join(map(str, lesson.parts()))) == held


@each_lesson
def test_notebook_has_each_minute_as_a_heading_and_each_thing_to_show_as_a_cell(lesson):
    path = NOTEBOOKS / f"{lesson.name}.ipynb"
    nbformat.validate(json.loads(path.read_text(encoding="utf-8")))
    cells = nbformat.read(path, as_version=4).cells
    headings = [cell.source[3:] for cell in cells if cell.source.startswith("## Minutes")]
    assert headings == [step.heading for step in lesson.steps]
    shown = [cell.source for cell in cells if cell.cell_type == "code"][1:]
    assert sorted(shown) == sorted(part.code for part in lesson.parts(Look, Vote, Cell, Run))
    folded = [cell.source for cell in cells if cell.metadata.get("jupyter", {}).get("source_hidden")]
    assert folded == [part.code for part in lesson.parts(Cell)]


# --- what is seen ---------------------------------------------------------------------------------


@each_run
def test_controls_set_as_written_show_the_numbers_that_are_promised(run):
    for one, explorer in zip(run.sets, states(run), strict=True):
        promised = SEEN.findall(one.seen)
        assert promised
        assert [number for number in promised if number not in on_the_wall(explorer.view.value)] == []


@each_run
def test_only_the_controls_that_will_be_moved_take_room(run):
    explorer = made(run.made)
    controls = [
        one for one in all_in(explorer.controls_for(explorer.settings)) if isinstance(one, Choice | Number)
    ]
    taking = [one for one in controls if not one.in_picture]
    assert {one.label for one in taking if one.name in explorer.in_sight and one.visible} == {
        label for one in run.sets for label in one.controls
    }


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


@pytest.mark.exhaustive
@each_lesson
def test_no_answer_can_be_read_before_its_vote(lesson):
    read, known, beside = "", "", set()
    for part, shown in scenes(lesson):
        if isinstance(part, Vote):
            assert given_away(part, read, known, beside) == set(), part.id
        if isinstance(part, Set):
            beside |= numbers(shown) - set(part.promised)
        read += " " + shown
        known += " " + shown if isinstance(part, (Board, Vote)) else ""


@each_lesson
def test_beginning_of_the_last_sentence_is_on_no_sheet_of_the_class(lesson):
    """It says what the votes ask: that a pad changes a word, that there is a mask."""
    beginning = re.split("[,…]", lesson.sentence)[0]
    assert beginning not in words(sheets(lesson, filled=False))
    assert beginning in words(sheets(lesson, filled=True))
    assert beginning in TEACHING


@pytest.mark.exhaustive
@each_lesson
def test_no_number_that_the_room_computes_is_shown_before_it_is_on_the_board(lesson):
    read = ""
    for part, shown in scenes(lesson):
        if isinstance(part, Board):
            assert numbers(part.words) & numbers(read) == set()
            rounded = {f"{float(number):.2f}" for number in numbers(read)}
            assert set(TWO_DECIMALS.findall(part.words)) & rounded == set()
        read += " " + shown


# --- slides ---------------------------------------------------------------------------------------


def without_notes(slide):
    return words(re.sub(r"<aside.*?</aside>", "", str(slide), flags=re.S))


@each_lesson
def test_slides_are_few_have_a_heading_and_notes_and_show_no_code(lesson):
    deck = slides(lesson)
    pictures = sum('class="states"' in slide for slide in deck)  # each has a slide to itself
    assert 10 <= len(deck) - pictures <= 16
    for slide in deck:
        assert slide.startswith("<h2>")
        assert 'class="notes"' in slide
        assert not re.search(r"<code|<pre|nv\.", re.sub(r"<aside.*?</aside>", "", slide, flags=re.S))


@each_lesson
def test_no_slide_shows_an_answer_before_its_vote_nor_a_number_before_the_board(lesson):
    deck = [without_notes(slide) for slide in slides(lesson)]
    votes = {f"Vote {vote.id} ": vote for vote in lesson.parts(Vote)}
    read = known = ""
    for text in deck:
        for name, vote in votes.items():
            if text.strip().startswith(name):
                assert given_away(vote, read, known) == set(), name
        for board in lesson.parts(Board):
            if plain(board.words) in text:
                assert numbers(board.words) & numbers(read) == set()
                known += " " + board.words
        read += " " + text
        known += " " + text if text.strip().startswith("Vote") else ""


@each_lesson
def test_slides_show_each_number_that_a_setting_promises(lesson):
    shown = {}
    for slide in slides(lesson):
        for where, state in re.findall(r'<p class="where">(.*?)</p>(.*?)</p>', str(slide), re.DOTALL):
            shown.setdefault(words(where).strip(), []).append(words(state))
    for one in (one for run in lesson.parts(Run) if not run.aside for one in run.sets):
        where = ", ".join(f"{label}: {value}" for label, value in one.controls.items())
        assert any(all(number in state for number in SEEN.findall(one.seen)) for state in shown[where])


@each_lesson
def test_all_that_is_said_stands_in_the_notes_of_a_slide_and_each_picture_before_the_first_vote_on_one(
    lesson,
):
    deck = html.unescape(" ".join(map(str, slides(lesson))))
    for part in lesson.parts(Say):
        assert plain(part.words) in deck
    seen = [*takewhile(lambda part: not isinstance(part, Vote), lesson.steps[0].parts)]
    assert deck.count('class="nv-large"') == sum(isinstance(part, Look) and not part.live for part in seen)


@each_lesson
def test_homework_has_numbers_for_everybody_and_the_plan_says_how_to_get_them(lesson):
    assert lesson.own
    assert [id for id in lesson.own if find(id).again is None] == []
    _, homework = plan_of(lesson).split("**Homework:**", 1)
    calls = re.findall(r"`(nv\.\w+\(.*?\))`", homework)
    assert calls[0] == f'nv.questions("{lesson.own[-1]}", variant="Ana")'
    assert "variant Ana" in eval(calls[0], {"nv": nv}).text
    names = {"nv": nv, "answer": asked(lesson.own[-1], "Ana").right_answer()}
    assert "correct" in eval(calls[1], names).text.lower()


@each_lesson
def test_each_lesson_ends_with_a_quiz_whose_sheet_comes_in_its_last_minutes(lesson):
    assert lesson.quiz
    assert [part.sheet for part in lesson.steps[-1].parts if isinstance(part, HandOut)] == [QUIZ]


@each_lesson
def test_a_strip_for_each_run_shows_the_promised_numbers_of_each_state(lesson):
    runs = [run for run in lesson.parts(Run) if not run.aside]
    _, *cut = strips(lesson).split('class="strip"')
    for run, strip in zip(runs, cut, strict=True):
        _, *shown = strip.split('class="where"')
        for one, state in zip(run.sets, shown, strict=True):
            assert [number for number in SEEN.findall(one.seen) if number not in words(state)] == []


@each_lesson
def test_each_state_of_a_run_is_a_picture_on_its_slide_and_on_its_strip(lesson):
    runs = [run for run in lesson.parts(Run) if not run.aside]
    drawn = [slide for slide in map(str, slides(lesson)) if 'class="states"' in slide]
    assert len(drawn) == len(runs)
    _, *cut = strips(lesson).split('class="strip"')
    for run, slide, strip in zip(runs, drawn, cut, strict=True):
        assert slide.count("data-stage") == len(run.sets)
        assert [f'data-turn="{n}"' in slide for n in range(1, len(run.sets))] == [True] * (len(run.sets) - 1)
        assert strip.count("data-ruler") >= len(run.sets)


def test_rulers_of_one_number_lie_below_one_line():
    run = next(run for lesson in LESSONS for run in lesson.parts(Run) if lesson.minutes == 50)
    *_, last = stages(run)
    page = BeautifulSoup(last, "html.parser")
    reads = [float(one["data-reading"]) for one in page.select("[data-ruler]")]
    shown = [explorer.result.normalized.x_hat[explorer.result.token][0] for explorer in states(run)]
    assert reads == pytest.approx(shown)
    assert [one.get_text() for one in page.select(".nv-readings .nv-note")] == [
        "4 tokens",
        "8 tokens",
        "28 tokens",
    ]


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_every_other_number_of_four_decimals_is_on_a_sheet_or_in_a_picture_or_a_question():
    known = [words(text) for path, text in files().items() if path.name == "sheets_filled.html"]
    known += [shown for lesson in LESSONS for _, shown in scenes(lesson)]
    known += [f"{question.ask} {question.why}" for question in all_questions().values()]
    promised = numbers(TEACHING)
    assert len(promised) > 10
    assert promised - numbers(" ".join(known)) == set()


@each(sorted(set(re.findall(r"`(\d\d\.\d+)`", TEACHING))))
def test_question_exists(id):
    assert id in all_questions()


@each_vote
def test_answers_are_options_of_the_question_and_the_right_one_is_called_right(vote):
    letters = {option.text: letter for letter, option in vote.question.letters.items()}
    for answer, tells in vote.replies:
        assert answer in letters
        assert tells.startswith("Right.") == (letters[answer] == vote.question.right_answer())
        assert f"| {letters[answer]}) “{answer}” | {tells} |" in TEACHING


@each_lesson
def test_notes_of_a_slide_give_each_expected_answer_the_letter_that_it_has_on_the_slide(lesson):
    voted = {words(slide).split()[1]: str(slide) for slide in slides(lesson) if slide.startswith("<h2>Vote ")}
    for vote in lesson.parts(Vote):
        options = [plain(words(one)) for one in re.findall("<li>.*?</li>", voted[vote.id], re.DOTALL)]
        notes = words(voted[vote.id].split('<aside class="notes">')[1])
        said = re.findall(r"([a-z])\) “(.*?)” →", notes)
        assert len(said) == len(vote.replies)
        assert said == [(letter, options["abcdefgh".index(letter)].strip()) for letter, _ in said]


def test_beliefs_are_misconceptions_that_the_questions_beside_them_catch():
    named = {misconception.name: number for number, misconception in MISCONCEPTIONS.items()}
    table = re.search(r"^\| belief .*\n\|.*\n((?:\|.*\n)+)", TEACHING, re.MULTILINE)[1]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    assert len(rows) >= 5
    for belief, _, ids in rows:
        for id in re.findall(r"`(\d\d\.\d+)`", ids):
            caught = {wrong.misconception for _, wrong in find(id).mistakes()}
            assert named[belief] in caught, f"{id} does not catch: {belief}"


@each_lesson
def test_plan_to_print_says_what_its_markdown_says(lesson):
    def bare(text):
        return re.sub(r"[\s*`|#-]|\]\([^)]*\)|\[", "", text)

    body = printed(lesson).split("<body>")[1]
    assert not re.search(r"\*\*|`|\]\(", body)
    assert bare(words(body)) == bare(plan_of(lesson))


@each_lesson
def test_every_page_of_the_sheets_is_printed_for_everybody_or_for_two_or_only_for_the_homework(lesson):
    (said,) = re.findall(r"\*\*To print for 24:\*\* (.*?)\. For you", plan_of(lesson))
    times = {}
    for clause in said.split("; "):
        if pages := re.match(r"pages? ([\d and]+)\b", clause):
            times |= dict.fromkeys(map(int, re.findall(r"\d+", pages[1])), clause)
    assert sorted(times) == list(range(1, len(lesson.sheets) + 1))
    for part in lesson.parts(HandOut):
        shared = "neighbours" in part.words
        halved = shared or ("two copies" in said)
        assert f" {12 if halved else 24} times" in times[lesson.number(part.sheet)]
        assert shared == ("neighbours" in times[lesson.number(part.sheet)])


def test_all_misconceptions_are_counted():
    assert f"All {len(MISCONCEPTIONS)}, with their answers," in TEACHING
