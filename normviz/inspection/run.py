"""The run itself: what was given is checked, the model runs, its norm layers are watched."""

from collections import Counter
from contextlib import ExitStack, contextmanager
from inspect import signature

import torch
from torch import nn

from normviz import _inputs
from normviz.inspection import own
from normviz.inspection.findings import findings_of
from normviz.inspection.given import batches_of, leaves, masks_of
from normviz.inspection.kept import unchanged
from normviz.inspection.layers import eps_of, family_of, pool_of, stored_of, unmade, uses_running
from normviz.inspection.record import Call, record
from normviz.inspection.report import LAYERS, Inspection, Layer
from normviz.inspection.trace import Trace


def inspected(model, inputs, mask, batches) -> Inspection:
    """What :func:`normviz.inspection.inspect` returns."""
    if not isinstance(model, nn.Module):
        raise _inputs.wrong_type("model", "a torch.nn.Module", model)
    while isinstance(getattr(model, "_orig_mod", None), nn.Module):  # what torch.compile was given
        model = model._orig_mod
    if any(isinstance(m, torch.jit.ScriptModule) for m in model.modules()):
        raise TypeError(
            "model: expected layers that run in Python, got some that torch.jit made: inspect their source"
        )
    lazy = unmade(model)
    if lazy is not None:
        kind = type(model.get_submodule(lazy)).__name__
        raise ValueError(
            f"model: expected layers that are made, got {_called(lazy)} ({kind}), which has no weights until its "
            "first batch: run the model once, then inspect it"
        )
    far = next((name for name, t in (*model.named_parameters(), *model.named_buffers()) if t.is_meta), None)
    if far is not None:
        raise ValueError(
            f"model: expected numbers in its weights, got {far!r} on the meta device, without any"
        )
    with unchanged(model):  # a loader that shuffles draws random numbers
        given = batches_of(inputs, batches)
    masks = masks_of(mask, given, batches is not None)
    watch = Watch(model)
    for number, (args, kwargs) in enumerate(given):
        with unchanged(model, leaves((args, kwargs))):
            watch.run(args, kwargs, masks[number], number)
        if watch.stopped:
            break
    if watch.own.inputs:
        with unchanged(model):
            watch.own.look_at_gradients()
    if not watch.found_norms:
        if watch.functions:
            called = sorted({name for name, _ in watch.functions})
            layers = ", ".join(LAYERS[name] for name in called)
            raise ValueError(
                f"model: expected at least one norm layer, got {', '.join(called)} called as a "
                f"function, which is no layer: make it one, such as {layers}, and it is seen"
            )
        raise ValueError(
            f"model: expected at least one norm layer, got none among its layers: {_kinds(model)}"
            + "".join(f". {words}" for words in watch.strange()[:3] or _written_out(model))
        )
    bad = next(((name, c.batch) for name, calls in watch.calls.items() for c in calls if not c.finite), None)
    if bad is not None or watch.lost:
        norm, number = bad or (None, watch.lost[0])
        args, kwargs = given[number]
        with unchanged(model, leaves((args, kwargs))):
            raise ValueError(_not_finite(model, watch, args, kwargs, norm))
    layers = tuple(watch.layers())
    return Inspection(
        type(model).__name__,
        layers,
        findings_of(layers, model.training),
        watch.aliases,
        watch.stopped,
        mask is not None,
        tuple(watch.unseen()),
        tuple(watch.strange(told=True)),
    )


class Watch:
    """Looks on while the model runs."""

    def __init__(self, model: nn.Module):
        self.model = model
        every = [(_plain(name), m) for name, m in model.named_modules(remove_duplicate=False)]
        self.names = {id(m): name for name, m in reversed(every)}
        self.aliases = {name: self.names[id(m)] for name, m in every}
        self.families = {}
        for name, module in model.named_modules():
            family = family_of(module)
            if family is not None:
                self.families[id(module)] = (_plain(name), module, family)
        self.own = own.Candidates(model, set(self.families))
        self.calls: dict[str, list[Call]] = {}
        self.added: set[str] = set()
        self.mixed: set[str] = set()
        self.functions: Counter[tuple[str, int | None]] = Counter()  # norms, and which module called them
        self.useful: set[str] = set()  # layers whose bias reaches more than a norm
        self.stopped, self.stopped_pool = "", None  # why it ended early: one number shares a mean
        self.lost: list[int] = []  # batches with nan in what left the model

    @property
    def found_norms(self) -> bool:
        return bool(self.families or self.own.recognized)

    def run(self, args, kwargs, mask, batch: int) -> None:
        """Run one batch, and record what happens at the norm layers."""
        biased = [m for m in self.model.modules() if isinstance(getattr(m, "bias", None), torch.Tensor)]
        self.mask, self.batch, self.stack = mask, batch, []
        self.trace = Trace({id(m.bias): self.names[id(m)] for m in biased}, self.stack, self.names)
        self.before = {}
        try:
            with self._hooks(self._enter, self._leave), _plain_paths(self.model), self.trace:
                out = self.model(*args, **kwargs)
            self.trace.leave(leaves(out))
            if any(t.is_floating_point() and torch.isnan(t).any() for t in leaves(out)):
                self.lost.append(batch)
        except Exception as error:
            if not self._one_number(error):
                raise RuntimeError(self._reached(error)) from error
        self.added |= self.trace.added
        self.mixed |= self.trace.mixed
        self.functions += self.trace.functions
        self.useful |= self.trace.useful({*self.families, *self.own.recognized})

    @contextmanager
    def _hooks(self, before, after):
        """Hooks on every layer, for a while; hooks of torch for all modules would meet those of other threads, too."""

        def quietly(hook):
            def called(*args):
                with torch._C.DisableTorchFunction(), torch.no_grad():
                    hook(*args)

            return called

        with ExitStack() as stack:
            for module in self.model.modules():
                for handle in (
                    module.register_forward_pre_hook(quietly(before), prepend=True, with_kwargs=True),
                    module.register_forward_hook(quietly(after), prepend=True, with_kwargs=True),
                ):
                    stack.callback(handle.remove)
            yield

    def _enter(self, module, args, kwargs):
        shape = next((tuple(t.shape) for t in leaves((args, kwargs))), None)
        self.stack.append((module, shape))
        candidate = id(module) in self.families or id(module) in self.own.modules
        stored = stored_of(module) if candidate else None
        if stored is not None:
            self.before[id(module)] = tuple(t.detach().double().cpu().numpy().reshape(-1) for t in stored)

    def _leave(self, module, args, kwargs, out):
        self.stack.pop()
        x = next(iter((*args, *kwargs.values())), None)
        if not isinstance(x, torch.Tensor) or not isinstance(out, torch.Tensor):
            return
        if id(module) in self.families:
            name, _, family = self.families[id(module)]
            pool, pads_out = pool_of(module, family, tuple(x.shape)), False
            running, after = uses_running(module), None
        else:
            stored = self.before.get(id(module))
            seen = self.own.recognize(module, (x, *args[1:]), kwargs if args else {}, out, self.mask, stored)
            if seen is None:
                return
            name, (family, pool, pads_out, running) = self.names[id(module)], seen
            learns = stored is not None and module.training and family == "batch"
            after = stored_of(module) if learns else None
        call = record(
            module,
            family,
            pool,
            x,
            out,
            batch=self.batch,
            running=running,
            stored=self.before.get(id(module)),
            after=None if after is None else after[0],
            eps=eps_of(module, out.dtype),
            mask=self.mask,
            pads_out=pads_out,
            origin=self.trace.of(x),
        )
        self.calls.setdefault(name, []).append(call)
        self.trace.mark(out, name)

    def _one_number(self, error) -> bool:
        """Whether the model ended in a norm whose pool is one number; torch refuses that in training."""
        if not self.stack or not isinstance(error, ValueError):
            return False
        module, shape = self.stack[-1]
        if id(module) not in self.families or shape is None:
            return False
        name, _, family = self.families[id(module)]
        pool = pool_of(module, family, shape)
        if pool.size == 1:
            self.stopped, self.stopped_pool = name, pool
        return pool.size == 1

    def _reached(self, error) -> str:
        where = "before its first layer"
        if self.stack:
            module, shape = self.stack[-1]
            given = f", which had been given shape {shape}" if shape else ""
            where = f"in {_called(self.names[id(module)])} ({type(module).__name__}){given}"
        said = f"{type(error).__name__}: {error}".strip(": ")
        if isinstance(error, TypeError) and len(self.stack) == 1 and "forward() " in said:
            said += _how_to_give(self.model, said)
        return f"model: expected a forward pass to its end, got an error {where}: {said}"

    def unseen(self):
        """(function, module's name, how often) for each norm that was called as a function, outside of a norm layer."""
        inside = {*self.families, *self.own.recognized}
        for (function, module), count in self.functions.items():
            if module not in inside:
                yield function, self.names.get(module, ""), count

    def strange(self, told: bool = False) -> list[str]:
        """What is to be said of own layers that are no norm; where ``told``, only of those that do something near."""
        return [
            _strange(self.names[key], type(module).__name__, shape, instead)
            for key, (module, shape, instead) in self.own.unknown.items()
            if instead or not told
        ]

    def layers(self):
        """Every norm layer, in the order of the model."""
        order = {name: k for k, name in enumerate(dict.fromkeys(self.aliases.values()))}
        found = {name: (module, family) for name, module, family in self.families.values()}
        found |= {self.names[key]: seen for key, seen in self.own.recognized.items()}
        for name in sorted(found, key=order.get):
            module, family = found[name]
            yield Layer.of(
                name,
                module,
                family,
                self.calls.get(name, []),
                eps=eps_of(module, torch.float32),
                added=name in self.added,
                mixed=name in self.mixed,
                useful=self.useful,
                stopped_at=self.stopped_pool if self.stopped == name else None,
                detached=self.own.detached.get(id(module)),
            )


def _how_to_give(model, said: str) -> str:
    """What to do where the arguments are not those that the model takes."""
    takes = [p for p in signature(model.forward).parameters.values() if p.kind.name[:3] != "VAR"]
    if any(p.kind is p.KEYWORD_ONLY for p in takes) or "unexpected keyword" in said:
        named = ", ".join(f'"{p.name}": …' for p in takes)
        return f" (give them by name, as one dict: nv.inspect(model, {{{named}}}))"
    return " (a loader's batch often holds targets, too: give the inputs alone)" * ("were given" in said)


@contextmanager
def _plain_paths(model):
    """Leave out compiled code and fused paths, which pass the layers by."""
    with ExitStack() as stack:
        if any(hasattr(m, "_orig_mod") or m._compiled_call_impl is not None for m in model.modules()):
            stack.enter_context(torch.compiler.set_stance("force_eager"))
        fast = torch.backends.mha.get_fastpath_enabled()
        stack.callback(torch.backends.mha.set_fastpath_enabled, fast)
        torch.backends.mha.set_fastpath_enabled(False)
        yield


def _not_finite(model, watch, args, kwargs, norm: str | None) -> str:
    """Run once more, and look at every layer: where do numbers that are none first appear?

    They reach a ``norm``, or else the model's output; on the way to it, -inf may be meant, in a mask.
    """
    first = []
    is_number = torch.isfinite if norm is not None else lambda t: ~torch.isnan(t)

    def look(module, tensors, where):
        floats = (t for t in leaves(tensors) if t.is_floating_point())
        if not first and any(not is_number(t).all() for t in floats):
            first.append((module, where))

    for place, tensor in enumerate(leaves((args, kwargs))):
        if tensor.is_floating_point() and not is_number(tensor).all():
            at = tuple(torch.nonzero(~is_number(tensor))[0].tolist())
            value = tensor[at].item()
            return f"inputs: expected finite numbers, got {value} at index {at} of input {place + 1}"
    with (
        watch._hooks(
            lambda module, args, kwargs: look(module, (args, kwargs), "what comes into"),
            lambda module, args, kwargs, out: look(module, out, "the output of"),
        ),
        _plain_paths(model),
    ):
        model(*args, **kwargs)
    words = "model: expected finite numbers on the way, got nan or inf, first in "
    reach = "; they reach the model's output" if norm is None else f"; they reach {_called(norm)}"
    if not first:
        return words + ("the model's output" if norm is None else f"what comes into {_called(norm)}")
    module, where = first[0]
    name = watch.names[id(module)]
    own = (*module.parameters(recurse=False), *module.buffers(recurse=False))
    if any(torch.isnan(t).any() for t in own if t.is_floating_point()):
        where = "the weights or the stored statistics of"
    reach = "" if name == norm or name == "" else reach
    return words + f"{where} {_called(name)} ({type(module).__name__}){reach}"


def _strange(name: str, kind: str, shape, instead: str) -> str:
    """What a layer that is no norm does, as far as this is known, and how to ask on."""
    if instead:
        return f"{_called(name)} ({kind}) {instead}"
    said = f"What leaves {_called(name)} ({kind}) is not what batch, layer, RMS or instance norm gives"
    said += "; group norm is not tried, nor a γ for each number of a sample"
    if len(shape) == 2 and shape[0] == 1:
        return f"{said}. It got one row, which tells little: give two or more"
    turned = "; of images, pass x.movedim(1, -1).flatten(1, -2), and so of result" if len(shape) > 3 else ""
    return f"{said}. Ask nv.diagnose(x, result): x is what comes into it, and result what leaves it{turned}"


def _written_out(model):
    """Where a norm may stand that is no layer."""
    for module in model.modules():
        if list(module.children()) and not type(module).__module__.startswith("torch.nn"):
            kind = type(module).__name__
            yield f"Is one written out in the forward pass of {kind}? Make it a layer of its own, and it is seen"
            return


def _kinds(model) -> str:
    kinds = dict.fromkeys(type(m).__name__ for m in model.modules() if not list(m.children()))
    return ", ".join(list(kinds)[:8]) + (", …" if len(kinds) > 8 else "")


def _plain(name: str) -> str:
    return ".".join(part for part in name.split(".") if part != "_orig_mod")


def _called(name: str) -> str:
    return repr(name) if name else "the model itself"
