"""Each trouble is planted alone and found; the same model without it gives nothing to report."""

import numpy as np
import pytest
import torch
from torch import nn

import normviz as nv
from normviz.inspection.findings import CODES, THRESHOLDS
from tests.each import each


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


def codes(model, *inputs, **kwargs):
    return [finding.code for finding in nv.inspect(model, *inputs, **kwargs).findings]


def stack(*layers):
    return nn.Sequential(nn.Linear(5, 8, bias=False), *layers)


def seen(batches=60, momentum=0.1):
    """Two batch norms that have met some batches."""
    model = nn.Sequential(
        nn.BatchNorm1d(5, momentum=momentum),
        nn.Linear(5, 8, bias=False),
        nn.BatchNorm1d(8, momentum=momentum),
    )
    for _ in range(batches):
        model(table())
    return model


def table(rows=32, size=1.0):
    return size * (3 + 2 * torch.randn(rows, 5))


class Words(nn.Module):
    """Tokens that are lifted and normalized by batch norm, with the axes turned as it wants them, or not."""

    def __init__(self, turned=True, activation=False):
        super().__init__()
        self.lift, self.norm = nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)
        self.turned, self.activation = turned, activation

    def forward(self, x):
        x = self.lift(x)
        if self.activation:
            x = torch.nn.functional.gelu(x) + x
        return self.norm(x.transpose(1, 2)).mT if self.turned else self.norm(x)


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


def set_(model, name, **values):
    for key, value in values.items():
        setattr(model.get_submodule(name), key, value)
    return model


def with_gamma(change, model=None):
    model = model or stack(nn.LayerNorm(8), nn.Linear(8, 2))
    change(model[1].weight.data)
    return model


class Branch(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift, self.norm = nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x):
        return x + 0.5 * self.norm(self.lift(x))


class Lifted(nn.Module):
    """A bias before batch norm, of which ``use`` makes more than that."""

    def __init__(self, use):
        super().__init__()
        self.lift, self.norm, self.use = nn.Linear(5, 8), nn.BatchNorm1d(8), use

    def forward(self, x):
        return self.use(self.lift(x), self.norm)


def some_rows_emptied(h, norm):
    h[:5] = 0
    return norm(h)


TOKENS = torch.Generator().manual_seed(1)
BLOCK = 2 + torch.randn(16, 8, 8, generator=TOKENS)
MASK = torch.arange(8) < torch.randint(2, 8, (16, 1), generator=TOKENS)
# code → planted (model and inputs), and the same model without the trouble
PLANTED = {
    "batch of one": ("pool-of-one", lambda: (stack(nn.BatchNorm1d(8)), table(1))),
    "layer norm of one": ("pool-of-one", lambda: (nn.Sequential(nn.Linear(5, 1), nn.LayerNorm(1)), table())),
    "instance norm of one": ("pool-of-one", lambda: (nn.InstanceNorm1d(8), torch.randn(16, 8, 1))),
    "batch of two": ("tiny-pool", lambda: (stack(nn.BatchNorm1d(8)), table(2))),
    "group norm": ("tiny-pool", lambda: (stack(nn.GroupNorm(4, 8)), table())),
    "layer norm of two": ("two-features", lambda: (nn.Sequential(nn.Linear(5, 2), nn.LayerNorm(2)), table())),
    "wrong axis": ("wrong-axis", lambda: (Words(turned=False), BLOCK)),
    "wrong axis later": ("wrong-axis", lambda: (Words(turned=False, activation=True), BLOCK)),
    "pads": ("pads-in-pool", lambda: (Words(), BLOCK * MASK[..., None])),
    "layer norm over sentences": ("pads-in-pool", lambda: (nn.LayerNorm((8, 8)), BLOCK * MASK[..., None])),
    "three batches": ("train-eval-gap", lambda: (seen(3).eval(), table())),
    "small momentum": ("train-eval-gap", lambda: (seen(momentum=0.001), table())),
    "Keras' momentum": ("train-eval-gap", lambda: (seen(momentum=0.99), table())),
    "another batch": ("train-eval-gap", lambda: (seen()[:1], 20 + table())),
    "momentum 0": ("never-updated", lambda: (seen(momentum=0.0), table())),
    "never trained": ("never-updated", lambda: (seen(0).eval(), table())),
    "one in eval": ("eval-while-training", lambda: (set_(seen(), "2", training=False), table())),
    "one in training": ("eval-while-training", lambda: (set_(seen().eval(), "2", training=True), table())),
    "small numbers": ("eps-dominates", lambda: (stack(nn.BatchNorm1d(8)), table(size=1e-4))),
    "large ε": ("eps-dominates", lambda: (stack(nn.LayerNorm(8, eps=10.0)), table())),
    "bias": ("useless-bias", lambda: (nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8)), table())),
    "bias of a convolution": (
        "useless-bias",
        lambda: (nn.Sequential(nn.Conv1d(8, 4, 3), nn.BatchNorm1d(4)), BLOCK),
    ),
    "bias before an own norm": (
        "useless-bias",
        lambda: (nn.Sequential(nn.Linear(5, 8), Own((0,))), table()),
    ),
    "dropout": ("dropout-before-norm", lambda: (stack(nn.Dropout(0.3), nn.BatchNorm1d(8)), table())),
    "dropout, ReLU": (
        "dropout-before-norm",
        lambda: (stack(nn.Dropout(0.3), nn.ReLU(), nn.BatchNorm1d(8)), table()),
    ),
    "one dead γ": ("dead-gamma", lambda: (with_gamma(lambda weight: weight[2:3].zero_()), table())),
    "all dead": ("dead-gamma", lambda: (with_gamma(lambda weight: weight.zero_()), table())),
    "detached": ("detached-statistics", lambda: (stack(Own(-1, "mean and var")), table())),
    "σ detached": ("detached-statistics", lambda: (stack(Own((0,), "var")), table())),
    "μ detached": ("detached-statistics", lambda: (stack(Own((0,), "mean")), table())),
    "RMS detached": ("detached-statistics", lambda: (stack(Own(-1, "var", centred=False)), table())),
}
HEALTHY = {
    "batch of eight": lambda: (stack(nn.BatchNorm1d(8)), table(8)),
    "batch of one in evaluation": lambda: (seen()[:1].eval(), 3 + torch.zeros(1, 5)),
    "turned as it wants": lambda: (Words(), BLOCK),
    "as many channels as places": lambda: (
        nn.Sequential(nn.Conv1d(8, 8, 3, padding=1, bias=False), nn.BatchNorm1d(8)),
        BLOCK,
    ),
    "tokens mixed, channels in front": lambda: (
        nn.Sequential(nn.Conv1d(8, 8, 1), nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)),
        BLOCK,
    ),
    "pads, each token alone": lambda: (nn.LayerNorm(8), BLOCK * MASK[..., None]),
    "sixty batches": lambda: (seen(), table()),
    "sixty batches, in use": lambda: (seen().eval(), table()),
    "not yet warm": lambda: (seen(3), table()),
    "plain average": lambda: (seen(20, momentum=None).eval(), table()),
    "frozen": lambda: (set_(seen().requires_grad_(False), "2", training=False), table()),
    "small numbers, small ε": lambda: (stack(nn.BatchNorm1d(8, eps=1e-12)), table(size=1e-4)),
    "no bias": lambda: (stack(nn.BatchNorm1d(8)), table()),
    "bias, ReLU between": lambda: (nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.BatchNorm1d(8)), table()),
    "bias that a skip takes along": lambda: (Lifted(lambda h, norm: h + norm(h)), table()),
    "bias that leaves the model": lambda: (Lifted(lambda h, norm: (norm(h), h)), table()),
    "bias, some rows emptied after it": lambda: (Lifted(some_rows_emptied), table()),
    "dropout after": lambda: (stack(nn.BatchNorm1d(8), nn.Dropout(0.3)), table()),
    "dropout before layer norm": lambda: (stack(nn.Dropout(0.3), nn.LayerNorm(8)), table()),
    "branch that begins at 0": lambda: (stack(Branch()), table()),
    "own layer norm": lambda: (stack(Own(-1)), table()),
    "own batch norm": lambda: (stack(Own((0,))), table()),
    "own RMS norm": lambda: (stack(Own(-1, centred=False)), table()),
    "half precision": lambda: (stack(nn.LayerNorm(8)).bfloat16(), table().bfloat16()),
}


@each(sorted(PLANTED))
def test_each_planted_trouble_is_found_and_nothing_else(name):
    code, make = PLANTED[name]
    mask = MASK if code == "pads-in-pool" else None
    torch.manual_seed(0)
    assert set(codes(*make(), mask=mask)) == {code}


@each(sorted(HEALTHY))
def test_healthy_model_has_nothing_to_report(name):
    torch.manual_seed(0)
    report = nv.inspect(*HEALTHY[name](), mask=MASK if "pads" in name else None)
    assert report.layers
    assert report.findings == ()
    assert str(report).startswith("Nothing to report")


def test_every_code_is_planted_and_every_threshold_has_a_reason():
    assert {code for code, _ in PLANTED.values()} == set(CODES)
    assert all(value > 0 and len(reason) > 20 for value, reason in THRESHOLDS.values())


def test_a_mask_that_keeps_pads_out_of_an_own_norm_is_seen():
    class Masked(nn.Module):
        def forward(self, x, mask):
            real = x[mask]
            out = torch.zeros_like(x)
            out[mask] = (real - real.mean(0)) / (real.var(0, correction=0) + 1e-5).sqrt()
            return out

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = Masked()

        def forward(self, x, mask):
            return self.norm(x, mask)

    report = nv.inspect(Model(), BLOCK * MASK[..., None], MASK, mask=MASK)
    assert report.findings == ()
    np.testing.assert_allclose(report["norm"].calls[0].mean, BLOCK[MASK].mean(0), rtol=1e-5)


def test_a_batch_unlike_the_others_is_named():
    (finding,) = nv.inspect(seen()[:1], batches=[table(), 20 + table(), table()]).findings
    assert finding.code == "train-eval-gap"
    assert "Only batch 2 of 3" in finding.words


def test_a_norm_on_the_wrong_axis_is_not_blamed_for_the_pads_too():
    assert codes(Words(turned=False), BLOCK * MASK[..., None], mask=MASK) == ["wrong-axis"]


class Named(nn.Module):
    """A norm under a name that is no name in Python."""

    def __init__(self, name):
        super().__init__()
        self.norms = nn.ModuleDict({name: nn.BatchNorm1d(5, momentum=0)})

    def forward(self, x):
        return next(iter(self.norms.values()))(x)


@each(["class", "by size"])
def test_a_cure_runs_whatever_the_layer_is_called(name):
    model = Named(name)
    (finding,) = nv.inspect(model, table()).findings
    exec(finding.cure, {"model": model})
    assert model.norms[name].momentum == 0.1


def test_a_cure_runs_where_the_model_stopped_and_where_numbers_are_tiny():
    model = nn.Sequential(nn.Conv1d(4, 8, 5), nn.InstanceNorm1d(8))
    report = nv.inspect(model, torch.randn(3, 4, 5))
    assert "was not called" not in repr(report)
    exec(report.findings[0].cure, {"model": model, "nn": nn})
    model(torch.randn(3, 4, 5))
    x = table(size=1e-7)
    names = {"x": x}
    exec(nv.inspect(stack(nn.BatchNorm1d(8)), x).findings[0].cure, names)
    assert codes(stack(nn.BatchNorm1d(8)), names["x"]) == []
