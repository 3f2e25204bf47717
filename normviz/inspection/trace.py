"""Where a tensor comes from: which axis holds its features, and what was done to it last.

Every function of torch that the model calls passes by here, so it does not matter whether a step is a module, a method
or an operator.
"""

from dataclasses import dataclass, replace

import torch
from torch.nn.modules.dropout import _DropoutNd
from torch.overrides import TorchFunctionMode
from torch.utils.weak import WeakIdKeyDictionary

from normviz.inspection.layers import ARGUMENTS


@dataclass(frozen=True)
class Origin:
    """What is known of a tensor."""

    features: int | None = None  # the axis that holds the features, or None
    bias: str | None = None  # the layer whose bias was added to it last, and nothing else since; or None
    drop: "Drop | None" = None  # the dropout that it went through, with no norm since
    norm: str | None = None  # the norm layer whose output it is, up to activations and products; or None
    # whether other axes have changed places while that one stayed: somebody means one of them
    turned: bool = False
    sure: bool = False  # whether the layer that put the features there takes no other axis


@dataclass(frozen=True)
class Drop:
    """A dropout."""

    p: float
    layer: str | None  # its name, or None for one that was called as a function
    at_work: bool
    direct: bool = True  # whether only activations have come since
    convolved: bool = False  # whether a convolution or pooling has


NOTHING = Origin()
NORM = -1  # in the place of a module's id, where a norm is called
RECURRENT = {"lstm", "gru", "rnn_tanh", "rnn_relu"}
SURE = RECURRENT | {"embedding", "multi_head_attention_forward"}
LAST = SURE | {"layer_norm", "rms_norm"}
CONVOLUTIONS = {f"conv{t}{n}d": n for t in ("", "_transpose") for n in (1, 2, 3)}
DROPOUTS = {f"dropout{kind}" for kind in ("", "_", "1d", "2d", "3d")}
DROPOUTS |= {"alpha_dropout", "feature_alpha_dropout"}
SAME_NUMBERS = {"contiguous", "clone", "to", "float", "double", "half", "bfloat16", "type", "type_as",
                "detach"}  # fmt: skip
SHAPES = {"reshape", "view", "flatten", "unflatten", "unsqueeze", "squeeze", "view_as", "reshape_as"}
TURNS = {"transpose", "swapaxes", "swapdims", "permute", "movedim", "moveaxis", "t", "mT"}
ASKED = {"__getitem__", "size", "dim", "numel", "is_floating_point", "attribute"}
KEEPING = SAME_NUMBERS | SHAPES | TURNS | ASKED
ACTIVATIONS = {"relu", "relu_", "relu6", "gelu", "silu", "silu_", "mish", "leaky_relu", "leaky_relu_", "elu", "elu_",
               "selu", "celu", "tanh", "sigmoid", "hardswish", "hardsigmoid", "hardtanh", "softplus", "prelu",
               "rrelu"}  # fmt: skip
SUMS = {"add", "add_", "__add__", "__radd__", "__iadd__", "sub", "sub_", "__sub__", "cat", "concat", "stack"}
# Their output may have the shape of an input, and other axes.
MIXING = {"matmul", "__matmul__", "__rmatmul__", "mm", "bmm", "baddbmm", "addmm", "einsum", "tensordot", "roll",
          "gather", "scaled_dot_product_attention"}  # fmt: skip
SIZES = ("pool", "interpolate", "pad")  # in the names of functions that change how many places there are


class Trace(TorchFunctionMode):
    """Follows every tensor from function to function while the model runs."""

    def __init__(self, names: dict[int, str], stack: list, layers: dict[int, str], norm):
        super().__init__()
        self.stack = stack  # (module, shape) of the layers at work, the innermost last
        # What to do around a norm that is called: (name, function, its arguments) → (result, name).
        self.norm = norm
        self.quiet = False  # while somebody looks at what has come
        # A layer, and which module worked with its bias; NORM for a norm.
        self.uses: set[tuple[str, int]] = set()
        self.origins = WeakIdKeyDictionary()
        self.names = names  # of layers, by the id of their bias
        self.layers = layers  # their names, by their own id
        self.added: set[str] = set()  # norm layers whose output was added to something, or set beside it
        # Those whose output goes into a linear layer that mixes places, not features.
        self.mixed: set[str] = set()
        # Those whose output goes into a recurrent layer, and its features' axis.
        self.taken: dict[str, int] = {}
        self.unmasked: list[int] = []  # places of keys that nothing masks in attention

    def of(self, tensor) -> Origin:
        """What is known of ``tensor``."""
        return self.origins.get(tensor, NOTHING)

    def leave(self, tensors) -> None:
        """Note that ``tensors`` leave the model."""
        self.uses |= {(origin.bias, 0) for origin in map(self.of, tensors) if origin.bias}

    def useful(self, norms: set[int]) -> set[str]:
        """The layers whose bias does not go into ``norms`` alone."""
        return {layer for layer, module in self.uses if module not in norms and module != NORM}

    def mark(self, tensor, norm: str) -> None:
        """Note that ``tensor`` is what the layer ``norm`` gave."""
        self.origins[tensor] = replace(self.of(tensor), norm=norm, bias=None, drop=None)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if self.quiet:
            return func(*args, **kwargs)
        name, norm = _name(func), None
        if name in ARGUMENTS:
            result, norm = self.norm(name, func, args, kwargs)
        else:
            result = func(*args, **kwargs)
        into = [a for a in _flat((*args, *kwargs.values())) if isinstance(a, torch.Tensor)]
        before = [self.of(t) for t in into]
        if name not in KEEPING:
            user = NORM if norm is not None else id(self.stack[-1][0]) if self.stack else 0
            self.uses.update((origin.bias, user) for origin in before if origin.bias)
        first = result[0] if isinstance(result, tuple) and result else result
        if isinstance(first, torch.Tensor) and first.dim() and into:
            self._follow(name, args, kwargs, into, before, first)
            if norm is not None:
                self.mark(first, norm)
        return result

    def _follow(self, name, args, kwargs, into, before, result) -> None:
        x = into[0]
        if name in SUMS:
            self.added |= {origin.norm for origin in before if origin.norm}
        origin = before[0]
        further = origin.drop and replace(origin.drop, direct=False)
        if name in RECURRENT and origin.norm:
            self.taken[origin.norm] = x.dim() - 1
        whole = name == "multi_head_attention_forward"
        if whole and _argument(args, kwargs, 19, "key_padding_mask", None) is None:
            self.unmasked.append(into[1].shape[0])
        bare = name == "scaled_dot_product_attention" and len(into) == 3
        if bare and not _argument(args, kwargs, 5, "is_causal", False):
            self.unmasked.append(into[1].shape[-2])
        if name == "linear":
            over_last = origin.features in (None, x.dim() - 1)
            if not over_last and origin.norm:
                self.mixed.add(origin.norm)
            features = result.dim() - 1 if over_last else origin.features
            bias = self._bias(args, kwargs) if over_last else None
            found = Origin(features, bias, further, turned=not over_last)
        elif name in CONVOLUTIONS:
            drop = further and replace(further, convolved=True)
            found = Origin(result.dim() - CONVOLUTIONS[name] - 1, self._bias(args, kwargs), drop)
        elif name in TURNS:
            before_it = origin.features
            features = None if before_it is None else _turned(name, args, kwargs, before_it, x.dim())
            stayed = features is not None and features == before_it
            found = replace(origin, features=features, turned=origin.turned or stayed)
        elif name in SHAPES or (name == "__getitem__" and not isinstance(args[1], tuple)):
            found = replace(origin, features=_reshaped(origin.features, x.shape, result.shape))
        elif name in SAME_NUMBERS:
            found = origin
        elif name in LAST and (name not in ("layer_norm", "rms_norm") or origin.features is None):
            found = Origin(result.dim() - 1, sure=name in SURE)
        elif name in DROPOUTS:
            p = _argument(args, kwargs, 1, "p", 0.5)
            at_work = p > 0 and bool(_argument(args, kwargs, 2, "training", True))
            drop = Drop(p, self._dropping(), at_work)
            found = replace(origin, bias=None if at_work else origin.bias, drop=drop) if p > 0 else origin
        elif name in ACTIVATIONS:
            found = replace(origin, bias=None)
        elif name in MIXING:
            found = NOTHING
        elif any(part in name for part in SIZES) and _as_many(x, result, origin.features):
            drop = further and replace(further, convolved=True)
            found = Origin(origin.features, drop=drop, turned=origin.turned)
        else:
            found = _combined(name, into, before, result)
        self.origins[result] = found

    def _dropping(self) -> str | None:
        module = self.stack[-1][0] if self.stack else None
        return self.layers[id(module)] if isinstance(module, _DropoutNd) else None

    def _bias(self, args, kwargs) -> str | None:
        return self.names.get(id(_argument(args, kwargs, 2, "bias", None)))


def _combined(name, into, before, result) -> Origin:
    """What a function of one tensor or more, number by number, leaves: the features' axis if all agree on it."""
    alike = [origin for t, origin in zip(into, before, strict=True) if t.shape == result.shape]
    axes, norms = {origin.features for origin in alike} - {None}, {origin.norm for origin in before} - {None}
    norm = norms.pop() if len(norms) == 1 and name not in SUMS else None
    turned = any(origin.turned for origin in alike)
    return Origin(axes.pop() if len(axes) == 1 else None, norm=norm, turned=turned)


def _as_many(x, result, features) -> bool:
    """Whether there are as many features as before, on the axis where they were."""
    return features is not None and x.dim() == result.dim() and x.shape[features] == result.shape[features]


def _turned(name, args, kwargs, features: int, ndim: int) -> int | None:
    if name in ("t", "mT"):
        return {ndim - 1: ndim - 2, ndim - 2: ndim - 1}.get(features, features) if ndim > 1 else features
    numbers = [a for a in _flat((*args[1:], *kwargs.values())) if isinstance(a, int)]
    if any(not -ndim <= a < ndim for a in numbers):
        return None
    numbers = [a % ndim for a in numbers]
    if name == "permute":
        return numbers.index(features) if features in numbers else None
    if len(numbers) != 2:
        return None
    a, b = numbers
    if name in ("movedim", "moveaxis"):
        order = [k for k in range(ndim) if k != a]
        order.insert(b, a)
        return order.index(features)
    return {a: b, b: a}.get(features, features)


def _reshaped(features, before, after) -> int | None:
    if features is None:
        return None
    if features == len(before) - 1 and after[-1:] == before[-1:]:
        return len(after) - 1
    if features < len(after) and before[: features + 1] == after[: features + 1]:
        return features
    return None


def _argument(args, kwargs, place, name, default):
    return args[place] if len(args) > place else kwargs.get(name, default)


def _flat(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from _flat(value)
        else:
            yield value


def _name(func) -> str:
    name = getattr(func, "__name__", "")
    if name != "__get__":
        return name
    # x.T and x.mT are attributes, and so are .data and .real.
    turned = getattr(func, "__self__", None) in (torch.Tensor.T, torch.Tensor.mT)
    return "mT" if turned else "attribute"
