"""A model that may run, and is afterwards what it was before."""

import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

import numpy as np
import torch
from torch import nn

CONTAINERS = (dict, list, set)


@contextmanager
def unchanged(model: nn.Module, inputs: Iterable[torch.Tensor] = ()) -> Iterator[None]:
    """Give a model, and its ``inputs``, back as they came, bit for bit, also when something raises inside.

    Kept are parameters, buffers, plain tensors and containers among the attributes of each module, gradients, flags
    and hooks, and the state of every random generator, also of those among the attributes. While it lasts, no parameter
    has a gradient, so that none is added to.
    """
    restore = [_tensors_of(model, inputs), _attributes_of(model), _random(model)]
    try:
        yield
    finally:
        # Attributes first: a tensor that was replaced must be back before its numbers are.
        for put_back in (restore[1], restore[0], restore[2]):
            put_back()


@contextmanager
def hooked(model, before, after):
    """Hooks on every layer, for a while; hooks of torch for all modules would meet those of other threads, too."""
    how = {"prepend": True, "with_kwargs": True}
    with ExitStack() as stack:
        for module in model.modules():
            stack.callback(module.register_forward_pre_hook(before, **how).remove)
            stack.callback(module.register_forward_hook(after, **how).remove)
        yield


@contextmanager
def plain_paths(model):
    """Leave out compiled code and fused paths, which pass the layers by."""
    with ExitStack() as stack:
        if "torch._dynamo" in sys.modules:  # it takes seconds to import, and nothing is compiled without it
            stack.enter_context(torch.compiler.set_stance("force_eager"))
        fast = torch.backends.mha.get_fastpath_enabled()
        stack.callback(torch.backends.mha.set_fastpath_enabled, fast)
        torch.backends.mha.set_fastpath_enabled(False)
        yield


def _attributes_of(model):
    kept = []
    for module in model.modules():
        inner = {name: value.copy() for name, value in vars(module).items() if isinstance(value, CONTAINERS)}
        kept.append((module, dict(vars(module)), inner))

    def put_back():
        for module, attributes, inner in kept:
            vars(module).clear()
            vars(module).update(attributes)
            for name, content in inner.items():
                container = attributes[name]
                container.clear()
                (container.extend if isinstance(container, list) else container.update)(content)

    return put_back


def _tensors_of(model, inputs):
    written = (t for t in inputs if t.layout == torch.strided and not t.is_nested)
    tensors = {id(t): t for t in (*model.parameters(), *model.buffers(), *written)}
    plain = (value for module in model.modules() for value in vars(module).values())
    tensors |= {id(value): value for value in plain if isinstance(value, torch.Tensor)}
    kept = []
    for tensor in tensors.values():
        grad = tensor.grad if tensor.is_leaf else None
        numbers = tensor.detach().clone()
        kept.append((tensor, tensor.data, numbers, _version(tensor), tensor.requires_grad, grad))
        if grad is not None:
            tensor.grad = None

    def put_back():
        for tensor, data, numbers, version, requires_grad, grad in kept:
            if tensor.data_ptr() != data.data_ptr() or tensor.shape != data.shape:
                tensor.data = data
            if _version(tensor) != version or not torch.equal(data, numbers):
                data.copy_(numbers)
            if tensor.is_leaf:
                tensor.requires_grad = requires_grad
                tensor.grad = grad

    return put_back


def _version(tensor) -> int:
    return 0 if tensor.is_inference() else tensor._version


def _random(model):
    devices = {t.device for t in (*model.parameters(), *model.buffers())} - {torch.device("cpu")}
    generators = [(torch.get_device_module(device), device) for device in devices if device.type != "meta"]
    states = [module.get_rng_state(*_place(device)) for module, device in generators]
    own = [g for module in model.modules() for g in vars(module).values() if isinstance(g, torch.Generator)]
    own_states = [generator.get_state() for generator in own]
    torch_state, numpy_state, python_state = torch.get_rng_state(), np.random.get_state(), random.getstate()

    def put_back():
        torch.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        random.setstate(python_state)
        for (module, device), state in zip(generators, states, strict=True):
            module.set_rng_state(state, *_place(device))
        for generator, state in zip(own, own_states, strict=True):
            generator.set_state(state)

    return put_back


def _place(device) -> tuple:
    return () if device.type == "mps" else (device,)
