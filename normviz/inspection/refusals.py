"""What is said where a model cannot be looked at, or ends with an error."""

from inspect import signature

import torch

from normviz.inspection.given import leaves
from normviz.inspection.kept import plain_paths
from normviz.inspection.layers import stored_of, tensors_of, unmade


def refuse(model) -> None:
    """Refuse models that cannot be looked at while they run."""
    if any(isinstance(m, torch.jit.ScriptModule) for m in model.modules()):
        raise TypeError(
            "model: expected layers that run in Python, got some that torch.jit made: inspect their source"
        )
    lazy = unmade(model)
    if lazy is not None:
        kind = type(model.get_submodule(lazy)).__name__
        raise ValueError(
            f"model: expected layers that are made, got {called(lazy)} ({kind}), which has no weights until its "
            "first batch: run the model once, then inspect it"
        )
    far = next((name for name, t in (*model.named_parameters(), *model.named_buffers()) if t.is_meta), None)
    if far is not None:
        raise ValueError(
            f"model: expected numbers in its weights, got {far!r} on the meta device, without any"
        )


def unseen(name: str, module, error) -> str:
    """Why a norm could not be looked at."""
    where = f"{called(name)} ({type(module).__name__})"
    if "vmap" in str(error) or "BatchedTensor" in str(error):
        return (
            f"model: expected layers whose numbers can be looked at, got {where} inside of torch.vmap: inspect the "
            "model that it maps"
        )
    if "ested" in str(error):
        return (
            f"model: expected plain tensors, got a nested one in {where}: pad it with to_padded_tensor(0.0), and give "
            "lengths= for its pads"
        )
    if "torch.q" in str(error) or "uantize" in str(error):
        return (
            f"model: expected floating-point numbers, got whole ones of 8 bits in {where}: inspect the model as it was "
            "before it was quantized"
        )
    return f"model: {where} could not be looked at, and this is no fault of the model: {type(error).__name__}: {error}"


def other_axis(layer, given, shape, module) -> str:
    """What to do where a norm was made for as many features as stand on another axis."""
    made_for = getattr(module, "num_features", getattr(module, "num_channels", None))
    if given.family in ("layer", "rms"):
        made_for = module.normalized_shape[-1] if hasattr(module, "normalized_shape") else None
    there = given.pool.features
    fits = [axis for axis in range(1, len(shape)) if shape[axis] == made_for and axis != there]
    if len(fits) != 1:
        return ""
    turn = f"({min(fits[0], there)}, {max(fits[0], there)})"
    turned = f"norm(x.transpose{turn}).transpose{turn}"
    return f". It takes the features from axis {there}; {made_for} of them stand on axis {fits[0]}: {turned}"


def how_to_give(model, said: str) -> str:
    """What to do where the arguments are not those that the model takes."""
    takes = [p for p in signature(model.forward).parameters.values() if p.kind.name[:3] != "VAR"]
    if any(p.kind is p.KEYWORD_ONLY for p in takes) or "unexpected keyword" in said:
        named = ", ".join(f'"{p.name}": …' for p in takes)
        return f" (give them by name, as one dict: nv.inspect(model, {{{named}}}))"
    hint = " (a loader's batch often holds targets, too: give the inputs alone; a list that is one argument: (list,))"
    return hint * ("were given" in said)


def not_finite(model, watch, args, kwargs, norm: str) -> str:
    """Run once more, and look at every layer: where do numbers that are none first appear?

    They reach a ``norm``, or else the model's output; on the way to it, -inf may be meant, in a mask.
    """
    first = []
    norm = None if norm == "the output" else norm
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
        plain_paths(model),
    ):
        model(*args, **kwargs)
    words = "model: expected finite numbers on the way, got nan or inf, first in "
    reach = "; they reach the model's output" if norm is None else f"; they reach {called(norm)}"
    if not first:
        return words + ("the model's output" if norm is None else f"what comes into {called(norm)}")
    module, where = first[0]
    name = watch.names[id(module)]
    own = [t for t in tensors_of(module).values() if t.is_floating_point()]
    if any(not torch.isfinite(t).all() for t in own):
        where = "the weights or the stored statistics of"
    stored = stored_of(module)
    if stored is not None and bool((stored[1] < 0).any()):
        where = "the stored variance, which is negative, of"
    reach = "" if name == norm or name == "" else reach
    return words + f"{where} {called(name)} ({type(module).__name__}){reach}"


def strange(name: str, kind: str, shape, instead: str) -> str:
    """What a layer that is no norm does, as far as this is known, and how to ask on."""
    if instead:
        return f"{called(name)} ({kind}) {instead}"
    said = f"What leaves {called(name)} ({kind}) changes when its input is scaled, as with no norm"
    if len(shape) == 2 and shape[0] == 1:
        return f"{said}. It got one row, which tells little: give two or more"
    turned = "; of images, pass x.movedim(1, -1).flatten(1, -2), and so of result" if len(shape) > 3 else ""
    return f"{said}. Ask nv.diagnose(x, result): x is what comes into it, and result what leaves it{turned}"


def written_out(model):
    """Where a norm may stand that is no layer."""
    for module in model.modules():
        if list(module.children()) and not type(module).__module__.startswith("torch.nn"):
            kind = type(module).__name__
            yield f"Is one written out in the forward pass of {kind}? Make it a layer of its own, and it is seen"
            return


def kinds_of(model) -> str:
    kinds = dict.fromkeys(type(m).__name__ for m in model.modules() if not list(m.children()))
    return ", ".join(list(kinds)[:8]) + (", …" if len(kinds) > 8 else "")


def plain(name: str) -> str:
    return ".".join(part for part in name.split(".") if part != "_orig_mod")


def called(name: str) -> str:
    return repr(name) if name else "the model itself"
