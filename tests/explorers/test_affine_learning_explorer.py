"""AffineLearningExplorer: γ and β learn by the update rule, with a learning rate."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz.views.affine_learning import (
    LOSSES,
    MOST_ROWS,
    MOST_STEPS,
    START,
    STUDENTS,
    Z2,
    Settings,
    compute,
)
from tests.abuse.oracles import ORACLES
from tests.abuse.test_random_controls import check_result
from tests.each import each
from tests.markup import words_of

_, MEAN = LOSSES


@each(list(product(LOSSES, [START, (-2.5, 0.7)])))
def test_every_step_is_torchs_in_a_table_too_long_to_go_through_at_each(loss, start):
    random = np.random.default_rng(4)
    z = random.normal(100, 3, MOST_ROWS + 500)
    data = np.column_stack([z, 0.2 * z + random.normal(size=len(z))])
    explorer = nv.AffineLearningExplorer(data)
    rate = 0.1 if loss == MEAN else 0.1 / len(z)
    explorer.move(loss=loss, rate=rate, step=6, start_gamma=start[0], start_beta=start[1])
    check_result(explorer, ORACLES["AffineLearningExplorer"](explorer, {"data": data}))


@pytest.mark.parametrize(("example", "n"), [(STUDENTS, 4), (Z2, 5)])
def test_bound_is_where_steps_begin_to_run_away(example, n):
    settings = Settings(example=example, step=MOST_STEPS)
    bound = compute(settings).bound
    assert bound == pytest.approx(2 / n, rel=1e-9)
    for share, settles in ((0.99, True), (1.01, False)):
        result = compute(replace(settings, rate=share * bound))
        assert (result.losses[-1] < result.losses[0]) == settles
        words = words_of(nv.AffineLearningExplorer.draw(result))
        assert ("the steps do not settle" in words) == (not settles)


def test_who_starts_at_the_lowest_point_stays_there():
    explorer = nv.AffineLearningExplorer([[1, 2], [3, 2]])
    explorer.move(start_gamma=0.0, start_beta=2.0, step=3)
    assert explorer.error is None
    np.testing.assert_array_equal(explorer.result.path, [[0, 2]] * 5)


def test_what_rounding_leaves_of_0_is_written_as_0():
    explorer = nv.AffineLearningExplorer(rate=0.5, step=20)
    assert abs(explorer.result.path[20][1]) < 1e-12
    said = words_of(explorer.view.value), explorer.words(explorer.result)
    assert all("β = 0," in one and "10⁻¹⁶" not in one for one in said)
