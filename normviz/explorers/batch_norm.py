"""BatchNormExplorer: one column, one cell, and its arithmetic with the numbers put in."""

from dataclasses import replace

from normviz import _inputs
from normviz.drawing.batch_norm import batch_norm_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.sizes import RANGE
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text, named, unread, with_edits
from normviz.table import Table
from normviz.views import batch_norm
from normviz.views.batch_norm import ARTICLE, GPA_IQ, TWO, YOURS, Z_TABLE
from normviz.views.settings import holds

# The weights of two nodes, by the names that the documents give them; one node takes the first row's places.
NODES = (
    {"w1": "w1 (GPA → node 1)", "w3": "w3 (IQ → node 1)", "b": "b11 (node 1)"},
    {"w2": "w2 (GPA → node 2)", "w4": "w4 (IQ → node 2)", "b2": "b12 (node 2)"},
)
NODE = ({"w1": "w1 (GPA)", "w2": "w2 (IQ)", "b": "b"}, {"w3": "w3", "w4": "w4", "b2": "b2"})


def _in_words(result: batch_norm.Result) -> str:
    (i, k), normalized = (result.row, result.column), result.normalized
    who = "The stored statistics have" if result.whose == "stored" else "The column has"
    eps_weighs = 0 < normalized.var[0, k] < 100 * normalized.eps
    return (
        f"{short_name(result.table.rows[i])}, {short_name(result.table.columns[k])}: "
        f"{plain(normalized.x[i, k])} becomes {fixed(normalized.x_hat[i, k])}, after γ and β "
        f"{fixed(normalized.y[i, k])}. {who} a mean of {fixed(normalized.mean[0, k])} "
        f"and a σ of {fixed(normalized.std[0, k])}."
        f"{' ε is not small beside σ², and makes the result smaller.' if eps_weighs else ''}"
    )


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

    heading = "How far is a number from its column’s mean?"
    moves_first = ("w1", "w2", "b", "row", "column", "divide_by", "gamma", "beta")
    fit = staticmethod(batch_norm.fit)
    compute = staticmethod(batch_norm.compute)
    picture = staticmethod(batch_norm_picture)
    words = staticmethod(_in_words)
    alone_as, typed_as = "batch_norm", YOURS

    def __init__(self, data=None, *, example: str = Z_TABLE, row: int = 1, column: int = 1):
        _inputs.one_of("example", example, batch_norm.EXAMPLES)
        settings = batch_norm.Settings(example=example)
        if data is not None:
            settings = replace(settings, example=YOURS, given=Table.of(data))
        rows, columns = batch_norm.names_of(settings)
        for name, value, count in (("row", row, len(rows)), ("column", column, len(columns))):
            _inputs.whole(name, value, at_least=1, at_most=count)
        super().__init__(replace(settings, row=row, column=column))

    def examples_on_a_page(self, settings):
        return self.tables_on_a_page(settings, batch_norm.EXAMPLES, batch_norm.source_of)

    @staticmethod
    def controls_for(settings):
        typed = settings.example == YOURS and settings.given is None
        try:
            rows, columns = batch_norm.names_of(settings)
        except (TypeError, ValueError):  # the picture says so
            rows, columns = unread(settings.row), unread(settings.column)
        example, name = with_edits("Example", settings), _column_name(settings)
        return [
            [
                Choice("example", example, (Z_TABLE, GPA_IQ, TWO, ARTICLE, YOURS), width="22em"),
                Choice("divide_by", "Divide by", tuple(batch_norm.DIVIDE_BY), width="22em"),
            ],
            [Text("table", "Your table, one row a line", visible=typed)],
            *_weights(settings.example),
            [
                Number("gamma", f"γ of {name}", *RANGE, 0.1, main=True),
                Number("beta", f"β of {name}", *RANGE, 0.1, main=True),
                named("row", "Row", rows),  # a click on a dot is quicker
                named("column", "Column", columns),
            ],
        ]

    @staticmethod
    def follow(settings, cell):
        row, column = cell
        rows, columns = batch_norm.names_of(settings)
        gone = row >= len(rows) or column >= len(columns)
        return {} if gone else {"row": row + 1, "column": column + 1}

    @staticmethod
    def hold(settings, cell):
        return cell if holds(batch_norm.source_of(settings), cell) else None


def _weights(example: str) -> list[list[Number]]:
    """A row of controls for each node."""
    shown = {GPA_IQ: ("w1", "w2", "b"), TWO: ("w1", "w2", "w3", "w4", "b", "b2")}.get(example, ())
    return [
        [Number(name, label, -2, 2, 0.05, visible=name in shown) for name, label in node.items()]
        for node in (NODES if example == TWO else NODE)
    ]


def _column_name(settings) -> str:
    try:
        _, columns = batch_norm.names_of(settings)
        name = short_name(columns[settings.column - 1]) if settings.column >= 1 else "this column"
    except (TypeError, ValueError, IndexError):
        return "this column"
    # JupyterLab would read a formula into the label.
    return "this column" if "$" in name or "\\" in name else name
