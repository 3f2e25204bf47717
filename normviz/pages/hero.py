"""The picture at the top of the front page, alive: the ruler that the pads move."""

from functools import cache

from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.explorers.moving import moving_figure
from normviz.explorers.padding import PaddingExplorer

MOST_BYTES = 180_000
# The words of the documents' example, in sentences of one length: the picture begins without pads.
SENTENCES = ["How are you", "Hi Nitish today"]


@cache
def hero() -> Markup:
    """Return the padding explorer's ruler, its slider and its norms below it; ``hero.js`` plays it once.

    >>> 'class="hero"' in hero(), len(hero()) < MOST_BYTES + 100
    (True, True)
    """
    explorer = PaddingExplorer(SENTENCES, one_column=True).only("padding_length", "norm")
    return tag("div", moving_figure(explorer, MOST_BYTES), class_="hero")
