"""Pictures that stand still: what a notebook cell shows, with its own style, and as text where there is no browser."""

from functools import partial

import numpy as np
from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.markup import NO_MATH, fold, join, tag
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.parts import lost_digits, panel, panels
from normviz.drawing.tables import table, visible_columns
from normviz.drawing.theme import CSS
from normviz.norms import LOST, normalize
from normviz.padding import PaddedBatch
from normviz.table import Table


class Picture:
    """Markup that a notebook shows as the value of a cell, and a terminal as text; ``numbers`` stand in a fold."""

    def __init__(self, markup: Markup, text: str, numbers: Markup | None = None):
        self.markup, self.text, self.numbers = markup, text, numbers

    def _repr_html_(self) -> str:
        folded = self.numbers and tag("div", fold("The numbers", self.numbers), class_="nv-measured")
        return str(Markup(f"<style>{CSS}</style>") + tag("div", self.markup, folded, class_=f"nv {NO_MATH}"))

    def __repr__(self) -> str:
        return self.text


def show(
    data,
    *,
    caption: str = "",
    pool: str | None = None,
    pads: bool = True,
    cell=None,
    tone=None,
    decimals: int = 4,
) -> Picture:
    """Draw a table and, for a pool, outline it and set its μ and σ beside it.

    Parameters
    ----------
    data : Table, PaddedBatch (stacked), array (N,) or (N, D), rows of numbers, or a mapping name → column
    caption : what the table is
    pool : "column" (batch norm), "row" (layer norm), or None
    pads : False leaves the rows that the mask calls pads out of the pool
    cell : (row, column) counted from 0; its pool is outlined
    tone : "column", "row" or "affine", the colour of the heat; the pool's own unless told
    decimals : of each number, at most; 0 to 12

    Returns
    -------
    Picture, shown by a notebook as a table

    Raises
    ------
    TypeError, ValueError
        For data that is not a table, another ``pool``, a cell outside the table, or decimals outside 0 to 12.

    Examples
    --------
    >>> show([[7, 5], [2, 3]], caption="z", pool="column")
    z
             x1      x2
    row 1    7       5
    row 2    2       3
    μ        4.5000  4.0000
    σ        2.5000  1.0000
    """
    begins = ()
    if isinstance(data, PaddedBatch):
        begins = range(0, data.mask.size, data.mask.shape[1])
        data = data.stacked()
    data = Table.of(data)
    _inputs.text("caption", caption)
    decimals = _inputs.whole("decimals", decimals, at_least=0, at_most=12)
    pads = _inputs.true_or_false("pads", pads)
    if pool is not None and not (isinstance(pool, str) and pool in ("column", "row")):
        raise ValueError(f'pool: expected "column", "row" or None, got {_inputs.describe(pool)}')
    if tone is not None:
        _inputs.one_of("tone", tone, ("column", "row", "affine"))
    if cell is not None:
        _check_cell(cell, data.values.shape)
    if pool is not None:
        _inputs.squarable("data", data.values)
    outside = None if pads or data.mask is None else ~data.mask
    statistics = _statistics(data, pool, outside)
    whole = all(value == round(value, decimals) for value in data.values.flat)
    write = (
        partial(plain if whole else fixed, decimals=decimals) if decimals != 4 else plain if whole else fixed
    )
    shown = visible_columns(len(data.columns), 0 if cell is None else cell[1])
    markup = table(
        data.with_values(data.values, columns=shown),
        caption=caption,
        tone=tone or pool or "column",
        pool=pool,
        selected=None if cell is None else (cell[0], shown.index(cell[1])),
        outside=outside,
        statistics=[(name, s[shown] if pool == "column" else s) for name, s in statistics],
        write=write,
        decimals=decimals,
        begins=begins,
    )
    text = _as_text(data, caption, pool, statistics, write, decimals)
    lost = lost_digits([s for _, s in statistics]) if statistics else None
    return Picture(join(markup, lost), f"{text}\n{LOST}" if lost else text)


def beside(*pictures: Picture) -> Picture:
    """Set pictures side by side; on a narrow screen they stand one below the other.

    >>> print(repr(beside(show([1.0], caption="a"), show([2.0], caption="b"))).count("x1"))
    2
    """
    for picture in pictures:
        if not isinstance(picture, Picture):
            raise _inputs.wrong_type("pictures", "what nv.show returns", picture)
    shown = panels(panel(picture.markup) for picture in pictures)
    numbers = [panel(picture.numbers) for picture in pictures if picture.numbers]
    return Picture(shown, "\n\n".join(picture.text for picture in pictures), numbers and panels(numbers))


def _check_cell(cell, shape) -> None:
    at = _inputs.items("cell", cell, "a row and a column")
    inside = len(at) == 2 and all(
        _inputs.whole("cell", place, at_least=0) < size for place, size in zip(at, shape, strict=True)
    )
    if not inside:
        raise ValueError(
            f"cell: expected a row and column of the {shape} table, got {_inputs.describe(cell)}"
        )


def _statistics(data: Table, pool: str | None, outside) -> list[tuple[str, np.ndarray]]:
    if pool is None:
        return []
    mask = None if outside is None or pool == "row" else ~outside
    pooled = normalize(data.values, 0 if pool == "column" else 1, mask=mask)
    return [("μ", pooled.mean.reshape(-1)), ("σ", pooled.std.reshape(-1))]


def _as_text(data: Table, caption: str, pool, statistics, write, decimals) -> str:
    beside_rows = statistics if pool == "row" else []
    lines = [["", *data.columns, *(name for name, _ in beside_rows)]]
    for i, (name, row) in enumerate(zip(data.rows, data.values, strict=True)):
        lines.append([name, *(write(v) for v in row), *(fixed(s[i], decimals) for _, s in beside_rows)])
    if pool == "column":
        lines += [[name, *(fixed(v, decimals) for v in s)] for name, s in statistics]
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    widths[0] += 2
    written = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
    return "\n".join([caption, *written] if caption else written)
