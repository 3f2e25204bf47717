"""Measurements with their spread: every seed is drawn, and the table says the median and the range."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.dots import seed_dots
from normviz.drawing.scale import Scale
from normviz.drawing.spread import spread_chart, spread_of
from tests.markup import elements_in, tables_in, words_of

VALUES = np.array([[1.0, 20.0, 300.0], [2.0, 10.0, 500.0], [9.0, 40.0, 400.0]])


def shown(**settings):
    measured = settings.pop("measured", {"bn": VALUES})
    return nv.show_spread([1, 2, 3], measured, title="t", x_name="k", **settings)


def test_the_table_holds_median_smallest_and_largest():
    table = tables_in(shown().numbers)[0]
    assert table.head == ["k", "1", "2", "3"]
    assert table.rows == [["batch norm", "21–9", "2010–40", "400300–500"]]
    assert "3 seeds" in table.caption
    measured = tables_in(shown(measured={"bn": VALUES / 500}).numbers)[0]
    assert measured.rows == [["batch norm", "0.00400.0020–0.018", "0.0400.020–0.080", "0.800.60–1"]]


def test_every_seed_is_a_dot_at_its_height():
    circles = [a for name, a in elements_in(shown().markup) if name == "circle"]
    assert len(circles) == VALUES.size
    heights = np.array([float(a["cy"]) for a in circles]).reshape(3, 3).T  # column by column
    slope = np.diff(heights.ravel()[np.argsort(VALUES.ravel())])
    assert (slope <= 0).all()
    assert np.allclose(np.polyfit(VALUES.ravel(), heights.ravel(), 1, full=True)[1], 0, atol=0.1)


def test_a_log_axis_sets_equal_factors_equally_far_apart():
    elements = elements_in(shown(measured={"x": [[1, 10, 100]]}, log=True).markup)
    circles = [a for name, a in elements if name == "circle"]
    y = [float(a["cy"]) for a in circles]
    assert y[0] - y[1] == pytest.approx(y[1] - y[2], abs=0.2)


def test_many_places_are_a_band_with_the_median_in_it():
    values = np.vstack([np.arange(20.0), np.arange(20.0) + 4])
    picture = nv.show_spread(range(20), {"none": values}, title="t", x_name="k")
    elements = elements_in(picture.markup)
    assert [name for name, _ in elements].count("circle") == 0
    band = next(a["points"] for name, a in elements if name == "polygon").split()
    line = next(a["points"] for name, a in elements if name == "polyline").split()
    assert (len(band), len(line)) == (40, 20)
    upper, lower = float(band[0].split(",")[1]), float(band[-1].split(",")[1])
    assert upper < float(line[0].split(",")[1]) < lower
    assert picture.numbers is None


def test_a_curve_ends_where_its_explorer_stands():
    drawn = spread_chart(np.arange(3.0), [spread_of("bn", VALUES)], label="", x_name="", now=1.0)
    place = {a.get("class", "")[:8]: a.get("points", a.get("cx")) for _, a in elements_in(drawn)}
    left = place["nv-mark "].removesuffix("%")
    assert place["nv-ahead"] == f"{left},0 100,0 100,100 {left},100"


def test_a_value_beyond_the_cap_is_drawn_at_it_and_written_as_it_is():
    picture = shown(measured={"none": [[1, 2, np.inf], [1, 2, np.inf]]}, cap=3)
    assert len([1 for name, _ in elements_in(picture.markup) if name == "circle"]) == 6
    assert tables_in(picture.numbers)[0].rows[0][-1] == "∞"
    assert "or more" in words_of(picture.markup)


def test_what_was_not_recorded_leaves_a_gap():
    picture = shown(measured={"none": [[1, np.nan, 3], [1, np.nan, 3]]})
    assert tables_in(picture.numbers)[0].rows[0][2] == "–"
    assert "nan" not in f"{picture.markup}{picture.numbers}"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"measured": {}}, "measured: expected at least one"),
        ({"measured": {"bn": [[1, 2]]}}, r"measured\['bn'\]: expected 3 columns"),
        ({"measured": {"bn": [1, 2, 3]}}, r"measured\['bn'\]: expected 2 axes"),
        ({"measured": {"bn": [[0, 1, 2]]}, "log": True}, "above 0 for a log axis"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(settings, said):
    with pytest.raises(ValueError, match=said):
        shown(**settings)


def texts_of(picture):
    return [(a, words) for a, words in re.findall(r"<text ([^>]*)>([^<]*)</text>", str(picture.markup))]


def test_a_long_axis_of_even_steps_is_marked_at_round_numbers():
    steps = np.arange(0, 308, 7)
    picture = nv.show_spread(steps, {"bn": np.vstack([steps, steps + 1.0])}, title="t", x_name="steps")
    marked = [words for a, words in texts_of(picture) if "middle" in a and words.isdecimal()]
    assert marked == ["0", "50", "100", "150", "200", "250", "300"]


@pytest.mark.parametrize("crowded", [(0, 1.0), (0, 0.9), (2, 1.0), (2, 1.1)])
def test_the_name_of_a_guide_stands_where_no_dot_is_and_above_all_that_is_drawn(crowded):
    place, height = crowded
    values = np.tile([[0.2, 0.2, 2.0]], (4, 1))
    values[:, place] = height + np.arange(4) / 50
    picture = shown(measured={"bn": values}, guide=(1.0, "a coin"))
    markup = str(picture.markup)
    assert markup.index(">a coin<") > markup.rindex("<circle")
    (a,) = [a for a, words in texts_of(picture) if words == "a coin"]
    x, y = float(re.search(r'x="([\d.]+)%', a)[1]), float(re.search(r' y="([\d.]+)"', a)[1])
    left = x - 1.9 * len("a coin") if 'anchor="end"' in a else x
    for name, dot in elements_in(markup):
        if name == "circle" and left <= float(dot["cx"].rstrip("%")) <= left + 1.9 * len("a coin"):
            assert not y - 11 < float(dot["cy"]) < y + 3


def test_a_seed_beyond_the_axis_stands_behind_its_end_however_far_it_is():
    drawn = [
        seed_dots([spread_of("bn", [3.0, value])], Scale(1, 5), write=str, label="l")
        for value in (4.0, 9.0, 900.0, np.inf)
    ]
    places = [[a["cx"] for name, a in elements_in(one) if name == "circle"] for one in drawn]
    assert [place for place, _ in places] == ["50.0%"] * 4
    beyond = [float(place.rstrip("%")) for _, place in places]
    assert beyond[0] == 75 and beyond[1] == beyond[2] == beyond[3] > 102
    assert [re.findall(">(beyond .)<", one) for one in drawn] == [[], *[["beyond →"]] * 3]


def test_measurements_wear_the_tones_that_they_are_given_and_no_others():
    two = {"joined": VALUES, "left out": VALUES}
    drawn = str(shown(measured=two, tones=["pad", "column"]).markup)
    assert set(re.findall(r"nv-tone-(\w+)", drawn)) == {"pad", "column"}
    for tones in (["pad"], ["pad", "green"]):
        with pytest.raises(ValueError, match="tones: expected one"):
            shown(measured=two, tones=tones)
