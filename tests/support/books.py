"""A book, read as ``book.js`` does."""

import json
from itertools import pairwise

import numpy as np


def read(book: bytes) -> list[str]:
    """Return the pages of a book, as ``book.js`` does."""
    start = 4 + int.from_bytes(book[:4], "little")
    told = json.loads(book[4:start])
    words = told["words"]
    numbers = np.frombuffer(book, dtype="<u4" if len(words) > 0xFFFF else "<u2", offset=start)
    return ["".join(words[one] for one in numbers[begin:end]) for begin, end in pairwise(told["pages"])]
