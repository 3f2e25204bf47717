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
from normviz.experiments.networks import Copies, batches, loss_of, spirals
from normviz.experiments.runs import STORED
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
    "race": ex.Race(batch_sizes=(2,), steps=3, frames=2, width=8, words=50, targets=20, validation=8),
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


REFUSED = [
    (lambda: ex.Training(norms=("bn", "batchnorm")), "norms"),
    (lambda: ex.Training(frames=9, steps=3), "frames"),
    (lambda: ex.Training(batch_size=64, points=32), "batch size"),
    (lambda: ex.RunningDistance(table_rates=(0.1,)), "table_rates: expected 2, as many as learning_rates"),
    (lambda: ex.Race(width=30), "width"),
    (lambda: ex.Race(words=30, targets=40), "targets"),
    (lambda: SCALE.run(seeds=[1, 1]), "seeds"),
    (lambda: ex.stored("../training"), "training"),
    (lambda: ex.steps_to_reach([0], [np.nan], 0.1), "loss"),
]


@each(REFUSED)
def test_what_cannot_be_run_kept_or_read_is_refused_by_name(call, name):
    with pytest.raises((TypeError, ValueError), match=name):
        call()


# --- files ------------------------------------------------------------------------------------------------------


def test_a_run_comes_back_from_its_file_as_it_was_and_no_other_is_taken_for_it(tmp_path):
    run, path = TINY["training"].run(seeds=2), tmp_path / "tiny.npz"
    run.save(path)
    loaded = ex.load_run(path, expected=TINY["training"])
    assert (loaded.name, loaded.settings, loaded.seeds) == (run.name, run.settings, run.seeds)
    for key in run.arrays:
        np.testing.assert_array_equal(loaded[key], run[key])
    with pytest.raises(ValueError, match=r"tiny\.npz.*steps: expected 7, got 6"):
        ex.load_run(path, expected=ex.Training(**{**TINY["training"].settings, "steps": 7}))
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ValueError, match=r"tiny\.npz: damaged"):
        ex.load_run(path)


# --- the stored runs --------------------------------------------------------------------------------------------


@every_experiment
def test_the_stored_run_has_todays_settings_and_is_whole(name):
    run = ex.load_run(STORED / f"{name}.npz", expected=making.EXPERIMENTS[name]())
    assert run.complete
    assert run.seeds == tuple(range(making.EXPERIMENTS[name].stored_seeds))
    for key, shape in making.EXPERIMENTS[name]().shapes().items():
        assert run[key].shape == (len(run.seeds), *shape)


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


def test_batches_use_every_row_once_before_any_comes_again():
    for size in (4, 8):
        epoch = torch.cat(list(batches(16, size, 16 // size)))
        assert sorted(epoch.tolist()) == list(range(16))
    assert [len(rows) for rows in batches(10, 4, 5)] == [4] * 5


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


def test_the_corpus_keeps_validation_apart_and_numbers_words_by_frequency():
    text = corpus(10_000, validation=100)
    train, validation = ({tuple(sentence) for sentence in part} for part in (text.train, text.validation))
    assert len(validation) == 100
    assert not train & validation
    counts = np.bincount(np.concatenate(text.train + text.validation))
    assert counts[:3].sum() == 0 and (np.diff(counts[3:]) <= 0).all()
    np.testing.assert_array_equal(padded([np.array([4, 5]), np.array([6])]), [[4, 5], [6, 0]])
