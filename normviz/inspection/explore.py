"""From the sample of a layer's input to an explorer that shows it, and what left the layer."""

from dataclasses import replace
from functools import partial

import numpy as np

from normviz.norms import apply_statistics
from normviz.padding import PaddedBatch
from normviz.table import Table
from normviz.views.settings import Pairs


def explorer_of(layer):
    """The explorer that fits a layer: a table for batch norm, sentences where pads joined, else the block.

    It shows what left the layer: with its γ, β and ε, and with its own μ and σ where those of the numbers that are
    shown are others.
    """
    if not layer.calls:
        raise ValueError(f"layer: expected one that was called, got {layer.name!r}, which was not")
    call = layer.calls[0]
    if layer.family == "rms" and call.pool.features not in call.pool.axes:
        raise ValueError(
            f"layer: expected a mean over features, got {layer.name!r}: no explorer shows its pools"
        )
    # With stored μ and σ, instance norm does what batch norm does.
    if layer.family != "batch" and not call.running:
        return _block(layer, call)
    return _sentences(layer, call) if _as_sentences(call) else _table(layer, call)


def _sentences(layer, call):
    from normviz.explorers import PaddingExplorer

    def compute(settings):
        result = PaddingExplorer.compute(settings)
        return replace(result, normalized=_as_by(layer, result.normalized))

    sentences = [row[:n] for row, n in zip(call.values, call.real.sum(axis=1), strict=True)]
    pads_out = {} if call.pads else {"norm": "batch norm without pads"}
    affine, said = _affine(layer, call)
    explorer = _of(PaddingExplorer, layer, call, said, compute)(_named(call, sentences))
    return _begun(explorer, affine=_pairs(affine, 0), **pads_out)


def _table(layer, call):
    from normviz.explorers import BatchNormExplorer
    from normviz.views.batch_norm import YOURS

    whose = "stored" if call.running else "" if call.pools_whole and call.pads != 0 else "of all"
    used = call.stored if call.running else (call.mean, call.var)
    statistics = [of_each[call.picked[2]] for of_each in used] if whose else ()

    def compute(settings):
        result = BatchNormExplorer.compute(settings)
        if settings.example != YOURS:
            return result
        both = result.normalized, result.unedited
        normalized, unedited = (_as_by(layer, one, *statistics) for one in both)
        return replace(result, normalized=normalized, unedited=unedited, whose=whose)

    affine, said = _affine(layer, call)
    said = "; ".join(filter(None, [said, "in evaluation, with the stored μ and σ" * call.running]))
    rows = _rows(call)
    if (
        not whose and layer.eps == 1e-5 and rows.mask is None
    ):  # a page computes that, so its dots can be pulled
        compute = BatchNormExplorer.compute
    explorer = _begun(_of(BatchNormExplorer, layer, call, said, compute)(rows), affine=_pairs(affine))
    # Other controls change what is not counted.
    return explorer.only("gamma", "beta", "row", "column") if whose else explorer


def _block(layer, call):
    from normviz.drawing.axes import axes_picture
    from normviz.explorers import AxesExplorer

    # A layer norm over several axes pools as group norm with one group does.
    whole = layer.family == "layer" and len(call.pool.axes) > 1
    norm = "group norm" if whole else f"{layer.family.replace('rms', 'RMS')} norm"
    (gamma, beta), said = _affine(layer, call)

    def compute(settings):
        result = AxesExplorer.compute(settings)
        if settings.norm != norm:
            return result
        return replace(result, normalized=_as_by(layer, replace(result.normalized, gamma=gamma, beta=beta)))

    def examples(self, settings):
        told = {"norm": norm, "eps": layer.eps, "gamma": gamma, "beta": beta}
        blocks = AxesExplorer.examples_on_a_page(self, settings).items()
        return {name: {**block, "layer": told} for name, block in blocks}

    kind = _of(AxesExplorer, layer, call, said, compute)
    kind.alone_as, kind.examples_on_a_page = "axes", examples  # a page computes the layer, too
    kind.picture = staticmethod(partial(axes_picture, ruler_first=True))
    explorer = kind(_named(call, call.values), norm=norm)
    return _begun(explorer, groups=layer.groups) if norm == "group norm" else explorer


def _named(call, samples) -> PaddedBatch:
    """What came in, each row called after its place, or after its sample, where that has one place; none is empty."""
    at, places = (picked + 1 for picked in call.picked[:2])
    names = [[f"place {t}" for t in places] if len(places) > 1 else [f"sample {b}"] for b in at]
    some = [(values, its[: len(values)]) for values, its in zip(samples, names, strict=True) if len(values)]
    return PaddedBatch.from_vectors(*map(list, zip(*some, strict=True)))


def _affine(layer, call):
    """γ and β of each feature that is shown, and what to say of them where nobody knows them."""
    features, size = call.picked[2], call.block[2]
    plain = np.ones(len(features)), np.zeros(len(features))
    given = [
        default if value is None else value[features] if len(value) == size else None
        for value, default in zip((layer.gamma, layer.beta), plain, strict=True)
    ]
    if layer.facts["own"]:
        return plain, "before γ and β, which nobody knows in a layer of your own"
    if any(value is None for value in given):
        return plain, "before γ and β, which differ from place to place"
    return given, ""


def _pairs(affine, first: int = 1) -> Pairs:
    # Of a float32, more digits than six are not its own, and a box would cut them off.
    digits = ([float(f"{value:.6g}") for value in values] for values in affine)
    return Pairs(tuple(enumerate(zip(*digits, strict=True), start=first)))


def _as_by(layer, n, *statistics):
    """What a norm made of numbers, with the layer's ε, and with its μ and σ² where they are others."""
    mean, var = (np.broadcast_to(of_each, n.mean.shape) for of_each in statistics or (n.mean, n.var))
    about = n.gamma, n.beta, layer.eps, n.axis, n.correction, n.pool_size, n.centred
    return apply_statistics(n.x, n.mask, mean, np.maximum(var, 0), *about)


def _begun(explorer, **changes):
    """An explorer that begins with ``changes``, and comes back to them."""
    explorer.first = explorer.after(explorer.settings, **changes)
    explorer.reset()
    return explorer


def _of(kind, layer, call, said, compute):
    """The explorer's class, whose heading asks, names the layer, and says where it shows a part of what came in."""
    axes = zip(call.values.shape, call.block, ("samples", "places", "features"), strict=True)
    shown = [f"{size} of {n} {what}" for size, n, what in axes if size < n]
    whose = "with the μ and σ of all" if layer.family == "batch" else "so μ and σ are not those of the layer"
    also = f", {whose}" * (not call.pools_whole)
    parts = [f"{', '.join(shown)} shown{also}"] * bool(shown) + [said] * bool(said)
    name = f"{layer.name or 'the model itself'}, {layer.kind}"
    heading = ": ".join(filter(None, [f"Which numbers share a mean? ({name})", "; ".join(parts)]))
    return type(kind.__name__, (kind,), {"heading": heading, "compute": staticmethod(compute)})


def _as_sentences(call) -> bool:
    """Whether the batch's own statistics are those of sentences with zeros as pads, or without their pads."""
    if call.running or not call.pools_whole or not _ragged(call.real):
        return False
    return call.pads == 0 or not call.values[~call.real].any()


def _ragged(real) -> bool:
    """Whether the mask is real tokens first and then pads, some of them."""
    if real is None or real.all() or real.ndim != 2 or real.shape[1] < 2:
        return False
    return bool(np.all(real == (np.arange(real.shape[1]) < real.sum(axis=1)[:, None])))


def _rows(call) -> Table:
    """A row a place that is shown; in evaluation without pads, which change nothing there."""
    samples, places, features = (at + 1 for at in call.picked)
    names = [f"row {b}" if len(places) == 1 else f"sample {b}, {t}" for b in samples for t in places]
    real = None if call.real is None or call.real.all() else call.real.reshape(-1)
    values = call.values.reshape(-1, len(features))
    if real is not None and call.running:
        values, names = values[real], [name for name, kept in zip(names, real, strict=True) if kept]
        real = None
    return Table.of(values, rows=names, columns=[f"x{k}" for k in features], mask=real)
