"""BatchNormExplorer: one column, one cell, and its arithmetic with the numbers put in."""

from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from normviz import _inputs, examples
from normviz.drawing.batch_norm import batch_norm_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.stages import BETA, GAMMA
from normviz.explorers.base import Explorer
from normviz.explorers.controls import row_of
from normviz.norms import Normalized, batch_norm
from normviz.table import Table

Z_TABLE, ARTICLE, GPA_IQ, TWO = (
    "z table",
    "the article's 3 × 4 batch",
    "GPA and IQ, one node",
    "two students, two nodes",
)
YOURS = "your table"
# The document counts the weights feature by feature: with two nodes, w1 and w3 belong to node 1.
NODE_CONTROLS = {
    GPA_IQ: ({"w1": "w1 (GPA)", "w2": "w2 (IQ)", "b": "b"},),
    TWO: (
        {"w1": "w1 (GPA → node 1)", "w3": "w3 (IQ → node 1)", "b": "b11 (node 1)"},
        {"w2": "w2 (GPA → node 2)", "w4": "w4 (IQ → node 2)", "b2": "b12 (node 2)"},
    ),
}
DIVIDE_BY = {"n, as batch norm does": 0, "n − 1, the sample variance": 1}


@dataclass(frozen=True, eq=False)
class BatchNormResult:
    """Everything the picture shows.

    Attributes
    ----------
    table : the Table that is normalized
    inputs : the Table it was made from by weights, or None
    weights, bias : arrays, (features, nodes) and (nodes,), or None
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
    data : None for the documents' tables; or your own: an array, rows of numbers, a mapping name → column,
        or a Table
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
        _inputs.one_of("example", example, (Z_TABLE, GPA_IQ, TWO, ARTICLE))
        self._given = None if data is None else Table.of(data)
        self._start = example if data is None else YOURS
        first = self._given or _documents_table(example)
        columns = len(first.columns) if data is not None else len(NODE_CONTROLS.get(example, first.columns))
        for name, value, count in (("row", row, len(first.values)), ("column", column, columns)):
            if _inputs.whole(name, value, at_least=1) > count:
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
        weights = {"w1": 1.0, "w2": 0.1, "b": 0.0, "w3": 0.5, "w4": -0.3, "b2": 1.0}
        for name, value in weights.items():
            self.number(name, name, -2, 2, 0.05, value)
        self._nodes = (row_of([]), row_of([]))
        gamma = self.number("gamma", "γ", *GAMMA, 0.1, 1.0)
        beta = self.number("beta", "β", *BETA, 0.1, 0.0)
        self._fit()
        self.boxes["row"].value, self.boxes["column"].value = self._cell
        self._name_column()
        return [[example, divide_by], [typed], *([node] for node in self._nodes), [row, column, gamma, beta]]

    def react(self, name):
        if name in ("example", "table"):
            self._fit()
        elif name == "column":
            self.boxes["gamma"].value = self._gamma.get(self.value("column"), 1.0)
            self.boxes["beta"].value = self._beta.get(self.value("column"), 0.0)
            self._name_column()
        elif name in ("gamma", "beta"):
            getattr(self, f"_{name}")[self.value("column")] = self.value(name)

    def following(self, row, column):
        table = self._data()[0]
        gone = row >= len(table.rows) or column >= len(table.columns)
        return {} if gone else {"row": row + 1, "column": column + 1}

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
                f"row, column: expected a cell of the {len(table.rows)} × {features} table, "
                f"got row {row}, column {column}"
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

    def in_words(self, result):
        (i, k), normalized = (result.row, result.column), result.normalized
        return (
            f"{short_name(result.table.rows[i])}, {short_name(result.table.columns[k])}: "
            f"{plain(normalized.x[i, k])} becomes {fixed(normalized.x_hat[i, k])}, after γ and β "
            f"{fixed(normalized.y[i, k])}. The column has a mean of {fixed(normalized.mean[0, k])} "
            f"and a σ of {fixed(normalized.std[0, k])}."
        )

    def _fit(self) -> None:
        """Show the controls that the chosen example needs, and fit rows and columns to it."""
        example = self.example.value
        self.show("table", example == YOURS and self._given is None)
        shown = NODE_CONTROLS.get(example, ())
        for box, names in zip_longest(self._nodes, shown, fillvalue={}):
            for name, label in names.items():
                self.boxes[name].description = label
            box.children = [self._numbers[name] for name in names]
        self._gamma.clear()
        self._beta.clear()
        self.boxes["gamma"].value, self.boxes["beta"].value = 1.0, 0.0
        table = self._data()[0]
        for name, count in (("row", len(table.rows)), ("column", len(table.columns))):
            self._numbers[name].set_range(1, count, min(self.value(name), count))
            self.show(name, count > 1)
            self.boxes[name].description = f"{name.capitalize()}, 1 to {count}"
        self._columns = table.columns
        self._name_column()

    def _name_column(self) -> None:
        at = self.value("column") - 1
        name = short_name(self._columns[at]) if 0 <= at < len(self._columns) else "this column"
        if "$" in name or "\\" in name:  # JupyterLab would read a formula into the label
            name = "this column"
        self.boxes["gamma"].description, self.boxes["beta"].description = f"γ of {name}", f"β of {name}"

    def _data(self):
        example = self.example.value
        if example == YOURS:
            return self._given or Table.parse(self.table.value), None, None, None
        document = _documents_table(example)
        if example not in NODE_CONTROLS:
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
