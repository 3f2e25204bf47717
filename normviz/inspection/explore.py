"""From the sample of a layer's input to an explorer that shows it."""

import numpy as np

from normviz.table import Table

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
        return _headed(PaddingExplorer, call)(sentences)
    if layer.family == "batch":
        return _headed(BatchNormExplorer, call)(_table(values, real, call.picked))
    # A layer norm over several axes pools as group norm with one group does.
    whole = layer.family == "layer" and len(call.pool.axes) > 1
    explorer = _headed(AxesExplorer, call)(values, norm=NORMS["group" if whole else layer.family])
    if explorer.settings.norm == "group norm":
        explorer.groups.value = layer.groups
    return explorer


def _headed(kind, call):
    """The explorer's class, whose heading says where it shows a part of what came in."""
    axes = zip(call.values.shape, call.block, ("samples", "places", "features"), strict=True)
    shown = [f"{size} of {n} {what}" for size, n, what in axes if size < n]
    if not shown:
        return kind
    also = "" if call.pools_whole else ", so μ and σ are not those of the layer"
    return type(kind.__name__, (kind,), {"heading": f"{kind.heading}: {', '.join(shown)} shown{also}"})


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
