"""The epsilon explorer's figure: a column under three conventions, and at every size."""

import numpy as np

from normviz.drawing.epsilon import PLACES, curve_of
from normviz.drawing.numbers import plain
from normviz.figures.lines import curves
from normviz.figures.paper import ROW, on_paper, sheet, titled
from normviz.figures.tables import height_of, table
from normviz.models.epsilon import Result


@on_paper
def epsilon_figure(result: Result):
    """Draw what :func:`normviz.models.epsilon.compute` returns."""
    count = len(result.column)
    rows = ROW * (1 + height_of(np.ones(count, bool)))
    figure, axes = sheet(
        _title(result),
        [["values"], ["sizes"]],
        height=rows + 3.6,
        notes=("outline: the chosen place of ε",),
        height_ratios=[rows, 2.8],
    )
    kinds = list(PLACES)
    table(
        axes["values"],
        np.column_stack([result.x_hat[place] for place in kinds]),
        [plain(value, 6) for value in result.column],
        [f"÷ {PLACES[place]}" for place in kinds],
        title="x̂ of each value of the column",
        pool=np.array([[place == result.place for place in kinds]] * count),
        longest=20,
    )
    largest = [curve_of(result, k, f"divided by {PLACES[k]}") for k in kinds]
    curves(
        axes["sizes"],
        result.sizes,
        largest,
        x_name="size of the column, as a power of ten",
        y_name="x̂ of the largest value",
        now=result.exponent,
    )
    titled(axes["sizes"], "x̂ of the largest value, whatever the column’s size")
    return figure


def _title(result: Result) -> str:
    place = f"dividing by {PLACES[result.place]}"
    return f"A column with σ = {plain(result.std, 6)}, and ε = {plain(result.eps, 6)}, {place}"
