"""Charts that paper draws again: while a picture is made, each notes what it was called with."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import signature
from typing import NamedTuple

from markupsafe import Markup

_noted: ContextVar[list | None] = ContextVar("noted", default=None)


class Part(NamedTuple):
    """One chart of a picture: its ``markup``, the ``kind`` of chart, and the arguments it was ``drawn_from``."""

    markup: Markup
    kind: str
    drawn_from: dict


def part(draw: Callable) -> Callable:
    """Have a function that draws a chart note its arguments while :func:`parts_noted` is open."""
    of = signature(draw)

    @wraps(draw)
    def noting(*args, **kwargs):
        markup = draw(*args, **kwargs)
        noted = _noted.get()
        if noted is not None and markup is not None:
            bound = of.bind(*args, **kwargs)
            bound.apply_defaults()
            noted.append(Part(markup, draw.__name__.strip("_"), bound.arguments))
        return markup

    return noting


@contextmanager
def parts_noted() -> Iterator[list[Part]]:
    """The list into which charts note themselves meanwhile."""
    token = _noted.set([])
    try:
        yield _noted.get()
    finally:
        _noted.reset(token)
