"""The picture of the moderator explorer: every person's bar in minutes, balanced, and after γ and β."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from markupsafe import Markup

from normviz.drawing.legend import legend
from normviz.drawing.markup import CONTROLS, fold, tag
from normviz.drawing.names import short_name
from normviz.drawing.numbers import bracketed, fixed, plain
from normviz.drawing.parts import column_names, lost_digits, named_row, panel, scrolled_table, valued
from normviz.drawing.ruler import ruler, ruler_of
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import FEW_ROWS, PERSON, RANGE, STRETCHES
from normviz.drawing.stages import reach_of, steady_scale
from normviz.drawing.tables import first_rows
from normviz.views.moderator import Result

FOLD = "What changes, and what does not"


def moderator_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.moderator.compute` returns."""
    people = panel(_bars(result), _about(result), look="nv-people")
    return tag(
        "div",
        _stage(result),
        CONTROLS,
        _lead(result),
        lost_digits(*((pool.mean, pool.std) for pool in (result.before, result.final))),
        fold("Everybody, before and after", people),
        fold(FOLD, _summary(result)),
        data_pool="all",
        class_="nv-one-ruler",
    )


def _stage(result: Result) -> Markup:
    """The minutes, and the moderator's ruler; the followed person's γ and β are its second numerals."""
    i, minutes = result.person, result.minutes
    more = {"gamma": result.gamma[i], "beta": result.beta, "lights": "x:*"}
    if result.method == "z-scores":
        own = ruler_of(minutes, result.before.mean, result.before.std**2, **more)
        where = f"μ {plain(own.mean)}, one step is σ {plain(own.step)}"
    else:
        low, high = result.before.low, result.before.high
        words = {"zero": "least", "unit": "range"}
        own = replace(ruler_of(minutes, low, (high - low) ** 2, **more, **words), left=0, right=1)
        where = f"the smallest, {plain(low)}, and its 1 at the largest, {plain(high)}"
    return ruler(
        minutes,
        [own],
        axis=steady_scale(_reach(result.unedited), _reach(minutes), margin=0.065),
        label=f"The minutes; the ruler's 0 lies at {where}",
        picked=i,
        picked_name=short_name(result.names[i], PERSON),
        keys=lambda i: f"x:{i}",
        hand=True,
        second=True,
    )


def _reach(minutes: np.ndarray) -> np.ndarray:
    """What the line holds: the minutes, and their ruler."""
    own = ruler_of(minutes, minutes.mean(), minutes.var())
    return np.array([*minutes, *own.ends])


def _lead(result: Result) -> Markup:
    i = result.person
    minutes, mean, balanced = result.minutes[i], result.before.mean, result.balanced[i]
    if result.method == "z-scores":
        std = tag("span", fixed(result.before.std), class_="nv-said")
        sum_ = [f"({plain(minutes)} − {plain(mean)}) / ", std]
    else:
        low, high = result.before.low, result.before.high
        sum_ = f"({plain(minutes)} − {plain(low)}) / ({plain(high)} − {plain(low)})"
    name = result.symbol
    return tag(
        "p",
        tag("b", short_name(result.names[i], PERSON)),
        f": {name} = ",
        sum_,
        " = ",
        valued(fixed(balanced)),
        tag(
            "span",
            f"y = {plain(result.gamma[i])} · {bracketed(fixed(balanced))} + "
            f"{bracketed(plain(result.beta))} = ",
            valued(fixed(result.y[i]), data_of=i),
            class_="nv-line2",
        ),
        class_="nv-lead",
    )


def _bars(result: Result) -> Markup:
    shown = first_rows(len(result.minutes), FEW_ROWS, result.person)
    second = "balanced x̂" if result.method == "z-scores" else "min–max"
    earlier, later = Scale.around(result.minutes, [0.0], margin=0.02), _later(result)
    columns = [
        ("minutes", result.minutes, earlier, result.before.mean, "column", plain, "x"),
        (second, result.balanced, later, 0.0, "column", fixed, "z"),
        ("after γ and β", result.y, later, 0.0, "affine", fixed, "y"),
    ]
    head = tag("tr", tag("th", "who", scope="col"), [tag("th", name, scope="col") for name, *_ in columns])
    body = []
    for i in shown:
        cells = []
        for _, values, scale, line, tone, write, key in columns:
            ends = sorted((scale.at(0), scale.at(values[i])))
            cells.append(_cell(write(values[i]), *ends, scale.at(line), tone, f"{key}:{i}"))
        in_team = result.team[i] and not result.team.all()
        mark = [" ", tag("span", "●", class_="nv-team", role="img", aria_label="in the team")]
        name = result.names[i]
        who = tag("th", short_name(name, PERSON), mark if in_team else None, scope="row", title=name)
        look = "nv-followed" if i == result.person else None
        body.append(tag("tr", who, cells, data_key=f"row:{i}", class_=look, data_row=i))
    more = len(result.minutes) - len(shown)
    if more:
        body.append(tag("tr", tag("th", f"… {more} more", scope="row", colspan=4), class_="nv-more"))
    caption = "Talk times, person by person"
    return scrolled_table(caption, head, body, look="nv-table nv-bars")


@lru_cache(maxsize=512)
def _cell(number: str, start: float, end: float, line: float, tone: str, key: str) -> Markup:
    """A number, its bar, and a line to compare it with; where they stand in percent of the room."""
    style = f"--from:{start}%;--to:{end}%;--at:{line}%"
    bar = tag("div", number, class_=f"nv-amount nv-tone-{tone}", data_key=f"{key}/bar", style=style)
    return tag("td", bar, data_key=key)


def _later(result: Result) -> Scale:
    """One axis for what the moderator gives and what γ and β make of it, so that γ is seen to stretch, β to shift.

    It holds all that the sliders can make of this meeting: it must not move while they do.
    """
    return steady_scale(reach_of(result.balanced, STRETCHES, RANGE), result.y, margin=0.01)


def _about(result: Result) -> Markup:
    lines = tag("li", "the upright lines: the mean of the minutes; then 0")
    team = tag("li", tag("span", "● ", class_="nv-team"), "in the team that γ is for")
    return legend([lines] if result.team.all() else [lines, team])


def _summary(result: Result) -> Markup:
    columns = [("minutes", result.before, "x"), (result.symbol, result.after, "z"), ("y", result.final, "y")]
    rows = {"mean μ": "mean", "σ": "std", "smallest": "low", "largest": "high", "skewness": "skewness"}
    body = [
        named_row(
            name,
            [
                tag("td", fixed(getattr(summary, field)), data_key=f"{field} {key}:*", data_lights=f"{key}:*")
                for _, summary, key in columns
            ],
        )
        for name, field in rows.items()
    ]
    head = column_names(name for name, *_ in columns)
    return scrolled_table(FOLD, head, body, look="nv-table nv-fixed")
