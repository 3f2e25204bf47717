"""Batches come in one by one, and what is kept of them for the day without a batch."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np

from normviz import _inputs, examples
from normviz.table import Table

LECTURE, SIMULATED, YOURS = "the lecture's two batches", "simulated: 60 batches", "your table"
TORCH, KERAS, PLAIN = "torch: weighs the new batch", "Keras: weighs the old value", "plain average"
STORED = {"unbiased (n − 1)": 1, "biased (n)": 0}
SIMULATED_BATCHES, SEED = 60, 2015
MOST_DRAWN = 10_000  # rows a simulated batch
FEWEST_STEPS = 20  # a few batches are fed again and again, as in epochs, until there is something to watch
EPS = 1e-5
TYPED = "minutes\n8\n2\n5\n6\n4\n7\n3\n5\n9\n1"


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    # LECTURE, SIMULATED, or YOURS: the given batches, or the typed table where none were given
    example: str = LECTURE
    table: str = TYPED  # what is typed, one row a line
    given: Table | tuple[Table, ...] | None = None  # what the caller gave; several are one a batch
    rows: int = 4  # rows a batch, where a table is cut or batches are drawn
    column: int = 0  # the followed one, counted from 0
    seen: int = 2  # how many batches have been fed
    momentum: float = 0.1  # from 0 to 1
    convention: str = TORCH  # how it is read
    start_mean: float = 0.0  # what the running statistics begin with
    start_var: float = 1.0
    stored: str = next(iter(STORED))  # one of STORED, the variance that is kept
    x: float = 7.0  # a value to evaluate


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows. Arrays over n have H + 1 entries, after 0, 1, … H batches."""

    name: str  # the followed column's name
    # the column, one array a batch; they are fed again from the first one after the last
    batches: tuple[np.ndarray, ...]
    simulated: bool  # whether they were drawn at random
    seen: int  # n, how many batches have been fed
    momentum: float  # as in the control; 0 for the plain average, which has none
    convention: str  # how it is read: "torch", "Keras" or "plain"
    weights: np.ndarray  # (H,), the weight of each new batch when it comes in
    correction: int  # 1 where the unbiased variance is stored, 0 where the biased one is
    sizes: np.ndarray  # (H,), rows
    means: np.ndarray  # (H,), μ
    variances: np.ndarray  # (H,), σ², divided by n
    stored: np.ndarray  # (H,), what is stored of σ²
    running_mean: np.ndarray  # over n, from the start values on
    running_var: np.ndarray
    start_weight: np.ndarray  # over n, the share of the start values in the running ones
    # name → (means, variances), arrays over n, NaN where no batch has come in yet
    estimates: dict[str, tuple[np.ndarray, np.ndarray]]
    population: tuple[float, float]  # (mean, var) of all rows that the batches are made of
    x: float  # a value to evaluate

    @property
    def followed(self) -> dict[str, tuple]:
        """Of "μ" and of "σ": the running and the lecture's averaged one over n, the population's, and each batch's."""
        mean, var = self.estimates["σ averaged"]
        roots = map(np.sqrt, (self.running_var, var, self.population[1], self.variances))
        return {"μ": (self.running_mean, mean, self.population[0], self.means), "σ": tuple(roots)}

    @property
    def composition(self) -> np.ndarray:
        """What the running mean is made of, (n + 1,): the share of the start value and of each batch; sum 1."""
        shares = np.ones(self.seen + 1)
        for i, weight in enumerate(self.weights[: self.seen]):
            shares[: i + 1] *= 1 - weight
            shares[i + 1] = weight
        return shares

    def evaluated(self, mean: float, var: float) -> float:
        """``x`` normalized with these statistics."""
        return float((self.x - mean) / np.sqrt(var + EPS))


class Feed(NamedTuple):
    """What is fed: column names, the batches, the rows they are made of, and each batch's own statistics."""

    names: tuple[str, ...]
    batches: list[np.ndarray]
    population: np.ndarray
    sizes: np.ndarray
    means: np.ndarray
    variances: np.ndarray

    @property
    def steps(self) -> int:
        return len(self.batches) * ceil(FEWEST_STEPS / len(self.batches))


def feed_of(settings: Settings) -> Feed:
    """Return what is fed."""
    yours = settings.given or settings.table
    return _fed(settings.example, yours if settings.example == YOURS else "", settings.rows)


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """Other batches have other columns and another end; another column has another first value to evaluate."""
    if not changed & {"example", "table", "rows", "column"}:
        return settings
    try:
        feed = feed_of(settings)
    except (TypeError, ValueError):
        return settings
    column = settings.column if settings.column < len(feed.names) else 0
    first = float(feed.population[0, column])
    return replace(settings, column=column, seen=min(settings.seen, feed.steps), x=first)


def compute(settings: Settings) -> Result:
    """Feed the batches, and follow what is kept after each of them."""
    feed = feed_of(settings)
    k, steps = settings.column, feed.steps
    seen = _inputs.whole("batches seen", settings.seen, at_least=0, at_most=steps)
    number, start = 0.0, [settings.start_mean, settings.start_var]
    if settings.convention == PLAIN:
        # Nothing is left of the start values after the first batch, and their controls are hidden: what they
        # hold must not stop the picture.
        firsts = zip(start, (0.0, 1.0), strict=True)
        start = [value if np.isfinite(value) else first for value, first in firsts]
        start[1] = abs(start[1])
    else:
        number = share_of_one("momentum", settings.momentum)
        _inputs.number("start mean", start[0])
        _inputs.number("start variance", start[1], at_least=0)
    again = np.arange(steps) % len(feed.batches)
    sizes, means, variances = feed.sizes[again], feed.means[again, k], feed.variances[again, k]
    correction = STORED[settings.stored]
    stored = variances * sizes / (sizes - correction)
    weights = {
        TORCH: lambda: np.full(steps, number),
        KERAS: lambda: np.full(steps, 1 - number),
        PLAIN: lambda: 1 / np.arange(1, steps + 1),
    }[settings.convention]()
    return Result(
        name=feed.names[k],
        batches=tuple(batch[:, k] for batch in feed.batches),
        simulated=settings.example == SIMULATED,
        seen=seen,
        momentum=number,
        convention=settings.convention.split(":")[0].split()[0],
        weights=weights,
        correction=correction,
        sizes=sizes,
        means=means,
        variances=variances,
        stored=stored,
        running_mean=_running(start[0], means, weights),
        running_var=_running(start[1], stored, weights),
        start_weight=np.append(1.0, np.cumprod(1 - weights)),
        estimates=_estimates(sizes, means, variances),
        population=(float(feed.population[:, k].mean()), float(feed.population[:, k].var())),
        x=_inputs.number("x", settings.x),
    )


@lru_cache(maxsize=4)
def _fed(example: str, yours: Table | tuple[Table, ...] | str, rows) -> Feed:
    """The batches of an example, or of ``yours``: a table (or text that holds one), cut every ``rows``, or batches."""
    names, batches, population = _rows_to_feed(example, yours, rows)
    for position, batch in enumerate(batches, start=1):
        if len(batch) < 2:
            raise ValueError(
                f"batches: expected at least 2 rows in each, got 1 in batch {position}: one row has no "
                "variance to store, and torch refuses it in training. Choose another number of rows a "
                "batch, or leave the last batch out"
            )
    with np.errstate(over="ignore"):
        sizes, means, variances = (
            np.array(values, dtype=float)
            for values in zip(*((len(b), b.mean(axis=0), b.var(axis=0)) for b in batches), strict=True)
        )
    if not np.isfinite(variances).all():
        raise ValueError("data: expected numbers whose squares fit in float64, got a variance that overflows")
    return Feed(names, batches, population, sizes, means, variances)


def _rows_to_feed(example, yours, rows) -> tuple[tuple[str, ...], list[np.ndarray], np.ndarray]:
    if example == SIMULATED:
        if _inputs.whole("rows a batch", rows, at_least=2) > MOST_DRAWN:
            raise ValueError(f"rows a batch: expected at most {MOST_DRAWN} that are drawn, got {rows}")
        table = examples.z_table()
        picked = np.random.default_rng(SEED).integers(len(table.rows), size=(SIMULATED_BATCHES, rows))
        return table.columns, list(table.values[picked]), table.values
    given = examples.lecture_batches() if example == LECTURE else yours
    if isinstance(given, str):
        given = Table.parse(given)
    if isinstance(given, Table):
        rows = _inputs.whole("rows a batch", rows, at_least=2)
        batches = [given.values[at : at + rows] for at in range(0, len(given.values), rows)]
        return given.columns, batches, given.values
    batches = [batch.values for batch in given]
    return given[0].columns, batches, np.concatenate(batches)


def _running(start: float, values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """``new = (1 − weight)·old + weight·value``, from the start value on."""
    running = [float(start)]
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        running.append((1 - weight) * running[-1] + weight * value)
    return np.array(running)


def _estimates(sizes, means, variances) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """μ and σ² of everything seen, four ways, after 0, 1, … batches."""
    centre = means.mean()  # squares of means far from 0 would drown the differences between them
    each, rows = np.ones_like(sizes), sizes

    def average(values, weights):
        averaged = np.cumsum(values * weights) / np.cumsum(weights)
        return np.append(np.nan, averaged)

    def between(weights):
        return np.maximum(average((means - centre) ** 2, weights) - average(means - centre, weights) ** 2, 0)

    mean = average(means, each)
    return {
        "σ averaged": (mean, average(np.sqrt(variances), each) ** 2),
        "σ² averaged": (mean, average(variances, each)),
        "pooled, each batch alike": (mean, average(variances, each) + between(each)),
        "pooled, by rows": (average(means, rows), average(variances, rows) + between(rows)),
    }


def share_of_one(name: str, value) -> float:
    if _inputs.number(name, value, at_least=0) > 1:
        raise ValueError(f"{name}: expected a number from 0 to 1, got {value!r}")
    return float(value)


def batches_or_table(data) -> Table | tuple[Table, ...]:
    listed = isinstance(data, (list, tuple)) or (isinstance(data, np.ndarray) and data.ndim > 0)
    if not listed or len(data) == 0 or not _is_batch(data[0]):
        return Table.of(data)
    batches = tuple(Table.of(batch) for batch in data)
    widths = [len(batch.columns) for batch in batches]
    if len(set(widths)) > 1:
        raise ValueError(f"data: expected batches of equally many columns, got {widths}")
    return batches


def _is_batch(item) -> bool:
    if isinstance(item, Table) or hasattr(item, "ndim"):
        return isinstance(item, Table) or item.ndim == 2
    listed = isinstance(item, (list, tuple)) and len(item) > 0
    return listed and isinstance(item[0], (list, tuple, np.ndarray))
