"""The figure of γ and β: one column on its way from z to a, and another batch under the same γ and β."""

import numpy as np

from normviz.drawing.affine import lines_of
from normviz.drawing.charts import Series
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, mean_and_std, plain
from normviz.drawing.scale import Scale
from normviz.figures.lines import BAND, curves
from normviz.figures.paper import INK, LINE, MEAN, PAPER, ROW, SMALL, TONES, on_paper, sheet, titled
from normviz.figures.tables import height_of, table
from normviz.models.affine import Batch, Result

LANE = 0.62  # inches, of one stage


@on_paper
def affine_figure(result: Result):
    """Draw what :func:`normviz.models.affine.compute` returns."""
    batches = list(zip(("batch", "other"), result.batches, strict=False))
    layout = [[f"{place} table", f"{place} stages"] for place, _ in batches]
    rows = (height_of(np.ones(len(b.z), bool), below=2, keep=result.row) for _, b in batches)
    heights = [max(ROW * count, 4 * LANE) for count in rows]
    if result.activation != "none":
        layout.append([layout[0][0] if len(batches) == 1 else ".", "activation"])
        heights.append(1.5)
    height, widths = 0.8 + sum(heights), [1.05, 1]
    figure, axes = sheet(
        _title(result), layout, height=height, notes=(MEAN,), height_ratios=heights, width_ratios=widths
    )
    scale = _axis(result)
    for place, batch in batches:
        row = result.row if place == "batch" else None
        _table(axes[f"{place} table"], result, batch, row)
        _stages(axes[f"{place} stages"], result, batch, row, scale)
    if "activation" in axes:
        _activation(axes["activation"], result, scale)
    return figure


def _title(result: Result) -> str:
    batch, row = result.batch, result.row
    said = f"{short_name(batch.rows[row])}: {plain(batch.z[row])} → x̂ {fixed(batch.z_hat[row])}"
    said += f" → p {fixed(batch.p[row])}"
    if result.activation != "none":
        said += f" → a {fixed(batch.a[row])}"
    return f"{said}; γ = {plain(result.gamma)}, β = {plain(result.beta)}"


def _axis(result: Result) -> Scale:
    bend = 2.0 if result.activation == "none" else 5.0
    stages = [values for batch in result.batches for values in (batch.z, batch.z_hat, batch.p)]
    return Scale.around(*stages, *(v.mean() + v.std() * np.array([-1, 1]) for v in stages), [-bend, bend])


def _table(ax, result: Result, batch: Batch, row: int | None) -> None:
    columns = {short_name(result.name, 10): batch.z, "x̂": batch.z_hat, "p": batch.p}
    if result.activation != "none":
        columns["a"] = batch.a
    values = np.column_stack([*columns.values()])
    table(
        ax,
        values,
        batch.rows,
        list(columns),
        title=short_name(batch.title, 40),
        tone="affine",
        write=(plain, *[fixed] * (len(columns) - 1)),
        pool=np.array([[name == "p" for name in columns]] * len(values)),
        cell=None if row is None else (row, 2),
        below=[("μ", values.mean(0)), ("σ", values.std(0))],
        heat=np.array([name == "p" for name in columns]),
        width=3,
    )


def _stages(ax, result: Result, batch: Batch, row: int | None, scale: Scale) -> None:
    """Every row as a thread through z, x̂ and p, on one axis."""
    values = (batch.z, batch.z_hat, batch.p)
    stages = lines_of(short_name(result.name), values, result.gamma, result.beta)
    threads = np.array(values)
    heights = np.arange(len(stages))
    ax.plot(threads, heights, color=LINE, lw=0.7, zorder=1)
    for at, (name, values, tone) in enumerate(stages):
        mean, std = values.mean(), values.std()
        band = {"color": TONES[tone], "alpha": BAND, "lw": 0, "gid": "band"}
        ax.fill_between([mean - std, mean + std], at - 0.16, at + 0.16, **band)
        dot = TONES[tone] if tone == "affine" else INK
        ax.plot(values, np.full(len(values), at), "o", color=dot, ms=4, mec=PAPER, mew=0.4, gid="stage")
        ax.plot([mean], [at + 0.2], "^", color=TONES[tone], ms=7, mec=PAPER, mew=0.4, gid="mean")
        said = f"{name}: {mean_and_std(mean, std)}"
        box = {"boxstyle": "square,pad=0.1", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.85}
        beside = {"transform": ax.get_yaxis_transform(), "fontsize": SMALL, "color": INK, "zorder": 5}
        ax.text(0, at - 0.26, said, bbox=box, **beside)
    if row is not None:
        look = {"color": INK, "mfc": PAPER, "lw": 1.8, "ms": 6, "mew": 1.6, "zorder": 3}
        ax.plot(threads[:, row], heights, "o-", **look, gid="picked")
    ax.set(xlim=(scale.low, scale.high), ylim=(len(stages) - 0.65, -0.6))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    titled(ax, "On one axis, a thread a row")


def _activation(ax, result: Result, scale: Scale) -> None:
    p = np.union1d(np.linspace(scale.low, scale.high, 121), np.linspace(-5, 5, 61))
    p = p[(p >= scale.low) & (p <= scale.high)]
    batch = result.batch
    dots = [(x, y, "affine") for x, y in zip(batch.p, batch.a, strict=True)]
    series, now = [Series("", result.curve(p), "affine")], float(batch.p[result.row])
    curves(ax, p, series, x_name="p", y_name="a", now=now, dots=dots)
    ax.set_xlim(scale.low, scale.high)
    titled(ax, f"a = {result.activation}(p)")
