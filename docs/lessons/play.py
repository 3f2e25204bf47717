"""A run of a plan, played: the controls are set by their labels, as a teacher sets them."""

import re
from collections.abc import Iterator

from markupsafe import Markup

import normviz as nv
from docs.lessons.plan import Run
from normviz.explorers.controls import Number


def made(code: str, names: dict | None = None):
    """What a line of a plan makes, with what the cells before it have made."""
    return eval(code, {"nv": nv, **(names or {})})


def set_control(explorer, label: str, value: str) -> None:
    """Give the control that carries ``label`` on the screen a value: an option's words, or a number."""
    (control,) = (
        one for name, one in explorer.controls.items() if one.label == label and name in explorer.in_sight
    )
    if isinstance(control.described, Number):
        control.value = float(value)
    else:
        control.value = dict(zip(control.described.labels(), control.described.values(), strict=True))[value]


def states(run: Run) -> Iterator:
    """The explorer of ``run``, after each of its settings in turn."""
    explorer = made(run.made)
    for one in run.sets:
        for label, value in one.controls.items():
            set_control(explorer, label, value)
        if explorer.error is not None:
            raise ValueError(f"{run.made}: {one.controls}: {explorer.error}")
        yield explorer


def leads(run: Run) -> list[Markup]:
    """The sentence above the picture, in each state."""
    return [
        Markup(re.search(r'<p class="nv-lead.*?</p>', str(one.view.value), re.DOTALL)[0])
        for one in states(run)
    ]
