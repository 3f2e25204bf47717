"""ScalingExplorer: how the scale of two features shapes the loss, and what that means for gradient descent."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs, datasets
from normviz.descent import SCALES, Bowl, bowl
from normviz.drawing.numbers import significant
from normviz.drawing.scaling import scaling_picture
from normviz.explorers.old_base import Explorer
from normviz.explorers.log_control import LogNumberControl
from normviz.table import Table

YEAR, FOUR, SHARE = "a simulated year of students", "the notes' four students", "65 trading days of a share"
YOURS = "your table"
SHARE_OF_BOUND = 0.9
FASTEST = 1e100  # the largest learning rate: far beyond every bound, and its square still fits in float64
TABLES = {YEAR: datasets.year_of_students, FOUR: datasets.four_students, SHARE: datasets.trading_days}
SCALE_NAMES = {
    "raw: x": "raw",
    "scaled only: x / σ": "scaled only",
    "min–max: from 0 to 1": "min–max",
    "standardized: (x − μ) / σ": "standardized",
}
TYPED = (
    "hours of sleep, coffee (ml), mark\n8, 150, 14\n6, 400, 9\n7, 100, 12\n5, 250, 7\n9, 350, 15\n7, 500, 10"
)


@dataclass(frozen=True, eq=False)
class ScalingResult:
    """Everything the picture shows.

    Attributes
    ----------
    table : the Table as it came: two features and the number to predict, (N, 3)
    scale : "raw", "scaled only", "min–max" or "standardized", done to all three columns
    values : array, (N, 3), on that scale
    bowl : the loss on it; ``bowls`` maps every scale to its Bowl, or to the error that says why it has none
    rate : the learning rate η
    steps : how many steps were asked for
    path : array, (K, 2), the weights from (0, 0) on; ``losses``, (K,), the loss at each
    steps_needed : steps until 1 % of the distance is left; None if that never comes
    """

    table: Table
    scale: str
    values: np.ndarray
    bowl: Bowl
    bowls: dict[str, Bowl | ValueError]
    rate: float
    steps: int
    path: np.ndarray
    losses: np.ndarray
    steps_needed: int | None


class ScalingExplorer(Explorer):
    """The loss of a model with two features, from above, and gradient descent on it.

    Parameters
    ----------
    data : None for the collection's tables; or your own with three columns, two features and the number to predict: an
        array, rows of numbers, a mapping name → column, or a Table
    example : which of the collection's tables comes first
    scale : "raw", "scaled only", "min–max" or "standardized", which comes first

    Raises
    ------
    TypeError, ValueError
        For data that is not a table of three columns, another example, or another scale.

    Examples
    --------
    >>> explorer = ScalingExplorer(scale="standardized")
    >>> explorer.result.bowl.condition_number.__round__(2)
    2.16
    >>> explorer.boxes["rate"].value = 1.5
    >>> explorer.result.steps_needed is None
    True
    """

    heading = "Scaling explorer"

    def __init__(self, data=None, *, example: str = YEAR, scale: str = "raw"):
        _inputs.one_of("example", example, TABLES)
        _inputs.one_of("scale", scale, SCALES)
        self._given = None if data is None else _three_columns(Table.of(data), "data")
        self._start = (example if data is None else YOURS, scale)
        self._share = SHARE_OF_BOUND  # kept from scale to scale, so that equals are compared
        self._kept = None
        super().__init__()

    def build(self):
        data = self.choice("data", "Data", [*TABLES, YOURS], self._start[0], width="22em")
        scale = self.choice("scale", "Features", list(SCALE_NAMES.items()), self._start[1], width="22em")
        typed = self.text(
            "table", "Your table: two features and the number to predict, one row a line", TYPED
        )
        rate = LogNumberControl("Learning rate η", 1e-6, 10, 0.1)
        self._numbers["rate"], self.boxes["rate"] = rate, rate.box
        self._add("rate", rate.slider, watched=rate.box)
        steps = self.number("steps", "Steps drawn", 1, 300, 1, 40, whole=True)
        self.react("data")
        return [[data, scale], [typed], [rate, steps]]

    def react(self, name):
        if name in ("data", "table", "scale"):
            self.show("table", self.data.value == YOURS and self._given is None)
            chosen = self._chosen()
            rate = chosen.rate_at(self._share)
            self._numbers["rate"].set_range(chosen.bound / 100, chosen.bound * 3, rate)
        elif name == "rate" and 0 < self.value("rate") <= FASTEST:
            self._share = self.value("rate") / self._chosen().bound

    def reset_controls(self):
        super().reset_controls()
        self._share = SHARE_OF_BOUND

    def compute(self) -> ScalingResult:
        rate = _inputs.number("learning rate η", self.value("rate"), above=0)
        steps = _inputs.whole("steps drawn", self.value("steps"), at_least=1)
        for name, value, most in (("learning rate η", rate, FASTEST), ("steps drawn", steps, 1000)):
            if value > most:
                raise ValueError(f"{name}: expected at most {most:g}, got {value!r}")
        table, bowls, scaled_values = self._bowls()
        chosen = self._chosen()
        path = chosen.path(rate, steps)
        return ScalingResult(
            table=table,
            scale=self.scale.value,
            values=scaled_values[self.scale.value],
            bowl=chosen,
            bowls=bowls,
            rate=rate,
            steps=steps,
            path=path,
            losses=chosen.loss(path),
            steps_needed=chosen.steps_until(0.01, rate) if rate < chosen.bound else None,
        )

    def render(self, result):
        return scaling_picture(result)

    def in_words(self, result):
        said = f"{result.scale} features, η = {significant(result.rate)}: the path "
        if result.steps_needed is not None:
            said += f"converges, in {result.steps_needed} steps to 1 % of the way"
        else:
            said += "never settles" if result.rate == result.bowl.bound else "diverges"
        return f"{said}. κ is {significant(result.bowl.condition_number)}."

    def _chosen(self) -> Bowl:
        chosen = self._bowls()[1][self.scale.value]
        if isinstance(chosen, Exception):
            raise chosen
        return chosen

    def _bowls(self):
        """The table, its bowl on every scale, and its values on every scale; kept while the data stay."""
        source = (self.data.value, self.table.value)
        if self._kept is None or self._kept[0] != source:
            table = self._read()
            bowls, values = {}, {}
            for name, rescale in SCALES.items():
                try:
                    if name != "raw":
                        _check_varied(table)
                    values[name] = rescale(table.values)
                    bowls[name] = bowl(values[name][:, :2], values[name][:, 2])
                except ValueError as error:
                    bowls[name] = error
            self._kept = (source, (table, bowls, values))
        return self._kept[1]

    def _read(self) -> Table:
        if self.data.value != YOURS:
            return TABLES[self.data.value]()
        return self._given or _three_columns(Table.parse(self.table.value))


def _check_varied(table: Table) -> None:
    for name, column in zip(table.columns, table.values.T, strict=True):
        if np.ptp(column) == 0:
            raise ValueError(f"{name}: every value is the same, so σ is 0 and there is nothing to divide by")


def _three_columns(table: Table, name: str = "table") -> Table:
    if len(table.columns) != 3:
        raise ValueError(
            f"{name}: expected 3 columns, two features and the number to predict, got {len(table.columns)}"
        )
    return table
