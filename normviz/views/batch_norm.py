"""Batch norm on a table: one column, one cell, and what weights before it do to them."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.norms import Normalized, batch_norm
from normviz.table import Table
from normviz.views.settings import NO_EDITS, UNSAID, Edits, PairOfFollowed, Pairs, edited, within

Z_TABLE, ARTICLE, GPA_IQ, TWO = (
    "z table",
    "the article's 3 × 4 batch",
    "GPA and IQ, one node",
    "two students, two nodes",
)
YOURS = "your table"
EXAMPLES = {
    Z_TABLE: examples.z_table,
    GPA_IQ: examples.gpa_iq,
    TWO: examples.two_students,
    ARTICLE: examples.article_batch,
}
DIVIDE_BY = {"n, as batch norm does": 0, "n − 1, the sample variance": 1}


@dataclass(frozen=True)
class Settings(PairOfFollowed):
    """What the picture depends on."""

    # one of EXAMPLES, or YOURS: the given table, or the typed one where none was given
    example: str = Z_TABLE
    table: str = "GPA, IQ\n8.9, 100\n6.2, 25\n8.3, 2\n9.2, 70"  # what is typed, one row a line
    given: Table | None = None  # what the caller gave
    divide_by: str = next(iter(DIVIDE_BY))  # one of DIVIDE_BY
    row: int = 1  # the chosen cell, counted from 1
    column: int = 1
    # Weights and biases of the documents' nodes, which count the weights feature by feature: with two nodes,
    # w1 and w3 belong to node 1.
    w1: float = 1.0
    w2: float = 0.1
    w3: float = 0.5
    w4: float = -0.3
    b: float = 0.0
    b2: float = 1.0
    affine: Pairs = UNSAID  # γ and β of every column, counted from 1
    edits: Edits = NO_EDITS  # numbers that were put in the place of the table's own


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    table: Table  # what is normalized
    inputs: Table | None  # what it was made from by weights
    weights: np.ndarray | None  # (features, nodes)
    bias: np.ndarray | None  # (nodes,)
    normalized: Normalized  # what batch norm returned, (N, D)
    # the same for the example's own numbers, where some were dragged: axes stay with these
    unedited: Normalized
    # row, column: the chosen cell, counted from 0
    row: int
    column: int
    # whose μ and σ these are, where they are not the table's own: "stored", or "of all", of which it is a part
    whose: str = ""

    @property
    def symbol(self) -> str:
        """σ, with the divisor that was chosen."""
        return "σ (n − 1)" if self.normalized.correction else "σ"

    @property
    def std_after(self) -> np.ndarray:
        """σ of each column afterwards, (D,), with the same divisor: one picture, one meaning of σ."""
        return self.normalized.y.std(axis=0, ddof=self.normalized.correction)


def names_of(settings: Settings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the rows and of the columns that are normalized."""
    source = source_of(settings)
    return source.rows, {GPA_IQ: ("M",), TWO: ("node 1", "node 2")}.get(settings.example, source.columns)


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """A new table begins without γ and β, at a cell that it has."""
    if not changed & {"example", "table"}:
        return settings
    settings = replace(settings, affine=UNSAID, edits=NO_EDITS)
    try:
        rows, columns = names_of(settings)
    except (TypeError, ValueError):
        return settings
    return replace(
        settings, row=within(settings.row, len(rows)), column=within(settings.column, len(columns))
    )


def compute(settings: Settings) -> Result:
    """Put the table through its weights, if it has some, and normalize it.

    >>> compute(Settings(example=GPA_IQ)).normalized.y[:, 0].round(4)
    array([ 1.2729, -0.956 , -0.9997,  0.6829])
    """
    table, inputs, weights, bias = _data(settings)
    row, column = (_inputs.whole(name, getattr(settings, name), at_least=1) for name in ("row", "column"))
    features = len(table.columns)
    if row > len(table.rows) or column > features:
        raise ValueError(
            f"row, column: expected a cell of the {len(table.rows)} × {features} table, "
            f"got row {row}, column {column}"
        )
    gamma, beta = (of_all[1:] for of_all in settings.affine.arrays(features + 1))
    options = {"gamma": gamma, "beta": beta, "correction": DIVIDE_BY[settings.divide_by]}
    normalized = unedited = batch_norm(table.values, **options)
    if settings.edits != NO_EDITS:
        unedited = batch_norm(_data(replace(settings, edits=NO_EDITS))[0].values, **options)
    return Result(table, inputs, weights, bias, normalized, unedited, row - 1, column - 1)


def _data(settings: Settings):
    source = source_of(settings)
    if settings.example not in (GPA_IQ, TWO):
        return source, None, None, None
    one = settings.example == GPA_IQ
    names = (("w1",), ("w2",), ("b",)) if one else (("w1", "w2"), ("w3", "w4"), ("b", "b2"))
    numbers = [[_inputs.number(name, getattr(settings, name)) for name in row] for row in names]
    weights, bias = np.array(numbers[:-1]), np.array(numbers[-1])
    outputs = Table(source.values @ weights + bias, *names_of(settings))
    return outputs, source, weights, bias


def source_of(settings: Settings) -> Table:
    """Return the table that is normalized, or put through weights first."""
    return edited(_source(settings.example, settings.given, settings.table), settings.edits)


@lru_cache(maxsize=4)
def _source(example: str, given: Table | None, typed: str) -> Table:
    if example != YOURS:
        return EXAMPLES[example]()
    return given or Table.parse(typed)
