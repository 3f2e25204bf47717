"""The picture of the padding explorer: the stacked table, its outputs, the shift of μ and σ, and the law."""

import numpy as np
from markupsafe import Markup

from normviz.drawing.batch_map import batch_map
from normviz.drawing.charts import Series, curves, number_line
from normviz.drawing.legend import MEAN_KEY, PAD_KEY, WAS_KEY, ghost_key, legend, pool_key, tint_key
from normviz.drawing.markup import fold, given, join, made_of, tag
from normviz.drawing.names import first_names, short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, mean_and_std, plain, short
from normviz.drawing.parts import lost_digits, noted, panel, panels, titled, valued
from normviz.drawing.scale import Scale
from normviz.drawing.tables import MOST_ROWS, Output, cut, table, visible_columns
from normviz.models.padding import Result
from normviz.table import Table

PADS_IN_A_ROW = 6
PADS_OF_ONE_COLUMN = 3  # its picture has to fit on a screen
ROOM_FOR_PADS = 92  # px, for a pile that the padding length makes higher
FOLD = "The law and the curves"


def padding_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.models.padding.compute` returns."""
    rows = _long(result) if _many(result) else _table(result)
    numbers = [rows, _made_up(result)]
    charts = [_line(result)]
    words = [tokens[:n] for tokens, n in zip(result.batch.tokens, result.batch.lengths, strict=True)]
    if not result.one_column:
        charts += [_legend(result), fold(FOLD, _law(result), _curve(result))]
    return join(
        _lead(result),
        lost_digits((result.normalized.mean, result.normalized.std)),
        panels(
            panel(numbers, look="nv-numbers"),
            panel(charts, look="nv-grow nv-ahead"),
            data_pool=result.pool,
            data_given=given(words),
            data_real=result.norm == "masked_batch_norm",
        ),
        _legend(result) if result.one_column else None,  # wider than the column
    )


def _many(result: Result) -> bool:
    """Whether there are too many rows for a table."""
    return len(result.table.values) > 3 * MOST_ROWS


def _lead(result: Result) -> Markup:
    (b, t), k = result.token, result.feature
    name, feature = result.batch.tokens[b][t], f"d{k + 1}"
    x = result.batch.values[b, t, k]
    normalized = result.normalized
    mean = np.broadcast_to(normalized.mean, normalized.x.shape)[b, t, k]
    std = np.broadcast_to(normalized.std, normalized.x.shape)[b, t, k]
    x_hat, y = normalized.x_hat[b, t, k], normalized.y[b, t, k]
    gamma, beta = normalized.gamma[k], normalized.beta[k]
    big = [fixed(y)]
    pool = f"x:{b},{t},*" if result.norm == "layer_norm" else f"x:*,{k}"
    word = tag("b", f"“{short_name(name)}”")
    steps = [
        word,
        f" in {feature}: x̂ = (",
        made_of(plain(x), f"x:{b},{t},{k}"),
        " − ",
        tag("span", made_of(bracketed(fixed(mean)), pool), class_="nv-said"),
        ") / √(",
        tag("span", made_of(fixed(std), pool), class_="nv-said"),
        "² + ε) = ",
        valued(fixed(x_hat), data_of=f"{b},{t},{k}"),
    ]
    if result.one_column:
        becomes = valued(fixed(y), data_of=f"{b},{t},{k}")
        steps = [word, f" holds {plain(x)} in {feature}. After the norm it is ", becomes, "."]
    elif y != x_hat:
        steps += [f", then y = {plain(gamma)} · x̂ + {bracketed(plain(beta))} = ", valued(fixed(y))]
    # What comes of the pads is said when their number has been changed, and not before.
    remark = ""
    if result.pools_pads:
        real_mean, real_std = result.without_pads[0][k], result.without_pads[1][k]
        without = (x - real_mean) / np.sqrt(real_std**2 + normalized.eps)
        comes_out = gamma * without + beta
        what, of_it = ("it", comes_out) if result.one_column else ("x̂", without)
        then = [", and y ", valued(fixed(comes_out))] if comes_out != of_it else []
        # A class is asked what a mask gives; and of sentences of one length there is nothing to compare.
        if result.tried and result.seen is None and not result.batch.mask.all():
            remark = [f"Without the pads {what} would be ", valued(fixed(of_it)), *then, "."]
            big = [
                fixed(comes_out),
                _aside("without pads"),
                tag("span", " → ", class_="nv-arrow"),
                *big,
                _aside("with them"),
            ]
    elif result.tried and result.norm == "layer_norm":
        remark = "Its row is its pool, so the padding length does not enter."
    elif result.tried:
        remark = "The pads are left out of the pool, so the padding length does not enter."
    hero = tag("p", big, class_="nv-big", aria_hidden="true")
    return join(hero, tag("p", steps, tag("span", remark, class_="nv-line2"), class_="nv-lead"))


def _aside(words: str) -> Markup:
    return tag("span", f"{SPACE}{words}", class_="nv-note")


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
        output=Output(name, normalized.y.reshape(-1, features)[:, shown]),
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


def _line(result: Result) -> list[Markup]:
    """The followed feature's pool; the other features' μ and σ stand below their columns."""
    if result.norm == "layer_norm":
        return [_row_line(result)]
    k, length = result.feature, result.batch.values.shape[1]
    values = result.table.values[:, k]
    masked = result.norm == "masked_batch_norm"
    mean, std = (s[k] for s in (result.without_pads if masked else result.with_pads))
    ghost = None if masked else (result.without_pads[0][k], result.without_pads[1][k])
    label = f"d{k + 1}: {mean_and_std(mean, std)}"
    label += f"; without pads {mean_and_std(*ghost)}" if ghost else ""
    return [
        number_line(
            values,
            scale=_steady_scale(values, result, k),
            mean=mean,
            std=std,
            tone="column",
            label=label,
            name=f"d{k + 1}",
            real=result.table.mask,
            picked=result.row,
            picked_name=short_name(result.table.rows[result.row]),
            ghost=ghost,
            room=ROOM_FOR_PADS,
            keys=lambda r: "x:{},{},{}".format(*divmod(int(r), length), k),
            lights=f"x:*,{k}",
        )
    ]


def _steady_scale(values: np.ndarray, result, k: int) -> Scale:
    """An axis that holds every μ and σ band that any amount of padding can give, so that it never jumps."""
    mean, std = result.without_pads[0][k], result.without_pads[1][k]
    shares = np.linspace(0.05, 1, 20)
    means, variances = shares * mean, shares * std**2 + shares * (1 - shares) * mean**2
    return Scale.around(values, [0.0], means - np.sqrt(variances), means + np.sqrt(variances), margin=0.03)


def _row_line(result: Result) -> list[Markup]:
    (b, t), k = result.token, result.feature
    values = result.batch.values[b, t]
    mean, std = result.normalized.mean[b, t, 0], result.normalized.std[b, t, 0]
    name = short_name(result.batch.tokens[b][t])
    return [
        titled(f"The row of “{name}”: its own pool"),
        number_line(
            values,
            scale=Scale.around(result.table.values, [0.0], margin=0.06),
            mean=mean,
            std=std,
            tone="row",
            label=f"Row of {name}: {mean_and_std(mean, std)}",
            picked=k,
            picked_name=f"d{k + 1}",
            keys=lambda i: f"x:{b},{t},{i}",
            lights=f"x:{b},{t},*",
        ),
    ]


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
    title = f"d{k + 1}: the law (lines) and recounts (rings)"
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
    return tag(
        "p",
        tag("b", "The law "),
        f"with r = {real}/{rows} = {plain(result.real_fraction)}: {sums} give {law}. ",
        tag("b", "The recount "),
        f"of all {rows} rows gives {counted}: ",
        "✓ they agree." if agree else "✗ they differ.",
    )


def _made_up(result: Result) -> Markup | None:
    if not result.made_up:
        return None
    words = first_names(result.made_up, 12)
    return noted(
        f"No embedding is known for {words}: each of these words gets numbers made from its own "
        "letters, so the same word always gets the same vector."
    )


def _legend(result: Result) -> Markup:
    ghost = [ghost_key("μ and σ without the pads")] if result.pools_pads else []
    pool = [] if _many(result) else [pool_key(result.pool)]  # a map has no outlines
    affine = [] if _many(result) or result.one_column else [tint_key("affine", "after γ and β; grey below 0")]
    return legend([*pool, PAD_KEY, *affine, MEAN_KEY, *ghost, WAS_KEY])
