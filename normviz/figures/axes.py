"""The axes explorer's figure: a block's sentences side by side, and the cells that share one mean."""

import numpy as np

from normviz.drawing.axes import NAMES, windows_of
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.scale import Scale
from normviz.figures.lines import number_line
from normviz.figures.paper import MEAN, PADS, ROOT, ROW, on_paper, sheet, words
from normviz.figures.tables import table
from normviz.models.axes import Result

MOST_COLUMNS = 9  # of all sentences together
WHEN = ("before", "after")


@on_paper
def axes_figure(result: Result):
    """Draw what :func:`normviz.models.axes.compute` returns."""
    sentences, tokens, features = windows_of(result, MOST_COLUMNS)
    rows = ROW * (2.4 + len(tokens))
    times = 6 // len(sentences)  # so that two lines fit below one, two or three sentences
    layout = [[f"{when}, sentence {b + 1}" for b in sentences for _ in range(times)] for when in WHEN]
    layout.append([f"pool {when}" for when in WHEN for _ in range(3)])
    figure, axes = sheet(
        _title(result),
        layout,
        height=2 * rows + 2.6,
        notes=(_key(result), PADS, ROOT if result.norm == "rms_norm" else MEAN),
        height_ratios=[rows, rows, 1.2],
    )
    names = [f"d{k + 1}" for k in features]
    for when, values, write, shade in zip(
        WHEN, (result.batch.values, result.normalized.y), (plain, fixed), (result.tone, "affine"), strict=True
    ):
        for b in sentences:
            mine = result.cell[0] == b
            part = np.ix_([b], tokens, features)
            pool = result.pool[part][0]
            table(
                axes[f"{when}, sentence {b + 1}"],
                values[part][0],
                [result.batch.tokens[b][t] for t in tokens],
                names,
                title=f"{when.capitalize()}, sentence {b + 1}",
                tone=shade,
                write=write,
                pool=pool if pool.any() else None,
                cell=(tokens.index(result.cell[1]), features.index(result.cell[2])) if mine else None,
                real=result.batch.mask[b][list(tokens)],
                heat=pool,
                width=5.8 / len(sentences),
            )
    _lines(axes, result)
    return figure


def _title(result: Result) -> str:
    (b, t, k), x = result.cell, result.batch.values[result.cell]
    word, y = short_name(result.batch.tokens[b][t]), fixed(result.normalized.y[result.cell])
    said = f"{NAMES[result.norm]}: “{word}” in d{k + 1}, {plain(x)}, becomes {y}"
    if not result.count:
        return f"{said}; it is a pad, and left out"
    pads = f", {result.pads} of them pads" if result.pads else ""
    return f"{said}; {result.count} {'cell' if result.count == 1 else 'cells'} in its pool{pads}"


def _key(result: Result) -> str:
    shared = "root mean square" if result.norm == "rms_norm" else "μ and σ"
    cut = [len(window) for window in windows_of(result, MOST_COLUMNS)] != list(result.pool.shape)
    around = " (drawn: those around the chosen one)" if cut else ""
    return f"outline: the cells that share one {shared}{around}"


def _lines(axes, result: Result) -> None:
    if not result.count:
        words(axes["pool before"], [("No pool", "this pad is only filled in, with 0.")], 45)
        axes["pool after"].set_axis_off()
        return
    (b, t, k), pool = result.cell, result.pool
    place = int(np.count_nonzero(pool.ravel()[: np.ravel_multi_index(result.cell, pool.shape)]))
    real = np.broadcast_to(result.batch.mask[..., None], pool.shape)[pool]
    both = (result.batch.values, result.tone), (result.normalized.y, "affine")
    for when, (values, shade) in zip(WHEN, both, strict=True):
        mean, std = result.spread(values)
        centre = mean or 0.0
        number_line(
            axes[f"pool {when}"],
            values[pool],
            scale=Scale.around(values[pool], [centre - std, centre + std]),
            mean=mean,
            std=std,
            tone=shade,
            name=f"The pool {when}",
            real=real,
            picked=place,
            picked_name=f"{short_name(result.batch.tokens[b][t])} d{k + 1}",
        )
