"""Names that somebody typed or brought along, in the places of a picture that cannot grow with them."""

import re

# A name that turns the reading direction around, or sets it apart, must not do so to the numbers after it.
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
LONGEST = 16
LINE = 40  # for a name that has a line to itself, also on a phone


def short_name(name: str, longest: int = LONGEST) -> str:
    """A name of at most ``longest`` characters; marks that change the reading direction become ``�``.

    >>> short_name("a word without an end"), short_name("tea")
    ('a word without …', 'tea')
    """
    name = _DIRECTIONS.sub("\N{REPLACEMENT CHARACTER}", name)
    return name if len(name) <= longest else name[: longest - 1] + "…"
