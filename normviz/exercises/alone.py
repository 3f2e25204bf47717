"""A choice on a page without a kernel: the question, its options, and what each of them is answered with."""

from contextlib import contextmanager

from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.exercises.catalogue import find
from normviz.exercises.engine import check
from normviz.exercises.form import NO_CURVE, form, not_answered
from normviz.exercises.kinds import Choice, Curve
from normviz.exercises.record import RECORD
from normviz.exercises.result import Result


def prediction(id: str) -> Markup | None:
    """Return the question as a form that ``asked.js`` answers; None for one without options.

    >>> prediction("06.2").count("<template")
    5
    """
    return _with_its_answers(id)


def choice(id: str) -> Markup | None:
    """Return the options of a question that is asked above them as such a form; None for one without options.

    >>> "Predict" in choice("06.15")
    False
    """
    return _with_its_answers(id, legend=tag("legend", tag("strong", f"Your answer · {id}")))


def _with_its_answers(id: str, **more) -> Markup | None:
    question = find(id)
    if not isinstance(question, Choice):
        return None
    unanswered = ["", NO_CURVE] if isinstance(question, Curve) else [""]
    told = {answer: not_answered(question, answer) for answer in unanswered}
    told |= {letter: _feedback(id, letter) for letter in question.letters}
    answers = [
        tag("template", result.to_html(), data_answer=letter, data_outcome=result.outcome)
        for letter, result in told.items()
    ]
    return form(question, tag("div", role="alert"), answers, **more)


def _feedback(id: str, letter: str) -> Result:
    """What a first try with this letter is answered with; how to ask a notebook for a hint is left out."""
    with _nothing_recorded():
        result = check(id, letter)
    blocks = tuple(block for block in result.blocks if "nv.hint(" not in str(block))
    return Result(result.headline, blocks, result.outcome, result.misconceptions)


@contextmanager
def _nothing_recorded():
    before = RECORD.entries
    RECORD.entries = {}
    try:
        yield
    finally:
        RECORD.entries = before
