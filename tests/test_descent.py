"""The loss of the two-feature model and gradient descent on it, against the loss itself, NumPy, exact fractions."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from normviz import datasets
from normviz.descent import bowl, min_max, raw, scaled, standardized

SCALES = [raw, scaled, min_max, standardized]
TABLES = [datasets.year_of_students, datasets.four_students, datasets.trading_days]


@pytest.fixture(params=product(TABLES, SCALES), ids=lambda pair: f"{pair[0].__name__}, {pair[1].__name__}")
def data(request):
    """Features, target, and the bowl that their loss is."""
    make, rescale = request.param
    values = rescale(make().values)
    return values[:, :2], values[:, 2], bowl(values[:, :2], values[:, 2])


def loss_of(x, t, w):
    return ((x @ w - t) ** 2).mean() / 2


def test_bowl_is_the_loss_of_the_data(data):
    x, t, b = data
    for w in ([0, 0], b.lowest, b.lowest + b.directions[0] * b.lowest[0], 2 * b.lowest):
        assert b.loss(w) == pytest.approx(loss_of(x, t, np.asarray(w)), rel=1e-9)


def test_hessian_is_the_means_of_products_and_the_eigenvalues_are_its_own(data):
    x, _, b = data
    np.testing.assert_allclose(b.hessian, x.T @ x / len(x), rtol=1e-12)
    steep, flat = b.eigenvalues
    # Through the exact trace and determinant, since LAPACK loses the small one of a table with columns 10⁶ apart.
    a, d, c = (Fraction(0) for _ in range(3))
    for first, second in x.tolist():
        a, d, c = a + Fraction(first) ** 2, d + Fraction(second) ** 2, c + Fraction(first) * Fraction(second)
    n = len(x)
    assert steep + flat == pytest.approx(float((a + d) / n), rel=1e-12)
    assert steep * flat == pytest.approx(float((a * d - c * c) / n**2), rel=1e-9)
    for direction, curvature in zip(b.directions, b.eigenvalues, strict=True):
        bent = b.hessian @ direction
        assert np.linalg.norm(bent - curvature * direction) <= 1e-9 * steep


def test_path_is_gradient_descent_on_the_data(data):
    x, t, b = data
    rate = 0.8 * b.bound
    w = np.zeros(2)
    for step in b.path(rate, 30)[1:]:
        w = w - rate * (x.T @ (x @ w - t) / len(t))
        np.testing.assert_allclose(step, w, rtol=1e-6, atol=1e-9 * np.abs(b.lowest).max())


def test_descent_converges_below_the_bound_and_diverges_above_it(data):
    *_, b = data
    below, above = (b.loss(b.path(share * b.bound, 300)) for share in (0.99, 1.01))
    assert np.all(np.diff(below) <= 1e-12 * below[0])
    assert above[-1] > 5 * above[0]
    assert b.steps_until(0.01, 0.99 * b.bound) > 0
    assert b.steps_until(0.01, 1.01 * b.bound) is None
    assert b.steps_until(0.01, b.bound) is None


@pytest.mark.parametrize("share_of_bound", [0.05, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("rescale", [min_max, standardized])
def test_counted_steps_are_the_steps_that_the_path_needs(rescale, share_of_bound):
    values = rescale(datasets.year_of_students().values)
    b = bowl(values[:, :2], values[:, 2])
    rate = share_of_bound * b.bound
    left = np.linalg.norm(b.path(rate, 3000) - b.lowest, axis=1)
    walked = int(np.argmax(left <= 0.01 * left[0]))
    assert b.steps_until(0.01, rate) == walked


@pytest.mark.parametrize(
    ("features", "target", "words"),
    [
        ([[1, 2], [2, 4], [3, 6]], [1, 2, 3], "multiple of the other"),
        ([[1, 0], [2, 0]], [1, 2], "column 2 holds only zeros"),
        ([[1e-160, 0], [0, 1e-160]], [1e-160, 2e-160], "squares fit in float64"),
        ([[1, 2], [2, 1]], [0, 0], "nothing to descend"),
    ],
)
def test_data_without_a_single_lowest_point_to_walk_to_is_refused(features, target, words):
    with pytest.raises(ValueError, match=words):
        bowl(features, target)


def test_best_rate_shrinks_both_directions_alike_and_arrives(data):
    *_, b = data
    across, along = b.factors(b.best_rate)
    assert across == pytest.approx(-along)
    # The classical rate: (κ − 1)/(κ + 1) a step, in digits that a κ of 10¹³ leaves.
    slowest = math.log1p(-2 / (b.condition_number + 1))
    assert b.steps_until(0.01, b.best_rate) == pytest.approx(math.log(0.01) / slowest, rel=0.02, abs=1)


def test_counts_at_their_ends():
    valley = bowl([[3, 0], [0, 1]], [3, 1])
    assert valley.path(0.4, 0).tolist() == [[0, 0]]
    assert (valley.steps_until(1, 0.4), valley.steps_until(0.01, 0.4, start=valley.lowest)) == (0, 0)
    assert valley.steps_until(0.01, 1e-308) is None
    round_one = bowl([[1, 0], [0, 1]], [1, 1])
    assert round_one.steps_until(0.01, round_one.best_rate) == 1
