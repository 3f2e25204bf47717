"""A browser reads a book to the character."""

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
PAGES = [
    ["", "", "<p>"],
    [f'<p data-key="x:{k}">{k % 7}</p>\ue011<b>٣ of −0.5' * (k % 3) for k in range(60)],
    ["".join(f"<a{k}b>" for k in range(66_000)), "<a7b><a65999b>"],  # more words than 16 bits count
]


@each([(pages,) for pages in PAGES])
def test_a_browser_reads_a_book(pages, offline):
    page, written = offline("about:blank"), book.write(pages)
    found = page.evaluate(READ, [packed(written), len(pages)])
    assert found == pages == read(written)
