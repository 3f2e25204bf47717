"""The controls of an explorer as elements: a part of its page, like the picture, and like it a function of settings."""

from collections.abc import Iterable

from markupsafe import Markup

from normviz.drawing.markup import classes, join, tag, void_tag
from normviz.drawing.numbers import plain
from normviz.explorers.controls import ROW_PLACES, Button, Number, Text, Words, all_in, short_name


def bar_of(settings, rows: list[list], only: tuple[str, ...] | None, first, places=None) -> Markup:
    """The bar of these settings: the main control in a row of its own, the others behind one fold that names them.

    ``only`` are the controls that are shown, None for all; ``first`` the settings that Reset brings back. A page that
    has not all stops says which: ``places(control)``, the numbers.
    """
    seen = [[one for one in all_in([row]) if _is_seen(one, only)] for row in rows]
    main = [one for row in seen for one in row if getattr(one, "main", False)]
    steps = [row for row in seen if row and all(_is_pressed(one) for one in row if one not in main)]
    others = [one for row in seen if row not in steps for one in row if one not in main]
    few = sum(getattr(one, "places", 1) for one in others) <= ROW_PLACES
    changed = [short_name(one) + " (changed)" * _is_changed(one, settings, first) for one in others]
    parts = [_row(main, settings, places)]
    if main and others:
        fold = tag("summary", f"More controls: {', '.join(changed)}")
        parts.append(
            tag(
                "details",
                fold,
                _row(others, settings, places),
                class_="nv-others",
                open=few or only is not None,
            )
        )
    else:
        parts.append(_row(others, settings, places))
    parts += [_row([one for one in row if one not in main], settings, places) for row in steps]
    return join(parts)


def _is_seen(one, only) -> bool:
    return one.visible and (only is None or _is_pressed(one) or one.name in only)


def _is_pressed(one) -> bool:
    return isinstance(one, Button | Words)


def _is_changed(one, settings, first) -> bool:
    return not _is_pressed(one) and getattr(settings, one.name) != getattr(first, one.name)


def _row(controls: Iterable, settings, places) -> Markup | None:
    elements = [_element(one, settings, places) for one in controls]
    return tag("div", elements, class_="nv-row") if elements else None


def _element(one, settings, places) -> Markup:
    if isinstance(one, Words):
        return tag("span", one.name)
    if isinstance(one, Button):
        pressed = None if one.chosen is None else str(one.chosen).lower()
        state = {"class_": pressed and "nv-option", "aria_pressed": pressed, "data_key": one.name}
        return tag("button", one.label, type="button", title=one.tooltip or one.label, **state)
    value = getattr(settings, one.name)
    if isinstance(one, Number):
        return _number(one, value, places and places(one))
    if isinstance(one, Text):
        held = tag("textarea", value, rows=one.rows)
        return tag("label", tag("span", one.label), held, class_="nv-list nv-wide", data_key=one.name)
    here, labels = one.stop_of(value), [o[0] if isinstance(o, tuple) else o for o in one.options]
    chosen = tag(
        "select",
        (tag("option", text, selected=k == here) for k, text in enumerate(labels)),
        disabled=not one.enabled,
    )
    look = classes("nv-list", one.main and "nv-main", one.places > 1 and "nv-wide")
    return tag("label", tag("span", one.label), chosen, class_=look, data_key=one.name)


def _number(one: Number, value, places: list | None) -> Markup:
    written, stops, last = f"{value:.10g}", one.stops, one.stops.count
    here = stops.nearest(value)
    if places:
        here, last = min(range(len(places)), key=lambda k: abs(places[k] - value)), len(places) - 1
    label = tag("label", tag("span", one.label), void_tag("input", type="number", step="any", value=written))
    said = {"aria_label": one.label, "aria_valuetext": written.replace("-", "−")}
    slider = void_tag("input", type="range", min=0, max=last, value=here, **said)
    ends = one.main and tag(
        "div", (tag("span", plain(stops.at(end))) for end in (0, stops.count)), class_="nv-ends"
    )
    play = one.ordered and tag("button", type="button", class_="nv-play", aria_label="Play or pause")
    look = classes("nv-number", one.main and "nv-main")
    return tag("div", label, slider, play or None, ends or None, class_=look, data_key=one.name)
