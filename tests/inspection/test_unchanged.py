"""A model that was inspected is what it was before, bit for bit."""

import random

import numpy as np
import pytest
import torch
from torch import nn

import normviz as nv
from tests.each import each
from tests.inspection.made import made


class Restless(nn.Module):
    """Changes all of itself that a forward pass can change, and then may raise."""

    def __init__(self, dtype=torch.float32, raises=False):
        super().__init__()
        self.lift = nn.Linear(4, 6, dtype=dtype)
        self.norm = nn.BatchNorm1d(6, dtype=dtype)
        self.still = nn.BatchNorm1d(6, dtype=dtype).eval()
        self.drop = nn.Dropout(0.5)
        self.average = torch.zeros(6)  # a running mean of its own, in no buffer
        self.seen, self.raises = [], raises

    def forward(self, x):
        x = self.still(self.norm(self.drop(self.lift(x))))
        self.average = 0.9 * self.average + x.detach().float().mean(0)
        self.seen.append(len(x))
        self.norm.bias.data.add_(1)
        self.lift.weight.data = self.lift.weight.data * 2
        self.drop.eval()
        self.lift.weight.requires_grad_(False)
        random.random(), np.random.random()
        if torch.is_grad_enabled():
            x.sum().backward(retain_graph=True)
        if self.raises:
            raise ValueError("enough")
        return x


def state(model):
    """Everything that could change: bits, identities, flags, hooks, random numbers."""
    tensors = {**dict(model.named_parameters()), **dict(model.named_buffers()), "average": model.average}
    bits = {
        name: (
            id(t),
            t.data_ptr(),
            t.requires_grad,
            t.detach().reshape(-1).contiguous().view(torch.uint8).tolist(),
        )
        for name, t in tensors.items()
    }
    grads = {name: p.grad for name, p in model.named_parameters()}
    gradients = {name: None if g is None else (id(g), g.tolist()) for name, g in grads.items()}
    modules = [
        (name, m.training, list(vars(m)), dict(m._forward_hooks), dict(m._forward_pre_hooks))
        for name, m in model.named_modules()
    ]
    generators = torch.get_rng_state().tolist(), random.getstate(), np.random.get_state()[1].tolist()
    hooks = [len(getattr(torch.nn.modules.module, f"_global_{n}hooks")) for n in ("forward_", "forward_pre_")]
    fast = torch.backends.mha.get_fastpath_enabled()
    return bits, gradients, modules, generators, hooks, list(model.seen), fast


DTYPES = (torch.float64, torch.float32, torch.float16, torch.bfloat16)
WAYS = [(dtype, raises, grad) for dtype in DTYPES for raises in (False, True) for grad in (False, True)]


@each(WAYS)
def test_model_is_the_same_afterwards_also_when_it_raises(dtype, raises, grad):
    torch.manual_seed(0)
    model = Restless(dtype, raises)
    model.lift.weight.grad = torch.ones_like(model.lift.weight)
    model.norm.register_forward_hook(lambda *_: None)
    x = torch.randn(16, 4, dtype=dtype)
    before = state(model)
    with torch.set_grad_enabled(grad):
        if raises:
            with pytest.raises(RuntimeError, match="enough"):
                nv.inspect(model, x)
        else:
            assert len(nv.inspect(model, x).layers) == 2
    assert state(model) == before


@each([True, False])
def test_flags_stay_and_the_report_is_of_the_mode_that_the_model_is_in(training):
    model = nn.Sequential(nn.BatchNorm1d(3), nn.LayerNorm(3)).train(training)
    report = nv.inspect(model, torch.randn(16, 3))
    assert [m.training for m in model.modules()] == [training] * 3
    assert report["0"].calls[0].running is not training


def test_a_batch_that_the_model_writes_into_is_given_back():
    model = nn.Sequential(nn.ReLU(inplace=True), nn.LayerNorm(8))
    x = torch.randn(4, 8)
    before = x.clone()
    nv.inspect(model, x)
    assert torch.equal(x, before)
    nv.inspect(model, batches=[{"input": x}])
    assert torch.equal(x, before)


def test_a_generator_of_the_model_s_own_draws_what_it_would_have_drawn():
    def noisy(self, x):
        return self.norm(x + torch.randn(x.shape, generator=self.generator))

    first = torch.Generator().manual_seed(0).get_state()
    model = made(noisy, norm=nn.LayerNorm(8), generator=torch.Generator().manual_seed(0))
    nv.inspect(model, torch.randn(4, 8))
    assert torch.equal(model.generator.get_state(), first)


def test_a_loader_that_shuffles_draws_nothing():
    loader = torch.utils.data.DataLoader(torch.randn(32, 8), batch_size=16, shuffle=True)
    before = torch.get_rng_state()
    nv.inspect(nn.LayerNorm(8), batches=loader)
    assert torch.equal(before, torch.get_rng_state())


def test_inference_mode_outside_is_no_hindrance():
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
    with torch.inference_mode():
        assert len(nv.inspect(model, torch.randn(16, 3)).layers) == 1
    assert model[1].num_batches_tracked == 0


@pytest.mark.exhaustive
@each(["the whole", "a part", "in place"])
def test_compiled_model_is_looked_at_without_its_compiled_code(what):
    model = nn.Sequential(nn.Linear(3, 4, bias=False), nn.Sequential(nn.ReLU(), nn.BatchNorm1d(4)))
    x = torch.randn(16, 3)
    expected = nv.inspect(model, x)["1.1"].calls
    if what == "the whole":
        model = torch.compile(model, backend="eager")
    elif what == "a part":
        model[1] = torch.compile(model[1], backend="eager")
    else:
        model.compile(backend="eager")
    (call,) = nv.inspect(model, x)["1.1"].calls
    assert call.mean.tolist() == expected[0].mean.tolist()
    with torch.no_grad():  # dynamo asks for gradients where there are none, and warns of itself
        assert model(x).shape == (16, 4)
