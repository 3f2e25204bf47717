"""RunningStatisticsExplorer: batches come in one by one, and what is kept for the day without a batch."""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from normviz import _inputs, examples
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.running_statistics import running_statistics_picture
from normviz.explorers.old_base import Explorer
from normviz.table import Table

LECTURE, SIMULATED, YOURS = "the lecture's two batches", "simulated: 60 batches", "your table"
TORCH, KERAS, PLAIN = "torch: weight of the new batch", "Keras: weight of the old value", "plain average"
STORED = {"unbiased (n − 1)": 1, "biased (n)": 0}
SIMULATED_BATCHES, SEED = 60, 2015
MOST_DRAWN = 10_000  # rows a simulated batch
FEWEST_STEPS = 20  # a few batches are fed again and again, as in epochs, until there is something to watch
EPS = 1e-5
TYPED = "minutes\n8\n2\n5\n6\n4\n7\n3\n5\n9\n1"


@dataclass(frozen=True, eq=False)
class RunningStatisticsResult:
    """Everything the picture shows. Arrays over n have H + 1 entries, after 0, 1, … H batches.

    Attributes
    ----------
    name : the followed column's name
    batches : the column, one array a batch; they are fed again from the first one after the last
    simulated : whether they were drawn at random
    seen : n, how many batches have been fed
    momentum : the number in the control; ``convention`` says how it is read: "torch", "Keras" or "plain"; 0 for
        the plain average, which has none
    weights : array, (H,), the weight of each new batch when it comes in
    correction : 1 where the unbiased variance is stored, 0 where the biased one is
    sizes, means, variances, stored : arrays, (H,): rows, μ, σ² (divided by n) and what is stored of σ²
    running_mean, running_var : arrays over n, from the start values on
    start_weight : array over n, the share of the start values in the running ones
    estimates : name → (means, variances), arrays over n, NaN where no batch has come in yet
    population : (mean, var) of all rows that the batches are made of
    x : a value to evaluate
    """

    name: str
    batches: tuple[np.ndarray, ...]
    simulated: bool
    seen: int
    momentum: float
    convention: str
    weights: np.ndarray
    correction: int
    sizes: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    stored: np.ndarray
    running_mean: np.ndarray
    running_var: np.ndarray
    start_weight: np.ndarray
    estimates: dict[str, tuple[np.ndarray, np.ndarray]]
    population: tuple[float, float]
    x: float

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


class RunningStatisticsExplorer(Explorer):
    """Feed batches one by one and watch what batch norm would use in evaluation.

    Parameters
    ----------
    data : None for the lecture's batches; or your own: a list of (N, D) batches, or one table (array, rows,
        mapping name → column, Table) that is cut into batches of ``rows`` rows
    example : "the lecture's two batches", or "simulated: 60 batches", drawn from the z table with a fixed seed
    column : the column followed first, counted from 1
    seen : how many batches have been fed at first
    momentum : from 0 to 1, torch's: the weight of the new batch
    rows : rows a batch, where a table is cut or batches are drawn

    Raises
    ------
    TypeError, ValueError
        For data that is no table and no list of batches, batches of unequal width or of one row, and numbers out
        of their range.

    Notes
    -----
    Source: the buffers of ``torch.nn.BatchNorm1d``; the averages are those of the lecture's evaluation slide.

    Examples
    --------
    >>> explorer = RunningStatisticsExplorer()
    >>> explorer.result.running_mean[:3].round(4)
    array([0.    , 0.45  , 0.7717])
    >>> explorer.controls["seen"].value = 10
    >>> round(float(explorer.result.start_weight[10]), 4)
    0.3487
    """

    heading = "Running statistics explorer"

    def __init__(self, data=None, *, example: str = LECTURE, column=1, seen=2, momentum=0.1, rows=4):
        _inputs.one_of("example", example, (LECTURE, SIMULATED))
        self._given = None if data is None else _batches_or_table(data)
        self._start = example if data is None else YOURS
        self._first = {
            "seen": _inputs.whole("seen", seen, at_least=0),
            "momentum": _share("momentum", momentum),
            "rows": _inputs.whole("rows", rows, at_least=2),
        }
        # Unusable batches and numbers are refused here, before there is a picture.
        first = _fed(self._start, self._given, self._first["rows"])
        for name, value, most in (("column", column, len(first.names)), ("seen", seen, first.steps)):
            if _inputs.whole(name, value, at_least=0 if name == "seen" else 1) > most:
                raise ValueError(f"{name}: expected at most {most}, got {_inputs.describe(value)}")
        self._feed_of = None
        super().__init__()
        self.column.value = self._first_values["column"] = column - 1
        self._first_values["x"] = self.value("x")
        if self.error:
            raise ValueError(self.error)

    def build(self):
        first = self._first
        example = self.choice("example", "Batches", [LECTURE, SIMULATED, YOURS], self._start, width="17em")
        column = self.choice("column", "Column", [("z1", 0)], width="10em")
        table = self.text("table", "Your table, one row a line", TYPED, rows=5)
        rows = self.number("rows", "Rows a batch", 2, 32, 1, first["rows"], whole=True)
        seen = self.number("seen", "Batches seen", 0, 60, 1, first["seen"], whole=True)
        momentum = self.number("momentum", "Momentum, 0 to 1", 0, 1, 0.01, first["momentum"])
        convention = self.choice("convention", "How momentum is read", [TORCH, KERAS, PLAIN], width="19em")
        start_mean = self.number("start_mean", "Start mean", -10, 10, 0.5, 0.0)
        start_var = self.number("start_var", "Start variance", 0, 20, 0.5, 1.0)
        stored = self.choice("stored", "Variance that is stored", list(STORED), width="12em")
        x = self.number("x", "Evaluate x =", -10, 10, 0.5, 7.0)
        self._fit()
        return [
            [example, column, rows],
            [table],
            [seen, momentum, convention],
            [start_mean, start_var, stored, x],
        ]

    def react(self, name):
        if name in ("example", "table", "rows"):
            self._fit()
        elif name == "column":
            self._fit_x()
        elif name == "convention" and self.convention.layout.display != "none":
            for control in ("momentum", "start_mean", "start_var"):
                self.show(control, self.convention.value != PLAIN)

    def reset_controls(self):
        with self.hold():
            for name in ("example", "table", "rows"):
                self.set_value(name, self._first_values[name])
            self._fit()
            super().reset_controls()
            self.set_value("x", self._first_values["x"])

    def compute(self) -> RunningStatisticsResult:
        feed = self._feed()
        k, steps = self.column.value, feed.steps
        seen = _inputs.whole("batches seen", self.value("seen"), at_least=0)
        if seen > steps:
            raise ValueError(f"batches seen: expected at most {steps}, got {seen}")
        number, start = 0.0, [self.value("start_mean"), self.value("start_var")]
        if self.convention.value == PLAIN:
            # Nothing is left of the start values after the first batch, and their controls are hidden: what they
            # hold must not stop the picture.
            start = [
                value if np.isfinite(value) else first for value, first in zip(start, (0.0, 1.0), strict=True)
            ]
            start[1] = abs(start[1])
        else:
            number = _share("momentum", self.value("momentum"))
            _inputs.number("start mean", start[0])
            _inputs.number("start variance", start[1], at_least=0)
        again = np.arange(steps) % len(feed.batches)
        sizes, means, variances = feed.sizes[again], feed.means[again, k], feed.variances[again, k]
        correction = STORED[self.stored.value]
        stored = variances * sizes / (sizes - correction)
        weights = {
            TORCH: lambda: np.full(steps, number),
            KERAS: lambda: np.full(steps, 1 - number),
            PLAIN: lambda: 1 / np.arange(1, steps + 1),
        }[self.convention.value]()
        return RunningStatisticsResult(
            name=feed.names[k],
            batches=tuple(batch[:, k] for batch in feed.batches),
            simulated=self.example.value == SIMULATED,
            seen=seen,
            momentum=number,
            convention=self.convention.value.split(":")[0].split()[0],
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
            x=_inputs.number("x", self.value("x")),
        )

    def render(self, result):
        return running_statistics_picture(result)

    def in_words(self, result):
        n = result.seen
        mean, var = result.running_mean[n], result.running_var[n]
        return (
            f"After {n} {'batch' if n == 1 else 'batches'}: the running mean is {fixed(mean)}, the running σ "
            f"{fixed(np.sqrt(var))}. Evaluation turns {plain(result.x)} into {fixed(result.evaluated(mean, var))}; "
            f"the population's would give {fixed(result.evaluated(*result.population))}."
        )

    def _feed(self) -> Feed:
        """What the controls ask to be fed; kept until they ask for something else."""
        asked = self.example.value, self.table.value, self.value("rows")
        if self._feed_of is not None and self._feed_of[0] == asked:
            return self._feed_of[1]
        yours = self._given or self.table.value
        feed = _fed(self.example.value, yours, self.value("rows"))
        self._feed_of = (asked, feed)
        return feed

    def _fit(self) -> None:
        """Show the controls that the chosen batches need, and fit columns and sliders to them."""
        yours = self.example.value == YOURS
        self.show("table", yours and self._given is None)
        self.show("rows", not (self.example.value == LECTURE or (yours and isinstance(self._given, tuple))))
        feed = self._feed()
        options = tuple((name, k) for k, name in enumerate(feed.names))
        if self.column.options != options:
            self.column.options = options
            self.column.value = 0
        steps = feed.steps
        self._numbers["seen"].set_range(0, steps, min(self.value("seen"), steps))
        self.boxes["seen"].description = f"Batches seen, 0 to {steps}"
        self._fit_x()

    def _fit_x(self) -> None:
        """Evaluate the column's first value, with room around all of them."""
        column = self._feed().population[:, self.column.value]
        room = float(np.ptp(column)) or 1.0
        low, high = (float(np.floor(column.min() - room)), float(np.ceil(column.max() + room)))
        self._numbers["x"].set_range(low, high, float(column[0]))


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


def _share(name: str, value) -> float:
    if _inputs.number(name, value, at_least=0) > 1:
        raise ValueError(f"{name}: expected a number from 0 to 1, got {value!r}")
    return float(value)


def _batches_or_table(data) -> Table | tuple[Table, ...]:
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
    return (
        isinstance(item, (list, tuple)) and len(item) > 0 and isinstance(item[0], (list, tuple, np.ndarray))
    )
