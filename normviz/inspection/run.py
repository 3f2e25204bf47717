"""The run itself: what was given is checked, the model runs, its norm layers are watched."""

import torch
from torch import nn

from normviz import _inputs
from normviz.inspection.compared import compared
from normviz.inspection.findings import Around, findings_of, notes_of
from normviz.inspection.given import batches_of, leaves
from normviz.inspection.kept import unchanged
from normviz.inspection.refusals import kinds_of, not_finite, refuse, written_out
from normviz.inspection.report import Inspection
from normviz.inspection.watch import Watch


def inspected(model, inputs, mask, lengths, batches, optimizer) -> Inspection:
    """What :func:`normviz.inspection.inspect` returns."""
    if not isinstance(model, nn.Module):
        raise _inputs.wrong_type("model", "a torch.nn.Module", model)
    if optimizer is not None and not isinstance(optimizer, torch.optim.Optimizer):
        raise _inputs.wrong_type("optimizer", "a torch.optim.Optimizer", optimizer)
    while isinstance(getattr(model, "_orig_mod", None), nn.Module):  # what torch.compile was given
        model = model._orig_mod
    refuse(model)
    watch, together, number = Watch(model), None, -1
    with unchanged(model):  # a loader that shuffles draws random numbers
        for number, (args, kwargs, real) in enumerate(batches_of(model, inputs, batches, mask, lengths)):
            with unchanged(model, leaves((args, kwargs))):
                watch.run(args, kwargs, real, number)
            if watch.stopped:
                break
            where = watch.where_not_finite(number)
            if where is not None:
                with unchanged(model, leaves((args, kwargs))):
                    raise ValueError(not_finite(model, watch, args, kwargs, where))
            if together is None and watch.compares:
                together = compared(model, args, kwargs, watch.compares)
    if watch.own.inputs:
        with unchanged(model):
            watch.own.look_at_gradients()
    layers = tuple(watch.layers())
    if not layers:
        made = isinstance(model, torch.fx.GraphModule)
        source = ["A program of torch.export or torch.fx: inspect the model that it was made from"]
        hints = source if made else watch.strange()[:3] or written_out(model)
        words = f"model: expected at least one norm layer, got none among its layers: {kinds_of(model)}"
        raise ValueError(". ".join((words, *hints)))
    given = mask is not None or lengths is not None
    learns = any(p.requires_grad for p in model.parameters())
    if given and watch.frames and all(c.pads is None for layer in layers for c in layer.calls):
        raise ValueError(f"mask: expected one value a token, got shape {watch.frames}: no norm's input fits")
    parts = model.training, learns, _skips(model), together, _decayed(optimizer), layers
    around = Around(*parts, watch.useful, watch.useless)
    beside = (*watch.strange(told=True), *notes_of(layers, around), *watch.seen_beside())
    found = type(model).__name__, layers, findings_of(layers, around)
    return Inspection(*found, watch.aliases, watch.stopped, given, beside, optimizer is not None)


def _skips(model) -> bool:
    """Whether a part of the model drops whole branches in training, as torchvision and timm call it."""
    named = (m for m in model.modules() if type(m).__name__ in ("StochasticDepth", "DropPath"))
    return any(getattr(m, "p", getattr(m, "drop_prob", 0)) for m in named)


def _decayed(optimizer) -> set[int]:
    """The ids of the parameters that an optimizer draws towards 0."""
    groups = () if optimizer is None else optimizer.param_groups
    return {id(p) for group in groups if group.get("weight_decay") for p in group["params"]}
