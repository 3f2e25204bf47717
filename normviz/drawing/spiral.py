"""The spiral that a network learns to tell apart: its points, and on which side of its boundary it sets the plane."""

import base64
import struct
import zlib

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import SPOT
from normviz.drawing.markup import tag, void_tag
from normviz.drawing.part import part
from normviz.drawing.scale import Scale

MOST_POINTS = 160  # more would hide the boundary
GREY = bytes((128, 128, 128))  # is seen on white and on black


@part
def spiral(points: np.ndarray, sides: np.ndarray, edge: float, *, label: str, key: str) -> Markup:
    """Draw the points (N, 2) of both arms, every other one on the second, over the two sides of a network's boundary.

    ``sides``, (G, G), is 1 where the network says the second arm, rows from the top to the bottom; the plane reaches
    from −edge to edge in both features.
    """
    axis = Scale(-edge, edge)
    paths = []
    for arm, class_ in ((0, "nv-arm nv-arm-hollow"), (1, "nv-arm")):  # what is dark belongs on the dark side
        shown = points[arm::2][: MOST_POINTS // 2]
        across, down = axis.along(shown[:, 0]), axis.along(-shown[:, 1])
        path = "".join(f"M{x:.4g},{y:.4g}{SPOT}" for x, y in zip(across, down, strict=True))
        paths.append(tag("path", d=path, class_=class_))
        if not arm:
            paths.append(tag("path", d=path, class_="nv-arm nv-arm-hole"))
    drawn = tag("svg", paths, viewBox="0 0 100 100", role="img", aria_label=label)
    image = void_tag("img", src=_png(sides == 1), alt="grey where the network says: second arm", data_key=key)
    return tag("div", image, drawn, class_="nv-spiral")


def _png(dark: np.ndarray) -> str:
    """A picture with one pixel a place, grey where ``dark``, clear elsewhere, as an address."""
    height, width = dark.shape
    rows = b"".join(b"\0" + np.packbits(row).tobytes() for row in dark)
    header = struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)
    chunks = (b"IHDR", header), (b"PLTE", GREY * 2), (b"tRNS", b"\0\x73"), (b"IDAT", zlib.compress(rows))
    file = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in (*chunks, (b"IEND", b"")))
    return "data:image/png;base64," + base64.b64encode(file).decode("ascii")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
