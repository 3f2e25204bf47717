"""The labelled table: real text with scopes, its heat, its outline, and which rows it leaves out."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from normviz.drawing.heat import HEAT
from normviz.drawing.tables import MOST_ROWS, Output, Skipped, table, visible_columns, visible_rows
from normviz.table import Table
from tests.markup import elements_in, tables_in
from tests.strategies import properties

VALUES = np.array([[7.0, -5.0], [2.0, 3.0], [1.0, 0.0]])
TABLE = Table.of(VALUES, rows=["a", "b", "c"], columns=["z1", "z2"])


def cells(markup):
    """The classes of every cell between head and foot, and its heat in hundredths, row by row as they come."""
    names = [name for name, _ in elements_in(markup)]
    ends = names.index("tfoot") if "tfoot" in names else None
    found = [
        (attributes.get("class") or "").split()
        for name, attributes in elements_in(markup)[names.index("tbody") : ends]
        if name == "td"
    ]
    return [(classes, _heat(classes)) for classes in found if "nv-stat" not in classes]


def _heat(classes):
    (heat,) = [int(c.removeprefix("nv-h")) for c in classes if re.fullmatch(r"nv-h\d+", c)] or [0]
    return heat


def with_class(markup, class_):
    return [i for i, (classes, _) in enumerate(cells(markup)) if class_ in classes]


def test_table_is_read_as_it_was_given():
    (read,) = tables_in(table(TABLE, caption="z <table>", tone="column"))
    assert read.caption == "z <table>"
    assert read.head == ["", "z1", "z2"]
    assert [row[0] for row in read.rows] == ["a", "b", "c"]
    np.testing.assert_array_equal(read.numbers(), VALUES)


def test_names_have_scopes_and_the_table_has_a_caption():
    elements = elements_in(table(TABLE, caption="z", tone="column"))
    scopes = [attributes.get("scope") for name, attributes in elements if name == "th"]
    assert scopes == ["col", "col", "row", "row", "row"]
    assert [name for name, _ in elements].count("caption") == 1


def test_a_box_that_may_scroll_can_be_reached_by_keyboard_and_has_a_name():
    name, attributes = elements_in(table(TABLE, caption="z", tone="column"))[0]
    assert (name, attributes["tabindex"], attributes["role"], attributes["aria-label"]) == (
        "div",
        "0",
        "group",
        "z",
    )


def test_heat_grows_with_the_distance_from_zero():
    heats = [heat for _, heat in cells(table(TABLE, caption="z", tone="column"))]
    np.testing.assert_allclose(heats, HEAT * np.abs(VALUES).ravel() / 7, atol=0.5)


def test_the_tint_of_a_number_below_0_is_another():
    found = cells(table(TABLE, caption="z", tone="column"))
    assert ["nv-below" in classes for classes, _ in found] == (VALUES.ravel() < 0).tolist()
    assert any(VALUES.ravel() < 0)


def test_column_statistics_stand_below_and_row_statistics_beside():
    below = table(TABLE, caption="z", tone="column", pool="column", statistics=[("μ", VALUES.mean(axis=0))])
    (read,) = tables_in(below)
    assert read.rows[-1] == ["μ", "3.3333", "−0.6667"]
    beside = table(TABLE, caption="z", tone="row", pool="row", statistics=[("σ", VALUES.std(axis=1))])
    (read,) = tables_in(beside)
    assert read.head[-1] == "σ"
    assert [row[-1] for row in read.rows] == ["6.0000", "0.5000", "0.5000"]


@pytest.mark.parametrize("pool", ["column", "row"])
def test_each_statistic_of_a_pool_has_a_key_of_its_own(pool):
    per_pool = VALUES.mean(axis=0 if pool == "column" else 1)
    statistics = [(name, per_pool) for name in ("μ", "σ (n − 1)", "σ²")]
    markup = table(TABLE, caption="z", tone=pool, pool=pool, statistics=statistics, key="x")
    keys = [a["data-key"] for _, a in elements_in(markup) if "data-lights" in a]
    assert len(set(keys)) == len(keys) == 3 * len(per_pool)
    assert {key.split()[0] for key in keys} == {"μ", "σ", "σ²"}


def test_output_stands_in_the_same_rows_under_a_heading_of_its_own():
    output = Output("y", VALUES / 2)
    markup = table(TABLE, caption="z", heading="x", tone="column", selected=(1, 0), output=output)
    (read,) = tables_in(markup)
    assert read.head == ["", "x", "y"]
    assert read.rows[0] == ["z1", "z2", "z1", "z2"]
    assert read.rows[2] == ["b", "2.0000", "3.0000", "1.0000", "1.5000"]
    scopes = [a["scope"] for name, a in elements_in(markup) if name == "th"]
    assert scopes[:2] == ["colgroup", "colgroup"]
    assert with_class(markup, "nv-y") == [2, 3, 6, 7, 10, 11]
    assert with_class(markup, "nv-cell") == [4, 6]
    # The larger side does not pale the other: each has its own strongest tint.
    heats = np.reshape([heat for _, heat in cells(markup)], (3, 4))
    np.testing.assert_array_equal(heats[:, :2], heats[:, 2:])


def test_column_pool_is_outlined_down_and_row_pool_across():
    down = table(TABLE, caption="z", tone="column", pool="column", selected=(1, 0))
    assert with_class(down, "nv-in") == [0, 2, 4]
    assert with_class(down, "nv-in-start") == [0]
    assert with_class(down, "nv-in-end") == [4]
    across = table(TABLE, caption="z", tone="row", pool="row", selected=(1, 0))
    assert with_class(across, "nv-across") == [2, 3]
    assert with_class(down, "nv-cell") == with_class(across, "nv-cell") == [2]


def test_outline_opens_around_rows_that_the_pool_leaves_out():
    outside = np.array([False, True, False])
    markup = table(TABLE, caption="z", tone="column", pool="column", selected=(0, 1), outside=outside)
    assert with_class(markup, "nv-in") == [1, 5]
    assert with_class(markup, "nv-in-start") == with_class(markup, "nv-in-end") == [1, 5]


def test_outline_goes_through_rows_that_are_folded():
    mask = np.array([True] + [False] * 20 + [True] + [False] * 9)
    data = Table.of(np.ones((31, 2)), rows=[f"r{i}" for i in range(31)], mask=mask)
    counted = {"caption": "z", "tone": "column", "pool": "column", "selected": (0, 1), "pads_in_a_row": 3}
    markup = table(data, **counted)
    # Rows of two cells, but for each of the two folded lines, whose cells are the pool's and what is beside it.
    assert with_class(markup, "nv-in") == [1, 3, 5, 6, 9, 11, 13, 14]
    assert with_class(markup, "nv-in-start") == [1]
    assert with_class(markup, "nv-in-end") == [14]
    left_out = table(data, **counted, outside=~mask)
    assert with_class(left_out, "nv-in-start") == with_class(left_out, "nv-in-end") == [1, 7]


def test_pads_are_hatched_and_long_runs_of_them_are_one_line():
    mask = np.array([True] + [False] * 20 + [True])
    data = Table.of(np.ones((22, 1)), rows=["Hi", *["‹pad›"] * 20, "How"], mask=mask)
    markup = table(data, caption="padded", tone="column", pads_in_a_row=6)
    (read,) = tables_in(markup)
    assert [row[0] for row in read.rows] == ["Hi", *["‹pad›"] * 5, "15 × ‹pad›", "How"]
    classes = [attributes.get("class") or "" for name, attributes in elements_in(markup) if name == "tr"]
    assert sum("nv-pad" in c for c in classes) == 6


@properties
@given(hnp.arrays(bool, st.integers(1, 300)), st.data())
def test_every_row_is_drawn_or_counted_once_and_the_chosen_one_is_drawn(mask, data):
    keep = data.draw(st.integers(0, len(mask) - 1))
    plan = visible_rows(mask, keep=keep)
    covered = [r for part in plan for r in ([part] if isinstance(part, int) else _rows(part))]
    assert covered == list(range(len(mask)))
    assert len(plan) <= MOST_ROWS
    assert keep in plan or any(isinstance(p, Skipped) and p.pads and keep in _rows(p) for p in plan)


def _rows(skipped):
    return range(skipped.start, skipped.start + skipped.count)


def test_the_first_row_that_is_left_out_is_drawn_where_it_is_the_chosen_one():
    real = np.ones(60, bool)
    first = visible_rows(real)[-1].start
    assert first in visible_rows(real, keep=first)


@properties
@given(st.integers(1, 200), st.data())
def test_at_most_six_neighbouring_columns_are_chosen_around_the_one_to_keep(count, data):
    keep = data.draw(st.integers(0, count - 1))
    shown = visible_columns(count, keep)
    assert keep in shown
    assert len(shown) == min(count, 6)
    assert shown == list(range(shown[0], shown[0] + len(shown)))
    assert shown[0] >= 0
    assert shown[-1] < count


def test_a_block_is_outlined_at_its_edges_alone():
    drawn = table(TABLE, caption="c", tone="row", block=((0, 1), (0, 1)))
    assert with_class(drawn, "nv-in-start") == [0, 1]
    assert with_class(drawn, "nv-in-end") == [2, 3]
    assert with_class(drawn, "nv-across-start") == [0, 2]
    assert with_class(drawn, "nv-across-end") == [1, 3]


def test_a_phone_has_room_for_the_output_of_the_followed_column_alone():
    output = Output("y", VALUES)
    drawn = table(TABLE, caption="c", tone="row", selected=(0, 1), output=output)
    assert with_class(drawn, "nv-elsewhere") == [2, 6, 10]  # of four columns the third: y of z1
    heads = [a for name, a in elements_in(drawn) if name == "th" and "nv-elsewhere" in (a.get("class") or "")]
    assert len(heads) == 1
    assert with_class(drawn, "nv-outcome") == [3, 7, 11]
    assert "nv-elsewhere" not in table(TABLE, caption="c", tone="row", output=output)
