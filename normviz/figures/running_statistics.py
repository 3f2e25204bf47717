"""The running statistics' figure: what is stored after so many batches, what it is made of, and how far off it is."""

import numpy as np

from normviz.drawing.charts import Series
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.running_statistics import USED, caption, percent, sigmas, what_is_known
from normviz.figures.lines import curves
from normviz.figures.paper import DASHES, INK, PAPER, ROW, SMALL, TONES, on_paper, sheet, titled
from normviz.figures.tables import table
from normviz.models.running_statistics import Result


@on_paper
def running_statistics_figure(result: Result):
    """Draw what :func:`normviz.models.running_statistics.compute` returns."""
    heights, notes = {"numbers": ROW * 9, "μ": 1.7, "σ": 1.7}, ["rings: one batch each"]
    if result.running:
        heights = {"numbers": ROW * 9, "made of": 0.28, "μ": 1.7, "σ": 1.7}
        notes.append("white part of the bar: the start values")
    layout, ratios = [[name] for name in heights], [*heights.values()]
    figure, axes = sheet(_title(result), layout, height=6.9, notes=tuple(notes), height_ratios=ratios)
    _table(axes["numbers"], result)
    if result.running:
        _bar(axes["made of"], result)
    for what in "μσ":
        _chart(axes[what], result, what)
    return figure


def _title(result: Result) -> str:
    n = result.seen
    if not result.running:
        averaged, true = sigmas(result)
        return f"{caption(result)}: the lecture’s average of σ is {averaged}, the population’s σ {true}"
    mean, var = result.running_mean[n], result.running_var[n]
    how = f"momentum {plain(result.momentum)} ({result.convention})"
    if result.convention == "plain":
        how = "plain average"
    becomes, whole = (fixed(result.evaluated(*pair)) for pair in ((mean, var), result.population))
    said = f"{caption(result)}, {how}: evaluation turns {plain(result.x)} into {becomes}"
    return f"{said}; the population’s μ and σ would give {whole}"


def _table(ax, result: Result) -> None:
    rows = what_is_known(result)
    table(
        ax,
        np.array([(mean, var, np.sqrt(var)) for _, mean, var in rows]),
        [name for name, *_ in rows],
        ("μ", "σ²", "σ"),
        title=caption(result),
        pool=np.array([[name == USED] * 3 for name, *_ in rows]),
        heat=np.zeros(3),
        longest=26,
    )


def _bar(ax, result: Result) -> None:
    shares = 100 * result.composition
    ends = np.cumsum(shares)
    colours = [PAPER, *[TONES["column"]] * (len(shares) - 1)]
    ax.barh(0, shares, left=ends - shares, height=1, color=colours, edgecolor=INK, lw=0.5, gid="share")
    newest = f", newest batch {percent(shares[-1] / 100)}" if result.seen else ""
    titled(ax, f"What the running values are made of: start values {percent(shares[0] / 100)}{newest}")
    ax.set(xlim=(0, 100), ylim=(-0.5, 0.5))
    ax.set_yticks([])
    ax.set_xticks([0, 25, 50, 75, 100], ["0", "25", "50", "75", "100 %"], fontsize=SMALL)
    ax.spines["left"].set_visible(False)


def _chart(ax, result: Result, what: str) -> None:
    n, last = result.seen, len(result.weights)
    running, averaged, population, of_batches = result.followed[what]
    series = [Series("the lecture’s plain average", averaged[: n + 1], "ink", "dashed")]
    if result.running:
        series.insert(0, Series("running", running[: n + 1], "column"))
    dots = [(step, of_batches[step - 1], "column") for step in range(1, n + 1)]
    ax.axhline(population, color=INK, lw=1.3, ls=DASHES["dotted"], label="population", gid="population")
    curves(
        ax,
        np.arange(n + 1),
        series,
        x_name="batches seen" + (", simulated" if result.simulated else ""),
        y_name=f"{what} of {short_name(result.name)}",
        now=n,
        dots=dots,
        where="above",
    )
    known = np.concatenate([running, of_batches, [population, 0.0]])
    room = 0.08 * np.ptp(known) or 1.0
    ax.set(xlim=(-0.03 * last, 1.03 * last), ylim=(known.min() - room, known.max() + room))
    ax.xaxis.get_major_locator().set_params(integer=True)
