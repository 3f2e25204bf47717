"""The scaling explorer's figure: the loss from above with the descent on it, the way left, and the two features."""

import numpy as np

from normviz.drawing.charts import Series
from normviz.drawing.names import LINE, short_name
from normviz.drawing.numbers import power_of_ten, significant
from normviz.drawing.scale import Scale
from normviz.drawing.scaling import WAY_AXIS, weights, whole
from normviz.figures.lines import curves, number_line
from normviz.figures.paper import MEAN, named, on_paper, sheet, titled
from normviz.figures.plane import plane
from normviz.models.scaling import Result, powers_left


@on_paper
def scaling_figure(result: Result):
    """Draw what :func:`normviz.models.scaling.compute` returns."""
    notes = ("contours: equal loss L(w1, w2)", MEAN, "both features stand on one axis")
    layout = [["plane", "way"], ["plane", "first"], ["plane", "second"]]
    ratios = {"width_ratios": [1.25, 1], "height_ratios": [1.7, 1, 1]}
    figure, axes = sheet(_title(result), layout, height=4.6, notes=notes, **ratios)
    runs_away = result.steps_needed is None
    steps = len(result.path) - 1
    plane(axes["plane"], result.bowl, result.path, weights(result.table, LINE), dashed=runs_away)
    titled(axes["plane"], f"Gradient descent, {steps} step{'s' * (steps != 1)}")
    _way(axes["way"], result, "dashed" if runs_away else "solid")
    x = result.values[:, :2]
    mean, std = x.mean(axis=0), x.std(axis=0)
    scale = Scale.around(x, mean - std, mean + std)
    for k, place in enumerate(("first", "second")):
        name = short_name(result.table.columns[k], LINE)
        number_line(axes[place], x[:, k], scale=scale, mean=mean[k], std=std[k], tone="column", name=name)
    named(axes["second"], f"value, {result.scale}")
    return figure


def _title(result: Result) -> str:
    share = significant(100 * result.rate / result.bowl.bound, 3)
    said = f"{result.scale.capitalize()} features, κ = {significant(result.bowl.condition_number)}; η = "
    said += f"{significant(result.rate)}, {share} % of its bound 2/λmax: "
    if result.steps_needed is not None:
        return said + f"{whole(result.steps_needed)} steps to 1 % of the way"
    return said + ("never settles" if result.rate == result.bowl.bound else "diverges")


def _way(ax, result: Result, line: str) -> None:
    powers = powers_left(result.path, result.bowl)
    steps = np.arange(len(powers))
    curves(ax, steps, [Series("", powers, "column", line)], x_name="steps taken", y_name="share of it")
    ticks = WAY_AXIS.ticks(5)
    ax.set_yticks(ticks, [power_of_ten(tick) for tick in ticks])
    ax.set_ylim(WAY_AXIS.low, WAY_AXIS.high)
    titled(ax, "How much of the way is left")
