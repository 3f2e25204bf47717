"""What was given to an inspection: inputs, batches and masks, checked, or refused in words."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import signature

import numpy as np
import torch
from torch.nn.utils.rnn import PackedSequence

from normviz import _inputs


def batches_of(model, inputs, batches, mask, lengths) -> Iterator[tuple[tuple, dict, torch.Tensor | None]]:
    """The arguments and the mask of each forward pass, read as they come."""
    if mask is not None and lengths is not None:
        raise TypeError("lengths: expected no mask beside it, got both")
    if batches is None:
        if not inputs:
            raise TypeError("inputs: expected what the model takes, such as a tensor, got nothing")
        args, kwargs = _arguments(model, inputs[0] if len(inputs) == 1 else tuple(inputs), "inputs")
        yield args, kwargs, _mask_of(mask, lengths, args, kwargs)
        return
    if inputs:
        raise TypeError(f"batches: expected no other inputs beside it, got {len(inputs)}")
    if isinstance(batches, (torch.Tensor, np.ndarray, str, Mapping)) or not isinstance(batches, Iterable):
        raise TypeError(f"batches: expected a list of inputs, got {described(batches)}")
    several, name = (lengths, "lengths") if mask is None else (mask, "mask")
    if several is not None and not isinstance(several, (list, tuple)):
        count = f" of {len(batches)}" if hasattr(batches, "__len__") else ""
        raise ValueError(f"{name}: expected a list{count}, one a batch, got {described(several)}")
    count = -1
    for count, batch in enumerate(batches):
        if several is not None and count >= len(several):
            break
        args, kwargs = _arguments(model, batch, f"batches[{count}]")
        of_batch = [None if given is None else given[count] for given in (mask, lengths)]
        yield args, kwargs, _mask_of(*of_batch, args, kwargs)
    if several is not None and len(several) != count + 1:
        more = " or more" * (count >= len(several))
        listed = f"{name}: expected a list of {count + 1}{more}, one a batch"
        raise ValueError(f"{listed}, got {described(several)}")
    if count < 0:
        raise ValueError("batches: expected at least one batch, got none")


def _arguments(model, batch, name: str) -> tuple[tuple, dict]:
    """The positional and the named arguments of one forward pass."""
    args, kwargs = (batch,), {}
    if not _is_one(model, batch):
        args, kwargs = ((), dict(batch)) if isinstance(batch, Mapping) else (tuple(batch), {})
    for place, value in [*enumerate(args), *kwargs.items()]:
        where = name if len(args) == 1 and not isinstance(batch, (tuple, list)) else f"{name}[{place!r}]"
        if isinstance(value, np.ndarray):
            raise TypeError(f"{where}: expected a torch tensor, got {described(value)}: use torch.from_numpy")
    first = next(leaves((args, kwargs)), None)
    if first is None:
        several = isinstance(batch, Iterable) and not isinstance(batch, (str, Mapping, tuple, list))
        hint = ": use batches= for several" * (several and name == "inputs")
        wanted = f"{name}: expected a torch tensor, or a tuple, a dict or an object with one"
        raise TypeError(f"{wanted}, got {described(batch)}{hint}")
    if any(t.is_nested for t in leaves((args, kwargs))):
        way_out = "use to_padded_tensor(0.0), and lengths= for its pads"
        raise TypeError(f"{name}: expected plain tensors, got a nested one: {way_out}")
    if not first.numel():
        raise ValueError(f"{name}: expected at least one number, got a tensor of shape {tuple(first.shape)}")
    return args, kwargs


def _is_one(model, batch) -> bool:
    """Whether a batch is one argument: an object; or a dict or a list, where the model takes one and no more."""
    if not isinstance(batch, (tuple, list, Mapping)) or isinstance(batch, PackedSequence):
        return True
    if isinstance(batch, tuple) and not hasattr(batch, "_fields"):
        return False
    try:
        takes = signature(model.forward)
        takes.bind(batch)
        first = next(iter(takes.parameters.values()))
        said = str(first.annotation).lower()
        if isinstance(batch, list) and said.startswith(("list", "typing.list", "sequence")):
            return True
        takes.bind(**batch) if isinstance(batch, Mapping) else takes.bind(*batch)
    except (TypeError, ValueError, StopIteration):
        return _fits(model, batch)
    return False


def _fits(model, batch) -> bool:
    """Whether the model takes one argument without a default, and none that is called as a part of the batch."""
    names = batch if isinstance(batch, Mapping) else getattr(batch, "_fields", ())
    takes = [p for p in signature(model.forward).parameters.values() if p.kind.name != "VAR_KEYWORD"]
    needed = [p for p in takes if p.default is p.empty and p.kind.name == "POSITIONAL_OR_KEYWORD"]
    return len(takes) == len(needed) == 1 and takes[0].name not in names and len(names) > 1


def _mask_of(mask, lengths, args, kwargs):
    if lengths is not None:
        mask = _of_lengths(lengths, args, kwargs)
    return None if mask is None else _mask(mask, args, kwargs)


def _of_lengths(lengths, args, kwargs):
    """The mask of samples that have so many real tokens each; pads stand at their ends."""
    counts = None
    if isinstance(lengths, (torch.Tensor, np.ndarray, list, tuple)):
        with suppress(TypeError, ValueError, RuntimeError, OverflowError):  # it is refused below
            counts = torch.as_tensor(lengths)
    shape = next((tuple(t.shape) for t in leaves((args, kwargs)) if t.dim() > 1), ())
    whole = counts is not None and not counts.is_floating_point() and counts.dtype != torch.bool
    if not whole or counts.dim() != 1 or not shape:
        raise TypeError(f"lengths: expected one whole number a sample, got {described(lengths)}")
    places = [n for n in shape[1:] if n >= int(counts.max())]
    time_first = f": with time first, mask=(torch.arange({shape[0]}) < lengths[:, None]).T"
    if len(counts) != shape[0] or counts.min() < 0 or not places:
        raise ValueError(
            f"lengths: expected {shape[0]} numbers up to the length of an input of shape {shape}, got "
            f"{len(counts)} up to {int(counts.max())}{time_first * (shape[1:2] == counts.shape)}"
        )
    longest = int(counts.max()) if int(counts.max()) in places else places[0]
    return torch.arange(longest) < counts.cpu()[:, None]


def _mask(mask, args, kwargs):
    if isinstance(mask, np.ndarray) and mask.dtype == bool:
        mask = torch.from_numpy(mask)
    if not isinstance(mask, torch.Tensor) or mask.dtype != torch.bool:
        ways = {torch.Tensor: "mask.bool()", np.ndarray: "mask.astype(bool)"}
        raise TypeError(
            f"mask: expected booleans (True at real tokens), got {described(mask)}: of 0 and 1, use "
            f"{ways.get(type(mask), 'torch.tensor(mask).bool()')}; of how many tokens are real, use lengths="
        )
    tensors = [t for t in leaves((args, kwargs)) if t.dim()]
    fits = [mask.shape in (t.shape[: mask.dim()], (*t.shape[:1], *t.shape[2:])) for t in tensors]
    # It may be the mask of frames behind a convolution; whether it fits any norm is seen later.
    places = [max(t.shape[1:]) for t in tensors if t.dim() > 1 and mask.dim() == 2 and len(mask) == len(t)]
    fits += [1 < mask.shape[1] < most for most in places]
    if mask.dim() < 1 or not any(fits):
        shape = tuple(tensors[0].shape) if tensors else ()
        raise ValueError(
            f"mask: expected shape {shape[:2]}, one value a token of the input of shape {shape}, "
            f"got shape {tuple(mask.shape)}" + (": use mask.T" if mask.shape[::-1] == shape[:2] else "")
        )
    if not mask.any():
        raise ValueError("mask: expected at least one real token (True), got none")
    mask = mask.to(tensors[0].device)
    for tensor in (*tensors, *(t.movedim(1, -1) for t in tensors if t.dim() > 2)):
        fits = tensor.shape[: mask.dim()] == mask.shape
        if fits and mask.sum() > 1 and alike(tensor[mask]) and not alike(tensor[~mask]):
            raise ValueError("mask: expected True at real tokens, got True at tokens all alike: use ~mask")
    return mask


def alike(tokens) -> bool:
    return bool((tokens == tokens[:1]).all())


def leaves(value, inside=()):
    """The tensors in tuples, lists, dicts, and objects that hold some."""
    if isinstance(value, torch.Tensor):
        yield value
    elif id(value) not in inside and not isinstance(value, (str, torch.nn.Module, type)):
        parts = ()
        if isinstance(value, Mapping):
            parts = value.values()
        elif isinstance(value, (tuple, list)):
            parts = value
        elif not callable(value) and not isinstance(value, Iterator) and not hasattr(value, "dataset"):
            parts = getattr(value, "__dict__", {}).values()
        for part in parts:
            yield from leaves(part, (*inside, id(value)))


def described(value) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)} and type {value.dtype}"
    return _inputs.describe(value)
