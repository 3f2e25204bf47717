"""The picture of the race explorer: curves with the spread of their seeds, and the numbers at one step."""

from functools import partial

import numpy as np
from markupsafe import Markup

from normviz.drawing.dots import seed_dots
from normviz.drawing.markup import fold, join, tag
from normviz.drawing.numbers import fixed, three
from normviz.drawing.parts import column_names, noted, scrolled_table, titled, valued
from normviz.drawing.spread import after_steps, name_of, spread_chart, spread_of
from normviz.views.race import Result

HEAD = ("eval mode", "train mode", "eval − train", "gap of μ", "gap of σ")
FOLD = "Both modes and the gaps, in numbers"
CURVES = "The curves over the steps"
DECIMALS = (2, 2, 2, 3, 3)  # nats, and parts of a σ
MOST_BANDS = 2  # more of them are a smear
GUIDE = "guessing by frequency alone"


def race_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.race.compute` returns."""
    series = [spread_of(norm, curve, i) for i, (norm, curve) in enumerate(result.curves.items())]
    top = result.scale.high if result.guide is not None else None
    lead = race_lead(result)
    chart = spread_chart(
        result.frame_step,
        series,
        label=f"{result.label}, over the steps of training. {lead.striptags()}",
        x_name="steps of training",
        now=float(result.step),
        key="race",
        guide=result.guide and (result.guide, GUIDE),
        cap=top,
        y_scale=result.scale,
        bands=len(series) <= MOST_BANDS,
        height=220,
    )
    title = titled(f"{result.label}, over the steps")
    # The rows of the dots say what each line stands for.
    over_steps = tag("div", title, chart, _notes(result, top), class_="nv-measured")
    # Where lines would lie on one another, the dots tell more; on a phone they have the screen.
    curves = fold(CURVES, over_steps) if len(series) > MOST_BANDS else over_steps
    return join(lead, _seeds(result), curves, fold(FOLD, _table(result)))


def _seeds(result: Result) -> Markup:
    one = len(result.seeds) == 1
    what = "the seed's dot" if one else f"{len(result.seeds)} seeds as dots; stroke and number: their median"
    title = f"{result.label}, at step {result.step}"
    drawn = seed_dots(
        [spread_of(norm, curve[:, result.frame], i) for i, (norm, curve) in enumerate(result.curves.items())],
        result.axis,
        write=partial(fixed, decimals=_decimals(result)),
        label=f"{title}: {what}",
        guide=result.guide and (result.guide, GUIDE),
    )
    words = titled(title, tag("span", f": {what}", class_="nv-note"))
    # Its place stays, so that the curves do not move when the first dots come.
    return tag("div", drawn and [words, drawn], class_="nv-measured")


def race_lead(result: Result) -> Markup:
    """Say what the race has come to at this step."""
    here = {norm: curve[:, result.frame] for norm, curve in result.curves.items()}
    here = {norm: values for norm, values in here.items() if not np.isnan(values).all()}
    decimals = _decimals(result)
    parts = [tag("b", f"{after_steps(result.step, result.asked)}: ")]
    ranked = sorted(here, key=lambda norm: np.nanmedian(here[norm]))
    if not ranked:
        nothing = "there is nothing trained yet" if result.measure == "training_loss" else "there is no gap"
        parts.append(f"{nothing}.")
    elif len(ranked) == 1:
        parts += [f"{name_of(ranked[0])} ", _value(here[ranked[0]], decimals), "."]
    elif len(here) == 2:
        (one, ones), (other, others) = here.items()
        first, wins = name_of(one), int((ones < others).sum())
        parts += [f"{first} ", _value(ones, decimals)]
        parts += [f", {name_of(other)} ", _value(others, decimals), "."]
        seeds = f" Seed by seed, {first} is the lower one in {wins} of {len(ones)}."
        parts.append(seeds if len(ones) > 1 else None)
    else:
        low, high = ranked[0], ranked[-1]
        parts += [f"lowest: {name_of(low)}, ", _value(here[low], decimals)]
        parts += [f"; highest: {name_of(high)}, ", _value(here[high], decimals), "."]
        parts.append(_pairs(here, low, high, decimals) if len(result.seeds) > 1 else None)
    return tag("p", parts, class_="nv-lead nv-two nv-three nv-five")


def _decimals(result: Result) -> int:
    return 3 if result.measure.endswith("_gap") else 2


def _pairs(here: dict, low: str, high: str, decimals: int) -> str:
    """How far apart two norms are, and in how many seeds: in one seed all start alike and read equal batches."""
    apart = np.subtract(*(np.round(np.nanmedian(here[norm]), decimals) for norm in (high, low)))
    if not np.isfinite(apart):
        return ""
    wins, seeds = int((here[low] < here[high]).sum()), len(here[low])
    return f" The medians lie {fixed(apart, decimals)} apart; the first is lower in {wins} of {seeds} seeds."


def _value(values: np.ndarray, decimals: int) -> Markup:
    return valued(fixed(np.nanmedian(values), decimals))


def _notes(result, top: float | None) -> Markup:
    seeds, pads = len(result.seeds), fixed(100 * result.pad_share, 0)
    notes = [f"Batches of {result.batch_size} sentences; {pads} % of their tokens are pads."]
    if seeds > 1:
        bands = "; bands: from the lowest to the highest" if len(result.curves) <= MOST_BANDS else ""
        notes.append(f"Lines: median of {seeds} seeds{bands}.")
    curves = result.curves
    if missing := [name_of(norm) for norm, curve in curves.items() if np.isnan(curve).all()]:
        keeps = "keeps" if len(missing) == 1 else "keep"
        notes.append(f"No curve: {', '.join(missing)} {keeps} no running statistics.")
    if top is not None and any((curve > top).any() for curve in curves.values()):
        notes.append("What lies above the chart is drawn at its top edge; the table has the numbers.")
    return noted(" ".join(notes))


def shown_seeds(result: Result) -> str:
    """What a number of the table stands for."""
    seeds = result.seeds
    return f"median of {len(seeds)} seeds" if len(seeds) > 1 else f"seed {seeds[0]}"


def _table(result: Result) -> Markup:
    rows = []
    for norm, numbers in result.numbers.items():
        columns = zip(numbers, DECIMALS, HEAD, strict=True)
        cells = [_cell(values, decimals, f"{head}:{norm}") for values, decimals, head in columns]
        name = tag("th", name_of(norm), scope="row", class_="nv-wrap")
        rows.append(tag("tr", name, cells, data_key=f"row:{norm}"))
    caption = f"Unseen sentences at step {result.step}: {shown_seeds(result)}"
    ranges = tag("span", ", below it the range", class_="nv-elsewhere") if len(result.seeds) > 1 else None
    head = column_names(HEAD)
    return scrolled_table(caption, head, rows, look="nv-table nv-wide-names", aside=ranges)


def _cell(values: np.ndarray, decimals: int, key: str) -> Markup:
    low, middle, high = three(values, partial(fixed, decimals=decimals))
    spread = None if low == high else tag("span", f"{low} to {high}", class_="nv-note nv-range nv-elsewhere")
    return tag("td", middle, spread, data_key=key)
