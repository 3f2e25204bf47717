"""Reading the padding explorer's picture, and typing sentences into it."""

import re

import normviz as nv
from normviz.models.padding import YOURS
from tests.markup import ReadTable, tables_in, words_of


def drawn(explorer):
    """The two halves of the picture's table: the stacked rows with their μ and σ, and the output."""
    (table,) = tables_in(explorer.view.value)
    (_, *groups), (names, *rows) = table.head, table.rows
    half = len(names) // 2
    assert (names[:half], groups[0]) == (names[half:], "x")
    beside = groups[1:-1]
    stacked = [row[: 1 + half + len(beside)] for row in rows]
    output = [[row[0], *row[1 + half + len(beside) :]] for row in rows if row[0] not in ("μ", "σ")]
    return (
        ReadTable(table.caption, ["", *names[:half], *beside], stacked),
        ReadTable(groups[-1], ["", *names[half:]], output),
    )


def lead(explorer):
    return words_of(re.search(r'<p class="nv-lead">.*?</p>', explorer.view.value).group())


def typed(text):
    explorer = nv.PaddingExplorer()
    explorer.example.value = YOURS
    explorer.sentences.value = text
    return explorer
