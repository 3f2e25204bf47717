"""AffineLearningExplorer: γ and β learn by the update rule, with a learning rate."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.models.affine_learning import (
    LOSSES,
    MOST_ROWS,
    MOST_STEPS,
    START,
    STUDENTS,
    YOURS,
    Z2,
    Settings,
    compute,
)
from tests.abuse.oracles import ORACLES
from tests.abuse.test_random_controls import check_result
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

SUM, MEAN = LOSSES


@each(list(product(LOSSES, [START, (-2.5, 0.7)])))
def test_every_step_is_torchs_in_a_table_too_long_to_go_through_at_each(loss, start):
    random = np.random.default_rng(4)
    z = random.normal(100, 3, MOST_ROWS + 500)
    data = np.column_stack([z, 0.2 * z + random.normal(size=len(z))])
    explorer = nv.AffineLearningExplorer(data)
    rate = 0.1 if loss == MEAN else 0.1 / len(z)
    explorer.move(loss=loss, rate=rate, step=6, start_gamma=start[0], start_beta=start[1])
    check_result(explorer, ORACLES["AffineLearningExplorer"](explorer, {"data": data}))


def test_first_step_is_the_one_the_ledger_works_out():
    (claim,) = [c for c in nv.examples.printed_claims() if c.id == "update-without-learning-rate"]
    working = claim.recompute().working
    result = nv.AffineLearningExplorer().result
    assert f"= {fixed(result.losses[0])}: 1 − {fixed(result.gradients[0, 0])}" in working
    assert f"1 − 0.1·2.0442 = {fixed(result.path[1, 0])}" in working
    at_once = compute(Settings(rate=1.0)).path[1, 0]
    assert f"1 − 2.0442 = {fixed(at_once)}".replace("-", "−") in working


@pytest.mark.parametrize(("example", "n"), [(STUDENTS, 4), (Z2, 5)])
def test_bound_is_where_steps_begin_to_run_away(example, n):
    settings = Settings(example=example, step=MOST_STEPS)
    bound = compute(settings).bound
    assert bound == pytest.approx(2 / n, rel=1e-9)
    for share, settles in ((0.99, True), (1.01, False)):
        result = compute(replace(settings, rate=share * bound))
        assert (result.losses[-1] < result.losses[0]) == settles
        words = words_of(nv.AffineLearningExplorer.draw(result))
        assert ("the steps do not settle" in words) == (not settles)


@pytest.mark.parametrize(("loss", "name", "pool"), [(SUM, "Σ", np.sum), (MEAN, "mean", np.mean)])
def test_gradient_stands_below_the_columns_that_it_is_made_of(loss, name, pool):
    result = compute(Settings(loss=loss, step=2))
    shown = nv.AffineLearningExplorer.draw(result)
    (table,) = tables_in(shown)
    error = result.p - result.target
    (total,) = [row for row in table.rows if row[0] == name]
    assert total[-2:] == [fixed(pool(error)), fixed(pool(error * result.z_hat))]
    assert f"loss L = {fixed(result.losses[2])}" in words_of(shown)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"rate": 0.0}, "learning rate η: expected a number above 0, got 0.0"),
        ({"rate": -0.1}, "learning rate η: expected a number above 0, got -0.1"),
        ({"rate": np.nan}, "learning rate η: expected a finite number"),
        ({"rate": 1e300}, "learning rate η: expected a smaller one"),
        ({"start_gamma": np.inf}, "start γ: expected a finite number"),
        (
            {"start_beta": 1e200},
            "start γ, start β: expected numbers whose squares fit in float64, got 1 and 1e",
        ),
        ({"step": 21}, "steps taken: expected at most 20, got 21"),
        ({"step": -1}, "steps taken: expected a whole number of at least 0, got -1"),
        ({"table": ""}, "expected at least one line of numbers"),
        ({"table": "1, 2, 3"}, "expected two numbers a row, z and its target t, got 3"),
        ({"table": "1, 2\n1, 3"}, "z: expected at least two different numbers, got only 1"),
        ({"table": "1, 2\nx, y"}, "expected a number in line 2, got 'y'"),
    ],
)
def test_what_a_box_may_hold_and_nobody_can_use_is_refused_in_words(setting, said):
    with pytest.raises(ValueError, match=said):
        compute(Settings(example=YOURS, **setting))


def test_data_without_a_target_are_refused_at_once():
    with pytest.raises(ValueError, match="data: expected two numbers a row"):
        nv.AffineLearningExplorer([[1, 2, 3]])


@pytest.mark.parametrize("rate", [0.1, 0.6])
def test_the_next_step_is_drawn_where_the_one_after_it_is_taken(rate):
    explorer = nv.AffineLearningExplorer(rate=rate)

    def mark(key):
        return next(a for _, a in elements_in(explorer.view.value) if a.get("data-key") == key)

    ahead = mark("ahead")
    explorer.step.value = 1
    taken = mark("step:1")
    ends = ("x1", "y1", "x2", "y2")
    assert [ahead[end] for end in ends] == [taken[end] for end in ends]


def start_ring(explorer):
    """Where the start is drawn in the window, per cent from the left and from the top."""
    (ring,) = [a for _, a in elements_in(explorer.view.value) if "nv-start-ring" in a.get("class", "")]
    return np.array([float(ring[name].rstrip("%")) for name in ("cx", "cy")])


def test_a_start_nearer_to_the_lowest_point_is_drawn_nearer_and_reset_brings_it_back():
    explorer = nv.AffineLearningExplorer()
    lowest, first = explorer.result.bowl.lowest, start_ring(explorer)
    for name, number in zip(("start_gamma", "start_beta"), (lowest + START) / 2, strict=True):
        explorer.controls[name].value = float(number)
    np.testing.assert_allclose(start_ring(explorer) - 50, (first - 50) / 2, atol=0.02)
    explorer.buttons["reset"].click()
    np.testing.assert_array_equal(start_ring(explorer), first)


def test_a_start_that_is_dragged_is_what_the_boxes_show_and_reset_brings_it_back():
    explorer = nv.AffineLearningExplorer()
    explorer._told(explorer.view, {"start": [0.3, -0.2]}, [])
    assert (explorer.start_gamma.value, explorer.start_beta.value) == (0.3, -0.2)
    assert explorer.result.path[0].tolist() == [0.3, -0.2]
    explorer.buttons["reset"].click()
    assert explorer.result.path[0].tolist() == list(START)


def test_a_start_within_reach_leaves_the_window_where_it_is():
    explorer = nv.AffineLearningExplorer()
    across, up, _half, far = window = map_of(explorer)
    for angle in np.linspace(0, 6, 7):
        gamma, beta = across + 0.99 * far * np.cos(angle), up + 0.99 * far * np.sin(angle)
        explorer.move(start_gamma=gamma, start_beta=beta)
        np.testing.assert_allclose(map_of(explorer), window)
    explorer.move(start_gamma=across + 2 * far, start_beta=up)
    assert map_of(explorer)[3] == pytest.approx(2 * far)


def map_of(explorer):
    """The lowest point, half the window's width, and how far the start can go."""
    (window,) = [a["data-map"] for _, a in elements_in(explorer.view.value) if "data-map" in a]
    return [float(number) for number in window.split()]


@pytest.mark.parametrize("start", [["a", 1.0], [1.0], [None, 2.0]])
def test_a_start_that_is_none_is_said_in_words(start):
    explorer = nv.AffineLearningExplorer()
    explorer._told(explorer.view, {"start": start}, [])
    assert explorer.error is not None
    assert (explorer.settings.start_gamma, explorer.settings.start_beta) == START


def test_who_starts_at_the_lowest_point_stays_there():
    explorer = nv.AffineLearningExplorer([[1, 2], [3, 2]])
    explorer.move(start_gamma=0.0, start_beta=2.0, step=3)
    assert explorer.error is None
    np.testing.assert_array_equal(explorer.result.path, [[0, 2]] * 5)
    np.testing.assert_array_equal(start_ring(explorer), [50, 50])


@pytest.mark.parametrize(("beta", "side"), [(0.0, "-.8em"), (1.5, "1.5em")])
def test_the_name_of_the_lowest_point_stands_where_the_path_does_not_come_from(beta, side):
    explorer = nv.AffineLearningExplorer()
    explorer.controls["start_beta"].value = beta
    (word,) = re.findall("<text[^>]*>lowest<", explorer.view.value)
    assert f'dy="{side}"' in word


def test_students_are_told_apart_by_their_names():
    names = re.findall("student [0-9]</th>", nv.AffineLearningExplorer().view.value)
    assert names == [f"student {n}</th>" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("step", [0, 3, 5, 8])
def test_numbers_of_a_walk_that_runs_away_stay_as_narrow_as_the_first(step):
    (table,) = tables_in(nv.AffineLearningExplorer(rate=1, step=step).view.value)
    assert max(len(cell) for row in table.rows for cell in row[1:]) <= len("(p − t) · x̂")
    numbers = [cell for row in table.rows for cell in row[1:] if "=" not in cell and "·" not in cell]
    assert max(map(len, numbers)) <= 8


@pytest.mark.parametrize(
    ("rate", "said", "sides"),
    [
        (0.5, "back and forth", ["1, 3, 5 …", "2, 4, 6 …"]),
        (0.55, "× 1.2 each step", ["1, 3, 5 … ↖", "2, 4, 6 … ↘"]),
        (1.2, "× 3.8 each step", ["1, 3, 5 … ↖", "2, 4, 6 … ↘"]),
    ],
)
def test_of_a_walk_that_does_not_settle_the_back_and_forth_is_numbered_and_its_growth_said(rate, said, sides):
    drawn = nv.AffineLearningExplorer(rate=rate, step=20).view.value
    numbers = re.findall(r'class="nv-strong nv-halo">([1-9][^<]*)<', drawn)
    assert (numbers, f">{said}<" in drawn) == (sides, True)


def test_what_rounding_leaves_of_0_is_written_as_0():
    explorer = nv.AffineLearningExplorer(rate=0.5, step=20)
    assert abs(explorer.result.path[20][1]) < 1e-12
    said = words_of(explorer.view.value), explorer.words(explorer.result)
    assert all("β = 0," in one and "10⁻¹⁶" not in one for one in said)
