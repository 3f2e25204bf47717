"""The page of an explorer: its bar of native controls, a function of the settings, and its picture."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from markupsafe import Markup

from normviz.drawing.markup import CONTROLS, classes, join, tag, void_tag
from normviz.drawing.numbers import plain
from normviz.explorers.controls import (
    ROW_PLACES,
    Button,
    Choice,
    Number,
    Text,
    Words,
    all_in,
    short_name,
)


class Bar(NamedTuple):
    """The controls ``above`` a picture, and those ``below`` its ruler."""

    above: Markup = Markup("")
    below: Markup = Markup("")


def bar_of(
    heading: str,
    settings,
    rows: list[list],
    only: tuple[str, ...] | None,
    first,
    *,
    places: Callable = lambda one: None,
    leads: Callable = lambda one, stop: True,
) -> Bar:
    """Return the bar: the heading and the main control, then the others, behind a fold that names them.

    All but the main control stand below the picture's first ruler; without a main one they are not folded.

    Parameters
    ----------
    heading : the question of the picture
    settings, rows : the present settings, and their controls as ``controls_for`` describes them
    only : names of the controls that are shown; None for all
    first : the settings that Reset brings back
    places : for a page without a kernel, ``places(control)`` are the numbers that a slider can reach there
    leads : for such a page, whether ``leads(control, stop)`` can be reached
    """
    seen = [[one for one in all_in([row]) if _is_seen(one, only)] for row in rows]
    has_main = any(getattr(one, "main", False) for row in seen for one in row)
    looks = ("main", "above") if has_main else ()
    main = [one for row in seen for one in row if any(getattr(one, look, False) for look in looks)]
    steps = [row for row in seen if row and all(_is_pressed(one) for one in row if one not in main)]
    others = [one for row in seen if row not in steps for one in row if one not in main]

    def row_of(controls: Iterable) -> Markup | None:
        elements = [_element(one, settings, places, leads) for one in controls]
        return tag("div", elements, class_="nv-row") if elements else None

    above, below = [_head(heading, settings != first), row_of(main)], []
    if main and others:
        few = only is not None or sum(getattr(one, "places", 1) for one in others) <= ROW_PLACES
        names = (short_name(one) + " (changed)" * _is_changed(one, settings, first) for one in others)
        summary = tag("summary", f"More controls: {', '.join(names)}")
        look = classes("nv-others", "nv-few" if few else None)
        below.append(tag("details", summary, row_of(others), class_=look, open=few))
    else:
        below.append(row_of(others))
    below.extend(row_of(one for one in row if one not in main) for row in steps)
    return Bar(join(above), join(below))


def page_of(bar: Bar, picture: Markup, sentence: str) -> Markup:
    """One markup of a bar, a picture and the sentence that is read out after every change.

    What stands below the ruler stands above a picture that has no place for it.
    """
    above, below = bar
    if CONTROLS not in picture:
        above, below = above + below, Markup("")
    placed = tag("div", below, class_="nv-bar", data_key="bar") if below else Markup("")
    picture = Markup(str(picture).replace(CONTROLS, placed, 1))
    spoken = tag("p", sentence, class_="nv-spoken", role="status", aria_live="polite", aria_atomic="true")
    shown = tag("div", tag("div", picture), spoken, class_="nv-view")
    return tag("div", above, class_="nv-bar") + shown


def _head(heading: str, moved: bool) -> Markup:
    """The question of the picture; there is something to reset once something has moved."""
    again = tag("button", "Reset", type="button", title="Bring back the first values", data_key="reset")
    return tag("div", tag("b", heading), again, class_=classes("nv-head", "nv-moved" if moved else None))


def _is_seen(one, only: tuple[str, ...] | None) -> bool:
    if not one.visible:
        return False
    return only is None or _is_pressed(one) or one.name in only


def _is_pressed(one) -> bool:
    return isinstance(one, Button | Words)


def _is_changed(one, settings, first) -> bool:
    return not _is_pressed(one) and getattr(settings, one.name) != getattr(first, one.name)


def _element(one, settings, places: Callable, leads: Callable) -> Markup:
    if isinstance(one, Words):
        return tag("span", one.name)
    if isinstance(one, Button):
        return _button(one)
    value = getattr(settings, one.name)
    if isinstance(one, Number):
        return _number(one, value, places(one))
    if isinstance(one, Text):
        # A page cannot hold half of a surrogate pair, and drops a line break at the beginning.
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        begin = "\n" if value.startswith("\n") else None
        return _labelled(one, tag("textarea", begin, whole, rows=one.rows), "nv-wide")
    return (_options if one.main else _list)(one, value, leads)


def _button(one: Button) -> Markup:
    chosen = {} if one.chosen is None else {"class_": "nv-option", "aria_pressed": str(one.chosen).lower()}
    return tag(
        "button", one.label, type="button", title=one.tooltip or one.label, data_key=one.name, **chosen
    )


def _labelled(one, control: Markup, look: str | None) -> Markup:
    return tag("label", tag("span", one.label), control, class_=classes("nv-list", look), data_key=one.name)


def _list(one: Choice, value, leads: Callable) -> Markup:
    here = one.stop_of(value)
    options = (
        tag("option", text, selected=stop == here, disabled=not leads(one, stop))
        for stop, text in enumerate(one.labels())
    )
    return _labelled(
        one, tag("select", options, disabled=not one.enabled), "nv-wide" if one.places > 1 else None
    )


def _options(one: Choice, value, leads: Callable) -> Markup:
    """The main choice: what can be chosen is seen without opening a list."""
    here = one.stop_of(value)
    option = {"type": "button", "class_": "nv-option"}
    buttons = [
        tag("button", text, data_stop=stop, aria_pressed=str(stop == here).lower(), **option)
        for stop, text in enumerate(one.labels())
        if leads(one, stop)
    ]
    look = {"class_": "nv-options nv-main", "role": "group", "aria_label": one.label}
    return tag("div", tag("span", one.label), buttons, data_key=one.name, **look)


def _number(one: Number, value, reached: list | None) -> Markup:
    written, stops = one.text_of(value), one.stops
    here, last = stops.nearest(value), stops.count
    if reached is not None:
        here, last = min(range(len(reached)), key=lambda k: abs(reached[k] - value)), len(reached) - 1
    # Where only some stops lead somewhere, the box tells the number, and the slider alone changes it.
    box = void_tag("input", type="number", step="any", value=written, readonly=reached is not None)
    label = tag("label", tag("span", one.label), box)
    said = {"aria_label": one.label, "aria_valuetext": written.replace("-", "−")}
    known = None if reached is None else " ".join(map(one.text_of, reached))
    slider = void_tag("input", type="range", min=0, max=last, value=here, data_stops=known, **said)
    parts = [label, slider]
    if one.main:
        ends = (tag("span", plain(stops.at(end))) for end in (0, stops.count))
        parts.append(tag("div", ends, class_="nv-ends"))
    return tag("div", parts, class_=classes("nv-number", "nv-main" if one.main else None), data_key=one.name)
