"""The batch norm explorer's figure: the table before and after, and the followed column as a line."""

import numpy as np

from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.scale import Scale
from normviz.drawing.tables import cut, visible_columns
from normviz.figures.lines import number_line
from normviz.figures.paper import MEAN, POOL, ROW, on_paper, sheet
from normviz.figures.tables import MOST_COLUMNS, height_of, table
from normviz.models.batch_norm import Result


@on_paper
def batch_norm_figure(result: Result):
    """Draw what :func:`normviz.models.batch_norm.compute` returns."""
    normalized, (row, column) = result.normalized, (result.row, result.column)
    rows = ROW * height_of(np.ones(len(normalized.x), bool), below=2, keep=row)
    layout = [["before", "after"], ["line before", "line after"]]
    ratios = [rows, 1.2]
    figure, axes = sheet(_title(result), layout, height=rows + 2.2, notes=(POOL, MEAN), height_ratios=ratios)
    shown = visible_columns(normalized.x.shape[1], column, MOST_COLUMNS)
    pool = np.zeros((len(normalized.x), len(shown)), bool)
    pool[:, shown.index(column)] = True
    names, name = [result.table.columns[k] for k in shown], short_name(result.table.columns[column])
    y, std = normalized.y, normalized.std[0]
    for place, values, title, tone, write, below in (
        ("before", normalized.x, "x", "column", plain, (normalized.mean[0], std)),
        ("after", y, "y = γ · x̂ + β", "affine", fixed, (y.mean(0), result.std_after)),
    ):
        table(
            axes[place],
            values[:, shown],
            result.table.rows if place == "before" else None,
            names,
            title=title + cut(shown, normalized.x.shape[1]),
            tone=tone,
            write=write,
            pool=pool if place == "before" else None,
            cell=(row, shown.index(column)),
            below=[(mark, numbers[shown]) for mark, numbers in zip(("μ", result.symbol), below, strict=True)],
            width=2.9,
        )
        mean, spread = below[0][column], below[1][column]
        number_line(
            axes[f"line {place}"],
            values[:, column],
            scale=Scale.around(values[:, column], [mean - spread, mean + spread]),
            mean=mean,
            std=spread,
            tone=tone,
            name=name if place == "before" else f"y of {name}",
            picked=row,
            picked_name=short_name(result.table.rows[row]),
        )
    return figure


def _title(result: Result) -> str:
    normalized, (row, column) = result.normalized, (result.row, result.column)
    cell = f"{short_name(result.table.rows[row])}, {short_name(result.table.columns[column])}"
    affine = f"γ = {plain(normalized.gamma[column])}, β = {plain(normalized.beta[column])}"
    x, y = plain(normalized.x[row, column]), fixed(normalized.y[row, column])
    return f"Batch norm, {affine}: {cell} is {x} and becomes {y}"
