"""The votes of a class on the wall: bars that grow, the lines that were drawn, and no names.

The right answer comes when the teacher shows it.
"""

import asyncio

import ipywidgets as widgets
from markupsafe import Markup

from normviz import front
from normviz.drawing.bars import Bar, bars
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.parts import noted
from normviz.drawing.theme import CSS
from normviz.exercises import files
from normviz.exercises.catalogue import find
from normviz.exercises.form import lines_of_class
from normviz.exercises.kinds import Choice
from normviz.exercises.result import UNKNOWN, Result
from normviz.exercises.votes import Collected, collected
from normviz.front.picture import with_data
from normviz.message import Message

EVERY = 2.0  # seconds between two looks into the folder
AT_MOST = 2 * 3600.0  # seconds that a forgotten notebook goes on looking
STYLE = f"<style>{CSS}{front.style('counts.css')}</style>"


class ClassVotes(widgets.VBox):
    """A question, a bar for each option, the lines of a question that is drawn, and a button that shows the answer.

    Attributes
    ----------
    question : the question that is voted on; None until the first vote has come, if none was named
    tally : letter → number of votes
    left_out : file → why it holds no vote; the wall shows only how many there are, for their names may be people's
    shown : whether the answer was shown
    view, show_answer : the picture, one ``ipywidgets.HTML``, and the button
    """

    def __init__(self, folder, question: Choice | None):
        self.folder, self.question, self.shown = folder, question, False
        self.tally: dict[str, int] = {}
        self.left_out: dict[str, str] = {}
        self.view = widgets.HTML(layout={"width": "100%", "margin": "0", "overflow": "visible"})
        self.show_answer = widgets.Button(description="Show the answer")
        self.show_answer.on_click(self._show)
        style = widgets.HTML(STYLE)
        super().__init__([style, self.view, self.show_answer])
        self.add_class("nv-votes")
        self.add_class("nv-live")
        self.refresh()
        self._watch()

    def refresh(self) -> None:
        """Look into the folder, and draw what has changed."""
        try:
            found = collected(self.folder)
        except (OSError, ValueError) as error:
            self._draw(tag("p", f"The votes cannot be read: {error}", class_="nv-error"))
            return
        if self.question is None and found.newest is not None:
            self.question = find(found.newest)
        self._take(found)

    def _take(self, found: Collected) -> None:
        self.left_out = found.left_out
        self.show_answer.disabled = self.question is None
        if self.question is None:
            self._draw(tag("p", "No votes yet.", class_="nv-lead"), self._about_files())
            return
        self.tally = found.tally(self.question.id)
        total = sum(self.tally.values())
        right = self.question.right_answer() if self.shown else None
        options = self.question.letters.items()
        rows = [Bar(f"{key}) {o.text}", self.tally[key], marked=key == right) for key, o in options]
        votes = f"{total} vote{'s' * (total != 1)}"
        why = [tag("p", f"{right}) is right. {self.question.why}", class_="nv-lead")] if self.shown else ()
        asked = tag("p", tag("strong", self.question.id), " ", self.question.ask, class_="nv-lead")
        lines = found.lines(self.question.id)
        drawn = lines_of_class(self.question, lines, told=self.shown) if len(lines) else None
        counted = tag("div", drawn, tag("div", bars(rows, caption=votes)), class_="nv-beside")
        self._draw(asked, counted, why, self._about_files())

    def _about_files(self) -> Markup | None:
        count = len(self.left_out)
        if not count:
            return None
        return noted(
            f"{count} file{'s' * (count != 1)} in the folder {'hold' if count != 1 else 'holds'} no vote."
        )

    def _draw(self, *parts) -> None:
        picture = str(tag("div", *parts, class_=f"nv {NO_MATH}"))
        if picture != self.view.value:
            self.view.value = picture

    def _show(self, _button=None) -> None:
        self.shown = self.question is not None
        self.refresh()
        self.show_answer.layout.display = "none" if self.shown else None

    def _watch(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no notebook around: refresh() looks again
            return
        self._watching = loop.create_task(self._look_again())

    async def _look_again(self) -> None:
        for _ in range(int(AT_MOST / EVERY)):
            await asyncio.sleep(EVERY)
            if self.comm is None:  # closed
                return
            self.refresh()

    def _repr_mimebundle_(self, **kwargs):
        data = {"text/html": STYLE + self.view.value, "text/plain": repr(self)}
        return with_data(super()._repr_mimebundle_(**kwargs), data)

    def __repr__(self) -> str:
        if self.question is None:
            return "No votes yet."
        counts = ", ".join(f"{letter} {count}" for letter, count in self.tally.items())
        return f"{self.question.id}: {counts}"


def class_votes(folder, id: str | None = None) -> ClassVotes | Message:
    """Draw how a class votes, as the votes come in; a button shows the right answer.

    If learners draw a line as their answer, one picture shows all lines, faint, with their median. The right
    line is drawn over them with the answer.

    Learners vote with ``nv.predict("06.2", votes=folder)``; every file they wrote, wherever below the folder it lies,
    is looked at every two seconds. Of each learner the newest vote counts. Nobody is named.

    Parameters
    ----------
    folder : the folder that holds the votes
    id : the question; without it, the one that was voted on last when the first look is taken

    Returns
    -------
    ClassVotes, a widget; a Message in words for a folder that is not there or a question without options
    """
    question = None if id is None else votable(id)
    if isinstance(question, Message):
        return question
    try:
        return ClassVotes(files.folder("folder", folder), question)
    except (TypeError, ValueError) as error:
        return Message("? No votes", (f"{error}.",))


def votable(id: str) -> Choice | Message:
    """The question with options that an id names; in words why there is none."""
    question = find(id)
    if isinstance(question, Choice | Result):
        return question
    return Result.of(question.id, UNKNOWN, "There is nothing to vote on: this question has no options.")
