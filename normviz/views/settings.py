"""What the settings of all views share: how they change, and how data that a caller gave are kept in them."""

from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, TypeVar

import numpy as np

S = TypeVar("S")


def changed(settings: S, **changes) -> S:
    """Return ``settings`` with other values, or raise a ``ValueError`` for a name that they do not have.

    A name is a field, or stands for a part of one: then the settings say themselves how it is put in its place, in a
    method called ``with_<name>``.

    >>> @dataclass(frozen=True)
    ... class Settings:
    ...     column: int = 0
    ...     pairs: "Pairs" = Pairs()
    ...     gamma = property(lambda self: self.pairs.at(self.column)[0])
    ...     def with_gamma(self, value):
    ...         return replace(self, pairs=self.pairs.put(self.column, gamma=value))
    >>> changed(Settings(), column=2, gamma=3.0).pairs.at(2)
    (3.0, 0.0)
    """
    own = _fields_of(type(settings))
    parts = {name: value for name, value in changes.items() if name not in own}
    for name in parts:
        if not hasattr(settings, f"with_{name}"):
            known = [*own, *(name[5:] for name in dir(settings) if name.startswith("with_"))]
            raise ValueError(f"settings: expected some of {', '.join(sorted(known))}, got {name!r}")
    settings = replace(settings, **{name: value for name, value in changes.items() if name in own})
    for name, value in parts.items():
        settings = getattr(settings, f"with_{name}")(value)
    return settings


def within(number: float, count: int) -> int:
    """Return the one of 1 to ``count`` where ``number`` is, or would be.

    >>> within(3, 10), within(12, 10), within(0.5, 10), within(float("nan"), 10)
    (3, 10, 1, 1)
    """
    return int(min(max(1, number), count))


@cache
def _fields_of(kind: type) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


@dataclass(frozen=True, eq=False)
class Given:
    """Data that a caller gave, such as an array: two are the same only if they are one object."""

    value: Any


@dataclass(frozen=True)
class Pairs:
    """γ and β of each column; (1, 0) where nobody has said otherwise.

    >>> Pairs().put(1, beta=0.5).arrays(3)
    (array([1., 1., 1.]), array([0. , 0.5, 0. ]))
    """

    said: tuple[tuple[int, tuple[float, float]], ...] = ()

    def at(self, column: int) -> tuple[float, float]:
        return dict(self.said).get(column, (1.0, 0.0))

    def put(self, column: int, *, gamma: float | None = None, beta: float | None = None) -> "Pairs":
        before = self.at(column)
        pair = (before[0] if gamma is None else gamma, before[1] if beta is None else beta)
        said = {**dict(self.said), column: pair}
        return Pairs(tuple(sorted((k, p) for k, p in said.items() if p != (1.0, 0.0))))

    def arrays(self, columns: int) -> tuple[np.ndarray, np.ndarray]:
        """Return γ and β of so many columns, two arrays of shape (columns,)."""
        gamma, beta = np.array([self.at(k) for k in range(columns)], dtype=float).T
        return gamma, beta


UNSAID = Pairs()


@dataclass(frozen=True)
class Edits:
    """Numbers that somebody has put in the place of a table's own, by cell.

    >>> edits = Edits().put((1, 0), 7.5).put((1, 0), 8.0)
    >>> edits.said
    (((1, 0), 8.0),)
    """

    said: tuple[tuple[tuple[int, ...], float], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.said)

    def put(self, cell: tuple[int, ...], value: float) -> "Edits":
        return Edits(tuple(sorted({**dict(self.said), cell: value}.items())))


NO_EDITS = Edits()


@lru_cache(maxsize=8)
def edited(source, edits: Edits):
    """Return a Table or a PaddedBatch with the numbers of ``edits`` in the place of its own."""
    if not edits:
        return source
    values = source.values.copy()
    for cell, value in edits.said:
        values[cell] = value
    return replace(source, values=values)


def holds(source, cell: tuple[int, ...]) -> bool:
    """Whether a number of a Table or a PaddedBatch stands at ``cell``, and is no pad."""
    shape = source.values.shape
    if len(cell) != len(shape) or any(not 0 <= at < n for at, n in zip(cell, shape, strict=True)):
        return False
    return source.mask is None or bool(source.mask[cell[:-1]])


class PairOfFollowed:
    """For settings with ``affine``: γ and β of the column that is followed, whose field ``_followed`` names."""

    _followed: ClassVar[str] = "column"

    @property
    def _at(self) -> int:
        return getattr(self, self._followed)

    @property
    def gamma(self) -> float:
        """γ of the followed column; ``beta`` its β."""
        return self.affine.at(self._at)[0]

    @property
    def beta(self) -> float:
        return self.affine.at(self._at)[1]

    def with_gamma(self, value):
        return replace(self, affine=self.affine.put(self._at, gamma=value))

    def with_beta(self, value):
        return replace(self, affine=self.affine.put(self._at, beta=value))

    def kept_on_a_page(self):
        """These settings as a page without a kernel can keep them: γ and β of the followed column alone."""
        if not self.affine.said:
            return self
        return replace(self, affine=UNSAID.put(self._at, gamma=self.gamma, beta=self.beta))
