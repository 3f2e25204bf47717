"""The padding explorer's figure: the stacked rows, their outputs, the shift of μ and σ, and the law."""

import numpy as np

from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.padding import law_series, recounted
from normviz.drawing.scale import Scale
from normviz.drawing.tables import MOST_ROWS as MOST_IN_A_TABLE
from normviz.drawing.tables import visible_columns
from normviz.figures.lines import curves, number_line
from normviz.figures.paper import MEAN, PADS, PAPER, POOL, ROW, SMALL, TONES, named, on_paper, sheet, titled
from normviz.figures.tables import MOST_COLUMNS, height_of, table
from normviz.models.padding import Result

FAINT = 0.18  # of the tone: the colour of 0 in a map
NAMES = {
    "batch_norm": "Batch norm, pads counted",
    "masked_batch_norm": "Batch norm without pads",
    "filled_batch_norm": "Batch norm, pads filled with the mean",
    "layer_norm": "Layer norm",
}


@on_paper
def padding_figure(result: Result):
    """Draw what :func:`normviz.models.padding.compute` returns."""
    long = len(result.table.values) > 3 * MOST_IN_A_TABLE
    rows = ROW * (12 if long else height_of(result.table.mask, below=_below(result), keep=result.row))
    figure, axes = sheet(
        _title(result),
        [["map", "map"] if long else ["before", "after"], ["line", "line"], ["law", "law"]],
        height=rows + 4.7,
        notes=(PADS, MEAN) if long else (POOL, PADS, MEAN),
        height_ratios=[rows, 1.3, 2.1],
    )
    if long:
        _map(axes["map"], result)
    else:
        _tables(axes["before"], axes["after"], result)
    _line(axes["line"], result)
    _law(axes["law"], result)
    return figure


def _title(result: Result) -> str:
    (b, t), k, mask = result.token, result.feature, result.batch.mask
    pads, word = mask.size - int(mask.sum()), short_name(result.batch.tokens[b][t])
    batch = f"{mask.shape[1]} tokens a sentence, {pads} of {mask.size} rows are pads"
    x, y = plain(result.batch.values[b, t, k]), fixed(result.normalized.y[b, t, k])
    return f"{NAMES[result.norm]}; {batch}. “{word}” in d{k + 1}: {x} becomes {y}"


def _below(result: Result) -> int:
    return 0 if result.norm == "layer_norm" else 2


def _tables(before, after, result: Result) -> None:
    sentences, length, features = result.batch.values.shape
    shown = visible_columns(features, result.feature, MOST_COLUMNS)
    row, column, real = result.row, shown.index(result.feature), result.table.mask
    tone, normalized = result.pool, result.normalized
    by_row = tone == "row"
    statistics = [("μ", normalized.mean.reshape(-1)), ("σ", normalized.std.reshape(-1))]
    pool = np.zeros((len(real), len(shown)), bool)
    pool[row if by_row else (slice(None), column)] = True
    if result.norm == "masked_batch_norm":
        pool &= real[:, None]
    cut = "" if len(shown) == features else f", d{shown[0] + 1} to d{shown[-1] + 1} of {features}"
    names = [f"d{k + 1}" for k in shown]
    shared = {"real": real, "cell": (row, column), "width": 2.9}
    table(
        before,
        result.table.values[:, shown],
        result.table.rows,
        names,
        title=f"x, stacked: {sentences} × {length} rows{cut}",
        tone=tone,
        write=plain,
        pool=pool,
        below=[] if by_row else [(name, numbers[shown]) for name, numbers in statistics],
        beside=statistics if by_row else [],
        **shared,
    )
    y = normalized.y.reshape(-1, features)[:, shown]
    # What stands below the first table would leave its rows higher than these.
    empty = [("", [np.nan] * len(shown))] * _below(result)
    table(after, y, None, names, title="y = γ · x̂ + β", tone="affine", below=empty, **shared)


def _map(ax, result: Result) -> None:
    """One line a sentence, one cell a token: for a batch too long for a table."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    sentences, length, _ = result.batch.values.shape
    tone = result.pool
    values = np.abs(result.table.values[:, result.feature]).reshape(sentences, length)
    lightest = 1 - FAINT * (1 - np.array(to_rgb(TONES[tone])))
    shades = LinearSegmentedColormap.from_list(tone, [lightest, TONES[tone]])
    cells = np.ma.masked_array(values, ~result.batch.mask)
    ax.patch.set(hatch="////", edgecolor=TONES["pad"], linewidth=0, facecolor=PAPER)
    edges = (np.arange(n + 1) + 0.5 for n in (length, sentences))
    mesh = ax.pcolormesh(*edges, cells, cmap=shades, vmin=0, gid="map")
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.01)
    bar.set_label(f"size of d{result.feature + 1}", fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)
    ax.invert_yaxis()
    share = fixed(100 * (1 - result.real_fraction), 1)
    said = f"one line a sentence, one cell a token; {share} % of the rows are pads"
    titled(ax, f"d{result.feature + 1}: {said}")
    named(ax, "token", "sentence")


def _line(ax, result: Result) -> None:
    (b, t), k = result.token, result.feature
    word = short_name(result.batch.tokens[b][t])
    if result.norm == "layer_norm":
        mean, std = result.normalized.mean[b, t, 0], result.normalized.std[b, t, 0]
        scale = Scale.around(result.table.values, [0.0, mean - std, mean + std])
        of_row = {"name": f"The row of “{word}”", "picked": k, "picked_name": f"d{k + 1}"}
        number_line(ax, result.batch.values[b, t], scale=scale, mean=mean, std=std, tone="row", **of_row)
        return
    masked = result.norm == "masked_batch_norm"
    without = tuple(statistic[k] for statistic in result.without_pads)
    mean, std = without if masked else tuple(statistic[k] for statistic in result.with_pads)
    values = result.table.values[:, k]
    number_line(
        ax,
        values,
        scale=Scale.around(values, [0.0, mean - std, mean + std, without[0] - without[1], sum(without)]),
        mean=mean,
        std=std,
        tone="column",
        name=f"d{k + 1}",
        real=result.table.mask,
        picked=result.row,
        picked_name=word,
        ghost=None if masked else without,
    )


def _law(ax, result: Result) -> None:
    title = "Padding moves nothing"
    if result.pools_pads:
        title = f"d{result.feature + 1}: the law of padding (lines) and recounts (rings)"
    curves(
        ax,
        result.curve_pads,
        law_series(result),
        x_name="pad rows in the batch",
        y_name=f"value in d{result.feature + 1}",
        now=int((~result.batch.mask).sum()),
        dots=recounted(result),
        where="above",
    )
    titled(ax, title)
