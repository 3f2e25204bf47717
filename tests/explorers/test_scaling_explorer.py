"""ScalingExplorer: the loss of the data from above, the descent on it, and where it begins to diverge."""

import math
import re

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.plane import ROOM
from normviz.models.scaling import FOUR, SCALES, SHARE, TABLES, YEAR, YOURS
from tests.markup import elements_in, number, tables_in, words_of

each_table = pytest.mark.parametrize("data", list(TABLES))
each_scale = pytest.mark.parametrize("scale", list(SCALES))


def explorer_on(data, scale):
    explorer = nv.ScalingExplorer(scale=scale)
    explorer.data.value = data
    return explorer


def by_hand(data, scale):
    """Features, target and Hessian with NumPy alone."""
    v = TABLES[data]().values
    mean, std, low, high = v.mean(axis=0), v.std(axis=0), v.min(axis=0), v.max(axis=0)
    v = {
        "raw": v,
        "scaled only": v / std,
        "min–max": (v - low) / (high - low),
        "standardized": (v - mean) / std,
    }[scale]
    x, t = v[:, :2], v[:, 2]
    return x, t, x.T @ x / len(x)


def lead(explorer):
    return words_of(explorer.view.value).split("The loss L(w1, w2)")[0]


def elements(explorer, class_):
    return [a for _, a in elements_in(explorer.view.value) if class_ in (a.get("class") or "").split()]


def drawn_points(explorer):
    (line,) = elements(explorer, "nv-path")
    return np.array([[float(n) for n in point.split(",")] for point in line["points"].split()])


@each_scale
@each_table
def test_printed_bound_is_two_over_the_largest_eigenvalue_of_the_hessian(data, scale):
    explorer = explorer_on(data, scale)
    _, _, hessian = by_hand(data, scale)
    bound = 2 / np.linalg.eigvalsh(hessian)[-1]
    said = re.search(r"max = (\S+): the path", lead(explorer))[1]
    assert number(said) == pytest.approx(bound, rel=6e-4)
    assert explorer.result.bowl.bound == pytest.approx(bound, rel=1e-9)


@each_scale
@each_table
def test_path_settles_below_the_printed_bound_and_runs_away_above_it(data, scale):
    explorer = explorer_on(data, scale)
    bound = explorer.result.bowl.bound
    explorer.steps.value = 300
    explorer.rate.value = 0.98 * bound
    assert "converges" in lead(explorer)
    assert np.abs(drawn_points(explorer) - 50).max() <= 50 / ROOM + 0.1
    assert "leaves the picture" not in words_of(explorer.view.value)

    explorer.rate.value = 1.07 * bound
    assert "diverges" in lead(explorer)
    assert np.abs(drawn_points(explorer) - 50).max() > 50
    assert "leaves the picture at step" in words_of(explorer.view.value)
    (line,) = elements(explorer, "nv-path")
    assert "nv-dashed" in line["class"]


def test_one_key_press_carries_the_slider_over_the_bound_and_the_path_out_of_the_picture():
    explorer = nv.ScalingExplorer()
    bound = explorer.result.bowl.bound
    explorer.steps.value = 300
    seen = []
    for stop in np.arange(explorer.rate.value, explorer.rate.max, 0.01):
        explorer.rate.value = stop
        seen.append((explorer.result.rate, "diverges" in lead(explorer)))
    assert {d for _, d in seen} == {True, False}
    assert all(diverges == (rate > bound) for rate, diverges in seen)


def test_exactly_at_the_bound_nothing_settles_and_nothing_is_claimed_to():
    explorer = nv.ScalingExplorer()
    explorer.rate.value = explorer.result.bowl.bound
    assert "100.0 %" in lead(explorer)
    assert "never settles" in lead(explorer)
    assert explorer.result.steps_needed is None


@each_scale
@each_table
def test_condition_numbers_in_the_table_are_computed_from_the_data(data, scale):
    explorer = explorer_on(data, scale)
    comparison = next(t for t in tables_in(explorer.view.value) if "four scales" in t.caption)
    for name in SCALES:
        x, _, _ = by_hand(data, name)
        singular = np.linalg.svd(x, compute_uv=False)
        row = next(row for row in comparison.rows if row[0] == name)
        assert number(row[1]) == pytest.approx((singular[0] / singular[1]) ** 2, rel=1e-3)


def test_standardizing_the_year_takes_the_condition_number_from_thousands_to_two():
    kappa = {s: b.condition_number for s, b in nv.ScalingExplorer().result.bowls.items()}
    assert kappa["raw"] > 1000 * kappa["standardized"]
    assert kappa["raw"] > kappa["scaled only"] > kappa["standardized"]
    assert kappa["standardized"] < 3


@each_scale
@each_table
def test_every_contour_runs_through_weights_of_its_loss(data, scale):
    explorer = explorer_on(data, scale)
    x, t, _ = by_hand(data, scale)
    lowest = explorer.result.bowl.lowest
    half = ROOM * math.hypot(*lowest)
    floor = ((x @ lowest - t) ** 2).mean() / 2
    contours = elements(explorer, "nv-contour")
    assert len(contours) == 10
    for contour in contours:
        angle = math.radians(-float(re.search(r"rotate\((\S+)\)", contour["transform"])[1]))
        along = np.array([math.cos(angle), math.sin(angle)])
        across = np.array([-along[1], along[0]])
        w = lowest + across * float(contour["ry"]) / 50 * half
        above = ((x @ w - t) ** 2).mean() / 2 - floor
        assert above == pytest.approx(float(contour["data-loss"]), rel=2e-3)
        if float(contour["rx"]) < 5000:  # longer ones are cut, far outside the window
            w = lowest + along * float(contour["rx"]) / 50 * half
            above = ((x @ w - t) ** 2).mean() / 2 - floor
            assert above == pytest.approx(float(contour["data-loss"]), rel=2e-2)


def test_drawn_path_is_gradient_descent_on_the_data():
    explorer = explorer_on(FOUR, "standardized")
    x, t, _ = by_hand(FOUR, "standardized")
    bowl = explorer.result.bowl
    half = ROOM * math.hypot(*bowl.lowest)
    w = np.zeros(2)
    for point in drawn_points(explorer):
        expected = 50 + (w - bowl.lowest) * [50 / half, -50 / half]
        np.testing.assert_allclose(point, expected, atol=0.01)
        w = w - explorer.result.rate * x.T @ (x @ w - t) / len(t)


def test_said_steps_are_the_steps_that_descent_takes():
    explorer = explorer_on(YEAR, "standardized")
    x, t, _ = by_hand(YEAR, "standardized")
    lowest = np.linalg.lstsq(x, t)[0]
    w, steps = np.zeros(2), 0
    while np.linalg.norm(w - lowest) > 0.01 * np.linalg.norm(lowest):
        w, steps = w - explorer.result.rate * x.T @ (x @ w - t) / len(t), steps + 1
    assert f"takes {steps} steps" in lead(explorer)


def test_window_stays_while_the_learning_rate_moves():
    explorer = nv.ScalingExplorer()
    before = [c["data-loss"] for c in elements(explorer, "nv-contour")]
    start = drawn_points(explorer)[0]
    explorer.rate.value = 3 * explorer.result.bowl.bound
    assert [c["data-loss"] for c in elements(explorer, "nv-contour")] == before
    np.testing.assert_array_equal(drawn_points(explorer)[0], start)


def test_diverging_stays_diverging_and_converging_converging_from_scale_to_scale():
    for share, verdict in ((0.995, "converges"), (1.005, "diverges")):
        explorer = nv.ScalingExplorer()
        explorer.rate.value = share * explorer.result.bowl.bound
        for scale in SCALES:
            explorer.scale.value = scale
            assert verdict in lead(explorer)


def test_arrow_key_and_back_brings_the_first_picture_back():
    explorer = nv.ScalingExplorer()
    first, stop = explorer.view.value, round(explorer.rate.value, 2)
    explorer.rate.value = stop + 0.01
    assert explorer.view.value != first
    explorer.rate.value = stop
    assert explorer.view.value == first


@pytest.mark.parametrize("rate", [1e300, math.inf, math.nan])
def test_unusable_learning_rate_is_forgotten_on_another_scale(rate):
    explorer = nv.ScalingExplorer(scale="standardized")
    explorer.rate.value = rate
    assert explorer.error.startswith("learning rate η: expected ")
    explorer.scale.value = "raw"
    assert explorer.error is None
    assert explorer.rate.value == pytest.approx(0.9 * explorer.result.bowl.bound, rel=0.03)


def test_share_of_the_bound_is_kept_from_scale_to_scale():
    explorer = nv.ScalingExplorer()
    for scale in SCALES:
        explorer.scale.value = scale
        assert 0.87 < explorer.result.rate / explorer.result.bowl.bound <= 0.9


def test_min_max_is_bounded_and_standardizing_is_not():
    explorer = nv.ScalingExplorer(scale="min–max")
    assert (explorer.result.values.min(), explorer.result.values.max()) == (0, 1)
    explorer.scale.value = "standardized"
    assert explorer.result.values[:, 0].min() < -1
    assert explorer.result.values[:, 0].max() > 1


def test_real_table_comes_from_the_installed_packages_with_columns_a_million_apart():
    explorer = explorer_on(SHARE, "raw")
    price, volume, _ = explorer.result.table.values.mean(axis=0)
    assert volume / price > 1e6
    assert explorer.result.steps_needed > 1e13


def test_own_table_from_python_and_own_table_typed_are_the_same():
    rows = [[8, 150, 14], [6, 400, 9], [7, 300, 12], [5, 600, 7], [9, 100, 16]]
    given = nv.ScalingExplorer(rows, scale="standardized")
    typed = nv.ScalingExplorer(scale="standardized")
    typed.data.value = YOURS
    typed.table.value = "\n".join(", ".join(map(str, row)) for row in rows)
    assert given.data.value == YOURS
    np.testing.assert_allclose(given.result.path, typed.result.path)
    names = nv.ScalingExplorer({"sleep <b>": [1, 2, 4], "coffee": [3, 1, 2], "mark": [1, 2, 2]})
    assert "sleep <b>" in words_of(names.view.value)


@pytest.mark.parametrize("rate", [0.0, -0.1, float("nan"), float("inf"), 1e101])
def test_learning_rate_that_is_of_no_use_is_answered_in_the_view(rate):
    explorer = nv.ScalingExplorer()
    explorer.rate.value = rate
    assert explorer.result is None
    assert "learning rate η" in words_of(explorer.view.value)
    assert "nv-stale" in explorer.view.value
    explorer.rate.value = 0.0001
    assert explorer.error is None


@pytest.mark.parametrize("steps", [0, -3, 1001])
def test_number_of_steps_out_of_reach_is_answered_in_the_view(steps):
    explorer = nv.ScalingExplorer()
    explorer.steps.value = steps
    assert "steps drawn" in words_of(explorer.view.value)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "expected at least one line of numbers"),
        ("1, two, 3", "'two'"),
        ("1, 2\n3, 4", "expected 3 columns"),
        ("1, 2, 3\n4, 5", "3 numbers a line"),
        ("1, 2, 3\n2, 4, 1\n3, 6, 5", "multiple of the other"),
        ("1, 2, 0\n2, 1, 0", "nothing to descend"),
        ("1, <img src=x>, 3", "<img src=x>"),
    ],
)
def test_unusable_typed_table_is_answered_in_the_view_and_can_be_mended(typed, words):
    explorer = nv.ScalingExplorer()
    explorer.data.value = YOURS
    explorer.table.value = typed
    assert explorer.result is None
    assert words in words_of(explorer.view.value)
    assert "img" not in {name for name, _ in elements_in(explorer.view.value)}
    explorer.table.value = "1, 2, 3\n4, 1, 6\n2, 2, 5"
    assert explorer.error is None


def test_constant_column_draws_raw_and_says_why_it_cannot_be_scaled():
    explorer = nv.ScalingExplorer([[1, 2, 3], [1, 4, 4], [1, 5, 9]])
    assert explorer.error is None
    comparison = next(t for t in tables_in(explorer.view.value) if "four scales" in t.caption)
    assert [row[1] for row in comparison.rows if row[0] == "standardized"] == ["–"]
    explorer.scale.value = "standardized"
    assert "x1" in explorer.error
    explorer.scale.value = "raw"
    assert explorer.error is None


@pytest.mark.parametrize("data", [[[1, 2]], [1, 2, 3], "table", [[1, 2, np.nan]], [[1, 2, 3, 4]]])
def test_unusable_data_is_refused_at_once(data):
    with pytest.raises((TypeError, ValueError)):
        nv.ScalingExplorer(data)


@pytest.mark.parametrize("name", ["scale", "example"])
def test_unknown_scale_or_example_is_refused_by_name(name):
    with pytest.raises(ValueError, match=name):
        nv.ScalingExplorer(**{name: "z"})


@each_scale
@each_table
def test_still_picture_shows_what_the_explorer_shows(data, scale):
    explorer = explorer_on(data, scale)
    picture = nv.show_descent(TABLES[data](), scale)
    assert f"{explorer.result.steps_needed:,} steps".replace(",", "\u202f") in repr(picture)
    drawn = [a["data-loss"] for _, a in elements_in(picture._repr_html_()) if a.get("class") == "nv-contour"]
    assert drawn == [c["data-loss"] for c in elements(explorer, "nv-contour")]


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        ([[1, 2]], {}, "data"),
        ([[1, 2, 3], [2, 1, 1]], {"scale": "z"}, "scale"),
        (None, {"rate": 0}, "learning rate"),
    ],
)
def test_still_picture_refuses_what_it_cannot_draw(data, options, words):
    with pytest.raises(ValueError, match=words):
        nv.show_descent(TABLES[YEAR]() if data is None else data, **options)


def test_enormous_learning_rate_gives_finite_markup():
    explorer = nv.ScalingExplorer()
    for rate in (1e10, 1e99):
        explorer.rate.value = rate
        assert explorer.error is None
        assert not re.search(r"\b(nan|inf)\b", explorer.view.value)
        assert np.abs(drawn_points(explorer)).max() < 1e5


def test_picture_of_a_large_table_costs_no_more_marks_than_one_of_a_few_hundred_rows():
    rng = np.random.default_rng(0)
    small, large = (nv.ScalingExplorer(rng.uniform(1, 2, size=(n, 3))) for n in (2000, 60_000))
    assert len(large.view.value) < 1.05 * len(small.view.value)


def test_new_ends_and_new_rate_reach_the_browser_in_one_message(monkeypatch):
    # A browser that hears of the ends first moves the handle to one of them and sends that back.
    explorer = nv.ScalingExplorer()
    sent = []
    monkeypatch.setattr(
        explorer.rate, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key))
    )
    explorer.scale.value = "standardized"
    assert {"min", "max", "value"} <= set(sent[0])
    assert all("value" not in keys for keys in sent[1:])
