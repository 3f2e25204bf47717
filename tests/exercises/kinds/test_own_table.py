"""A table of one's own: held to its limits one after the other, and diagnosed where it is a result."""

import numpy as np

from normviz.exercises.kinds import OwnTable, Wrong
from normviz.exercises.kinds.base import declared
from normviz.table import Table
from tests.each import each
from tests.exercises.kinds.small import WORDS, made

RAGGED = "The rows of your answer have different lengths. Give every row equally many numbers."


@declared(OwnTable)(
    "99.9",
    **WORDS,
    parts=("table", "result"),
    limits=(
        (lambda table, result: table.shape == result.shape, "One shape."),
        # It raises where there are two shapes, and must not be reached.
        (lambda table, result: len(table[result[:, 0] < 99]) > 1, "More rows."),
    ),
    holds=lambda table, result: np.allclose(result, (table - table.mean(0)) / table.std(0), atol=1e-3),
    otherwise="Not that.",
    wrong=(Wrong("Doubled.", None, 3, when=lambda table, result: (result == 2 * table).all()),),
)
def own():
    return [[1], [3]], [[-1], [1]]


@each(
    [
        (([[1], [3]], [[-1], [1]]), "correct", ("The why.",)),
        (([[1], [3]], [[2], [6]]), "not yet", ()),
        (([[-1], [1]], [[1], [3]]), "not yet", ("The two have changed places. Give answer = (table, result).",)),
        (([[1], [3]], [[1]]), "not yet", ("One shape.",)),
        (([[1]], [[2]]), "not yet", ("More rows.",)),
        (([[1, 2], [3, 9], [9, 4]], [[5.123, 1], [1.544, 2], [7.31, 1]]), "not yet", ("Not that.",)),
        (([[1], [3]], ...), "not yet", ("Give 2 things: answer = (table, result). One of them is still missing.",)),
        ([[1], [3], [4]], "not yet", ("Give 2 things: answer = (table, result).",)),
        (5, "not yet", ("Give 2 things: answer = (table, result).",)),
        (([[1], [3]], 5), "not yet", ("One shape.",)),
        ([[[1], [3]], Table.of([[-1.0], [1.0]])], "correct", ("The why.",)),
        (([[1], [3]], {"a": [-1, 1]}), "correct", ("The why.",)),
        (([[1], [3]], [[1], [1, 2]]), "not yet", (RAGGED,)),
    ]
)  # fmt: skip
def test_a_table_of_ones_own_is_held_to_its_limits_in_their_order(answer, outcome, said):
    verdict = own.judge(answer)
    assert (verdict.outcome, verdict.blocks) == (outcome, said)
    assert verdict.wrong == (own.wrong if said == () else ())


def test_a_result_of_ones_own_is_diagnosed():
    table = np.array([[1.0, 10], [2, 30], [6, 20]])
    otherwise, found = own.judge((table, (table - table.mean(0)) / table.var(0))).blocks
    assert otherwise == "Not that."
    assert found.startswith(
        "It finds: Pool: each column (axis 0); mean subtracted; divided by the variance σ²"
    )
    one = made(OwnTable, lambda: [1], holds=lambda table: table.sum() > 9, otherwise="Too little.")
    assert (one.judge([1, 2]).blocks, one.judge([1, 9]).outcome) == (("Too little.",), "correct")


def test_a_single_part_is_called_by_its_name():
    question = made(OwnTable, lambda: [1], parts=("column",))
    assert question.judge(5).blocks == (
        "Your column is one number. Give rows and columns, such as [[1, 2], [3, 4]].",
    )
