"""The picture of the batch norm explorer: the table before and after, and one cell's arithmetic."""

from dataclasses import replace

import numpy as np
from markupsafe import Markup

from normviz.drawing.legend import legend, pool_key, to_take_hold_of, tone_key
from normviz.drawing.markup import CONTROLS, fold, made_of, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, plain
from normviz.drawing.parts import added_up, arithmetic, lost_digits, panel, panels, titled, valued
from normviz.drawing.ruler import Ruler, axis_of, ruler, ruler_of
from normviz.drawing.scale import Scale
from normviz.drawing.stages import steady_scale
from normviz.drawing.tables import cut, table, visible_columns
from normviz.views.batch_norm import Result

MOST_SMALL = 4  # columns beside the chosen one
LEAST_SHARE = 0.3  # of a line for all columns, that each needs at least


def batch_norm_picture(result: Result) -> Markup:
    """Draw the chosen column with its ruler, the other columns small, and on request tables and arithmetic."""
    columns = len(result.table.columns)
    others = [k for k in visible_columns(columns, result.column) if k != result.column][:MOST_SMALL]
    affine = [tone_key("affine", "after γ and β; sand below 0")] if result.normalized.affine else []
    numbers = [
        panels(map(panel, _tables(result))),
        to_take_hold_of(dots=result.inputs is None),
        legend([pool_key("column"), *affine]),
    ]
    normalized, after = result.normalized, result.normalized.y.mean(axis=0)
    return tag(
        "div",
        _stage(result, result.column),
        CONTROLS,
        _lead(result),
        lost_digits((normalized.mean, normalized.std), (after, result.std_after)),
        tag("div", [tag("div", _stage(result, k, small=True)) for k in others], class_="nv-others-small"),
        fold("All numbers, before and after", numbers),
        fold("The arithmetic", _steps(result)),
        data_pool="column",
        data_both="x y",
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
    of = "the stored mean" if result.whose == "stored" else "the mean of its column"
    side = f"{fixed(abs(distance), 2)} σ {way} {of}" if distance else f"on {of}"
    return tag(
        "p",
        tag("b", f"{short_name(result.table.rows[r])}, {short_name(result.table.columns[k])}: "),
        f"{plain(x)} lies {side}; the output is ",
        valued(fixed(y, 2), data_of=f"{r},{k}"),
        " (ε makes it smaller)" if 0 < normalized.var[0, k] < 100 * normalized.eps else "",
        f".{ONE_ROW if len(result.table.rows) == 1 else ''}",
        class_="nv-lead nv-three",
    )


def _tables(result: Result) -> list[Markup]:
    shown = visible_columns(len(result.table.columns), result.column)
    cell, part = (result.row, shown.index(result.column)), cut(shown, len(result.table.columns))
    normalized = result.normalized
    mean, std = (f"{name} {result.whose}".strip() for name in ("μ", result.symbol))
    alike = {"pool": "column", "selected": cell, "data_row": str, "first": shown[0]}
    tables = []
    if result.inputs is not None:
        tables.append(table(result.inputs, caption="Features", tone="column", write=plain, key="f"))
    tables.append(
        table(
            result.table.with_values(result.table.values, columns=shown),
            caption=f"Before{part}",
            tone="column",
            statistics=[(mean, normalized.mean[0, shown]), (std, normalized.std[0, shown])],
            write=plain,
            key="x",
            **alike,
        )
    )
    tables.append(
        table(
            result.table.with_values(normalized.y, columns=shown),
            caption=f"After{part}",
            tone="affine" if normalized.affine else "column",
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
    summed, squared = (
        ["(", terms, f") / {n} = "],
        ["(", squares, f") / {divided_by} = {plain(var * divisor)} / {divisor} = "],
    )
    if result.whose:
        summed, squared = [], []
    steps += [
        ("μ", [summed, made_of(plain(mean), pool), f", {result.whose}" if result.whose else None]),
        ("σ²", [squared, spread, f", {result.whose}" if result.whose else None]),
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
    return tag("div", title, arithmetic(steps))


def _stage(result: Result, k: int, *, small: bool = False) -> Markup:
    """The numbers of column ``k`` and the ruler that they make."""
    normalized, r = result.normalized, result.row
    own = _ruler(normalized, k)
    rulers = [own]
    if result.whose == "stored":
        batch = replace(_of_batch(normalized, k), gamma=own.gamma, beta=own.beta, name="this batch")
        rulers = [batch, replace(own, tone="ink", name="stored")][small:]
    name = short_name(result.table.columns[k])
    return ruler(
        normalized.x[:, k],
        rulers,
        axis=_axis(result, k),
        label=f"{name}: the ruler's 0 lies at μ {plain(own.mean)}, one step is {plain(own.step)}",
        real=result.table.mask,
        picked=r,
        picked_name=name if small else short_name(result.table.rows[r]),
        keys=lambda i: f"x:{i},{k}",
        small=small,
        hand=result.inputs is None,
        second=not small,
    )


def _ruler(normalized, k: int) -> Ruler:
    x, gamma, beta = normalized.x[:, k], normalized.gamma[k], normalized.beta[k]
    more = {"eps": normalized.eps, "gamma": gamma, "beta": beta, "lights": f"x:*,{k}"}
    return ruler_of(x, normalized.mean[0, k], normalized.var[0, k], **more)


def _axis(result: Result, k: int) -> Scale:
    """A line that stays with the example's own numbers while some are dragged, and widens in coarse steps.

    Columns of one size share it, so that a smaller σ is a shorter step, until a number is dragged beyond its end: then
    the line of its own column widens, and no other.
    """
    if result.weights is not None:  # they move every value, and a bias must be seen to do so
        return steady_scale(np.array([-10.0, 10.0]), _reach(result.normalized, k), margin=0.065)
    columns = range(len(result.table.columns))
    if result.whose == "stored":
        return axis_of(
            result.normalized.x[:, k], _ruler(result.normalized, k), _of_batch(result.normalized, k)
        )
    kept = [_reach(result.unedited, i) for i in (columns if len(columns) <= 1 + MOST_SMALL else [k])]
    if min(map(np.ptp, kept)) < LEAST_SHARE * np.ptp(np.concatenate(kept)):
        kept = [_reach(result.unedited, k)]
    return steady_scale(np.concatenate(kept), _reach(result.normalized, k), margin=0.065)


def _of_batch(normalized, k: int) -> Ruler:
    """The ruler that a column's own μ and σ make, where the layer takes others."""
    x = normalized.x[:, k]
    return ruler_of(x, x.mean(), x.var(), eps=normalized.eps)


def _reach(normalized, k: int) -> np.ndarray:
    """A column's numbers, and the ends of its ruler."""
    return np.append(normalized.x[:, k], _ruler(normalized, k).ends)
