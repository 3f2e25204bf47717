"""AffineExplorer: γ and β after the normalization, the activation after γ and β, and the way back."""

from dataclasses import replace

import numpy as np

from normviz import _inputs
from normviz.drawing.affine import affine_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.sizes import RANGE
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Button, Choice, Number, Text, named, unread, with_edits
from normviz.table import Table
from normviz.views import affine
from normviz.views.affine import ACTIVATIONS, EXAMPLES, HALF, HIDDEN, TYPED, YOURS, Z_TABLE
from normviz.views.settings import UNSAID, holds


def _in_words(result: affine.Result) -> str:
    batch, i = result.batch, result.row
    activated = "" if result.activation == "none" else f", and a = {fixed(batch.a[i])}"
    return (
        f"{short_name(batch.rows[i])}: {plain(batch.z[i])}, of a mean of {fixed(batch.mean)} and "
        f"σ {fixed(np.sqrt(batch.var))}, is normalized to {fixed(batch.z_hat[i])}; with "
        f"γ = {plain(result.gamma)} and β = {plain(result.beta)} it gives y = {fixed(batch.y[i])}{activated}."
    )


class AffineExplorer(Explorer):
    """Scale and shift a normalized column, send it through an activation, and undo the normalization.

    Parameters
    ----------
    data : None for the documents' tables; or your own: an array, rows, a mapping name → column, or a Table
    example : which of the documents' tables comes first
    column : the column that comes first, by its name or counted from 1
    gamma, beta : first γ and β of that column
    activation : "sigmoid", "tanh", "ReLU" or "none"
    other : another batch of the same column, a list of numbers, to which the same γ and β are applied; None for none

    Raises
    ------
    TypeError, ValueError
        For data that is not a table, a column it does not have, a γ or β that is not a number, or an unknown
        activation.

    Examples
    --------
    >>> explorer = AffineExplorer(gamma=2, beta=1)
    >>> explorer.result.batch.y.round(4)
    array([ 3.3717, -0.5811, -1.3717,  3.3717,  0.2094])
    >>> explorer.undo.click()
    >>> explorer.result.batch.gap < 1e-12
    True
    """

    heading = "How do γ and β write over the ruler?"
    fit = staticmethod(affine.fit)
    compute = staticmethod(affine.compute)
    picture = staticmethod(affine_picture)
    words = staticmethod(_in_words)
    alone_as, typed_as = "affine", YOURS

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
        settings = affine.Settings(example=example, activation=activation)
        if data is not None:
            given = Table.of(data)
            _inputs.squarable("data", given.values)
            settings = replace(settings, example=YOURS, given=given)
        column = affine.position_of(column, affine.table_of(settings).columns)
        gamma, beta = _inputs.number("gamma", gamma), _inputs.number("beta", beta)
        settings = replace(settings, column=column, affine=UNSAID.put(column, gamma=gamma, beta=beta))
        if other is not None:
            numbers = _inputs.array("other", other, ndim=(1,))
            settings = replace(settings, other=TYPED, other_numbers=", ".join(f"{n:.12g}" for n in numbers))
        super().__init__(settings)

    def examples_on_a_page(self, settings):
        return self.tables_on_a_page(settings, EXAMPLES, affine.table_of)

    @staticmethod
    def controls_for(settings):
        typed = settings.example == YOURS and settings.given is None
        try:
            table = affine.table_of(settings)
        except (TypeError, ValueError):  # the picture says so
            names, rows, ends = (), unread(settings.row), (3.0, 3.0)
        else:
            column = table.values[:, settings.column]
            names, rows = table.columns, table.rows
            # The sliders reach what getting z back needs, with room beyond it.
            reaches = column.std(), abs(column.mean())
            ends = [float(max(RANGE[1], np.ceil(1.5 * reach))) for reach in reaches]
        columns = tuple((name, k) for k, name in enumerate(names)) or (("–", settings.column),)
        return [
            [
                Choice("example", with_edits("Example", settings), (*EXAMPLES, YOURS), width="12.5em"),
                Choice("column", "Column", columns, width="12.5em"),
                Choice("activation", "Activation g", tuple(ACTIVATIONS), width="12.5em"),
                Number("gamma", "γ", -ends[0], ends[0], 0.1, main=True),
                Number("beta", "β", -ends[1], ends[1], 0.1, main=True),
            ],
            [Text("table", "Your table, one row a line", visible=typed)],
            [
                Button("undo", "Get z back: γ = √(σ² + ε), β = μ", affine.undone),
                named("row", "Row", rows),
                Choice("other", "Other batch", (HIDDEN, HALF, TYPED), width="22em"),
            ],
            [Text("other_numbers", "Its numbers", rows=2, visible=settings.other == TYPED)],
        ]

    @staticmethod
    def follow(settings, cell):
        row, *_ = cell
        return {"row": row + 1} if row < len(affine.table_of(settings).rows) else {}

    @staticmethod
    def hold(settings, cell):
        cell = *cell, settings.column
        return cell if holds(affine.table_of(settings), cell) else None
