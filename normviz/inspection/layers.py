"""Which layers are norms, and which of their numbers share a mean."""

from dataclasses import dataclass
from math import prod

import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm, _NormBase
from torch.nn.modules.instancenorm import _InstanceNorm
from torch.nn.parameter import is_lazy

FAMILIES = (
    (_BatchNorm, "batch"),
    (_InstanceNorm, "instance"),
    (nn.LayerNorm, "layer"),
    (nn.RMSNorm, "rms"),
    (nn.GroupNorm, "group"),
)


@dataclass(frozen=True)
class Pool:
    """Which numbers share a mean."""

    # the axes of the input that are pooled over, counted from 0; for group norm without that of the features
    axes: tuple[int, ...]
    features: int  # the axis of the features
    size: int  # how many numbers share a mean
    words: str  # this in words
    groups: int | None = None  # how many blocks the features form, for group norm alone


def family_of(module: nn.Module) -> str | None:
    """The family of one of torch's norms; None for anything else, and for a layer that computes its own way."""
    for kind, family in FAMILIES:
        if isinstance(module, kind):
            home = next(k for k in type(module).__mro__ if k.__module__.startswith("torch.nn."))
            return family if type(module).forward is home.forward else None
    return None


def unmade(model: nn.Module) -> str | None:
    """The name of a lazy layer that has not met its first batch; None where all are made."""
    for name, module in model.named_modules():
        own = (*module._parameters.values(), *module._buffers.values())
        if any(is_lazy(tensor) for tensor in own if tensor is not None):
            return name
    return None


def uses_running(module: nn.Module) -> bool:
    """Whether a layer normalizes with stored statistics now, instead of those of the batch."""
    return isinstance(module, _NormBase) and not module.training and module.running_mean is not None


def stored_of(module: nn.Module) -> tuple[torch.Tensor, torch.Tensor] | None:
    """The running mean and variance of a layer, whatever it calls them; None where it has none."""
    names = names_of_stored(module)
    return None if names is None else tuple(getattr(module, name) for name in names)


def names_of_stored(module: nn.Module) -> tuple[str, str] | None:
    """What a layer calls its running mean and variance; None where it has none."""
    held = {**vars(module), **module._buffers}
    tensors = [name for name, value in held.items() if isinstance(value, torch.Tensor)]
    found = [next((name for name in tensors if part in name), None) for part in ("mean", "var")]
    return tuple(found) if all(found) else None


def eps_of(module: nn.Module, dtype) -> float:
    """The ε of a layer; 1e-5 where it does not say."""
    for name in ("eps", "epsilon", "variance_epsilon"):
        if isinstance(eps := getattr(module, name, None), (int, float)):
            return float(eps)
    # RMSNorm without ε takes the smallest step of the type.
    return torch.finfo(dtype).eps if isinstance(module, nn.RMSNorm) else 1e-5


def pool_of(module: nn.Module, family: str, shape: tuple[int, ...]) -> Pool:
    """The pool of one of torch's norms for an input of ``shape``."""
    if family in ("layer", "rms"):
        return rows(shape, len(module.normalized_shape))
    if family == "batch":
        return columns(shape, 1)
    if family == "group":
        return group(shape, module.num_groups)
    spatial = {"InstanceNorm1d": 1, "InstanceNorm2d": 2, "InstanceNorm3d": 3}
    n = next(spatial[k.__name__] for k in type(module).__mro__ if k.__name__ in spatial)
    return instance(shape, len(shape) - n - 1)


def rows(shape, last: int) -> Pool:
    """The pool of a norm over the ``last`` axes, alone for each place of the others."""
    axes = tuple(range(len(shape) - last, len(shape)))
    over = f"its {shape[-1]} features" if last == 1 else f"its last {last} axes, {_by(shape[-last:])}"
    return Pool(axes, len(shape) - 1, prod(shape[-last:]), f"each row, over {over}")


def columns(shape, features: int) -> Pool:
    """The pool of batch norm: all numbers of one feature."""
    axes = tuple(k for k in range(len(shape)) if k != features)
    size = prod(shape[k] for k in axes)
    return Pool(axes, features, size, f"each feature, over {_axes(axes)}")


def instance(shape, features: int) -> Pool:
    """The pool of instance norm: one feature of one sample; what stands behind the samples' axis is pooled over."""
    first = 1 if features == len(shape) - 1 else features + 1
    axes = tuple(k for k in range(first, len(shape)) if k != features)
    size = prod(shape[k] for k in axes)
    return Pool(axes, features, size, f"each feature of each sample, over {_axes(axes)}")


def group(shape, groups: int) -> Pool:
    """The pool of group norm: one block of features of one sample."""
    axes = tuple(range(2, len(shape)))
    block = shape[1] // groups
    where = f", over {_axes(axes)}" if axes else ""
    words = f"{block} feature{'s' * (block > 1)} of each sample{where}"
    return Pool(axes, 1, block * prod(shape[2:]), words, groups)


def _axes(axes) -> str:
    named = [str(k) for k in axes]
    return f"axis {named[0]}" if len(named) == 1 else f"axes {', '.join(named[:-1])} and {named[-1]}"


def _by(shape) -> str:
    return " × ".join(map(str, shape))
