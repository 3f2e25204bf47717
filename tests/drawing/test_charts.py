"""Number lines and curves, read back from their positions."""

import re

import numpy as np
import pytest

from normviz.drawing.charts import ROOM, Series, curves, number_line
from normviz.drawing.piles import DOT
from normviz.drawing.scale import Scale
from tests.markup import elements_in, words_of

VALUES = np.array([7.0, 2.0, 1.0, 7.0, 3.0])
SCALE = Scale(0, 8)


def line(**changed):
    arguments = {"scale": SCALE, "mean": 4.0, "std": 2.5298, "tone": "column", "label": "z1"}
    return number_line(VALUES, **(arguments | changed))


def marks(markup, class_):
    return [a for _, a in elements_in(markup) if class_ in (a.get("class") or "").split()]


def dots(markup):
    """Where the dots stand, in per cent: each is a stroke without length in one path."""
    paths = [a["d"] for a in marks(markup, "nv-dots")]
    return [float(x) for path in paths for x in re.findall(r"M([-\d.]+),", path)]


def per_cent(text):
    return float(text.removesuffix("%"))


def test_dots_stand_at_their_values_and_equal_values_are_piled_up():
    assert sorted(dots(line())) == pytest.approx([100 * v / 8 for v in sorted(VALUES)], abs=0.01)
    (path,) = [a["d"] for a in marks(line(), "nv-dots")]
    low, high = re.findall(r"M87.5,([-\d.]+)h\.001", path)
    assert ROOM * (float(low) - float(high)) / 100 == pytest.approx(DOT, abs=0.01)


def test_triangle_stands_at_the_mean_and_the_band_reaches_one_sigma_to_both_sides():
    markup = line()
    (triangle,) = [a for name, a in elements_in(markup) if name == "svg" and "x" in a]
    assert per_cent(triangle["x"]) == 50
    (band,) = marks(markup, "nv-band")
    assert per_cent(band["x"]) == pytest.approx(100 * (4 - 2.5298) / 8, abs=0.01)
    assert per_cent(band["width"]) == pytest.approx(100 * 2 * 2.5298 / 8, abs=0.02)
    assert "μ 4, σ 2.5298" in words_of(markup)


def test_axis_has_a_mark_at_every_round_number_and_names_those_inside():
    markup = line()
    (axis,) = marks(markup, "nv-axis")
    marked = [float(x) for x in re.findall(r"M([-\d.]+),0v100", axis["d"])]
    assert marked == [100 * tick / 8 for tick in SCALE.ticks()]
    assert re.findall(r">(\d+)</text>", markup) == [f"{tick:g}" for tick in SCALE.ticks()[1:-1]]


def test_column_of_a_thousand_words_is_piled_up_at_places_a_mark_apart():
    values = np.random.default_rng(0).normal(size=5000)
    markup = number_line(values, scale=Scale.around(values), mean=0.0, std=1.0, tone="row", label="many")
    places = np.unique(dots(markup))
    assert 30 < len(places) <= 47
    assert (np.diff(places) > 2.1).all()


def test_band_of_equal_values_can_still_be_seen():
    markup = number_line(np.ones(3), scale=Scale(0, 2), mean=1.0, std=0.0, tone="row", label="flat")
    assert per_cent(marks(markup, "nv-band")[0]["width"]) > 0


X = np.linspace(0, 10, 11)


def test_curve_passes_through_its_values():
    scale = Scale(0, 100)
    markup = curves(
        X, [Series("square", X**2, "column")], label="c", x_name="x", x_scale=Scale(0, 10), y_scale=scale
    )
    (drawn,) = [a["points"] for name, a in elements_in(markup) if name == "polyline"]
    points = np.array([[float(v) for v in point.split(",")] for point in drawn.split()])
    np.testing.assert_allclose(points, np.column_stack([10 * X, 100 - X**2]), atol=0.01)


def test_mark_stands_on_the_curve_where_the_control_stands():
    scales = {"x_scale": Scale(0, 10), "y_scale": Scale(0, 20), "height": 234}
    markup = curves(X, [Series("twice", 2 * X, "row", "dashed")], label="c", x_name="x", now=2.5, **scales)
    (mark,) = marks(markup, "nv-mark")
    assert per_cent(mark["cx"]) == 25
    assert float(mark["cy"]) == pytest.approx(200 * 0.75, abs=0.1)
    assert "nv-dashed" in next(a["class"] for name, a in elements_in(markup) if name == "polyline")


def test_values_that_are_missing_leave_a_gap_and_no_nan():
    values = np.where(X < 5, np.nan, X)
    markup = curves(X, [Series("gap", values, "pad")], label="c", x_name="x", now=2.0)
    assert "nan" not in markup
    assert marks(markup, "nv-mark") == []
    (points,) = [a["points"] for name, a in elements_in(markup) if name == "polyline"]
    assert len(points.split()) == 6


@pytest.mark.parametrize(("values", "above"), [(X, True), (0 * X, True), (10 - X, False)])
def test_the_name_of_a_curve_stands_where_the_curve_does_not_go_through_it(values, above):
    markup = curves(X, [Series("standardized", values, "pad")], label="c", x_name="x", y_scale=Scale(-5, 15))
    ((_, name),) = [e for e in elements_in(markup) if "nv-strong" in (e[1].get("class") or "")]
    end = (210 - 34) * (15 - values[-1]) / 20
    assert (float(name["y"]) < end) == above


def test_names_of_curves_that_end_together_are_moved_apart():
    series = [Series(name, X, "column") for name in ("one", "two", "three")]
    markup = curves(X, series, label="c", x_name="x")
    names = [a for name, a in elements_in(markup) if name == "text" and "nv-strong" in a["class"]]
    heights = sorted(float(a["y"]) for a in names)
    assert len(heights) == 3
    assert (np.diff(heights) >= 13.9).all()
