"""The picture of the diagnose explorer: both tables, and the diagnosis in words."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.legend import BELOW_KEY, legend
from normviz.drawing.markup import CONTROLS, fold, join, outlined, tag
from normviz.drawing.numbers import SPACE, plain, significant
from normviz.drawing.parts import column_names, named_row, noted, panel, panels, scrolled_table
from normviz.drawing.ruler import Ruler, axis_of, ruler, ruler_of
from normviz.drawing.tables import cut, table
from normviz.table import Table
from normviz.views.diagnose import Result

MOST_COLUMNS, MOST_RULERS = 12, 6
NAMES = {
    "columns": "column",
    "rows": "row",
    "sentence features": "instance",
    "sentences": "sentence",
    "positions": "place",
    "channels first": "axis 1",
}
EPS = {"inside": f"√(σ²{SPACE}+{SPACE}ε)", "absent": "σ", "outside": f"(σ{SPACE}+{SPACE}ε)"}
POOLS = {"columns": "each column", "rows": "each row", "all": "all numbers"}


def diagnose_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.diagnose.compute` returns."""
    both = (result.x, "Input", "x"), (result.y, "Result", "y")
    tables = [panel(_drawn(values, caption, result.pool, key)) for values, caption, key in both]
    given = panels(tables, look="nv-after nv-given", data_pool=result.pool)
    below = legend([BELOW_KEY]) if min(result.x.min(), result.y.min()) < 0 else None
    grid = fold("All conventions", _grid(result)) if result.diagnosis.tried else None
    return join(_stage(result), CONTROLS, result.diagnosis.to_html(), given, below, grid)


def _stage(result: Result) -> list[Markup] | None:
    """One number on a ruler for each convention: those that read what came out are lit."""
    readings = result.readings[:MOST_RULERS]
    if not readings:
        return None
    rulers = [_ruler(reading) for reading in readings]
    values, at = result.x.ravel(), int(np.ravel_multi_index(result.cell, result.x.shape))
    lit = sum(reading.fits for reading in readings)
    x, y = plain(result.x[result.cell]), plain(result.y[result.cell])
    which = "No ruler has it" if not lit else "The lit ruler has it" if lit == 1 else f"{lit} rulers have it"
    stage = ruler(
        values,
        rulers,
        axis=axis_of(values, *rulers),
        label="Each convention’s ruler: "
        + "; ".join(
            f"{one.name}: 0 lies at {plain(one.mean)}, one step is {plain(one.step)}" for one in rulers
        ),
        picked=at,
        picked_name=x,
    )
    return [stage, tag("p", tag("b", f"{x} became {y}. "), f"{which} at {y}.", class_="nv-lead")]


def _ruler(reading) -> Ruler:
    name = (
        f"{'✓' if reading.fits else '✗'} {NAMES.get(reading.pool, reading.pool)}, {_spaced(reading.divisor)}"
    )
    more = {"eps": reading.eps, "gamma": reading.gamma, "beta": reading.beta, "name": name}
    more |= {"tone": {"columns": "column", "rows": "row"}.get(reading.pool, "ink"), "pale": not reading.fits}
    if reading.var == 0 and not more.get("eps"):
        raise ValueError("x: expected numbers whose squares fit in float64, got a variance of 0")
    return ruler_of(reading.numbers, reading.mean, reading.var, **more)


def _grid(result: Result) -> Markup:
    """Every convention that was tried: those that the numbers rule out are crossed out."""
    tried = {(t.pool, t.divisor, t.eps): t for t in result.diagnosis.tried}
    pools, divisors, places = (list(dict.fromkeys(part)) for part in zip(*tried, strict=True))
    left = {key for key, t in tried.items() if t.fits or result.fitted(t)}
    rows = [(divisor, place) for divisor in divisors for place in places]
    drawn = []
    for i, row in enumerate(rows):
        # One frame goes around those that are left, also where the name of the next ones stands between them.
        before, here, after = ([(pool, *at) in left for pool in pools] for at in _around(rows, i))
        if row[1] == places[0]:
            joined = [
                tag("td", class_="nv-in" if a and b else None) for a, b in zip(before, here, strict=True)
            ]
            # It reaches into the empty cells beside it: on a phone there is no room for a wider column.
            name = tag(
                "th", _over(row[0]), scope="rowgroup", class_="nv-group", style="max-width:0;overflow:visible"
            )
            drawn.append(tag("tr", name, joined))
        frames = zip(before, here, after, strict=True)
        cells = [
            _cell(tried[pool, *row], outlined("nv-in", not a, not c) if b else None)
            for pool, (a, b, c) in zip(pools, frames, strict=True)
        ]
        drawn.append(named_row(f"÷{SPACE}{EPS[row[1]]}", cells))
    heads = column_names(POOLS.get(pool, pool) for pool in pools)
    fitted = any(map(result.fitted, tried.values()))
    found = "gives this result, with the γ and β that were found" if fitted else "gives this result"
    matches = result.diagnosis.matches
    note = noted(
        f"✗: off by up to this number, with γ = 1 and β = 0; ✓: {found}.",
        " What is framed cannot be told apart" + (": one convention." if len(matches) == 1 else ".")
        if left
        else None,
    )
    caption = _what_is_left(left, list(tried), found=bool(matches))
    look = "nv-table nv-tone-affine nv-wide-names"
    return scrolled_table(caption, heads, drawn, look=look, below=note)


def _over(divisor: str) -> str:
    return f"σ² over {_spaced(divisor)}"


def _spaced(divisor: str) -> str:
    return divisor.replace(" - ", f"{SPACE}−{SPACE}")


def _around(rows: list, i: int) -> list[tuple]:
    """The row before, the row itself and the one after; empty ones at the ends."""
    return [rows[k] if 0 <= k < len(rows) else () for k in (i - 1, i, i + 1)]


def _what_is_left(left: set[tuple], tried: list[tuple], *, found: bool) -> str:
    """What the conventions that are left agree on, for the head of the grid."""
    count = len(tried)
    if not left:  # one may have been found that differs in another point, as the size of ε
        return (
            f"What was found differs from all these {count}"
            if found
            else f"None of {count} conventions is left"
        )
    kept = [key for key in tried if key in left]
    pools, divisors, places = (list(dict.fromkeys(part)) for part in zip(*kept, strict=True))
    if len(left) < len(pools) * len(divisors) * len(places):
        return f"What is still possible of {count} conventions is framed"
    pool = " or ".join(POOLS.get(pool, pool) for pool in pools)
    every = len(places) == len(EPS)
    place = "wherever ε stands" if every else " or ".join(f"÷{SPACE}{EPS[place]}" for place in places)
    return f"Still possible, of {count} conventions: {pool}, {_over(' or '.join(divisors))}, {place}"


def _cell(tried, frame: str | None) -> Markup:
    key = f"{tried.pool}:{tried.divisor},{tried.eps}"
    if frame:
        return tag("td", "✓" if tried.fits else "✓ with γ, β", data_key=key, class_=frame)
    off = significant(tried.difference, 2) if np.isfinite(tried.difference) else "0/0"
    return tag("td", f"✗ {off}", data_key=key, class_="nv-out")


def _drawn(values: np.ndarray, caption: str, pool: str | None, key: str) -> Markup:
    rows = values.reshape(-1, values.shape[-1]) if values.ndim > 1 else values[:, None]
    stacked = Table.of(rows[:, :MOST_COLUMNS])
    return table(
        stacked,
        caption=caption + cut(range(len(stacked.columns)), rows.shape[1]),
        tone=pool or "column",
        pool=pool,
        selected=None if pool is None else (0, 0),
        begins=range(values.shape[1], len(stacked.values), values.shape[1]) if values.ndim == 3 else (),
        write=plain,
        key=key,
    )
