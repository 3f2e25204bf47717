"""What a learner says at the end of a chapter: nobody marks it, and it stays with their progress."""

from normviz import front
from normviz.drawing.markup import NO_MATH, tag
from normviz.drawing.theme import CSS
from normviz.exercises.engine import not_saved, of_chapter
from normviz.exercises.record import RECORD
from normviz.front.paged import Paged
from normviz.front.picture import with_data
from normviz.message import Message

MOST = 2000  # characters
_HERE = 'Kept until this notebook\'s Python ends; nv.progress(save="progress.json") keeps it for longer.'


class Words(Paged):
    """A box for three sentences, ``text``, on a chapter; what was kept before stands in it."""

    _esm = front.module(*front.PREDICTION)

    def __init__(self, chapter: str):
        super().__init__()
        self.chapter = chapter
        self._show("")

    @property
    def text(self) -> str:
        return RECORD.words.get(self.chapter, "")

    def keep(self, text: str) -> None:
        """Keep ``text``, 2000 characters at most, in the place of what was kept before."""
        RECORD.say(self.chapter, text[:MOST])
        self._show(" ".join(not_saved()) or (f"Kept in {RECORD.path}." if RECORD.path else _HERE))

    def take_message(self, content: dict) -> None:
        if isinstance(content.get("answer"), str):
            self.keep(content["answer"])

    def to_html(self) -> str:
        """The box as a page without a kernel can show it, where ``asked.js`` keeps what is typed."""
        return str(self._form(""))

    def alone(self) -> str:
        asked = self.to_html()
        return f"<style>{CSS}{front.style()}</style>{asked}<script>{front.page_script(asked)}</script>"

    def _show(self, said: str) -> None:
        self.put_page(tag("div", self._form(said), class_=NO_MATH), self._state + 1)

    def _form(self, said: str):
        # A page takes the line's end behind the opening tag for its own.
        box = tag("textarea", "\n", self.text, name_="answer", rows="4", maxlength=MOST)
        asked = tag("label", tag("span", "In your own words, three sentences"), box)
        keep = tag("button", "Keep", type="submit", title="Keep these words with your progress")
        told = tag("div", said, role="alert")
        return tag("form", asked, keep, told, class_="nv-asked nv-say", data_chapter=self.chapter)

    def _repr_mimebundle_(self, **kwargs):
        data = {"text/html": self.to_html(), "text/plain": self.text or "In your own words: …"}
        return with_data(super()._repr_mimebundle_(**kwargs), data)


def say(chapter) -> Words | Message:
    """Ask for a chapter ("06" or 6) in the learner's own words; nobody marks them.

    Returns
    -------
    Words, a widget; or a Message in words where there is no such chapter
    """
    wanted = of_chapter(chapter)
    if isinstance(wanted, Message):
        return wanted
    return Words(*wanted) if len(wanted) == 1 else Message("? Which chapter", ('Name it: nv.say("06").',))
