"""The learning explorer's figure: the gradient as sums below a table, the path of γ and β, and the loss."""

import numpy as np

from normviz.drawing.affine_learning import HEADS, columns_of, unsettled, when
from normviz.drawing.charts import Series
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain, short
from normviz.figures.lines import curves
from normviz.figures.paper import ROW, on_paper, sheet, titled
from normviz.figures.plane import plane
from normviz.figures.tables import height_of, table
from normviz.models.affine_learning import Result


@on_paper
def affine_learning_figure(result: Result):
    """Draw what :func:`normviz.models.affine_learning.compute` returns."""
    rows = ROW * height_of(np.ones(len(result.p), bool), below=1)
    figure, axes = sheet(
        _title(result),
        [["numbers", "numbers"], ["plane", "loss"]],
        height=rows + 3.9,
        notes=("contours: equal loss L(γ, β)", "outline: after γ and β"),
        height_ratios=[rows, 2.9],
    )
    _table(axes["numbers"], result)
    plane(
        axes["plane"],
        result.bowl,
        result.path[: result.step + 1],
        ("γ", "β"),
        dashed=not result.settles,
        remark=unsettled(result),
        reach=result.reach,
    )
    titled(axes["plane"], "The path on the loss, from above")
    _losses(axes["loss"], result)
    return figure


def _title(result: Result) -> str:
    gamma, beta = result.path[result.step]
    loss = f"loss {fixed(result.losses[result.step])} (lowest possible {fixed(result.lowest_loss)})"
    return f"{when(result.step)} with η = {plain(result.rate)}: γ = {short(gamma)}, β = {short(beta)}, {loss}"


def _table(ax, result: Result) -> None:
    name = short_name(result.table.columns[0])
    by_gamma, by_beta = result.gradients[result.step]
    table(
        ax,
        np.column_stack([*columns_of(result).values()]),
        result.table.rows,
        HEADS,
        title=f"{name} normalized, p = γ · x̂ + β, and its target t; below, dL/dβ and dL/dγ",
        tone="affine",
        write=(fixed, fixed, plain, fixed, fixed),
        pool=np.array([[name == "p" for name in HEADS]] * len(result.p)),
        below=[("Σ" if result.form == "sum" else "mean", [np.nan] * 3 + [by_beta, by_gamma])],
        heat=np.array([name == "p" for name in HEADS]),
        longest=16,
    )


def _losses(ax, result: Result) -> None:
    steps = np.arange(result.step + 1)
    taken = result.losses[: result.step + 1]
    lowest = Series("the lowest possible", np.full(2, result.lowest_loss), "affine", "dotted")
    dots = [(k, loss, "affine") for k, loss in zip(steps, taken, strict=True)]
    curves(ax, steps, [Series("L", taken, "affine")], x_name="steps taken", y_name="loss L", dots=dots)
    curves(ax, np.array([0, result.most_steps]), [lowest], x_name="steps taken", y_name="loss L")
    ax.set(xlim=(-0.6, result.most_steps + 0.6), ylim=(-0.04 * taken.max(), 1.15 * taken.max()))
    ax.xaxis.get_major_locator().set_params(integer=True)
    titled(ax, "The loss, step by step")
