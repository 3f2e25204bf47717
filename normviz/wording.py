"""The language of words: English, or one of those that ``words/`` has a file of.

A file has pairs of lines: a text in English and, indented, the same in the other language, with the same numbers. Any
other numbers may come in their place, and ``{}`` stands for a formula or a link. ``front/words.js`` reads the same.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from normviz._inputs import describe

FOLDER = Path(__file__).parent / "words"
_QUOTED = r"(?<![^ ])'[^']*'(?=[., ])"
_SLOT = re.compile(rf"{{}}|{_QUOTED}|[−-]?\d+(?:[.,]\d+)*", re.ASCII)
_SENTENCES = re.compile(r"(?<=[.?!:·।]) ")
# Code stays as it is typed, x[[1, 2]], ddof=0, 1e-5 and ** 0.5, and so does the name of a question, 02.6.
_CODE = r'"[^"]*"|\[\[.*?\]\]|\*\* ?[\d.]+|\d+e[-+]?\d+|[A-Za-z_][\w.]*(?:\([^)]*\)|=[\w.+-]+)?'
_TYPED = re.compile(rf"{_QUOTED}|{_CODE}|(?<![\d.])0\d\b(?:\.\d+)?|-?\d+", re.ASCII)
_chosen = "en"


def chosen() -> str:
    """The language that is chosen, such as "ne"."""
    return _chosen


def codes() -> tuple[str, ...]:
    """The languages there are.

    >>> "en" in codes()
    True
    """
    return ("en", *sorted(file.stem for file in FOLDER.glob("??.txt")))


def choose(code: str) -> None:
    """Choose the language of words; a ValueError where there is none of that name."""
    global _chosen
    if not isinstance(code, str) or code not in codes():
        raise ValueError(f"code: expected one of {', '.join(codes())}, got {describe(code)}")
    _chosen = code


@cache
def pairs(code: str) -> dict[str, str]:
    """English text → text in this language, of each the numbers as places; "digits" where these have other signs."""
    if code == "en":
        return {}
    lines = pairwise((FOLDER / f"{code}.txt").read_text("utf-8").splitlines())
    return dict(_pair(one, other.strip()) for one, other in lines if other.startswith("  "))


def _pair(one: str, other: str) -> tuple[str, str]:
    free = list(enumerate(_SLOT.findall(one)))

    def place(slot: re.Match) -> str:
        found = next(((k, text) for k, text in free if text == slot[0]), None)
        if found is None:
            return slot[0]
        free.remove(found)
        return f"{{{found[0]}}}"

    return _SLOT.sub("{}", one), _SLOT.sub(place, other)


def said(text: str) -> str:
    """A text in the language that is chosen, as far as its words are known: whole, or sentence by sentence.

    >>> said("Not yet")
    'Not yet'
    """
    known = pairs(_chosen)
    if not known:
        return text
    whole = _of_one(text, known)
    if whole is None:
        whole = " ".join(_of_one(part, known) or part for part in _SENTENCES.split(text))
    if re.search("[A-Za-z]{2}", whole) and not re.search("[\u0900-\u097f]", whole):  # still English
        return whole
    digits = str.maketrans("0123456789", known.get("digits", "0123456789"))
    return _TYPED.sub(_in(digits), whole)


def full_stop() -> str:
    """What ends a sentence in the language that is chosen."""
    return pairs(_chosen).get("full stop", ".")


def _in(digits: dict[int, int]):
    def written(part: re.Match) -> str:
        is_id = part[0][0] == "0" and len(part[0]) > 1 and part.string[part.start() - 1 : part.start()] != "."
        is_number = part[0].lstrip("-").isdigit() and not is_id
        return part[0].replace("-", "−").translate(digits) if is_number else part[0]

    return written


def _of_one(text: str, known: dict[str, str]) -> str | None:
    other = known.get(_SLOT.sub("{}", text))
    slots = _SLOT.findall(text)
    return other and re.sub(r"{(\d+)}", lambda place: slots[int(place[1])], other)
