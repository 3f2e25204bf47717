"""ModeratorExplorer: ten people talk for different times, and a moderator brings them to one scale."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from normviz import _inputs, examples
from normviz.descent import min_max, standardized
from normviz.drawing.moderator import BETA, GAMMA, moderator_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.base import Explorer
from normviz.table import Table

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
TEAMS = {
    "everyone": slice(None),
    "marketing (first three)": slice(3),
    "HR (last three)": slice(-3, None),
}


@dataclass(frozen=True)
class Summary:
    """A column in five numbers; ``skewness`` is the mean of ((x − μ)/σ)³, 0 for what is symmetric."""

    mean: float
    std: float
    low: float
    high: float
    skewness: float

    @classmethod
    def of(cls, values: np.ndarray) -> "Summary":
        mean, std = float(values.mean()), float(values.std())
        away = values - mean
        # Multiplied out: to the power 3, NumPy takes the long way of logarithms for every person.
        skewness = float((away * away * away).mean() / std**3) if std > 0 else 0.0
        return cls(mean, std, float(values.min()), float(values.max()), skewness)


@dataclass(frozen=True, eq=False)
class ModeratorResult:
    """Everything the picture shows.

    Attributes
    ----------
    names : who talks
    minutes : array, (N,), how long
    method : "z-scores" or "min–max"
    balanced : array, (N,), after the moderator
    team : boolean array, (N,), True for those whom γ is for; ``gamma``, (N,), is 1 for the others
    beta : added to everyone
    y : array, (N,), γ · balanced + β
    person : who is followed, counted from 0
    before, after, final : Summary of minutes, balanced and y
    """

    names: tuple[str, ...]
    minutes: np.ndarray
    method: str
    balanced: np.ndarray
    team: np.ndarray
    gamma: np.ndarray
    beta: float
    y: np.ndarray
    person: int
    before: Summary
    after: Summary
    final: Summary


class ModeratorExplorer(Explorer):
    """Talk times in a meeting: as minutes, balanced, and after a team's γ and the company's β.

    Parameters
    ----------
    times : None for the article's ten people; or your own: minutes as a list or an array, or a mapping name → minutes

    Raises
    ------
    TypeError, ValueError
        For times that are not at least two numbers.

    Examples
    --------
    >>> explorer = ModeratorExplorer()
    >>> explorer.result.balanced.round(4)[:3]
    array([ 1.2247, -1.2247,  0.    ])
    >>> explorer.boxes["beta"].value = 2
    >>> explorer.result.final.mean
    2.0
    """

    heading = "Moderator explorer"

    def __init__(self, times=None):
        self._given = None if times is None else _people(times)
        super().__init__()

    def build(self):
        start = ARTICLE if self._given is None else YOURS
        meeting = self.choice("meeting", "Meeting", [*MEETINGS, YOURS], start, width="22em")
        method = self.choice("method", "The moderator gives", list(METHODS.items()), width="22em")
        typed = self.text(
            "times", "Your times in minutes, one person a line", "Ada 12\nBen 3\nChi 7\nDev 2", rows=4
        )
        person = self.number("person", "Follow person", 1, 10, 1, 1, whole=True)
        team = self.choice("team", "γ is for", list(TEAMS), width="12.5em")
        gamma = self.number("gamma", "γ", *GAMMA, 0.1, 1.0)
        beta = self.number("beta", "β, for everyone", *BETA, 0.1, 0.0)
        self.react("meeting")
        return [[meeting, method], [typed], [person, team, gamma, beta]]

    def react(self, name):
        if name in ("meeting", "times"):
            self.show("times", self.meeting.value == YOURS and self._given is None)
            count = len(self._table().rows)
            self._numbers["person"].set_range(1, count)
            self.boxes["person"].value = min(self.value("person"), count)

    def following(self, person, _column):
        return {"person": person + 1} if person < len(self._table().rows) else {}

    def compute(self) -> ModeratorResult:
        table = self._table()
        minutes = table.values[:, 0]
        person = _inputs.whole("person", self.value("person"), at_least=1)
        if person > len(minutes):
            raise ValueError(f"person: expected at most {len(minutes)}, got {person}")
        if np.ptp(minutes) == 0:
            raise ValueError(
                "times: everyone talks for the same time, so σ is 0 and there is nothing to divide by"
            )
        gamma, beta = (_inputs.number(name, self.value(name)) for name in ("gamma", "beta"))
        method = self.method.value
        balanced = (standardized if method == "z-scores" else min_max)(table.values)[:, 0]
        team = np.zeros(len(minutes), bool)
        team[TEAMS[self.team.value]] = True
        weights = np.where(team, gamma, 1.0)
        y = weights * balanced + beta
        return ModeratorResult(
            names=table.rows,
            minutes=minutes,
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

    def render(self, result):
        return moderator_picture(result)

    def in_words(self, result):
        i, minutes = result.person, plain(result.minutes[result.person])
        return (
            f"{short_name(result.names[i])} talks {minutes} minute{'' if minutes == '1' else 's'} of a mean of "
            f"{plain(result.before.mean)}: balanced {fixed(result.balanced[i])}, after γ and β {fixed(result.y[i])}. "
            f"After γ and β the mean is {fixed(result.final.mean)} and σ {fixed(result.final.std)}."
        )

    def _table(self) -> Table:
        if self.meeting.value == YOURS:
            return self._given or _people(Table.parse(self.times.value))
        minutes = MEETINGS[self.meeting.value]
        return _people({f"person {i + 1}": m for i, m in enumerate(minutes)})


def _people(times) -> Table:
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
