"""Training and evaluation differ: whether, how far, and why."""

from math import sqrt

import numpy as np

from normviz.drawing.numbers import plain, significant
from normviz.inspection import cures
from normviz.inspection.thresholds import FEW, threshold


def never_updated(layer, model):
    stored, facts = layer.stored, layer.facts
    if stored is None or stored[0].any() or stored[1][0] not in (0, 1) or np.ptp(stored[1]):
        return None
    start = f"0 and {stored[1][0]:g}"
    if facts["momentum"] == 0 and not (facts["own"] and layer.calls and layer.calls[0].running):
        words = f"momentum = 0: the running mean and variance stay {start}, whatever the batches are."
        if facts["own"]:
            words = f"A batch of training does not change the running mean and variance: they stay {start}."
        return words, cures.momentum(layer, 0.1)
    if layer.uses_batch:
        return None
    times = f"It multiplies by 1/√ε = {significant(layer.eps**-0.5, 2)}."
    words = (
        f"The layer uses stored statistics, and these are as new: mean 0, variance {stored[1][0]:g}"
        f"{', 0 batches seen' * (facts['batches'] == 0)}. {'It normalizes nothing.' if stored[1][0] else times} They "
        "were reset, or no batch reached them: an average of the weights leaves out the buffers unless it copies them."
    )
    return words, cures.counted_again(layer)


def train_eval_gap(layer, model):
    facts = layer.facts
    frozen = facts["own"] and facts["momentum"] == 0 and not layer.uses_batch
    if batch_in_evaluation(layer) or frozen or (model.training and not layer.uses_batch):
        return None  # it does in evaluation what it does in training
    if layer.family == "instance":
        return _of_instances(layer)
    calls = [(c, *gap_of(c)) for c in layer.calls if comparable(c)]
    # A plain average of one's own gives the first batch all the weight, too.
    settled = layer.stored is not None and not (facts["own"] and np.all(layer.stored[0] == 0))
    if settled and facts["momentum"] is not None and facts["momentum"] > threshold("Keras' momentum"):
        m = facts["momentum"]
        said = f"momentum = {plain(m)}: in torch this is the weight of the newest batch"
        if facts["own"]:
            said = f"The newest batch has a weight of {plain(m)}, and all that came before {plain(1 - m)}"
        keras = f"Keras counts the other way: its {plain(m)} is torch's {plain(1 - m)}."
        words = f"{said}, so the running statistics are nearly those of the last batch. {keras}"
        return words, cures.momentum(layer, max(1 - m, 0.01))
    # It makes σ larger in training alone, and nobody can do without it.
    if model.skips and not _left_much(facts):
        calls = [(c, moved, 0.0 if _larger(c) else scaled) for c, moved, scaled in calls]
    far = [(c, moved, scaled) for c, moved, scaled in calls if _far(c.samples, moved, scaled)]
    if not far or (layer.uses_batch and young(layer) and facts["momentum"] != 0):
        return None
    _, moved, scaled = max(far, key=lambda found: max(found[1], found[2]))
    words = (
        f"The batch's μ is {plain(moved, 2)} σ away from the running one, and its σ differs by a factor of "
        f"{plain(np.exp(scaled), 2)} (mean over the features): training and evaluation give different outputs."
    )
    why, cure = _cause(layer, calls, far)
    return f"{words} {why}", cure


def _of_instances(layer):
    """Instance norm that stores statistics: each sample by its own in training, all by one in evaluation."""
    if layer.stored is None or not layer.calls or (layer.uses_batch and young(layer)):
        return None
    call = layer.calls[0]
    k = np.arange(0, len(call.var) * call.step, call.step) % len(call.stored[0])
    mean, var = (stored[k] for stored in call.stored)
    usable = (var > 0) & (call.var > 0)
    moved = (np.abs(mean - call.mean)[usable] / np.sqrt(np.maximum(call.var, var)[usable])).mean()
    scaled = np.abs(np.log(var[usable] / call.var[usable])).mean() / 2
    if not _far(call.pool.size, moved, scaled):
        return None
    words = (
        "In training each sample has its own μ and σ, in evaluation all have the stored ones. A sample's own μ is "
        f"{plain(moved, 2)} σ away from the stored one, and its σ differs by a factor of {plain(np.exp(scaled), 2)} "
        "(mean over samples and features). To count the statistics anew does not mend that."
    )
    return words, cures.each_sample_alone(layer)


def _cause(layer, calls, far) -> tuple[str, str]:
    """Why the stored statistics are not those of the batches, and what mends it."""
    n, m = layer.facts["batches"], layer.facts["momentum"]
    again = cures.counted_again(layer)
    if m == 0:
        return "momentum = 0: they stay what they are, whatever the batches are.", cures.momentum(layer, 0.1)
    each = [[c for c, *_ in calls if c.batch == k] for k in dict.fromkeys(c.batch for c, *_ in calls)]
    for group, what in ((each[0], "call"), ([calls[0] for calls in each], "batch")):
        if len(far) >= 2 and len(group) >= 2 and _kinds(group):
            return (
                f"Its inputs are of two kinds, one a {what}: their means lie far apart, each is normalized by its own, "
                "and the running statistics lie between. To count the statistics anew does not mend that."
            ), cures.together(layer, what)
    if len(far) < len(calls):
        which, odd = ", ".join(str(c.batch + 1) for c, *_ in far[:5]), f"batches[{far[0][0].batch}]"
        return f"Only batch {which} of {len(calls)} is so.", f"{odd}  # look at its data"
    if _left_much(layer.facts):
        weight = _left(n, m)
        slow = f"momentum = {plain(m)} and {n} batches seen" if m < 0.1 else f"only {n} batches seen"
        words = f"With {slow}, the initial mean 0 and variance 1 still weigh {round(100 * weight)} %."
        return words, cures.momentum(layer, 0.1) if m < threshold("slow momentum") else again
    if layer.facts["quantized"]:
        return "It is quantized, with statistics of other data or of other weights.", again
    if layer.facts["fused"]:
        return "Its statistics are frozen for quantization-aware training; other weights or data came.", again
    c, moved, scaled = max(far, key=lambda found: found[1])
    drop = c.origin.drop
    if drop is not None and scaled > moved and _larger(c):
        return f"Dropout with p = {plain(drop.p)} made the stored σ larger.", cures.dropout_after(layer, drop)
    return (
        "This batch is unlike those that the running statistics have seen. They come from other data, from other "
        "weights (averaged, copied, pruned), from one worker's share of the data, or from several kinds of batches. If "
        "your loader's data are of one kind, count the statistics anew; if only this batch is unusual, look at it."
    ), again


def _larger(call) -> bool:
    """Whether the stored σ is the larger one."""
    usable = (call.var > 0) & (call.stored[1] > 0)
    return bool(np.log(call.stored[1][usable] / call.var[usable]).mean() > 0)


def _kinds(calls) -> bool:
    """Whether calls with running statistics between them have means that lie far apart."""
    means = np.stack([c.mean for c in calls])
    within = np.mean([c.var for c in calls], axis=0)
    apart = np.sqrt(means.var(axis=0)[within > 0] / within[within > 0])
    n = min(c.samples for c in calls)
    return bool(apart.size) and float(apart.mean()) > threshold("gap in μ") + 2 / sqrt(n)


def gaps_together(model):
    """Small gaps that are none alone, and add up in what leaves the model."""
    seen, norms = model.together, [layer for layer in model.layers if any(map(comparable, layer.calls))]
    if seen is None or model.skips or not norms:
        return
    if seen.gap < max(threshold("together"), threshold("chance") * seen.chance):
        return
    beyond = {layer: max(_beyond_chance(c) for c in layer.calls if comparable(c)) for layer in norms}
    layer = max(norms, key=beyond.get)
    if beyond[layer] < threshold("systematic"):
        return
    words = (
        f"The model's output with stored statistics differs from that with the batch's by {plain(seen.gap, 2)} of its "
        f"σ; other samples change it by {plain(seen.chance, 2)}. The small gaps of {len(norms)} batch norms add up; "
        "the largest is here. The weights have changed since the statistics were stored (averaged, copied, quantized), "
        "another divisor was used, or several workers' statistics were averaged, or one worker's share was taken."
    )
    yield layer.name, words, cures.counted_again(layer)


def _left(n, m) -> float | None:
    """What the initial 0 and 1 still weigh in the running statistics."""
    return None if m is None or n is None else (1 - m) ** n


def _left_much(facts) -> bool:
    return (_left(facts["batches"], facts["momentum"]) or 0) > threshold("left of the start")


def young(layer) -> bool:
    """Whether the initial 0 and 1 still weigh: in training that is no news, and where the momentum makes it last."""
    n, m = layer.facts["batches"], layer.facts["momentum"]
    if n is None:
        return layer.facts["own"]  # who knows how many it has seen
    if m is None:  # a plain average
        return n < FEW
    return _left(n, m) > threshold("warm-up") and (m >= threshold("slow momentum") or n < 10)


def gap_of(call) -> tuple[float, float]:
    """Mean over the features of |μ_run − μ| / σ and of |ln(σ_run / σ)|."""
    usable = (call.var > 0) & (call.stored[1] > 0)
    std, stored = np.sqrt(call.var[usable]), np.sqrt(call.stored[1][usable])
    moved = np.abs(call.stored[0] - call.mean)[usable] / np.maximum(std, stored)
    return float(moved.mean()), float(np.abs(np.log(stored / std)).mean())


def _beyond_chance(call) -> float:
    """Mean over the features of (μ_run − μ)² ÷ what it is by chance, σ² / N."""
    usable = call.var > 0
    return float(call.samples * ((call.stored[0] - call.mean)[usable] ** 2 / call.var[usable]).mean())


def comparable(call) -> bool:
    """Whether its batch has statistics that can be held against the stored ones."""
    if call.stored is None or call.pool.size < 2 or call.mean.shape != call.stored[0].shape:
        return False
    return bool(np.any((call.var > 0) & (call.stored[1] > 0)) and np.isfinite(call.stored).all())


def _far(n: int, moved: float, scaled: float) -> bool:
    return moved > threshold("gap in μ") + 2 / sqrt(n) or scaled > threshold("gap in σ") + 2 / sqrt(2 * n)


def dropout_before_norm(layer, model):
    for call in layer.calls:
        drop = call.origin.drop
        if layer.family != "batch" or drop is None or drop.convolved or call.stored is None:
            continue
        added = added_by_dropout(layer, call, model)
        chance = 1 / sqrt(call.samples * len(call.var))
        by_design = drop.direct and drop.at_work and not call.running
        if not by_design and (added is None or added < threshold("dropout") + chance):
            continue
        where = "on what comes in" if drop.direct else "before the layer in front of this one"
        words = f"Dropout with p = {plain(drop.p)} is at work in training {where}."
        if added is not None and added > 0:
            words += f" It makes σ {plain(np.exp(added), 2)} times as large here."
        words += " The running variance is too large for evaluation. To count it anew does not mend that."
        return words, cures.dropout_after(layer, drop)
    return None


def added_by_dropout(layer, call, model) -> float | None:
    """ln of σ with dropout ÷ σ without, mean over the features; None where it was not seen."""
    without, with_it = call.var, call.stored[1]
    if call.origin.drop.at_work:
        seen = None if model.together is None else model.together.spread.get(layer.facts["module"])
        if seen is None or len(seen) != len(call.var):
            return None
        with_it, without = call.var, seen.double().numpy()
    elif young(layer) or not comparable(call):
        return None
    usable = (with_it > 0) & (without > 0)
    return float(np.log(with_it[usable] / without[usable]).mean() / 2) if usable.any() else None


def batch_in_evaluation(layer) -> bool:
    """Whether a batch norm takes the batch's statistics in evaluation mode: it has no others, or does not use them."""
    return layer.family == "batch" and bool(layer.calls) and not layer.training and layer.uses_batch
