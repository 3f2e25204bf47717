"""The block: a sheet of tiles for each sentence, a tile for each number, and a slab around those that share a mean."""

from collections.abc import Callable
from itertools import product

import numpy as np
from markupsafe import Markup

from normviz.drawing.heat import heated, heats_of
from normviz.drawing.markup import classes, tag
from normviz.drawing.names import short_name
from normviz.drawing.parts import column_names, panel, panels, scrolled_table

TILE, BESIDE = 42, 744  # px: a tile, and the least room of two blocks beside each other, as in picture.css


def block(
    values: np.ndarray, windows, result, *, key: str, tone: str, heat: str, write: Callable, title: str
) -> Markup:
    """Draw the sheets of a block, (B, L, D): white is 0, and the larger a number, the stronger its tile.

    Digits are there when a tile is pointed at.

    Parameters
    ----------
    values : (B, L, D), the numbers before or after
    windows : which sentences, tokens and features are drawn
    result : the batch, the chosen cell and its pool
    key : "x" or "y", what the tiles are called in the picture
    tone, heat : the slab's tone, and the tiles'
    write : a number as it is written in a tile
    title : what stands over each sheet, beside its number
    """
    sentences, tokens, _ = windows
    _, length, count = values.shape
    drawn = [b * length + t for b in sentences for t in tokens]
    heats = heats_of(values.reshape(-1, count), drawn, np.abs(values).max())
    sheets = [
        panel(_sheet(values, b, windows, result, heats, f"{title}: sentence {b + 1}", key, tone, heat, write))
        for b in sentences
    ]
    return panels(sheets, look=f"nv-block nv-block-{key}")


def room_in(windows, result, *written: tuple[np.ndarray, Callable]) -> tuple[str, bool]:
    """One width for the tiles of two blocks, as a style: so they stand beside or below each other in line.

    ``written`` are each block's numbers and how they are written; digits that were cut off would be another number.
    The second is whether both have room beside each other.
    """
    sentences, _, features = map(len, windows)
    cells = list(product(*windows))
    wide = max(len(short_name(result.batch.tokens[b][t])) for b, t, _ in cells)
    most = max(len(write(values[cell])) for values, write in written for cell in cells)
    columns = sentences * features
    beside = sentences * (8 * wide + 20) + 2 * columns * (max(TILE, 7 * most) + 3) + 60 <= BESIDE
    return f"--name:{wide};--digits:{most};--sheets:{sentences};--columns:{columns}", beside


def _sheet(
    values, b: int, windows, result, heats, caption: str, key: str, tone: str, heat: str, write
) -> Markup:
    _, tokens, features = windows
    mask, pool = result.batch.mask[b], result.pool[b]
    rows = []
    for t in tokens:
        strong = heats[b * len(mask) + t]
        tiles = [
            tag(
                "td",
                write(values[b, t, k]),
                data_key=f"{key}:{b},{t},{k}",
                class_=classes(
                    heated(strong[k]),
                    "nv-shared" if pool[t, k] else None,
                    "nv-cell" if (b, t, k) == result.cell else None,
                ),
            )
            for k in features
        ]
        name, place = result.batch.tokens[b][t], f"{b},{t}"
        header = tag("th", short_name(name), scope="row", title=name)
        look = None if mask[t] else "nv-pad"
        rows.append(tag("tr", header, tiles, data_key=f"{key}:{place}", class_=look, data_row=place))
    drawn = pool[tokens.start : tokens.stop, features.start : features.stop]
    at = (result.cell[1] - tokens.start, result.cell[2] - features.start)
    return scrolled_table(
        caption,
        column_names([f"d{k + 1}" for k in features]),
        rows,
        look=f"nv-table nv-tiles nv-heat-{heat} nv-tone-{tone}",
        aside=_slab(
            drawn, at, f"slab {key}:{b}", tone, result.by_row
        ),  # in the table, so that it scrolls with it
        data_first=features[0] or None,
    )


def _slab(pool: np.ndarray, at: tuple[int, int], key: str, tone: str, lies: bool) -> Markup:
    """The slab, placed from the sheet's end; where the pool has no tile in this sheet, it closes where it would be.

    One that ``lies`` goes along a row: it turns the other way round.
    """
    rows, columns = np.flatnonzero(pool.any(1)), np.flatnonzero(pool.any(0))
    rows, columns = (rows, columns) if len(rows) else (at[:1], at[1:])
    high, wide = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    place = {
        "bottom": pool.shape[0] - 1 - rows[-1],
        "right": pool.shape[1] - 1 - columns[-1],
        "rows": high,
        "columns": wide,
    }
    style = ";".join(f"--{name}:{number}" for name, number in place.items())
    closed = pool.sum() != high * wide  # a pool with gaps is said by its tiles alone
    look = classes("nv-slab", f"nv-tone-{tone}", "nv-lies" if lies else None, "nv-closed" if closed else None)
    return tag("span", data_key=key, class_=look, style=style, aria_hidden="true")
