"""Words in another language: in a notebook, and beside the pages that show them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from normviz import front, wording
from normviz.message import Message

# Of a notebook, what the project writes: not what a reader types, and not the menus around it.
_IN_NOTEBOOKS = ".jp-OutputArea-output,.jp-RenderedMarkdown"


@dataclass(frozen=True, repr=False)
class Chosen(Message):
    """Which language was chosen; shown in a notebook, it brings the language to all that the notebook shows."""

    script: str = ""

    def to_html(self) -> Markup:
        return super().to_html() + Markup(f"<script>{self.script}</script>")


def language(code: str = "en") -> Message:
    """Choose the language of words; what is not translated yet stays English.

    Parameters
    ----------
    code : "en", "hi" (Hindi) or "ne" (Nepali)

    Examples
    --------
    >>> language("en")
    Language: English
    """
    wording.choose(code)
    if code == "en":
        return Message("Language: English")
    script = f"{front.read('words.js')}\n{text_of(code)}\nwords.speak('{_IN_NOTEBOOKS}')"
    return Chosen(wording.said("Language: English"), script=script)


def text_of(code: str) -> str:
    """All words of a language, as a script that ``words.js`` reads."""
    files = sorted(wording.FOLDER.glob(f"*{code}.txt"))
    return "\n".join([*(file.read_text("utf-8") for file in files), _script(of_questions(code))])


def of_questions(code: str) -> Iterator[tuple[str, str]]:
    """Each text of questions and misconceptions that are translated, in English and in this language."""
    from normviz.exercises.catalogue import all_questions
    from normviz.exercises.cells import CODE
    from normviz.exercises.misconceptions import misconceptions

    def texts() -> Iterator[str]:
        for question in all_questions().values():
            yield from (f"{question.id} {question.title}", question.ask, CODE.sub(r"`\g<0>`", question.ask))
            yield from (
                question.nudge,
                question.method,
                question.why,
                *(one.because for one in question.wrong),
            )
            for letter, option in getattr(question, "letters", {}).items():
                yield from (f"{letter}) {option.text}", option.because)
            axes = getattr(question, "axes", None)
            yield from (getattr(axes, name, "") for name in ("x_name", "y_name", "name"))
            yield getattr(question, "per", "") + wording.full_stop()
        yield from (one.text for one in misconceptions().values())

    before = wording.chosen()
    both = []
    for language in ("en", code):
        wording.choose(language)
        both.append(list(texts()))
    wording.choose(before)
    return ((one, other) for one, other in zip(*both, strict=True) if one != other)


def _script(pairs: Iterator[tuple[str, str]]) -> str:
    lines = "\n".join(f"{one}\n  {other}" for one, other in pairs)
    return f"words(() => {{/*\n{lines.replace('*/', '* /')}\n*/}})"


def write_words(folder: Path) -> None:
    """Write the words of each language beside the pages of a folder: ``words.ne.js`` is for ``?lang=ne``."""
    for code in wording.codes()[1:]:
        (folder / f"words.{code}.js").write_text(text_of(code), encoding="utf-8")
