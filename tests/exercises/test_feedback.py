"""Feedback as a table of cases: what a learner gives, what the answer must say, and what it must not say.

The questions of the cases are made here, one of each form, so that a chapter may change its own.
"""

import numpy as np
import pytest

import normviz as nv
from normviz.exercises import catalogue
from normviz.exercises.kinds import Array, Choice, Function, Number, Numeric, Option, OwnTable, Wrong
from tests.each import each

Z = np.array([[7, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4.0]])
MARKS = np.array([[12, 3.5, 80], [30, 1.0, 95], [18, 2.0, 60], [41, 4.5, 75]])
NORMED = (MARKS - MARKS.mean(0)) / MARKS.std(0)


def question(kind, id, solution, **fields):
    words = {name: f"{name} of {id}" for name in ("title", "ask", "nudge", "method", "why")}
    return kind(id=id, solution=solution, **words | fields)


def weighted(x, mask):
    return x * mask[:, None]


def agrees(result, wanted):
    return result.shape == wanted.shape and bool(np.all(np.abs(result - wanted) <= 1e-3))


QUESTIONS = [
    question(Number, "sigma", lambda: np.std([7, 2, 1, 7, 3])),  # 2.5298
    question(Number, "bound", lambda: 3.0),
    question(Number, "share", lambda: 0.65875, decimals=3),
    question(Number, "weight", lambda: 0.39399, decimals=3),
    question(Number, "pads", lambda: 12, decimals=0),
    question(Number, "negative", lambda: -0.5),
    question(
        Number,
        "scaled",
        lambda: 1.2728820090438016,
        wrong=(Wrong("The factor is in σ as well.", lambda: 12.728820090438016),),
    ),
    question(Number, "bounded", lambda: 2.6458, wrong=(Wrong("There is a bound.", lambda: np.inf),)),
    question(Array, "column", lambda: (Z[:, 1] - 3.6) / 1.2, per="one number for each of the 5 rows"),
    question(
        Array,
        "means",
        lambda: Z.mean(0),
        per="one mean for each of the 3 columns",
        wrong=(Wrong("You pooled across a row.", lambda: Z.mean(1)),),
    ),
    question(Array, "pair", lambda: np.array([1.2, 3.6]), per="gamma and beta"),
    question(Array, "shares", lambda: np.array([0.2, 0.35]), per="one share for each"),
    question(
        Choice,
        "choice",
        lambda: 1,
        options=(Option("one", lambda n: n == 1), Option("two", lambda n: n == 2, "because of two")),
    ),
    question(
        Function,
        "function",
        weighted,
        inputs=lambda: [
            (Z, np.array([1, 1, 0, 1, 0.0])),
            (2 * Z, np.array([0, 1, 0, 1, 1.0])),
            (Z + 1, np.ones(5)),
        ],
        arguments=("x", "mask"),
    ),
    question(
        OwnTable,
        "own",
        lambda: (MARKS, NORMED),
        parts=("table", "result"),
        limits=(
            (lambda table, result: result.shape == table.shape, "Your result needs the shape of your table."),
        ),
        holds=lambda table, result: agrees(result, nv.batch_norm(table, eps=0).y),
        otherwise="Your result is not the batch norm of your table.",
    ),
    question(
        OwnTable,
        "halves",
        lambda: [1, 2, 30, 31],
        limits=(
            (lambda table: table.shape[1] == 1, "Give one column."),
            (lambda table: len(table) % 2 == 0, "Give an even number of rows."),
            (lambda table: np.ptp(table[: len(table) // 2]) > 0, "Let the first half vary."),
        ),
        holds=lambda table: True,
    ),
]

AXIS, CLOSE, DIRECTION = "Which axis", "Very close", ("too small", "too large")
CASES = [
    # question, answer, must say, must not say
    ("sigma", 6.4, "the square of what is asked", "close"),
    ("sigma", 1.5905, "the square root of what is asked", CLOSE),
    ("sigma", 25.298, "10 times too large", CLOSE),
    ("sigma", 0.25298, "10 times too small", CLOSE),
    ("sigma", 252.98, "100 times too large", "percent"),
    ("sigma", -2.5298, "What about the sign?", DIRECTION),
    ("sigma", 2.53, "4 decimals are asked for", DIRECTION),
    ("sigma", 2.52, "4 decimals are asked for", DIRECTION),
    ("sigma", 2.532, "the last digits are off", DIRECTION),
    ("sigma", 2.6, "too large", CLOSE),
    ("sigma", 7, "too large", CLOSE),
    ("sigma", float("inf"), "infinite; a finite number is asked for", "division by zero"),
    ("sigma", float("nan"), "0/0", DIRECTION),
    ("sigma", [1, 2, 3], "you gave 3 numbers", ("shape", AXIS)),
    ("sigma", (2, 5298), "write a point: 2.5298", AXIS),
    ("sigma", "2,5298", "a point, not with a comma: 2.5298", "correct"),
    ("sigma", "2.5298", "without quotes", "comma"),
    ("sigma", "two", "You gave the text 'two'", "quotes"),
    ("sigma", "1.5, 2.5 3", "decimals with a point, commas between them", "where a number is meant"),
    ("sigma", "infinity", "where a number is meant", "quotes"),
    ("sigma", ["2.5298"], "Write numbers without quotes", "real numbers"),
    ("bound", 9, "the square of what is asked", DIRECTION),
    ("bound", np.sqrt(3), "the square root of what is asked", DIRECTION),
    ("share", 65.9, "percent", CLOSE),
    ("share", 65.875, "percent", CLOSE),
    ("share", 0.66, "3 decimals are asked for", DIRECTION),
    ("share", 1.518, "1 divided by what is asked for", DIRECTION),
    ("weight", 0.3921, "too small", CLOSE),
    ("pads", 12.62, "rounded up or down", (CLOSE, *DIRECTION)),
    ("pads", 11.2, "rounded up or down", DIRECTION),
    ("pads", 14.5, "A whole number is asked for", "rounded"),
    ("pads", 144, "too large", "square"),
    ("pads", 11, "too small", CLOSE),
    ("negative", 0.5, "What about the sign?", DIRECTION),
    ("negative", 0, "too large", "decimal point"),
    ("scaled", 12.729, "The factor is in σ as well", "decimal point"),
    ("column", [1.17, -0.5, -1.33, 1.17, -0.5], "4 decimals are asked for", "index"),
    ("column", [-1.1667, 0.5, 1.3333, -1.1667, 0.5], "What about the signs?", "index"),
    ("column", [1.1667, 0.5, 1.3333, 1.1667, 0.5], "Which of the numbers must be negative?", "index"),
    ("column", [1.1667, -0.5, -1.3333, 1.1667], ("Expected 5 numbers", "You gave 4 numbers"), (AXIS, "shape")),
    ("column", (Z - Z.mean(0)) / Z.std(0), ("a table of 5 rows and 3 columns", "stands among them"), (AXIS, "shape")),
    ("column", Z, ("Expected 5 numbers", "a table of 5 rows and 3 columns"), (AXIS, "stands among", "shape")),
    ("column", [1.1667, -0.5, -1.3333, 1.1667, 9], "4 of 5 numbers are right", ("sign", CLOSE)),
    ("column", [1, 1667, 0, 5, 1, 3333, 1, 1667, 0, 5], "write a point: 1.1667", AXIS),
    ("column", ["1", "2"], "texts, such as 1", "<U"),
    ("column", [1j] * 5, "complex numbers", "complex128"),
    ("means", Z.mean(1), ("pooled across a row", AXIS, "You gave 5 numbers"), "shape"),
    ("means", [1.0, 2.0], "You gave 2 numbers", (AXIS, "shape")),
    ("means", 2, "You gave one number", (AXIS, "shape ()")),
    ("pair", 2, ("Expected 2 numbers: gamma and beta", "You gave one number"), (AXIS, "shape")),
    ("pair", [1.2], "You gave one number", AXIS),
    ("pair", [3.6, 1.2], "in another order", "index"),
    ("pair", [1.44, 12.96], "the square of what is asked", "index"),
    ("shares", [20, 35], "percent", "index"),
    ("shares", [0.3, 0], "0 of 2 numbers are right", (AXIS, "percent")),
    ("bounded", np.inf, "There is a bound", "infinite"),
    ("bounded", 2.65, "4 decimals are asked for", "bound."),
    ("bounded", 9.1, "too large", "bound."),
    ("choice", "(b)", "because of two", "no option"),
    ("halves", [5], "Give an even number of rows", ("raised", "vary")),
    ("halves", [[1, 2, 30, 31]], "Give one column", ("raised", "vary")),
    ("choice", "c", 'There is no option \'c\'. Answer with one of "a", "b"', "str"),
    ("function", lambda mask, x: x * mask[:, None], "They are given as (x, mask)", "expected ="),
    ("function", lambda x, mask: x, "expected =", "another order"),
    ("function", lambda x, mask: x[0], "you return 3 numbers", "shape"),
    ("function", lambda x, mask: 5, "you return one number", "shape ()"),
    ("own", (NORMED, MARKS), "changed places. Give answer = (table, result)", "not the batch norm"),
    ("own", (MARKS, NORMED.round(2)), "right to 2 decimals; more decimals are asked for", "not the batch norm"),
    ("own", (MARKS, (MARKS - MARKS.mean(0)) / MARKS.var(0)), ("not the batch norm", "the variance σ²"), "γ"),
    ("own", (MARKS, 5), "Your result needs the shape of your table", "shape ()"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def desk(monkeypatch):
    known = catalogue.all_questions() | {question.id: question for question in QUESTIONS}
    monkeypatch.setattr(catalogue, "all_questions", lambda: known)


def as_list(words):
    return [words] if isinstance(words, str) else list(words)


@pytest.mark.parametrize(
    ("id", "answer", "must", "must_not"),
    CASES,
    ids=[f"{n}-{id}-{str(answer)[:20]}".replace("\n", " ") for n, (id, answer, *_) in enumerate(CASES)],
)
def test_the_answer_to_a_wrong_answer(id, answer, must, must_not):
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    for words in as_list(must):
        assert words in result.text
    for words in as_list(must_not):
        assert words not in result.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((2, 4495), "2,4495 as two numbers. For a decimal number write a point: 2.4495"),
        ((1, 5, 2, 5), "you gave 4. Put brackets around several numbers"),
        (([1], [2]), "you gave 2. Put brackets around several numbers"),
        ((..., 3), "you gave 2"),
    ],
)
def test_more_than_one_answer_is_named_and_counts_as_no_try(arguments, words):
    result = nv.check("00.2", *arguments)
    assert result.outcome == "not yet"
    assert words in result.text
    assert "not attempted" in nv.questions("00").text.splitlines()[3]


def test_too_small_and_too_large_are_said_twice_and_then_no_more():
    told = [nv.check("sigma", guess).text for guess in (7, 0.7, 5, 1.7)]
    assert [any(words in text for words in DIRECTION) for text in told] == [True, True, False, False]
    assert "What did you compute" in told[2]
    assert "the square of what is asked" in nv.check("sigma", 6.4).text


def test_a_wrong_try_after_a_right_one_takes_nothing_away():
    nv.check("02.6", 1)
    nv.check("02.6", catalogue.all_questions()["02.6"].right_answer())
    before = nv.progress().text
    result = nv.check("02.6", 1)
    assert result.outcome == "not yet"
    assert "You have solved this question before" in result.text
    assert nv.progress().text == before
    assert "✓ correct" in nv.questions("02").text


def test_progress_names_each_idea_once_and_puts_no_stop_behind_a_question_mark():
    for question in catalogue.all_questions().values():
        if question not in QUESTIONS:
            for answer, _ in question.mistakes():
                nv.check(question.id, answer)
    text = nv.progress().text
    assert "?." not in text
    assert text.count("Ideas to look at again:") == 1
    ideas = text.split("Ideas to look at again:")[1].splitlines()[1:]
    assert len(ideas) == len({idea.split("”")[0] for idea in ideas})


@pytest.mark.parametrize(("id", "words"), [("00.1", "Choose one of the answers"), ("00.2", "Type a number")])
def test_a_prediction_committed_with_nothing_speaks_of_what_is_on_the_page(id, words):
    prediction = nv.predict(id)
    prediction.commit.click()
    assert prediction.result.outcome == "not attempted"
    assert words in prediction.feedback.value
    assert "dots" not in prediction.feedback.value
    assert "cell" not in prediction.feedback.value


def test_one_sentence_belongs_into_a_list():
    with pytest.raises(TypeError, match=r'sentences in a list, such as \["I like tea"\]'):
        nv.PaddingExplorer("I like tea")


NUMERIC = [q for q in catalogue.all_questions().values() if isinstance(q, Numeric)]


@each(NUMERIC, name=lambda q: q.id)
def test_no_answer_is_so_small_that_its_decimals_let_another_one_pass(question):
    right = np.abs(np.asarray(question.right_answer(), dtype=float))
    assert (right[right > question.tolerance] > 15 * question.tolerance).all()
    assert (right > question.tolerance).any()


@each(NUMERIC, name=lambda q: q.id)
def test_every_numeric_question_knows_the_slips_that_any_number_can_show(question):
    right = np.asarray(question.right_answer(), dtype=float)
    for factor, words in ((10, "10 times too large"), (0.1, "10 times too small")):
        if question.agree(
            right * factor, right
        ).all():  # an answer so small that its decimals hardly reach it
            continue
        said = nv.check(question.id, right * factor)
        known = [wrong.because for _, wrong in question.mistakes() if wrong.because in said.text]
        assert said.outcome == "not yet"
        assert known or words in said.text or (np.any(right * factor % 1) and "hole number" in said.text)
    if np.all((right > 0) & (right < 1)):
        said = nv.check(question.id, 100 * right).text
        assert "percent" in said or any(wrong.because in said for _, wrong in question.mistakes())


OWN = [
    q
    for q in catalogue.all_questions().values()
    if isinstance(q, OwnTable) and q.parts == ("table", "result")
]


@pytest.mark.parametrize("question", OWN, ids=lambda q: q.id)
@pytest.mark.parametrize("decimals", [1, 2, 3, 4, 12])
def test_check_and_diagnose_are_of_one_opinion(question, decimals):
    table, result = question.right_answer()
    answer = np.asarray(table, dtype=float), np.round(result, decimals)
    said, found = nv.check(question.id, answer), nv.diagnose(*answer)
    right = [match for match in found.matches if question.holds(answer[0], match.predicted)]
    assert right
    # A question may have words of its own for a result that was rounded too early.
    assert said.outcome == "correct" if decimals >= 3 else question.otherwise not in said.text
