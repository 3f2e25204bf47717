"""How long a chapter takes, counted: nobody was timed.

Folded text is not counted, nor is what can be left out: whoever opens it has the time. Of what code shows, the tables
of claims are counted, which are sentences to be read.
"""

import ast
import contextlib
import re

import numpy as np

import normviz as nv
from normviz.exercises.catalogue import find
from normviz.pages.folds import folds
from tests.support.chapters import read

WORDS = 110  # a minute, read with care in a second language; a formula is read as one word
PREDICT = 1  # minutes, to make up one's mind and to read the reason, beside the words of the question
ANSWER = 4  # minutes, to work out an exercise, with pencil and paper or in a few lines
EXPLORE = 2  # minutes, to reach the goals at an explorer
RUN = 0.1  # minutes, to run a cell and to look at what it shows
LINE = 0.1  # minutes, to read a line of code
DERIVE = 1 / 3  # minutes, to follow a formula that has a line of its own

_FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$.*?\$", re.DOTALL)
_STUDIED = re.compile(r"^(?!nv\.|answer = |import |from |#)[ \t]*\S", re.MULTILINE)
_ASKS = re.compile(r'^nv\.(predict|check)\("(\d\d\.\d+)"', re.MULTILINE)


def words_in(text):
    return len(_FORMULA.sub(" x ", _FOLDED.sub("", text)).split())


def minutes(path, claims=True):
    """(minutes without the exercises, minutes of the exercises), neither rounded; with the tables of claims or not."""
    spent, your_turn, names = [0, 0], False, {"nv": nv, "np": np}
    for cell, depth, _ in folds(read(path).cells):
        if depth:
            continue
        if cell.source.startswith("## "):
            your_turn = cell.source.startswith("## Your turn")
        spent[your_turn] += _taken(cell)
        if (
            claims
            and cell.cell_type == "code"
            and "_claims(" in cell.source
            and "Explorer(" not in cell.source
        ):
            spent[your_turn] += _claims_shown_by(cell.source, names)
    return tuple(spent)


def _taken(cell):
    if cell.cell_type == "markdown":
        return _reading(cell.source)
    return _at(cell.source, studied=not cell.metadata.get("jupyter", {}).get("source_hidden"))


def _claims_shown_by(code, names):
    """The minutes to read the table that ends a cell; what it needs of other cells is in ``names``."""
    *before, last = ast.parse(code).body
    shown = ast.unparse(last) if ast.unparse(last).startswith("nv.show_claims(") else "None"
    # A cell that counts with what the chapter has computed shows no table.
    with contextlib.suppress(NameError), contextlib.redirect_stdout(None):
        exec(ast.unparse(before if shown != "None" else [*before, last]), names)
    table = eval(shown, names)
    return words_in(table.text) / WORDS if table else 0


def _reading(text):
    shown = _FOLDED.sub("", text)
    return words_in(shown) / WORDS + DERIVE * shown.count("$$") / 2


def _at(code, *, studied):
    taken = RUN + EXPLORE * len(re.findall(r"nv\.\w+Explorer\(", code))
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
