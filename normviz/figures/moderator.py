"""The moderator's figure: every person's minutes, balanced, and after γ and β."""

import numpy as np

from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.scale import Scale
from normviz.figures.lines import number_line
from normviz.figures.paper import MEAN, ROW, on_paper, sheet
from normviz.figures.tables import height_of, table
from normviz.models.moderator import Result


@on_paper
def moderator_figure(result: Result):
    """Draw what :func:`normviz.models.moderator.compute` returns."""
    rows = height_of(np.ones(len(result.minutes), bool), below=2, keep=result.person)
    in_part = not result.team.all()
    figure, axes = sheet(
        _title(result),
        [["people", name] for name in ("minutes", "balanced", "y")],
        height=max(5.4, 1.2 + ROW * rows),
        notes=(MEAN, "● in the team that γ is for") if in_part else (MEAN,),
        width_ratios=[1.1, 1],
    )
    lines = [
        ("minutes", "minutes", result.minutes, result.before, "column"),
        ("balanced", result.symbol, result.balanced, result.after, "column"),
        ("y", f"y = γ · {result.symbol} + β", result.y, result.final, "affine"),
    ]
    values = np.column_stack([result.minutes, result.balanced, result.y])
    marks = [" ●" * (in_part and team) for team in result.team.tolist()]
    names = [name + mark for name, mark in zip(result.names, marks, strict=True)]
    table(
        axes["people"],
        values,
        names,
        ("minutes", result.symbol, "y"),
        title="Person by person",
        write=(plain, fixed, fixed),
        cell=(result.person, 2),
        below=[("μ", values.mean(0)), ("σ", values.std(0))],
        heat=np.array([True, False, False]),
        width=3,
    )
    later = Scale.around(result.balanced, result.y, result.after.band, result.final.band)
    for place, name, numbers, summary, tone in lines:
        number_line(
            axes[place],
            numbers,
            scale=Scale.around(result.minutes, [0.0], summary.band) if place == "minutes" else later,
            mean=summary.mean,
            std=summary.std,
            tone=tone,
            name=name,
            unit="minutes of talk" if place == "minutes" else None,
            picked=result.person,
            picked_name=short_name(result.names[result.person], 14),
        )
    return figure


def _title(result: Result) -> str:
    gamma = result.gamma[result.team]
    whom = "everyone" if result.team.all() else f"{len(gamma)} of them"
    people = f"{len(result.minutes)} people’s talk times as {result.method}"
    return f"{people}; γ = {plain(gamma[0])} for {whom}, β = {plain(result.beta)} for everyone"
