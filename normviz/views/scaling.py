"""How the scale of two features shapes the loss, and what that means for gradient descent."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from normviz import _inputs, datasets
from normviz.descent import SCALES, Bowl, bowl
from normviz.table import Table

YEAR, FOUR, SHARE = "a simulated year of students", "the notes' four students", "65 trading days of a share"
YOURS = "your table"
TABLES = {YEAR: datasets.year_of_students, FOUR: datasets.four_students, SHARE: datasets.trading_days}
SHARE_OF_BOUND = 0.9
FASTEST = 1e100  # the largest learning rate: far beyond every bound, and its square still fits in float64
TYPED = (
    "hours of sleep, coffee (ml), mark\n8, 150, 14\n6, 400, 9\n7, 100, 12\n5, 250, 7\n9, 350, 15\n7, 500, 10"
)


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    data: str = YEAR  # one of TABLES, or YOURS: the given table, or the typed one where none was given
    table: str = TYPED  # what is typed, one row a line
    given: Table | None = None  # what the caller gave
    scale: str = "raw"  # one of SCALES
    rate: float = 0.1  # the learning rate η
    # η as a share of its bound; kept from scale to scale, so that equals are compared
    share: float = SHARE_OF_BOUND
    steps: int = 40  # how many steps are drawn


class Walk(NamedTuple):
    """A descent from (0, 0): on which ``scale``, the loss there, and the ``path``, (K, 2)."""

    scale: str
    bowl: Bowl
    path: np.ndarray


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    table: Table  # as it came: two features and the number to predict, (N, 3)
    scale: str  # "raw", "scaled only", "min–max" or "standardized", done to all three columns
    values: np.ndarray  # (N, 3), on that scale
    bowl: Bowl  # the loss on it
    bowls: dict[str, Bowl | ValueError]  # every scale → its loss, or the error that says why it has none
    rate: float  # the learning rate η
    steps: int  # how many steps were asked for
    path: np.ndarray  # (K, 2), the weights from (0, 0) on
    steps_needed: int | None  # steps until 1 % of the distance is left; None if that never comes
    # the walk from the same start on another scale, standardized, or raw beside that, with the best η there;
    # None where that scale has no loss
    beside: Walk | None

    @property
    def diverges(self) -> bool:
        """Whether η is beyond its bound."""
        return self.rate > self.bowl.bound


def bowl_of(settings: Settings) -> Bowl:
    """Return the loss on the chosen scale."""
    chosen = _bowls(settings.data, settings.given, settings.table)[1][settings.scale]
    if isinstance(chosen, Exception):
        raise chosen
    return chosen


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """Another scale keeps η's share of its bound, another table begins at the first; another η has another share."""
    try:
        if "rate" in changed and 0 < settings.rate <= FASTEST:
            return replace(settings, share=settings.rate / bowl_of(settings).bound)
        if changed & {"data", "table"}:  # another table begins at its first η
            settings = replace(settings, share=Settings.share)
        if changed & {"data", "table", "scale"}:
            return replace(settings, rate=bowl_of(settings).rate_at(settings.share))
    except (TypeError, ValueError):
        pass
    return settings


def compute(settings: Settings) -> Result:
    """Descend from (0, 0) on the loss of the chosen scale."""
    rate = _inputs.number("learning rate η", settings.rate, above=0)
    steps = _inputs.whole("steps drawn", settings.steps, at_least=1)
    for name, value, most in (("learning rate η", rate, FASTEST), ("steps drawn", steps, 1000)):
        if value > most:
            raise ValueError(f"{name}: expected at most {most:g}, got {value!r}")
    table, bowls, values = _bowls(settings.data, settings.given, settings.table)
    chosen = bowl_of(settings)
    path = chosen.path(rate, steps)
    return Result(
        table=table,
        scale=settings.scale,
        values=values[settings.scale],
        bowl=chosen,
        bowls=bowls,
        rate=rate,
        steps=steps,
        path=path,
        steps_needed=chosen.steps_until(0.01, rate) if rate < chosen.bound else None,
        beside=_beside(bowls, settings.scale, steps),
    )


def _beside(bowls, scale: str, steps: int) -> Walk | None:
    other = "raw" if scale == "standardized" else "standardized"
    its = bowls[other]
    return None if isinstance(its, Exception) else Walk(other, its, its.path(its.best_rate, steps))


@lru_cache(maxsize=4)
def _bowls(data: str, given: Table | None, typed: str):
    """The table, its bowl on every scale, and its values on every scale."""
    table = TABLES[data]() if data != YOURS else given or three_columns(Table.parse(typed))
    bowls, values = {}, {}
    for name, rescale in SCALES.items():
        try:
            if name != "raw":
                _check_varied(table)
            values[name] = rescale(table.values)
            bowls[name] = bowl(values[name][:, :2], values[name][:, 2])
        except ValueError as error:
            bowls[name] = error
    return table, bowls, values


def _check_varied(table: Table) -> None:
    for name, column in zip(table.columns, table.values.T, strict=True):
        if np.ptp(column) == 0:
            raise ValueError(f"{name}: every value is the same, so σ is 0 and there is nothing to divide by")


def three_columns(table: Table, name: str = "table") -> Table:
    """Return a table of two features and the number to predict as it is; ValueError for another one."""
    if len(table.columns) != 3:
        raise ValueError(
            f"{name}: expected 3 columns, two features and the number to predict, got {len(table.columns)}"
        )
    return table
