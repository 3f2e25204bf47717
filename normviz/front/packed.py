"""Bytes packed for a file, with LZMA: about half of what deflate makes of a book, and slower to pack and to read.

In bytes: the length before that, as a 32-bit number, little-endian; then a raw stream of LZMA1 with lc = 3, lp = 0 and
pb = 0, whose end ``unpack.js`` knows by that length. The project's own reader, as no browser has one.
"""

import lzma

import numpy as np

# All printable ASCII but what HTML or JSON would write as something longer.
LETTERS = [letter for letter in map(chr, range(32, 127)) if letter not in '"&<\\']
_BITS = 13  # in two of the 91 letters; base64 has 12


def _filters(size: int) -> list[dict]:
    kind = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}
    return [{**kind, "dict_size": max(size, 4096)}]  # all that came before can be repeated


def pack(plain: bytes) -> bytes:
    """Return ``plain`` packed.

    >>> len(pack(b"pads, " * 1000)) < 100, unpack(pack(b"pads, " * 2))
    (True, b'pads, pads, ')
    """
    packed = lzma.compress(plain, format=lzma.FORMAT_RAW, filters=_filters(len(plain)))
    return len(plain).to_bytes(4, "little") + packed


def unpack(packed: bytes) -> bytes:
    """Return what was packed, as ``unpack.js`` does, whatever follows it."""
    size = int.from_bytes(packed[:4], "little")
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_filters(size)).decompress(packed[4:])


def to_text(packed: bytes) -> str:
    """Return bytes as letters: each two of them are 13 bits.

    >>> len(to_text(bytes(130))), from_text(to_text(b"pads"))[:4]
    (160, b'pads')
    """
    bits = np.unpackbits(np.frombuffer(packed, np.uint8))
    numbers = np.pad(bits, (0, -len(bits) % _BITS)).reshape(-1, _BITS) @ (1 << np.arange(_BITS)[::-1])
    return "".join(np.array(LETTERS)[np.stack(divmod(numbers, len(LETTERS)), 1)].ravel())


def from_text(text: str) -> bytes:
    """Return the bytes of :func:`to_text`, as ``unpack.js`` does, and at most one more."""
    digits = np.searchsorted(LETTERS, list(text)).reshape(-1, 2) @ (len(LETTERS), 1)
    bits = digits[:, None] >> np.arange(_BITS)[::-1] & 1
    return np.packbits(bits.astype(np.uint8).ravel()[: bits.size // 8 * 8]).tobytes()
