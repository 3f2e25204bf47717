"""The picture of the padding explorer: the ruler that the pads move; on request the numbers and the law."""

from dataclasses import replace

import numpy as np
from markupsafe import Markup

from normviz.drawing.batch_map import batch_map
from normviz.drawing.charts import Series, curves
from normviz.drawing.legend import PAD_KEY, legend, pool_key, tint_key
from normviz.drawing.markup import CONTROLS, fold, made_of, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import bracketed, fixed, plain, short
from normviz.drawing.parts import lost_digits, made_up, noted, titled, valued
from normviz.drawing.ruler import axis_of, ruler, ruler_of
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import LIFT, MOST_ROWS, PADS_ROOM
from normviz.drawing.tables import Output, cut, table, visible_columns
from normviz.table import Table
from normviz.views.padding import Result

PADS_IN_A_ROW = 6
ROOM = PADS_ROOM + LIFT  # px over the line with any norm, so that the line stands still
PADS_OF_ONE_COLUMN = 3  # its picture has to fit on a screen
NUMBERS, LAW = "All numbers, before and after", "The law"


def padding_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.padding.compute` returns."""
    rows = _long(result) if _many(result) else _table(result)
    more = [] if result.one_column else [_trace(result), fold(LAW, _law(result), _curve(result))]
    return tag(
        "div",
        _stage(result),
        CONTROLS,
        _lead(result),
        lost_digits((result.normalized.mean, result.normalized.std)),
        more[:1],
        fold(NUMBERS, _steps(result), rows, made_up(result.made_up), _legend(result)),
        more[1:],
        data_pool=result.pool,
        data_real=result.norm == "masked_batch_norm",
    )


def _many(result: Result) -> bool:
    """Whether there are too many rows for a table."""
    return len(result.table.values) > 3 * MOST_ROWS


def _followed(result: Result) -> tuple[str, float, float, float, float]:
    """The followed word, what it holds, its x̂ and y, and what x̂ would be without the pads."""
    (b, t), k, normalized = result.token, result.feature, result.normalized
    x = result.batch.values[b, t, k]
    mean, std = result.without_pads[0][k], result.without_pads[1][k]
    without = (x - mean) / np.sqrt(std**2 + normalized.eps)
    word = short_name(result.batch.tokens[b][t])
    return word, x, normalized.x_hat[b, t, k], normalized.y[b, t, k], without


def _lead(result: Result) -> Markup:
    """What is read, as a distance from μ counted in σ, and what the pads do to it."""
    word, _, x_hat, _, without = _followed(result)
    (b, t), k = result.token, result.feature
    side = "above" if x_hat >= 0 else "below"
    whose = f" of d{k + 1}" if result.pool == "column" else " of its own row"
    if result.one_column and result.pool == "column":
        whose = ""
    of = f"{b},{t},{k}"
    said = [
        tag("b", f"“{word}”"),
        " lies ",
        tag("span", valued(fixed(abs(x_hat), 2), data_of=of), " σ ", tag("span", side), data_away=True),
        f" the mean{whose}",
    ]
    remark = "."
    if result.pools_pads:
        # A class is asked what a mask gives; and of sentences of one length there is nothing to compare.
        if result.tried and result.seen is None and not result.batch.mask.all():
            side = "above" if without >= 0 else "below"
            remark = tag("span", f"; without the pads, {fixed(abs(without), 2)} σ {side} it.")
    elif result.tried and result.norm == "layer_norm":
        remark = ": no other row is in its pool."
    elif result.tried:
        remark = ": a mask leaves the pads out."
    return tag("p", said, remark, class_="nv-lead")


def _steps(result: Result) -> Markup:
    """The arithmetic of the followed number, in full."""
    word, x, x_hat, y, without = _followed(result)
    (b, t), k, normalized = result.token, result.feature, result.normalized
    mean = np.broadcast_to(normalized.mean, normalized.x.shape)[b, t, k]
    std = np.broadcast_to(normalized.std, normalized.x.shape)[b, t, k]
    gamma, beta = normalized.gamma[k], normalized.beta[k]
    pool = f"x:{b},{t},*" if result.norm == "layer_norm" else f"x:*,{k}"
    steps = [
        tag("b", f"“{word}”"),
        f" in d{k + 1}: x̂ = (",
        made_of(plain(x), f"x:{b},{t},{k}"),
        " − ",
        made_of(bracketed(fixed(mean)), pool),
        ") / √(",
        made_of(fixed(std), pool),
        "² + ε) = ",
        tag("b", fixed(x_hat)),
    ]
    if y != x_hat:
        steps += [f", then y = {plain(gamma)} · x̂ + {bracketed(plain(beta))} = ", tag("b", fixed(y))]
    steps.append(".")
    if result.pools_pads and result.tried and result.seen is None and not result.batch.mask.all():
        comes_out = "" if y == x_hat else f", and y {fixed(gamma * without + beta)}"
        mean = fixed(result.without_pads[0][k])
        steps.append(f" Without the pads x̂ would be {fixed(without)}{comes_out}, and μ {mean}.")
    return tag("p", steps, class_="nv-arithmetic")


def _table(result: Result) -> Markup:
    sentences, length, features = result.batch.values.shape
    pads = int((~result.batch.mask).sum())
    pool = result.pool
    alone = result.one_column and pool == "column"  # a row's pool is all of its columns
    shown = [result.feature] if alone else visible_columns(features, result.feature)
    normalized = result.normalized
    mean, std = normalized.mean.reshape(-1), normalized.std.reshape(-1)
    if pool == "column":
        mean, std = mean[shown], std[shown]
    name = "normalized" if result.one_column else "y = γ · x̂ + β"
    return table(
        result.table.with_values(result.table.values, columns=shown),
        caption=f"Stacked: {sentences * length} rows, {pads} pads" + ("" if alone else cut(shown, features)),
        heading="x",
        tone=pool,
        pool=pool,
        selected=(result.row, shown.index(result.feature)),
        outside=~result.table.mask if result.norm == "masked_batch_norm" else None,
        statistics=[("μ", mean), ("σ", std)],
        write=plain,
        begins=range(0, sentences * length, length),
        pads_in_a_row=PADS_OF_ONE_COLUMN if result.one_column else PADS_IN_A_ROW,
        data_row=lambda r: "{},{}".format(*divmod(r, length)) if result.table.mask[r] else None,
        first=shown[0],
        key="x",
        named=lambda r: "{},{}".format(*divmod(r, length)),
        output=Output(name, normalized.y.reshape(-1, features)[:, shown], turned=normalized.affine),
    )


def _long(result: Result) -> Markup:
    sentences, length, features = result.batch.values.shape
    pads = int((~result.batch.mask).sum())
    shown = visible_columns(features, result.feature)
    share = fixed(100 * pads / (sentences * length), 1)
    label = f"{sentences} sentences of {length} tokens; {share} % of the {sentences * length} rows are pads"
    with_pads, without = result.with_pads, result.without_pads
    summary = Table.of(
        np.array([with_pads[0][shown], with_pads[1][shown], without[0][shown], without[1][shown]]),
        rows=("μ with pads", "σ with pads", "μ without", "σ without"),
        columns=tuple(f"d{k + 1}" for k in shown),
    )
    # Layer norm has no use for what the columns say.
    said = table(summary, caption="What the pool says", tone=result.pool)
    return tag(
        "div",
        titled(f"Stacked: {label}"),
        batch_map(
            result.table.values[:, result.feature].reshape(sentences, length),
            result.batch.mask,
            tone=result.pool,
            label=f"Map of feature d{result.feature + 1}: {label}",
        ),
        noted("One line a sentence, one cell a token; the hatched part is padding."),
        None if result.norm == "layer_norm" else said,
        class_="nv-batch",
    )


def _stage(result: Result) -> Markup:
    """The followed feature's numbers and the ruler that they make; with the pads left out, also the one with them."""
    if result.norm == "layer_norm":
        return _row_stage(result)
    k, length, eps = result.feature, result.batch.values.shape[1], result.normalized.eps
    values, real = result.table.values[:, k], result.table.mask
    masked = result.norm == "masked_batch_norm"
    gamma, beta = result.normalized.gamma[k], result.normalized.beta[k]
    more = {"eps": eps, "lights": f"x:*,{k}", "gamma": gamma, "beta": beta}
    (mean, std), (real_mean, real_std) = (
        (one[k] for one in both) for both in (result.with_pads, result.without_pads)
    )
    counted = ruler_of(values, mean, std**2, **more)
    rulers = [counted]
    if masked:
        rulers = [ruler_of(values[real], real_mean, real_std**2, **more, name="without the pads")]
        if not real.all():
            rulers.append(replace(counted, name="with them", tone="pad", lights=None))
    label = f"d{k + 1}: the ruler's 0 lies at μ {short(rulers[0].mean)}, one step is {short(rulers[0].step)}"
    return ruler(
        values,
        rulers,
        axis=_steady_axis(result),
        label=label,
        real=real,
        outside=~real if masked else None,
        picked=result.row,
        picked_name=short_name(result.table.rows[result.row]),
        keys=lambda r: "x:{},{},{}".format(*divmod(int(r), length), k),
        room=ROOM,
        least=1 + masked,
        hand=True,
        pull="padding_length",
        second=not result.one_column,
    )


def _steady_axis(result: Result) -> Scale:
    """A line that holds the ruler of any norm and any amount of padding, so that it never jumps."""
    k, eps = result.feature, result.normalized.eps
    mean, std = result.without_pads[0][k], result.without_pads[1][k]
    row = result.batch.values[result.token]
    whole = np.append(result.table.values[result.table.mask, k], 0.0)
    shares = np.linspace(result.batch.mask.sum() / (result.batch.mask.sum() + result.pads[-1]), 1, 20)
    rulers = [ruler_of(row, row.mean(), row.var(), eps=eps)]
    for s in shares:  # pads are zeros, or the mean
        rulers.append(ruler_of(whole, s * mean, s * std**2 + s * (1 - s) * mean**2, eps=eps))
        rulers.append(ruler_of(whole, mean, s * std**2, eps=eps))
    return axis_of(np.append(whole, row), *rulers)


def _row_stage(result: Result) -> Markup:
    (b, t), k, normalized = result.token, result.feature, result.normalized
    values = result.batch.values[b, t]
    var = normalized.var[b, t, 0]
    more = {"gamma": normalized.gamma[k], "beta": normalized.beta[k], "lights": f"x:{b},{t},*", "tone": "row"}
    own = ruler_of(values, normalized.mean[b, t, 0], var, eps=normalized.eps, **more)
    name = short_name(result.batch.tokens[b][t])
    return ruler(
        values,
        [own],
        axis=_steady_axis(result),
        label=f"The row of {name}: the ruler's 0 lies at μ {short(own.mean)}, one step is {short(own.step)}",
        picked=k,
        picked_name=f"{name}, d{k + 1}",
        keys=lambda i: f"x:{b},{t},{i}",
        room=ROOM,
        hand=True,
        second=not result.one_column,
    )


def _trace(result: Result) -> Markup | None:
    """The trace that the reading leaves while pads come."""
    pads_now = int((~result.batch.mask).sum())
    least, most = result.seen or (0, np.inf)
    *_, reading = law_series(result)
    unseen = (result.curve_pads < least) | (result.curve_pads > most)
    here = short(np.interp(pads_now, result.curve_pads, reading.values))
    word = short_name(result.batch.tokens[result.token[0]][result.token[1]])
    return curves(
        result.curve_pads,
        [Series("", np.where(unseen, np.nan, reading.values), result.pool)],
        label=f"x̂ of {word} over the pads: {here} at {pads_now}",
        x_name=f"pads, and x̂ of “{word}”",
        now=pads_now,
        key="trace",
        y_scale=Scale.around(reading.values, [0.0], margin=0.1),
        height=130,
    )


def law_series(result: Result) -> list[Series]:
    """μ, σ and the followed word's x̂ over the pad rows: by the law, or unmoved where the pads join no pool."""
    (b, t), k, normalized = result.token, result.feature, result.normalized
    x, tone, word = result.batch.values[b, t, k], result.pool, short_name(result.batch.tokens[b][t])
    mean, std = result.curve
    if not result.pools_pads:
        of_cell = (np.broadcast_to(s, normalized.x.shape)[b, t, k] for s in (normalized.mean, normalized.std))
        mean, std = (np.full(len(result.curve_pads), s) for s in of_cell)
    return [
        Series("μ", mean, tone),
        Series("σ", std, tone, "dashed"),
        Series(f"x̂ of “{word}”", (x - mean) / np.sqrt(std**2 + normalized.eps), "pad", "dotted"),
    ]


def recounted(result: Result) -> list[tuple[int, float, str]]:
    """The recounts as dots of a chart; none where the pads join no pool."""
    if not result.pools_pads:
        return []
    counted = zip(result.pads, result.recounts, strict=True)
    return [(p, number, result.pool) for p, numbers in counted for number in numbers]


def _curve(result: Result) -> list[Markup]:
    k, (b, t) = result.feature, result.token
    pads_now = int((~result.batch.mask).sum())
    least, most = result.seen or (0, np.inf)
    title = f"d{k + 1}: the law (lines) and recounts (dots)"
    if not result.pools_pads:
        word = short_name(result.batch.tokens[b][t])
        title = f"“{word}” in d{k + 1}" + (": nothing moves" if result.tried else "")
    series = law_series(result)
    values = [one.values for one in series]
    # Of what is still to come too, so that it never jumps.
    scale = Scale.around(*values, [0.0], margin=0.1)
    unseen = (result.curve_pads < least) | (result.curve_pads > most)
    here = (short(np.interp(pads_now, result.curve_pads, curve)) for curve in values)
    label = "{}. At {} pads: μ {}, σ {}, x̂ {}".format(title, pads_now, *here)
    return [
        titled(title),
        curves(
            result.curve_pads,
            [one._replace(values=np.where(unseen, np.nan, one.values)) for one in series],
            label=label,
            x_name="pad rows in the batch",
            now=pads_now,
            dots=[dot for dot in recounted(result) if least <= dot[0] <= most],
            key="law",
            y_scale=scale,
        ),
    ]


def _law(result: Result) -> Markup | None:
    if not result.tried or result.one_column:
        return None
    k = result.feature
    rows, real = result.table.values.shape[0], int(result.batch.mask.sum())
    mean, std = fixed(result.without_pads[0][k]), fixed(result.without_pads[1][k])
    needless = tag("b", "No law is needed: ")
    if result.norm == "layer_norm":
        return tag("p", needless, "no row's pool holds a number of another row, pad or not.")
    if result.norm == "masked_batch_norm":
        own = f"the pool of d{k + 1} holds the {real} real rows only"
        return tag("p", needless, f"{own}: μ {mean} and σ {std} at every padding length.")
    law = f"{fixed(result.law[0][k])} and {fixed(result.law[1][k])}"
    counted = f"{fixed(result.with_pads[0][k])} and {fixed(result.with_pads[1][k])}"
    agree = all(map(np.allclose, result.law, result.with_pads))
    if result.norm == "batch_norm":
        sums = f"μ = r · {bracketed(mean)} and σ = √(r · {std}² + r(1 − r) · {bracketed(mean)}²)"
    else:
        sums = f"μ = {mean}, as without pads, and σ = √r · {std}"
    ruled = f"with r = {real}/{rows} = {plain(result.real_fraction)}: {sums} give {law}. "
    recount = f"of all {rows} rows gives {counted}: ", "✓ they agree." if agree else "✗ they differ."
    return tag("p", tag("b", "The law "), ruled, tag("b", "The recount "), recount)


def _legend(result: Result) -> Markup:
    pool = [] if _many(result) else [pool_key(result.pool)]  # a map has no outlines
    is_green = result.normalized.affine and not _many(result)
    affine = [tint_key("affine", "after γ and β; sand below 0")] if is_green else []
    return legend([*pool, PAD_KEY, *affine])
