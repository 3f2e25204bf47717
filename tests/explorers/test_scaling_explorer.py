"""ScalingExplorer: the loss of the data from above, the descent on it, and where it begins to diverge."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.plane import ROOM
from normviz.views.scaling import SCALES, TABLES, YEAR, Settings, compute, fit
from tests.markup import elements_in, tables_in, words_of

each_table = pytest.mark.parametrize("data", list(TABLES))
each_scale = pytest.mark.parametrize("scale", list(SCALES))


def settings_on(data=YEAR, scale="raw", *, share=0.9, **others):
    """Settings with η at a share of its bound, as the explorer fits it."""
    return fit(Settings(data=data, scale=scale, share=share, **others), frozenset({"data", "scale"}))


def at_share(share, data=YEAR, scale="raw", **others):
    """The result with η at this very share of its bound."""
    settings = settings_on(data, scale, **others)
    return compute(replace(settings, rate=share * compute(settings).bowl.bound))


def by_hand(data, scale):
    """Features, target and Hessian with NumPy alone."""
    v = TABLES[data]().values
    mean, std, low, high = v.mean(axis=0), v.std(axis=0), v.min(axis=0), v.max(axis=0)
    scaled = {"raw": v, "scaled only": v / std, "standardized": (v - mean) / std}
    v = scaled.get(scale, (v - low) / (high - low))
    x, t = v[:, :2], v[:, 2]
    return x, t, x.T @ x / len(x)


def lead(result):
    return words_of(nv.ScalingExplorer.draw(result)).split("The loss L(w1, w2)")[0]


def elements(markup, class_):
    """Those of the chosen scale: the other one's keys say whose they are."""
    marks = [a for _, a in elements_in(markup) if class_ in (a.get("class") or "").split()]
    return [a for a in marks if not (a.get("data-key") or "").startswith("beside:")]


def comparison(markup):
    """What the table of the four scales says: scale → κ."""
    table = next(t for t in tables_in(markup) if "four scales" in t.caption)
    return {row[0]: row[1] for row in table.rows}


def test_exactly_at_the_bound_nothing_settles_and_nothing_is_claimed_to():
    result = at_share(1.0)
    assert "100.0 %" in lead(result)
    assert "never settles" in lead(result)
    assert result.steps_needed is None


@each_scale
@each_table
def test_every_contour_runs_through_weights_of_its_loss(data, scale):
    result = compute(settings_on(data, scale))
    x, t, _ = by_hand(data, scale)
    lowest = result.bowl.lowest
    half = ROOM * math.hypot(*lowest)
    floor = ((x @ lowest - t) ** 2).mean() / 2
    contours = elements(nv.ScalingExplorer.draw(result), "nv-contour")
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


# --- the learning rate's control ------------------------------------------------------------------


def test_words_turn_to_diverging_at_the_stop_that_carries_the_slider_over_the_bound():
    explorer = nv.ScalingExplorer()
    bound = explorer.result.bowl.bound
    seen = []
    for value in explorer.rate.values()[explorer.rate.stop_of(explorer.rate.value) :]:
        explorer.rate.value = value
        seen.append((explorer.result.rate > bound, "diverges" in lead(explorer.result)))
    assert set(seen) == {(False, False), (True, True)}


@pytest.mark.parametrize(
    ("share", "verdict"), [(0.9, "converges"), (0.995, "converges"), (1.005, "diverges")]
)
def test_share_of_the_bound_is_kept_from_scale_to_scale(share, verdict):
    explorer = nv.ScalingExplorer()
    explorer.rate.value = share * explorer.result.bowl.bound
    for scale in SCALES:
        explorer.scale.value = scale
        assert explorer.result.rate / explorer.result.bowl.bound == pytest.approx(share, rel=0.03)
        assert verdict in lead(explorer.result)


@pytest.mark.parametrize("rate", [1e300, math.inf, math.nan])
def test_unusable_learning_rate_is_forgotten_on_another_scale(rate):
    explorer = nv.ScalingExplorer(scale="standardized")
    explorer.rate.value = rate
    assert explorer.error.startswith("learning rate η: expected ")
    explorer.scale.value = "raw"
    assert explorer.error is None
    assert explorer.rate.value == pytest.approx(0.9 * explorer.result.bowl.bound, rel=0.03)


# --- one's own table, and what cannot be drawn ----------------------------------------------------


def test_constant_column_draws_raw_and_says_why_it_cannot_be_scaled():
    explorer = nv.ScalingExplorer([[1, 2, 3], [1, 4, 4], [1, 5, 9]])
    assert comparison(explorer.view.value)["standardized"] == "–"
    explorer.scale.value = "standardized"
    assert "x1" in explorer.error
    explorer.scale.value = "raw"
    assert explorer.error is None


def test_there_is_no_walk_beside_on_a_scale_without_a_loss():
    constant = [[1.0, 2.0, 3.0], [2.0, 2.0, 1.0], [4.0, 2.0, 5.0]]
    explorer = nv.ScalingExplorer(constant)
    assert explorer.result.beside is None
    assert "at its best η" not in explorer.view.value
    assert "beside:" not in explorer.view.value
