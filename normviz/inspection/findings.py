"""What can be wrong with a norm layer: one function a finding, and every threshold in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from normviz.drawing.numbers import plain, significant
from normviz.inspection import cures
from normviz.inspection.gap import (
    batch_in_evaluation,
    dropout_before_norm,
    gaps_together,
    never_updated,
    train_eval_gap,
)
from normviz.inspection.pools import (
    constant_pool,
    pads_in_pool,
    pool_of_one,
    tiny_pool,
    two_features,
    wrong_axis,
)
from normviz.inspection.thresholds import threshold


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong.

    Attributes
    ----------
    layer : the name of the norm layer
    code : which kind of thing, such as "pads-in-pool"
    words : what was seen, and why that is bad
    cure : a line of code that mends it
    chapter : the chapter that explains it, such as "06"
    """

    layer: str
    code: str
    words: str
    cure: str
    chapter: str


@dataclass(frozen=True)
class Around:
    """The model that a layer stands in."""

    training: bool  # its own flag
    learns: bool  # whether any of its parameters does
    skips: bool  # whether stochastic depth is part of it: branches that are dropped in training
    together: object  # what all its gaps make together, a Compared or None
    decayed: set[int]  # ids of the parameters that an optimizer draws towards 0
    layers: tuple
    useful: set[str]  # names of the layers whose bias reaches more than a norm
    useless: set[str]  # those whose bias is 0 for good


def findings_of(layers, around: Around) -> tuple[Finding, ...]:
    """All findings, layer by layer."""
    found, model = [], around
    for layer in layers:
        codes = set()
        for code, chapter, rule, hidden_by in RULES:
            if codes & hidden_by:
                continue
            answer = rule(layer, model)
            if answer is not None:
                codes.add(code)
                found.append(Finding(layer.name, code, *answer, chapter))
    if not {"train-eval-gap", "never-updated", "dropout-before-norm"} & {finding.code for finding in found}:
        found += (Finding(name, "train-eval-gap", *said, "05") for name, *said in gaps_together(model))
    return tuple(found)


def bad_statistics(layer, model):
    for values, what in zip(layer.stored or (), ("mean", "variance"), strict=False):
        bad = ~np.isfinite(values)
        if bad.any():
            words = f"The stored {what} is {values[bad][0]} in {bad.sum()} of {len(values)} features"
            words += ". One bad batch does this. In evaluation the layer gives nan or 0."
            return words, cures.made_anew(layer)
    return None


def negative_variance(layer, model):
    if layer.stored is None or not np.any(layer.stored[1] < 0):
        return None
    negative = layer.stored[1] < 0
    words = (
        f"The stored variance is negative in {negative.sum()} of {len(negative)} features; the smallest is "
        f"{plain(layer.stored[1].min(), 2)}. Training cannot do this. In evaluation its root is nan."
    )
    return words, cures.made_anew(layer)


def overflow(layer, model):
    call = max(layer.calls, key=lambda c: c.lost, default=None)
    if call is None or not call.lost or not layer.facts["own"]:
        return None
    share, most = round(100 * call.lost), " (up to 65504)" * (call.dtype == "torch.float16")
    words = f"The squares overflow in {call.dtype[6:]}{most}: σ is inf, and {share} % of the samples come out as 0."
    return words, cures.squared_in_float32(layer)


def notes_of(layers, model):
    """What is worth a word, and no fault."""
    stored = any(layer.stored is not None and layer.calls for layer in layers)
    if model.training and stored and _on_purpose(model):
        yield (
            "All batch norms are in evaluation mode, and the model is in training, as for fine-tuning: they use stored "
            "statistics, and γ and β may learn. If you did not want this: model.train()"
        )
    if model.skips and any(call.running for layer in layers for call in layer.calls):
        yield "Stochastic depth is at work in training alone, and makes σ larger there: this is no finding here"
    for layer in layers:
        if layer.facts["biased"]:
            n, name = layer.pool_size, layer.name
            words = f"{name}: its running variance takes the batch's over n; torch's takes it over n − 1"
            if layer.uses_batch and n > 1:
                far = 100 * (sqrt(n / (n - 1)) - 1)
                words += f". With n = {n}, numbers come out {significant(far, 2)} % too large in evaluation"
            yield words


def eval_while_training(layer, model):
    if batch_in_evaluation(layer):
        why = "It has a running mean and a running variance, and does not use them."
        if not layer.stored:
            why = (
                "It needs a running mean, 0 at first, and a running variance, 1 at first. Each batch of training "
                "changes them: 0.9 · running + 0.1 · the batch's."
            )
        words = "The layer is in evaluation mode, and uses μ and σ of the batch: each answer depends on its batch."
        return f"{words} {why}", cures.stored_in_use(layer)
    if layer.stored is None or layer.training == model.training:
        return None
    if model.training:
        if not layer.facts["learns"] or _on_purpose(model):
            return None  # frozen: its γ and β do not learn either, or all batch norms are in evaluation mode
        words = "The model is in training, and this layer in evaluation mode: its stored statistics do not change."
        return words, f"{cures.of(layer.name)}.train()"
    words = (
        "The model is in evaluation mode, and this layer in training: each answer depends on its batch, and each batch "
        "changes the running statistics."
    )
    return words, "model.eval()"


def _on_purpose(model) -> bool:
    """Whether all batch norms of a model in training use what is stored, as one does while fine-tuning."""
    return all(not layer.training for layer in model.layers if layer.stored is not None)


def frozen_but_updating(layer, model):
    learning = layer.facts["learning"]
    updates = layer.stored is not None and layer.training and layer.uses_batch
    if not updates or not learning or layer.facts["learns"] or not model.learns:
        return None
    words = (
        "Its γ and β are frozen (requires_grad=False), and the layer is in training mode: it normalizes with the "
        "batch, and each batch changes its running statistics. The mode decides this, and requires_grad does not."
    )
    return words, f"{cures.of(layer.name)}.eval()  # again after each model.train()"


def decayed_scale(layer, model):
    decayed = [p for p in layer.facts["learning"] if id(p) in model.decayed]
    if not decayed:
        return None
    words = (
        "The optimizer's weight decay draws γ and β towards 0. A smaller γ makes the output smaller, and features that "
        "the loss hardly needs die. Smaller weights before a norm do not change its output."
    )
    return words, cures.undecayed()


def decided(eps: float) -> float:
    """The largest variance where ε decides what is divided by."""
    return eps / threshold("damping ε") if 1e-4 <= eps <= 1e-3 else eps


def eps_dominates(layer, model):
    share = max((c.below_eps for c in layer.calls), default=0.0)
    if share < threshold("below ε"):
        return None
    call = max(layer.calls, key=lambda c: c.below_eps)
    var = call.stored[1] if call.running else call.var
    typical = float(np.median(var[var > 0])) if np.any(var > 0) else 0.0
    untold = " (eps=None: that of the type)" * layer.facts["untold"]
    words = (
        f"In {round(100 * share)} % of the pools σ² is {'far ' * (decided(layer.eps) < layer.eps)}smaller than "
        f"ε = {significant(layer.eps, 2)}{untold}; the median is {significant(typical, 2)}. There the layer divides by "
        "√ε, nearly, and the output has a σ below 1."
    )
    return words, cures.smaller_eps(layer, typical or 1.0)


def useless_bias(layer, model):
    if len(layer.facts["learning"]) > 2:
        return None  # more than γ and β: it may learn how much of the mean to subtract
    learns = bool(layer.facts["learning"])
    for call in layer.calls:
        before, here = call.origin.bias, call.origin.features in (None, call.pool.features)
        known = not before or before in model.useful | model.useless
        if layer.family != "batch" or call.running or known or not here:
            continue
        words = (
            f"The bias of {before!r} is added to every number of a feature, and the layer then subtracts the mean of "
            "that feature. The bias changes nothing, and its gradient is 0." + " β does its work." * learns
        )
        return words, cures.without_bias(layer, before)
    return None


def dead_gamma(layer, model):
    gamma = layer.gamma
    if gamma is None or not len(gamma):
        return None
    largest = np.abs(gamma).max()
    if layer.facts["added"] and largest < threshold("young branch"):
        return None  # a branch that begins as nothing is a usual start for what is added to something
    if largest == 0:
        return "γ is 0 in every feature: the output is β, whatever the input is.", cures.revived(layer, None)
    limit = threshold("dead γ") * largest
    dead = np.abs(gamma) < limit
    if not dead.mean() >= threshold("share dead"):
        return None
    first = ", ".join(map(str, np.flatnonzero(dead)[:5])) + (", …" if dead.sum() > 5 else "")
    words = f"γ is 0, or nearly 0, in {dead.sum()} of {len(gamma)} features ({first}): their output is a constant, β."
    return words, cures.revived(layer, limit)


def detached_statistics(layer, model):
    detached = layer.facts["detached"]
    if detached is None or detached < threshold("gradient left"):
        return None
    words = (
        f"Its μ or σ carries no gradient: {round(100 * min(detached, 1))} % of a gradient that only shifts and scales "
        "the pool comes through, and 0 % with μ and σ in it. The numbers before the layer can then grow without limit."
    )
    return words, cures.with_gradient(layer)


EXPLAINED = {"never-updated", "bad-statistics", "negative-variance", "constant-pool", "dropout-before-norm"}
# code, chapter, rule, and the codes that already say it
RULES: tuple[tuple[str, str, Callable, set[str]], ...] = (
    ("bad-statistics", "05", bad_statistics, set()),
    ("negative-variance", "05", negative_variance, {"bad-statistics"}),
    ("overflow", "07", overflow, set()),
    ("constant-pool", "02", constant_pool, set()),
    ("pool-of-one", "05", pool_of_one, set()),
    ("tiny-pool", "02", tiny_pool, set()),
    ("two-features", "07", two_features, set()),
    ("wrong-axis", "07", wrong_axis, set()),
    ("pads-in-pool", "06", pads_in_pool, {"wrong-axis"}),
    ("never-updated", "05", never_updated, set()),
    ("dropout-before-norm", "10", dropout_before_norm, set()),
    ("train-eval-gap", "05", train_eval_gap, EXPLAINED),
    ("eval-while-training", "05", eval_while_training, set()),
    ("eps-dominates", "02", eps_dominates, set()),
    ("useless-bias", "02", useless_bias, set()),
    ("frozen-but-updating", "05", frozen_but_updating, set()),
    ("decayed-scale", "03", decayed_scale, set()),
    ("dead-gamma", "03", dead_gamma, set()),
    ("detached-statistics", "04", detached_statistics, set()),
)
CODES = tuple(code for code, *_ in RULES)
