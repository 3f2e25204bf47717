"""Small pictures of a pool: which cells of a block share a mean. They fit into the cell of a table."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.drawing.theme import COLOURS

SIDE = 7  # pixels: a cell; the gap between two samples is one less
SAMPLES, PLACES, FEATURES = 3, 3, 4  # that are drawn, however many there are
BLOCK = "Filled: one pool. Samples stand side by side; a row is a place, a column a feature."
TABLE = "Filled: one pool. A row is a sample, a column a feature."


def pool_picture(
    axes, features: int, ndim: int, groups: int | None = None, *, masked: bool | None = None, side: int = SIDE
) -> Markup:
    """Draw a block as the axes explorer does: samples side by side, a row a place, a column a feature.

    ``axes`` are those that are pooled over, counted from 0; for groups of features without ``features``, that of the
    features. With two axes, a row is a sample. ``side`` is that of a cell, in pixels. Where ``masked`` is given, the
    last place of all samples but the first is a pad, and True leaves it out. It is hidden from screen readers: words
    stand beside it.

    >>> batch, layer = pool_picture((0, 1), 2, 3), pool_picture((2,), 2, 3)
    >>> [svg.count("M") for svg in batch.split("<path")[1:]], [svg.count("M") for svg in layer.split("<path")[1:]]
    ([36, 9], [36, 4])
    """
    table = ndim == 2
    over_samples = 0 in axes and features != 0
    over_places = any(k not in (0, features) for k in axes)
    wide = FEATURES // 2 if groups is not None and groups > 1 else FEATURES
    down = over_samples if table and features else over_places
    pool = np.zeros((1 if table or ndim == 1 else SAMPLES, 1 if ndim == 1 else PLACES, FEATURES), bool)
    across = features in axes or groups is not None
    pool[slice(None) if over_samples else 0, slice(None) if down else 0, slice(wide) if across else 0] = True
    pads = np.zeros(pool.shape[:2], bool)
    if masked is not None:
        pads[1:, -1] = True
        pool &= ~(pads & masked)[..., None]
    title = (TABLE if table else BLOCK) if masked is None else None
    (sheets, rows, columns), gap = pool.shape, side - 1

    def cells(which: np.ndarray) -> str:
        places = np.argwhere(np.broadcast_to(which, pool.shape)).tolist()
        corners = ((b * (columns * side + gap) + k * side, t * side) for b, t, k in places)
        return "".join(f"M{left} {top}h{side}v{side}h-{side}z" for left, top in corners)

    width, height = sheets * (columns * side + gap) - gap + 2, rows * side + 2
    line = {"stroke": "currentColor"}
    return tag(
        "svg",
        tag("title", title) if title else None,
        tag("path", d=cells(np.True_), fill="none", stroke_opacity=0.45, **line),
        tag("path", d=cells(pool), fill=COLOURS["row" if features in axes else "column"], **line),
        tag("path", d=cells(pads[..., None]), fill="none", stroke=COLOURS["pad"], stroke_width=1.5)
        if pads.any()
        else None,
        viewBox=f"-1 -1 {width} {height}",
        width=width,
        height=height,
        aria_hidden="true",
        style="display:block;margin:.15em 0",
    )
