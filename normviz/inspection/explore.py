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
        return PaddingExplorer(sentences)
    if layer.family == "batch":
        return BatchNormExplorer(_table(values, real))
    # A layer norm over several axes pools as group norm with one group does.
    whole = layer.family == "layer" and len(call.pool.axes) > 1
    explorer = AxesExplorer(values, norm=NORMS["group" if whole else layer.family])
    if layer.family == "group":
        explorer.groups.value = layer.groups
    return explorer


def _ragged(real) -> bool:
    """Whether the mask is real tokens first and then pads, some of them."""
    if real is None or real.all() or real.ndim != 2 or real.shape[1] < 2:
        return False
    return bool(np.all(real == (np.arange(real.shape[1]) < real.sum(axis=1)[:, None])))


def _table(values, real) -> Table:
    count, places, features = values.shape
    names = [f"{b + 1}" if places == 1 else f"{b + 1}, {t + 1}" for b in range(count) for t in range(places)]
    return Table.of(
        values.reshape(-1, features),
        rows=names,
        columns=[f"x{k + 1}" for k in range(features)],
        mask=None if real is None or real.all() else real.reshape(-1),
    )
