"""Ten people talk for different times, and a moderator brings them to one scale."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.descent import min_max, standardized
from normviz.table import Table, refuse
from normviz.views.settings import NO_EDITS, Edits, edited, within

ARTICLE, ONE, LOPSIDED, CAMPS = (
    "the article's ten people",
    "one person talks nearly all the time",
    "most are quiet, a few are not",
    "two camps",
)
YOURS = "your times"
# All four have a mean of 5 minutes, so that only the shape differs.
MEETINGS = {
    ARTICLE: tuple(examples.talk_times().values[:, 0]),
    ONE: (1, 1, 1, 41, 1, 1, 1, 1, 1, 1),
    LOPSIDED: (0.5, 1, 1.5, 2, 2.5, 3, 4.5, 6, 9, 20),
    CAMPS: (1, 9, 1, 9, 1, 9, 1, 9, 1, 9),
}
METHODS = {"z-scores: (x − μ) / σ": "z-scores", "min–max: from 0 to 1, to compare": "min–max"}
TEAMS = {"everyone": slice(None), "marketing (first three)": slice(3), "HR (last three)": slice(-3, None)}


TYPED = "Ada 12\nBen 3\nChi 7\nDev 2"


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    # one of MEETINGS, or YOURS: the given times, or the typed ones where none were given
    meeting: str = ARTICLE
    times: str = TYPED  # what is typed, one person a line
    given: Table | None = None  # what the caller gave, one column
    method: str = "z-scores"  # "z-scores" or "min–max"
    person: int = 1  # who is followed, counted from 1
    team: str = "everyone"  # one of TEAMS, for whom γ is
    gamma: float = 1.0  # of the team
    beta: float = 0.0  # of everyone
    edits: Edits = NO_EDITS  # minutes that were put in the place of the meeting's own


@dataclass(frozen=True)
class Summary:
    """A column in five numbers; ``skewness`` is the mean of ((x − μ)/σ)³, 0 for what is symmetric."""

    mean: float
    std: float
    low: float
    high: float
    skewness: float

    @property
    def band(self) -> tuple[float, float]:
        """μ − σ and μ + σ."""
        return self.mean - self.std, self.mean + self.std

    @classmethod
    def of(cls, values: np.ndarray) -> "Summary":
        mean, std = float(values.mean()), float(values.std())
        away = values - mean
        # Multiplied out: to the power 3, NumPy takes the long way of logarithms for every person.
        skewness = float((away * away * away).mean() / std**3) if std > 0 else 0.0
        return cls(mean, std, float(values.min()), float(values.max()), skewness)


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    meeting: str  # one of MEETINGS, or YOURS
    names: tuple[str, ...]  # who talks
    minutes: np.ndarray  # (N,), how long
    unedited: np.ndarray  # (N,), before any were put in their place: the line is theirs, and stands still
    method: str  # "z-scores" or "min–max"
    balanced: np.ndarray  # (N,), after the moderator
    # booleans, (N,), True for those whom γ is for; ``gamma``, (N,), is 1 for the others
    team: np.ndarray
    gamma: np.ndarray
    beta: float  # added to everyone
    y: np.ndarray  # (N,), γ · balanced + β
    person: int  # who is followed, counted from 0
    before: Summary  # of minutes
    after: Summary  # of balanced
    final: Summary  # of y

    @property
    def symbol(self) -> str:
        """What the balanced minutes are called."""
        return "x̂" if self.method == "z-scores" else "min–max"


@lru_cache(maxsize=4)
def _table(meeting: str, given: Table | None, typed: str) -> Table:
    if meeting == YOURS:
        if given is not None:
            return given
        table = Table.parse(typed)
        for name in table.columns:
            refuse("times", name, 1, "times")
        return people_of(table)
    return people_of({f"person {i + 1}": m for i, m in enumerate(MEETINGS[meeting])})


def table_of(settings: Settings) -> Table:
    """Return the minutes, one column with a name for each person."""
    return edited(_table(settings.meeting, settings.given, settings.times), settings.edits)


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """Follow somebody who is there."""
    if not changed & {"meeting", "times"}:
        return settings
    settings = replace(settings, edits=NO_EDITS)
    try:
        return replace(settings, person=within(settings.person, len(table_of(settings).rows)))
    except (TypeError, ValueError):
        return settings


def compute(settings: Settings) -> Result:
    """Balance the minutes, and give the team its γ and everyone β."""
    table = table_of(settings)
    minutes = table.values[:, 0]
    person = _inputs.whole("person", settings.person, at_least=1, at_most=len(minutes))
    if np.ptp(minutes) == 0:
        raise ValueError(
            "times: everyone talks for the same time, so σ is 0 and there is nothing to divide by"
        )
    gamma, beta = (_inputs.number(name, getattr(settings, name)) for name in ("gamma", "beta"))
    method = settings.method
    balanced = (standardized if method == "z-scores" else min_max)(table.values)[:, 0]
    team = np.zeros(len(minutes), bool)
    team[TEAMS[settings.team]] = True
    weights = np.where(team, gamma, 1.0)
    y = weights * balanced + beta
    return Result(
        meeting=settings.meeting,
        names=table.rows,
        minutes=minutes,
        unedited=_table(settings.meeting, settings.given, settings.times).values[:, 0],
        method=method,
        balanced=balanced,
        team=team,
        gamma=weights,
        beta=beta,
        y=y,
        person=person - 1,
        before=Summary.of(minutes),
        after=Summary.of(balanced),
        final=Summary.of(y),
    )


def people_of(times) -> Table:
    """One column of minutes with a name for each; a single line of numbers is taken as one person a number."""
    if isinstance(times, Mapping):
        values, names = list(times.values()), tuple(times)
    else:
        try:
            table = Table.of(times)
        except (TypeError, ValueError) as error:
            raise type(error)(str(error).replace("data", "times", 1)) from None
        if 1 not in table.values.shape:
            raise ValueError(
                f"times: expected one number a person, got a table of shape {table.values.shape}"
            )
        values = table.values.ravel()
        names = table.rows if len(table.rows) == len(values) else ()
    minutes = _inputs.array("times", values, ndim=(1,))
    if len(minutes) < 2:
        raise ValueError(f"times: expected at least 2 people, got {len(minutes)}")
    people = tuple(f"person {i + 1}" for i in range(len(minutes)))
    unnamed = names == tuple(f"row {i + 1}" for i in range(len(minutes)))
    names = people if unnamed or not names else names
    return Table(minutes[:, None], names, ("minutes",))
