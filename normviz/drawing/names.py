"""Names that somebody typed or brought along, in the places of a picture that cannot grow with them."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from normviz.drawing.sizes import LONGEST, WIDE_LETTERS

# A name that turns the reading direction around, or sets it apart, must not do so to the numbers after it.
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
LINE = 40  # letters of a name that has a line to itself, also on a phone


def short_name(name: str, longest: int = LONGEST) -> str:
    """A name of at most ``longest`` letters; marks that change the reading direction become ``�``.

    A letter that takes the room of two, such as W or 平, counts as two.

    >>> short_name("a word without an end"), short_name("tea"), short_name("WWWWWWWWWW")
    ('a word without …', 'tea', 'WWWWWWW…')
    """
    name = _DIRECTIONS.sub("\N{REPLACEMENT CHARACTER}", name)
    if 2 * len(name) <= longest:
        return name
    ends = list(accumulate(map(_room, name[: longest + 1])))
    if ends[-1] <= longest:
        return name
    return name[: bisect_right(ends, longest - 1)] + "…"


def first_names(names: Sequence[str], most: int) -> str:
    """The first of several names, and how many more there are.

    >>> first_names(["tea", "milk", "rice"], 2)
    'tea, milk and 1 more'
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(short_name, names[:most])) + more


def _room(letter: str) -> int:
    return 2 if letter in WIDE_LETTERS or unicodedata.east_asian_width(letter) in "WF" else 1
