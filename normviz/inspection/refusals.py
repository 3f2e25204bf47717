"""What is said where a model cannot be looked at, or ends with an error."""

from inspect import signature

import torch
from torch.nn.modules.lazy import LazyModuleMixin

from normviz.inspection.given import leaves
from normviz.inspection.kept import plain_paths
from normviz.inspection.layers import stored_of, tensors_of

# A part of an error's own words → what is said of it.
UNSEEN = {
    "vmap": "layers outside of torch.vmap, got {} inside: inspect the model that it maps",
    "ested": "plain tensors, got a nested one in {}: use to_padded_tensor(0.0), and lengths= for its pads",
    "torch.q": "floating-point numbers, got 8 bits in {}: inspect the model before it is quantized",
}
UNSEEN |= {"BatchedTensor": UNSEEN["vmap"], "uantize": UNSEEN["torch.q"]}


def refuse(model) -> None:
    """Refuse models that cannot be looked at while they run."""
    if any(isinstance(m, torch.jit.ScriptModule) for m in model.modules()):
        raise TypeError("model: expected layers in Python, got some of torch.jit: inspect their source")
    for name, module in model.named_modules():
        if isinstance(module, LazyModuleMixin) and module.has_uninitialized_params():
            kind = f"{called(name)} ({type(module).__name__})"
            raise ValueError(f"model: expected weights, got none in the lazy {kind}: run the model once")
    for name, tensor in (*model.named_parameters(), *model.named_buffers()):
        if tensor.is_meta:
            raise ValueError(f"model: expected numbers in its weights, got {name!r} on the meta device")


def unseen(name: str, module, error) -> str:
    """Why a norm could not be looked at."""
    where, said = f"{called(name)} ({type(module).__name__})", str(error)
    for sign, words in UNSEEN.items():
        if sign in said:
            return f"model: expected {words.format(where)}"
    return f"model: {where} could not be looked at, and this is no fault of the model: {type(error).__name__}: {said}"


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
            return f"inputs: expected finite numbers, got {tensor[at]:g} at index {at} of input {place + 1}"
    before = lambda module, args, kwargs: look(module, (args, kwargs), "the input of")  # noqa: E731
    after = lambda module, args, kwargs, out: look(module, out, "the output of")  # noqa: E731
    with watch.hooks(before, after), plain_paths(model):
        model(*args, **kwargs)
    words = "model: expected finite numbers, got nan or inf, first in "
    end = "the model's output" if norm is None else called(norm)
    if not first:
        return words + "the input of " * (norm is not None) + end
    module, where = first[0]
    name, stored = watch.names[id(module)], stored_of(module)
    if any(t.is_floating_point() and not torch.isfinite(t).all() for t in tensors_of(module).values()):
        where = "the weights or the stored statistics of"
    if stored is not None and bool((stored[1] < 0).any()):
        where = "the negative stored variance of"
    reach = f"; they reach {end}" * (name not in (norm, ""))
    return words + f"{where} {called(name)} ({type(module).__name__}){reach}"


def strange(name: str, kind: str, shape, instead: str) -> str:
    """What a layer that is no norm does, as far as this is known, and how to ask on."""
    if instead:
        return f"{called(name)} ({kind}) {instead}"
    said = f"The output of {called(name)} ({kind}) changes when its input is scaled: it is no norm"
    if len(shape) == 2 and shape[0] == 1:
        return f"{said}, or one row is too little to tell: give two or more"
    turned = "; of images, pass x.movedim(1, -1).flatten(1, -2), and so of result" * (len(shape) > 3)
    return f"{said}. Ask nv.diagnose(x, result): x is its input, and result its output{turned}"


def written_out(model):
    """Where a norm may stand that is no layer."""
    for module in model.modules():
        if list(module.children()) and not type(module).__module__.startswith("torch.nn"):
            yield f"Is one written out in {type(module).__name__}.forward? Make it a layer of its own"
            return


def kinds_of(model) -> str:
    kinds = dict.fromkeys(type(m).__name__ for m in model.modules() if not list(m.children()))
    return ", ".join(list(kinds)[:8]) + (", …" if len(kinds) > 8 else "")


def plain(name: str) -> str:
    return ".".join(part for part in name.split(".") if part != "_orig_mod")


def called(name: str) -> str:
    return repr(name) if name else "the model itself"
