"""A browser reads a book to the byte."""

import random

import pytest

from normviz import front
from normviz.front import book
from normviz.front.packed import packed
from tests.each import each
from tests.support.books import read

pytestmark = pytest.mark.browser

READ = f"""async ([book, count]) => {{
    {front.module("unpack.js", "book.js")}
    const pageOf = readBook(await unpack(book));
    return Array.from({{length: count}}, (_, number) => pageOf(number));
}}"""
NUMBERS = "0 1 -1 −1 -0 −0.0 0.5 −0.5 12.25 3.50 4 05 1e-05 123456789012345678901 0.123456789 1.0 99.9 ٣"


def _pages():
    """Pages that take every turn of a book: words left out, put in and moved far, and numbers of all kinds."""
    rng = random.Random(7)
    numbers = NUMBERS.split()
    words = [f'<p data-key="x:{k},1" class="nv-h{k % 5}" x="{{}}%">' for k in range(40)] + [
        "</p>\ue011",
        "<b>{} of {}",
    ]
    yield ["", "", "<p>"]
    yield [f"<b>{number}</b>" for number in numbers]
    pages = []
    for _ in range(60):
        page = [word for word in words if rng.random() < 0.8]
        page += rng.choices(words, k=5)
        pages.append("".join(word.format(*rng.choices(numbers, k=2)) for word in page))
    yield pages
    yield ["".join(f"<a{k}b>" for k in range(66_000)), "<a7b><a65999b>"]  # more words than 16 bits count


@each(list(_pages()))
def test_a_browser_reads_a_book(pages, offline):
    page, written = offline("about:blank"), book.write(pages)
    found = page.evaluate(READ, [packed(written), len(pages)])
    assert found == pages == read(written)
