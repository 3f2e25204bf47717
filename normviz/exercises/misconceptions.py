"""The misconceptions that the questions look for, each with the reason it is one, as ``beliefs.md`` tells them.

What a misconception leads to is computed by each question from its own data.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from normviz import wording
from normviz.written import in_other_words, sections, translation


@dataclass(frozen=True)
class Misconception:
    """A common wrong idea."""

    number: int
    name: str  # the wrong idea, as those who hold it would say it
    explanation: str  # what is true instead, in two or three sentences
    chapter: str  # "02" and so on, where it is treated
    see: str  # the explorer, and what to set there, that shows it

    @property
    def text(self) -> str:
        """What many think, and what is true instead."""
        end, see = wording.full_stop(), wording.said(f"See it: chapter {self.chapter}")
        return f"Many think: “{self.name}{end}” {self.explanation} {see}, {self.see}{end}"


def misconceptions() -> dict[int, Misconception]:
    """All of them, by their numbers, in the language that is chosen.

    >>> misconceptions()[3].chapter
    '02'
    """
    return _read(wording.chosen())


@cache
def _read(code: str) -> dict[int, Misconception]:
    file = Path(__file__).with_name("beliefs.md")
    found, words = sections(file, ("chapter", "see"))[1:], translation(file, code)
    found = in_other_words(found, words, ("see",)) if words else found
    told = {
        int(one.name): (one.title, " ".join(one.said), one.fields["chapter"], one.fields["see"])
        for one in found
    }
    return {number: Misconception(number, *map(str, texts)) for number, texts in told.items()}
