"""A book: many pages of markup that share most of their words.

The words stand in it once, and a page is a list of their numbers; all of it is deflated. In bytes, before that: the
length of a JSON text, as a 32-bit number; the text, ``{"words": [...], "lengths": [...]}``; then the numbers of all
pages, one after the other, ``lengths`` of them a page, 16 bits each (32 where there are more than 65535 words).
Numbers are little-endian, as in every browser. ``book.js`` reads it.
"""

import json
import re
import zlib
from collections.abc import Iterable

import numpy as np

_WORD = re.compile(r"<[^>]*>?|[^<]+")


class Book:
    """A book in the making: pages are added one by one, so that nobody waits for all of them.

    >>> book = Book()
    >>> for number in range(100):
    ...     book.add(f"<p>one <b>word</b> of {number}</p>")
    >>> len(book), len(book.to_bytes()) < 800
    (100, True)
    >>> read(book.to_bytes())[7]
    '<p>one <b>word</b> of 7</p>'
    """

    def __init__(self, pages: Iterable[str] = ()):
        self._numbers: dict[str, int] = {}
        self._pages: list[list[int]] = []
        for page in pages:
            self.add(page)

    def add(self, page: str) -> None:
        numbers = self._numbers
        self._pages.append([numbers.setdefault(word, len(numbers)) for word in _WORD.findall(page)])

    def __len__(self) -> int:
        return len(self._pages)

    def to_bytes(self) -> bytes:
        """Return the book, deflated."""
        described = {"words": list(self._numbers), "lengths": [len(page) for page in self._pages]}
        head = json.dumps(described, ensure_ascii=False, separators=(",", ":")).encode()
        numbers = np.array([number for page in self._pages for number in page], dtype=_kind(self._numbers))
        return zlib.compress(len(head).to_bytes(4, "little") + head + numbers.tobytes(), 9)


def write(pages: Iterable[str]) -> bytes:
    """Return a book of ``pages``."""
    return Book(pages).to_bytes()


def read(book: bytes) -> list[str]:
    """Return the pages of a book, as ``book.js`` does.

    >>> read(write(["<p>μ = 2</p>", "", "<p>μ = 3</p>"]))
    ['<p>μ = 2</p>', '', '<p>μ = 3</p>']
    """
    plain = zlib.decompress(book)
    start = 4 + int.from_bytes(plain[:4], "little")
    described = json.loads(plain[4:start])
    words = described["words"]
    numbers = iter(np.frombuffer(plain, dtype=_kind(words), offset=start))
    return ["".join(words[next(numbers)] for _ in range(length)) for length in described["lengths"]]


def _kind(words) -> str:
    return "<u4" if len(words) > 0xFFFF else "<u2"
