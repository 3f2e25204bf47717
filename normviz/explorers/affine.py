"""AffineExplorer: γ and β after the normalization, the activation after γ and β, and the way back."""

from dataclasses import dataclass

import ipywidgets
import numpy as np

from normviz import _inputs, examples
from normviz.drawing.affine import affine_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.stages import BETA, GAMMA
from normviz.explorers.base import Explorer
from normviz.norms import batch_norm
from normviz.table import Table

Z_TABLE, GPA_IQ, YOURS = "z table", "GPA and IQ", "your table"
EXAMPLES = {Z_TABLE: examples.z_table, GPA_IQ: examples.gpa_iq}
HIDDEN, HALF, TYPED = "none", "its second half", "numbers you type"
EPS = 1e-5


def _sigmoid(p):
    # One form for each sign: e^(−p) would overflow for a p far below 0.
    small = np.exp(-np.abs(p))
    return np.where(p >= 0, 1.0, small) / (1.0 + small)


ACTIVATIONS = {
    "sigmoid": _sigmoid,
    "tanh": np.tanh,
    "ReLU": lambda p: np.maximum(p, 0.0),
    "none": lambda p: p + 0.0,
}


@dataclass(frozen=True, eq=False)
class AffineBatch:
    """One column of one batch, from z to a.

    Attributes
    ----------
    title : what batch this is
    rows : names of its rows
    z, z_hat, p, a : arrays, (N,): the column, normalized, p = γ·x̂ + β, a = g(p)
    mean, var : μ and σ² of this batch's column
    gap : the largest abs(p − z)
    """

    title: str
    rows: tuple[str, ...]
    z: np.ndarray
    z_hat: np.ndarray
    p: np.ndarray
    a: np.ndarray
    mean: float
    var: float

    @property
    def gap(self) -> float:
        return float(np.abs(self.p - self.z).max())


@dataclass(frozen=True, eq=False)
class AffineResult:
    """Everything the picture shows.

    Attributes
    ----------
    name : the column's name
    batch, other : the column as an :class:`AffineBatch`, and another batch under the same γ and β, or None
    row : the followed row, counted from 0
    gamma, beta, eps : γ, β and ε
    activation : "sigmoid", "tanh", "ReLU" or "none"
    undo : the γ and β that give this batch back: √(σ² + ε) and μ
    """

    name: str
    batch: AffineBatch
    other: AffineBatch | None
    row: int
    gamma: float
    beta: float
    eps: float
    activation: str

    @property
    def undo(self) -> tuple[float, float]:
        return float(np.sqrt(self.batch.var + self.eps)), self.batch.mean

    def curve(self, p: np.ndarray) -> np.ndarray:
        """The activation at ``p``, (K,)."""
        return ACTIVATIONS[self.activation](p)


class AffineExplorer(Explorer):
    """Scale and shift a normalized column, send it through an activation, and undo the normalization.

    Parameters
    ----------
    data : None for the documents' tables; or your own: an array, rows, a mapping name → column, or a Table
    example : which of the documents' tables comes first
    column : the column that comes first, by its name or counted from 1
    gamma, beta : first γ and β of that column
    activation : "sigmoid", "tanh", "ReLU" or "none"
    other : another batch of the same column, a list of numbers, to meet the same γ and β; None for none

    Raises
    ------
    TypeError, ValueError
        For data that is not a table, a column it does not have, a γ or β that is not a number, or an unknown
        activation.

    Examples
    --------
    >>> explorer = AffineExplorer(gamma=2, beta=1)
    >>> explorer.result.batch.p.round(4)
    array([ 3.3717, -0.5811, -1.3717,  3.3717,  0.2094])
    >>> explorer.undo.click()
    >>> explorer.result.batch.gap < 1e-12
    True
    """

    heading = "γ and β explorer"

    def __init__(
        self,
        data=None,
        *,
        example: str = Z_TABLE,
        column: int | str = 1,
        gamma=1.0,
        beta=0.0,
        activation: str = "sigmoid",
        other=None,
    ):
        _inputs.one_of("example", example, EXAMPLES)
        _inputs.one_of("activation", activation, ACTIVATIONS)
        self._given = None if data is None else Table.of(data)
        if data is not None:
            _inputs.squarable("data", self._given.values)
        self._start = example if data is None else YOURS
        self._first_column = _position(column, (self._given or EXAMPLES[example]()).columns)
        self._first_pair = _inputs.number("gamma", gamma), _inputs.number("beta", beta)
        self._first_activation = activation
        self._given_other = None if other is None else _inputs.array("other", other, ndim=(1,))
        self._pairs: dict[int, tuple[float, float]] = {}
        super().__init__()

    def build(self):
        example = self.choice("example", "Example", [*EXAMPLES, YOURS], self._start, width="12.5em")
        column = self.choice("column", "Column", [("z1", 0)], width="12.5em")
        activation = self.choice(
            "activation", "Activation g", list(ACTIVATIONS), self._first_activation, width="12.5em"
        )
        typed = self.text(
            "table", "Your table, one row a line", "GPA, IQ\n8.9, 100\n6.2, 25\n8.3, 2\n9.2, 70", rows=5
        )
        row = self.number("row", "Row", 1, 2, 1, 1, whole=True)
        gamma = self.number("gamma", "γ", *GAMMA, 0.1, 1.0)
        beta = self.number("beta", "β", *BETA, 0.1, 0.0)
        self.undo = ipywidgets.Button(description="Undo: γ = √(σ² + ε), β = μ", layout={"width": "auto"})
        self.undo.on_click(lambda _: self._undo())
        first_other = HIDDEN if self._given_other is None else TYPED
        other = self.choice("other", "Other batch", [HIDDEN, HALF, TYPED], first_other, width="12.5em")
        numbers = "9, 6, 5, 8, 12" if self._given_other is None else _listed(self._given_other)
        other_numbers = self.text("other_numbers", "Its numbers", numbers, rows=2)
        self._fit()
        self._choose_first()
        self.react("other")
        return [
            [example, column, activation],
            [typed],
            [gamma, beta],
            [self.undo, row, other],
            [other_numbers],
        ]

    def react(self, name):
        if name in ("example", "table"):
            self._fit()
        elif name == "column":
            self._fit_sliders()
            self._set_pair(*self._pairs.get(self.column.value, (1.0, 0.0)))
        elif name in ("gamma", "beta"):
            self._pairs[self.column.value] = self.value("gamma"), self.value("beta")
        elif name == "other":
            self.show("other_numbers", self.other.value == TYPED)

    def following(self, row, _column):
        return {"row": row + 1} if row < len(self._data().rows) else {}

    def reset_controls(self):
        with self.hold():
            for name in ("example", "table"):
                self.set_value(name, self._first_values[name])
            self._fit()
            self._choose_first()
            for name in ("activation", "row", "other", "other_numbers"):
                self.set_value(name, self._first_values[name])
            self.react("other")

    def _choose_first(self) -> None:
        self.column.value = self._first_column
        self._fit_sliders()
        self._set_pair(*self._first_pair)

    def compute(self) -> AffineResult:
        table, k = self._data(), self.column.value
        row = _inputs.whole("row", self.value("row"), at_least=1)
        if row > len(table.rows):
            raise ValueError(f"row: expected at most {len(table.rows)}, got {row}")
        gamma, beta = (_inputs.number(name, self.value(name)) for name in ("gamma", "beta"))
        settings = {"gamma": gamma, "beta": beta, "activation": self.activation.value}
        name, column = table.columns[k], table.values[:, k]
        return AffineResult(
            name=name,
            batch=_through(f"{short_name(name)} of this batch", table.rows, column, **settings),
            other=self._other(name, table.rows, column, settings),
            row=row - 1,
            eps=EPS,
            **settings,
        )

    def render(self, result):
        return affine_picture(result)

    def in_words(self, result):
        batch, i = result.batch, result.row
        activated = "" if result.activation == "none" else f", and a = {fixed(batch.a[i])}"
        return (
            f"{short_name(batch.rows[i])}: {plain(batch.z[i])} is normalized to {fixed(batch.z_hat[i])}; with "
            f"γ = {plain(result.gamma)} and β = {plain(result.beta)} it gives p = {fixed(batch.p[i])}{activated}."
        )

    def _other(self, name, rows, column, settings) -> AffineBatch | None:
        if self.other.value == HIDDEN:
            return None
        if self.other.value == TYPED:
            numbers = _typed_numbers(self.other_numbers.value)
            rows = tuple(f"new {i + 1}" for i in range(len(numbers)))
            return _through(f"{name} of the other batch", rows, numbers, **settings)
        half = len(column) // 2
        return _through(f"{name} of the second half", rows[half:], column[half:], **settings)

    def _undo(self) -> None:
        if self.result is not None:  # while a control holds something unusable, there is nothing to undo
            self._set_pair(*self.result.undo)

    def _set_pair(self, gamma: float, beta: float) -> None:
        with self.hold():
            self.boxes["gamma"].value, self.boxes["beta"].value = gamma, beta
        self._pairs[self.column.value] = gamma, beta

    def _data(self) -> Table:
        if self.example.value != YOURS:
            return EXAMPLES[self.example.value]()
        return self._given or Table.parse(self.table.value)

    def _fit(self) -> None:
        """Fit columns, rows and sliders to the chosen table, and begin at γ = 1, β = 0."""
        self.show("table", self.example.value == YOURS and self._given is None)
        table = self._data()
        self._pairs.clear()
        self.column.options = [(name, k) for k, name in enumerate(table.columns)]
        self._numbers["row"].set_range(1, max(len(table.rows), 2))
        self.boxes["row"].value = min(self.value("row"), len(table.rows))
        self._fit_sliders()
        self._set_pair(1.0, 0.0)

    def _fit_sliders(self) -> None:
        """Let the sliders reach what Undo needs, with room beyond it."""
        column = self._data().values[:, self.column.value]
        for name, reach in (("gamma", column.std()), ("beta", abs(column.mean()))):
            end = float(max(GAMMA[1], np.ceil(1.5 * reach)))
            self._numbers[name].set_range(-end, end)


def _through(title, rows, column, *, gamma, beta, activation) -> AffineBatch:
    normalized = batch_norm(column[:, None], gamma=gamma, beta=beta, eps=EPS)
    p = normalized.y[:, 0]
    return AffineBatch(
        title=title,
        rows=tuple(rows),
        z=column,
        z_hat=normalized.x_hat[:, 0],
        p=p,
        a=ACTIVATIONS[activation](p),
        mean=normalized.mean.item(),
        var=normalized.var.item(),
    )


def _position(column, names) -> int:
    if isinstance(column, str):
        if column not in names:
            raise ValueError(f"column: expected one of {list(names)}, got {column!r}")
        return names.index(column)
    if _inputs.whole("column", column, at_least=1) > len(names):
        raise ValueError(f"column: expected at most {len(names)}, got {column}")
    return int(column) - 1


def _typed_numbers(text: str) -> np.ndarray:
    words = text.replace(",", " ").replace(";", " ").replace("−", "-").split()
    numbers = []
    for word in words:
        try:
            numbers.append(float(word))
        except ValueError:
            raise ValueError(f"other batch: expected numbers, got {word!r}") from None
    return _inputs.array("other batch", numbers)


def _listed(numbers: np.ndarray) -> str:
    return ", ".join(f"{n:.12g}" for n in numbers)
