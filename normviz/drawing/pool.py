"""A small picture of one pool: which cells of a block share a mean. It fits into the cell of a table."""

from itertools import product

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
    ([27, 9], [32, 4])
    """
    table, gap = ndim == 2, side - 1
    over_samples = 0 in axes and features != 0
    over_places = any(k not in (0, features) for k in axes)
    across = features in axes or groups is not None
    wide = FEATURES // 2 if groups is not None and groups > 1 else FEATURES
    rows = over_samples if table and features else over_places
    samples, places = 1 if table or ndim == 1 else SAMPLES, 1 if ndim == 1 else PLACES
    inside, outside, padding = [], [], []
    for sample, place, feature in product(range(samples), range(places), range(FEATURES)):
        within = feature < wide if across else feature == 0
        within = within and (sample == 0 or over_samples) and (place == 0 or rows)
        left = sample * (FEATURES * side + gap) + feature * side
        cell = f"M{left} {place * side}h{side}v{side}h-{side}z"
        if masked is not None and sample and place == PLACES - 1:
            padding.append(cell)
            within = within and not masked
        (inside if within else outside).append(cell)
    width, height = samples * (FEATURES * side + gap) - gap + 2, places * side + 2
    line = {"stroke": "currentColor"}
    return tag(
        "svg",
        tag("title", TABLE if table else BLOCK) if masked is None else None,
        tag("path", d="".join(outside), fill="none", stroke_opacity=0.45, **line),
        tag("path", d="".join(inside), fill=COLOURS["row" if features in axes else "column"], **line),
        tag("path", d="".join(padding), fill="none", stroke=COLOURS["pad"], stroke_width=1.5)
        if padding
        else None,
        viewBox=f"-1 -1 {width} {height}",
        width=width,
        height=height,
        aria_hidden="true",
        style="display:block;margin:.15em 0",
    )
