"""What a run of a plan shows in each of its states, as pictures: the rulers of all states so far on one line, if they
measure the same number, else the ruler of the state."""

import re
from dataclasses import replace

from markupsafe import Markup

from docs.lessons.plan import Run, Set
from docs.lessons.play import states
from normviz.drawing.part import parts_noted
from normviz.drawing.ruler import ruler

PILE = 44  # px: the highest pile of pads, so that the line stands still


def stages(run: Run) -> list[Markup | None]:
    """The picture of each state, in order; None for an explorer without a ruler."""
    drawn_from = [_drawn_from(explorer) for explorer in states(run)]
    if None in drawn_from:
        return [None] * len(drawn_from)
    *before, _ = drawn_from
    joined = before and all(len(one["rulers"]) == 1 for one in before)
    joined = joined and len({_measured(one) for one in drawn_from}) == 1
    made, rulers = [], []
    for one, setting in zip(drawn_from, run.sets, strict=True):
        own = one["rulers"][0]
        rulers.append(replace(own, name=own.name or _name(setting)))
        shown = rulers if joined else one["rulers"]
        made.append(ruler(**one | {"rulers": list(shown), "room": PILE if joined else one["room"]}))
    return made


def _drawn_from(explorer) -> dict | None:
    with parts_noted() as noted:
        explorer.picture(explorer.result)
    large = (one.drawn_from for one in noted if one.kind == "ruler" and not one.drawn_from["small"])
    return next(large, None)


def _measured(one: dict) -> tuple:
    """What must be the same where the rulers of several states lie below one line."""
    axis, own = one["axis"], one["rulers"][0]
    return (axis.low, axis.high), float(one["values"][one["picked"]]), (own.gamma, own.beta), own.tone


def _name(setting: Set) -> str:
    """What is said under the reading: the value, with the unit that its label gives in brackets.

    >>> _name(Set({"Padding length (tokens)": "8"}, "")), _name(Set({"b": "2"}, ""))
    ('8 tokens', 'b: 2')
    """
    ((label, value),) = list(setting.controls.items())[-1:]
    if unit := re.search(r"\((\w+)\)$", label):
        return f"{value} {unit[1]}"
    return value if re.search(r"[a-z]{3}", value) else f"{label}: {value}"
