"""nv.diagnose names the convention behind a result, every one that agrees, and none for noise."""

import numpy as np
import pytest

import normviz as nv
from tests.each import each

# Pool, whether the mean is subtracted, divisor, place and value of ε.
CONVENTIONS = [
    ("columns", True, "n", "inside", 1e-5),
    ("columns", True, "n", "inside", 1e-3),
    ("columns", True, "n", "outside", 1e-5),
    ("columns", True, "n", "absent", 0.0),
    ("columns", True, "n - 1", "inside", 1e-5),
    ("columns", True, "n - 1", "outside", 1e-8),
    ("columns", False, "n", "inside", 1e-5),
    ("columns", True, "none", "absent", 0.0),
    ("columns", True, "range", "absent", 0.0),
    ("rows", True, "n", "inside", 1e-5),
    ("rows", True, "n - 1", "outside", 1e-6),
    ("rows", False, "rms", "inside", 1e-6),
    ("all", True, "n", "inside", 1e-5),
]
each_convention = each([(convention,) for convention in CONVENTIONS])


def by_hand(x, pool, centred, divisor, place, value):
    """A plain formula, written apart from the package's own."""
    kept = {"axis": {"columns": 0, "rows": 1, "all": None}[pool], "keepdims": True}
    if divisor == "range":
        return (x - x.min(**kept)) / (x.max(**kept) - x.min(**kept))
    top = x - x.mean(**kept) if centred else x
    if divisor == "none":
        return top
    spread = (x * x).mean(**kept) if divisor == "rms" else x.var(**kept, ddof=divisor == "n - 1")
    return top / (np.sqrt(spread) + value if place == "outside" else np.sqrt(spread + value))


def names(diagnosis, *wanted, eps):
    return any((m.pool, m.centred, m.divisor) == wanted and eps in m.eps for m in diagnosis.matches)


def printed(y, rng):
    """A result as people hand it over: to 3 to 6 decimals, as float32, or in full."""
    form = rng.integers(3)
    if form == 0:
        return y.round(rng.integers(3, 7))
    return y.astype(np.float32) if form == 1 else y


@pytest.mark.parametrize("tables", [5, pytest.param(100, marks=pytest.mark.exhaustive)])
@each_convention
def test_random_tables_show_their_convention(convention, tables):
    rng = np.random.default_rng(tables)
    for _ in range(tables):
        shape = rng.integers(2, 9), rng.integers(2, 6)
        x = rng.normal(rng.normal(0, 3), 10.0 ** rng.uniform(-2, 2), size=shape)
        found = nv.diagnose(x, printed(by_hand(x, *convention), rng))
        assert names(found, *convention[:3], eps=convention[3:]), f"x = {x!r}\n{found}"


@pytest.mark.parametrize("trials", [10, pytest.param(200, marks=pytest.mark.exhaustive)])
def test_noise_has_no_convention(trials):
    rng = np.random.default_rng(4)
    for trial in range(trials):
        x = rng.normal(size=(rng.integers(3, 9), rng.integers(2, 6)))
        found = nv.diagnose(x, printed(rng.normal(size=x.shape), rng))
        assert found.matches == (), f"trial {trial}: {found}"
        assert found.headline.startswith("None")
        assert found.difference > 0
        assert found.nearest is None or found.nearest.words in found.text


@each([(4, 1), (1, 4), (5,), (1, 4, 1), (4, 1, 2)])
def test_a_pool_of_one_number_whose_variance_is_0_explains_no_noise(*shape):
    rng = np.random.default_rng(15)
    assert nv.diagnose(rng.integers(1, 9, size=shape), rng.normal(size=shape).round(3)).matches == ()


@pytest.mark.parametrize(
    ("x", "y"),
    [(np.full((4, 3), 2.0), np.zeros((4, 3))), ([[1.0]], [[0.0]]), ([3.0], [0.0]), ([1, 2], [-1, 1])],
)
def test_degenerate_input_gives_an_answer(x, y):
    assert nv.diagnose(x, y).matches


TABLE = [[1, 2], [3, 4], [5, 7]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"x": [[1, 2], [3]]}, "x: expected rows of equal length"),
        ({"result": [[1, 2, 3]]}, "result: expected x's shape (3, 2), got shape (1, 3)"),
        ({"mask": [True, False, True, True]}, "mask: expected shape"),
        ({"mask": [False] * 3}, "mask: expected at least one real cell"),
        ({"result": None}, "result: expected numbers, got None"),
        ({"x": None}, "x: expected numbers, got None"),
        ({"result": "1, 2"}, "result: expected real numbers, got text: str '1, 2'"),
        ({"x": [[1, np.nan]]}, "x: expected finite numbers"),
        ({"decimals": 101}, "decimals: expected at most 100, got int 101"),
        (
            {"result": None, "running_mean": [1, 2, 3]},
            "running_mean: expected 2 numbers, one a feature, got 3",
        ),
        ({"result": None, "running_var": "1"}, "running_var: expected"),
        ({"other": TABLE}, "other: expected None beside both x and result"),
        ({"result": None, "other": TABLE[:2]}, "expected x's shape"),
    ],
)
def test_what_cannot_be_compared_gets_a_message_that_names_the_argument(given, words):
    found = nv.diagnose(**{"x": TABLE, "result": TABLE} | given)
    assert found.refused
    assert found.matches == ()
    assert found.headline == "? Nothing to compare yet"
    assert words in found.text
    assert "nv.diagnose(x, result)" in found.text


def test_a_zero_by_zero_is_a_result_to_be_explained():
    x = np.array([[3.0, 1], [3, 2], [3, 6]])
    with np.errstate(invalid="ignore"):
        found = nv.diagnose(x, (x - x.mean(0)) / x.std(0))
    assert {(m.pool, m.divisor, m.eps[0]) for m in found.matches} == {("columns", "n", ("absent", 0.0))}
    assert "add ε = 1e-5 inside the root" in found.text
    unexplained = nv.diagnose(x, np.where(x == 6, np.nan, nv.batch_norm(x).y))
    assert unexplained.matches == ()
    assert "1 of its numbers are not finite" in unexplained.text
