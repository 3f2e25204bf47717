"""Reading the padding explorer's picture, and typing sentences into it."""

import re

import normviz as nv
from normviz.explorers.padding import YOURS
from tests.markup import tables_in, words_of


def drawn(explorer):
    """The tables of the picture: the stacked rows, and the output."""
    stacked, output = tables_in(explorer.view.value)
    return stacked, output


def lead(explorer):
    return words_of(re.search(r'<p class="nv-lead">.*?</p>', explorer.view.value).group())


def typed(text):
    explorer = nv.PaddingExplorer()
    explorer.example.value = YOURS
    explorer.sentences.value = text
    return explorer
