"""The padding view without a widget: its settings, and its picture read as a reader does."""

import re

from normviz.drawing.padding import padding_picture
from normviz.views.padding import YOURS, Settings, compute, fit
from normviz.views.settings import changed
from tests.markup import ReadTable, tables_in, words_of


def settings_of(*, example="Hi Nitish", sentences="", **moves):
    """The settings of an example, or of typed sentences, moved by name, one after the other."""
    first = {"example": YOURS, "sentences": sentences} if sentences else {"example": example}
    settings = fit(Settings(**first), frozenset(first))
    for name, value in moves.items():
        settings = changed(settings, **{name: value})
    return settings


def computed(**moves):
    return compute(settings_of(**moves))


def shown(**moves):
    return padding_picture(computed(**moves))


def drawn(picture):
    """The two halves of the picture's table: the stacked rows with their μ and σ, and the output."""
    (table,) = tables_in(picture)
    (_, *groups), (names, *rows) = table.head, table.rows
    half = len(names) // 2
    assert (names[:half], groups[0]) == (names[half:], "x")
    beside = groups[1:-1]
    stacked = [row[: 1 + half + len(beside)] for row in rows]
    output = [[row[0], *row[1 + half + len(beside) :]] for row in rows if row[0] not in ("μ", "σ")]
    rows_and_statistics = ReadTable(table.caption, ["", *names[:half], *beside], stacked)
    return rows_and_statistics, ReadTable(groups[-1], ["", *names[half:]], output)


def lead(picture):
    return words_of(re.search(r'<p class="nv-lead">.*?</p>', picture).group())
