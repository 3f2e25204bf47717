"""AffineExplorer: γ and β, the activation behind them, and an Undo that fits one batch only."""

import re

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import SPACE, fixed
from normviz.models.affine import (
    ACTIVATIONS,
    EXAMPLES,
    GPA_IQ,
    HALF,
    TYPED,
    YOURS,
    Z_TABLE,
    Settings,
    compute,
)
from normviz.models.settings import changed
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

EPS = 1e-5
COLUMNS = [(Z_TABLE, k) for k in range(3)] + [(GPA_IQ, k) for k in range(2)]


def result_of(**settings):
    return compute(changed(Settings(), **settings))


def undone(z, *, by):
    """What batch norm makes of z with the γ and β that undo the column ``by``, written out."""
    gamma, beta = np.sqrt(by.var() + EPS), by.mean()
    return gamma * (z - z.mean()) / np.sqrt(z.var() + EPS) + beta


def test_chapter_starts_where_training_starts():
    result = nv.AffineExplorer().result
    assert (result.gamma, result.beta) == (1, 0)


@pytest.mark.parametrize(("example", "k"), COLUMNS)
def test_undo_gives_every_column_back_to_twelve_digits_and_the_sliders_reach_it(example, k):
    explorer = nv.AffineExplorer(example=example, column=k + 1)
    before = explorer.result.batch.z.copy()
    explorer.undo.click()
    np.testing.assert_allclose(explorer.result.batch.p, before, rtol=1e-12, atol=0)
    assert explorer.gamma.value == np.sqrt(before.var() + EPS)
    assert "no difference to 12 digits" in words_of(explorer.view.value)
    for control in (explorer.gamma, explorer.beta):
        assert control.stops.low < control.value < control.stops.high


@pytest.mark.parametrize("numbers", [None, [9, 6, 5, 8, 12], [7, 2, 1, 7, 4], [0.001, 0.002]])
def test_undo_does_not_give_another_batch_back(numbers):
    explorer = nv.AffineExplorer(other=numbers)
    explorer.move(other=TYPED if numbers else HALF)
    explorer.undo.click()
    other, z = explorer.result.other, explorer.result.batch.z
    np.testing.assert_array_equal(other.z, numbers or z[2:])
    np.testing.assert_allclose(other.p, undone(other.z, by=z), rtol=1e-12)
    assert other.gap == np.abs(other.p - other.z).max() > 0.1
    words, (_, table) = words_of(explorer.view.value), tables_in(explorer.view.value)
    assert [row[0] for row in table.rows] == [*other.rows, "μ", "σ"]
    assert f"In the other batch p and z differ by up to {fixed(other.gap)}." in words
    assert "In this batch p gives z back: no difference to 12 digits." in words


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_picture_shows_every_number_on_the_way_from_z_to_a(activation):
    rng = np.random.default_rng(5)
    for example, k in COLUMNS:
        gamma, beta = round(rng.uniform(-40, 40), 2), round(rng.uniform(-60, 60), 2)
        result = result_of(example=example, column=k, activation=activation, gamma=gamma, beta=beta)
        shown = nv.AffineExplorer.draw(result)
        batch = result.batch
        columns = [batch.z, batch.z_hat, batch.p, batch.a][: 3 if activation == "none" else 4]
        (table,) = tables_in(shown)
        written = table.numbers()[: len(batch.z)]
        np.testing.assert_allclose(written, np.column_stack(columns), atol=0.5e-4 + 1e-9)
        stage = "p" if activation == "none" else "a"
        assert f"→ {stage} {fixed(getattr(batch, stage)[0])}" in words_of(shown)


@pytest.mark.parametrize("gamma", [1e4, -1e4])
def test_sigmoid_far_from_zero_neither_overflows_nor_leaves_its_range(gamma):
    with np.errstate(over="raise"):
        a = result_of(gamma=gamma).batch.a
    assert a.min() >= 0 and a.max() <= 1


def test_axis_stands_still_while_p_moves_inside_it():
    def ticks(gamma):
        shown = elements_in(nv.AffineExplorer.draw(result_of(gamma=gamma)))
        return [a["x"] for name, a in shown if name == "text" and "nv-soft" in (a.get("class") or "")]

    assert ticks(1.0)
    assert ticks(1.0) == ticks(0.5) == ticks(1.5) == ticks(2.0)


def test_axis_stands_still_while_a_number_is_dragged_inside_it():
    def axes(markup):
        return [a["data-axis"] for _, a in elements_in(markup) if "data-axis" in a]

    explorer = nv.AffineExplorer()
    first = axes(explorer.view.value)
    explorer.move(edits=explorer.settings.edits.put((2, 0), 4.5))
    assert axes(explorer.view.value) == first
    explorer.move(edits=explorer.settings.edits.put((2, 0), 60.0))
    assert axes(explorer.view.value) != first


def test_any_data_of_the_readers_own():
    marks = {"mathematics": [50, 70, 90, 30], "art": [1, 2, 3, 5]}
    result = nv.AffineExplorer(marks, column="art", gamma=2).result
    assert (result.name, result.gamma) == ("art", 2)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"example": YOURS, "table": ""}, "table: expected at least one line of numbers"),
        ({"other": TYPED, "other_numbers": ""}, "other batch: expected at least one number"),
        ({"other": TYPED, "other_numbers": "4 x"}, "other batch: expected numbers, got 'x'"),
        (
            {"other": TYPED, "other_numbers": "1,5 2,5"},
            "other batch: expected decimals with a point, got 1,5",
        ),
        ({"other": TYPED, "other_numbers": "4, nan"}, "other batch: expected finite numbers"),
        ({"row": 6}, "row: expected at most 5, got 6"),
        ({"gamma": np.inf}, "gamma: expected a finite number"),
        ({"beta": np.nan}, "beta: expected a finite number"),
    ],
)
def test_what_a_box_may_hold_and_nobody_can_use_is_refused_in_words(setting, said):
    with pytest.raises(ValueError, match=said):
        result_of(**setting)


@pytest.mark.parametrize("example", EXAMPLES)
def test_first_column_outside_its_own_table_is_refused_by_name(example):
    count = len(EXAMPLES[example]().columns)
    with pytest.raises(ValueError, match=f"column: expected at most {count}, got {count + 1}"):
        nv.AffineExplorer(example=example, column=count + 1)


def test_large_table_draws_a_dozen_rows_and_the_followed_one():
    given = nv.Table.of(np.arange(3200.0))
    shown = nv.AffineExplorer.draw(result_of(example=YOURS, given=given, row=2000))
    rows = tables_in(shown)[0].rows
    assert "row 2000" in [row[0] for row in rows]
    assert len(rows) < 20
    assert sum(name == "circle" for name, _ in elements_in(shown)) < 300


def test_picture_that_stands_still_says_its_numbers_as_text():
    picture = nv.show_affine([8, 2, 5], gamma=2, beta=1, name="minutes")
    assert repr(picture).splitlines()[-1] == "p = 2 · x̂ + 1: μ 1, σ 2"
    assert "aria-label" in picture._repr_html_()


def test_the_name_of_p_has_two_lines_at_every_gamma_and_beta():
    explorer = nv.AffineExplorer()
    for gamma, beta, said in (
        (1.0, 0.0, ["p = 1 · x̂", "+ 0"]),
        (-4.0, 6.0, ["p = −4 · x̂", "+ 6"]),
        (-2.5298, -12.345, ["p = −2.5298 · x̂", "+ (−12.345)"]),
    ):
        explorer.move(gamma=gamma, beta=beta)
        lines = re.findall(r'class="nv-strong">([p+]\s[^<]*)<', explorer.view.value)
        assert [line.replace(SPACE, " ") for line in lines] == said


def test_the_numbers_of_the_axis_lie_over_the_threads_that_go_on():
    markup = nv.AffineExplorer().view.value
    assert markup.index('class="nv-soft nv-halo">') > markup.rindex("/onward")


@each([(1.0, 0.0), (4.0, 6.0), (-4.0, -6.0)])
def test_the_numbers_of_the_axis_stand_under_their_ticks(gamma, beta):
    explorer = nv.AffineExplorer()
    explorer.move(gamma=gamma, beta=beta)
    marks = elements_in(explorer.view.value)
    numbers = [a for _, a in marks if a.get("class") == "nv-soft nv-halo"]
    assert len(numbers) > 2
    assert {a["text-anchor"] for a in numbers} == {"middle"}
    low, high = (float(end) for end in next(a["data-axis"] for _, a in marks if "data-axis" in a).split())
    drawn = re.findall(r'x="([\d.]+)%"[^>]*class="nv-soft nv-halo">([^<]+)<', explorer.view.value)
    for at, number in drawn:
        assert float(at) == pytest.approx(
            100 * (float(number.replace("−", "-")) - low) / (high - low), abs=0.01
        )
