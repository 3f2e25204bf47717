"""Every norm that runs is seen, however it is written and whatever the model takes."""

from collections import namedtuple
from dataclasses import dataclass

import pytest
import torch
from torch import nn
from torch.nn import functional as F

import normviz as nv
from tests.each import each
from tests.inspection.made import made

IMAGES = torch.randn(16, 8, 6, 5, generator=torch.Generator().manual_seed(0))
TOKENS = torch.randn(16, 6, 8, generator=torch.Generator().manual_seed(1))
ROWS = 2 + 3 * torch.randn(32, 8, generator=torch.Generator().manual_seed(2))


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


class WithActivation(nn.BatchNorm2d):
    """A subclass with a forward of its own, and an activation in it."""

    def forward(self, x):
        x = F.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training)
        return x.relu()


class Channels(nn.LayerNorm):
    """Layer norm over the channels of images."""

    def forward(self, x):
        return F.layer_norm(x.movedim(1, -1), self.normalized_shape, self.weight, self.bias).movedim(-1, 1)


class ByHand(nn.LayerNorm):
    """A subclass that calls no function of torch for norms."""

    def forward(self, x):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
        return self.weight * (x - mean) / (var + self.eps).sqrt() + self.bias


class Frozen(nn.Module):
    """Batch norm that holds nothing but buffers; ``names`` of γ, β, mean and variance, ε a literal."""

    def __init__(self, names, eps=1e-5):
        super().__init__()
        self.names, self.literal = names, eps
        for name, value in zip(
            names, (torch.rand(8) + 0.5, torch.randn(8), torch.randn(8), torch.rand(8) + 0.5), strict=True
        ):
            self.register_buffer(name, value)

    def forward(self, x):
        shape = (1, -1) + (1,) * (x.dim() - 2)
        gamma, beta, mean, var = (getattr(self, name).reshape(shape) for name in self.names)
        scale = gamma * (var + self.literal).rsqrt()
        return x * scale + (beta - mean * scale)


class ByGradient(nn.Module):
    """A textbook's: it takes the mode from whether gradients are asked for."""

    def __init__(self, features):
        super().__init__()
        self.gamma, self.beta = (nn.Parameter(t) for t in (torch.ones(1, features), torch.zeros(1, features)))
        self.moving_mean, self.moving_var = torch.zeros(1, features), torch.ones(1, features)

    def forward(self, x):
        if not torch.is_grad_enabled():
            return self.gamma * (x - self.moving_mean) / (self.moving_var + 1e-5).sqrt() + self.beta
        mean, var = x.mean(0), x.var(0, correction=0)
        self.moving_mean = 0.9 * self.moving_mean + 0.1 * mean.detach()
        self.moving_var = 0.9 * self.moving_var + 0.1 * var.detach()
        return self.gamma * (x - mean) / (var + 1e-5).sqrt() + self.beta


class Ours(nn.Module):
    """Batch norm of one's own with other names: m and v."""

    def __init__(self, eps=1e-5):
        super().__init__()
        self.scale, self.shift, self.e = nn.Parameter(torch.rand(8) + 0.5), nn.Parameter(torch.randn(8)), eps
        self.register_buffer("m", torch.zeros(8))
        self.register_buffer("v", torch.ones(8))

    def forward(self, x):
        mean, var = self.m, self.v
        if self.training:
            mean, var = x.mean(0), x.var(0, correction=0)
            self.m.lerp_(mean.detach(), 0.1)
            self.v.lerp_(x.detach().var(0), 0.1)
        return self.scale * (x - mean) / (var + self.e).sqrt() + self.shift


class Styled(nn.Module):
    """Instance norm with γ and β from a style."""

    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 16)

    def forward(self, x, style):
        gamma, beta = self.affine(style)[..., None, None].chunk(2, 1)
        var, mean = torch.var_mean(x, (2, 3), correction=0, keepdim=True)
        return (1 + gamma) * (x - mean) / (var + 1e-5).sqrt() + beta


class Classes(nn.Module):
    """Batch norm with γ and β for each class."""

    def __init__(self):
        super().__init__()
        self.norm, self.embed = nn.BatchNorm2d(8, affine=False), nn.Embedding(5, 16)

    def forward(self, x, labels):
        gamma, beta = self.embed(labels)[..., None, None].chunk(2, 1)
        return (1 + gamma) * self.norm(x) + beta


def groups(x, parts=4):
    y = x.reshape(len(x), parts, -1)
    var, mean = torch.var_mean(y, -1, correction=0, keepdim=True)
    return ((y - mean) / (var + 1e-5).sqrt()).reshape(x.shape)


def passed(model, draw, batches=80):
    """A model whose running statistics have arrived."""
    for _ in range(batches):
        model(draw())
    return model.eval()


def function(call, **parts):
    return made(lambda self, x: call(x, self), **parts)


PLACES = nn.Parameter(torch.rand(6, 8) + 0.5)
# model and inputs → families, and how many numbers share a mean
SEEN = {
    "a subclass with an activation": (lambda: (WithActivation(8), IMAGES), ["batch"], 480),
    "layer norm of channels": (lambda: (Channels(8), IMAGES), ["layer"], 8),
    "a subclass by hand": (lambda: (ByHand(8), TOKENS), ["layer"], 8),
    "frozen, other names, in use": (
        lambda: (Frozen(("a", "b", "c", "d"), 1e-3).eval(), IMAGES),
        ["batch"],
        480,
    ),
    "by gradient": (lambda: (ByGradient(8), ROWS), ["batch"], 32),
    "other names, in use": (
        lambda: (passed(Ours(1e-3), lambda: 2 + 3 * torch.randn(32, 8)), ROWS),
        ["batch"],
        32,
    ),
    "with a style": (lambda: (Styled(), IMAGES, torch.randn(16, 4)), ["instance"], 30),
    "with a class": (lambda: (Classes(), IMAGES, torch.randint(5, (16,))), ["batch"], 480),
    "groups by hand": (lambda: (made(lambda _, x: groups(x)), IMAGES), ["group"], 60),
    "rows with γ for each place, by hand": (
        lambda: (made(lambda self, x: self.scale * groups(x, 1), scale=PLACES), TOKENS),
        ["layer"],
        48,
    ),
    "mean over the batch alone": (
        lambda: (made(lambda _, x: (x - x.mean(0)) / (x.var(0, correction=0) + 1e-5).sqrt()), TOKENS),
        ["batch"],
        16,
    ),
    "F.batch_norm": (
        lambda: (function(lambda x, _: F.batch_norm(x, None, None, training=True)), ROWS),
        ["batch"],
        32,
    ),
    "F.group_norm": (lambda: (function(lambda x, _: F.group_norm(x, 2)), IMAGES), ["group"], 120),
    "F.rms_norm": (lambda: (function(lambda x, _: F.rms_norm(x, (8,))), TOKENS), ["rms"], 8),
}


@each(sorted(SEEN))
def test_a_norm_is_seen_however_it_is_written(name):
    make, families, size = SEEN[name]
    torch.manual_seed(0)
    model, *inputs = make()
    report = nv.inspect(model, *inputs)
    assert [layer.family for layer in report.layers] == families
    assert report.layers[0].pool_size == size
    assert report.findings == ()


NO_NORMS = {
    "swish": (lambda _, x: x * x.sigmoid(), TOKENS),
    "a sign": (lambda _, x: x.sign(), TOKENS),
    "a gate": (lambda _, x: x * x.mean((2, 3), keepdim=True).sigmoid(), IMAGES),
    "dropout": (lambda _, x: F.dropout(x, 0.3), TOKENS),
    "a product with a matrix": (lambda self, x: F.rms_norm(x, (8,)) @ self.scale.T @ self.scale, TOKENS),
}


@each(sorted(NO_NORMS))
def test_what_is_no_norm_is_not_taken_for_one(name):
    does, x = NO_NORMS[name]
    model = nn.Sequential(
        made(does, scale=nn.Parameter(torch.rand(6, 8))), nn.Flatten(), nn.LayerNorm(x[0].numel())
    )
    families = [layer.family for layer in nv.inspect(model, x).layers]
    assert families == ["rms"] * ("product" in name) + ["layer"]


def test_norms_that_are_called_as_functions_have_names_of_their_own():
    def twice(self, x):
        return F.layer_norm(F.layer_norm(self.norm(x), (8,), self.first), (8,), self.second)

    model = nn.Sequential(
        made(twice, norm=nn.LayerNorm(8), **{n: nn.Parameter(torch.rand(8)) for n in ("first", "second")})
    )
    report = nv.inspect(model, TOKENS)
    assert [layer.name for layer in report.layers] == ["0.F.layer_norm", "0.F.layer_norm 2", "0.norm"]
    assert report["0.F.layer_norm 2"].gamma.tolist() == model[0].second.tolist()


def test_weights_that_are_normalized_are_no_layer():
    standardized = made(
        lambda self, x: F.linear(x, F.layer_norm(self.weight, (8,))), weight=nn.Parameter(torch.randn(8, 8))
    )
    assert [
        layer.name for layer in nv.inspect(nn.Sequential(standardized, nn.LayerNorm(8)), TOKENS).layers
    ] == ["1"]


@dataclass
class Graph:
    x: torch.Tensor
    edges: torch.Tensor


Pair = namedtuple("Pair", "x other")
HELD = {
    "an object": (lambda b: b.x, Graph(ROWS, torch.zeros(2, 5, dtype=torch.long))),
    "a dict as one argument": (lambda b: b["rows"], {"rows": ROWS, "labels": ROWS[:, 0]}),
    "a named tuple": (lambda b: b.x, Pair(ROWS, ROWS)),
    "packed sentences": (lambda b: b.data, nn.utils.rnn.pack_sequence([ROWS[:n] for n in (9, 7, 4)])),
}


@each(sorted(HELD))
def test_a_model_gets_what_it_takes(name):
    take, given = HELD[name]

    model = nn.Module()
    model.norm, model.forward = nn.LayerNorm(8), lambda batch: model.norm(take(batch))
    assert len(nv.inspect(model, given)["norm"].calls) == 1
    assert len(nv.inspect(model, batches=[given, given])["norm"].calls) == 2


def test_batches_are_read_as_they_come():
    read = []

    def loader():
        for k in range(100):
            read.append(k)
            yield ROWS[: 32 if k < 2 else 1]

    report = nv.inspect(nn.Sequential(nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8)), batches=loader())
    assert read == [0, 1, 2]
    assert [finding.code for finding in report.findings] == ["pool-of-one"]
    assert "The last batch has one sample" in str(report)


def test_calls_in_a_loop_are_counted_and_the_first_are_measured():
    model = made(lambda self, x: sum(self.norm(x[:, k % 6]) for k in range(40)), norm=nn.LayerNorm(8))
    report = nv.inspect(model, TOKENS)
    assert len(report["norm"].calls) == 8
    assert "norm: 32 more calls were counted, and not measured; the first 8 of a batch were" in str(report)


def test_what_cannot_be_looked_at_is_refused_and_the_model_is_not_blamed(monkeypatch):
    mapped = made(lambda self, x: torch.vmap(self.norm)(x), norm=nn.LayerNorm(8))
    with pytest.raises(
        TypeError, match=r"^model: expected layers outside of torch.vmap, got 'norm' .* inside"
    ):
        nv.inspect(mapped, TOKENS)
    monkeypatch.setattr("normviz.inspection.watch.record", lambda *args, **how: 1 / 0)
    with pytest.raises(
        TypeError, match=r"'norm' .* could not be looked at, and this is no fault of the model"
    ):
        nv.inspect(made(lambda self, x: self.norm(x), norm=nn.LayerNorm(8)), TOKENS)


@each([True, False])
def test_a_gradient_through_the_statistics_is_seen_behind_an_activation(detached):
    def does(_, x):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
        mean, var = (t.detach() if detached else t for t in (mean, var))
        return ((x - mean) / (var + 1e-5).sqrt()).relu()

    found = nv.inspect(nn.Sequential(nn.Linear(8, 16), made(does)), ROWS).findings
    assert [finding.code for finding in found] == ["detached-statistics"] * detached
