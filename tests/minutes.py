"""How long a chapter takes, counted: nobody was timed.

Folded text is not counted, nor is what can be left out: whoever opens it has the time.
"""

import re

from normviz.exercises.catalogue import find
from normviz.explorers.stage import words_of
from normviz.pages.folds import folds
from tests.support.chapters import read

WORDS = 110  # a minute, read with care in a second language; a formula is read as one word
PREDICT = 1  # minutes, to make up one's mind and to read the reason, beside the words of the question
ANSWER = 4  # minutes, to work out an exercise, with pencil and paper or in a few lines
EXPLORE = 2  # minutes, to reach the goals at an explorer
LOOK = 0.5  # minutes, to see what a step of a stage shows, beside its words
RUN = 0.1  # minutes, to run a cell and to look at what it shows
LINE = 0.1  # minutes, to read a line of code
DERIVE = 1 / 3  # minutes, to follow a formula that has a line of its own

_FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$.*?\$", re.DOTALL)
_STUDIED = re.compile(r"^(?!nv\.|answer = |import |from |#)[ \t]*\S", re.MULTILINE)
_ASKS = re.compile(r'^nv\.(predict|check)\("(\d\d\.\d+)"', re.MULTILINE)


def words_in(text):
    return len(_FORMULA.sub(" x ", _FOLDED.sub("", text)).split())


def minutes(path):
    """(minutes without the exercises, minutes of the exercises), neither rounded."""
    spent, your_turn = [0, 0], False
    for cell, depth, _ in folds(read(path).cells):
        if depth:
            continue
        if cell.source.startswith("## "):
            your_turn = cell.source.startswith("## Your turn")
        spent[your_turn] += _taken(cell)
    return tuple(spent)


def _taken(cell):
    if cell.cell_type == "markdown":
        return _reading(cell.source)
    return _at(cell.source, studied=not cell.metadata.get("jupyter", {}).get("source_hidden"))


def _reading(text):
    shown = _FOLDED.sub("", text)
    return words_in(shown) / WORDS + DERIVE * shown.count("$$") / 2


def _at(code, *, studied):
    taken = RUN + EXPLORE * len(re.findall(r"nv\.\w+Explorer\(", code))
    for chapter in re.findall(r'nv\.stage\("(\d\d)"', code):
        taken += sum(LOOK + words_in(words) / WORDS for words in words_of(chapter))
    if studied:  # what only calls the collection is not studied
        taken += LINE * len(_STUDIED.findall(code))
    for call, id in _ASKS.findall(code):
        if call == "check":
            taken += ANSWER
        else:
            options = (option.text for option in find(id).options)
            taken += PREDICT + words_in(" ".join([find(id).ask, *options])) / WORDS
    return taken


def rounded(taken):
    """To 5 minutes, and never less than 5: nobody knows it better."""
    return max(5, 5 * round(taken / 5))
