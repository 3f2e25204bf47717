"""Goals of an explorer: what is asked, which state answers it, and what there is to see then.

The goals of a chapter stand in ``NN.md``: below each, ``by:`` is one way to it, ``when:`` tests settings and result,
and ``seen:`` says what there is to see. Where a page computes the explorer, it reads ``when`` too: then that is of
comparisons, each of two sides, of ``and`` and ``or``, and of functions of the result that ``front/views`` has as well.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from markupsafe import Markup, escape

from normviz.drawing.markup import tag
from normviz.written import Item, sections

_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(.+?)\*")


@dataclass(frozen=True)
class Goal:
    """One goal of an explorer.

    Attributes
    ----------
    ask : what to look for; ``*`` and ``**`` as in Markdown
    by : one way to it: settings, by name, that the controls in sight can hold; None after the name of a button
    seen : what there is to see then
    when : what must hold of ``settings`` and ``result``, an expression; that of ``by`` where the file has none
    is_reached : (settings, result) → whether it holds
    """

    ask: str
    by: Mapping
    seen: str
    when: str
    is_reached: Callable


def find(name: str) -> tuple[Goal, ...]:
    """Return the goals called ``name``: the number of a chapter and a letter.

    Raises
    ------
    ValueError
        Where there are none of that name.

    Examples
    --------
    >>> find("02a")[0].by
    {'row': 3}
    """
    if (
        isinstance(name, str)
        and re.fullmatch(r"\d\d[a-z]", name)
        and (found := of_chapter(name[:2]).get(name))
    ):
        return found
    raise ValueError(f'name: expected the goals of an explorer, such as "02a", got {name!r}')


@cache
def of_chapter(number: str) -> dict[str, tuple[Goal, ...]]:
    """The goals of a chapter's file, by their names; none where it has no file."""
    path = Path(__file__).with_name(f"{number}.md")
    if not path.is_file():
        return {}
    shared, *named = sections(path, (), ("by", "when", "seen"))
    names = {"np": np}
    if "shared" in shared.code:
        shared.code["shared"].run(names)
    return {str(one.name): tuple(_goal(item, names) for item in one.items) for one in named}


def _goal(item: Item, names: Mapping) -> Goal:
    below = item.below
    if missing := {"by", "seen"} - below.keys():
        raise item.words.wrong(
            f"expected {' and '.join(sorted(missing))} below a goal, got {item.words!s:.60}"
        )
    by = below["by"].at(f"dict({below['by']})").value(names)
    alike = " and ".join(f"settings.{name} == {value!r}" for name, value in by.items())
    when = below.get("when", below["by"].at(alike))
    is_reached = when.function(("settings", "result"), names)
    return Goal(str(item.words), by, str(below["seen"]), str(when), is_reached)


def drawn(name: str, goals: Sequence[Goal], settings, result) -> Markup:
    """Draw the ``goals``, and one fold for what there is to see; ``goals.js`` ticks those that a state has reached."""
    reached = [k for k, goal in enumerate(goals) if settings and goal.is_reached(settings, result)]
    rows = (
        tag("li", _written(goal.ask), tag("p", tag("i", "With the first numbers:"), " ", _written(goal.seen)))
        for goal in goals
    )
    fold = tag("details", tag("summary", "What there is to see"), data_key=f"fold:goals {name}")
    told = {"data_goals": name, "data_reached": " ".join(map(str, reached))}
    parts = [tag("b", "Goals"), tag("ul", rows), fold]
    return tag("div", parts, class_="nv-goals", role="group", aria_label="Goals", **told)


def _written(words: str) -> Markup:
    return Markup(_ITALIC.sub(r"<i>\1</i>", _BOLD.sub(r"<b>\1</b>", str(escape(words)))))
