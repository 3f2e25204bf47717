"""A table of one's own: held to its limits one after the other, and diagnosed where it is a result."""

import numpy as np

from normviz.exercises.kinds import OwnTable, Wrong
from tests.each import each, rows
from tests.exercises.kinds.small import made

own = made(
    OwnTable,
    lambda: ([[1], [3]], [[-1], [1]]),
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


@each([(eval(answer), outcome, eval(said)) for answer, outcome, said in rows(__file__, "tables of ones own")])
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
