"""Numbers that chapters 01, 03 and 07 type into their sentences and tables, computed again."""

import numpy as np
import pytest

import normviz as nv
from tests.support.chapters import NOTEBOOKS, read


def cell_with(chapter, words):
    """The one markdown cell of a chapter in which these words stand, with a plain minus."""
    (text,) = [
        cell.source
        for cell in read(next(NOTEBOOKS.glob(f"{chapter}_*.ipynb"))).cells
        if cell.cell_type == "markdown" and words in cell.source
    ]
    return text.replace("−", "-")


def table_of(text):
    """The numbers of a cell's table, row by row; a row's name is left out."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")][2:]
    return [[float(cell) for cell in row[-3:]] for row in rows]


@pytest.fixture(scope="module")
def year():
    return nv.datasets.year_of_students().values


def condition_number(x):
    return np.linalg.cond(x) ** 2


def test_each_half_of_standardizing_leaves_the_valley_that_the_chapter_says(year):
    x = year[:, :2]
    away = x - x.mean(axis=0)
    wanted = [f"{condition_number(y):.0f}" for y in (x, x / x.std(axis=0), away)]
    words = cell_with("01", "had two causes")
    assert [k for k in wanted if k not in words] == []
    assert f"it is {condition_number(away / x.std(axis=0)):.1f}" in words


def test_one_weight_steps_as_the_table_says():
    text = cell_with("01", "one weight first")
    rates = [float(line.split("|")[1]) for line in text.splitlines() if line.startswith("| 0")]
    assert len(rates) == 4
    for rate, steps in zip(rates, table_of(text), strict=True):
        assert steps == pytest.approx([10 * (1 - 4 * rate) ** k for k in (1, 2, 3)])


def test_tiny_inputs_cost_the_steps_that_the_chapter_says(year):
    z = nv.descent.standardized(year)
    usual, tiny = (nv.descent.bowl(x, z[:, 2]).steps_until(0.01, 0.1) for x in (z[:, :2], z[:, :2] / 1000))
    assert usual == 45
    assert round(tiny / 1e6) == 46
    assert "the 45 steps become nearly 46 million" in cell_with("01", "Slopes become very large")


def test_a_step_of_one_input_moves_what_the_table_says():
    before = nv.examples.z_table().values[:, 1].astype(float)
    after = before.copy()
    after[0] += 0.1

    def felt(z):
        z_hat = (z - z.mean()) / z.std()
        return [z[0], z.mean(), z.var(), z.std(), *z_hat[:3]]

    wanted = np.column_stack([felt(before), felt(after)])
    wanted = np.column_stack([wanted, wanted[:, 1] - wanted[:, 0]])
    assert np.array(table_of(cell_with("03", "Let the 5 of row 1"))) == pytest.approx(wanted, abs=5.1e-5)


def test_what_rounded_numbers_lead_to_is_what_chapters_03_and_07_say():
    assert f"{round(6.4**0.5, 4) * 4 / round(6**0.5, 4) + 4:.4f}" in cell_with(
        "03", "Undo meets 9, 6, 5, 8, 12"
    )
    row = np.array([7, 5, 4])
    mean, std = row.mean().round(4), row.std().round(4)
    by_calculator, exact = (row - mean) / std, (row - row.mean()) / row.std()
    said = cell_with("07", "With the rounded 5.3333 and 1.2472")
    for number in (*by_calculator[:2], *exact):
        assert f"{number:.4f}" in said
    assert np.all(by_calculator.round(4)[:2] != exact.round(4)[:2])
