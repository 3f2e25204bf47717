"""A labelled table as HTML that shows which numbers share a mean.

Cells carry a heat tint in the colour of their pool, pads are hatched, the chosen pool is outlined, and μ and σ stand
on the side that is pooled over: below a column for batch norm, beside a row for layer norm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from markupsafe import Markup

from normviz.drawing.heat import heated, heats_of
from normviz.drawing.markup import classes, join, outlined, tag
from normviz.drawing.numbers import fixed
from normviz.drawing.parts import named_row, scrolled_table
from normviz.drawing.sizes import LONGEST, MOST_COLUMNS, MOST_ROWS, PADS_IN_A_ROW, PLACE, WHOLE
from normviz.table import Table


@dataclass(frozen=True)
class Skipped:
    """A run of rows that one line stands for: ``count`` rows from ``start``, all pads or all real."""

    start: int
    count: int
    pads: bool


@dataclass(frozen=True)
class Output:
    """What became of a table's numbers, cell by cell: a second group of columns in the same rows."""

    heading: str
    values: np.ndarray
    key: str = "y"
    turned: bool = True  # by γ and β: until then it has the colour of its pool


def visible_rows(
    mask: np.ndarray, *, keep: int | None = None, pads_in_a_row: int = PADS_IN_A_ROW, most: int = MOST_ROWS
) -> list[int | Skipped]:
    """Choose the rows to draw: long runs of pads become one line, and a table stays under about ``most`` rows.

    Where rows are left out, a :class:`Skipped` stands in their place; never for ``keep``, nor for the first
    ``pads_in_a_row`` of a run.

    >>> visible_rows(np.array([True, False, False, False, True]), pads_in_a_row=1)
    [0, Skipped(start=1, count=3, pads=True), 4]
    """
    ends = np.flatnonzero(np.diff(mask)) + 1
    plan: list[int | Skipped] = []
    for start, end in zip([0, *ends.tolist()], [*ends.tolist(), len(mask)], strict=True):
        long_pads = not mask[start] and end - start > pads_in_a_row
        shown = pads_in_a_row - 1 if long_pads else min(end - start, most + 1)
        plan.extend(range(start, start + shown))
        if long_pads:
            plan.append(Skipped(start + shown, end - start - shown, pads=True))
        if len(plan) > most:
            break
    if len(plan) <= most:
        return plan
    head = plan[: most - 4]
    last = head[-1]
    after = last + 1 if isinstance(last, int) else last.start + last.count
    if keep is None or keep < after:
        return [*head, Skipped(after, len(mask) - after, pads=False)]
    before, rest = keep - after, len(mask) - keep - 1
    tail = [Skipped(after, before, pads=False), keep, Skipped(keep + 1, rest, pads=False)]
    return [*head, *(row for row in tail if isinstance(row, int) or row.count)]


def first_rows(count: int, most: int, keep: int | None = None) -> list[int]:
    """The first rows of ``count``, at most so many, the last of them ``keep`` where that comes later.

    >>> first_rows(9, 3), first_rows(9, 3, keep=1), first_rows(9, 3, keep=7)
    ([0, 1, 2], [0, 1, 2], [0, 1, 7])
    """
    rows = list(range(min(count, most)))
    return rows if keep is None or keep in rows else [*rows[:-1], keep]


def window(count: int, keep: int, most: int) -> range:
    """At most so many neighbours out of ``count``, around the one to ``keep``.

    >>> window(64, 10, 6)
    range(7, 13)
    """
    first = max(0, min(keep - most // 2, count - most))
    return range(first, min(count, first + most))


def visible_columns(count: int, keep: int, most: int = MOST_COLUMNS) -> list[int]:
    """Choose the columns of a table to draw."""
    return list(window(count, keep, most))


def cut(shown: Sequence[int], count: int) -> str:
    """Which columns are shown, for the end of a title; nothing where all are.

    >>> cut(range(2, 5), 9), cut([0, 1], 2)
    (', columns 3 to 5 of 9', '')
    """
    return "" if len(shown) == count else f", columns {shown[0] + 1} to {shown[-1] + 1} of {count}"


def table(
    data: Table,  # the numbers and their names; pads are hatched
    *,
    caption: str,  # read out before the table
    tone: str,  # "column", "row" or "affine", the colour of the heat
    pool: str | None = None,  # which way the chosen pool runs: "column" or "row"
    selected: tuple[int, int] | None = None,  # the chosen cell, whose pool is outlined
    outside: np.ndarray | None = None,  # (N,), True at rows that the pool leaves out
    # a name, and one value a column or, with the pool "row", one a row
    statistics: Sequence[tuple[str, np.ndarray]] = (),
    write: Callable[[float], str] = fixed,
    decimals: int = 4,  # of the statistics
    begins: Sequence[int] = (),  # rows where a new sentence begins
    pads_in_a_row: int = PADS_IN_A_ROW,  # as in visible_rows
    heading: str = "",  # over the columns of data, where output stands beside them
    output: Output | None = None,  # as many columns at the right
    data_row: Callable[[int], str | None] = lambda _: None,  # what a click on a cell says of its row
    first: int = 0,  # the number of the first column, where not all are drawn
    key: str | None = None,  # with which the keys of the cells begin; None where nothing moves
    named: Callable[[int], str] = str,  # a row in these keys, whatever rows there are
    # (rows, columns) to outline, neighbours, where no pool is
    block: tuple[Sequence[int], Sequence[int]] | None = None,
) -> Markup:
    """Draw ``data``, with caption, scopes and real text, in a box that scrolls if it must."""
    values = data.values
    real = np.ones(len(values), bool) if data.mask is None else data.mask
    outside = np.zeros(len(values), bool) if outside is None else outside
    row, column = selected if selected is not None else (None, None)
    plan = visible_rows(real, keep=row, pads_in_a_row=pads_in_a_row)
    drawn = [r for r in plan if isinstance(r, int)]
    heats, output_heats = heats_of(values, drawn), heats_of(output.values, drawn) if output else {}
    outline = _around(*block) if block else _outline(pool, row, column, plan, outside, values.shape[1])
    beside = statistics if pool == "row" else ()
    width = 1 + values.shape[1] * (2 if output else 1) + len(beside)
    body = []
    for r in plan:
        begin = "nv-begin" if (r.start if isinstance(r, Skipped) else r) in begins else None
        if isinstance(r, Skipped):
            inside = column, outline.get((r, column))
            body.append(_skipped(r, width, begin, key and f"{key}…{named(r.start)}", *inside))
            continue
        row_key = key and f"{key}:{named(r)}"
        outlines = tuple(outline.get((r, k)) for k in range(values.shape[1]))
        after = (), (), None, None
        if output:
            output_key = key and f"{output.key}:{named(r)}"
            after = tuple(output.values[r].tolist()), output_heats[r], output_key, output.turned
        body.append(
            _row(
                data.rows[r],
                (write, tuple(values[r].tolist()), heats[r], outlines, row_key),
                tuple((statistic, fixed(per_row[r], decimals)) for statistic, per_row in beside),
                after,
                (data_row(r), classes(begin, None if real[r] else "nv-pad")),
                (first, column, r == row),
            )
        )
    foot = None
    if pool == "column" and statistics:
        foot = [
            named_row(
                name,
                [
                    tag("td", fixed(v, decimals), **_made_of(key and f"{key}:*,{first + k}", name))
                    for k, v in enumerate(per_column)
                ],
            )
            for name, per_column in statistics
        ]
    return scrolled_table(
        caption,
        _head(data.columns, [name for name, _ in beside], heading, output, column),
        body,
        foot=foot,
        look=classes(
            f"nv-table nv-heat-{tone} nv-tone-{tone}",
            "nv-fixed" if write is fixed else None,
            "nv-outputs" if output else None,
            # "24 × ‹pad›" comes and goes, and no name may push the numbers then.
            "nv-folds" if output and data.mask is not None else None,
            "nv-follows-output" if output and column is not None else None,
            # A table that no control changes has room for whole names.
            "nv-wide-names" if key is None and PLACE < max(map(len, data.rows)) <= WHOLE else None,
        ),
        data_first=first or None,
    )


def _head(columns: Sequence[str], beside: list[str], heading: str, output: Output | None, followed) -> Markup:
    names = [_column(name) for name in columns]
    if output is None:
        return tag("tr", tag("td"), names, [tag("th", name, scope="col") for name in beside])
    groups = tag(
        "tr",
        tag("td", rowspan=2),
        tag("th", heading, scope="colgroup", colspan=len(columns)),
        [tag("th", name, scope="col", rowspan=2) for name in beside],
        tag("th", output.heading, scope="colgroup", colspan=len(columns), class_="nv-output"),
    )
    outputs = [_column(name, _on_a_phone(k, followed)) for k, name in enumerate(columns)]
    return join(groups, tag("tr", names, outputs))


def _column(name: str, class_: str | None = None) -> Markup:
    return tag("th", name, scope="col", title=name if len(name) > LONGEST else None, class_=class_)


def _on_a_phone(column: int, followed: int | None) -> str | None:
    # A narrow screen has room for the output of the followed column alone, and keeps it in sight.
    return None if followed is None else "nv-outcome" if column == followed else "nv-elsewhere"


# From one step of a slider to the next most rows, and of the others most cells, stay as they are.
@lru_cache(maxsize=1024)
def _row(name: str, own, statistics, after, of_row, columns) -> Markup:
    """A row: its numbers, its statistics, and what became of the numbers; all plain values, so that it can be kept."""
    write, values, heats, outlines, key = own
    output, output_heats, output_key, turned = after
    (data_row, class_), (first, followed, here) = of_row, columns
    selected = followed if here else None
    cells = [
        _cell(write, value, heat, outline, k == selected, key and f"{key},{first + k}")
        for k, (value, heat, outline) in enumerate(zip(values, heats, outlines, strict=True))
    ]
    for i, (statistic, value) in enumerate(statistics):
        look = "nv-stat nv-first" if i == 0 else "nv-stat"
        cells.append(tag("td", value, **_made_of(key and f"{key},*", statistic), class_=look))
    for k, (value, heat) in enumerate(zip(output, output_heats, strict=True)):
        look = classes("nv-y", turned and "nv-turned", k == 0 and "nv-output", _on_a_phone(k, followed))
        own_key = output_key and f"{output_key},{first + k}"
        cells.append(_cell(fixed, value, heat, look, k == selected, own_key))
    title = name if len(name) > PLACE else None  # a shorter one is never cut
    head = tag("th", name, scope="row", title=title)
    return tag("tr", head, cells, class_=class_, data_row=data_row, data_key=key)


def _made_of(pool: str | None, statistic: str) -> dict:
    """The key of a pool's statistic, and the numbers that it is made of."""
    symbol, *_ = statistic.split()  # "σ (n − 1)" is a σ, "σ²" is none
    return {"data_key": f"{symbol} {pool}", "data_lights": pool} if pool else {}


@lru_cache(maxsize=4096)
def _cell(write, value: float, heat: int, look: str | None, selected: bool, key: str | None) -> Markup:
    look = classes(heated(heat), look, "nv-cell" if selected else None)
    return tag("td", write(value), data_key=key, class_=look)


def _skipped(skipped: Skipped, width: int, begin, key, column: int | None, outline: str | None) -> Markup:
    """A line for rows that are not drawn; the ``outline`` of a pool down their ``column`` goes through it."""
    what = "‹pad›" if skipped.pads else ("more row" if skipped.count == 1 else "more rows")
    text = f"{skipped.count} × {what}" if skipped.pads else f"… {skipped.count} {what}"
    before = 1 + column if outline else width
    pool = [tag("td", class_=outline), tag("td", colspan=width - before - 1)] if outline else None
    return tag(
        "tr",
        tag("th", text, scope="row", colspan=before),
        pool,
        data_key=key,
        class_=classes(begin, "nv-more", "nv-pad" if skipped.pads else None),
    )


def _outline(pool, row, column, plan, outside, width) -> dict[tuple[int, int], str]:
    """Classes that draw the chosen pool's outline; it breaks around rows that the pool leaves out."""
    if pool == "row" and row is not None:
        return {(row, k): outlined("nv-across", k == 0, k == width - 1) for k in range(width)}
    if pool != "column" or column is None:
        return {}
    inside = [not outside[r.start if isinstance(r, Skipped) else r] for r in plan]
    edges = [False, *inside, False]
    rows = ((i, r) for i, r in enumerate(plan) if inside[i])
    return {(r, column): outlined("nv-in", not edges[i], not edges[i + 2]) for i, r in rows}


def _around(rows: Sequence[int], columns: Sequence[int]) -> dict[tuple[int, int], str | None]:
    """Classes that draw the outline of a block of neighbouring cells."""
    return {
        (r, k): classes(
            "nv-in-start" if r == min(rows) else None,
            "nv-in-end" if r == max(rows) else None,
            "nv-across-start" if k == min(columns) else None,
            "nv-across-end" if k == max(columns) else None,
        )
        for r in rows
        for k in columns
    }
