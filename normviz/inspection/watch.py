"""Looks on while a model runs."""

from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import torch
from torch import nn

from normviz.inspection import own
from normviz.inspection.findings import decided
from normviz.inspection.given import leaves
from normviz.inspection.kept import hooked, plain_paths
from normviz.inspection.layers import (
    columns,
    eps_left,
    eps_of,
    family_of,
    given_to,
    instance,
    quantized,
    stored_of,
    tensors_of,
)
from normviz.inspection.places import Places
from normviz.inspection.record import Call, record
from normviz.inspection.refusals import called, how_to_give, other_axis, plain, strange, unseen
from normviz.inspection.report import Layer
from normviz.inspection.trace import Trace

MOST_CALLS = 8  # of one layer in one batch that are measured; the others are counted


class _NotSeen(Exception):
    """A norm whose numbers could not be looked at; the model is not to blame."""


class Watch:
    """Looks on while the model runs."""

    def __init__(self, model: nn.Module):
        self.model = model
        every = [(plain(name), m) for name, m in model.named_modules(remove_duplicate=False)]
        self.names = {id(m): name for name, m in reversed(every)}
        self.aliases = {name: self.names[id(m)] for name, m in every}
        self.families = {id(m): (plain(n), m, f) for n, m in model.named_modules() if (f := family_of(m))}
        self.own = own.Candidates(model)
        self.calls: dict[str, list[Call]] = {}
        self.more: Counter[str] = Counter()  # calls that were not measured
        # Norms that are called as functions: (name, module, function).
        self.functions: dict[tuple, tuple] = {}
        self.given: dict[str, object] = {}  # what the function behind a layer was given
        biased = [m for m in model.modules() if isinstance(getattr(m, "bias", None), torch.Tensor)]
        self.useless = {self.names[id(m)] for m in biased if not m.bias.requires_grad and not m.bias.any()}
        self.stack: list = []  # (module, shape) of the layers at work, the innermost last
        biases = {id(m.bias): self.names[id(m)] for m in biased}
        self.trace = Trace(biases, self.stack, self.names, self._norm)
        dense = (t for t in model.parameters() if t.layout == torch.strided)
        self.own_storage = {t.untyped_storage().data_ptr() for t in dense}
        self.unmasked = 0  # how often attention had pads among its keys
        self.stopped, self.stopped_pool = "", None  # why it ended early: one number shares a mean
        self.lost = False  # whether nan left the model
        self.frames = None  # the shape of a mask that is none of the input's

    def run(self, args, kwargs, mask, batch: int) -> None:
        """Run one batch, and record what happens at the norm layers."""
        self.batch, self.before, self.failed = batch, {}, None
        self.places, self.seen = Places(self.model, args, kwargs, mask, self.own.modules), Counter()
        self.stack.clear()
        self.trace.unmasked.clear()
        first = next(leaves((args, kwargs)))
        self.many = len(args) > 1
        self.samples = len(first) if first.dim() else 0
        self.counted, self.here, self.inside, self.norms = Counter(), 0, [], set()
        if mask is not None and all(t.shape[: mask.dim()] != mask.shape for t in leaves((args, kwargs))):
            self.frames = tuple(mask.shape)
        try:
            with self.hooks(self._enter, self._leave), plain_paths(self.model), self.trace:
                out = self.model(*args, **kwargs)
            self.trace.leave(leaves(out))
            self.lost = any(t.is_floating_point() and torch.isnan(t).any() for t in leaves(out))
        except _NotSeen as error:
            raise TypeError(str(error)) from error.__cause__
        except Exception as error:
            if not self._one_number(error):
                raise RuntimeError(self._reached(error)) from error
        if mask is not None and mask.dim() == 2 and not mask.all():
            self.unmasked += sum(n == mask.shape[1] for n in self.trace.unmasked)

    def hooks(self, before, after):
        """Look on before and after every layer, for a while."""

        def quietly(hook):
            def called(module, *args):
                with self._looking(module):
                    hook(module, *args)

            return called

        return hooked(self.model, quietly(before), quietly(after))

    @contextmanager
    def _looking(self, module):
        """While we look ourselves: what fails here is no fault of the model."""
        self.trace.quiet, self.grad = True, torch.is_grad_enabled()
        try:
            with torch.no_grad():
                yield
        except Exception as error:
            raise _NotSeen(unseen(self.names.get(id(module), ""), module, error)) from error
        finally:
            self.trace.quiet = False

    def _enter(self, module, args, kwargs):
        shape = next((tuple(t.shape) for t in leaves((args, kwargs))), None)
        self.stack.append((module, shape))
        self.inside.append(self.here)
        if id(module) in self.own.modules:
            held = ((n, t) for n, t in tensors_of(module).items() if not isinstance(t, nn.Parameter))
            self.before[id(module)] = {n: t.detach().clone() for n, t in held if t.numel() < 2**16}

    def _norm(self, name, func, args, kwargs):
        """Call a norm that is one of torch's functions, and record it; returns what it gives, and the layer's name."""
        module = self.stack[-1][0] if self.stack else self.model
        with self._looking(module):
            if any(isinstance(a, torch.Tensor) and a.is_nested for a in args):
                raise TypeError("a nested tensor")
        x, given = given_to(name, func, args, kwargs)
        with self._looking(module):
            of_weights = x.layout == torch.strided and x.untyped_storage().data_ptr() in self.own_storage
        if of_weights:
            return func(*args, **kwargs), None  # weights are normalized, and nothing that comes in
        layer = self._name_of(module, name, given)
        self.here += 1
        stored = given.stored and tuple(t.detach().clone() for t in given.stored)
        self.failed = (layer, given, tuple(x.shape), module)
        places = self._places(module, name)
        result = out = func(*args, **kwargs)
        self.failed = None
        with self._looking(module):
            given = given if given.eps is not None else replace(given, eps=eps_left(x, out, given))
            self.given.setdefault(layer, given)
            if self._counts(layer):
                pool, alone = given.pool, self.stack and len(self.stack[-1][1] or x.shape) < x.dim()
                if alone and given.family == "instance":  # one sample, and torch gives it an axis for samples
                    x, out, pool = x[0], out[0], instance(x.shape[1:], 0)
                about = {"running": given.running, "stored": stored, "small": decided(given.eps)}
                self._record(layer, module, x, out, given.family, pool, places, **about)
        return result, layer

    def _name_of(self, module, function: str, given) -> str:
        """The layer that a function belongs to, or a name of its own."""
        base = self.names.get(id(module), "")
        if id(module) in self.families:
            return base
        site = (id(module), function, None if given.gamma is None else id(given.gamma))
        if site not in self.functions:
            mine = sum(key[0] == id(module) for key in self.functions)
            alone = not mine and not list(module.children())
            name = base if alone else f"{base}.F.{function}".lstrip(".") + f" {mine + 1}" * bool(mine)
            self.functions[site] = (name, module, f"F.{function}")
        return self.functions[site][0]

    def _counts(self, layer: str) -> bool:
        """Whether this call of a layer is one of the first ones in its batch."""
        self.counted[layer] += 1
        self.more[layer] += self.counted[layer] > MOST_CALLS
        return self.counted[layer] <= MOST_CALLS

    def _record(self, name, module, x, out, family, pool, places, **about):
        if x.is_quantized:
            raise TypeError(str(x.dtype))
        about |= {"batch": self.batch, "samples": self.samples, "training": module.training}
        call = record(x, out, family, pool, places, self.trace.of(x), **about)
        self.calls.setdefault(name, []).append(call)

    def _whole_numbers(self, module, x, out):
        """Record a batch norm of 8 bits, which calls no function of torch's."""
        name, stored = self.names[id(module)], tuple(t.detach().clone() for t in stored_of(module))
        about = {"running": True, "stored": stored, "small": decided(module.eps)}
        self._record(name, module, x, out, "batch", columns(x.shape, 1), None, **about)
        self.here += 1

    def _places(self, module, function: str):
        """What tells which rows of this call are real."""
        key = (id(module), function, self.seen[id(module), function])
        self.seen[key[:2]] += 1
        return partial(self.places.at, key) if self.places.mask is not None else None

    def _leave(self, module, args, kwargs, out):
        self.stack.pop()
        alone = self.inside.pop() == self.here
        x = next(iter((*args, *kwargs.values())), None)
        if alone and id(module) in self.families and getattr(x, "is_quantized", False) and quantized(module):
            self._whole_numbers(module, x.dequantize(), out.dequantize())
        tensors = isinstance(x, torch.Tensor) and isinstance(out, torch.Tensor)
        if not alone or id(module) not in self.own.modules or not tensors:
            return
        name, places = self.names[id(module)], self._places(module, "")
        if id(module) in self.own.recognized and not self._counts(name):
            self.trace.mark(out, name)
            return
        with torch.set_grad_enabled(self.grad):
            seen = self.own.recognize(module, (x, *args[1:]), kwargs if args else {}, out, places)
        if seen is None:
            return
        family, pool, pads_out, used = seen
        self.here += 1
        names = used or self.own.learning[id(module)][0]
        before = self.before.get(id(module), {})
        stored = tuple(before[n] for n in names) if names and all(n in before for n in names) else None
        about = {"running": used is not None, "stored": stored, "small": decided(eps_of(module, out.dtype))}
        self._record(name, module, x, out, family, pool, places, pads_out=pads_out, **about)
        self.trace.mark(out, name)

    @property
    def compares(self) -> list[nn.Module]:
        """The batch norms that may do one thing in training, and another in evaluation."""
        own = [m for k, (m, f) in self.own.recognized.items() if f == "batch" and self.own.learning[k][0]]
        torchs = [m for _, m, f in self.families.values() if f == "batch" and m.running_mean is not None]
        norms = [m for m in (*torchs, *own) if self.names[id(m)] in self.calls]
        calls = [c for m in norms for c in self.calls[self.names[id(m)]]]
        dropped = any(c.origin.drop and c.origin.drop.at_work for c in calls)
        return norms if dropped or not self.model.training else []

    @property
    def useful(self) -> set[str]:
        """The layers whose bias reaches more than a norm."""
        return self.trace.useful({*self.families, *self.own.recognized})

    def where_not_finite(self, batch: int) -> str | None:
        """The layer that nan or inf reached in this batch; "the output" for the model's, and None where it is fine."""
        bad = (name for name, calls in self.calls.items() for c in calls if c.batch == batch and not c.finite)
        return next(bad, "the output" if self.lost else None)

    def _one_number(self, error) -> bool:
        """Whether the model ended in a norm whose pool is one number; torch refuses that in training."""
        if self.failed is None or not isinstance(error, ValueError) or self.failed[1].pool.size != 1:
            return False
        self.stopped, self.stopped_pool = self.failed[0], self.failed[1].pool
        return True

    def _reached(self, error) -> str:
        where = "before its first layer"
        if self.stack:
            module, shape = self.stack[-1]
            given = f", given shape {shape}" if shape else ""
            where = f"in {called(self.names[id(module)])} ({type(module).__name__}){given}"
        said = f"{type(error).__name__}: {error}".strip(": ")
        if isinstance(error, TypeError) and len(self.stack) == 1 and "forward() " in said:
            said += how_to_give(self.model, said)
        elif self.many and self.failed is None:
            said += " (were they given in the model's order? By name they are safe: nv.inspect(model, {…}))"
        if self.failed is not None:
            said += other_axis(*self.failed)
        return f"model: expected a forward pass to its end, got an error {where}: {said}"

    def seen_beside(self):
        """What no finding is about, in words."""
        for layer, count in self.more.items():
            if count:
                called = sum(c.batch == 0 for c in self.calls[layer])
                yield f"{layer}: {count} more calls were counted, and not measured; the first {called} of a batch were"
        if self.unmasked:
            yield "Attention takes the pads for words: no mask keeps their keys out. Give key_padding_mask or attn_mask"

    def strange(self, told: bool = False) -> list[str]:
        """What is to be said of own layers that are no norm; where ``told``, only of those that do something near."""
        return [
            strange(self.names[key], type(module).__name__, shape, instead)
            for key, (module, shape, instead) in self.own.unknown.items()
            if instead or not told
        ]

    def layers(self):
        """Every norm layer, in the order of the model."""
        order = {name: k for k, name in enumerate(dict.fromkeys(self.aliases.values()))}
        found = {}
        fused = {plain(n) for n, m in self.model.named_modules() if getattr(m, "freeze_bn", False)}
        for key, (name, module, family) in self.families.items():
            if name in self.calls or key not in self.own.unknown:
                found[name] = (module, family, "")
        for key, (module, family) in self.own.recognized.items():
            found[self.names[key]] = (module, family, "own")
        for name, module, function in self.functions.values():
            found[name] = (module, function[2:].removesuffix("_norm"), function)
        for name in sorted(found, key=lambda n: order[self.names[id(found[n][0])]]):
            module, family, how = found[name]
            calls = self.calls.get(name, [])
            ended = self.stopped == name and self.stopped_pool
            pool = ended or (calls[0].pool if calls else None)
            facts = {"added": name in self.trace.added, "mixed": name in self.trace.mixed}
            facts |= {"taken": self.trace.taken.get(name), "detached": self.own.detached.get(id(module))}
            facts |= {"fused": name.rpartition(".")[0] in fused, "given": self.given.get(name), "how": how}
            learning = self.own.learning.get(id(module), own.NOTHING) if how == "own" else None
            yield Layer.of(name, module, family, calls, learning=learning, pool=pool, **facts)
