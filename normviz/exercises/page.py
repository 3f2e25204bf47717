"""A choice or a number on a page without a kernel: the question as a form, and what each answer hears."""

import re
from contextlib import contextmanager

from markupsafe import Markup

from normviz.drawing.markup import NO_MATH, tag
from normviz.exercises.catalogue import find
from normviz.exercises.engine import check
from normviz.exercises.form import form, not_answered
from normviz.exercises.kinds import Choice, Numeric
from normviz.exercises.record import RECORD
from normviz.exercises.result import Result
from normviz.exercises.typed_answers import typed_answers
from normviz.message import Message


def prediction(id: str, seen: dict | None = None) -> Markup | None:
    """Return the question as a form that ``asked.js`` answers; None for one without options and numbers.

    ``seen`` is what other forms of the page know already, as :func:`typed_answers` says.

    >>> prediction("06.2").count("<template")
    5
    """
    return _with_its_answers(id, seen)


def answered(id: str, seen: dict | None = None) -> Markup | None:
    """Return options, or a box, of a question that is asked above them as such a form; None for one without.

    >>> "Predict" in answered("06.15")
    False
    """
    return _with_its_answers(id, seen, legend=tag("legend", tag("strong", f"Your answer · {id}")))


def _with_its_answers(id: str, seen: dict | None, **more) -> Markup | None:
    question = find(id)
    if isinstance(question, Numeric):
        answers = typed_answers(question, {} if seen is None else seen)
    elif isinstance(question, Choice):
        told = {"": not_answered(question)}
        told |= {letter: _feedback(id, letter) for letter in question.letters}
        answers = [
            tag("template", unstyled(result), data_answer=letter, data_outcome=result.outcome)
            for letter, result in told.items()
        ]
    else:
        return None
    return form(question, tag("div", role="alert"), answers, **more)


def unstyled(message: Message) -> Markup:
    """As ``page.css`` sets it: a page holds some hundred of them."""
    return Markup(re.sub(r' style="[^"]*"', "", message.to_html()).replace(f" {NO_MATH}", ""))


def _feedback(id: str, answer) -> Result:
    """What a first try with this is answered with; how to ask a notebook for a hint is left out."""
    with _nothing_recorded():
        result = check(id, answer)
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
