"""What can be wrong with a norm layer: one function a finding, and every threshold in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from normviz.drawing.numbers import plain, significant
from normviz.inspection import cures

# name → (threshold, why this one)
THRESHOLDS = {
    "tiny pool": (
        8,
        "σ of n numbers is off by about 1/√(2(n − 1)): a quarter with 8, and no |x̂| can pass √(n − 1)",
    ),
    "pads moved": (0.01, "a hundredth of σ: below, no digit that anybody reads changes"),
    "gap in μ": (0.25, "a quarter of σ, and 2/√N more, which chance alone brings with N samples in a batch"),
    "gap in σ": (log(1.25), "a quarter of σ, and 2/√(2N) more, which chance alone brings"),
    "warm-up": (44, "batches after which the initial 0 and 1 weigh less than 1 % with momentum 0.1: 0.9⁴⁴"),
    "slow momentum": (0.05, "half of torch's own: the initial 0 and 1 fade twice as slowly"),
    "Keras' momentum": (0.5, "above it, the last batch weighs more than all that came before"),
    "below ε": (0.25, "a quarter of the pools; a feature that is nearly always 0 is usual in a good network"),
    "dead γ": (1e-3, "of the layer's largest: such a feature leaves the layer as a constant"),
    "young branch": (
        0.1,
        "γ that began at 0, in a branch that is added to something, and has hardly grown yet",
    ),
    "share dead": (0.02, "one feature in 50; a trained network may lose one or two of hundreds"),
    "gradient left": (
        0.3,
        "0 if μ and σ both carry gradient; about 0.7 if one of them does not, and 1 if neither",
    ),
}


def threshold(name: str) -> float:
    return THRESHOLDS[name][0]


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


def findings_of(layers, training: bool) -> tuple[Finding, ...]:
    """All findings, layer by layer; ``training`` is the flag of the whole model."""
    found = []
    for layer in layers:
        codes = set()
        for code, chapter, rule, hidden_by in RULES:
            if codes & hidden_by:
                continue
            answer = rule(layer, training)
            if answer is not None:
                codes.add(code)
                found.append(Finding(layer.name, code, *answer, chapter))
    return tuple(found)


def pool_of_one(layer, training):
    if layer.pool_size != 1 or not layer.uses_batch:
        return None
    words = "One number is its own mean, and its σ is 0: whatever comes in, only β can leave."
    if layer.family == "rms":
        return "One number is its own root mean square: only its sign is left.", _wider(layer)
    if layer.family == "batch":
        words = f"The batch has one sample, and {layer.kind} needs two or more in training. {words}"
        return words, cures.more_samples()
    return words, _wider(layer)


def tiny_pool(layer, training):
    if layer.family not in ("batch", "instance", "group") or not layer.uses_batch:
        return None
    if not 1 < layer.pool_size < threshold("tiny pool"):
        return None
    n = layer.pool_size
    words = (
        f"Only {n} numbers share a mean. Their σ is off by about {round(100 / sqrt(2 * (n - 1)))} % from one "
        f"draw to the next, and no |x̂| can pass √{n - 1} = {plain(sqrt(n - 1), 2)}."
    )
    if layer.family == "batch":
        return words, cures.more_samples()
    return words, _wider(layer)


def two_features(layer, training):
    if layer.family != "layer" or layer.pool_size != 2:
        return None
    words = "A mean over two numbers: one becomes about +1 and the other −1, however far apart they were."
    return words, _wider(layer)


def _wider(layer) -> str:
    return cures.wider(layer, threshold("tiny pool"))


def wrong_axis(layer, training):
    for call in layer.calls:
        here, there = call.origin.features, _taken(layer, call)
        if here is None or there is None or here == there:
            continue
        as_many = call.shape[here] == call.shape[there]
        if not as_many and not _named_otherwise(layer, call, here, there):
            continue
        why = (
            f"It ran only because both axes have the same size, {call.shape[there]}."
            if as_many
            else f"It was made for {call.shape[here]} features, and takes any number without an error."
        )
        words = (
            f"The input has shape {call.shape}, and what came before put its features on axis {here}. {layer.kind} "
            f"takes them from axis {there}: {_each(layer, there)}. {why}"
        )
        return words, cures.turned(layer, here, there)
    return None


def _taken(layer, call) -> int | None:
    """The axis that the norm takes for that of the features; None where somebody may well mean another one.

    A layer norm behind a turn of other axes, or before a layer that mixes places, is meant to run over places.
    """
    if layer.family not in ("layer", "rms"):
        return call.pool.features
    meant = len(call.pool.axes) > 1 or call.origin.turned or layer.mixed
    return None if meant else call.pool.axes[0]


def _named_otherwise(layer, call, here: int, there: int) -> bool:
    """Instance norm without γ and β takes any number of features; the one that it was made for gives it away."""
    made_for = layer.facts["features"]
    return layer.family == "instance" and call.shape[here] == made_for != call.shape[there]


def _each(layer, there: int) -> str:
    if layer.family in ("layer", "rms"):
        return (
            f"each feature gets a mean of its own, over all of axis {there}, and no mean is over the features"
        )
    if layer.family == "group":
        return f"its groups are parts of axis {there}, and all features share a mean"
    return f"each entry of axis {there} gets a mean of its own, and all features share it"


def pads_in_pool(layer, training):
    padded = (c for c in layer.calls if c.pads and c.pads_moved and not c.running)
    worst = max(padded, key=lambda c: max(c.pads_moved), default=None)
    if worst is None or max(worst.pads_moved) < threshold("pads moved"):
        return None
    moved, scaled = worst.pads_moved
    words = (
        f"{round(100 * worst.pads)} % of the numbers that share a mean are pads. They move μ by {plain(moved, 2)} σ, "
        f"and change σ by a factor of {plain(np.exp(scaled), 2)} (mean over the pools): what a real token becomes "
        "depends on how many pads there are."
    )
    return words, cures.pads_left_out(layer, worst)


def never_updated(layer, training):
    stored, module = layer.stored, layer.facts
    if stored is None or np.any(stored[0] != 0) or np.any(stored[1] != 1):
        return None
    if module["momentum"] == 0:
        words = "momentum = 0: the running mean and variance stay 0 and 1 for ever, whatever the batches are."
        if module["own"]:
            words = (
                "This batch of training has left the running mean and variance as they were made: 0 and 1."
            )
        return words, cures.momentum(layer, 0.1)
    if layer.uses_batch or module["batches"]:
        return None
    words = (
        "The layer is in evaluation mode, and its running statistics are those it was made with: mean 0, variance 1"
        f"{', 0 batches seen' * (module['batches'] == 0)}. It normalizes nothing."
    )
    return words, cures.counted_again(layer)


def train_eval_gap(layer, training):
    facts = layer.facts
    if _batch_in_evaluation(layer):
        return None  # it does in evaluation what it does in training
    # A plain average of one's own gives the first batch all the weight, too.
    settled = layer.stored is not None and not (facts["own"] and np.all(layer.stored[0] == 0))
    if settled and facts["momentum"] is not None and facts["momentum"] > threshold("Keras' momentum"):
        m = facts["momentum"]
        said = f"momentum = {plain(m)}: in torch this is the weight of the newest batch"
        if facts["own"]:
            said = f"The newest batch has a weight of {plain(m)}, and all that came before {plain(1 - m)}"
        words = (
            f"{said}, so the running statistics are almost the last batch alone. Keras counts the other way: its "
            f"{plain(m)} is torch's {plain(1 - m)}."
        )
        return words, cures.momentum(layer, max(1 - m, 0.01))
    calls = [(c, *_gap(c)) for c in layer.calls if c.stored is not None and not _constant(c)]
    far = [(c, moved, scaled) for c, moved, scaled in calls if _far(c, moved, scaled)]
    n, m = facts["batches"], facts["momentum"]
    if not far or _still_warming_up(layer, n, m):
        return None
    _, moved, scaled = max(far, key=lambda found: max(found[1], found[2]))
    words = (
        f"The batch's μ is {plain(moved, 2)} σ away from the running one, and its σ differs by a factor of "
        f"{plain(np.exp(scaled), 2)} (mean over the features): in evaluation the layer does "
        "something else than in training. "
    )
    weight = None if m is None or n is None else (1 - m) ** n
    cure = cures.counted_again(layer)
    if len(far) < len(calls):
        which = ", ".join(str(c.batch + 1) for c, *_ in far[:5])
        return words + f"Only batch {which} of {len(calls)} is so: it is unlike the others.", cure
    if weight is not None and weight > 0.05:
        slow = f"momentum = {plain(m)} and {n} batches seen" if m < 0.1 else f"only {n} batches seen"
        words += f"With {slow}, the initial mean 0 and variance 1 still weigh {round(100 * weight)} %."
        return words, cures.momentum(layer, 0.1) if m < threshold("slow momentum") else cure
    return words + (
        "This batch is unlike those that the running statistics have seen, or they were stored with another momentum."
    ), cure


def _gap(call) -> tuple[float, float]:
    """Mean over the features of |μ_run − μ| / σ and of |ln(σ_run / σ)|."""
    usable = (call.var > 0) & (call.stored[1] > 0)
    std, stored = np.sqrt(call.var[usable]), np.sqrt(call.stored[1][usable])
    moved = np.abs(call.stored[0] - call.mean)[usable] / np.maximum(std, stored)
    return float(moved.mean()), float(np.abs(np.log(stored / std)).mean())


def _constant(call) -> bool:
    return call.pool.size < 2 or call.mean.shape != call.stored[0].shape or not np.any(call.var > 0)


def _far(call, moved: float, scaled: float) -> bool:
    n = call.shape[0]
    return moved > threshold("gap in μ") + 2 / sqrt(n) or scaled > threshold("gap in σ") + 2 / sqrt(2 * n)


def _still_warming_up(layer, n, m) -> bool:
    """In training, the first batches are no news; they are where the momentum makes them last."""
    if not layer.uses_batch:
        return False
    if n is None:
        return layer.facts["own"]  # who knows how many it has seen
    slow = m is not None and m < threshold("slow momentum") and n >= 10
    return n < threshold("warm-up") and not slow


def eval_while_training(layer, training):
    if _batch_in_evaluation(layer):
        words = (
            "The layer is in evaluation mode, and takes μ and σ of the batch all the same: each answer depends on its "
            "batch. "
        )
        if layer.stored:
            words += "It has a running mean and variance, and does not use them."
        else:
            words += (
                "It needs a running mean and a running variance. They start at 0 and 1, and each batch of training "
                "changes them: 0.9 · running + 0.1 · the batch's."
            )
        return words, cures.stored_in_use(layer)
    if layer.stored is None or layer.training == training:
        return None
    if training:
        if not layer.facts["learns"]:
            return None  # frozen on purpose: its γ and β do not learn either
        words = (
            "The model is in training, and this layer in evaluation mode: it uses stored statistics, and learns "
            "none."
        )
        return words, f"{cures.of(layer.name)}.train()"
    words = (
        "The model is in evaluation mode, and this layer in training: each answer depends on its batch, and each batch "
        "changes the running statistics."
    )
    return words, "model.eval()"


def _batch_in_evaluation(layer) -> bool:
    """Whether a batch norm of one's own has but one way; torch's do so only where they are asked to."""
    return layer.family == "batch" and layer.facts["own"] and not layer.training and layer.uses_batch


def eps_dominates(layer, training):
    share = max((c.below_eps for c in layer.calls), default=0.0)
    if share < threshold("below ε"):
        return None
    call = max(layer.calls, key=lambda c: c.below_eps)
    var = call.stored[1] if call.running else call.var
    typical = float(np.median(var[var > 0])) if np.any(var > 0) else 0.0
    words = (
        f"In {round(100 * share)} % of the pools σ² is smaller than ε = {significant(layer.eps, 2)}; half of all have "
        f"less than {significant(typical, 2)}. There ε decides what is divided by, and the numbers come out with a σ "
        "below 1."
    )
    return words, cures.smaller_eps(layer, typical or 1.0)


def useless_bias(layer, training):
    for call in layer.calls:
        if layer.family == "batch" and call.origin.bias and not call.running:
            if call.origin.bias in layer.useful:
                continue
            if call.origin.features not in (None, call.pool.features):
                continue
            before = call.origin.bias
            words = (
                f"The bias of {before!r} is added to every number of a feature, and the layer subtracts that feature's "
                "mean right after: it changes nothing, its gradient is 0, and β does its work."
            )
            return words, cures.without_bias(before)
    return None


def dropout_before_norm(layer, training):
    for call in layer.calls:
        if layer.family == "batch" and call.origin.dropout and not call.running and call.stored is not None:
            p = call.origin.dropout
            words = (
                f"Dropout with p = {plain(p)} is at work on what comes in. It makes the variance larger in training "
                "alone, so the running variance is too large for evaluation, where nothing is dropped."
            )
            return words, cures.dropout_after(layer, call.origin.dropped, p)
    return None


def dead_gamma(layer, training):
    gamma = layer.gamma
    if gamma is None or not len(gamma):
        return None
    largest = np.abs(gamma).max()
    if layer.added and largest < threshold("young branch"):
        return None  # a branch that begins as nothing is a usual start for what is added to something
    if largest == 0:
        words = "γ is 0 in every feature: only β leaves the layer, and nothing of what came in."
        return words, cures.revived(layer, None)
    limit = threshold("dead γ") * largest
    dead = np.abs(gamma) < limit
    if not dead.mean() >= threshold("share dead"):
        return None
    first = ", ".join(map(str, np.flatnonzero(dead)[:5])) + (", …" if dead.sum() > 5 else "")
    words = (
        f"γ is 0, or next to it, in {dead.sum()} of {len(gamma)} features ({first}): they leave the layer as a "
        "constant, β."
    )
    return words, cures.revived(layer, limit)


def detached_statistics(layer, training):
    if layer.detached is None or layer.detached < threshold("gradient left"):
        return None
    words = (
        f"Its μ or σ carries no gradient: {round(100 * min(layer.detached, 1))} % of a gradient that would only move "
        "and stretch the whole pool comes through; of the true one, 0 %. What lies before can then grow without limit."
    )
    return words, cures.with_gradient(layer)


# code, chapter, rule, and the codes that already say it
RULES: tuple[tuple[str, str, Callable, set[str]], ...] = (
    ("pool-of-one", "05", pool_of_one, set()),
    ("tiny-pool", "02", tiny_pool, set()),
    ("two-features", "07", two_features, set()),
    ("wrong-axis", "07", wrong_axis, set()),
    ("pads-in-pool", "06", pads_in_pool, {"wrong-axis"}),
    ("never-updated", "05", never_updated, set()),
    ("train-eval-gap", "05", train_eval_gap, {"never-updated"}),
    ("eval-while-training", "05", eval_while_training, set()),
    ("eps-dominates", "02", eps_dominates, set()),
    ("useless-bias", "02", useless_bias, set()),
    ("dropout-before-norm", "10", dropout_before_norm, set()),
    ("dead-gamma", "03", dead_gamma, set()),
    ("detached-statistics", "04", detached_statistics, set()),
)
CODES = tuple(code for code, *_ in RULES)
