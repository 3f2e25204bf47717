"""Each trouble is planted alone and found; the same model without it gives nothing to report."""

from contextlib import suppress
from copy import deepcopy

import numpy as np
import pytest
import torch
from torch import nn

import normviz as nv
from normviz.inspection.findings import CODES
from normviz.inspection.layers import stored_of
from normviz.inspection.thresholds import THRESHOLDS
from tests.each import each
from tests.inspection.made import made


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


def codes(model, *inputs, **kwargs):
    return [finding.code for finding in nv.inspect(model, *inputs, **kwargs).findings]


def stack(*layers):
    return nn.Sequential(nn.Linear(5, 8, bias=False), *layers)


def seen(batches=60, momentum=0.1):
    """Two batch norms that have met some batches."""
    first, second = (nn.BatchNorm1d(width, momentum=momentum) for width in (5, 8))
    model = nn.Sequential(first, nn.Linear(5, 8, bias=False), second)
    for _ in range(batches):
        model(table())
    return model


def table(rows=32, size=1.0):
    return size * (3 + 2 * torch.randn(rows, 5))


def scaled_mean():
    """A norm as graphs have it: a third parameter is how much of the mean to subtract, 1 at first."""

    def does(self, x):
        x = x - self.part * x.mean(0)
        return self.gamma * x / (x.square().mean(0) + 1e-5).sqrt() + self.beta

    parts = {"part": torch.ones(8), "gamma": torch.ones(8), "beta": torch.zeros(8)}
    return made(does, **{name: nn.Parameter(value) for name, value in parts.items()})


def uncentred():
    """Batch norm that forgets to subtract the mean."""
    return made(lambda self, x: x / (x.var(0, correction=0) + 1e-5).sqrt(), "Uncentred")


def scaled():
    """γ and β alone, as many networks have them at the end of a branch."""
    gain, shift = nn.Parameter(torch.rand(8) + 0.5), nn.Parameter(torch.randn(8))
    return made(lambda self, x: self.gain * x + self.shift, gain=gain, shift=shift)


def then(first, norm, use):
    """A layer, and then whatever a line of code does with its output and a norm."""
    return made(lambda self, x: self.use(self.first(x), self.norm), first=first, norm=norm, use=use)


def from_one():
    """An RMS norm whose γ is one and what it has learned: as new, that is 0."""
    rms_norm = lambda self, x: (1 + self.weight) * x * (x.square().mean(-1, keepdim=True) + 1e-6).rsqrt()  # noqa: E731
    return made(rms_norm, weight=nn.Parameter(torch.zeros(8)))


class Own(nn.Module):
    """A layer norm, batch norm or RMS norm of one's own, whose statistics carry gradient or do not."""

    def __init__(self, axes, detached="", centred=True):
        super().__init__()
        self.gain, self.shift = nn.Parameter(torch.rand(8) + 0.5), nn.Parameter(torch.randn(8))
        self.axes, self.detached, self.centred = axes, detached, centred

    def forward(self, x):
        mean = x.mean(self.axes, keepdim=True) if self.centred else torch.zeros(1)
        var = (x - mean).square().mean(self.axes, keepdim=True)
        mean = mean.detach() if "mean" in self.detached else mean
        var = var.detach() if "var" in self.detached else var
        return self.gain * (x - mean) / (var + 1e-5).sqrt() + self.shift


class Always(nn.Module):
    """Batch norm that takes the batch's statistics in evaluation, too."""

    def forward(self, x):
        var, mean = torch.var_mean(x, 0, correction=0, keepdim=True)
        return (x - mean) / (var + 1e-5).sqrt()


class Moving(nn.Module):
    """Batch norm as textbooks write it, with statistics that move; it may forget to use them."""

    def __init__(self, features, steps=0, momentum=0.1):
        super().__init__()
        self.weight = momentum
        self.gamma, self.beta = nn.Parameter(torch.ones(1, features)), nn.Parameter(torch.zeros(1, features))
        self.moving_mean, self.moving_var = torch.zeros(1, features), torch.ones(1, features)
        for _ in range(steps):
            self(table())

    def forward(self, x):
        mean, var = self.moving_mean, self.moving_var
        if self.training:
            mean, var = x.mean(0, keepdim=True), x.var(0, keepdim=True, correction=0)
            w = self.weight
            self.moving_mean = (1 - w) * self.moving_mean + w * mean.detach()
            self.moving_var = (1 - w) * self.moving_var + w * var.detach()
        return self.gamma * (x - mean) / (var + 1e-5).sqrt() + self.beta


def stored_here():
    """Batch norm whose running statistics are those of the very batch that it meets."""
    model = Moving(8).eval()
    model.moving_mean, model.moving_var = (3 + BLOCK[:, 0]).mean(0), BLOCK[:, 0].var(0, correction=0)
    return model


def set_(model, name, **values):
    for key, value in values.items():
        setattr(model.get_submodule(name), key, value)
    return model


def worded():
    """Batch norm whose statistics are those of very many sentences, in each of which the words are alike."""
    norm = nn.BatchNorm1d(8).eval()
    norm.running_mean.fill_(4), norm.running_var.fill_(2)
    return norm


def with_stored(name, value):
    model = seen()
    getattr(model[2], name)[3] = value
    return model


def lit(images):
    """Images with a light of their own each, as photographs have."""
    return 3 * torch.randn(images, 1, 1, 1) + torch.randn(images, 3, 20, 20)


def with_gamma(change, model=None):
    model = model or stack(nn.LayerNorm(8), nn.Linear(8, 2))
    change(model[1].weight.data)
    return model


def convolved(norm, use):
    """A convolution that leaves as many channels as there are places on each axis, 8, and a norm behind it."""
    return then(nn.Conv2d(3, 8, 3, padding=1, bias=False), norm, use), torch.randn(16, 3, 8, 8)


def straight(x, norm):
    return norm(x)


def to_the_end(x, norm):
    return norm(x.movedim(1, -1))


def some_rows_emptied(h, norm):
    h[:5] = 0
    return norm(h)


TOKENS = torch.Generator().manual_seed(1)
BLOCK = 2 + torch.randn(16, 8, 8, generator=TOKENS)
MASK = torch.arange(8) < torch.randint(2, 8, (16, 1), generator=TOKENS)
# code → planted (model and inputs), and the same model without the trouble
PLANTED = {
    "batch of one": ("pool-of-one", lambda: (stack(nn.BatchNorm1d(8)), table(1))),
    "group norm": ("tiny-pool", lambda: (stack(nn.GroupNorm(4, 8)), table())),
    "layer norm of two": ("two-features", lambda: (nn.Sequential(nn.Linear(5, 2), nn.LayerNorm(2)), table())),
    "wrong axis": (
        "wrong-axis",
        lambda: (nn.Sequential(nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)), BLOCK),
    ),
    "channels last": ("wrong-axis", lambda: convolved(nn.BatchNorm2d(8), to_the_end)),
    "layer norm over the width": ("wrong-axis", lambda: convolved(nn.LayerNorm(8), straight)),
    "layer norm over sentences": ("pads-in-pool", lambda: (nn.LayerNorm((8, 8)), BLOCK * MASK[..., None])),
    "another batch": ("train-eval-gap", lambda: (seen()[:1], 20 + table())),
    "momentum 0": ("never-updated", lambda: (seen(momentum=0.0), table())),
    "own, no batch changes them": ("never-updated", lambda: (Moving(5, momentum=0.0), table())),
    "own, Keras' momentum": ("train-eval-gap", lambda: (Moving(5, steps=9, momentum=0.9), table())),
    "one in eval": ("eval-while-training", lambda: (set_(seen(), "2", training=False), table())),
    "own, the batch in evaluation": ("eval-while-training", lambda: (stack(Always()).eval(), table())),
    "small numbers": ("eps-dominates", lambda: (stack(nn.BatchNorm1d(8)), table(size=1e-4))),
    "bias": ("useless-bias", lambda: (nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8)), table())),
    "dropout": ("dropout-before-norm", lambda: (stack(nn.Dropout(0.3), nn.BatchNorm1d(8)), table())),
    "one dead γ": ("dead-gamma", lambda: (with_gamma(lambda weight: weight[2:3].zero_()), table())),
    "all dead": ("dead-gamma", lambda: (with_gamma(lambda weight: weight.zero_()), table())),
    "σ detached": ("detached-statistics", lambda: (stack(Own((0,), "var")), table())),
    "nan stored": ("bad-statistics", lambda: (with_stored("running_var", float("nan")), table())),
    "a variance below 0": ("negative-variance", lambda: (with_stored("running_var", -0.5), table())),
    "one constant feature": (
        "constant-pool",
        lambda: (nn.Sequential(nn.BatchNorm1d(5)), torch.cat([table()[:, :4], torch.full((32, 1), 1e3)], 1)),
    ),
    "squares in float16": (
        "overflow",
        lambda: (nn.Sequential(nn.Linear(5, 8, bias=False), from_one()).half(), (900 * table()).half()),
    ),
    "frozen by the gradient alone": (
        "frozen-but-updating",
        lambda: (nn.Sequential(seen().requires_grad_(False), nn.Linear(8, 2)), table()),
    ),
    "two images that are alike in themselves": (
        "tiny-pool",
        lambda: (nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8)), lit(2)),
    ),
    "dropout, a linear layer between": (
        "dropout-before-norm",
        lambda: (
            stack(nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)),
            table(256),
        ),
    ),
}
HEALTHY = {
    "batch of one in evaluation": lambda: (seen()[:1].eval(), 3 + torch.zeros(1, 5)),
    "tokens mixed, channels in front": lambda: (
        nn.Sequential(nn.Conv1d(8, 8, 1), nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)),
        BLOCK,
    ),
    "plain average": lambda: (seen(20, momentum=None).eval(), table()),
    "bias, some rows emptied after it": lambda: (
        then(nn.Linear(5, 8), nn.BatchNorm1d(8), some_rows_emptied),
        table(),
    ),
    "own batch norm in evaluation, its batch stored": lambda: (stored_here(), 3 + BLOCK[:, 0]),
    "own RMS norm of what has a mean of 0": lambda: (
        nn.Sequential(nn.LayerNorm(8), Own(-1, centred=False)),
        BLOCK[:, 0],
    ),
    "momentum 0.01, forty batches": lambda: (seen(40, momentum=0.01), table()),
    "one constant feature, 0": lambda: (
        nn.Sequential(nn.BatchNorm1d(5)),
        torch.cat([table()[:, :4], torch.zeros(32, 1)], 1),
    ),
    "words joined to the samples": lambda: (
        made(lambda self, x: self.norm(x.flatten(0, 1)), norm=worded()),
        4 + torch.randn(8, 1, 8) + torch.randn(8, 25, 8),
    ),
    "as many places as features, which a permutation puts in front": lambda: (
        then(nn.Linear(4, 6, bias=False), nn.BatchNorm1d(6), lambda h, norm: norm(h.permute(1, 2, 0))),
        torch.randn(5, 6, 4),
    ),
    "own norm that learns how much of the mean to subtract": lambda: (
        nn.Sequential(nn.Linear(5, 8), scaled_mean()),
        table(),
    ),
}


@each(sorted(HEALTHY))
def test_healthy_model_has_nothing_to_report(name):
    torch.manual_seed(0)
    report = nv.inspect(*HEALTHY[name](), mask=MASK if "pads" in name else None)
    assert report.layers
    assert report.findings == ()
    assert str(report).startswith("Nothing to report")


def test_every_code_is_planted_and_every_threshold_has_a_reason():
    assert {code for code, _ in PLANTED.values()} | {"decayed-scale"} == set(CODES)
    assert all(value > 0 and len(reason) > 20 for value, reason in THRESHOLDS.values())


def test_numbers_that_never_change_are_no_running_statistics():
    known = made(lambda self, x: (x - self.mean) / (self.var + 1e-5).sqrt())  # of a data set, in both modes
    known.register_buffer("mean", torch.zeros(5))
    known.register_buffer("var", torch.full((5,), 4.0))
    report = nv.inspect(nn.Sequential(known, nn.Linear(5, 8), nn.LayerNorm(8)), 20 + table())
    assert [layer.name for layer in report.layers] == ["2"]
    assert report.findings == ()


@each([torch.float32, torch.bfloat16])
def test_what_multiplies_behind_a_norm_is_no_norm(dtype):
    model = nn.Sequential(nn.LayerNorm(8), scaled(), nn.Linear(8, 8), scaled()).to(dtype)
    report = nv.inspect(model, BLOCK.to(dtype))
    assert [layer.name for layer in report.layers] == ["0"]
    assert report.findings == ()


def test_a_norm_that_forgets_the_mean_is_no_norm_and_this_is_said():
    report = nv.inspect(nn.Sequential(nn.Linear(5, 8), uncentred(), nn.LayerNorm(8)), table())
    assert [layer.name for layer in report.layers] == ["2"]
    assert (
        report.findings == ()
    )  # no bias is useless where no mean is subtracted, and the gradient goes through σ
    assert "'1' (Uncentred) divides by σ, and does not subtract the mean" in str(report)


def test_a_mask_that_keeps_pads_out_of_an_own_norm_is_seen():
    def masked(self, x, mask):
        real = x[mask]
        out = torch.zeros_like(x)
        out[mask] = (real - real.mean(0)) / (real.var(0, correction=0) + 1e-5).sqrt()
        return out

    model = made(lambda self, x, mask: self.norm(x, mask), norm=made(masked))
    report = nv.inspect(model, BLOCK * MASK[..., None], MASK, mask=MASK)
    assert report.findings == ()
    np.testing.assert_allclose(report["norm"].calls[0].mean, BLOCK[MASK].mean(0), rtol=1e-5)


class Watched:
    """What arrives at a layer."""

    def __init__(self, model, name, inputs):
        model = deepcopy(model)
        model.get_submodule(name).register_forward_pre_hook(lambda _, given: self.keep(given[0]))
        with suppress(ValueError):  # a batch of one
            model(*inputs)

    def keep(self, x):
        self.x = x.detach().clone().requires_grad_()


@pytest.mark.filterwarnings("ignore:input's size at dim=1 does not match num_features")
@each(sorted(PLANTED))
def test_each_planted_trouble_is_found_alone_and_its_cure_runs_and_mends(name):
    code, make = PLANTED[name]
    torch.manual_seed(0)
    model, *inputs = make()
    mask = MASK if code == "pads-in-pool" else None
    finding, *others = nv.inspect(model, *inputs, mask=mask).findings
    assert {one.code for one in (finding, *others)} == {code}
    assert "\n" not in finding.cure
    x = Watched(model, finding.layer, inputs).x
    own = model.get_submodule(finding.layer)
    names = {"torch": torch, "nn": nn, "model": model, "x": x * 1, "mask": mask, "self": own}
    names |= {"data": lit(100) if x.dim() == 4 else table(100), "loader": [*inputs] * 60}
    if "self.running_mean" in finding.cure:  # the words say that the layer needs them
        own.running_mean, own.running_var = torch.zeros(1, x.shape[1]), torch.ones(1, x.shape[1])
    before = stored_of(own)
    exec(finding.cure, names)
    if finding.cure.startswith("with torch.no_grad(): self."):
        here = x.mean(0), x.var(0, correction=0)
        expected = [0.9 * old + 0.1 * new for old, new in zip(before, here, strict=True)]
        torch.testing.assert_close([*stored_of(own)], expected)
        assert not any(t.requires_grad for t in stored_of(own))
    elif "self." in finding.cure:
        assert (id(names["mean"]), id(names["var"])) == tuple(map(id, stored_of(own)))
        exec(finding.cure, names | {"self": own.train()})
    elif code == "constant-pool":
        assert codes(nn.BatchNorm1d(4), names["x"]) == []
    elif finding.cure.startswith("x = "):
        assert names["x"].shape == x.shape
        assert not torch.equal(names["x"], x)
        names["x"].square().sum().backward()
        assert x.grad.isfinite().all()
    elif code == "detached-statistics":
        assert names.get("var", names.get("rms")).requires_grad
    else:
        for other in others:
            exec(other.cure, names)
        for _ in range(60 if "momentum" in finding.cure else 0):  # what is stored has to follow
            model(*inputs)
        inputs = [next(iter(names["loader"]))] if finding.cure.startswith("loader = ") else inputs
        try:
            assert code not in codes(names["model"], *inputs, mask=mask)
        except ValueError as error:  # the norm is gone, and it was the only one
            assert "nn.Identity()" in finding.cure
            assert "at least one norm" in str(error)


def test_the_cure_for_a_wrong_axis_pools_over_the_right_one():
    for name, right in {
        "channels last": lambda x: nn.functional.batch_norm(x.movedim(-1, 1), None, None, training=True),
        "layer norm over the width": lambda x: nn.functional.layer_norm(x.movedim(1, -1), (8,)).movedim(
            -1, 1
        ),
        "wrong axis": lambda x: nn.functional.batch_norm(x.mT, None, None, training=True).mT,
    }.items():
        model, x = PLANTED[name][1]()
        (finding,) = nv.inspect(model, x).findings
        x = Watched(model, finding.layer, [x]).x
        names = {"model": model, "x": x}
        exec(finding.cure, names)
        expected = right(x).movedim(1, -1) if name == "channels last" else right(x)
        torch.testing.assert_close(names["x"], expected)


@each(["class", "by size"])
def test_a_cure_runs_whatever_the_layer_is_called(name):
    for put, code in ((nn.BatchNorm1d(5, momentum=0), "never-updated"), (nn.GroupNorm(5, 5), "pool-of-one")):
        model = made(lambda self, x: self.norms[name](x), norms=nn.ModuleDict({name: put}))
        finding = nv.inspect(model, table()).findings[0]
        exec(finding.cure, {"model": model, "nn": nn})
        assert (finding.code, codes(model, table())) in ((code, []), (code, ["tiny-pool"]))


def test_a_cure_runs_where_the_model_stopped():
    model = nn.Sequential(nn.Conv1d(4, 8, 5), nn.InstanceNorm1d(8))
    report = nv.inspect(model, torch.randn(3, 4, 5))
    assert "was not called" not in repr(report)
    exec(report.findings[0].cure, {"model": model, "nn": nn})
    model(torch.randn(3, 4, 5))
