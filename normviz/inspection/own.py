"""Norms that are nobody's but the model's own: recognized by what they do not notice.

A norm gives the same for x and for a · x + b, where a and b are one number for each pool. So the layer is asked again,
with its input scaled and shifted pool by pool: the finest pools for which nothing changes are its pools. How it writes
γ, β, ε or n does not matter, nor an activation behind it.
"""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import torch
from torch import nn

from normviz.inspection.kept import unchanged
from normviz.inspection.layers import (
    Pool,
    columns,
    family_of,
    group,
    instance,
    names_of_stored,
    rows,
    tensors_of,
)
from normviz.inspection.record import blocks, statistics, weight_of

UNCENTRED = "divides by σ, and does not subtract the mean as batch and layer norm do"
FEW = 4  # samples that a layer is asked about, where it takes nothing but them
TRIES = 2  # instances of one class that are looked at before the class is taken to be no norm
DRAWS = 3  # gradients that are sent back through one
KEPT = 2**18  # numbers of an input that is kept until its gradient is looked at
# How far two results of one layer may lie apart, as a part of their σ: rounding, and an ε that is not small.
NEAR = {torch.float64: 0.01, torch.float32: 0.01, torch.float16: 0.05, torch.bfloat16: 0.15}


class Candidates:
    """The modules that may be norms of their own, by their id."""

    def __init__(self, model: nn.Module):
        self.modules = {id(m) for m in model.modules() if _may_be(m)}
        self.recognized: dict[int, tuple[nn.Module, str]] = {}  # those that are, and their family
        # Those that were called and are none: the module, the input's shape, and what it does instead, or "".
        self.unknown: dict[int, tuple[nn.Module, tuple, str]] = {}
        # How much is left of the gradient that μ and σ should take away, 0 to 1.
        self.detached: dict[int, float] = {}
        # (names of the running mean and variance, what the newest batch weighs, whether the variance is over n).
        self.learning: dict[int, tuple] = {}
        self.found: dict[tuple, tuple | None] = {}
        self.tries: dict[tuple, int] = {}
        self.inputs: dict[int, tuple] = {}

    def recognize(self, module, args, kwargs, out, places):
        """(family, pool, whether pads are left out, the stored statistics that are used or None) of one call.

        None if this is no norm that is known.
        """
        x = args[0]
        floats = x.is_floating_point() and out.is_floating_point()
        if id(module) not in self.modules or x.shape != out.shape or x.dim() < 2 or not floats:
            return None
        # Two of one class do the same, unless one is in training and the other is not.
        kind = (type(module), x.dim(), module.training, *tensors_of(module))
        if self.found.get(kind) is None and self.tries.get(kind, 0) < TRIES:
            self.tries[kind] = self.tries.get(kind, 0) + 1
            self.found[kind] = Asked(module, args, kwargs, places).answer()
        family, pool, instead, pads_out, names = self.found.get(kind) or ("", None, "", False, None)
        if not family:
            if list(module.children()):
                return None  # a part of the model, and no layer
            self.unknown.setdefault(id(module), (module, tuple(x.shape), instead))
            return None
        pool = pool(tuple(x.shape))
        self.unknown.pop(id(module), None)
        if id(module) not in self.recognized:
            self.recognized[id(module)] = (module, family)
            learns = family == "batch"
            self.learning[id(module)] = _learning(module, args, kwargs, pool, names) if learns else NOTHING
            if names is None and x.numel() <= KEPT:
                self.inputs[id(module)] = (module, family, pool, (x.detach().clone(), *args[1:]), kwargs)
        return family, pool, pads_out, names

    def look_at_gradients(self) -> None:
        """Send a gradient through each layer that μ and σ should take away whole."""
        seen = {}
        for key, (module, *given) in self.inputs.items():
            if type(module) not in seen:
                seen[type(module)] = _gradient_left(module, *given)
            self.detached[key] = seen[type(module)]
        self.inputs.clear()


NOTHING = (None, None, False)


def _may_be(module: nn.Module) -> bool:
    """Whether a layer may be a norm of its own: it holds no other norm, and few layers."""
    inside = list(module.children())
    if len(inside) > 4 or any(list(m.children()) or family_of(m) or _may_be(m) for m in inside):
        return False
    torchs = type(module).__module__.startswith("torch.") and family_of(module) is None
    return not torchs and not isinstance(module, (nn.Sequential, nn.ModuleList, nn.ModuleDict))


class Asked:
    """One layer, and what it gives for other inputs than the one that came."""

    def __init__(self, module, args, kwargs, places):
        self.module, self.rest, self.kwargs = module, args[1:], kwargs
        x = args[0].detach()
        if len(args) == 1 and not kwargs and places is None:
            x = x[:FEW]  # they tell as much, and sooner
        self.shape, self.places = tuple(x.shape), places
        spread = float(x.double().std(correction=0))
        size = float(torch.frexp(torch.tensor(8 / spread))[1]) if 0 < spread < torch.inf else 0.0
        self.x = x * 2.0**size  # a power of two keeps every digit
        self.real = torch.ones((), dtype=torch.bool)

    def answer(self):
        """(family, pool of a shape, what it does instead, whether pads are left out, the stored statistics in use).

        The family is "" for no norm.
        """
        with unchanged(self.module):
            self.random = torch.get_rng_state()
            stored = self.stored()
            if stored:
                return "batch", lambda shape: columns(shape, stored[1]), "", False, stored[0]
        with unchanged(self.module):
            self.once = self.of(self.x)
            if self.once is None or not self.spread > 0 or not self.same(self.of(4 * self.x)):
                return None
            element = torch.ones(self.shape, dtype=torch.bool)
            if self.same(self.of(self.x * self.step(element, 0))):  # such as a sign, or a constant
                return None
            shifted = self.of(self.x + 4 * self.x.double().square().mean().sqrt().to(self.x))
            centred = self.same(shifted)
            if not centred and shifted.square().mean() > 2 * self.once.square().mean():
                return "", None, UNCENTRED, False, None
            found = next((p for p in self.pools() if self.unnoticed(p[2], centred)), None)
            if found is None or not ((centred and not list(self.module.children())) or self.each_by_itself()):
                return None
            family, pool, varies = found
            family = family if centred else "rms"
            if varies == (0,) and len(self.shape) > 1 and family == "layer":
                groups = next((g for g in self.divisors() if self.unnoticed((0,), centred, g)), None)
                if groups:
                    family, pool = "group", lambda shape: group(shape, groups)
            return family, pool, "", self.without_pads(pool(self.shape)), None

    def stored(self):
        """(names of the stored mean and variance, the features' axis), where these are used.

        In training it is a frozen batch norm only if it holds γ and β, too; numbers that never change and stand alone
        are those of a data set.
        """
        named, last = names_of_stored(self.module), len(self.shape) - 1
        held = {n: t for n, t in tensors_of(self.module).items() if t.numel() > 1 or n in ("mean", "var")}
        if self.module.training and torch.is_grad_enabled() and len(held) < 4:
            return None
        plain = [n for n, t in held.items() if not isinstance(t, nn.Parameter) and t.is_floating_point()]
        for axis in dict.fromkeys((last, 1)):
            pairs = permutations((n for n in plain if held[n].numel() == self.shape[axis]), 2)
            for pair in sorted(pairs, key=lambda pair: pair != named):
                if self.follows(pair, axis):
                    return pair, axis
        return None

    def follows(self, names, axis: int) -> bool:
        """Whether it gives the same if the tensors of these ``names`` change as the mean and variance of x do.

        And not if they alone do. Their own numbers may leave nothing of x, so others are put there.
        """
        wide = [n if k == axis else 1 for k, n in enumerate(self.shape)]
        scale, shift = (self.step(torch.ones(wide), size) for size in (0, 16))
        others = [k for k in range(self.x.dim()) if k != axis]
        mean, var = self.x.mean(others, keepdim=True), torch.full_like(scale, 64)
        moved = mean * scale + shift, var * scale**2
        self.once = self.with_stored(names, (mean, var), self.x)
        follows = self.once is not None and self.same(self.with_stored(names, moved, self.x * scale + shift))
        return follows and not self.same(self.with_stored(names, moved, self.x))

    def with_stored(self, names, stored, x):
        for name, numbers in zip(names, stored, strict=True):
            old = getattr(self.module, name)
            setattr(self.module, name, numbers.to(old).reshape(old.shape))
        return self.of(x)

    def of(self, x):
        torch.set_rng_state(self.random)
        out = self.module.forward(x.to(self.x.dtype), *self.rest, **self.kwargs).detach()
        return out.float() if torch.isfinite(out).all() else None

    @property
    def spread(self) -> float:
        return float(self.once.std(correction=0))

    def same(self, out) -> bool:
        if out is None:
            return False
        far = (out - self.once).abs() * self.real
        return bool(far.max() <= NEAR.get(self.x.dtype, 0.01) * self.spread)

    def step(self, varies, size: float):
        """Numbers that differ from pool to pool: powers of two, or whole multiples of ``size``."""
        own = torch.Generator().manual_seed(0)
        drawn = torch.randint(0, 3, varies.shape, generator=own)
        drawn = size * (drawn - 1) if size else 2**drawn
        return drawn.to(self.x.device, self.x.dtype)

    def unnoticed(self, varies, centred: bool, groups: int = 1) -> bool:
        """Whether the layer gives the same, whatever a and b are for each place along the axes ``varies``."""
        size = [n if axis in varies else 1 for axis, n in enumerate(self.shape)]
        pools = torch.ones((*size[:1], groups, *size[2:]) if groups > 1 else size)
        scale, shift = self.step(pools, 0), self.step(pools, 16) if centred else torch.zeros(())
        if groups > 1:
            each = self.shape[1] // groups
            scale, shift = (t.repeat_interleave(each, 1) if t.dim() else t for t in (scale, shift))
        return self.same(self.of(self.x * scale + shift.to(self.x)))

    def pools(self):
        """(family, pool of a shape, axes along which pools vary), the smallest pools first."""
        n, last = len(self.shape), len(self.shape) - 1
        sizes = {t.numel() for t in tensors_of(self.module).values()}
        turned = self.shape[1] in sizes and self.shape[last] not in sizes
        every = []
        for f in (1, last) if turned else (last, 1):
            if n > 3 or f == (1 if turned else last):
                each = (lambda s: rows(s, 1)) if f == last else _each_place
                every.append(("layer", each, tuple(k for k in range(n) if k != f)))
            if n > 2 or f == last:
                every.append(("batch", lambda s, f=f: columns(s, f), (f,)))
        for f in (last, 1):
            if n > 2:
                every.append(("instance", lambda s, f=f: instance(s, f), (0, f)))
        if n > 2:
            every.append(("batch", _places, tuple(range(1, n))))
            whole = 1 if turned or n > 3 else last
            every.append(("layer", lambda s: replace(rows(s, n - 1), features=whole), (0,)))
        every.append(("batch", lambda s: Pool(tuple(range(n)), last, int(np.prod(s)), "the whole batch"), ()))
        every = [p for p in every if np.prod([s for k, s in enumerate(self.shape) if k not in p[2]]) > 1]
        return sorted(every, key=lambda p: -len(p[2]))

    def each_by_itself(self) -> bool:
        """Whether a number that leaves follows the one that came in its place: a product with a matrix mixes them."""
        x, y = (t.float().flatten(1) for t in (self.x, self.once))
        if len(x) < 4:
            return True
        x, y = (t - t.mean(0) for t in (x, y))
        along = (x * y).mean(0).abs() / (x.square().mean(0) * y.square().mean(0)).sqrt().clamp(min=1e-30)
        return bool(along.mean() > 0.6)

    def divisors(self):
        """How many groups there may be: what the layer calls a number of its own first."""
        features = self.shape[1]
        named = [v for v in vars(self.module).values() if type(v) is int]
        fit = [g for g in range(features - 1, 1, -1) if features % g == 0]
        return sorted(fit, key=lambda g: g not in named)

    def without_pads(self, pool: Pool) -> bool:
        """Whether real tokens stay what they are when pads change."""
        real, _ = (self.places and self.places(self.shape, pool.features)) or (None, "")
        if real is None or real.all() or (pool.features in pool.axes and len(pool.axes) == 1):
            return False
        self.real = real
        return self.same(self.of(torch.where(real, self.x, self.x + 64)))


def _each_place(shape) -> Pool:
    return Pool((1,), 1, shape[1], f"each place, over its {shape[1]} features")


def _places(shape) -> Pool:
    return Pool((0,), len(shape) - 1, shape[0], "each feature at each place, over axis 0")


def _learning(module, args, kwargs, pool: Pool, named=None):
    """What one batch of training changes: the names, what the batch weighs, whether its variance is over n."""
    x = 2 * args[0].detach() + args[0].detach().std()  # what came is in the statistics already
    if len(args) == 1 and not kwargs:  # of few numbers it is seen whether n or n − 1 was taken
        for axis in pool.axes:
            x = x.narrow(axis, 0, min(x.shape[axis], 1 if axis else 8))
    mean, var = (_numbers(t) for t in statistics(x.double(), pool.axes))
    with unchanged(module), torch.enable_grad():
        module.train()
        before = {name: _numbers(t) for name, t in tensors_of(module).items()}
        module.forward(x, *args[1:], **kwargs)
        after = {name: _numbers(t) for name, t in tensors_of(module).items() if name in before}
    moved = [name for name in after if not np.array_equal(after[name], before[name])]
    means = {name: w for name in moved if (w := weight_of(mean, before[name], after[name])) is not None}
    pairs = ((m, v) for m in means for v in moved if v != m)
    n = x.numel() // len(mean)
    for (m, v), part in product(pairs, (n / max(n - 1, 1), 1)):
        weight = weight_of(part * var, before[v], after[v])
        if weight is not None and abs(weight - means[m]) < 0.01 * max(weight, 0.01) + 0.02 / n:
            return named or (m, v), means[m], part == 1
    named = named or names_of_stored(module)
    return named, 0.0 if named and not moved else next(iter(means.values()), None), False


def _numbers(tensor) -> np.ndarray:
    return tensor.detach().double().reshape(-1).cpu().numpy().copy()


def _gradient_left(module, family, pool: Pool, args, kwargs) -> float:
    """How much of a gradient that only moves and stretches pools comes through: 0 if μ and σ carry it, 1 if neither.

    What comes back from a random gradient then has no part along 1 and x̂ (x̂ alone for RMS norm) in any pool; else it
    has as large a part along them as along any other direction.
    """
    random, left, whole = torch.Generator().manual_seed(0), 0.0, 0.0
    with torch.inference_mode(False), torch.enable_grad():
        x = args[0].detach().clone().requires_grad_()
        out = module(x, *args[1:], **kwargs)
        if not out.requires_grad:
            return 0.0
        cells, axes = blocks(x.detach().double(), pool)
        mean, var = statistics(cells, axes, centred=family != "rms")
        along = [(cells - mean) / (var + 1e-5).sqrt(), torch.ones_like(cells)][: 1 if family == "rms" else 2]
        for _ in range(DRAWS):
            drawn = torch.randn(out.shape, generator=random).to(out)
            (gradient,) = torch.autograd.grad(out, x, drawn, retain_graph=True, allow_unused=True)
            if gradient is None:
                return 0.0
            gradient = blocks(gradient.double(), pool)[0]
            left += sum(float((gradient * d).mean(axes).square().sum()) for d in along) / len(along)
            whole += float(gradient.square().mean(axes).sum()) * mean.numel() / cells.numel()
    return (left / max(whole, 1e-30)) ** 0.5
