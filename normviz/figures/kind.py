"""A kind of chart on paper."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """How a kind of chart comes on paper.

    ``draw(ax, **drawn_from)`` draws it; ``height(drawn_from)`` is in inches; ``name(drawn_from)`` labels its axes.
    Neighbours with the same ``row(drawn_from)`` stand side by side, at most ``abreast`` of them.
    """

    draw: Callable[..., None]
    height: Callable[[dict], float]
    name: Callable[[dict], str]
    row: Callable[[dict], Hashable] = lambda said: None
    abreast: int = 1
