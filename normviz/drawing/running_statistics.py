"""The picture of the running statistics explorer: what is stored, what it is made of, and how far off it is."""

from dataclasses import replace

import numpy as np
from markupsafe import Markup

from normviz.drawing.charts import Series, curves
from normviz.drawing.legend import legend, line_key
from normviz.drawing.marks import chart
from normviz.drawing.markup import CONTROLS, fold, join, outlined, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import SPACE, bracketed, fixed, known, many, plain, raised, short
from normviz.drawing.parts import (
    added_up,
    arithmetic,
    column_names,
    lost_digits,
    noted,
    panel,
    panels,
    scrolled_table,
    titled,
    valued,
)
from normviz.drawing.ruler import Ruler, ruler, ruler_of
from normviz.drawing.scale import Scale, widened
from normviz.drawing.stages import steady_scale
from normviz.views.running_statistics import Result

MOST_POINTS = 60  # of a curve
THINNEST = 0.8  # per cent: thinner parts of the bar are drawn as one
ROOM_FOR_SHARE = 14.0  # per cent: a part that is wide enough for its number
BAR = 46  # px
USED = "running, for evaluation"
RUNNING, AVERAGE, POPULATION = "running", "the lecture's plain average", "population"


def running_statistics_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.running_statistics.compute` returns."""
    keys = [
        line_key("ink", "solid", RUNNING),
        line_key("ink", "dashed", AVERAGE),
        line_key("ink", "dotted", POPULATION),
        tag("li", tag("b", "●", class_="nv-of-batch"), " one batch"),
    ]
    charts = [panel(_chart(result, what), look="nv-grow") for what in ("μ", "σ")]
    return join(
        _stage(result),
        CONTROLS,
        _lead(result),
        lost_digits((result.means, np.sqrt(result.variances))),
        tag("div", _bar(result), class_="nv-hero"),
        panels(charts),
        legend(keys),
        fold("All numbers", [_table(result), _step(result)]),
    )


def _stage(result: Result) -> Markup:
    """The newest batch on its line: its own ruler, the one that evaluation uses below it, and x on both."""
    n, x = result.seen, float(result.x)
    batch = result.batches[(n - 1) % len(result.batches)] if n else np.empty(0)
    mean, var = result.running_mean[n], result.running_var[n]
    rulers = []
    if n and result.variances[n - 1] > 0:
        rulers.append(_both_ways(batch, result.means[n - 1], result.variances[n - 1], name="this batch"))
    if var > 0:
        rulers.append(_both_ways(batch, mean, var, tone="ink", name="stored"))
    # What is stored lies between the start values and the batches', whatever the momentum.
    everything = np.concatenate(result.batches)
    middle = np.append(result.means, result.running_mean[0])
    step = np.sqrt(max(result.stored.max(), result.running_var[0]))
    moving = np.array([middle.min() - step, middle.max() + step, x])
    values = np.append(batch, x)
    return ruler(
        values,
        rulers,
        axis=steady_scale(everything, moving, margin=0.8),
        label="; ".join(
            f"{one.name}: 0 lies at {short(one.mean)}, one step is {short(one.step)}" for one in rulers
        ),
        outside=np.arange(len(values)) == len(batch),
        picked=len(batch) if rulers else None,
        picked_name=f"x = {plain(x)}",
        least=2,
        keys=lambda i: f"batch:{i if i < len(batch) else 'x'}",  # x is the same, however many there are
    )


def _both_ways(batch: np.ndarray, mean: float, var: float, **more) -> Ruler:
    """A ruler that reaches two steps both ways at least: x may lie beyond the batch."""
    one = ruler_of(batch, mean, var, **more)
    return replace(one, left=min(one.left, -2), right=max(one.right, 2))


def _lead(result: Result) -> Markup:
    n = result.seen
    mean, var = result.running_mean[n], result.running_var[n]
    stored = f"running μ {fixed(mean, 2)}, running σ {fixed(np.sqrt(var), 2)}. {_start_in_words(result)}"
    first = [tag("b", f"After {fed(n)}: "), stored]
    second = [
        f"Evaluation turns {plain(result.x)} into ",
        valued(fixed(result.evaluated(mean, var))),
        "; the population's μ and σ would give ",
        valued(fixed(result.evaluated(*result.population))),
        ".",
    ]
    return tag("p", first, tag("span", second, class_="nv-line2"), class_="nv-lead")


def _start_in_words(result: Result) -> str:
    n, share = result.seen, percent(result.start_weight[result.seen])
    if n == 0:
        return "Nothing but the start values."
    if result.start_weight[n] == 0:
        return "The start values no longer count."
    kept = plain(1 - result.weights[0])
    return f"The start values still weigh {kept}{raised(n)} = {share}."


def _table(result: Result) -> Markup:
    body = []
    for name, mean, var in what_is_known(result):
        cells = []
        for k, value in enumerate((mean, var, np.sqrt(var))):
            look = f"nv-stat {outlined('nv-across', k == 0, k == 2)}" if name == USED else None
            cells.append(tag("td", known(value), data_key=f"{name}:{k}", class_=look))
        body.append(tag("tr", tag("th", name, scope="row", class_="nv-wrap"), cells))
    head = column_names(("μ", "σ²", "σ"))
    return scrolled_table(caption(result), head, body, look="nv-table nv-fixed nv-tone-ink")


def caption(result: Result) -> str:
    """Of which column, and when."""
    return f"{short_name(result.name)} after {fed(result.seen)}"


def fed(count: int) -> str:
    return many(count, "batch", "batches")


def what_is_known(result: Result) -> list[tuple[str, float, float]]:
    """The name, μ and σ² of what is stored, of each estimate of everything seen, and of the population."""
    n = result.seen
    names = {"σ averaged": "lecture: μ and σ averaged"}
    return [
        (USED, result.running_mean[n], result.running_var[n]),
        *((names.get(name, name), mean[n], var[n]) for name, (mean, var) in result.estimates.items()),
        ("population", *result.population),
    ]


def _step(result: Result) -> Markup:
    """The arithmetic of the batch that came in last."""
    n = result.seen
    if n == 0:
        title = "No batch has come in yet"
        keep, take = (
            f"{plain(share)}{SPACE}·{SPACE}" for share in (1 - result.weights[0], result.weights[0])
        )
        steps = [
            ("μ", "the sum of the batch's values / rows"),
            ("σ²", "the sum of the squared distances to μ / rows"),
            ("stored", "the same sum / (rows − 1), unbiased" if result.correction else "σ², biased"),
            ("new μ", f"{keep}old + {take}the batch's μ"),
            ("new σ²", f"{keep}old + {take}what is stored"),
        ]
    else:
        at = (n - 1) % len(result.batches)
        batch, size = result.batches[at], len(result.batches[at])
        kept = result.means, result.variances, result.stored, result.weights
        mean, var, stored, weight = (values[n - 1] for values in kept)
        old_mean, old_var = result.running_mean[n - 1], result.running_var[n - 1]
        again = f", again: epoch {1 + (n - 1) // len(result.batches)}" if n > len(result.batches) else ""
        title = f"Batch {at + 1}{again}"
        squares = var * size
        if result.correction:
            kept = f"{plain(squares)} / ({size}{SPACE}−{SPACE}1) = {fixed(stored)}, unbiased"
        else:
            kept = f"σ² = {fixed(stored)}, biased"
        steps = [
            ("μ", f"({added_up([bracketed(plain(v)) for v in batch])}) / {size} = {fixed(mean)}"),
            ("σ²", f"{plain(squares)} / {size} = {fixed(var)}, from squared distances to μ"),
            ("stored", kept),
            ("new μ", _mix(weight, old_mean, mean, result.running_mean[n])),
            ("new σ²", _mix(weight, old_var, stored, result.running_var[n])),
        ]
    return tag("div", titled(title, look="nv-after"), arithmetic(steps, look="nv-steps nv-roomy"))


def _mix(weight: float, old: float, new: float, result: float) -> str:
    keep, take = plain(1 - weight), plain(weight)
    terms = (f"{part}{SPACE}·{SPACE}{bracketed(fixed(value))}" for part, value in ((keep, old), (take, new)))
    return f"{' + '.join(terms)} = {fixed(result)}"


def _bar(result: Result) -> list[Markup]:
    """One bar, as long as the whole: the start values' share and every batch's."""
    start, *batches = (100 * result.composition).tolist()
    older, newer = 0.0, list(batches)
    while len(newer) > 1 and newer[0] < THINNEST:
        older += newer.pop(0)
    parts, at, seen = [], 0.0, len(batches) - len(newer)
    for key, width, class_ in [
        ("start", start, "nv-start"),
        ("older", older, "nv-older"),
        *((f"batch:{seen + i}", width, "nv-batch-part") for i, width in enumerate(newer)),
    ]:
        if width > 0:
            place = {"x": f"{at:.3f}%", "width": f"{width:.3f}%", "y": 2, "height": BAR}
            parts.append(tag("rect", data_key=key, **place, class_=class_))
        if width > ROOM_FOR_SHARE:
            middle, y = f"{at + width / 2:.3f}%", 2 + BAR / 2 + 5
            own = f"{key}.share"
            share = tag("text", percent(width / 100), x=middle, y=y, text_anchor="middle", data_key=own)
            parts.append(share if key == "start" else tag("g", share, class_="nv-on-fill"))
        at += width
    named = {"start values (dashed)": start, "oldest batches together (lighter)": older}
    named |= {"newest batch, at the end,": batches[-1], "all batches": 100 - start} if batches else {}
    # A share of 0.0 % is not seen.
    words = ", ".join(f"{name} {percent(share / 100)}" for name, share in named.items() if share >= 0.05)
    title = "What the running values are made of"
    look = "nv-chart nv-tone-column nv-shares"
    bar = chart(f"{title}: {words}", parts, height=BAR + 4, look=look)
    return [titled(title), bar, noted(f"{words[0].upper()}{words[1:]}.")]


def _chart(result, what: str) -> list[Markup]:
    n, all_of_them = result.seen, len(result.weights)
    # Of more than that, batches would be left out, also of the first.
    reach = all_of_them if all_of_them <= MOST_POINTS else min(all_of_them, widened(MOST_POINTS, n))
    x = np.union1d(np.linspace(0, reach, MOST_POINTS + 1).round().astype(int), [n])
    running, averaged, population, of_batches = result.followed[what]
    series = [
        # A mark on the population's line would say that it moves.
        Series("", np.where(x == n, np.nan, population), "ink", "dotted", POPULATION),
        Series("", np.where(x <= n, averaged[x], np.nan), "ink", "dashed", AVERAGE),
        Series("", np.where(x <= n, running[x], np.nan), "ink", key=RUNNING),
    ]
    dots = [(step, of_batches[step - 1], "column") for step in x[(x > 0) & (x <= n)].tolist()]
    said = f"running {short(running[n])}, lecture's average {known(averaged[n], short)}, "
    said += f"population {short(population)}"
    title = f"{what} of {short_name(result.name)}"
    return [
        titled(title),
        curves(
            x,
            series,
            label=f"{title} after {fed(n)}: {said}",
            x_name="batches seen" + (", simulated" if result.simulated else ""),
            now=n,
            dots=dots,
            height=176,
            x_scale=Scale(-0.03 * reach, 1.03 * reach),
            y_scale=_height(result, what, running, of_batches),
            key=what,
        ),
    ]


def _height(result, what: str, running: np.ndarray, of_batches: np.ndarray) -> Scale:
    """An axis that the population alone sets, and that batches and start values widen in coarse steps only."""
    mean, std = result.population[0], np.sqrt(result.population[1])
    kept = [0.0, mean - std, mean + std] if what == "μ" else [0.0, 1.5 * std]
    return steady_scale(np.array(kept), np.append(running, of_batches), margin=0.08)


def percent(share: float) -> str:
    """Write a share as per cent, to one decimal.

    >>> print(percent(0.34868), percent(0.0097))
    34.9 % 1.0 %
    """
    return f"{fixed(100 * share, 1)}{SPACE}%"
