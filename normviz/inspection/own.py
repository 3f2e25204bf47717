"""Norms that are nobody's but the model's own: recognized by what goes in and what comes out."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import torch
from torch import nn

from normviz.diagnosis import diagnose
from normviz.inspection.layers import Pool, columns, eps_of, instance, rows
from normviz.inspection.record import aligned, statistics

TRIES = 2  # instances of one class that are looked at before the class is taken to be no norm
SMALL = 8192  # numbers: beyond, some rows are looked at for norms of rows, some columns for norms of columns
KEPT = 2**18  # numbers of an input that is kept until its gradient is looked at
ROOTS = ("n", "n - 1", "rms")
FAMILIES = {"rows": "layer", "sentences": "layer", "columns": "batch", "sentence features": "instance"}
DECIMALS = {torch.float64: 8, torch.float32: 4, torch.float16: 2, torch.bfloat16: 1}  # that survive γ and β


class Candidates:
    """The modules that may be norms of their own, by their id."""

    def __init__(self, model: nn.Module, known: set[int]):
        self.modules = {
            id(m)
            for m in model.modules()
            if id(m) not in known and not list(m.children()) and not type(m).__module__.startswith("torch.nn")
        }
        self.recognized: dict[int, tuple[nn.Module, str]] = {}  # those that are, and their family
        # Those that were called and are none: the module, the input's shape, and what it does instead, or "".
        self.unknown: dict[int, tuple[nn.Module, tuple, str]] = {}
        # How much is left of the gradient that μ and σ should take away, 0 to 1.
        self.detached: dict[int, float] = {}
        self.found: dict[tuple, tuple | None] = {}
        self.tries: dict[type, int] = {}
        self.inputs: dict[int, tuple] = {}

    def recognize(self, module, args, kwargs, out, mask, stored):
        """(family, pool, whether pads are left out, whether ``stored`` statistics are used) of one call.

        None if this is no norm that is known.
        """
        x = args[0]
        comparable = x.shape == out.shape and x.dim() > 1 and out.is_floating_point()
        if id(module) not in self.modules or not comparable:
            return None
        # Two of one class do the same, unless one is in training and the other is not.
        kind = (type(module), x.dim(), module.training)
        if self.found.get(kind) is None and self.tries.get(kind, 0) < TRIES:
            self.tries[kind] = self.tries.get(kind, 0) + 1
            self.found[kind] = _recognized(module, x.detach(), out.detach(), mask, stored)
        family, layout, pads_out, running = self.found.get(kind) or (None, None, False, False)
        if family is None:
            if id(module) not in self.unknown:
                instead = _instead(layout, x.detach(), out.detach())
                self.unknown[id(module)] = (module, tuple(x.shape), instead)
            return None
        self.unknown.pop(id(module), None)
        self.recognized[id(module)] = (module, family)
        if id(module) not in self.inputs and x.numel() <= KEPT and not running:
            self.inputs[id(module)] = (module, layout, (x.detach().clone(), *args[1:]), kwargs)
        return family, _pool(layout, tuple(x.shape)), pads_out, running

    def look_at_gradients(self) -> None:
        """Send a gradient through each layer that μ and σ should take away whole.

        Behind a norm, what multiplies by a γ of its own looks like one more; such a layer is forgotten.
        """
        multiplying = {type(m) for m, _, args, kwargs in self.inputs.values() if _multiplies(m, args, kwargs)}
        left = {key: seen for key, seen in self.recognized.items() if type(seen[0]) not in multiplying}
        self.recognized = left
        for key, (module, layout, args, kwargs) in self.inputs.items():
            if key in self.recognized:
                self.detached[key] = _gradient_left(module, _pool(layout, args[0].shape), args, kwargs)
        self.inputs.clear()


def _recognized(module, x, out, mask, stored):
    """(family, layout, whether pads are left out, whether ``stored`` is used).

    The layout is (pool's key, whether features stand last). The family is None where the mean stays in.
    """
    decimals = DECIMALS.get(out.dtype, 4)
    for last in (True, False) if x.dim() > 2 else (True,):
        before, after = (_features_last(t, last) for t in (x, out))
        axis = x.dim() - 1 if last else 1
        real = aligned(mask, tuple(x.shape), axis)
        if real is not None:
            real = real.movedim(axis, -1)[..., 0].reshape(before.shape[:-1]).cpu().numpy()
        for gamma, beta in _affine(module, before.shape[-1]):
            plain = (after - beta) / gamma
            eps = eps_of(module, x.dtype)
            if not module.training and _is_stored(before, plain, stored, eps, decimals):
                return "batch", ("columns", last), False, True
            match = _matched(before, plain, real, decimals)
            if match is not None:
                family = "rms" if match.divisor == "rms" else FAMILIES[match.pool] if match.centred else None
                return family, (match.pool, last), match.pads == "out", False
    return None


def _is_stored(x, y, stored, eps: float, decimals: int) -> bool:
    """Whether batch norm in evaluation mode, with these statistics, makes y of x."""
    if stored is None or any(len(values) != x.shape[-1] for values in stored) or np.any(stored[1] < 0):
        return False
    expected = (x - stored[0]) / np.sqrt(stored[1] + eps)
    return np.allclose(y, expected, rtol=10.0**-decimals, atol=10.0**-decimals)


def _features_last(x, last: bool) -> np.ndarray:
    x = x.double().cpu()
    x = x if last else x.movedim(1, -1)
    return (x if x.dim() == 2 else x.reshape(x.shape[0], -1, x.shape[-1])).numpy()


def _affine(module, features: int):
    """Every γ and β that the module's own parameters can be."""
    fitting = (p for p in module.parameters() if p.numel() in (1, features))
    own = [p.detach().double().reshape(-1).cpu().numpy() for p in fitting]
    yield 1.0, 0.0
    for gamma in own[:3]:
        if np.all(gamma):
            yield gamma, 0.0
        if np.all(1 + gamma):
            yield 1 + gamma, 0.0
    for gamma, beta in permutations(own[:3], 2):
        if np.all(gamma):
            yield gamma, beta


def _instead(layout, x, out) -> str:
    """What a layer does that is no norm known here, where this can be told."""
    if layout is not None:
        return "divides by σ, and the mean stays in: batch and layer norm subtract it first"
    if _each_sample_normalized(out) and not _each_sample_normalized(x):
        return (
            "gives each sample a mean of 0 and a σ of 1, as group norm does: only nn.GroupNorm is looked at"
        )
    return ""


def _each_sample_normalized(x) -> bool:
    x = x.double().flatten(1)
    return bool((x.mean(1).abs() < 0.01).all() and ((x.square().mean(1) - 1).abs() < 0.01).all())


def _matched(x, y, real, decimals):
    """The plainest convention that gives y without a γ or β fitted to it."""
    if not np.isfinite(y).all():
        return None
    flat, flat_y = (t.reshape(-1, t.shape[-1]) for t in (x, y))
    some = np.linspace(0, len(flat) - 1, min(len(flat), 16)).astype(int)
    if not _could_be(flat_y, real):
        return None
    tries = [(flat[some][:, :SMALL], flat_y[some][:, :SMALL], None, ("rows",))]
    few = max(1, SMALL // len(flat))
    keys = ("columns", "sentence features") if x.ndim == 3 else ("columns",)
    tries.append((x[..., :few], y[..., :few], real, keys))
    if x.ndim == 3:
        samples = max(1, SMALL // x[0].size)
        tries.append((x[:samples], y[:samples], None, ("sentences",)))
    for before, after, mask, accepted in tries:
        for match in diagnose(before, after, mask=mask, decimals=decimals).matches:
            if match.pool in accepted and match.gamma is None and match.divisor in ROOTS:
                return match
    return None


def _could_be(y, real) -> bool:
    """A mean square of about 1 down some column or across some row: what every norm leaves before γ and β."""
    keep = slice(None) if real is None else real.reshape(-1)
    squares = y[keep] ** 2
    near = [np.median(squares.mean(axis=axis)) for axis in (0, 1)]
    return any(0.2 < value < 2.5 for value in near)


def _pool(layout, shape) -> Pool:
    key, last = layout
    features = len(shape) - 1 if last else 1
    if key == "columns":
        return columns(shape, features)
    if key == "sentence features":
        return instance(shape, features)
    if key == "sentences":
        return replace(rows(shape, len(shape) - 1), features=features)
    if last:
        return rows(shape, 1)
    return Pool((1,), 1, shape[1], f"each place, over its {shape[1]} features")


@torch.no_grad()
def _multiplies(module, args, kwargs) -> bool:
    """Whether a layer gives γ · x + β, whatever x is: a norm gives much the same for 100 · x."""
    once, more, none = (module(k * args[0], *args[1:], **kwargs).double() for k in (1, 100, 0))
    return bool((more - none - 100 * (once - none)).norm() < 2 * (once - none).norm())


def _gradient_left(module, pool: Pool, args, kwargs) -> float:
    """Whether the gradient goes through μ and σ.

    Upstream comes 1 + x̂ (x̂ for RMS norm). A norm whose μ and σ carry gradient takes both parts away, for they would
    only move and stretch the whole pool; one whose statistics are detached hands them on. What came in may have had a
    mean of 0, and then nothing but another input shows whether the mean is subtracted.
    """
    with torch.inference_mode(False), torch.enable_grad():
        x = args[0].detach().clone().requires_grad_()
        moved = module(x.detach() + x.detach().std(), *args[1:], **kwargs).detach()
        out = module(x, *args[1:], **kwargs)
        if not out.requires_grad:
            return 0.0
        centred = torch.allclose(moved, out, atol=0.05)
        mean, var = statistics(x.detach(), pool.axes, centred=centred)
        x_hat = (x.detach() - mean) / (var + 1e-5).sqrt()
        upstream = 1 + x_hat if centred else x_hat
        gain = _gain(out.detach(), x_hat, pool)
        (gradient,) = torch.autograd.grad(out, x, (upstream / gain).to(out.dtype), allow_unused=True)
        if gradient is None:
            return 0.0
        whole = upstream / (var + 1e-5).sqrt()
        return float(gradient.double().norm() / whole.double().norm().clamp(min=1e-30))


def _gain(out, x_hat, pool: Pool):
    """γ of each feature, from what came out; 1 where it cannot be told."""
    others = tuple(k for k in range(out.dim()) if k != pool.features)
    across = x_hat - x_hat.mean(others, keepdim=True)
    power = across.square().sum(others, keepdim=True)
    shared = (across * (out - out.mean(others, keepdim=True))).sum(others, keepdim=True)
    gain = shared / power.clamp(min=1e-30)
    return torch.where(gain.abs() > 1e-3, gain, 1)
