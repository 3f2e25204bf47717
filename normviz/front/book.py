"""A book: many pages of markup that share most of their words.

The words stand in it once, and a page is a list of their numbers. In bytes: the length of a JSON text, as a 32-bit
number; the text, ``{"words": [...], "lengths": [...]}``; then the numbers of all pages, one after the other,
``lengths`` of them a page, 16 bits each (32 where there are more than 65533 words). A number is 0 for the word that has
the same place on the page before, 1 for the next word that no page has had yet, and 2 more than its place among the
words for any other. Numbers are little-endian, as in every browser. ``book.js`` reads it.
"""

import json
import re
from collections.abc import Iterable

import numpy as np

_WORD = re.compile(r"<[^>]*>?|[^<]+")
_SAME, _NEW, _KNOWN = 0, 1, 2


class Book:
    """A book in the making: pages are added one by one, so that nobody waits for all of them.

    >>> book = Book()
    >>> for number in range(100):
    ...     book.add(f"<p>one <b>word</b> of {number}</p>")
    >>> len(book), read(book.to_bytes())[7]
    (100, '<p>one <b>word</b> of 7</p>')
    """

    def __init__(self, pages: Iterable[str] = ()):
        self._numbers: dict[str, int] = {}
        self._before: list[int] = []
        self._pages: list[list[int]] = []
        for page in pages:
            self.add(page)

    def add(self, page: str) -> None:
        numbers, before, written, here = self._numbers, self._before, [], []
        for place, word in enumerate(_WORD.findall(page)):
            number = numbers.get(word)
            if number is None:
                number = numbers[word] = len(numbers)
                written.append(_NEW)
            else:
                same = place < len(before) and before[place] == number
                written.append(_SAME if same else number + _KNOWN)
            here.append(number)
        self._before = here
        self._pages.append(written)

    def __len__(self) -> int:
        return len(self._pages)

    def to_bytes(self) -> bytes:
        """Return the book, which shrinks much where it is packed."""
        described = {"words": list(self._numbers), "lengths": [len(page) for page in self._pages]}
        head = json.dumps(described, ensure_ascii=False, separators=(",", ":")).encode()
        numbers = np.array([number for page in self._pages for number in page], dtype=_kind(self._numbers))
        return len(head).to_bytes(4, "little") + head + numbers.tobytes()


def write(pages: Iterable[str]) -> bytes:
    """Return a book of ``pages``."""
    return Book(pages).to_bytes()


def read(book: bytes) -> list[str]:
    """Return the pages of a book, as ``book.js`` does.

    >>> read(write(["<p>μ = 2</p>", "", "<p>μ = 3</p>"]))
    ['<p>μ = 2</p>', '', '<p>μ = 3</p>']
    """
    start = 4 + int.from_bytes(book[:4], "little")
    described = json.loads(book[4:start])
    words = described["words"]
    numbers, new = iter(np.frombuffer(book, dtype=_kind(words), offset=start)), iter(words)
    pages, before = [], []
    for length in described["lengths"]:
        here = []
        for place in range(length):
            number = next(numbers)
            here.append(
                before[place] if number == _SAME else next(new) if number == _NEW else words[number - _KNOWN]
            )
        pages.append("".join(here))
        before = here
    return pages


def _kind(words) -> str:
    return "<u4" if len(words) + _KNOWN > 0xFFFF else "<u2"
