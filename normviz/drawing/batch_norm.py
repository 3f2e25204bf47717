"""The picture of the batch norm explorer: the table, one cell's arithmetic, and the column before and after."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import number_line
from normviz.drawing.legend import legend, mean_key, pool_key, tone_key
from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import bracketed, fixed, plain
from normviz.drawing.scale import Scale
from normviz.drawing.tables import table, visible_columns

MOST_TERMS = 6


def batch_norm_picture(result) -> Markup:
    """Draw a ``BatchNormResult``."""
    numbers = [
        tag("div", _tables(result), class_="nv-panels"),
        legend([pool_key("column"), tone_key("affine", "after γ and β"), mean_key()]),
    ]
    return join(
        [
            _lead(result),
            tag(
                "div",
                tag("div", numbers, class_="nv-panel nv-numbers"),
                tag("div", _steps(result), _lines(result), class_="nv-panel nv-grow"),
                class_="nv-panels",
            ),
        ]
    )


def _lead(result) -> Markup:
    r, k = result.row, result.column
    normalized = result.normalized
    x, y = result.table.values[r, k], normalized.y[r, k]
    distance = normalized.x_hat[r, k]
    side = (
        "on the mean"
        if distance == 0
        else f"{fixed(abs(distance))} σ {'above' if distance > 0 else 'below'} the mean"
    )
    return tag(
        "p",
        tag("b", f"{_short(result.table.rows[r])}, {_short(result.table.columns[k])}: "),
        f"{plain(x)} lies {side} of its column. Output ",
        tag("span", fixed(y), class_="nv-value"),
        ".",
        class_="nv-lead",
    )


def _tables(result) -> list[Markup]:
    shown = visible_columns(len(result.table.columns), result.column)
    cell = (result.row, shown.index(result.column))
    normalized = result.normalized
    panels = []
    if result.inputs is not None:
        panels.append(table(result.inputs, caption="Features", tone="column", write=plain))
    statistics = [("μ", normalized.mean[0, shown]), ("σ", normalized.std[0, shown])]
    panels.append(
        table(
            result.table.with_values(result.table.values, columns=shown),
            caption="Before: one pool a column",
            tone="column",
            pool="column",
            selected=cell,
            statistics=statistics,
            write=plain,
        )
    )
    y = normalized.y[:, shown]
    panels.append(
        table(
            result.table.with_values(normalized.y, columns=shown),
            caption="After: y = γ · x̂ + β",
            tone="affine",
            pool="column",
            selected=cell,
            statistics=[("μ", y.mean(axis=0)), ("σ", y.std(axis=0))],
        )
    )
    return [tag("div", panel, class_="nv-panel") for panel in panels]


def _steps(result) -> Markup:
    r, k = result.row, result.column
    normalized = result.normalized
    column, n = result.table.values[:, k], len(result.table.values)
    mean, var = normalized.mean[0, k], normalized.var[0, k]
    squares = (column - mean) ** 2
    divisor = n - int(normalized.correction)
    divided_by = f"({n} − 1)" if normalized.correction else f"{n}"
    mean_text = bracketed(plain(mean))
    gamma, beta, x_hat = normalized.gamma[k], normalized.beta[k], normalized.x_hat[r, k]
    steps = []
    if result.inputs is not None:
        features, weights = result.inputs.values[r], result.weights[:, k]
        products = " + ".join(
            f"{plain(f)} · {bracketed(plain(w))}" for f, w in zip(features, weights, strict=True)
        )
        steps.append(
            (result.table.columns[k], f"{products} + {bracketed(plain(result.bias[k]))} = {plain(column[r])}")
        )
    deviations = _sum([f"({plain(v)} − {mean_text})²" for v in column])
    steps += [
        ("μ", f"({_sum([bracketed(plain(v)) for v in column])}) / {n} = {plain(mean)}"),
        ("σ²", f"({deviations}) / {divided_by} = {plain(squares.sum())} / {divisor} = {plain(var)}"),
        ("σ", f"√{plain(var)} = {fixed(np.sqrt(var))}"),
        (
            "x̂",
            f"({plain(column[r])} − {mean_text}) / √({plain(var)} + {plain(normalized.eps, 5)}) = {fixed(x_hat)}",
        ),
        (
            "y",
            f"γ · x̂ + β = {bracketed(plain(gamma))} · {bracketed(fixed(x_hat))} + {bracketed(plain(beta))} "
            f"= {fixed(normalized.y[r, k])}",
        ),
    ]
    items = [tag("li", tag("span", f"{name} ", class_="nv-name"), "= ", text) for name, text in steps]
    return tag(
        "div",
        tag("p", "The arithmetic of the chosen cell", class_="nv-title"),
        tag("ol", items, class_="nv-steps"),
    )


def _lines(result) -> list[Markup]:
    r, k = result.row, result.column
    normalized, column = result.normalized, result.table.values[:, k]
    y, name = normalized.y[:, k], _short(result.table.columns[k])
    mean, std = normalized.mean[0, k], normalized.std[0, k]
    lines = [("before", column, mean, std, "column", Scale.around(column, [mean - std, mean + std]))]
    lines.append(
        (
            "after",
            y,
            y.mean(),
            y.std(),
            "affine",
            Scale.around(y, [-2.0, 2.0, y.mean() - y.std(), y.mean() + y.std()]),
        )
    )
    return [
        join(
            [
                tag("p", f"{name} {when}", class_="nv-title"),
                number_line(
                    values,
                    scale=scale,
                    mean=mu,
                    std=sigma,
                    tone=tone,
                    label=f"{name} {when}: μ {fixed(mu)}, σ {fixed(sigma)}",
                    picked=r,
                    picked_name=_short(result.table.rows[r]),
                ),
            ]
        )
        for when, values, mu, sigma, tone, scale in lines
    ]


def _sum(terms: list[str]) -> str:
    if len(terms) > MOST_TERMS:
        terms = [*terms[:3], "…", terms[-1]]
    return " + ".join(terms)


def _short(name: str) -> str:
    return name if len(name) <= 16 else name[:15] + "…"
