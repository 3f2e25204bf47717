"""A number that is typed on a page without a kernel is marked as nv.check marks it, in the same words."""

from functools import cache

import numpy as np
import pytest

import normviz as nv
from normviz import front
from normviz.exercises import reading
from normviz.exercises.catalogue import all_questions, chapters
from normviz.exercises.kinds import Numeric
from normviz.exercises.page import answered
from normviz.exercises.result import CORRECT
from normviz.message import Drawn
from tests.each import each
from tests.sample import quickly
from tests.support.chapters import ROOT

pytestmark = pytest.mark.browser

NUMERIC = [question for question in all_questions().values() if isinstance(question, Numeric)]
CHAPTERS = [chapter for chapter, asked in chapters().items() if any(one in NUMERIC for one in asked)]


@cache
def forms_of(*ids):
    seen = {}
    return [answered(id, seen) for id in ids]


@pytest.fixture
def marked(page):
    """``marked(chapter)(id, typed)`` is the outcome and the words on a page that asks all numbers of a chapter."""

    def of(chapter):
        forms = forms_of(*(one.id for one in NUMERIC if one.chapter == chapter))
        page.set_content(f"<meta charset=utf-8>{''.join(forms)}")
        page.add_script_tag(content=front.module("numbers.js", "heard.js"))
        return lambda cases: page.evaluate(
            """cases => cases.map(([id, typed, tries]) => {
                const known = document.querySelector(`[data-question="${id}"] .nv-known`);
                const heard = heardBy(known, typed, tries);
                return [heard.outcome, [...messageOf(known, heard).children].map(one => one.textContent)];
            })""",
            [[*case, 0][:3] for case in cases],
        )

    return of


def python_says(id, answer):
    nv.exercises.record.RECORD.entries.clear()
    result = nv.check(id, answer)
    words = [one for one in result.blocks if not isinstance(one, Drawn) and "nv.hint(" not in one]
    return [result.outcome, [result.headline, *words]]


def written(values, decimals):
    return " ".join(f"{value:.{decimals}f}" for value in np.ravel(values))


def table(question):
    """What is typed: what is right, each known mistake, digits cut off, and too few of them."""
    right, decimals = np.asarray(question.right_answer(), dtype=float), question.decimals
    wrong = [np.squeeze(np.asarray(value, dtype=float)) for value, _ in question.mistakes()]
    typed = [written(right, 9), *(written(right, fewer) for fewer in range(min(1, decimals), decimals + 1))]
    typed += [
        written(value, decimals or 9) for value in wrong if value.ndim <= 1 and np.isfinite(value).all()
    ]
    typed += [written(1.0006 * factor * right, decimals) for factor in (10, 0.01) if right.ndim == 0]
    typed += [written(question.also, decimals)] if question.also is not None else []
    if right.ndim == decimals == 0:
        typed += [f"{right:,.0f}", f"{right:,.0f}".replace(",", "\u202f")]
    return typed + [
        written(np.trunc(np.round(right * 10.0**n, 6)) / 10.0**n, n) for n in range(1, decimals + 1)
    ]


def numbers_of(typed, question):
    numbers = reading.typed(typed, whole=question.decimals == np.ndim(question.right_answer()) == 0)
    return numbers if len(numbers) > 1 or np.ndim(question.right_answer()) else numbers[0]


@pytest.mark.exhaustive
@each(CHAPTERS)
def test_a_page_and_python_mark_alike_and_say_the_same(chapter, marked):
    cases = [(one, typed) for one in NUMERIC if one.chapter == chapter for typed in table(one)]
    heard = marked(chapter)([(one.id, typed) for one, typed in cases])
    expected = [python_says(one.id, numbers_of(typed, one)) for one, typed in cases]
    different = [
        (one.id, typed, was, wanted)
        for (one, typed), was, wanted in zip(cases, heard, expected, strict=True)
        if was != wanted
    ]
    assert not different, "\n".join(map(str, different))
    assert sum(outcome == CORRECT for outcome, _ in heard) >= 2 * sum(
        one.chapter == chapter for one in NUMERIC
    )


TYPED = ["1,6733", " 1.67 ", "\u22121,6733", "14/5", "√ 2.8", "√(14/5)", "2,8^.5", "tensor(1.67332E0)"]
NO_NUMBER = [" ", "two", "<b>2</b>", "10 %", "1/0", "√", "0x2"]


@pytest.fixture
def turn(page, tmp_path):
    """A page with a question."""
    (form,) = forms_of("02.6")
    file = tmp_path / "page.html"
    file.write_text(f"<meta charset=utf-8>{form}<script>{front.page_script(form)}</script>", "utf-8")
    page.goto(file.as_uri())
    return page


def commit(page, typed):
    page.locator("form:visible input").fill(typed)
    page.locator("form:visible button").click()
    return page.locator("[role=alert]:visible p").all_inner_texts()


@pytest.mark.parametrize("typed", quickly(TYPED + NO_NUMBER, "14/5", "√ 2.8", "two", "<b>2</b>", "1/0"))
def test_a_page_reads_what_is_typed_as_a_notebook_does(turn, typed):
    prediction = nv.predict("02.6")
    prediction.options.value = typed
    prediction.commit.click()
    said = commit(turn, typed)
    assert said[0] == prediction.result.headline
    if typed.strip():
        assert said == python_says("02.6", typed)[1]
    assert turn.locator("[role=alert] b").count() == 0


def test_several_numbers_are_read_whatever_sets_them_apart(marked):
    means = "4 4,5 5,25", "4; 4.5; 5.25", "(4, 4.5, 5.25)", "4.0,4.5,5.25", "array([4.  , 4.5 , 5.25])"
    assert [said[0] for said in marked("02")([("02.7", typed) for typed in means])] == 5 * [CORRECT]
    assert marked("04")([("04.13", "[1280,13]")])[0][0] == nv.check("04.13", "[1280,13]").outcome == CORRECT


def test_the_sign_of_per_cent_may_stand_where_per_cent_are_asked_for(marked):
    assert [said[0] for said in marked("09")([("09.9", "66.94 %"), ("09.9", "66.94 percent")])] == 2 * [
        CORRECT
    ]


@pytest.mark.parametrize(
    ("id", "typed", "words"),
    [
        ("02.7", "4 4.5", "Expected 3 numbers: one mean for each of the 3 columns. You gave 2 numbers."),
        ("02.6", "1 2", "One number is asked for; you gave several."),
        ("02.6", "2.31", "Your 2.31 is too large."),
        (
            "02.6",
            ("2.31", 2),
            "Your 2.31 is not the answer. Write down each step, and compare it with the hints.",
        ),
    ],
)
def test_a_number_of_which_nothing_is_known_is_compared(marked, id, typed, words):
    typed = (typed,) if isinstance(typed, str) else typed
    assert marked("02")([(id, *typed)])[0][1][1] == words


def test_only_a_right_answer_ticks_its_exercise(page):
    style, form = (ROOT / "normviz/pages/page.css").read_text("utf-8"), answered("06.15", {})
    page.set_content(
        f"<style>{style}</style><details class=part open><summary><b>06.15</b></summary>{form}</details>"
    )
    tick = "getComputedStyle(document.querySelector('summary b'), '::after').content"
    assert page.evaluate(tick) == "none"
    page.locator("[role=alert]").evaluate("one => { one.dataset.outcome = 'correct'; }")
    assert page.evaluate(tick) == '" ✓"'
