"""The race explorer: what stands in the run stands in the picture, for any run, whole or interrupted."""

from itertools import product

import numpy as np

import normviz as nv
from normviz import experiments
from normviz.drawing.numbers import fixed
from normviz.views import race as model
from normviz.views.settings import Given
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

NORMS = ("bn", "bn_masked", "ln", "rms", "none")
NAMES = ["batch norm", "batch norm without pads", "layer norm", "RMS norm", "no norm"]


def run_like(norms=NORMS, seeds=(0, 1, 2), frames=5, **changed):
    """A run of made-up numbers, all different, so that a mixed-up axis shows."""
    rng = np.random.default_rng(0)
    shape = (len(seeds), len(norms), 2, 2, 2)
    arrays = {
        "norm": np.array(norms),
        "position": np.array(["pre", "post"]),
        "batch_size": np.array([4, 32]),
        "learning_rate": np.array([0.005, 0.02]),
        "frame_step": np.arange(frames) * 3,
        "loss": 2 + rng.random((*shape, 3 * (frames - 1))),
        "uniform_loss": np.array(3.7),
        "frequency_loss": np.array(3.3),
        "pad_share": rng.random((len(seeds), 2)),
    }
    arrays |= {key: 2 + rng.random((*shape, frames)) for key in ("eval_mode", "train_mode")}
    arrays |= {key: rng.random((*shape, frames)) for key in ("mean_gap", "std_gap")}
    return experiments.Run("race", {}, arrays | changed, tuple(seeds), {}, True)


def lines(explorer):
    return [a for name, a in elements_in(explorer.view.value) if name == "polyline"]


@each(list(product(["pre", "post"], [4, 32], [0.005, 0.02])))
def test_table_shows_the_medians_of_this_setting_at_this_step(position, batch_size, rate):
    run = run_like()
    setting = {"position": position, "batch_size": batch_size, "learning_rate": rate}
    settings = model.Settings(Given(run), NORMS, 6, "eval_mode", **setting)
    (table,) = tables_in(nv.RaceExplorer.draw(model.compute(settings)))
    assert [row[0] for row in table.rows] == NAMES
    for row, norm in zip(table.rows, NORMS, strict=True):
        for cell, key in zip(row[1:], model.IN_TABLE, strict=True):
            values = nv.race_values(run, key, norm, **setting)[:, 2]
            decimals = 3 if key.endswith("_gap") else 2
            low, middle, high = (fixed(f(values), decimals) for f in (np.min, np.median, np.max))
            assert cell == f"{middle}{low} to {high}"


def test_lead_names_the_lowest_and_the_highest_and_counts_its_seeds():
    run = run_like()
    run["eval_mode"][:, :, 0, 1, 1, -1] = 3.0
    run["eval_mode"][:, 2, 0, 1, 1, -1] = [2.0, 2.25, 2.5]
    explorer = nv.RaceExplorer(run, step=12)
    words = words_of(explorer.view.value)
    assert "After 12 steps: lowest: layer norm, 2.25; highest: no norm, 3.00." in words
    apart = "The medians lie 0.75 apart; the first is lower in"
    assert f"{apart} 3 of 3 seeds." in words
    explorer.norms.value = ("bn", "ln")
    words = words_of(explorer.view.value)
    assert "batch norm 3.00, layer norm 2.25. Seed by seed, batch norm is the lower one in 0 of 3." in words
    explorer.seed.value = 2
    words = words_of(explorer.view.value)
    assert "batch norm 3.00, layer norm 2.50." in words
    assert "Seed by seed" not in words
    run["eval_mode"][:, 2, 0, 1, 1, -1] = [1.25, 2.25, 3.5]
    words = words_of(nv.RaceExplorer(run, step=12).view.value)
    assert f"{apart} 2 of 3 seeds." in words


def test_norms_without_running_statistics_have_no_gap_and_the_picture_says_so():
    explorer = nv.RaceExplorer(measure="mean_gap")
    assert len(lines(explorer)) == 2
    words = words_of(explorer.view.value)
    assert "No curve: layer norm, RMS norm, no norm keep no running statistics." in words
    explorer.norms.value = ("ln",)
    assert "there is no gap" in words_of(explorer.view.value)
    assert "nan" not in explorer.view.value.lower()


def test_a_loss_that_blew_up_is_cut_at_the_edge_and_written_in_full():
    explorer = nv.RaceExplorer(batch_size=4, norms=("ln", "none"), step=240)
    assert explorer.result.scale.high < 5
    (table,) = tables_in(explorer.view.value)
    assert float(table.rows[1][1].split(".")[0]) > 100
    assert "drawn at its top edge" in words_of(explorer.view.value)
    run = run_like()
    run["eval_mode"][:, 4] = np.inf
    explorer = nv.RaceExplorer(run)
    assert explorer.error is None
    assert tables_in(explorer.view.value)[0].rows[4][1] == "∞"


def test_a_comparison_that_is_not_in_the_list_joins_it():
    explorer = nv.RaceExplorer(norms=["rms", "none"])
    assert explorer.norms.value == ("rms", "none")
    explorer.norms.value = ("ln",)
    explorer.reset()
    assert explorer.result.norms == ("rms", "none")
    assert nv.RaceExplorer(norms="ln").result.norms == ("ln",)


@each(["eval_mode", "eval_minus_train", "mean_gap"])
def test_only_the_dots_move_from_step_to_step_and_from_setting_to_setting(measure):
    explorer = nv.RaceExplorer(measure=measure)
    axes = {explorer.result.axis}
    for step, size, rate in product(explorer.result.frame_step.tolist(), [4, 32], [0.005, 0.02]):
        explorer.move(step=step, batch_size=size, learning_rate=rate)
        axes.add(explorer.result.axis)
        ended = explorer.result.curves["bn"][:, -1]
        assert (explorer.result.axis.low < ended).all() and (ended < explorer.result.axis.high).all()
    assert len(axes) == 1
