"""The picture of the batch norm explorer: the table before and after, and one cell's arithmetic."""

from math import ceil

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import BELOW_LINE, LINE_AT, number_line, ring_height
from normviz.drawing.legend import MEAN_KEY, WAS_KEY, legend, pool_key, to_take_hold_of, tone_key
from normviz.drawing.markup import given, join, made_of, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, mean_and_std, plain
from normviz.drawing.parts import MOST_TERMS, added_up, arithmetic, lost_digits, panel, panels, titled, valued
from normviz.drawing.piles import DOT
from normviz.drawing.stages import BETA, GAMMA, MOST_THREADS, reach_of, steady_scale, thread
from normviz.drawing.tables import cut, table, visible_columns
from normviz.models.batch_norm import Result

BETWEEN = 24  # px between the two lines
LEAST_SHARE = 3  # a column that is narrower than this part of the table has an axis of its own


def batch_norm_picture(result: Result) -> Markup:
    """Draw the tables, the column as a number line, and one cell's arithmetic."""
    numbers = [
        panels(map(panel, _tables(result))),
        to_take_hold_of(dots=result.inputs is None),
        legend([pool_key("column"), tone_key("affine", "after γ and β; grey below 0"), MEAN_KEY, WAS_KEY]),
    ]
    lines = panel(_lines(result), look="nv-grow nv-sooner")
    source = result.inputs or result.table
    shown = {"data_pool": "column", "data_both": "x y", "data_given": given(source.rows, source.columns)}
    normalized, after = result.normalized, result.normalized.y.mean(axis=0)
    lost = lost_digits((normalized.mean, normalized.std), (after, result.std_after))
    return join(
        _lead(result), lost, panels(panel(numbers, look="nv-numbers"), lines, **shown), _steps(result)
    )


ONE_ROW = (
    " The table has one row, so each number is the mean of its own column. If these numbers are one column, put each "
    "on a line of its own."
)


def _lead(result: Result) -> Markup:
    normalized, (r, k) = result.normalized, (result.row, result.column)
    x, y, mean, std = normalized.x[r, k], normalized.y[r, k], normalized.mean[0, k], normalized.std[0, k]
    # Not x̂: where σ is tiny, ε makes it smaller than the number of σ that x really lies away.
    distance = (x - mean) / std if std else 0.0
    way = "above" if distance > 0 else "below"
    side = f"{fixed(abs(distance))} σ {way} the mean" if distance else "on the mean"
    return tag(
        "p",
        tag("b", f"{short_name(result.table.rows[r])}, {short_name(result.table.columns[k])}: "),
        f"{plain(x)} lies {side} of its column. Output ",
        valued(fixed(y), data_of=f"{r},{k}"),
        f".{ONE_ROW if len(result.table.rows) == 1 else ''}",
        class_="nv-lead nv-three",
    )


def _tables(result: Result) -> list[Markup]:
    shown = visible_columns(len(result.table.columns), result.column)
    cell, part = (result.row, shown.index(result.column)), cut(shown, len(result.table.columns))
    normalized = result.normalized
    alike = {"pool": "column", "selected": cell, "data_row": str, "first": shown[0]}
    tables = []
    if result.inputs is not None:
        tables.append(table(result.inputs, caption="Features", tone="column", write=plain, key="f"))
    tables.append(
        table(
            result.table.with_values(result.table.values, columns=shown),
            caption=f"Before{part}",
            tone="column",
            statistics=[("μ", normalized.mean[0, shown]), (result.symbol, normalized.std[0, shown])],
            write=plain,
            key="x",
            **alike,
        )
    )
    tables.append(
        table(
            result.table.with_values(normalized.y, columns=shown),
            caption=f"After{part}",
            tone="affine",
            statistics=[("μ", normalized.y.mean(axis=0)[shown]), (result.symbol, result.std_after[shown])],
            key="y",
            **alike,
        )
    )
    return tables


def _steps(result: Result) -> Markup:
    r, k = result.row, result.column
    normalized = result.normalized
    column, n = result.table.values[:, k], len(result.table.values)
    mean, var = normalized.mean[0, k], normalized.var[0, k]
    if abs(mean) < 1e-12 * np.abs(column).max():
        mean = 0.0  # but for the last bits of a float
    divisor = n - int(normalized.correction)
    divided_by = f"({n}{SPACE}−{SPACE}1)" if normalized.correction else f"{n}"
    mean_text = bracketed(plain(mean))
    gamma, beta, x_hat = normalized.gamma[k], normalized.beta[k], normalized.x_hat[r, k]
    steps = []
    if result.inputs is not None:
        features, weights = result.inputs.values[r], result.weights[:, k]
        factors = zip(features, weights, strict=True)
        sum_ = " + ".join(f"{plain(f)}{SPACE}·{SPACE}{bracketed(plain(w))}" for f, w in factors)
        sum_ += f" + {bracketed(plain(result.bias[k]))} = {plain(column[r])}"
        steps.append((short_name(result.table.columns[k]), sum_))
    pool = f"x:*,{k}"
    keys = [f"x:{i},{k}" for i in range(n)]
    terms = added_up([made_of(bracketed(plain(v)), key) for v, key in zip(column, keys, strict=True)])
    distances = [f"({plain(v)}{SPACE}−{SPACE}{mean_text})²" for v in column]
    squares, spread = added_up(list(map(made_of, distances, keys))), made_of(plain(var), pool)
    steps += [
        ("μ", ["(", terms, f") / {n} = ", made_of(plain(mean), pool)]),
        ("σ²", ["(", squares, f") / {divided_by} = {plain(var * divisor)} / {divisor} = ", spread]),
        ("σ", ["√", spread, " = ", made_of(fixed(np.sqrt(var)), pool)]),
        (
            "x̂",
            [
                "(",
                made_of(plain(column[r]), f"x:{r},{k}"),
                f"{SPACE}−{SPACE}",
                made_of(mean_text, pool),
                ") / √(",
                spread,
                f"{SPACE}+{SPACE}{plain(normalized.eps, 5)}) = {fixed(x_hat)}",
            ],
        ),
        (
            "y",
            f"γ · x̂ + β = {bracketed(plain(gamma))} · {bracketed(fixed(x_hat))} + {bracketed(plain(beta))} "
            f"= {fixed(normalized.y[r, k])}",
        ),
    ]
    title = titled("The arithmetic of the chosen cell")
    room = _room(len(steps), min(n, MOST_TERMS), moving=result.inputs is not None)
    return tag("div", title, arithmetic(steps, style=room))


def _room(steps: int, terms: int, *, moving: bool) -> str:
    """Room for the longest arithmetic that the controls can bring, so that the page below stands still."""
    # On a phone a term of σ² takes up to two lines where weights change every number, and half a line elsewhere.
    narrow = 10 + 2 * terms if moving else 7 + ceil(terms / 2)
    return f"--steps:{steps};--lines:{steps + moving};--lines-narrow:{narrow}"


def _lines(result: Result) -> list[Markup]:
    r, k = result.row, result.column
    normalized = result.normalized
    name, picked = short_name(result.table.columns[k]), short_name(result.table.rows[r])
    x, y = normalized.x[:, k], normalized.y[:, k]
    lines = []
    mu, sigma = normalized.mean[0, k], normalized.std[0, k]
    shown = np.array([*x, mu - sigma, mu + sigma])
    own = result.unedited
    first, spread = own.mean[0, k], own.std[0, k]
    before = steady_scale(np.array([*_alike(own.x, k), first - spread, first + spread]), shown, margin=0.06)
    if result.weights is not None:  # they move every value, and a bias must be seen to do so
        before = steady_scale(np.array([-10.0, 10.0]), shown, margin=0.03)
    after = steady_scale(reach_of(own.x_hat, GAMMA, BETA), y, margin=0.03)
    for when, key, values, mean, std, tone, scale in (
        ("before", "x", x, mu, sigma, "column", before),
        ("after", "y", y, y.mean(), result.std_after[k], "affine", after),
    ):
        title = f"{name} {when}"
        line = number_line(
            values,
            scale=scale,
            mean=mean,
            std=std,
            tone=tone,
            label=f"{title}: {mean_and_std(mean, std)}",
            # A title between the lines would stand on the threads.
            name=title if when == "after" else "",
            picked=r,
            picked_name=picked,
            keys=lambda i, key=key: f"{key}:{i},{k}",
            lights=f"{key}:*,{k}",
            thread_from=before.at(x[r]) if when == "after" else None,
        )
        lines.append(line)
    rings = ring_height(x, r, before), ring_height(y, r, after)
    threads = _threads([before.at(value) for value in x], [after.at(value) for value in y], rings, r, k)
    scales = tag("span", " (each line has a scale of its own)", class_="nv-note")
    return [titled(f"{name} before", scales), tag("div", threads, *lines, class_="nv-threaded")]


def _alike(table: np.ndarray, column: int) -> np.ndarray:
    """The column, or the whole table where the column is no speck on its axis: then σ can be compared by eye."""
    own = table[:, column]
    return own if np.ptp(own) < np.ptp(table) / LEAST_SHARE else table.ravel()


def _threads(
    starts: list[float], ends: list[float], rings: tuple[float, float], picked: int, column: int
) -> Markup:
    """Join each number on the first line with what became of it on the second; of many rows, every so many-th.

    The picked one's thread goes from ring to ring, which lie so many px over their lines.
    """
    rows = [row for row in range(0, len(starts), -(-len(starts) // MOST_THREADS)) if row != picked]
    second = LINE_AT + BELOW_LINE + BETWEEN + LINE_AT
    heights = dict.fromkeys(rows, (LINE_AT, second - 5 - DOT / 2))
    heights[picked] = (LINE_AT - rings[0], second - rings[1])
    lines = [
        thread((starts[row], y1), (ends[row], y2), row == picked, f"y:{row},{column}/thread")
        for row, (y1, y2) in heights.items()
    ]
    return tag("svg", lines, class_="nv-threads", aria_hidden="true")
