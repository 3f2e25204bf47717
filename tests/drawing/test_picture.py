"""Pictures that stand still: the table of a cell, side by side, in a browser and as text."""

import re

import numpy as np

import normviz as nv
from tests.markup import number, tables_in

Z = nv.examples.z_table()


def test_column_pool_sets_the_statistics_below_and_row_pool_beside():
    (down,) = tables_in(nv.show(Z, pool="column")._repr_html_())
    np.testing.assert_allclose(down.numbers(named="σ"), Z.values.std(axis=0), atol=0.51e-4)
    (across,) = tables_in(nv.show(Z, pool="row")._repr_html_())
    np.testing.assert_allclose([number(r[-2]) for r in across.rows], Z.values.mean(axis=1), atol=0.51e-4)


def test_pads_are_left_out_of_the_pool_only_if_told_so():
    batch = nv.examples.hi_nitish().batch
    (with_pads,) = tables_in(nv.show(batch, pool="column")._repr_html_())
    (without,) = tables_in(nv.show(batch, pool="column", pads=False)._repr_html_())
    assert with_pads.numbers(named="μ")[0] == 3.9013
    assert without.numbers(named="μ")[0] == 5.2017


def test_a_row_keeps_its_whole_name_up_to_48_letters():
    def whole(length):
        markup = nv.show(nv.Table.of([[1]], rows=["w" * length]))._repr_html_()
        return "nv-wide-names" in re.search("<table[^>]*>", markup)[0]

    assert [length for length in (1, 8, 9, 48, 49) if whole(length)] == [9, 48]


def test_text_says_what_the_table_says():
    picture = nv.show(Z, caption="z", pool="column")
    (read,) = tables_in(picture._repr_html_())
    lines = [line.split() for line in repr(picture).splitlines()]
    assert lines[0] == ["z"]
    assert lines[1] == read.head[1:]
    assert [line[-3:] for line in lines[2:]] == [row[1:] for row in read.rows]


def test_decimals_are_those_of_the_numbers_and_of_their_statistics():
    (read,) = tables_in(nv.show([[1.25, 0.123456], [2.0, 1.0]], pool="column", decimals=2)._repr_html_())
    assert [row[1:] for row in read.rows] == [
        ["1.25", "0.12"],
        ["2.00", "1.00"],
        ["1.63", "0.56"],
        ["0.38", "0.44"],
    ]


def test_picture_brings_its_own_style_and_needs_no_network():
    html = nv.show(Z)._repr_html_()
    assert html.startswith("<style>")
    assert "http" not in html


def test_pictures_side_by_side_keep_all_their_tables():
    both = nv.beside(nv.show([1.0], caption="a"), nv.show([2.0], caption="b"))
    assert [t.caption for t in tables_in(both._repr_html_())] == ["a", "b"]
    assert repr(both).index("a\n") < repr(both).index("b\n")
