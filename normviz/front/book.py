"""A book: many pages of markup that share most of their words.

A word is a tag with the text behind it. It stands in the book once, and a page is a list of the numbers of its words:
pages that are alike beside each other are packed into little.

In bytes, little-endian: the length of a JSON text, 32 bits; the text, ``{"words": [...], "pages": [...]}``, where each
page begins among the numbers, and where the last one ends; the numbers, 16 bits each, or 32 where there are more than
65535 words. ``book.js`` reads it.
"""

import json
import re
from collections.abc import Iterable

import numpy as np

_WORD = re.compile(r"<[^>]*>?[^<]*|[^<]+")


def write(pages: Iterable[str]) -> bytes:
    """Return a book of ``pages``, which shrinks much where it is packed.

    >>> len(write(f"<p>one <b>word</b> of {number}</p>" for number in range(100))) < 3000
    True
    """
    known: dict[str, int] = {}
    numbers, begins = [], [0]
    for page in pages:
        numbers += [known.setdefault(word, len(known)) for word in _WORD.findall(page)]
        begins.append(len(numbers))
    told = {"words": list(known), "pages": begins}
    head = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    kind = "<u4" if len(known) > 0xFFFF else "<u2"
    return len(head).to_bytes(4, "little") + head + np.array(numbers, dtype=kind).tobytes()
