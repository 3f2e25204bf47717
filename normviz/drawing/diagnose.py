"""The picture of the diagnose explorer: both tables, and the diagnosis in words."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import join, outlined, tag
from normviz.drawing.numbers import SPACE, plain, significant
from normviz.drawing.parts import column_names, named_row, noted, panel, panels, scrolled_table
from normviz.drawing.tables import cut, table
from normviz.models.diagnose import Result
from normviz.table import Table

MOST_COLUMNS = 12
EPS = {"inside": f"√(σ²{SPACE}+{SPACE}ε)", "absent": "σ", "outside": f"(σ{SPACE}+{SPACE}ε)"}
POOLS = {"columns": "each column", "rows": "each row", "all": "all numbers"}


def diagnose_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.models.diagnose.compute` returns."""
    both = (result.x, "Input", "x"), (result.y, "Result", "y")
    tables = [panel(_drawn(values, caption, result.pool, key)) for values, caption, key in both]
    # The answer first: the tables say again what stands in the boxes below.
    answer = panel(result.diagnosis.to_html(), look="nv-grow")
    found = panels(answer, panel(_grid(result)), look="nv-found")
    return join(found, panels(tables, look="nv-after nv-given", data_pool=result.pool))


def _grid(result: Result) -> Markup:
    """Every convention that was tried: those that the numbers rule out are crossed out."""
    tried = {(t.pool, t.divisor, t.eps): t for t in result.diagnosis.tried}
    pools, divisors, places = (list(dict.fromkeys(part)) for part in zip(*tried, strict=True))
    groups = []
    for divisor in divisors:
        over = f"σ² over {divisor.replace('-', '−')}"
        groups.append(tag("tr", tag("th", over, scope="rowgroup", colspan=1 + len(pools), class_="nv-group")))
        columns = [
            _column([tried[pool, divisor, place] for place in places], result.fitted) for pool in pools
        ]
        for place, *cells in zip(places, *columns, strict=True):
            groups.append(named_row(f"÷{SPACE}{EPS[place]}", cells))
    caption = "How far every convention is from the result"
    heads = column_names(POOLS.get(pool, pool) for pool in pools)
    fitted = any(map(result.fitted, tried.values()))
    found = "gives this result, with the γ and β that were found" if fitted else "gives this result"
    note = noted(
        f"✗: off by up to this number, with γ = 1 and β = 0; ✓: {found}. In one frame: too close to tell apart."
    )
    return scrolled_table(caption, heads, groups, look="nv-table nv-tone-affine nv-wide-names", below=note)


def _column(tried, fitted) -> list[Markup]:
    """The places of ε, one below the other; one frame goes around those that fit."""
    fits = [False, *(t.fits or fitted(t) for t in tried), False]
    frames = [
        outlined("nv-in", not fits[i], not fits[i + 2]) if fits[i + 1] else None for i in range(len(tried))
    ]
    return list(map(_cell, tried, frames))


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
