"""A loss seen from above: the numbers on its edges grow to the right and upwards."""

import numpy as np
import pytest
from bs4 import BeautifulSoup

from normviz.descent import bowl
from normviz.drawing.plane import plane


def test_numbers_at_the_edges_stand_where_the_axes_have_them():
    valley = bowl([[3, 0], [0, 1]], [30, 4])
    words = {"label": "a valley", "names": ("w1", "w2"), "remark": "", "dashed": False}
    drawn = BeautifulSoup(plane(valley, valley.path(0.4, 3), **words), "html.parser")
    ticks = [one for one in drawn.select("text.nv-soft") if "%" in one["x"] + one["y"]]
    sides = {
        "x": [one for one in ticks if one["y"] == "100%"],
        "y": [one for one in ticks if one["x"] == "-.4em"],
    }
    per_cent = {}
    for axis, drawn_there in sides.items():
        numbers = [float(one.text.replace("−", "-")) for one in drawn_there]
        places = [float(one[axis].removesuffix("%")) for one in drawn_there]
        assert len(numbers) > 1
        per_cent[axis] = np.polyfit(places, numbers, 1)[0]
    assert per_cent["x"] == pytest.approx(-per_cent["y"], rel=1e-3)  # of a picture, y counts downwards
    assert per_cent["x"] > 0
