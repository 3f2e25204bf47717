"""What chapters 03, 04 and 08 say in words, held to the stored runs: made with other seeds, they must say the same."""

import numpy as np
import pytest

from normviz import experiments
from normviz.experiments import failed, steps_to_reach


def by_norm(run, key):
    return {str(norm): run[key][:, m] for m, norm in enumerate(run["norm"])}


@pytest.fixture(scope="module")
def training():
    return experiments.stored("training")


@pytest.fixture(scope="module")
def rates():
    return experiments.stored("learning_rates")


def test_without_a_norm_the_drift_grows_from_layer_to_layer_in_every_seed(training):
    drift = by_norm(training, "shift_start")["none"][:, :, -1]
    assert (np.diff(drift, axis=1) > 0).all()


def test_batch_norm_drifts_less_in_every_seed_and_layer(training):
    drift = by_norm(training, "shift_start")
    assert (drift["bn"][:, :, -1] < drift["none"][:, :, -1]).all()


def test_one_step_shifts_about_as_far_with_batch_norm_as_without(training):
    shift = {norm: np.median(v.mean(axis=2), axis=0) for norm, v in by_norm(training, "shift_step").items()}
    assert (shift["bn"] > shift["none"] / 2).all()
    assert (shift["bn"] < shift["none"] * 2).all()


def test_the_gradient_does_not_turn_less_with_batch_norm_in_every_seed(training):
    turn = {norm: v.mean(axis=2) for norm, v in by_norm(training, "gradient_turn").items()}
    assert (turn["bn"] > turn["none"]).any(axis=0).all()


def test_the_means_move_less_in_every_seed_in_layers_two_and_three_only(training):
    means = {norm: v.mean(axis=2) for norm, v in by_norm(training, "shift_mean").items()}
    less = means["bn"] < means["none"]
    assert less[:, 1:].all()
    assert less[:, 0].any() and not less[:, 0].all()


def test_the_gradient_turns_less_in_as_many_seeds_as_the_chapter_says(training):
    turn = {norm: v.mean(axis=2) for norm, v in by_norm(training, "gradient_turn").items()}
    assert (turn["bn"] < turn["none"]).sum(axis=0).tolist() == [1, 1, 3]


def test_noise_shifts_most_and_still_learns_faster_than_no_norm(training):
    shift, loss = by_norm(training, "shift_step"), by_norm(training, "frame_loss")
    assert (shift["bn_noise"].mean(axis=2) > 3 * shift["none"].mean(axis=2)).all()
    most = slice(10, 40)  # of 61 frames
    assert (loss["bn_noise"][:, most] < loss["none"][:, most]).all()
    assert (loss["bn"][:, most].mean(axis=1) < loss["bn_noise"][:, most].mean(axis=1)).all()


def test_larger_learning_rates_work_with_batch_norm_but_not_every_rate(rates):
    fails = by_norm(rates, "loss")
    first = {norm: failed(loss).any(axis=0).argmax() for norm, loss in fails.items()}
    assert first["bn"] > first["none"] > 0
    assert all(failed(loss)[:, -1].any() for loss in fails.values())


def test_batch_norm_is_faster_at_one_rate_and_at_each_ones_best(rates):
    steps = {n: steps_to_reach(rates["frame_step"], loss, 0.1) for n, loss in by_norm(rates, "loss").items()}
    at = list(rates["learning_rate"]).index(0.1)
    assert (steps["bn"][:, at] < steps["none"][:, at]).all()
    assert (steps["bn"].min(axis=1) < steps["none"].min(axis=1)).all()


def test_gradients_explode_at_depth_forty_with_batch_norm_only():
    ratio = by_norm(experiments.stored("gradient_by_depth"), "ratio")
    assert ratio["bn"][:, -1].min() > 1000
    assert max(ratio["none"][:, -1].max(), ratio["ln"][:, -1].max()) < 10


def test_each_layer_of_batch_norm_and_relu_multiplies_the_gradient_as_the_theory_says():
    run = experiments.stored("gradient_by_depth")
    ratio = np.median(by_norm(run, "ratio")["bn"], axis=0)
    assert np.allclose(ratio ** (1 / (run["depth"] - 1)), np.sqrt(np.pi / (np.pi - 1)), rtol=0.01)


def test_a_stream_doubles_without_a_norm_and_counts_with_one():
    variance = by_norm(experiments.stored("residual_stream"), "variance")
    blocks = np.arange(9)
    assert np.allclose(np.median(variance["none"], axis=0), 2.0**blocks, rtol=0.2)
    for norm in ("bn", "ln"):
        assert np.allclose(np.median(variance[norm], axis=0), 1 + blocks, rtol=0.1)


def test_the_noise_of_small_batches_narrows_the_gap_without_always_helping_new_points():
    run = experiments.stored("batch_noise")
    gap = {n: v[..., -1] for n, v in by_norm(run, "validation_loss").items()}
    new = {n: v.copy() for n, v in gap.items()}
    for norm, loss in by_norm(run, "train_loss").items():
        gap[norm] = gap[norm] - loss[..., -1]
    assert (gap["bn"][:, 0] < gap["bn_all"][:, 0]).all()
    better = (new["bn"] < new["none"]).mean(axis=0)
    assert better[0] < 0.6 < better[1]
    assert ((gap["bn_all"] > gap["none"]).mean(axis=0) > 0.5).all()


def test_before_batch_norm_scale_becomes_a_rate_and_the_bias_does_nothing():
    run = experiments.stored("weight_scale")
    slope, bias = by_norm(run, "scale_gradient")["bn"], by_norm(run, "scale_bias_gradient")["bn"]
    assert np.allclose(slope[:, 2:] / slope[:, 1:-1], 0.1, rtol=0.01)
    assert np.abs(bias).max() < 1e-5
    assert np.ptp(by_norm(run, "offset_loss")["bn"], axis=1).max() < 1e-4


def test_after_the_activation_ends_lower_up_to_a_rate_of_one_and_higher_at_three():
    run = experiments.stored("activation_order")
    end = {str(order): run["loss"][:, o, :, -1] for o, order in enumerate(run["order"])}
    lower = (end["after"] < end["before"]).mean(axis=0)
    assert run["learning_rate"].tolist() == [0.03, 0.1, 0.3, 1.0, 3.0]
    assert (lower[:4] > 0.8).all() and lower[4] == 0
    fails = {order: failed(run["loss"][:, o]) for o, order in enumerate(run["order"])}
    assert not any(fails[order][:, :4].any() for order in fails)
    assert fails["after"][:, 4].any() and not fails["before"][:, 4].any()
    assert (end["after"].min(axis=1) < end["before"].min(axis=1)).all()


def test_detached_statistics_let_the_bias_grow_for_nothing():
    run = experiments.stored("detached_statistics")
    length, loss = by_norm(run, "bias_norm"), by_norm(run, "loss")
    assert length["bn"].max() < 1e-5
    middle = length["bn_detached"].shape[1] // 2
    assert (length["bn_detached"][:, -1] > length["bn_detached"][:, middle]).all()
    assert (length["bn_detached"][:, middle] > 1).all()
    assert (loss["bn"][:, -1] < loss["bn_detached"][:, -1]).all()


# Chapter 03: what is lost when γ and β may not learn.


@pytest.fixture(scope="module")
def accuracy():
    """Share of the new points on the right side, at the end: accuracy[activation][affine] is (seeds, rates)."""
    run = experiments.stored("affine_learned")
    return {
        str(activation): {
            str(affine): run["validation_accuracy"][:, a, f, :, -1] for f, affine in enumerate(run["affine"])
        }
        for a, activation in enumerate(run["activation"])
    }


def test_with_sigmoid_the_fixed_gamma_and_beta_cost_nearly_everything_in_every_seed(accuracy):
    learned, fixed = accuracy["sigmoid"]["learned"], accuracy["sigmoid"]["fixed"]
    assert fixed.max() < 0.7
    assert np.median(learned[:, 1:], axis=0).min() > 0.95
    assert (learned.min(axis=0) > fixed.max(axis=0)).all()


def test_with_relu_they_cost_a_little_loss_and_hardly_a_point(accuracy):
    run = experiments.stored("affine_learned")
    relu = list(run["activation"]).index("relu")
    loss = run["validation_loss"][:, relu, :, :, -1]
    lower = (loss[:, 0] < loss[:, 1]).sum(axis=0)
    assert (lower[:4] >= 7).all() and lower[4] < 4
    medians = [np.median(accuracy["relu"][affine], axis=0) for affine in ("learned", "fixed")]
    assert np.abs(medians[0] - medians[1]).max() < 0.01


# Chapter 08: Shen and others' own measure.


@pytest.fixture(scope="module")
def distance():
    """The run, and a function: the median over seeds of the mean over the steps after the 40th, (sources, rates)."""
    run = experiments.stored("running_distance")
    return run, lambda key: np.median(run[key][..., 40:].mean(axis=-1), axis=0)


def test_by_their_measure_text_lies_farther_from_its_running_mean_than_a_table(distance):
    run, late = distance
    words, _, table = late("mean_distance")
    assert (words > 1.5 * table).all()
    every_seed = run["mean_distance"][..., 40:].mean(axis=-1)
    assert (every_seed[:, 0] > every_seed[:, 2]).all()


def test_counted_in_sigma_text_and_table_lie_equally_far(distance):
    words, _, table = distance[1]("mean_gap")
    assert np.allclose(words, table, rtol=0.15)
    ratio = distance[1]("mean_distance") / distance[1]("independent")
    assert np.allclose(ratio[0], 1, atol=0.15) and np.allclose(ratio[2], 1, atol=0.2)


def test_pads_move_the_sigma_of_the_first_norm_more(distance):
    words, padded, table = distance[1]("std_gap")
    assert (padded > 1.3 * words).all() and (words > table).all()


# Chapter 04: gradients that vanish.


@pytest.fixture(scope="module")
def vanishing():
    run = experiments.stored("vanishing_gradient")
    return {
        (str(activation), str(norm)): (run["ratio"][:, a, m], run["loss"][:, a, m])
        for a, activation in enumerate(run["activation"])
        for m, norm in enumerate(run["norm"])
    }


def test_with_sigmoid_the_gradient_vanishes_but_for_batch_norm(vanishing):
    start = {norm: ratio[..., 0] for (kind, norm), (ratio, _) in vanishing.items() if kind == "sigmoid"}
    layer = {norm: np.median(ratio[:, 2], axis=0) ** (1 / 19) for norm, ratio in start.items()}
    assert layer["none"] < 0.3 < layer["ln"] < 0.5 and 0.95 < layer["bn"] < 1.1
    assert (np.diff(np.log(start["none"]), axis=1) < np.log(0.1)).all()
    assert (start["none"] < start["ln"])[:, 1:].all() and (start["ln"] < start["bn"] / 100)[:, 1:].all()
    assert start["bn"].min() > 0.5 and start["bn"].max() < 10


def test_with_sigmoid_batch_norm_alone_has_learned_after_a_hundred_steps(vanishing):
    loss = {norm: vanishing["sigmoid", norm][1][..., -1] for norm in ("none", "bn", "ln")}
    assert loss["bn"].max() < 0.5
    assert min(loss["none"].min(), loss["ln"].min()) > 0.68


def test_the_explosion_with_relu_is_one_of_the_start(vanishing):
    ratio, loss = (values[:, -1] for values in vanishing["relu", "bn"])
    assert ratio[:, 0].min() > 1000 and ratio[:, -1].max() < 30
    assert np.median(ratio[:, 1]) < 0.05 * np.median(ratio[:, 0])
    assert loss[:, -1].max() < 0.65
