"""BatchNormExplorer: the documents' tables, any other table, and one cell's arithmetic."""

import re

import numpy as np
import pytest
from markupsafe import Markup

import normviz as nv
from normviz.views.batch_norm import ARTICLE, DIVIDE_BY, GPA_IQ, YOURS, Settings, compute
from normviz.views.settings import changed
from tests.markup import tables_in, words_of


def picture(data=None, **settings):
    """The picture of these settings; of the table that a caller gives where there is one."""
    if data is not None:
        settings |= {"example": YOURS, "given": nv.Table.of(data)}
    return nv.BatchNormExplorer.draw(compute(changed(Settings(), **settings)))


def drawn(markup):
    """The tables of the picture by caption."""
    return {table.caption: table for table in tables_in(markup)}


def steps(markup):
    """The arithmetic: name → text."""
    found = re.findall(r'nv-name">(.+?) </span>= (.+?)</li>', markup.replace("\xa0", " "))
    return {name: Markup(text).striptags() for name, text in found}


# --- the documents' numbers -----------------------------------------------------------------------


def test_article_shows_both_answers_and_names_the_divisor():
    by_n, by_n_minus_1 = (picture(example=ARTICLE, divide_by=by) for by in DIVIDE_BY)
    assert drawn(by_n)["After"].numbers(named="row 1") == [-1.2247] * 4
    assert "/ 3 = 32 / 3 = 10.6667" in steps(by_n)["σ²"]
    after = drawn(by_n_minus_1)["After"]
    assert after.numbers(named="row 1") == [-1.0] * 4
    assert "/ (3 − 1) = 32 / 2 = 16" in steps(by_n_minus_1)["σ²"]
    assert after.rows[-1] == ["σ (n − 1)", *["1.0000"] * 4]


def test_gpa_and_iq_make_m_and_its_batch_norm():
    shown = picture(example=GPA_IQ)
    tables = drawn(shown)
    assert [row[1] for row in tables["Before"].rows] == ["18.9", "8.7", "8.5", "16.2", "13.0750", "4.5762"]
    assert [row[1] for row in tables["After"].rows[:4]] == ["1.2729", "−0.9560", "−0.9997", "0.6829"]
    assert steps(shown)["M"] == "8.9 · 1 + 100 · 0.1 + 0 = 18.9"


# --- any settings ---------------------------------------------------------------------------------


def test_column_of_equal_numbers_lies_on_its_mean():
    shown = picture([[0.1], [0.1], [0.1]])
    assert "lies on the mean" in words_of(shown)
    assert drawn(shown)["After"].numbers(named="row 1") == [0.0]
    assert steps(shown)["σ²"].endswith("/ 3 = 0 / 3 = 0")


def test_mean_that_is_zero_but_for_the_last_bits_is_written_as_zero():
    column = [[-0.2], [2.4], [0.6], [1.1], [-0.6], [-3.3]]
    assert nv.batch_norm(column).mean != 0
    shown = steps(picture(column))
    assert shown["μ"].endswith(" / 6 = 0")
    assert "(2.4 − 0)²" in shown["σ²"]


# --- the picture ----------------------------------------------------------------------------------


def test_a_number_beyond_its_line_widens_the_line_of_its_own_column_alone():
    explorer = nv.BatchNormExplorer()
    lines = [re.findall('data-axis="(.+?)"', explorer.view.value)]
    explorer.take_message({"cell": [0, 0], "put": 40})
    lines.append(re.findall('data-axis="(.+?)"', explorer.view.value))
    assert [one == other for one, other in zip(*lines, strict=True)] == [False, True, True]


# --- what chapter 02 asks its reader to find ------------------------------------------------------


def test_a_table_of_many_columns_says_which_it_shows():
    assert {"Before", "After"} <= drawn(picture(np.arange(18.0).reshape(3, 6) ** 2)).keys()
    wide = picture(np.arange(48.0).reshape(3, 16) ** 2, column=9)
    (before,) = [caption for caption in drawn(wide) if caption.startswith("Before")]
    first, last, count = map(int, re.findall(r"\d+", before))
    assert (last - first + 1, count) == (6, 16)
    assert first <= 9 <= last


@pytest.mark.parametrize(
    ("bias", "lost"), [(0, False), (1e9, False), (1e15, True), (1e17, True), (1e300, True)]
)
def test_a_bias_that_takes_the_digits_of_float64_is_told_of(bias, lost):
    explorer = nv.BatchNormExplorer(example=GPA_IQ)
    explorer.move(b=bias)
    assert ("float64 keeps about 16 digits" in explorer.view.value) == (lost and explorer.error is None)
    assert explorer.error is None or lost


def test_where_eps_is_not_small_beside_the_variance_it_is_said():
    explorer = nv.BatchNormExplorer(example="GPA and IQ, one node")
    assert "ε makes it smaller" not in explorer.view.value
    explorer.move(w1=1e-6, w2=1e-6)
    assert "ε makes it smaller" in explorer.view.value
    assert "makes the result smaller" in explorer.view.sentence
