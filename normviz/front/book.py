"""A book: many pages of markup that share most of their words, and whose numbers move from page to page.

A word is a tag with the text behind it. It stands in the book once, and a page is a list of the numbers of its words.
Where a number differs from page to page, its word has a hole, and what stands there, page after page, is a column:
columns are packed into much less than pages.

In bytes, little-endian: the length of a JSON text, 32 bits; the text, ``{"words": [...], "lengths": [...]}``; the
numbers of all pages, one after the other, ``lengths`` of them a page, 16 bits each (32 where there are more than 65533
words); the columns. ``book.js`` reads it.

- A word is a text, or a list: texts, and between each two the form of a hole.
- A number is 0 for the word that is next on the page before, 1 for the next word that no page has had yet, and 2 more
  than its place among the words for any other. Next is what follows the last word that was found there, and one is
  looked for from 2 words before what would be next to 8 after it.
- A form is 8 times the decimals of the hole's numbers, and how many of them stand there even if they are 0; 64 more
  where a minus is U+2212.
- A hole has a column for each time that a page has its word, the second time on its page another than the first. They
  stand in the order of the first page that has them. Of the numbers, as whole ones, each has the one before taken
  away: n is written as 2n, or as -2n - 1 if it is below 0, 7 bits a byte, the low ones first, and 128 in all bytes but
  the last.
"""

import json
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

import numpy as np

_WORD = re.compile(r"<[^>]*>?[^<]*|[^<]+")
_NUMBER = re.compile(r'data-key="[^"]*"|data:[^"]*|([-−]?\d+(?:\.\d+)?)')  # none of a name or of an image
_SAME, _NEW, _KNOWN = 0, 1, 2
_BACK, _ON = 2, 9  # words: how far before and after its place one is looked for
_DECIMALS, _MOST = 7, 2**30  # of a number in a column


class Book:
    """A book in the making: pages are added one by one, so that nobody waits for all of them. It has no columns.

    >>> book = Book()
    >>> for number in range(100):
    ...     book.add(f"<p>one <b>word</b> of {number}</p>")
    >>> len(book), len(book.to_bytes()) < 3000
    (100, True)
    """

    def __init__(self):
        self._numbers: dict[Hashable, int] = {}
        self._before: list[int] = []
        self._pages: list[list[int]] = []

    def add(self, page: str) -> None:
        self.add_words(_WORD.findall(page))

    def add_words(self, words: Iterable[Hashable]) -> None:
        numbers, before, written, here, at = self._numbers, self._before, [], [], 0
        for word in words:
            number = numbers.get(word)
            if number is None:
                number, code = numbers.setdefault(word, len(numbers)), _NEW
            else:
                code = _SAME if at < len(before) and before[at] == number else number + _KNOWN
            at = at + 1 if code < _KNOWN else _after(before, number, at)
            written.append(code)
            here.append(number)
        self._before = here
        self._pages.append(written)

    def __len__(self) -> int:
        return len(self._pages)

    def to_bytes(self, columns: bytes = b"") -> bytes:
        """Return the book, which shrinks much where it is packed."""
        described = {"words": list(self._numbers), "lengths": [len(page) for page in self._pages]}
        head = json.dumps(described, ensure_ascii=False, separators=(",", ":")).encode()
        numbers = np.array([number for page in self._pages for number in page], dtype=_kind(self._numbers))
        return len(head).to_bytes(4, "little") + head + numbers.tobytes() + columns


def write(pages: Iterable[str]) -> bytes:
    """Return a book of ``pages``, with columns."""
    book, columns = Book(), defaultdict(list)
    for page in _with_holes(pages):
        book.add_words(word for word, _ in page)
        for key, values in _told_apart(one for one in page if one[1]):
            columns[key].append(values)
    every = [np.diff(column, prepend=0) for rows in columns.values() for column in zip(*rows, strict=True)]
    return book.to_bytes(_written(np.concatenate([np.zeros(0, int), *every])))


def _kind(words) -> str:
    return "<u4" if len(words) + _KNOWN > 0xFFFF else "<u2"


def _after(before: list[int], number: int, at: int) -> int:
    """The place on the page before that is next after a word was found there, or was not."""
    try:
        return before.index(number, max(at - _BACK, 0), at + _ON) + 1
    except ValueError:
        return at + 1


# -- columns ---------------------------------------------------------------------------------------------------


def _with_holes(pages: Iterable[str]) -> Iterator[list[tuple]]:
    """Each page as words, with holes where that is better, and what stands in the holes."""
    known: dict[str, tuple] = {}
    every: dict[tuple, int] = {}  # a number is told apart faster than texts are
    split = []
    for page in pages:
        words = _WORD.findall(page)
        for word in words:
            if word not in known:
                texts, numbers = _split(word)
                known[word] = every.setdefault(texts, len(every)), numbers
        split.append((words, list(_told_apart(known[word] for word in words if known[word][1]))))
    seen = defaultdict(dict)  # a dict keeps the order
    for _, told in split:
        for key, numbers in told:
            seen[key][numbers] = None
    made: dict[tuple, tuple] = {}
    texts_of = list(every)
    for key, rows in seen.items():
        forms = [_form(set(column)) for column in zip(*rows, strict=True)]
        made |= {(key, numbers): _with_forms(texts_of[key[0]], numbers, forms) for numbers in rows}
    for words, told in split:
        numbered = iter(told)
        yield [made[next(numbered)] if known[word][1] else (word, ()) for word in words]


def _told_apart(page: Iterable[tuple]) -> Iterator[tuple]:
    """Of pairs, the first with how often it came before; and the second."""
    count: dict = {}
    for first, second in page:
        before = count[first] = count.get(first, -1) + 1
        yield (first, before), second


def _split(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts around the numbers of a word, and the numbers."""
    texts, numbers, end = [], [], 0
    for found in _NUMBER.finditer(word):
        if found[1]:
            texts.append(word[end : found.start()])
            numbers.append(found[1])
            end = found.end()
    return (*texts, word[end:]), tuple(numbers)


def _form(numbers: set[str]) -> int | None:
    """The form that suits most of them; None for a single one, which needs no hole."""
    if len(numbers) == 1:
        return None
    places = max((n for n in (len(one.partition(".")[2]) for one in numbers) if n <= _DECIMALS), default=0)
    minus = 64 * any(one[0] == "−" for one in numbers)
    forms = [minus + 8 * places + least for least in sorted({places, *range(min(places, 2))}, reverse=True)]
    return max(forms, key=lambda form: sum(_value(one, form) is not None for one in numbers))


def _value(number: str, form: int) -> int | None:
    """What a column of this form says for a number, without its point; None if it would be printed in another way."""
    whole, _, decimals = number.replace("−", "-").partition(".")
    places = form >> 3 & 7
    if len(whole) > 10 or len(decimals) > places:
        return None
    value = int(whole + decimals.ljust(places, "0"))
    return value if abs(value) < _MOST and _printed(value, form) == number else None


def _printed(value: int, form: int) -> str:
    """A number of a column as a page has it.

    >>> [_printed(350, form) for form in (2 * 8 + 2, 2 * 8, 3 * 8 + 1)], _printed(-100, 64 + 2 * 8)
    (['3.50', '3.5', '0.35'], '−1')
    """
    places, least = form >> 3 & 7, form & 7
    digits = str(abs(value)).rjust(places + 1, "0")
    whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
    decimals = decimals[:least] + decimals[least:].rstrip("0")
    return ("−" if form >> 6 else "-") * (value < 0) + whole + "." * bool(decimals) + decimals


def _with_forms(texts: tuple[str, ...], numbers: tuple[str, ...], forms: list[int | None]) -> tuple:
    """A word with holes for those numbers that its columns can have, and what stands in them."""
    parts, values = [texts[0]], []
    for number, form, text in zip(numbers, forms, texts[1:], strict=True):
        value = None if form is None else _value(number, form)
        if value is None:
            parts[-1] += number + text
        else:
            parts += [form, text]
            values.append(value)
    return tuple(parts) if values else parts[0], tuple(values)


def _written(differences: np.ndarray) -> bytes:
    twice = np.where(differences < 0, -2 * differences - 1, 2 * differences)
    sevens = twice[:, None] >> 7 * np.arange(5)
    there = sevens > 0
    there[:, 0] = True
    return (sevens & 127 | np.where(sevens > 127, 128, 0)).astype(np.uint8)[there].tobytes()
