"""A question before an explorer: the learner commits to an answer first, and hears afterwards.

Where a class votes, what is committed goes into the folder of votes, and the learner hears when the teacher shows it.
"""

from pathlib import Path
from types import SimpleNamespace

from markupsafe import Markup

from normviz import front
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.theme import CSS
from normviz.exercises import files
from normviz.exercises.catalogue import find
from normviz.exercises.engine import check
from normviz.exercises.form import form, not_answered
from normviz.exercises.kinds import Choice, Number, Question
from normviz.exercises.result import UNKNOWN, Result
from normviz.exercises.settings import Unusable, settings
from normviz.exercises.votes import cast
from normviz.front.paged import Paged
from normviz.front.picture import with_data
from normviz.message import Message


class Prediction(Paged):
    """The question, its options or a field for a number, a button to commit, and the answer to it below.

    Attributes
    ----------
    question : the Question
    options : ``options.value`` is the letter that is chosen, or the text that is typed; None or "" where none is
    commit : ``commit.click()`` commits to it
    line : how high what was drawn lies at each stop, in per cent, where the question is drawn; else None
    feedback : ``feedback.value`` is markup, empty until the learner has committed
    result : the last Result, or None
    votes : the folder into which an answer goes as a vote, or None
    """

    _esm = front.module(*front.PREDICTION)

    def __init__(self, question: Question, votes: Path | None = None):
        super().__init__()
        self.question, self.votes = question, votes
        self.result: Result | None = None
        self.line: list[float] | None = None
        self.options = SimpleNamespace(value=None if isinstance(question, Choice) else "")
        self.commit = SimpleNamespace(click=self._committed)
        self.feedback = SimpleNamespace(value="")
        self._show()

    def take_message(self, content: dict) -> None:
        """Commit to the answer that the form holds."""
        if "answer" in content:
            self.options.value, self.line = content["answer"], content.get("line")
            self._committed()

    def alone(self) -> str:
        from normviz.exercises.page import prediction  # it asks what each answer hears

        asked = prediction(self.question.id) or self.to_html()
        return f"<style>{CSS}{front.style()}</style>{asked}<script>{front.page_script(asked)}</script>"

    def answer(self):
        """What is chosen or typed now; ``...`` if nothing is."""
        return self.options.value or ...

    def to_html(self) -> str:
        """The question as a page without a kernel can show it, with the feedback if there is some."""
        options = ()
        if isinstance(self.question, Choice):
            options = tag("ul", [tag("li", label) for label in self._labels()])
        asked = tag("p", tag("strong", f"Predict · {self.question.id}"), " ", self.question.asked)
        return str(tag("div", asked, options, Markup(self.feedback.value), class_=NO_MATH))

    def _labels(self) -> list[str]:
        return [f"{letter}) {option.text}" for letter, option in self.question.letters.items()]

    def _show(self) -> None:
        # An alert is read out as it appears; the focus stays on the button, and below it much may follow.
        told = tag("div", Markup(self.feedback.value), role="alert")
        page = form(self.question, told, answer=self.options.value, told=self.votes is None)
        self.put_page(tag("div", page, class_=NO_MATH), self._state + 1)

    def _committed(self) -> None:
        if (answer := self.answer()) is ...:
            said = self.result = not_answered(self.question)
        elif self.votes is not None:
            said = self._voted(answer)
        else:
            said = self.result = check(self.question.id, answer)
        self.feedback.value = said.to_html()
        self._show()

    def _voted(self, letter: str) -> Message:
        try:
            path = cast(self.votes, self.question.id, letter, self.line)
        except OSError as error:
            return Message(
                f"! Not counted · {self.question.id}",
                (f"Nothing can be written in {self.votes}: {error.strerror or error}. Tell your teacher.",),
            )
        return Message(
            f"Your vote is in · {self.question.id}: {letter}",
            (
                "Commit another answer to change it; only the last one counts.",
                f'When your teacher has shown the answer, nv.check("{self.question.id}", "{letter}") says more.',
                f"Asked to hand it in? It is the file {path}.",
            ),
        )

    def _repr_mimebundle_(self, **kwargs):
        text = [self.question.asked]
        if isinstance(self.question, Choice):
            text += self._labels()
        data = {"text/html": self.to_html(), "text/plain": "\n".join(text)}
        return with_data(super()._repr_mimebundle_(**kwargs), data)


def predict(id: str, votes=None) -> Prediction | Message:
    """Show a question with its options, to be answered before looking.

    Parameters
    ----------
    id : the id of a choice or number question
    votes : a folder; the answer goes there as a vote without a name, for ``nv.class_votes``, and the right answer is
        not shown yet. Without it, the folder that ``normviz.toml`` names, if there is one. Only for choices.

    Returns
    -------
    Prediction, a widget; or a Message in words where the id is unknown, the question is not of this kind, or the
    folder is not there
    """
    question = find(id)
    if isinstance(question, Result):
        return question
    if not isinstance(question, (Choice, Number)):
        how = f'There is nothing to choose here. Answer with nv.check("{question.id}", answer).'
        return Result.of(question.id, UNKNOWN, how)
    try:
        return Prediction(question, _folder_of_votes(votes) if isinstance(question, Choice) else None)
    except (TypeError, ValueError, Unusable) as error:
        return Message(f"? No vote on {question.id}", (f"{error}".rstrip(".") + ".",))


def _folder_of_votes(named) -> Path | None:
    if named is None:
        named = settings().votes
    return None if named is None else files.folder("votes", named)
