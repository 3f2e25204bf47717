"""A question that is predicted, as a form: in a notebook and on a page."""

from markupsafe import Markup

from normviz.drawing.markup import tag, void_tag
from normviz.exercises.kinds import Choice, Number


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
    commit = tag("button", "Commit", type="submit", title="Give this answer and see what comes of it")
    return tag("form", tag("fieldset", legend, fields), commit, below, class_="nv-asked", autocomplete="off")


def _option(letter: str, text: str, checked: bool) -> Markup:
    button = void_tag("input", type="radio", name_="answer", value=letter, checked=checked)
    return tag("label", button, f"{letter}) {text}")
