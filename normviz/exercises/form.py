"""A question that is predicted, as a form: in a notebook and on a page."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag, void_tag
from normviz.drawing.scale import Scale
from normviz.drawing.sketch import sketch
from normviz.exercises.kinds import Choice, Curve, Number

IN_WORDS = "Choose in words"


def form(question: Choice | Number, *below, answer=None, guesses: bool = True) -> Markup:
    """A question as a form that ``asked.js`` reads, with ``below`` it what comes of an answer.

    ``answer`` is the letter that was committed; ``guesses`` says whether the guess may be marked in a picture.
    """
    told = question.guesses if guesses and isinstance(question, Choice) else {}
    legend = tag("legend", tag("strong", f"Predict · {question.id}"), " ", question.asked, **told)
    if isinstance(question, Choice):
        fields = [_option(letter, one.text, letter == answer) for letter, one in question.letters.items()]
    else:
        box = void_tag(
            "input", type="text", name_="answer", value=answer, inputmode="decimal", placeholder="a number"
        )
        fields = [tag("label", tag("span", "Answer"), box, class_="nv-typed-answer")]
    if isinstance(question, Curve):
        words = tag("details", tag("summary", IN_WORDS), fields, class_="nv-in-words")
        fields = [_sketch(question, told=guesses), words]
    commit = tag("button", "Commit", type="submit", title="Give this answer and see what comes of it")
    return tag("form", tag("fieldset", legend, fields), commit, below, class_="nv-asked", autocomplete="off")


def before_commit(question: Choice | Number) -> str:
    """Say what to do to one who has committed to nothing."""
    if isinstance(question, Curve):
        return f"Draw the line to the right edge first, or open “{IN_WORDS}”; then press Commit."
    what = "Choose one of the answers" if isinstance(question, Choice) else "Type a number"
    return f"{what} first, then press Commit."


def _option(letter: str, text: str, checked: bool) -> Markup:
    button = void_tag("input", type="radio", name_="answer", value=letter, checked=checked)
    return tag("label", button, f"{letter}) {text}")


def _sketch(question: Curve, told: bool) -> Markup:
    axes, curves = question.axes, question.curves
    low, high = axes.reach
    powers = (
        10.0 ** np.arange(np.ceil(np.log10(low)), np.log10(high)) if axes.log else Scale(low, high).ticks(5)
    )
    return sketch(
        along=axes.along,
        stops=axes.stops,
        across=list(zip(axes.up(powers), powers, strict=True)),
        first=float(axes.up(curves[question.right_answer()][0])),
        names=(axes.x_name, axes.y_name),
        reach=axes.reach,
        log=axes.log,
        tone=axes.tone,
        curves={letter: axes.up(one) for letter, one in curves.items()},
        right=question.right_answer() if told else None,
    )
