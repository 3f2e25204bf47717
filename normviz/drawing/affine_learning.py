"""The picture of γ and β learning: the gradient as the sums below a table, the path, and the loss step by step."""

from collections.abc import Callable
from functools import partial

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import Series, curves
from normviz.drawing.legend import legend, tone_key
from normviz.drawing.markup import classes, fold, join, outlined, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import bracketed, fixed, many, plain, power_of_ten, short, significant
from normviz.drawing.parts import lost_digits, named_row, panel, panels, scrolled_table, titled, valued
from normviz.drawing.plane import plane
from normviz.drawing.stages import steady_scale
from normviz.views.affine_learning import Result

MOST_ROWS = 12
LOSS_AXIS = np.array([-9.0, 2.0])  # powers of ten
LONGEST_NAME = 9
HEADS = ("x̂", "y", "t", "y − t", "(y − t) · x̂")


def affine_learning_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.affine_learning.compute` returns."""
    losses = titled("How far the loss is above the lowest")
    way = panel(losses, _losses(result), look="nv-grow")
    title = titled("The path on the loss, seen from above")
    path = tag("div", title, _plane(result))
    z, after = result.table.values[:, 0], tone_key("affine", "y, after γ and β")
    return join(
        _lead(result),
        lost_digits((z.mean(), z.std())),
        panels(panel(path, _legend(), look="nv-grow nv-ahead"), way),
        fold("The sums that make the next step", _table(result), legend([after]), _steps(result)),
    )


def _legend() -> Markup:
    steps = [
        tag("li", text)
        for text in ("● a step that was taken", "dotted: the next step", "stronger tint: a lower loss")
    ]
    return legend(steps)


def when(step: int) -> str:
    """When on the way down, as a sentence begins."""
    return "At the start" if step == 0 else f"After step {step}"


def _lead(result: Result) -> Markup:
    k = result.step
    gamma, beta = result.path[k]
    bound = "2" if result.form == "mean" else f"2 / n = 2 / {len(result.y)} = {plain(result.bound)}"
    verdict = "below" if result.settles else "not below"
    so = "." if result.settles else ": the steps do not settle."
    return tag(
        "p",
        tag("b", f"{when(k)}: "),
        f"γ = {short(gamma)}, β = {short(beta)}, loss L = ",
        valued(fixed(result.losses[k])),
        f" (lowest possible {fixed(result.lowest_loss)}).",
        tag("span", f"η = {plain(result.rate)} is {verdict} the bound {bound}{so}", class_="nv-line2"),
        class_="nv-lead nv-five",
    )


def _table(result: Result) -> Markup:
    columns, keys = columns_of(result), ("z", "y", "t", "e", "ez")
    writes = [plain if head == "t" else _writer(values) for head, values in columns.items()]
    count = len(result.y)
    shown = min(count, MOST_ROWS)
    body = []
    for row in range(shown):
        outline = classes(outlined("nv-in", row == 0, row == shown - 1), "nv-tone-affine nv-elsewhere")
        looks = [outline if head == "y" else _aside(head) for head in columns]
        cells = [
            tag("td", write(values[row]), data_key=f"{key}:{row}", class_=look)
            for values, key, write, look in zip(columns.values(), keys, writes, looks, strict=True)
        ]
        name = result.table.rows[row]
        named = tag("th", short_name(name, LONGEST_NAME), scope="row", title=name, style="max-width:5.8em")
        body.append(tag("tr", named, cells, data_key=f"row:{row}"))
    if shown < count:
        more = f"… {count - shown} more rows"
        body.append(tag("tr", tag("th", more, scope="row", colspan=6), class_="nv-more"))
    blank = [tag("td", class_=_aside(head)) for head in HEADS[:3]]
    sums = named_row(
        "Σ" if result.form == "sum" else "mean",
        blank,
        [
            tag("td", _writer(d)(d), data_key=f"Σ {key}:*", data_lights=f"{key}:*")
            for d, key in zip(result.gradients[result.step][::-1], keys[3:], strict=True)
        ],
    )
    named = tag("tr", tag("td"), blank, tag("td", "= dL/dβ"), tag("td", "= dL/dγ"))
    caption = f"{short_name(result.table.columns[0])} normalized, y = γ · x̂ + β"
    return scrolled_table(
        caption,
        tag("tr", tag("td"), [tag("th", head, scope="col", class_=_aside(head)) for head in HEADS]),
        body,
        foot=[sums, named],
        look="nv-table",
        aside=tag("span", ", and its target t", class_=_aside("t")),
    )


def columns_of(result: Result) -> dict[str, np.ndarray]:
    """The numbers of every row on their way to the gradient, by name."""
    error = result.y - result.target
    numbers = (result.z_hat, result.y, result.target, error, error * result.z_hat)
    return dict(zip(HEADS, numbers, strict=True))


def _writer(values) -> Callable[[float], str]:
    """Writes fewer decimals where there are more digits before them: a walk that runs away stays in the table."""
    largest = np.abs(values).max()
    return partial(fixed, decimals=4 if largest < 100 else 2 if largest < 10_000 else 0)


def _aside(head: str) -> str | None:
    # A narrow screen has no room for t, a phone none for y, and y − t tells both.
    return {"t": "nv-aside", "y": "nv-elsewhere"}.get(head)


def _steps(result: Result) -> Markup:
    k, rate = result.step, result.rate
    items = []
    now, after = result.path[k : k + 2]
    for name, old, slope, new in zip("γβ", now, result.gradients[k], after, strict=True):
        arithmetic = f" = {short(old)} − {plain(rate)} · {bracketed(fixed(slope))} = "
        law = [name, tag("sub", "new"), f" = {name} − η · dL/d{name}"]
        items.append(tag("li", law, tag("div", arithmetic, valued(fixed(new)))))
    title = titled("The next step", style="margin-top:.8em")
    return tag("div", title, tag("ol", items, class_="nv-steps"))


def _plane(result: Result) -> Markup:
    path = result.path[: result.step + 1]
    gamma, beta = path[-1]
    low_gamma, low_beta = result.bowl.lowest
    first = ", ".join(plain(number) for number in path[0])
    label = (
        f"γ across, β up: from {first} in {many(result.step, 'step')} to {short(gamma)}, {short(beta)}; "
        f"the lowest loss is at {short(low_gamma)}, {short(low_beta)}"
    )
    return plane(
        result.bowl,
        path,
        label=label,
        names=("γ", "β"),
        remark=unsettled(result),
        dashed=not result.settles,
        numbered=True,
        ahead=result.path[result.step + 1],
        reach=result.reach,
    )


def unsettled(result: Result) -> str:
    """What a walk does that does not settle; nothing of another one."""
    if result.settles:
        return ""
    times = significant(2 * result.rate / result.bound - 1, 3)
    return "back and forth" if times == "1" else f"× {times} each step"


def _losses(result: Result) -> Markup:
    steps = np.arange(result.most_steps + 1)
    taken = result.losses[: result.step + 1]
    shown = np.full(len(steps), np.nan)
    # What is left is soon smaller than the last bits of the loss that it is taken from.
    above = np.maximum(taken - result.lowest_loss, 10.0 ** LOSS_AXIS[0])
    shown[: result.step + 1] = np.log10(above)
    label = "loss: " + ", ".join(f"step {k} {short(loss)}" for k, loss in enumerate(taken))
    return curves(
        steps,
        [Series("", shown, "affine")],
        label=label,
        x_name="steps taken",
        dots=[(k, power, "affine") for k, power in enumerate(shown[: result.step + 1])],
        height=380,
        y_scale=steady_scale(LOSS_AXIS, shown[: result.step + 1], margin=0.03),
        y_write=power_of_ten,
        key="loss",
    )
