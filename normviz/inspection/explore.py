"""From the sample of a layer's input to an explorer that shows it, and what left the layer."""

from dataclasses import replace

import numpy as np

from normviz.table import Table
from normviz.views.settings import Pairs

NORMS = {
    "batch": "batch norm",
    "layer": "layer norm",
    "rms": "RMS norm",
    "instance": "instance norm",
    "group": "group norm",
}


def explorer_of(layer):
    """The explorer that fits a layer: a table for batch norm, sentences where a mask came along, else the block."""
    from normviz.explorers import AxesExplorer, BatchNormExplorer, PaddingExplorer

    if not layer.calls:
        raise ValueError(f"layer: expected one that was called, got {layer.name!r}, which was not")
    call = layer.calls[0]
    values, real = call.values, call.real
    if layer.family == "batch" and _ragged(real):
        sentences = [v[:n] for v, n in zip(values, real.sum(axis=1), strict=True) if n]
        affine, said = _affine(layer, call, values.reshape(-1, values.shape[-1]))
        explorer = _headed(PaddingExplorer, call, said)(sentences)
        return _moved(explorer, affine)
    if layer.family == "batch":
        table = _table(values, real, call.picked)
        affine, said = _affine(
            layer,
            call,
            values.reshape(-1, values.shape[-1])[slice(None) if table.mask is None else table.mask],
        )
        return _moved(_headed(BatchNormExplorer, call, said)(table), affine)
    # A layer norm over several axes pools as group norm with one group does.
    whole = layer.family == "layer" and len(call.pool.axes) > 1
    norm = NORMS["group" if whole else layer.family]
    given, said = _each_feature(layer, call)
    kind = _headed(AxesExplorer, call, said)
    if given is not None:
        kind.compute = staticmethod(
            lambda settings: _with(given, norm, settings, AxesExplorer.compute(settings))
        )
    explorer = kind(values, norm=norm)
    if explorer.settings.norm == "group norm":
        explorer.groups.value = layer.groups
    return explorer


def _moved(explorer, affine):
    if affine is not None:
        explorer.move(affine=affine)
    return explorer


def _each_feature(layer, call):
    """γ and β of each feature that is shown, or None, and what to say of them."""
    features, size = call.picked[2], call.block[2]
    if layer.facts["own"]:
        return None, "before γ and β, which nobody knows in a layer of your own"
    if all(v is None or len(v) != size for v in (layer.gamma, layer.beta)):
        bare = layer.gamma is None and layer.beta is None
        return None, "" if bare else "before γ and β, which differ from place to place"
    given = [
        np.full(len(features), whole) if v is None else v[features]
        for v, whole in zip((layer.gamma, layer.beta), (1.0, 0.0), strict=True)
    ]
    return (None if np.all(given[0] == 1) and not np.any(given[1]) else given), ""


def _affine(layer, call, rows):
    """The γ and β with which the picture shows what left the layer, and what to say of them.

    The picture has μ and σ of its own ``rows`` and ε = 1e-5. Where the layer had others (stored ones, those of a larger
    batch), what they do is part of the picture's γ and β.
    """
    given, said = _each_feature(layer, call)
    features = call.picked[2]
    mean, var = call.stored if call.running else (call.mean, call.var)
    if layer.facts["own"] or len(mean) != call.block[2]:
        return None, said
    gamma, beta = (np.ones(len(features)), np.zeros(len(features))) if given is None else given
    step = np.sqrt(np.maximum(var[features], 0) + layer.eps)
    apart = gamma * np.sqrt(rows.var(axis=0) + 1e-5) / step
    moved = beta + gamma * (rows.mean(axis=0) - mean[features]) / step
    if call.running:
        said = "in evaluation, so γ and β hold what the stored μ and σ do, too"
    elif not call.pools_whole:
        said = "γ and β hold what the layer's own μ and σ do, too"
    pairs = enumerate(zip(apart.tolist(), moved.tolist(), strict=True), start=1)
    return Pairs(tuple((k, pair) for k, pair in pairs)), said


def _with(given, norm: str, settings, result):
    """A result whose y has the layer's γ and β, as long as the layer's own norm is chosen."""
    if settings.norm != norm:
        return result
    gamma, beta = given
    y = np.where(result.batch.mask[..., None], gamma * result.normalized.x_hat + beta, 0.0)
    return replace(result, normalized=replace(result.normalized, gamma=gamma, beta=beta, y=y))


def _headed(kind, call, said):
    """The explorer's class, whose heading says where it shows a part of what came in, and what γ and β hold."""
    axes = zip(call.values.shape, call.block, ("samples", "places", "features"), strict=True)
    shown = [f"{size} of {n} {what}" for size, n, what in axes if size < n]
    also = "" if call.pools_whole else ", so μ and σ are not those of the layer"
    parts = [f"{', '.join(shown)} shown{also}"] * bool(shown) + [said] * bool(said)
    heading = ": ".join([kind.heading, "; ".join(parts)]) if parts else kind.heading
    return type(kind.__name__, (kind,), {"heading": heading})


def _ragged(real) -> bool:
    """Whether the mask is real tokens first and then pads, some of them."""
    if real is None or real.all() or real.ndim != 2 or real.shape[1] < 2:
        return False
    return bool(np.all(real == (np.arange(real.shape[1]) < real.sum(axis=1)[:, None])))


def _table(values, real, picked) -> Table:
    samples, places, features = (at + 1 for at in picked)
    names = [f"row {b}" if len(places) == 1 else f"{b}, {t}" for b in samples for t in places]
    return Table.of(
        values.reshape(-1, len(features)),
        rows=names,
        columns=[f"x{k}" for k in features],
        mask=None if real is None or real.all() else real.reshape(-1),
    )
