"""What was given to an inspection: inputs, batches and masks, checked, or refused in words."""

from collections.abc import Iterable, Mapping

import numpy as np
import torch

from normviz import _inputs


def batches_of(inputs, batches) -> list[tuple[tuple, dict]]:
    if batches is None:
        if not inputs:
            raise TypeError("inputs: expected what the model takes, such as a tensor, got nothing")
        return [_arguments(inputs[0] if len(inputs) == 1 else tuple(inputs), "inputs")]
    if inputs:
        raise TypeError(f"batches: expected no other inputs beside it, got {len(inputs)}")
    if isinstance(batches, (torch.Tensor, str, Mapping)) or not isinstance(batches, Iterable):
        raise TypeError(f"batches: expected a list of inputs, got {described(batches)}")
    if isinstance(batches, np.ndarray):
        raise TypeError(f"batches: expected a list of torch tensors, got {described(batches)}")
    given = [_arguments(batch, f"batches[{k}]") for k, batch in enumerate(batches)]
    if not given:
        raise ValueError("batches: expected at least one batch, got none")
    return given


def _arguments(batch, name: str) -> tuple[tuple, dict]:
    """The positional and the named arguments of one forward pass."""
    if isinstance(batch, Mapping):
        args, kwargs = (), dict(batch)
    elif isinstance(batch, (tuple, list)):
        args, kwargs = tuple(batch), {}
    else:
        args, kwargs = (batch,), {}
    for place, value in [*enumerate(args), *kwargs.items()]:
        where = name if len(args) == 1 and not isinstance(batch, (tuple, list)) else f"{name}[{place!r}]"
        if isinstance(value, np.ndarray):
            raise TypeError(f"{where}: expected a torch tensor, got {described(value)}: use torch.from_numpy")
    try:
        first = next(leaves((args, kwargs)), None)
    except RecursionError:  # a list that holds itself
        first = None
    if first is None:
        several = isinstance(batch, Iterable) and not isinstance(batch, (str, Mapping, tuple, list))
        hint = ": use batches= for several" if several and name == "inputs" else ""
        raise TypeError(
            f"{name}: expected a torch tensor, or a tuple or dict with one, got {described(batch)}{hint}"
        )
    if not first.numel():
        raise ValueError(f"{name}: expected at least one number, got a tensor of shape {tuple(first.shape)}")
    return args, kwargs


def masks_of(mask, given, several: bool) -> list:
    if mask is None:
        return [None] * len(given)
    masks = [mask]
    if several:
        if not isinstance(mask, (list, tuple)) or len(mask) != len(given):
            raise ValueError(f"mask: expected a list of {len(given)}, one a batch, got {described(mask)}")
        masks = list(mask)
    return [None if m is None else _mask(m, *batch) for m, batch in zip(masks, given, strict=True)]


def _mask(mask, args, kwargs):
    if isinstance(mask, np.ndarray) and mask.dtype == bool:
        mask = torch.from_numpy(mask)
    if not isinstance(mask, torch.Tensor) or mask.dtype != torch.bool:
        raise TypeError(
            f"mask: expected booleans (True at real tokens), got {described(mask)}{_as_booleans(mask)}"
        )
    tensors = [t for t in leaves((args, kwargs)) if t.dim()]
    fits = [mask.shape in (t.shape[: mask.dim()], (*t.shape[:1], *t.shape[2:])) for t in tensors]
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
        if fits and mask.sum() > 1 and _alike(tensor[mask]) and not _alike(tensor[~mask]):
            raise ValueError(
                "mask: expected True at real tokens, got True where all tokens of the input are alike, as pads are, "
                "and False at the others: use ~mask"
            )
    return mask


def _alike(tokens) -> bool:
    return bool((tokens == tokens[:1]).all())


def _as_booleans(mask) -> str:
    """What makes booleans of a mask of 0 and 1, as tokenizers give it."""
    try:
        numbers = torch.as_tensor(mask)
    except (TypeError, ValueError, RuntimeError):
        return ""
    if not bool(((numbers == 0) | (numbers == 1)).all()):
        return ""
    ways = {torch.Tensor: "mask.bool()", np.ndarray: "mask.astype(bool)"}
    return f": use {ways.get(type(mask), 'torch.tensor(mask).bool()')}"


def leaves(value):
    """The tensors in tuples, lists and dicts."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from leaves(part)


def described(value) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)} and type {value.dtype}"
    return _inputs.describe(value)
