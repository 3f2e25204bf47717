"""What the recorded race says, read by norm and setting, and that chapter 08 says nothing else of it."""

from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz import experiments
from normviz.views.race import MEASURES

NORMS = ("bn", "bn_masked", "ln", "rms", "none")
WITH_NORM = NORMS[:-1]
PRE = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
SLOW = {**PRE, "learning_rate": 0.005}
SMALL = {**PRE, "batch_size": 4}
EACH = product(("pre", "post"), (4, 32), (0.005, 0.02))
SETTINGS = [{"position": p, "batch_size": b, "learning_rate": r} for p, b, r in EACH]


@pytest.fixture(scope="module")
def race():
    return experiments.stored("race")


def end(race, norm, measure="eval_mode", **setting):
    return nv.race_values(race, measure, norm, **setting)[:, -1]


def test_an_axis_with_one_value_may_be_left_out(race):
    live = experiments.Race.live()
    assert (live.positions, live.batch_sizes, len(live.learning_rates)) == (("pre",), (32,), 1)
    keys = ("eval_mode", "train_mode", "mean_gap", "std_gap", "loss")
    arrays = dict(race.arrays) | {key: race[key][:, :, :1, 1:, 1:] for key in keys}
    arrays |= {"position": np.array(["pre"]), "batch_size": np.array([32]), "learning_rate": np.array([0.02])}
    one = experiments.Run("race", {}, arrays, race.seeds, {}, True)
    for measure in MEASURES:
        wanted = nv.race_values(race, measure, "bn", **PRE)
        assert np.array_equal(nv.race_values(one, measure, "bn"), wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"norm": "gn"}, "norm: expected one of bn, bn_masked, ln, rms, none, got 'gn'"),
        ({"batch_size": None}, "batch_size: expected one of 4, 32, got None"),
        ({"learning_rate": 0.1}, r"learning_rate: expected one of 0\.005, 0\.02, got 0\.1"),
    ],
)
def test_what_the_run_does_not_have_is_refused_by_name(race, changed, said):
    with pytest.raises(ValueError, match=said):
        nv.race_values(**{"run": race, "measure": "eval_mode", "norm": "bn", **PRE, **changed})


# What chapter 08 says in words. New stored runs may say otherwise; then these fail, and the words must follow.


def test_no_norm_stands_apart_from_the_others_in_a_large_batch(race):
    for setting in (s for s in SETTINGS if s["batch_size"] == 32):
        ends = {norm: end(race, norm, **setting) for norm in WITH_NORM}
        medians = [np.median(v) for v in ends.values()]
        widest = max(np.ptp(v) for v in ends.values())
        assert max(medians) - min(medians) < widest
    batch, layer = end(race, "bn", **PRE), end(race, "ln", **PRE)
    assert max(batch.min(), layer.min()) < min(batch.max(), layer.max())


def test_every_norm_beats_guessing_by_frequency_and_none_alone_blows_up(race):
    for setting, norm in product(SETTINGS, WITH_NORM):
        assert np.median(end(race, norm, **setting)) < race["frequency_loss"]
    assert end(race, "none", **SMALL).min() > 10
    assert end(race, "none", **SLOW).max() < 2.5


def test_the_gap_flares_up_at_the_large_rate_only_and_masking_does_not_remove_it(race):
    for norm in ("bn", "bn_masked"):
        calm = nv.race_values(race, "eval_minus_train", norm, **SLOW)[:, 1:]
        wild = nv.race_values(race, "eval_minus_train", norm, **PRE)[:, 1:]
        assert np.median(calm, axis=0).max() < 0.02
        assert np.median(wild, axis=0).max() > 0.1
        assert int(np.median(wild, axis=0).argmax()) == 1
        assert np.median(wild[:, -1]) < 0.03
    for norm in ("ln", "rms"):
        assert np.abs(nv.race_values(race, "eval_minus_train", norm, **PRE)).max() < 1e-4


def test_post_norm_falls_behind_at_the_large_rate_only(race):
    moved = []
    for norm in WITH_NORM:
        pre, post = (end(race, norm, **PRE | {"position": p}) for p in ("pre", "post"))
        moved.append(np.median(post) - np.median(pre))
        assert (post > pre).all()
    assert min(moved) > 3 * np.ptp([np.median(end(race, norm, **PRE)) for norm in WITH_NORM])
    for norm in WITH_NORM:
        slow = [np.median(end(race, norm, **SLOW | {"position": p})) for p in ("pre", "post")]
        assert abs(slow[0] - slow[1]) < 0.06
