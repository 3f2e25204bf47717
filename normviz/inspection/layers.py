"""Which layers are norms, and which of their numbers share a mean."""

from dataclasses import dataclass
from math import prod

import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.instancenorm import _InstanceNorm

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
    """The family of one of torch's norms, or of a layer that is made from one; None for anything else."""
    return next((family for kind, family in FAMILIES if isinstance(module, kind)), None)


def quantized(module: nn.Module) -> bool:
    """Whether it is one of 8 bits, which has stored statistics alone and no training."""
    return type(module).__module__.startswith("torch.ao.nn.quantized")


def tensors_of(module: nn.Module) -> dict[str, torch.Tensor]:
    """All that a layer itself holds: parameters, buffers and plain tensors."""
    held = {**module._parameters, **module._buffers, **vars(module)}
    return {name: t for name, t in held.items() if isinstance(t, torch.Tensor)}


def stored_of(module: nn.Module, names=None) -> tuple[torch.Tensor, torch.Tensor] | None:
    """The running mean and variance of a layer, whatever it calls them; None where it has none."""
    names = names or names_of_stored(module)
    return None if names is None else tuple(getattr(module, name) for name in names)


def names_of_stored(module: nn.Module) -> tuple[str, str] | None:
    """What a layer calls its running mean and variance; None where it has none."""
    tensors = [name for name, t in tensors_of(module).items() if not isinstance(t, nn.Parameter)]
    found = [next((name for name in tensors if part in name), None) for part in ("mean", "var")]
    return tuple(found) if all(found) else None


def eps_of(module: nn.Module, dtype) -> float:
    """The ε of a layer; 1e-5 where it does not say."""
    for name in ("eps", "epsilon", "variance_epsilon"):
        if isinstance(eps := getattr(module, name, None), (int, float)):
            return float(eps)
    # RMSNorm without ε takes the smallest step of the type.
    return torch.finfo(dtype).eps if isinstance(module, nn.RMSNorm) else 1e-5


# The arguments of torch's functions, as torch.nn.functional and as torch itself take them.
_STORED = ("running_mean", "running_var")
_USED = (("batch_norm", "training"), ("instance_norm", "use_input_stats"))
_ENDS = {name: (use, "momentum", "eps") for name, use in _USED}
ARGUMENTS = {
    "layer_norm": ("normalized_shape", "weight", "bias", "eps"),
    "rms_norm": ("normalized_shape", "weight", "eps"),
    "group_norm": ("num_groups", "weight", "bias", "eps"),
} | {name: (*_STORED, "weight", "bias", *end) for name, end in _ENDS.items()}
OF_TORCH = ARGUMENTS | {name: ("weight", "bias", *_STORED, *end) for name, end in _ENDS.items()}


@dataclass(frozen=True)
class Given:
    """What one of torch's functions for norms was given beside x."""

    family: str
    pool: Pool
    running: bool  # whether stored statistics are used
    stored: tuple | None  # (mean, variance), tensors
    gamma: torch.Tensor | None
    beta: torch.Tensor | None
    eps: float
    momentum: float | None
    groups: int | None


def given_to(name: str, func, args, kwargs) -> tuple[torch.Tensor, Given]:
    """What came into a norm that is called as a function, and how it normalizes."""
    order = ARGUMENTS if hasattr(func, "__code__") else OF_TORCH
    given = dict(zip(("input", *order[name]), args, strict=False)) | kwargs
    x, family = given["input"], name.removesuffix("_norm")
    stored = tuple(given.get(key) for key in _STORED)
    stored = None if None in stored else stored
    own = given.get("training", False) if family == "batch" else given.get("use_input_stats", True)
    groups = given.get("num_groups")
    if family in ("layer", "rms"):
        pool = rows(x.shape, len(given["normalized_shape"]))
    elif family == "group":
        pool = group(x.shape, groups)
    else:
        pool = columns(x.shape, 1) if family == "batch" else instance(x.shape, 1)
    eps = given.get("eps")
    eps = eps if eps is not None or family == "rms" else 1e-5
    running = stored is not None and not own
    momentum = given.get("momentum", 0.1) if stored else None
    affine = given.get("weight"), given.get("bias")
    return x, Given(family, pool, running, stored, *affine, eps, momentum, groups)


def eps_left(x, out, given) -> float:
    """The ε of an RMS norm that was given none: the type's own or that of float32, whichever what left it says."""
    square, left = (t.detach().double().square() for t in (x, out))
    with_gamma = square if given.gamma is None else square * given.gamma.detach().double() ** 2
    square, with_gamma, left = (t.mean(given.pool.axes) for t in (square, with_gamma, left))
    every = (torch.finfo(t).eps for t in (torch.float32, x.dtype))
    return min(every, key=lambda eps: float((left - with_gamma / (square + eps)).abs().mean()))


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
