"""The recorded training runs: what the small networks compute, what a run keeps, and how stored runs are made."""

from functools import cache

import numpy as np
import pytest
import torch

import normviz as nv
from normviz import experiments as ex
from normviz.experiments import make as making
from normviz.experiments.corpus import corpus, padded
from normviz.experiments.distance import Running
from normviz.experiments.experiment import versions
from normviz.experiments.fluctuation import spread
from normviz.experiments.networks import Copies, batches, loss_of, spirals
from normviz.experiments.runs import STORED
from normviz.experiments.training import wasserstein
from normviz.experiments.transformer import NORMS, ColumnNorm, Encoder
from tests.each import each

SMALL = {"width": 8, "depth": 2, "steps": 6, "frames": 3, "points": 32}
TINY = {
    "training": ex.Training(**SMALL, batch_size=8, norms=("none", "bn", "bn_noise", "ln"), bins=10),
    "learning_rates": ex.LearningRates(**SMALL, batch_size=8, learning_rates=(0.1, 1.0)),
    "batch_noise": ex.BatchNoise(**SMALL, batch_sizes=(4, 16), validation_points=20),
    "activation_order": ex.ActivationOrder(**SMALL, batch_size=8, learning_rates=(0.1, 1.0)),
    "detached_statistics": ex.DetachedStatistics(**SMALL, batch_size=8),
    "affine_learned": ex.AffineLearned(
        **SMALL, batch_size=8, validation_points=20, learning_rates=(0.1, 1.0)
    ),
    "gradient_by_depth": ex.GradientByDepth(depths=(2, 3), width=16, points=16),
    "vanishing_gradient": ex.VanishingGradient(depths=(2, 3), width=16, points=16, steps=3, frames=2),
    "residual_stream": ex.ResidualStream(blocks=2, width=16, points=16),
    "weight_scale": ex.WeightScale(width=8, points=32),
    "race": ex.Race(batch_sizes=(2, 4), steps=3, frames=2, width=8, words=50, targets=20, validation=8),
    "fluctuation": ex.Fluctuation(batch_sizes=(2,), steps=2, frames=2, looks=3),
    "running_distance": ex.RunningDistance(batch_size=2, steps=3, learning_rates=(0.01,), table_rates=(0.1,)),
}
SCALE = TINY["weight_scale"]  # the quickest
every_experiment = pytest.mark.parametrize("name", sorted(making.EXPERIMENTS))


def test_every_experiment_has_a_tiny_twin_in_these_tests():
    assert {name: type(twin) for name, twin in TINY.items()} == making.EXPERIMENTS


# --- what a run keeps -------------------------------------------------------------------------------------------


@cache
def run_of_two(name):
    """What the seeds 3 and 5 give, and the ticks of their progress; one run serves all tests that only read it."""
    ticks = []
    return TINY[name].run(seeds=[3, 5], progress=lambda done, total: ticks.append((done, total))), ticks


@every_experiment
def test_a_run_fills_every_array_it_promises(name):
    run, ticks = run_of_two(name)
    assert run.complete
    assert run.seeds == (3, 5)
    total = 2 * TINY[name].ticks()
    assert ticks[-1] == (total, total), "ticks() must say how often one_seed ticks"
    for key, shape in TINY[name].shapes().items():
        assert run[key].shape == (2, *shape), key
        recorded = run[key]
        if name == "race" and key in ("mean_gap", "std_gap"):
            with_running = [m for m, norm in enumerate(run["norm"]) if norm in ("bn", "bn_masked")]
            assert np.isnan(np.delete(recorded, with_running, axis=1)).all()
            recorded = recorded[:, with_running]
        assert not np.isnan(recorded).any(), key
    for key, array in TINY[name].axes().items():
        np.testing.assert_array_equal(run[key], array)


@pytest.mark.exhaustive
@every_experiment
def test_equal_seeds_give_equal_curves_and_other_seeds_others(name):
    first, (again, _) = TINY[name].run(seeds=[5]), run_of_two(name)
    keys = TINY[name].shapes()
    for key in keys:
        np.testing.assert_allclose(first[key][0], again[key][1], atol=1e-4, rtol=1e-4)
    assert any(not np.array_equal(again[key][0], again[key][1], equal_nan=True) for key in keys)


def test_a_run_leaves_the_random_numbers_of_the_notebook_alone():
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    TINY["training"].run(seeds=1)
    torch.testing.assert_close(torch.rand(3), expected, rtol=0, atol=0)


def test_an_interrupt_keeps_what_was_recorded_until_then():
    experiment = ex.LearningRates(**SMALL | {"steps": 40, "frames": 5}, batch_size=8, norms=("none", "bn"))
    whole = experiment.run(seeds=3)

    def interrupt(done, total):
        if done >= total // 3 + 30:
            raise KeyboardInterrupt

    part = experiment.run(seeds=3, progress=interrupt)
    assert whole.complete and not part.complete
    assert part.seeds == (0, 1)
    loss = part["loss"]
    assert loss.shape == (2, 2, 7, 5)
    np.testing.assert_allclose(loss[0], whole["loss"][0], rtol=1e-4)
    np.testing.assert_allclose(loss[1, 0, :, :3], whole["loss"][1, 0, :, :3], rtol=1e-4)
    assert np.isnan(loss[1, 1]).all()


@pytest.mark.parametrize(
    "experiment, keys",
    [
        (ex.Training(**SMALL | {"steps": 60, "learning_rate": 1e30}, batch_size=8), ["loss", "frame_loss"]),
        (ex.LearningRates(**SMALL | {"steps": 60}, batch_size=8, learning_rates=(1e30,)), ["loss"]),
    ],
)
def test_a_training_that_blows_up_is_recorded_as_inf_not_as_missing(experiment, keys):
    run = experiment.run(seeds=1)
    none = run["norm"].tolist().index("none")
    for key in keys:
        assert not np.isnan(run[key]).any()
        assert np.isinf(run[key][0, none]).any()


def test_an_interrupt_before_anything_happened_returns_an_empty_run():
    class Interrupted(ex.WeightScale):
        def one_seed(self, seed, out, tick):
            raise KeyboardInterrupt

    run = Interrupted().run(seeds=2)
    assert not run.complete
    assert np.isnan(run["scale_loss"]).all()


def test_other_errors_are_not_taken_for_an_interrupt():
    def fail(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        SCALE.run(seeds=1, progress=fail)


REFUSED = [
    (lambda: ex.Training(steps=0), "steps"),
    (lambda: ex.Training(steps=5.0), "steps"),
    (lambda: ex.Training(learning_rate=-0.1), "learning_rate"),
    (lambda: ex.Training(learning_rate="fast"), "learning_rate"),
    (lambda: ex.Training(norms=()), "norms"),
    (lambda: ex.Training(norms="bn"), "norms"),
    (lambda: ex.Training(norms=("bn", "batchnorm")), "norms"),
    (lambda: ex.Training(frames=9, steps=3), "frames"),
    (lambda: ex.Training(batch_size=1), "batch size"),
    (lambda: ex.Training(batch_size=64, points=32), "batch size"),
    (
        lambda: ex.RunningDistance(table_rates=(0.1,)),
        "table_rates: expected 2, as many as learning_rates, got 1",
    ),
    (lambda: ex.Race(width=30), "width"),
    (lambda: ex.Race(words=30, targets=40), "targets"),
    (lambda: ex.Race(batch_sizes=(256,)), "batch size"),
    *(
        (lambda seeds=seeds: SCALE.run(seeds=seeds), "seeds")
        for seeds in (0, -1, [], [1, 1], [0.5], "12", None)
    ),
    (lambda: ex.stored("../training"), "training"),
    (lambda: SCALE.run(seeds=1).save("run.zip"), r"\.npz"),
    (lambda: ex.steps_to_reach([0, 1], [0.1], 0.1), "loss"),
    (lambda: ex.steps_to_reach([0], [np.nan], 0.1), "loss"),
    (lambda: ex.steps_to_reach([0], [0.1], 0), "target"),
    (lambda: ex.steps_to_reach([0], 0.5, 0.1), "loss"),
]


@each(REFUSED)
def test_what_cannot_be_run_kept_or_read_is_refused_by_name(call, name):
    with pytest.raises((TypeError, ValueError), match=name):
        call()


def test_an_unknown_array_is_refused_with_the_known_ones():
    with pytest.raises(KeyError, match="scale_loss"):
        SCALE.run(seeds=1)["loss"]


# --- files ------------------------------------------------------------------------------------------------------


@pytest.fixture
def stored_tiny(tmp_path):
    run = TINY["training"].run(seeds=2)
    run.save(tmp_path / "tiny.npz")
    return run, tmp_path / "tiny.npz"


def test_a_run_comes_back_from_its_file_as_it_was(stored_tiny):
    run, path = stored_tiny
    loaded = ex.load_run(path, expected=TINY["training"])
    assert (loaded.name, loaded.settings, loaded.seeds) == (run.name, run.settings, run.seeds)
    assert loaded.versions == run.versions and loaded.complete
    assert loaded.arrays.keys() == run.arrays.keys()
    for key in run.arrays:
        np.testing.assert_array_equal(loaded[key], run[key])
    assert [p.name for p in path.parent.iterdir()] == ["tiny.npz"]


def test_a_file_of_other_settings_is_refused_with_the_difference(stored_tiny):
    _, path = stored_tiny
    with pytest.raises(ValueError, match=r"tiny\.npz.*steps: expected 7, got 6"):
        ex.load_run(path, expected=ex.Training(**{**TINY["training"].settings, "steps": 7}))
    with pytest.raises(ValueError, match="expected a run of weight_scale, got one of training"):
        ex.load_run(path, expected=ex.WeightScale())
    with pytest.raises(ValueError, match="steps: expected no such setting"):
        ex.load_run(path, expected={"depth": 2})


@pytest.mark.parametrize("kept", [0, 10, 500, -200, -1])
def test_a_file_that_was_cut_off_is_refused(stored_tiny, kept):
    _, path = stored_tiny
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ValueError, match=r"tiny\.npz: damaged"):
        ex.load_run(path)


def test_a_flipped_byte_never_changes_a_number_unnoticed(stored_tiny):
    run, path = stored_tiny
    content, refused, places = path.read_bytes(), 0, range(0, path.stat().st_size, 97)
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        try:
            loaded = ex.load_run(path)
        except ValueError as error:
            assert "tiny.npz" in str(error)
            refused += 1
        else:  # a byte that carries no number, such as a date
            assert all(np.array_equal(loaded[key], run[key]) for key in run.arrays)
    assert refused > len(places) / 2


NO_RUNS = [
    (lambda path: path.write_text("not a zip file", encoding="utf-8"), "damaged, or not a stored run"),
    (lambda path: np.savez(path, loss=np.zeros(3)), "damaged, or not a stored run"),
    (
        lambda path: np.savez(path, facts=np.array([{"format": 1}], dtype=object)),
        "damaged, or not a stored run",
    ),
    (lambda path: np.savez(path, facts=np.array('{"format": 99}')), "format"),
    (lambda path: np.savez(path, facts=np.array('{"format": 1, "shapes": {}}')), "lacks"),
]


@each(NO_RUNS)
def test_files_that_are_no_runs_are_refused(write, words, tmp_path):
    with pytest.raises(FileNotFoundError):
        ex.load_run(tmp_path / "none.npz")
    write(tmp_path / "other.npz")
    with pytest.raises(ValueError, match=words):
        ex.load_run(tmp_path / "other.npz")


def test_a_file_from_which_an_array_is_missing_is_refused(stored_tiny):
    _, path = stored_tiny
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    del arrays["loss"]
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="loss missing"):
        ex.load_run(path)


# --- the stored runs --------------------------------------------------------------------------------------------


@every_experiment
def test_the_stored_run_has_todays_settings_and_is_whole(name):
    run = ex.load_run(STORED / f"{name}.npz", expected=making.EXPERIMENTS[name]())
    assert run.complete
    assert run.seeds == tuple(range(making.EXPERIMENTS[name].stored_seeds))
    for key, shape in making.EXPERIMENTS[name]().shapes().items():
        assert run[key].shape == (len(run.seeds), *shape)


def test_stored_runs_are_few_and_small():
    assert ex.stored_names() == tuple(sorted(making.EXPERIMENTS))
    assert sum(path.stat().st_size for path in STORED.glob("*.npz")) < 900_000


@pytest.fixture
def again():
    """``again(name)``: the stored run of that name, and its first seed run anew."""

    def run(name):
        stored = ex.stored(name)
        if stored.versions != versions():
            pytest.skip(f"made with {stored.versions}")
        return stored, making.EXPERIMENTS[name]().run(seeds=[0])

    return run


@pytest.mark.parametrize("name", ["residual_stream", "weight_scale"])
def test_the_stored_run_is_what_todays_code_computes(name, again):
    stored, new = again(name)
    for key in making.EXPERIMENTS[name]().shapes():
        np.testing.assert_allclose(new[key][0], stored[key][0], rtol=1e-3, atol=1e-6)


def test_the_stored_gradients_by_depth_are_what_todays_code_computes_to_less_than_a_layer(again):
    stored, new = again("gradient_by_depth")
    # Forty layers multiply what a processor rounds in another way. One more layer of batch norm would be 0.083.
    apart = np.log10(new["ratio"][0]) - np.log10(stored["ratio"][0])
    assert np.abs(apart).max() < 0.04


# --- making them ------------------------------------------------------------------------------------------------


def test_making_goes_on_after_the_last_finished_seed(tmp_path, monkeypatch):
    experiment = TINY["learning_rates"]
    begun = []
    one_seed = type(experiment).one_seed

    def counted(self, seed, out, tick):
        begun.append(seed)
        one_seed(self, seed, out, tick)

    monkeypatch.setattr(type(experiment), "one_seed", counted)

    def interrupt(done, total):
        if done > 0.5 * total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        making.make(experiment, tmp_path, 3, interrupt)
    assert begun == [0, 1]
    assert not (tmp_path / "learning_rates.npz").exists()

    seen = []
    making.make(experiment, tmp_path, 3, lambda done, total: seen.append((done, total)))
    assert begun == [0, 1, 1, 2], "seed 0 was finished and must not run again"
    assert seen[-1][0] == seen[-1][1] and all(total == seen[0][1] for _, total in seen)
    assert [path.name for path in tmp_path.iterdir()] == ["learning_rates.npz"]
    direct = experiment.run(seeds=3)
    made = ex.load_run(tmp_path / "learning_rates.npz", expected=experiment)
    assert made.complete and made.seeds == direct.seeds
    np.testing.assert_allclose(made["loss"], direct["loss"], rtol=1e-4)


def test_making_does_not_trust_parts_of_other_settings_or_damaged_ones(tmp_path):
    part = tmp_path / "partial" / "weight_scale-0.npz"
    ex.WeightScale(width=16, points=32).run(seeds=[0]).save(part)
    made = making.make(TINY["weight_scale"], tmp_path, 1)
    assert made.settings["width"] == 8
    part.parent.mkdir()
    part.write_text("damaged", encoding="utf-8")
    making.make(TINY["weight_scale"], tmp_path, 1)


def test_runs_are_joined_only_if_they_belong_together():
    from normviz.experiments.runs import join

    one, two = (SCALE.run(seeds=[seed]) for seed in (0, 1))
    assert join([one, two], shared=("norm", "scale", "offset"))["scale_loss"].shape == (2, 2, 4)
    with pytest.raises(ValueError, match="each seed once"):
        join([one, one], shared=())
    with pytest.raises(ValueError, match="equal settings"):
        join([one, TINY["residual_stream"].run(seeds=[1])], shared=())
    with pytest.raises(ValueError, match="at least one"):
        join([], shared=())


# --- the networks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("activation", [torch.nn.ReLU, torch.nn.Tanh, torch.nn.Sigmoid])
@pytest.mark.parametrize("norm", ["bn", "bn_plain"])
def test_copies_with_batch_norm_compute_what_torch_computes(norm, activation):
    torch.manual_seed(0)
    net, x = Copies([5, 4], norm, activation=activation.__name__.lower()), torch.randn(9, 2)
    with torch.no_grad():
        for layer in net.layers[:-1]:
            if norm == "bn":
                layer[2].uniform_(0.5, 2)
                layer[3].normal_()
    modules, width = [], 2
    for layer in net.layers:
        linear = torch.nn.Linear(width, layer[0].shape[2])
        width = layer[0].shape[2]
        linear.weight.data, linear.bias.data = layer[0][0].T, layer[1][0, 0]
        modules.append(linear)
        if layer is not net.layers[-1]:
            torchs = torch.nn.BatchNorm1d(width, affine=norm == "bn")
            if norm == "bn":
                torchs.weight.data, torchs.bias.data = layer[2][0, 0], layer[3][0, 0]
            modules += [torchs, activation()]
    torch.testing.assert_close(net(x)[0], torch.nn.Sequential(*modules)(x)[:, 0])


def test_without_gamma_and_beta_only_weights_and_biases_learn():
    assert [len(layer) for layer in Copies([5, 4], "bn_plain").layers] == [2, 2, 2]
    run = TINY["affine_learned"].run(seeds=1)
    learned, fixed = (list(run["affine"]).index(name) for name in ("learned", "fixed"))
    np.testing.assert_array_equal(run["gamma"][:, :, fixed], 1)
    assert (run["gamma"][:, :, learned, :, -1] != 1).all()
    np.testing.assert_allclose(run["train_loss"][:, :, fixed, :, 0], run["train_loss"][:, :, learned, :, 0])


def test_the_vanishing_gradient_is_that_of_the_first_hidden_layer_over_the_last_hidden_ones():
    experiment = ex.VanishingGradient(
        activations=("sigmoid",), norms=("none",), depths=(3,), width=8, points=6
    )
    run = experiment.run(seeds=[4])
    torch.manual_seed(4)
    weights = [torch.randn(8, 8) * 0.125**0.5 for _ in range(3)] + [torch.randn(8, 1) * 0.125**0.5]
    h = torch.randn(6, 8)
    for weight in weights:
        logits = h @ weight.requires_grad_()
        h = logits.sigmoid()
    labels = torch.tensor([[0.0], [1.0]] * 3)
    torch.nn.functional.binary_cross_entropy_with_logits(logits, labels).backward()
    wanted = weights[0].grad.norm() / weights[2].grad.norm()
    np.testing.assert_allclose(run["ratio"][0, 0, 0, 0, 0], wanted, rtol=1e-4)


def test_distances_are_taken_from_torchs_running_statistics_before_the_batch_joins_them():
    torch.manual_seed(0)
    experiment, layer = TINY["running_distance"], torch.nn.BatchNorm1d(4, affine=False)
    out, running = {key: np.zeros(1) for key in experiment.shapes()}, Running()
    for rows in (torch.randn(50, 4) * 3 + 1, torch.randn(20, 4) - 1, torch.randn(30, 4)):
        mean, std = rows.mean(dim=0), rows.std(dim=0, correction=0)
        running.compare(rows, out)
        apart = mean - layer.running_mean, std**2 - layer.running_var
        assert out["mean_distance"][0] == pytest.approx(apart[0].norm().item() / 4, rel=1e-4)
        assert out["var_distance"][0] == pytest.approx(apart[1].norm().item() / 4, rel=1e-4)
        assert out["mean_gap"][0] == pytest.approx((apart[0].abs() / std).mean().item(), rel=1e-4)
        wanted = (layer.running_var.sqrt() / std - 1).abs().mean().item()
        assert out["std_gap"][0] == pytest.approx(wanted, rel=1e-4)
        layer(rows)


def test_independent_rows_lie_as_far_from_the_running_mean_as_the_root_law_says():
    torch.manual_seed(0)
    out, running, seen = {key: np.zeros(1) for key in TINY["running_distance"].shapes()}, Running(), []
    for _ in range(600):
        running.compare(torch.randn(100, 8) * 3 + 7, out)
        seen.append((out["mean_distance"][0] ** 2, out["independent"][0] ** 2))
    measured, law = np.mean(seen[100:], axis=0)
    assert measured == pytest.approx(law, rel=0.1)


@pytest.mark.parametrize("norm", ["none", "bn", "ln", "bn_detached"])
def test_copies_side_by_side_learn_as_each_would_alone(norm):
    torch.manual_seed(0)
    x, y = spirals(32, 0.05)

    def trained(rates):
        torch.manual_seed(1)
        net = Copies([6, 6], norm, len(rates))
        for _ in range(5):
            net.step(loss_of(net(x), y), torch.tensor(rates))
        return net(x).detach()

    together = trained([0.1, 0.5])
    torch.testing.assert_close(together[0], trained([0.1])[0], rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(together[1], trained([0.5])[0], rtol=1e-4, atol=1e-5)
    assert not torch.allclose(together[0], together[1])


def test_the_pool_alone_makes_the_statistics():
    torch.manual_seed(0)
    net, x = Copies([6], "bn"), torch.randn(10, 2)
    changed = torch.cat([x[:6], x[6:] * 100])
    torch.testing.assert_close(net(x, pool=6)[:, :6], net(changed, pool=6)[:, :6])
    torch.testing.assert_close(net(x, pool=6)[:, :6], net(x[:6]))


def test_detached_statistics_let_a_bias_feel_a_gradient_that_true_batch_norm_takes_away():
    torch.manual_seed(0)
    x, y = spirals(64, 0.05)
    torch.manual_seed(1)
    true = Copies([8, 8], "bn")
    torch.manual_seed(1)
    detached = Copies([8, 8], "bn_detached")
    torch.testing.assert_close(true(x), detached(x))

    def bias_gradient(net):
        return torch.autograd.grad(loss_of(net(x), y).sum(), net.layers[0][1])[0].norm()

    assert bias_gradient(true) < 1e-6 < 1e-3 < bias_gradient(detached)


def test_normalizing_after_the_activation_hands_on_mean_zero():
    torch.manual_seed(0)
    trace = []
    Copies([8], "bn", after=True)(torch.randn(50, 2), trace=trace)
    torch.testing.assert_close(trace[0][2].mean(dim=1), torch.zeros(1, 8), atol=1e-5, rtol=0)


def test_batches_use_every_row_once_before_any_comes_again():
    for size in (4, 8):
        epoch = torch.cat(list(batches(16, size, 16 // size)))
        assert sorted(epoch.tolist()) == list(range(16))
    assert [len(rows) for rows in batches(10, 4, 5)] == [4] * 5


def test_wasserstein_moves_with_a_shift_and_agrees_with_the_area_between_distributions():
    rng = np.random.default_rng(0)
    a, b = np.sort(rng.normal(size=(3, 40))), np.sort(rng.normal(1, 2, size=(3, 40)))
    np.testing.assert_allclose(wasserstein(a, a + 2.5), 2.5)
    for k in range(3):
        values = np.sort(np.concatenate([a[k], b[k]]))
        below = [np.searchsorted(sample, values[:-1], side="right") / 40 for sample in (a[k], b[k])]
        area = (np.abs(below[0] - below[1]) * np.diff(values)).sum()
        np.testing.assert_allclose(wasserstein(a, b)[k], area)


def test_histograms_hold_every_value():
    run = TINY["training"].run(seeds=1)
    for key in ("before", "after"):
        np.testing.assert_allclose(run[key].sum(axis=-1), 1, rtol=1e-5)
    none = run["norm"].tolist().index("none")
    np.testing.assert_array_equal(run["before"][:, none], run["after"][:, none])


# --- the transformer --------------------------------------------------------------------------------------------


def padded_words():
    words = torch.tensor([[5, 6, 7, 8, 0, 0], [9, 10, 11, 0, 0, 0]])
    return words, words == 6


@pytest.mark.parametrize("masked", [True, False])
def test_column_norm_agrees_with_torch_and_with_this_package(masked):
    torch.manual_seed(0)
    words, _ = padded_words()
    real = words != 0
    x = torch.randn(2, 6, 4) * 3 + 1
    norm, torchs = ColumnNorm(4, masked), torch.nn.BatchNorm1d(4)
    mask = real if masked else torch.ones_like(real)
    for batch in (x, x * 2 + 1):
        torch.testing.assert_close(norm(batch, real)[mask], torchs(batch[mask]))
        expected = nv.batch_norm(batch, mask=mask.numpy()).y[mask.numpy()]
        np.testing.assert_allclose(norm(batch, real)[mask].detach(), expected, atol=1e-5)
        torchs(batch[mask])
        torch.testing.assert_close(norm.running_mean, torchs.running_mean)
        torch.testing.assert_close(norm.running_var, torchs.running_var)
    norm.eval(), torchs.eval()
    torch.testing.assert_close(norm(x, real)[mask], torchs(x[mask]))


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("position", ["pre", "post"])
def test_only_unmasked_batch_norm_lets_pads_reach_the_words(norm, position):
    torch.manual_seed(0)
    words, hidden = padded_words()
    longer = torch.nn.functional.pad(words, (0, 5))
    net = Encoder(20, 5, 8, 2, norm, position)
    short, long = net(words, hidden), net(longer, torch.nn.functional.pad(hidden, (0, 5)))
    assert torch.allclose(short, long, atol=1e-5) == (norm != "bn")


def test_watching_leaves_the_running_statistics_alone_and_uses_the_batchs():
    from normviz.experiments.race import watching

    torch.manual_seed(0)
    net, (words, hidden) = Encoder(20, 5, 8, 1, "bn_masked", "pre"), padded_words()
    in_training = net(words, hidden)
    before = [norm.running_mean.clone() for norm in net.column_norms()]
    net.eval()
    with watching(net) as norms:
        torch.testing.assert_close(net(words, hidden), in_training)
        assert len(norms) == 3 and all(len(norm.watched) == 1 for norm in norms)
    for norm, mean in zip(net.column_norms(), before, strict=True):
        torch.testing.assert_close(norm.running_mean, mean, rtol=0, atol=0)
    assert not torch.allclose(net(words, hidden), in_training)


def test_norms_without_running_statistics_lose_the_same_in_training_and_evaluation():
    run = TINY["race"].run(seeds=1)
    for m, norm in enumerate(run["norm"]):
        same = np.allclose(run["train_mode"][:, m], run["eval_mode"][:, m], atol=1e-4)
        assert same == (norm in ("ln", "rms", "none")), norm
    none = run["norm"].tolist().index("none")
    np.testing.assert_array_equal(run["loss"][:, none, 0], run["loss"][:, none, 1])


def test_every_batch_hides_a_word_and_only_words_that_can_be_guessed():
    race = ex.Race(words=50, targets=5, hidden=0.0, validation=8, batch_sizes=(2,))
    text = corpus(50, validation=8)
    for words, hide in race.batches(text.train, 2, 30, seed=0):
        assert hide.any()
        assert ((words[hide] >= 3) & (words[hide] < 8)).all()


def test_the_corpus_keeps_validation_apart_and_numbers_words_by_frequency():
    text = corpus(10_000, validation=100)
    train, validation = ({tuple(sentence) for sentence in part} for part in (text.train, text.validation))
    assert len(validation) == 100 and len(train) == len(text.train)
    assert not train & validation
    counts = np.bincount(np.concatenate(text.train + text.validation))
    assert len(counts) == len(text.vocabulary)
    assert counts[:3].sum() == 0 and (np.diff(counts[3:]) <= 0).all()
    np.testing.assert_array_equal(padded([np.array([4, 5]), np.array([6])]), [[4, 5], [6, 0]])
    few = corpus(50, validation=100)
    assert few.vocabulary == text.vocabulary[:53]
    assert {int(word) for sentence in few.train for word in sentence} == {1, *range(3, 53)}
    with pytest.raises(ValueError, match="validation"):
        corpus(50, validation=10**6)


def test_spread_of_independent_rows_follows_the_root_law():
    torch.manual_seed(0)
    mean, std = spread([torch.randn(100, 50) * 3 + 7 for _ in range(200)])
    assert mean == pytest.approx(0.1, rel=0.05)
    assert std == pytest.approx(1 / np.sqrt(200), rel=0.1)


# --- reading losses ---------------------------------------------------------------------------------------------


def test_failed_counts_explosions_and_coin_tossing():
    loss = np.array([[1.0, 0.1], [1.0, 0.6931], [1.0, 0.6932], [1.0, np.inf], [1.0, 1e30]])
    np.testing.assert_array_equal(ex.failed(loss), [False, False, True, True, True])


def test_steps_to_reach_takes_the_first_time_and_inf_for_never():
    steps = ex.steps_to_reach([0, 5, 10, 15], [[0.9, 0.1, 0.5, 0.05], [0.9, 0.8, 0.7, np.inf]], target=0.1)
    np.testing.assert_array_equal(steps, [5, np.inf])
