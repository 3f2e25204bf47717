"""The documents' own drawings: their names, their numbers, and every line from where it comes to where it goes."""

import re

import pytest

import normviz as nv
from normviz.drawing.diagrams import DIAGRAMS
from tests.markup import elements_in, words_of


def found(name, tag, class_):
    html = nv.show_diagram(name)._repr_html_()
    return [a for what, a in elements_in(html) if what == tag and class_ in (a.get("class") or "").split()]


def words(name):
    """Every piece of text with its place; an index belongs to its letter."""
    drawn = nv.show_diagram(name)._repr_html_()
    texts = re.findall(r'<text x="([\d.]+)%" y="([\d.]+)"[^>]*>(.*?)</text>', drawn)
    return {re.sub("<[^>]*>", "", text): (float(x), float(y)) for x, y, text in texts}


@pytest.mark.parametrize("name", ["gpa-iq", "section 1"])
def test_each_weight_stands_on_the_line_from_its_input_to_its_node(name):
    at, circles = words(name), found(name, "circle", "nv-node")
    assert len(circles) == 5
    for weight, start, end in (
        ("w1", "GPA", "node 1"),
        ("w2", "GPA", "node 2"),
        ("w3", "IQ", "node 1"),
        ("w4", "IQ", "node 2"),
    ):
        (x1, y1), (x2, y2), (x, y) = at[start], at[end], at[weight]
        share = (x - x1) / (x2 - x1)
        assert 0 < share < 1
        assert y == pytest.approx(y1 + share * (y2 - y1), abs=10)
    drawn = found(name, "line", "nv-axis")
    lines = {tuple(float(a[k].rstrip("%")) for k in ("x1", "y1", "x2", "y2")) for a in drawn}
    assert len(lines) == 6  # two inputs to two nodes, two nodes to the output


def test_the_notes_numbers_stand_at_their_inputs():
    at, one = words("gpa-iq"), words("section 1")
    students, first = nv.examples.two_students(), nv.examples.gpa_iq()
    for k, name in enumerate(("GPA", "IQ")):
        both = ", ".join(f"{v:g}" for v in students.values[:, k])
        assert at[both][0] == at[name][0]
        assert one[f"{first.values[0, k]:g}"][0] == one[name][0]
    assert {"+ b11", "+ b12", "a11", "a12", "1, 0"} <= at.keys()
    said = nv.show_diagram("gpa-iq").text
    assert "node 1 gets 1·w1 + 2·w3 + b11 and 10·w1 + 11·w3 + b11" in said
    assert "node 2 gets 1·w2 + 2·w4 + b12 and 10·w2 + 11·w4 + b12" in said


def test_the_outlined_column_of_h_holds_the_cells_of_unit_k_and_no_other():
    at = words("H")
    (pool,) = found("H", "rect", "nv-norm")
    left, width = (float(pool[k].rstrip("%")) for k in ("x", "width"))
    inside = {H for H, (x, y) in at.items() if left < x < left + width and 42 < y < 176 and H[0] == "H"}
    assert inside == {"H1k", "H2k", "Hik", "HNk"}
    assert {f"H{r}{c}" for r in "12iN" for c in "12kK"} <= at.keys()
    assert left < at["μk, σk"][0] < left + width


@pytest.mark.parametrize("name", DIAGRAMS)
def test_picture_has_a_name_and_nothing_lies_outside(name):
    picture = nv.show_diagram(name)
    svg = next(a for what, a in elements_in(picture._repr_html_()) if what == "svg")
    assert (svg["role"], svg["aria-label"]) == ("img", picture.text)
    assert all(0 <= x <= 100 and 0 < y <= float(svg["height"]) for x, y in words(name).values())
    assert picture.text in words_of(picture._repr_html_())
