"""Bytes packed for a file, with LZMA: about half of what deflate makes of a book, and slower to pack and to read.

In bytes: the length before that, as a 32-bit number, little-endian; then a raw stream of LZMA1 with lc = 3, lp = 0 and
pb = 0, whose end ``unpack.js`` knows by that length. The project's own reader, as no browser has one.
"""

import lzma


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
    """Return what was packed, as ``unpack.js`` does."""
    size = int.from_bytes(packed[:4], "little")
    return lzma.decompress(packed[4:], format=lzma.FORMAT_RAW, filters=_filters(size))
