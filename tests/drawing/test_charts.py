"""Number lines and curves, read back from their positions."""

import re

import numpy as np
import pytest

from normviz.drawing.charts import ABOVE_PILES, RING, ROOM, Series, curves, number_line
from normviz.drawing.marks import axis_line, reach_of_words
from normviz.drawing.markup import join
from normviz.drawing.piles import DOT
from normviz.drawing.scale import Scale
from tests.each import each
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


def test_picked_value_lies_on_top_of_its_equals_and_its_name_above_it():
    markup = line(picked=0, picked_name="row 1")
    assert len(dots(markup)) == len(VALUES) - 1
    (ring,) = marks(markup, "nv-picked")
    bottom = ABOVE_PILES + ROOM
    assert float(ring["cy"]) + float(ring["r"]) == pytest.approx(bottom - DOT)
    (y,) = re.findall(r'y="([\d.]+)"[^>]*>row 1<', markup)
    assert float(y) < float(ring["cy"]) - float(ring["r"])


def test_name_stands_above_every_dot_that_it_would_cover():
    values = np.array([4.0, 4.1, 4.1, 4.1])
    picked = {"picked": 0, "picked_name": "person 1"}
    markup = number_line(values, scale=SCALE, mean=4.0, std=1.0, tone="row", label="x", **picked)
    (y,) = re.findall(r'y="([\d.]+)"[^>]*>person 1<', markup)
    room = ROOM - RING
    assert float(y) < ABOVE_PILES + ROOM - min(3 * DOT, room)


def test_triangle_stands_at_the_mean_and_the_band_reaches_one_sigma_to_both_sides():
    markup = line()
    (triangle,) = [a for name, a in elements_in(markup) if name == "svg" and "x" in a]
    assert per_cent(triangle["x"]) == 50
    (band,) = marks(markup, "nv-band")
    assert per_cent(band["x"]) == pytest.approx(100 * (4 - 2.5298) / 8, abs=0.01)
    assert per_cent(band["width"]) == pytest.approx(100 * 2 * 2.5298 / 8, abs=0.02)
    assert "μ 4, σ 2.5298" in words_of(markup)


def test_where_threads_come_from_above_mean_and_sigma_stand_in_words_below_the_axis():
    at, (_, svg) = {}, next(one for one in elements_in(line(thread_from=90.0)) if one[0] == "svg")
    for below in (False, True):
        markup = line(thread_from=90.0 if below else None)
        (words,) = re.findall(r'y="([\d.]+)"[^>]*>μ 4, σ 2.5298<', markup)
        (tick, *_) = re.findall(r'y="([\d.]+)"[^>]*>2<', markup)
        at[below] = float(words) - float(tick)
    assert at[False] < 0 and at[True] > 12
    assert float(words) < float(svg["height"])


@pytest.mark.parametrize(
    ("values", "thread_from", "beside"),
    [
        ([3.0, 7.0], None, 0),
        ([3.0, 7.0], 10.0, 1),
        ([3.0, 7.0], 90.0, -1),
        ([3.0, 2.0], 90.0, 1),  # on the left stands another
        ([3.0, 3.9], 10.0, -1),
    ],
)
def test_the_picked_ones_name_stands_where_its_thread_does_not_strike_it(values, thread_from, beside):
    how = {"scale": SCALE, "mean": 3.0, "std": 0.4, "tone": "column", "label": "l"}
    markup = number_line(np.array(values), picked=0, picked_name="row 1", thread_from=thread_from, **how)
    ((x, y),) = re.findall(r'x="([\d.]+)%" y="([\d.]+)"[^>]*>row 1<', markup)
    (ring,) = [float(a["cy"]) for a in marks(markup, "nv-picked")]
    assert np.sign(round(float(x) - 37.5, 6)) == beside
    assert (float(y) > ring) == (beside != 0)
    if beside and np.sign(thread_from - 37.5) == beside:  # the thread passes above
        near = abs(float(x) - 37.5) - reach_of_words(50, "row 1", bold=True)[1]
        assert near / abs(thread_from - 37.5) * 100 > 12  # px above the ring, of lines that are 100 apart


def test_a_name_between_two_dots_stands_above_what_it_would_cover():
    how = {"scale": SCALE, "mean": 3.0, "std": 0.4, "tone": "column", "label": "l"}
    values = np.array([3.0, 2.7, 3.3, 3.3])
    height = {}
    for side, thread_from in (("right", 10.0), ("left", 90.0)):
        markup = number_line(values, picked=0, picked_name="row 1", thread_from=thread_from, **how)
        (height[side],) = re.findall(r'y="([\d.]+)"[^>]*>row 1<', markup)
    assert float(height["right"]) < float(height["left"])  # px from the top


def test_axis_has_a_mark_at_every_round_number_and_names_those_inside():
    markup = line()
    (axis,) = marks(markup, "nv-axis")
    marked = [float(x) for x in re.findall(r"M([-\d.]+),0v100", axis["d"])]
    assert marked == [100 * tick / 8 for tick in SCALE.ticks()]
    assert re.findall(r">(\d+)</text>", markup) == [f"{tick:g}" for tick in SCALE.ticks()[1:-1]]


def padded(**more):
    real = np.array([True, True, True, False, False])
    values = np.array([7.0, 2.0, 1.0, 0.0, 0.0])
    return number_line(values, scale=SCALE, mean=2.0, std=2.6, tone="pad", label="padded", real=real, **more)


def test_pads_are_other_dots_and_counted():
    markup = padded()
    rings, holes = marks(markup, "nv-pad-dots")
    assert rings["d"] == holes["d"]
    assert re.findall(r"M([-\d.]+),", rings["d"]) == ["0", "0"]  # one over the other
    assert "2 pads" in words_of(markup)
    assert len(dots(markup)) == 3


@pytest.mark.parametrize(("picked", "counted"), [(0, True), (2, False)], ids=["far", "near"])
def test_count_of_pads_makes_room_for_the_name_of_the_chosen_value(picked, counted):
    markup = padded(picked=picked, picked_name="Nitish")
    assert ("2 pads" in words_of(markup)) == counted
    assert "Nitish" in words_of(markup)
    assert len(marks(markup, "nv-pad-dots")) == 2


def test_picked_value_is_ringed_and_named():
    markup = line(picked=1, picked_name="<row 2>")
    (ring,) = marks(markup, "nv-picked")
    assert per_cent(ring["cx"]) == 25
    assert "<row 2>" in words_of(markup)


def test_ghost_shows_the_other_mean_with_an_arrow_to_this_one():
    markup = line(ghost=(6.0, 1.0))
    (arrow,) = marks(markup, "nv-shift")
    assert (per_cent(arrow["x1"]), per_cent(arrow["x2"])) == (75, 50)
    assert "without pads: μ 6, σ 1" in words_of(markup)
    assert marks(line(ghost=(4.01, 1.0)), "nv-shift") == []


def test_column_of_a_thousand_words_is_piled_up_at_places_a_mark_apart():
    values = np.random.default_rng(0).normal(size=5000)
    markup = number_line(values, scale=Scale.around(values), mean=0.0, std=1.0, tone="row", label="many")
    places = np.unique(dots(markup))
    assert 30 < len(places) <= 47
    assert (np.diff(places) > 2.1).all()


def test_band_of_equal_values_can_still_be_seen():
    markup = number_line(np.ones(3), scale=Scale(0, 2), mean=1.0, std=0.0, tone="row", label="flat")
    assert per_cent(marks(markup, "nv-band")[0]["width"]) > 0


@pytest.mark.parametrize(
    "markup", [line(), line(ghost=(1.0, 1.0), picked=0, picked_name="x")], ids=["bare", "full"]
)
def test_chart_has_an_accessible_name_and_no_position_out_of_sight(markup):
    name, attributes = elements_in(markup)[0]
    assert (name, attributes["role"], attributes["aria-label"]) == ("svg", "img", "z1")
    for _, found in elements_in(markup):
        for key in ("x", "x1", "x2", "cx"):
            if str(found.get(key, "")).endswith("%"):
                assert -2.1 <= per_cent(found[key]) <= 102.1


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


def test_curve_without_any_value_is_an_empty_chart():
    markup = curves(X, [Series("none", np.full(11, np.nan), "pad")], label="c", x_name="x")
    assert "nan" not in markup


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


@pytest.mark.parametrize(("name", "width"), [("How", 24), ("row 1", 33), ("student 1", 59)])
@pytest.mark.parametrize("end", [0, -1])
def test_the_bold_name_of_a_dot_at_the_edge_is_not_cut_off_on_a_phone(name, width, end):
    phone = 259  # px, as the widths are
    values = np.array([0.0, 9.2])
    how = {"scale": Scale.around(values, margin=0.03), "tone": "column", "label": "x"}
    line = number_line(values, mean=4.6, std=4.6, picked=end, picked_name=name, **how)
    at = float(re.search(rf'<text x="([\d.]+)%"[^>]*>{name}<', line)[1]) / 100 * phone
    assert width / 2 <= min(at, phone - at)


@each([(0.0, 10.0), (-10.3, 10.3), (-0.2, 8.1), (0, 4001)])
def test_the_number_of_a_tick_stands_under_it_and_over_no_edge_or_not_at_all(low, high):
    scale = Scale(low, high)
    texts = [
        a for name, a in elements_in(join(axis_line(scale, 0, height=5, labels_at=20))) if name == "text"
    ]
    assert {a["text-anchor"] for a in texts} == {"middle"}
    assert {float(a["x"].rstrip("%")) for a in texts} < {scale.at(tick) for tick in scale.ticks()}
    assert len(texts) > 1
