"""What is packed for a file, and the books in it, a browser reads to the byte."""

import random
from base64 import b64decode, b64encode

import pytest

from normviz import front
from normviz.front import book
from normviz.front.packed import pack, to_text
from tests.each import each
from tests.support.books import read

pytestmark = pytest.mark.browser

UNPACK = f"""async packed => {{
    {front.read("unpack.js")}
    const plain = await unpack(bytesOf(packed));
    return btoa(Array.from(plain, byte => String.fromCharCode(byte)).join(''));
}}"""


def _books():
    """Bytes that take every turn of the format: literals, near and far matches, and the last four distances again."""
    rng = random.Random(6)
    yield b""
    yield b"p"
    yield bytes(700)
    yield rng.randbytes(3000)
    pieces = [rng.randbytes(rng.choice((1, 2, 3, 9, 40, 400))) for _ in range(60)]
    yield b"".join(rng.choices(pieces, k=4000))
    yield pieces[-1] + rng.randbytes(200_000) + pieces[-1] + bytes(rng.choices((0, 0, 0, 1, 7), k=20_000))


@each(list(_books()))
def test_a_browser_reads_what_was_packed(plain, offline):
    page = offline("about:blank")
    assert b64decode(page.evaluate(UNPACK, to_text(pack(plain)))) == plain


READ = f"""([book, count]) => {{
    {front.read("book.js")}
    const pageOf = readBook(Uint8Array.from(atob(book), byte => byte.charCodeAt(0)).buffer);
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
    found = page.evaluate(READ, [b64encode(written).decode(), len(pages)])
    assert found == pages == read(written)
