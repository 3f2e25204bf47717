"""Which numbers share a mean: too few, the wrong ones, pads, or one that is always the same."""

from math import sqrt

import numpy as np

from normviz.drawing.numbers import plain, significant
from normviz.inspection import cures
from normviz.inspection.gap import comparable, gap_of, young
from normviz.inspection.thresholds import threshold


def pool_of_one(layer, model):
    call = min(layer.calls, key=lambda c: c.pool.size, default=None)
    if 1 not in (layer.pool_size, call and call.pool.size) or not layer.uses_batch:
        return None
    words = "One number is its own mean, and its σ is 0: the output is β, whatever the input is."
    if layer.family == "batch":
        which = "The last batch" if layer.calls else "The batch"
        words = f"{which} has one sample, and {layer.kind} needs two or more in training. {words}"
        return words, cures.MORE_SAMPLES
    words = (
        "One number is its own root mean square: only its sign is left." if layer.family == "rms" else words
    )
    return words, _wider(layer)


def tiny_pool(layer, model):
    if layer.family not in ("batch", "instance", "group") or not layer.uses_batch:
        return None
    n = min((call.pool.size for call in layer.calls), default=layer.pool_size)
    if 1 < n < threshold("tiny pool"):
        words = (
            f"Only {n} numbers share a mean. Their σ is off by about {round(100 / sqrt(2 * (n - 1)))} % by chance, "
            f"and |x̂| is at most √{n - 1} = {plain(sqrt(n - 1), 2)}."
        )
        return words, cures.MORE_SAMPLES if layer.family == "batch" else _wider(layer)
    alike = _independent(layer)
    if alike is None:
        return None
    samples, worth = alike
    words = (
        f"{layer.pool_size} numbers share a mean, but those of one sample are alike: μ changes from batch to batch as "
        f"that of {plain(worth, 1)} independent numbers does. The batch has {samples} sample{'s' * (samples > 1)}."
    )
    return words, cures.MORE_SAMPLES


def _independent(layer):
    """(samples, how many independent numbers a batch is worth) where its few samples make this less than enough."""
    enough, worths = threshold("tiny pool"), []
    for call in layer.calls:
        n = call.shape[0]
        of_batch = layer.family == "batch" and not call.running
        if not of_batch or n >= enough or call.pool.size < 4 * enough or len(call.shape) < 3:
            continue
        if call.apart is not None:
            worths.append(n / max(call.apart**2, 1e-30))
        elif n == 1 and comparable(call) and not young(layer):
            worths.append(1 / max(gap_of(call)[0] ** 2, 1e-30))
    worth = np.median(worths) if worths else enough
    return (layer.calls[0].shape[0], float(worth)) if worth < enough else None


def two_features(layer, model):
    if layer.family != "layer" or layer.pool_size != 2:
        return None
    return "Two numbers share a mean: one becomes about +1 and the other −1, always.", _wider(layer)


def _wider(layer) -> str:
    return cures.wider(layer, threshold("tiny pool"))


def wrong_axis(layer, model):
    for call in layer.calls:
        here, there = call.origin.features, _taken(layer, call)
        before = here is not None
        if not before and layer.family == "batch" and (layer.facts["taken"] or 0) < len(call.shape):
            here = layer.facts["taken"]
        if here is None or there is None or here == there:
            continue
        as_many = call.shape[here] == call.shape[there]
        sure = not before or (call.origin.sure and (layer.family == "batch" or layer.groups > 1))
        if not as_many and not sure and not _named_otherwise(layer, call, here, there):
            continue
        why = f"It was made for {call.shape[here]} features, and takes any number without an error."
        if as_many:
            why = f"It ran only because both axes have the same size, {call.shape[there]}."
        elif sure:
            why = f"It was made for {call.shape[there]}: the number of places, and not of features."
        whose = "layer before puts its features on" if before else "layer behind takes its features from"
        words = (
            f"The input has shape {call.shape}, and the {whose} axis {here}. {layer.kind} "
            f"takes them from axis {there}: {_each(layer, there)}. {why}"
        )
        return words, cures.turned(layer, here, there, call.shape[here] if sure and not as_many else 0)
    return None


def _taken(layer, call) -> int | None:
    """The axis that the norm takes for that of the features; None where somebody may well mean another one.

    A layer norm behind a turn of other axes, or before a layer that mixes places, is meant to run over places.
    """
    if layer.family not in ("layer", "rms"):
        return call.pool.features
    meant = len(call.pool.axes) > 1 or call.origin.turned or layer.facts["mixed"]
    return None if meant else call.pool.axes[0]


def _named_otherwise(layer, call, here: int, there: int) -> bool:
    """Instance norm without γ and β takes any number of features; the one that it was made for gives it away."""
    made_for = layer.facts["features"]
    return layer.family == "instance" and call.shape[here] == made_for != call.shape[there]


def _each(layer, there: int) -> str:
    if layer.family in ("layer", "rms"):
        return f"each feature has a mean of its own, over axis {there}, and no mean is over the features"
    if layer.family == "group":
        return f"its groups are parts of axis {there}, and all features share a mean"
    return f"each index of axis {there} has a mean of its own, and all features share it"


def pads_in_pool(layer, model):
    padded = (c for c in layer.calls if c.pads and c.pads_moved and not c.running)
    worst = max(padded, key=lambda c: max(c.pads_moved), default=None)
    if worst is None or max(worst.pads_moved) < threshold("pads moved"):
        return None
    moved, scaled = worst.pads_moved
    words = (
        f"{round(100 * worst.pads)} % of the numbers that share a mean are pads. They move μ by {plain(moved, 2)} σ, "
        f"and change σ by a factor of {plain(np.exp(scaled), 2)} (mean over the pools): the output of a real token "
        "depends on the number of pads."
    )
    return words, cures.pads_left_out(layer, worst)


def constant_pool(layer, model):
    for call in layer.calls:
        if layer.family != "batch" or call.running or call.pool.size < 2:
            continue
        limit = threshold("constant") * np.abs(call.mean)
        constant = (np.sqrt(call.var) <= limit) & (call.mean != 0)
        if not constant.any():
            continue
        words = (
            f"{constant.sum()} of {len(constant)} features are one number throughout, up to "
            f"{significant(np.abs(call.mean[constant]).max(), 2)}. Their σ is 0 but for rounding: the output is β and "
            f"a rounding error. In evaluation the layer multiplies a small change by {significant(layer.eps**-0.5, 2)}."
        )
        return words, cures.WITHOUT_CONSTANTS
    return None
