"""The spiral that a network learns to tell apart: its points, and on which side of its boundary it sets the plane."""

import base64
import struct
import zlib

import numpy as np
from markupsafe import Markup

from normviz.drawing.marks import SPOT
from normviz.drawing.markup import tag
from normviz.drawing.part import part
from normviz.drawing.scale import Scale

MOST_POINTS = 160  # more would hide the boundary
BLUR = 0.75  # of a place of the grid: then the boundary has no stairs
REACH, LEVELS = (
    6,
    16,
)  # places from the boundary, up to which a place says how far it lies from it; how finely
AROUND = 2  # places more on each side
CROSS = "m-1,-1l2,2m0,-2l-2,2"  # it stays within its point


@part
def spiral(points: np.ndarray, sides: np.ndarray, edge: float, *, label: str, key: str) -> Markup:
    """Draw the points (N, 2) of both arms, every other one on the second, over the two sides of a network's boundary.

    ``sides``, (G, G), is 1 where the network says the second arm, rows from the top to the bottom; the plane reaches
    from −edge to edge in both features. A point on the other arm's side is crossed out.
    """
    axis = Scale(-edge, edge)
    paths, crosses = [], ""
    for arm in (0, 1):
        shown = points[arm::2][: MOST_POINTS // 2]
        places = list(zip(axis.along(shown[:, 0]), axis.along(-shown[:, 1]), strict=True))
        path = "".join(f"M{x:.4g},{y:.4g}{SPOT}" for x, y in places)
        paths.append(tag("path", d=path, class_=f"nv-arm nv-arm-{arm}"))
        wrong = side_of(shown, sides, edge) != arm
        crosses += "".join(f"M{x:.4g},{y:.4g}{CROSS}" for (x, y), no in zip(places, wrong, strict=True) if no)
    cell = 100 / (len(sides) - 1)
    name = f"nv-smooth-{len(sides)}"  # two that are called so are equal
    smooth = tag(
        "filter",
        tag("feGaussianBlur", stdDeviation=round(BLUR * cell, 2)),
        tag("feComponentTransfer", tag("feFuncA", type="linear", slope=60, intercept=-29.5), result="side"),
        tag("feFlood", class_="nv-side"),
        tag("feComposite", in2="side", operator="in"),
        id=name,
    )
    around = np.pad(sides == 1, AROUND, mode="edge")  # else the blur would round the corners
    start, whole = (
        round(-(AROUND + 0.5) * cell, 3),
        round(len(around) * cell, 3),
    )  # its outer places lie on the edges
    place = {"x": start, "y": start, "width": whole, "height": whole, "preserveAspectRatio": "none"}
    field = tag("image", data_key=key, href=_png(depths(around)), **place)
    field = tag("g", field, filter=f"url(#{name})")  # a page draws two of them, between two steps
    cross = tag("path", data_key=f"{key}/wrong", d=crosses or "M0,0", class_="nv-wrong")
    drawn = [smooth, field, paths, cross]
    return tag("svg", drawn, viewBox="0 0 100 100", role="img", aria_label=label, class_="nv-spiral")


def side_of(points: np.ndarray, sides: np.ndarray, edge: float) -> np.ndarray:
    """On which side of the boundary each of the points (N, 2) lies.

    >>> side_of(np.array([[-0.5, 0.5], [0.5, -0.5]]), np.array([[0, 0], [1, 1]]), 1.0)
    array([0, 1])
    """
    last = len(sides) - 1
    column, row = np.round((points.T * [[1], [-1]] / edge + 1) / 2 * last).astype(int).clip(0, last)
    return sides[row, column]


def depths(inside: np.ndarray) -> np.ndarray:
    """How far each place of a square grid lies from the boundary, from 0 outside to ``LEVELS`` − 1 inside.

    Halfway between two such pictures the boundary lies between its two places; between two pictures of the sides alone
    it would stay, and then jump.

    >>> depths(np.array([[0, 0], [1, 1]]) == 1).tolist()
    [[7, 7], [8, 8]]
    """
    places = np.arange(len(inside))
    squares, away = np.subtract.outer(places, places) ** 2, []
    for here in (~inside, inside):
        far = np.where(here, 0, 2 * len(inside) ** 2)
        for _ in range(2):
            far = (far[:, :, None] + squares).min(axis=1).T
        away.append(np.sqrt(far))
    signed = away[0] - away[1]
    signed -= np.sign(signed) / 2  # the boundary lies between two places
    return np.round((np.clip(signed / REACH, -1, 1) + 1) / 2 * (LEVELS - 1)).astype(np.uint8)


def _png(levels: np.ndarray) -> str:
    """A picture with one pixel a place, black, and as opaque as its level, as an address."""
    height, width = levels.shape
    even = np.pad(levels, ((0, 0), (0, width % 2)))
    rows = b"".join(b"\0" + row.tobytes() for row in even[:, ::2] << 4 | even[:, 1::2])
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    clear = bytes(np.linspace(0, 255, LEVELS).astype(int).tolist())
    data = zlib.compress(rows, 0)  # what packs all pages does it better
    chunks = (b"IHDR", header), (b"PLTE", bytes(3 * LEVELS)), (b"tRNS", clear), (b"IDAT", data)
    file = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in (*chunks, (b"IEND", b"")))
    return "data:image/png;base64," + base64.b64encode(file).decode("ascii")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
