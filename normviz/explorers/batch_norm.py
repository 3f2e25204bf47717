"""BatchNormExplorer: one column, one cell, and its arithmetic with the numbers put in."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs, examples
from normviz.drawing.batch_norm import batch_norm_picture
from normviz.explorers.base import Explorer
from normviz.norms import Normalized, batch_norm
from normviz.table import Table

Z_TABLE, ARTICLE, GPA_IQ, TWO = (
    "z table",
    "the article's 3 × 4 batch",
    "GPA and IQ, one node",
    "two students, two nodes",
)
YOURS = "your table"
NODES = {GPA_IQ: 1, TWO: 2}
DIVIDE_BY = {"n, as batch norm does": 0, "n − 1, the sample variance": 1}


@dataclass(frozen=True, eq=False)
class BatchNormResult:
    """Everything the picture shows.

    Attributes
    ----------
    table : the Table that is normalized
    inputs : the Table it was made from by weights, or None; ``weights`` (features, nodes) and ``bias`` (nodes,)
    normalized : what batch norm returned, (N, D)
    row, column : the chosen cell, counted from 0
    """

    table: Table
    inputs: Table | None
    weights: np.ndarray | None
    bias: np.ndarray | None
    normalized: Normalized
    row: int
    column: int


class BatchNormExplorer(Explorer):
    """Batch norm on a table: pick a cell and follow its arithmetic.

    Parameters
    ----------
    data : None for the documents' tables; or your own: an array, rows of numbers, a mapping name → column, or a Table
    example : which of the documents' tables comes first
    row, column : the cell that comes first, counted from 1

    Raises
    ------
    TypeError, ValueError
        For data that is not a table, or a cell outside it.

    Examples
    --------
    >>> explorer = BatchNormExplorer(example="the article's 3 × 4 batch")
    >>> explorer.divide_by.value = "n − 1, the sample variance"
    >>> explorer.result.normalized.y[:, 0].round(4)
    array([-1.,  0.,  1.])
    """

    heading = "Batch norm explorer"

    def __init__(self, data=None, *, example: str = Z_TABLE, row: int = 1, column: int = 1):
        if data is None and example not in (Z_TABLE, GPA_IQ, TWO, ARTICLE):
            raise ValueError(f"example: expected one of {[Z_TABLE, GPA_IQ, TWO, ARTICLE]}, got {example!r}")
        self._given = None if data is None else Table.of(data)
        self._start = example if data is None else YOURS
        first = self._given or _documents_table(example)
        for name, value, count in (("row", row, len(first.values)), ("column", column, len(first.columns))):
            if _inputs.whole(name, value, at_least=1) > count and not (name == "column" and example in NODES):
                raise ValueError(f"{name}: expected at most {count}, got {value}")
        self._cell = (row, column)
        self._gamma: dict[int, float] = {}
        self._beta: dict[int, float] = {}
        super().__init__()

    def build(self):
        options = [Z_TABLE, GPA_IQ, TWO, ARTICLE, YOURS]
        example = self.choice("example", "Example", options, self._start, width="22em")
        divide_by = self.choice("divide_by", "Divide by", list(DIVIDE_BY), width="22em")
        typed = self.text(
            "table", "Your table, one row a line", "GPA, IQ\n8.9, 100\n6.2, 25\n8.3, 2\n9.2, 70", rows=5
        )
        row = self.number("row", "Row", 1, 2, 1, 1, whole=True)
        column = self.number("column", "Column", 1, 2, 1, 1, whole=True)
        weights = [
            self.number(name, label, -2, 2, 0.05, value)
            for name, label, value in (
                ("w1", "w1 (GPA)", 1.0),
                ("w2", "w2 (IQ)", 0.1),
                ("b", "b", 0.0),
                ("w3", "w3", 0.5),
                ("w4", "w4", -0.3),
                ("b2", "b of node 2", 1.0),
            )
        ]
        gamma = self.number("gamma", "γ of this column", -3, 3, 0.1, 1.0)
        beta = self.number("beta", "β of this column", -3, 3, 0.1, 0.0)
        self._fit()
        self.boxes["row"].value, self.boxes["column"].value = self._cell
        return [[example, divide_by], [typed], [row, column], weights[:3], weights[3:], [gamma, beta]]

    def react(self, name):
        if name in ("example", "table"):
            self._fit()
        elif name == "column":
            self.boxes["gamma"].value = self._gamma.get(self.value("column"), 1.0)
            self.boxes["beta"].value = self._beta.get(self.value("column"), 0.0)
        elif name in ("gamma", "beta"):
            getattr(self, f"_{name}")[self.value("column")] = self.value(name)

    def reset_controls(self):
        with self.hold():
            self._gamma.clear()
            self._beta.clear()
            super().reset_controls()
            self._gamma.clear()
            self._beta.clear()

    def compute(self) -> BatchNormResult:
        table, inputs, weights, bias = self._data()
        features = len(table.columns)
        row, column = (_inputs.whole(name, self.value(name), at_least=1) for name in ("row", "column"))
        if row > len(table.rows) or column > features:
            raise ValueError(
                f"row, column: expected a cell of the {len(table.rows)} × {features} table, got row {row}, column {column}"
            )
        normalized = batch_norm(
            table.values,
            gamma=np.array([self._gamma.get(k + 1, 1.0) for k in range(features)]),
            beta=np.array([self._beta.get(k + 1, 0.0) for k in range(features)]),
            correction=DIVIDE_BY[self.divide_by.value],
        )
        return BatchNormResult(table, inputs, weights, bias, normalized, row - 1, column - 1)

    def render(self, result):
        return batch_norm_picture(result)

    def _fit(self) -> None:
        """Show the controls that the chosen example needs, and fit rows and columns to it."""
        example = self.example.value
        self.show("table", example == YOURS and self._given is None)
        for name in ("w1", "w2", "b"):
            self.show(name, example in NODES)
        for name in ("w3", "w4", "b2"):
            self.show(name, example == TWO)
        # The documents count the weights of two nodes the other way round: w1 and w3 belong to node 1.
        self.boxes["w2"].description = "w2 (IQ)" if example == GPA_IQ else "w2 (GPA → node 2)"
        self.boxes["w1"].description = "w1 (GPA)" if example == GPA_IQ else "w1 (GPA → node 1)"
        self.boxes["w3"].description, self.boxes["w4"].description = "w3 (IQ → node 1)", "w4 (IQ → node 2)"
        self._gamma.clear()
        self._beta.clear()
        self.boxes["gamma"].value, self.boxes["beta"].value = 1.0, 0.0
        table = self._data()[0]
        self._numbers["row"].set_range(1, max(len(table.rows), 2))
        self._numbers["column"].set_range(1, max(len(table.columns), 2))
        self.boxes["row"].value = min(self.value("row"), len(table.rows))
        self.boxes["column"].value = min(self.value("column"), len(table.columns))

    def _data(self):
        example = self.example.value
        if example == YOURS:
            return self._given or Table.parse(self.table.value), None, None, None
        document = _documents_table(example)
        if example not in NODES:
            return document, None, None, None
        w1, w2, w3, w4, b, b2 = (self.value(name) for name in ("w1", "w2", "w3", "w4", "b", "b2"))
        one = example == GPA_IQ
        weights = np.array([[w1], [w2]]) if one else np.array([[w1, w2], [w3, w4]])
        bias = np.array([b]) if one else np.array([b, b2])
        outputs = Table(
            document.values @ weights + bias, document.rows, ("M",) if one else ("node 1", "node 2")
        )
        return outputs, document, weights, bias


def _documents_table(example: str) -> Table:
    return {
        Z_TABLE: examples.z_table,
        GPA_IQ: examples.gpa_iq,
        TWO: examples.two_students,
        ARTICLE: examples.article_batch,
    }[example]()
