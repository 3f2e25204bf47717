"""The picture of the affine explorer: the ruler reads x̂ and y off z, and y goes on into the activation's curve."""

import numpy as np
from markupsafe import Markup

from normviz import _inputs
from normviz.drawing.charts import Series, curves
from normviz.drawing.legend import legend, tone_key
from normviz.drawing.markup import CONTROLS, classes, fold, join, outlined, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, mean_and_std, plain, short
from normviz.drawing.parts import (
    arithmetic,
    column_names,
    lost_digits,
    named_row,
    scrolled_table,
    titled,
    valued,
)
from normviz.drawing.picture import Picture
from normviz.drawing.ruler import Ruler, ruler, ruler_of
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import ACTIVATION, BELOW_PLOT, FEW_ROWS, HEAD, RANGE, ROW_NAME
from normviz.drawing.stages import reach_of, stages, steady_scale
from normviz.drawing.tables import first_rows
from normviz.norms import batch_norm
from normviz.views.affine import Result

EPS = 1e-5  # of batch_norm, which the view calls without another one
SAME = 1e-12  # of the column's own size: what getting z back must give, and what counts as given back


def affine_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.affine.compute` returns."""
    column, affine = tone_key("column", "one column: one μ, one σ"), tone_key("affine", "after γ and β")
    own, *others = result.batches
    numbers = [_table(result, batch) for batch in result.batches]
    lost = lost_digits(
        *((v.mean(), (v - v.min()).std()) for batch in result.batches for v in (batch.z, batch.y))
    )
    return join(
        _stage(result, own),
        [[titled(batch.title), _stage(result, batch)] for batch in others],
        CONTROLS,
        _lead(result),
        lost,
        _curve(result),
        fold("All numbers", *numbers, legend([column, affine]), _steps(result)),
    )


def _ruler(result: Result, batch) -> Ruler:
    key, *_ = _keys(result, batch)
    more = {"gamma": result.gamma, "beta": result.beta, "lights": f"{key}:*"}
    return ruler_of(batch.z, batch.mean, batch.var, eps=EPS, **more)


def _stage(result: Result, batch) -> Markup:
    """A batch and its ruler: γ and β are other numerals on the same steps. All batches have one line."""
    own, is_own = _ruler(result, batch), batch is result.batch
    key, *_ = _keys(result, batch)
    reach = [end for one in result.batches for end in _ruler(result, one).ends]
    kept = [result.unedited.z, *(b.z for b in result.batches[1:]), reach]
    return ruler(
        batch.z,
        [own],
        axis=steady_scale(np.concatenate(kept), batch.z),
        label=f"{batch.title}: the ruler's 0 lies at μ {short(own.mean)}, one step is {short(own.step)}",
        picked=result.row if is_own else None,
        picked_name=short_name(batch.rows[result.row], ROW_NAME) if is_own else "",
        keys=lambda r: f"{key}:{r}",
        hand=is_own,
        second=is_own,
    )


def show_affine(column, *, gamma=1.0, beta=0.0, name: str = "z", reach=None) -> Picture:
    """Draw one column before batch norm, normalized, and after γ and β, on one axis.

    Parameters
    ----------
    column : array, (N,)
    gamma, beta : γ and β of this column
    name : the column's name
    reach : numbers that the axis shows in any case; with the same two ends, two pictures have one axis

    Returns
    -------
    Picture, shown by a notebook

    Raises
    ------
    TypeError, ValueError
        For a column or ``reach`` that is not a row of finite numbers, or a γ or β that is not a finite number.

    Examples
    --------
    >>> show_affine([8, 2, 5], gamma=2, name="minutes")
    minutes: μ 5, σ 2.4495
    x̂: μ 0, σ 1
    y = 2 · x̂ + 0: μ 0, σ 2
    """
    column = _inputs.array("column", column, ndim=(1,))
    gamma, beta = _inputs.number("gamma", gamma), _inputs.number("beta", beta)
    _inputs.text("name", name)
    reach = column if reach is None else _inputs.array("reach", reach, ndim=(1,))
    normalized = batch_norm(column[:, None], gamma=gamma, beta=beta)
    z_hat, y = normalized.x_hat[:, 0], normalized.y[:, 0]
    with np.errstate(over="ignore"):
        if not np.isfinite(y.std()):
            raise ValueError(
                "gamma, beta: expected numbers whose squares fit in float64, got one that overflows"
            )
    lines = lines_of(name, (column, z_hat, y), gamma, beta)
    label = "\n".join(f"{stage}: {mean_and_std(values.mean(), values.std())}" for stage, values, _ in lines)
    scale = Scale.around(column, z_hat, y, reach)
    drawn = stages(lines, scale=scale, label=label)
    return Picture(tag("div", drawn, style="width:30em;max-width:100%"), label)


def _lead(result: Result) -> Markup:
    row, batch = result.row, result.batch
    said = [
        tag("b", f"{short_name(batch.rows[row])}: "),
        f"{plain(batch.z[row])} → x̂ {fixed(batch.z_hat[row])} → y{SPACE}",
        valued(fixed(batch.y[row]), data_of=row),
        [f" → a{SPACE}", valued(fixed(batch.a[row]))] if _activated(result) else None,
    ]
    names = ("this batch", "the other batch")
    gaps = [_given_back(batch, name) for batch, name in zip(result.batches, names, strict=False)]
    if len(gaps) == 1 and not _is_given_back(batch):
        gaps = []  # nobody has asked for z back
    return tag("p", said, [tag("span", gap, class_="nv-line2") for gap in gaps], class_="nv-lead")


def _is_given_back(batch) -> bool:
    return batch.gap <= SAME * max(1.0, np.abs(batch.z).max())


def _given_back(batch, name: str) -> list:
    if _is_given_back(batch):
        return [f"In {name} y gives z back: ", valued("no difference to 12 digits"), "."]
    return [f"In {name} y and z differ by up to ", valued(fixed(batch.gap)), "."]


def _table(result, batch) -> Markup:
    parts = [
        (short_name(result.name, HEAD), batch.z, plain, "column"),
        ("x̂", batch.z_hat, fixed, None),
        ("y", batch.y, fixed, _tone(result)),
    ]
    if _activated(result):
        parts.append(("a", batch.a, fixed, None))
    stages = _keys(result, batch)[: len(parts)]
    shown = first_rows(len(batch.z), FEW_ROWS, result.row if batch is result.batch else None)
    body = []
    for i, row in enumerate(shown):
        cells = []
        for (_, values, write, tone), key in zip(parts, stages, strict=True):
            outline = tone and classes(outlined("nv-in", i == 0, i == len(shown) - 1), f"nv-tone-{tone}")
            picked = batch is result.batch and row == result.row
            look = classes(outline, "nv-cell" if picked else None)
            cells.append(tag("td", write(values[row]), data_key=f"{key}:{row}", class_=look))
        name = batch.rows[row]
        head = tag("th", short_name(name, ROW_NAME), scope="row", title=name)
        place = row if batch is result.batch else None
        body.append(tag("tr", head, cells, data_key=f"{stages[0]}.row:{row}", data_row=place))
    if len(shown) < len(batch.z):
        more = f"… {len(batch.z) - len(shown)} more rows"
        body.append(tag("tr", tag("th", more, scope="row", colspan=1 + len(parts)), class_="nv-more"))
    foot = [
        named_row(
            mark,
            [
                tag("td", fixed(measure(values)), data_key=f"{mark} {key}:*", data_lights=f"{key}:*")
                for (_, values, *_), key in zip(parts, stages, strict=True)
            ],
        )
        for mark, measure in (("μ", np.mean), ("σ", np.std))
    ]
    head = column_names(name for name, *_ in parts)
    return scrolled_table(f"{batch.title}, row by row", head, body, foot=foot, look="nv-table nv-fixed")


def _keys(result, batch) -> tuple[str, ...]:
    """What z, x̂, y and a are called."""
    return ("x", "z", "y", "a") if batch is result.batch else ("x2", "z2", "y2", "a2")


def _steps(result: Result) -> Markup:
    row, batch = result.row, result.batch
    mean, var, eps = batch.mean, batch.var, result.eps
    z, z_hat, y, a = (values[row] for values in (batch.z, batch.z_hat, batch.y, batch.a))
    written, root = bracketed(fixed(y)), f"√({plain(var)} + {plain(eps, 5)})"
    activated = {
        "sigmoid": f"1 / (1 + e^(−{written})) = {fixed(a)}",
        "tanh": f"tanh({fixed(y)}) = {fixed(a)}",
        "ReLU": f"the larger of 0 and {fixed(y)} = {fixed(a)}",
    }.get(result.activation)
    steps = [
        ("x̂", f"({plain(z)} − {bracketed(plain(mean))}) / {root} = {fixed(z_hat)}"),
        ("y", f"γ · x̂ + β = {_affine(result.gamma, bracketed(fixed(z_hat)), result.beta)} = {fixed(y)}"),
        *([("a", activated)] if activated else []),
    ]
    return tag("div", titled("The arithmetic of the chosen row", style="margin-top:.8em"), arithmetic(steps))


def lines_of(name: str, values, gamma: float, beta: float) -> list[tuple[str, np.ndarray, str]]:
    """The name, the values and the tone of a column before batch norm, normalized, and after γ and β."""
    names = (name, "x̂", f"y = {plain(gamma)} · x̂ + {bracketed(plain(beta))}")
    return list(zip(names, values, ("column", "column", "affine"), strict=True))


def _axis(result: Result) -> Scale:
    """An axis for y that stands still while γ and β are turned, and holds the activation's bend."""
    first = [result.unedited, *result.batches[1:]]
    kept = [[-5.0, 5.0], *(b.z for b in first), *(reach_of(b.z_hat, RANGE, RANGE) for b in first)]
    moving = [values for b in result.batches for values in (b.z, b.y)]
    return steady_scale(np.concatenate(kept), np.concatenate(moving), margin=0.03)


def _curve(result: Result) -> Markup | None:
    if not _activated(result):
        return None
    batch, name, scale = result.batch, result.activation, _axis(result)
    # Where the axis is long, the bend around 0 and ReLU's corner need places of their own.
    bend = np.linspace(-5.0, 5.0, 61)
    x = np.union1d(np.linspace(scale.low, scale.high, 61), bend[(bend > scale.low) & (bend < scale.high)])
    curve = result.curve(x)
    title = f"a = {name}(y)"
    shown = first_rows(len(batch.y), FEW_ROWS, result.row)
    dots = [(batch.y[r], batch.a[r], _tone(result)) for r in shown]
    low, high = {"sigmoid": (0.0, 1.0), "tanh": (-1.0, 1.0)}.get(name, (curve.min(), curve.max()))
    room = 0.12 * (high - low)
    y_scale, plot = Scale(low - room, high + room), ACTIVATION - BELOW_PLOT
    # Each y stands on the axis, and its thread goes up to what the activation makes of it.
    threads = [
        _thread(scale.at(y), plot, plot * (1 - y_scale.at(a) / 100), r == result.row, f"a:{r}/thread")
        for r, (y, a, _) in sorted(zip(shown, dots, strict=True), key=lambda one: one[0] == result.row)
    ]
    chart = curves(
        x,
        [Series("", curve, _tone(result))],
        label=f"{title}: from {short(batch.a.min())} to {short(batch.a.max())} in this batch",
        x_name="y",
        dots=dots,
        now=float(batch.y[result.row]),
        height=ACTIVATION,
        x_scale=scale,
        y_scale=y_scale,
        key="activation",
        threads=threads,
    )
    return tag("div", titled(title), chart, data_pool="all")


def _thread(at: float, bottom: float, top: float, strong: bool, key: str) -> Markup:
    """From the axis up to the curve; that of the picked row is strong."""
    class_, width = ("nv-picked", 2.5) if strong else ("nv-thread", 1)
    ends = {"x1": f"{at}%", "x2": f"{at}%", "y1": bottom, "y2": top}
    return tag("line", data_key=key, **ends, class_=class_, stroke_width=width)


def _tone(result: Result) -> str:
    """That of y: the pool's, until γ or β has moved."""
    return "column" if (result.gamma, result.beta) == (1, 0) else "affine"


def _activated(result: Result) -> bool:
    return result.activation != "none"


def _affine(gamma: float, z_hat: str, beta: float) -> str:
    return f"{bracketed(plain(gamma))} · {z_hat} + {bracketed(plain(beta))}"
