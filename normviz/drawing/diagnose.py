"""The picture of the diagnose explorer: both tables, and the diagnosis in words."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import plain
from normviz.drawing.tables import table
from normviz.models.diagnose import Result
from normviz.table import Table

MOST_COLUMNS = 12


def diagnose_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.models.diagnose.compute` returns."""
    pools = {match.pool for match in result.diagnosis.matches}
    pool = {"columns": "column", "rows": "row"}.get(pools.pop()) if len(pools) == 1 else None
    tables = [
        tag("div", _drawn(values, caption, pool, key), class_="nv-panel")
        for values, caption, key in ((result.x, "Input", "x"), (result.y, "Result", "y"))
    ]
    return join([tag("div", tables, class_="nv-panels", data_pool=pool), result.diagnosis.to_html()])


def _drawn(values: np.ndarray, caption: str, pool: str | None, key: str) -> Markup:
    rows = values.reshape(-1, values.shape[-1]) if values.ndim > 1 else values[:, None]
    if rows.shape[1] > MOST_COLUMNS:
        caption += f", columns 1 to {MOST_COLUMNS} of {rows.shape[1]}"
    stacked = Table.of(rows[:, :MOST_COLUMNS])
    return table(
        stacked,
        caption=caption,
        tone=pool or "column",
        pool=pool,
        selected=None if pool is None else (0, 0),
        begins=range(values.shape[1], len(stacked.values), values.shape[1]) if values.ndim == 3 else (),
        write=plain,
        key=key,
    )
