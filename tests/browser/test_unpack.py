"""What is packed for a file, a browser reads to the byte."""

import random
from base64 import b64decode

import pytest

from normviz import front
from normviz.front.packed import pack, to_text
from tests.each import each

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
