"""γ and β after the normalization, the activation after γ and β, and the way back."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.norms import batch_norm
from normviz.table import Table, is_number, refuse
from normviz.views.settings import NO_EDITS, UNSAID, Edits, PairOfFollowed, Pairs, edited, within

Z_TABLE, GPA_IQ, YOURS = "z table", "GPA and IQ", "your table"
EXAMPLES = {Z_TABLE: examples.z_table, GPA_IQ: examples.gpa_iq}
HIDDEN, HALF, TYPED = "none", "its second half", "numbers you type"
EPS = 1e-5


def _sigmoid(y):
    # One form for each sign: e^(−y) would overflow for a y far below 0.
    small = np.exp(-np.abs(y))
    return np.where(y >= 0, 1.0, small) / (1.0 + small)


ACTIVATIONS = {
    "sigmoid": _sigmoid,
    "tanh": np.tanh,
    "ReLU": lambda y: np.maximum(y, 0.0),
    "none": lambda y: y + 0.0,
}


@dataclass(frozen=True)
class Settings(PairOfFollowed):
    """What the picture depends on."""

    # one of EXAMPLES, or YOURS: the given table, or the typed one where none was given
    example: str = Z_TABLE
    table: str = "GPA, IQ\n8.9, 100\n6.2, 25\n8.3, 2\n9.2, 70"  # what is typed, one row a line
    given: Table | None = None  # what the caller gave
    column: int = 0  # the followed one, counted from 0
    row: int = 1  # the followed one, counted from 1
    affine: Pairs = UNSAID  # γ and β of every column
    activation: str = "sigmoid"  # one of ACTIVATIONS
    other: str = HIDDEN  # what other batch meets the same γ and β
    other_numbers: str = "9, 6, 5, 8, 12"  # what is typed as its numbers
    edits: Edits = NO_EDITS  # numbers that were put in the place of the table's own


@dataclass(frozen=True, eq=False)
class Batch:
    """One column of one batch, from z to a."""

    title: str  # what batch this is
    rows: tuple[str, ...]  # names of its rows
    z: np.ndarray  # (N,), the column
    z_hat: np.ndarray  # (N,), normalized
    y: np.ndarray  # (N,), γ·x̂ + β
    a: np.ndarray  # (N,), g(y)
    mean: float  # μ of this batch's column
    var: float  # its σ²

    @property
    def gap(self) -> float:
        """The largest abs(y − z)."""
        return float(np.abs(self.y - self.z).max())


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    name: str  # the column's name
    batch: Batch  # the column
    other: Batch | None  # another batch under the same γ and β
    # the batch of the example's own numbers, where some were dragged: axes stay with these
    unedited: Batch
    row: int  # the followed row, counted from 0
    gamma: float
    beta: float
    eps: float
    activation: str  # "sigmoid", "tanh", "ReLU" or "none"

    @property
    def batches(self) -> list[Batch]:
        """This batch, and the other one where there is one."""
        return [self.batch] if self.other is None else [self.batch, self.other]

    @property
    def undo(self) -> tuple[float, float]:
        """The γ and β that give this batch back: √(σ² + ε) and μ."""
        return float(np.sqrt(self.batch.var + self.eps)), self.batch.mean

    def curve(self, y: np.ndarray) -> np.ndarray:
        """The activation at ``y``, (K,)."""
        return ACTIVATIONS[self.activation](y)


def table_of(settings: Settings) -> Table:
    """Return the table whose column is followed."""
    return edited(_table(settings.example, settings.given, settings.table), settings.edits)


@lru_cache(maxsize=4)
def _table(example: str, given: Table | None, typed: str) -> Table:
    return EXAMPLES[example]() if example != YOURS else given or Table.parse(typed)


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """A new table begins at its first column, without γ and β, and at a row that it has."""
    if not changed & {"example", "table"}:
        return settings
    settings = replace(settings, affine=UNSAID, column=0, edits=NO_EDITS)
    try:
        return replace(settings, row=within(settings.row, len(table_of(settings).rows)))
    except (TypeError, ValueError):
        return settings


def undone(settings: Settings) -> dict:
    """The γ and β that give the batch back, by name."""
    gamma, beta = compute(settings).undo
    return {"gamma": gamma, "beta": beta}


def compute(settings: Settings) -> Result:
    """Normalize the column, scale and shift it, and send it through the activation."""
    table, k = table_of(settings), settings.column
    row = _inputs.whole("row", settings.row, at_least=1, at_most=len(table.rows))
    gamma, beta = (_inputs.number(name, getattr(settings, name)) for name in ("gamma", "beta"))
    after = {"gamma": gamma, "beta": beta, "activation": settings.activation}
    name, column = table.columns[k], table.values[:, k]
    batch = unedited = _through(f"{name} of this batch", table.rows, column, **after)
    if settings.edits:
        own = table_of(replace(settings, edits=NO_EDITS)).values[:, k]
        unedited = _through(batch.title, table.rows, own, **after)
    return Result(
        name=name,
        batch=batch,
        other=_other(settings, name, table.rows, column, after),
        unedited=unedited,
        row=row - 1,
        eps=EPS,
        **after,
    )


def _other(settings: Settings, name, rows, column, after) -> Batch | None:
    if settings.other == HIDDEN:
        return None
    if settings.other == TYPED:
        numbers = _typed_numbers(settings.other_numbers)
        rows = tuple(f"new {i + 1}" for i in range(len(numbers)))
        return _through(f"{name} of the other batch", rows, numbers, **after)
    half = len(column) // 2
    return _through(f"{name} of the second half", rows[half:], column[half:], **after)


def _through(title, rows, column, *, gamma, beta, activation) -> Batch:
    normalized = batch_norm(column[:, None], gamma=gamma, beta=beta, eps=EPS)
    y = normalized.y[:, 0]
    return Batch(
        title=title,
        rows=tuple(rows),
        z=column,
        z_hat=normalized.x_hat[:, 0],
        y=y,
        a=ACTIVATIONS[activation](y),
        mean=normalized.mean.item(),
        var=normalized.var.item(),
    )


def position_of(column, names) -> int:
    if isinstance(column, str):
        if column not in names:
            raise ValueError(f"column: expected one of {list(names)}, got {column!r}")
        return names.index(column)
    return _inputs.whole("column", column, at_least=1, at_most=len(names)) - 1


def _typed_numbers(text: str) -> np.ndarray:
    for n, line in enumerate(text.split("\n"), start=1):
        refuse("other batch", line, n, "line")
    words = text.replace(",", " ").replace(";", " ").split()
    for word in words or [""]:
        if not is_number(word):
            raise ValueError(f"other batch: expected numbers, got '{word}'")
    return np.array([float(word.replace("−", "-")) for word in words])
