"""The block: a sheet of tiles for each sentence, a tile for each number, and a slab around those that share a mean."""

from collections.abc import Callable
from itertools import product

import numpy as np
from markupsafe import Markup

from normviz.drawing.heat import heated, heats_of
from normviz.drawing.markup import classes, tag
from normviz.drawing.names import short_name
from normviz.drawing.parts import column_names, panel, panels, scrolled_table


def block(result, windows, write: Callable) -> Markup:
    """Draw the sheets of a block, (B, L, D): white is 0, and the larger a number, the stronger its tile.

    Parameters
    ----------
    result : the batch, what it is normalized to, the chosen cell and its pool
    windows : which sentences, tokens and features are drawn
    write : a number as it is written in a tile
    """
    values, (sentences, tokens, _) = result.normalized.y, windows
    _, length, count = values.shape
    drawn = [b * length + t for b in sentences for t in tokens]
    heats = heats_of(values.reshape(-1, count), drawn, np.abs(values).max())
    return panels([panel(_sheet(b, windows, result, heats, write)) for b in sentences], look="nv-block")


def room_in(windows, result, write: Callable) -> str:
    """The width of the tiles, as a style; digits that were cut off would be another number."""
    sentences, _, features = map(len, windows)
    cells = list(product(*windows))
    wide = max(len(short_name(result.batch.tokens[b][t])) for b, t, _ in cells)
    most = max(len(write(result.normalized.y[cell])) for cell in cells)
    return f"--name:{wide};--digits:{most};--sheets:{sentences};--columns:{sentences * features}"


def _sheet(b: int, windows, result, heats, write: Callable) -> Markup:
    _, tokens, features = windows
    values, tone = result.normalized.y, result.tone
    mask, pool = result.batch.mask[b], result.pool[b]
    rows = []
    for t in tokens:
        strong = heats[b * len(mask) + t]
        tiles = [
            tag(
                "td",
                write(values[b, t, k]),
                data_key=f"y:{b},{t},{k}",
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
        rows.append(tag("tr", header, tiles, data_key=f"y:{place}", class_=look, data_row=place))
    drawn = pool[tokens.start : tokens.stop, features.start : features.stop]
    at = (result.cell[1] - tokens.start, result.cell[2] - features.start)
    return scrolled_table(
        f"Normalized: sentence {b + 1}",
        column_names([f"d{k + 1}" for k in features]),
        rows,
        look=f"nv-table nv-tiles nv-heat-{tone} nv-tone-{tone}",
        aside=_slab(drawn, at, f"slab {b}", tone, result.by_row),  # in the table, so that it scrolls with it
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
