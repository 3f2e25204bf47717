"""The picture of the epsilon explorer: a column under three conventions, and at every size."""

from dataclasses import replace

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import Note, Series, curves
from normviz.drawing.heat import heated
from normviz.drawing.legend import BELOW_KEY, legend
from normviz.drawing.markup import CONTROLS, classes, fold, outlined, tag
from normviz.drawing.numbers import bracketed, fixed, plain, short
from normviz.drawing.parts import lost_digits, noted, scrolled_table, titled, valued
from normviz.drawing.ruler import ruler, ruler_of
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import FEW_ROWS, FULL, RISEN
from normviz.views.epsilon import Result

PLACES = {"inside": "√(σ² + ε)", "outside": "(σ + ε)", "none": "σ alone"}
LINES = {"inside": "solid", "outside": "dashed", "none": "dotted"}


def epsilon_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.epsilon.compute` returns."""
    below = any((x_hat < 0).any() for x_hat in result.x_hat.values())
    return tag(
        "div",
        _stage(result),
        CONTROLS,
        _lead(result),
        lost_digits((result.mean, result.std)),
        fold(
            "All numbers, and ε at its other places",
            [_table(result), legend([BELOW_KEY if below else None]), _chart(result)],
        ),
        data_pool="column",
    )


def _stage(result: Result) -> Markup:
    """The column and its ruler: a step cannot close below what ε leaves of it."""
    at = int(np.argmax(result.column))
    low, high = float(result.column.min()), float(result.column.max())
    reach = 2 * (high - low) or 4 * np.sqrt(result.eps) or 1.0
    step = {
        "inside": np.sqrt(result.std**2 + result.eps),
        "outside": result.std + result.eps,
        "none": result.std,
    }
    units = {"inside": "√(σ² + ε)", "outside": "σ + ε", "none": "σ"}
    rulers = []
    both = [("none", "")] if result.place == "none" else [(result.place, "with ε"), ("none", "without ε")]
    for place, name in both:
        if step[place] > 0:
            lights = {"unit": units[place], "zero": "" if rulers else "mean"}
            lights["lights"] = "x:*" if place == result.place else None
            rulers.append(ruler_of(result.column, result.mean, step[place] ** 2, name=name, **lights))
    if result.place != "none" and rulers:
        rulers[0] = replace(rulers[0], of_eps=1 - result.std / rulers[0].step)
    steps = ", ".join(f"one step is {_number(one.step)} {one.name}".strip() for one in rulers)
    return ruler(
        result.column,
        rulers,
        axis=Scale(low - reach, high + reach),
        label=f"The column on its line; the ruler's 0 lies at μ {_number(result.mean)}, {steps}",
        picked=at if rulers else None,
        picked_name="x",
        keys=lambda i: f"x:{i}",
        hand=True,
    )


def _lead(result: Result) -> Markup:
    at = int(np.argmax(result.column))
    value, x_hat = result.column[at], result.x_hat[result.place][at]
    top = f"({_number(value)} − {bracketed(_number(result.mean))})"
    bottom = {
        "inside": f"√({_number(result.std**2)} + {_number(result.eps)})",
        "outside": f"({_number(result.std)} + {_number(result.eps)})",
        "none": _number(result.std),
    }[result.place]
    text = "0/0: no value, as σ is 0 and nothing is added" if np.isnan(x_hat) else fixed(x_hat)
    return tag("p", f"x̂ = {top} / {bottom} = ", valued(text), class_="nv-lead nv-three")


def _table(result: Result) -> Markup:
    head = [tag("th", "value", scope="col")]
    head += [tag("th", f"÷ {name}", scope="col") for name in PLACES.values()]
    order = range(len(result.column))[:FEW_ROWS]
    body = []
    for i in order:
        cells = [
            tag(
                "td",
                "0/0" if np.isnan(x_hat[i]) else fixed(x_hat[i]),
                data_key=f"{place}:{i}",
                class_=classes(
                    heated(round(15 * np.clip(np.nan_to_num(x_hat[i]), -2, 2))),
                    outlined("nv-in", i == order[0], i == order[-1]) if place == result.place else None,
                ),
            )
            for place, x_hat in result.x_hat.items()
        ]
        head_cell = tag("th", _number(result.column[i]), data_key=f"x:{i}", scope="row")
        body.append(tag("tr", head_cell, cells, data_key=f"row:{i}"))
    more = len(result.column) - len(order)
    caption = f"σ = {_number(result.std)}, ε = {_number(result.eps)}"
    caption += f" (first {FEW_ROWS} values)" if more > 0 else ""
    look = "nv-table nv-fixed nv-heat-column nv-tone-column"
    return scrolled_table(caption, tag("tr", head), body, look=look)


def _chart(result: Result) -> list[Markup]:
    series = [curve_of(result, place) for place in PLACES]
    title = "x̂ of the largest value against the column's size"
    largest = {place: x_hat.max() for place, x_hat in result.x_hat.items()}
    said = (f"{PLACES[place]} {short(most)}" for place, most in largest.items() if not np.isnan(most))
    label = f"{title}. Now: {', '.join(said)}"
    top = max(np.nanmax(values) if np.isfinite(values).any() else 1.0 for values in result.largest.values())
    return [
        titled(title),
        curves(
            result.sizes,
            series,
            label=label,
            x_name="size of the column, as a power of ten",
            now=result.exponent,
            y_scale=Scale(-0.08 * top, 1.25 * top),
            key="size",
            notes=list(_notes(result, top)),
        ),
        noted("The dashed upright line: the column of the table. Blue: what you have chosen."),
    ]


def curve_of(result: Result, place: str, name: str = "") -> Series:
    """The largest x̂ with ε at this place, against the column's size; of the chosen one in its own tone."""
    return Series(name, result.largest[place], "column" if place == result.place else "ink", LINES[place])


def _notes(result: Result, top: float):
    """Each curve's divisor beside it, where it comes down; and the size at which ε is as large as σ²."""
    if result.std == 0:
        return  # every value is 0, or has none: no curve parts from another
    yield Note(result.sizes[0], 1.04 * result.largest["none"][-1], f"÷ {PLACES['none']}")
    alike = result.exponent + np.log10(np.sqrt(result.eps) / result.std)  # there √(σ² + ε) is √2 times σ
    in_sight = result.sizes[0] < alike < result.sizes[-1]
    # Where ε is small, (σ + ε) comes down at smaller columns than √(σ² + ε) does; where it is near 1, at larger ones.
    risen = {place: int(np.argmax(result.largest[place] >= RISEN * top)) for place in ("inside", "outside")}
    left, right = sorted(risen, key=risen.get)
    if at := risen[left]:
        yield Note(result.sizes[at], result.largest[left][at], f"÷ {PLACES[left]}", "end", -8)
    if in_sight:
        at, name, height = max(alike, result.sizes[risen[right]]), f"÷ {PLACES[right]}", 0.45 * top
        yield Note(at, height, name) if at < FULL else Note(result.sizes[-1], height, name, "end", 14)
        yield Note(alike, 0.08 * top, "σ² = ε", line=True)


def _number(value: float) -> str:
    return plain(value, 6)
