"""A question that is predicted, as a form: in a notebook and on a page."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.beam import beam
from normviz.drawing.markup import tag, void_tag
from normviz.drawing.scale import Scale
from normviz.drawing.sketch import Sheet, class_lines, sketch
from normviz.exercises.kinds import Choice, Curve, Number, Numeric, Place
from normviz.exercises.result import NOT_ATTEMPTED, Result

IN_WORDS = "Choose in words"


def form(
    question: Choice | Numeric, *below, answer=None, told: bool = True, legend: Markup | None = None
) -> Markup:
    """A question as a form that ``asked.js`` reads, with ``below`` it what comes of an answer.

    ``answer`` is the letter that was committed; ``told`` says whether the page knows what is right. A
    ``legend`` stands in the place of the question where that is asked already.
    """
    if legend is None:
        legend = tag("legend", tag("strong", f"Predict · {question.id}"), " ", question.asked)
    if isinstance(question, Choice):
        fields = [_option(letter, one.text, letter == answer) for letter, one in question.letters.items()]
    else:
        size = np.size(question.right_answer())  # no inputmode: some keyboards of numbers have no minus
        what = "a number" if size == 1 else f"{size} numbers, with spaces between them"
        box = void_tag("input", type="text", name_="answer", value=answer, placeholder=what)
        fields = [tag("label", tag("span", "Answer"), box, class_="nv-typed-answer")]
    if isinstance(question, Curve):
        words = tag("details", tag("summary", IN_WORDS), fields, class_="nv-in-words")
        fields = [_sketch(question, told=told), words]
    commit = tag("button", "Commit", type="submit")
    return tag(
        "form",
        tag("fieldset", legend, fields),
        commit,
        below,
        class_="nv-asked",
        data_question=question.id,
        autocomplete="off",
    )


def not_answered(question: Choice | Numeric) -> Result:
    """Say what to do to one who has committed to nothing."""
    typed = "Type a number" if isinstance(question, Number) else "Type the numbers"
    what = "Choose one of the answers" if isinstance(question, Choice) else typed
    if isinstance(question, Curve):
        first = (
            "Place the mark at one of the answers"
            if isinstance(question, Place)
            else "Draw a line of one of the answers to the right edge"
        )
        what = f"{first}, or open “{IN_WORDS}”,"
    return Result.of(f"{question.id} {question.title}", NOT_ATTEMPTED, f"{what} first, then press Commit.")


def _option(letter: str, text: str, checked: bool) -> Markup:
    button = void_tag("input", type="radio", name_="answer", value=letter, checked=checked)
    return tag("label", button, f"{letter}) {text}")


def _sketch(question: Curve, told: bool) -> Markup:
    curves = {letter: question.axes.up(one) for letter, one in question.curves.items()}
    right = question.right_answer() if told else None
    if isinstance(question, Place):
        axes, places = question.axes, {letter: float(one[0]) for letter, one in curves.items()}
        drawn = {"name": axes.name, "reach": axes.reach, "first": axes.first, "tone": axes.tone}
        return beam(axes.numbers(), **drawn, room=question.room, places=places, right=right)
    return sketch(_sheet(question), curves=curves, right=right, room=question.room)


def lines_of_class(question: Curve, lines: np.ndarray, told: bool) -> Markup:
    """Draw the lines of a class (M, K), in per cent, and what happens if that is ``told``."""
    true = np.clip(question.axes.up(question.curves[question.right_answer()]), 0, 100)
    return class_lines(_sheet(question), lines, true if told else None)


def _sheet(question: Curve) -> Sheet:
    axes, (low, high) = question.axes, question.axes.reach
    powers = (
        10.0 ** np.arange(np.ceil(np.log10(low)), np.log10(high)) if axes.log else Scale(low, high).ticks(5)
    )
    return Sheet(
        along=axes.along,
        stops=axes.stops,
        across=list(zip(axes.up(powers), powers, strict=True)),
        first=float(axes.up(question.curves[question.right_answer()][0])),
        names=(axes.x_name, axes.y_name),
        reach=axes.reach,
        tone=axes.tone,
    )
