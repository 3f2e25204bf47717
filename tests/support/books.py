"""A book, read as ``book.js`` does."""

import json
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from normviz.front import book as module


def read(book: bytes) -> list[str]:
    """Return the pages of a book, as ``book.js`` does."""
    start = 4 + int.from_bytes(book[:4], "little")
    described = json.loads(book[4:start])
    words, lengths = described["words"], described["lengths"]
    codes = np.frombuffer(book, dtype=module._kind(words), offset=start, count=sum(lengths))
    coded, pages, before, new = iter(codes.tolist()), [], [], 0
    for length in lengths:
        here, at = [], 0
        for _ in range(length):
            code = next(coded)
            here.append(
                before[at] if code == module._SAME else new if code == module._NEW else code - module._KNOWN
            )
            at = at + 1 if code < module._KNOWN else module._after(before, here[-1], at)
            new += code == module._NEW
        pages.append([(number, ()) for number in here])
        before = here
    places = defaultdict(list)  # of the words that have holes
    for number, page in enumerate(pages):
        for place, (key, _) in enumerate(module._told_apart(page)):
            if isinstance(words[key[0]], list):
                places[key].append((number, place))
    differences = _read_numbers(book[start + codes.nbytes :])
    for (word, _), own in places.items():
        for _ in words[word][1::2]:
            value = 0
            for number, place in own:
                value += next(differences)
                pages[number][place] = word, (*pages[number][place][1], value)
    return ["".join(_filled(words[word], values) for word, values in page) for page in pages]


def _filled(word: str | list, values: tuple[int, ...]) -> str:
    if isinstance(word, str):
        return word
    holes = (
        module._printed(value, form) + text
        for value, form, text in zip(values, word[1::2], word[2::2], strict=True)
    )
    return word[0] + "".join(holes)


def _read_numbers(written: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in written:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield -(value >> 1) - 1 if value & 1 else value >> 1
            value = shift = 0
