"""The tables of a report: a row a norm layer, and where there are many, one row for those that are alike."""

from dataclasses import dataclass

import numpy as np

from normviz.drawing.numbers import plain, significant
from normviz.drawing.pool import pool_picture
from normviz.message import NONE, Drawn, Grid

MOST_ROWS = 8  # beyond, layers that are alike share one
MOST_CALLS = 2  # of one layer that get rows of their own
SIDE = 20  # px: a cell in the picture of a pool


@dataclass(frozen=True)
class Row:
    """Layers and calls that one row is about; all have one kind, one pool, one state and the same findings."""

    label: str
    layers: tuple
    calls: tuple
    codes: str
    said: str  # where nothing was called


def tables(model: str, layers, findings, stopped: str) -> tuple[Grid, Grid]:
    """The norm layers of a model, and their numbers; a column without anything to say is left out."""
    rows = [row for layer in layers for row in _rows_of(layer, findings, stopped)]
    if len(rows) > MOST_ROWS:
        rows = _joined(rows)
    layers = _grid(f"The norm layers of {model}", LAYERS, rows)
    return layers, _grid("Their numbers", NUMBERS, rows, folded=True)


def _grid(caption: str, columns, rows, *, folded: bool = False) -> Grid:
    written = {name: [write(row) for row in rows] for name, write in columns.items()}
    said = {name: cells for name, cells in written.items() if any(cell != NONE for cell in cells)}
    return Grid(caption, tuple(said), tuple(zip(*said.values(), strict=True)), stacked=True, folded=folded)


def named(names) -> str:
    """Several layers: how many, the first, and the last."""
    names = [name or "the model itself" for name in dict.fromkeys(names)]
    if len(names) < 4:
        return ", ".join(names)
    return f"{len(names)} layers: {names[0]} … {names[-1]}"


def short(value) -> str:
    """A number to two decimals; what rounding leaves of a 0 is 0."""
    if not np.isfinite(value):
        return str(float(value))
    if abs(value) < 1e-6:
        return "0"
    return plain(value, 2) if abs(value) >= 0.01 else significant(value, 1)


def _rows_of(layer, findings, stopped: str):
    codes = ", ".join(dict.fromkeys(f.code for f in findings if f.layer == layer.name)) or NONE
    name, n = layer.name or "the model itself", len(layer.calls)
    if n == 0:
        said = layer.pool if layer.name == stopped else "not reached" if stopped else "never called"
        yield Row(name, (layer,), (), codes, said)
    elif n > MOST_CALLS:
        yield Row(f"{name}, {n} calls", (layer,), layer.calls, codes, "")
    else:
        for k, call in enumerate(layer.calls, 1):
            yield Row(f"{name}, call {k}" if n > 1 else name, (layer,), (call,), codes, "")


def _joined(rows) -> list[Row]:
    alike = {}
    for row in rows:
        state = {(call.pool.words, call.running) for call in row.calls}
        alike.setdefault((row.layers[0].kind, frozenset(state), row.codes, row.said), []).append(row)
    return [group[0] if len(group) == 1 else _one(group) for group in alike.values()]


def _one(group) -> Row:
    layers = tuple(layer for row in group for layer in row.layers)
    calls = tuple(call for row in group for call in row.calls)
    return Row(named(layer.name for layer in layers), layers, calls, group[0].codes, group[0].said)


def _pool(row: Row):
    if not row.calls:
        return row.said
    pool, shape = row.calls[0].pool, row.calls[0].shape
    return Drawn(pool.words, pool_picture(pool.axes, pool.features, len(shape), pool.groups, side=SIDE))


def _size(row: Row) -> str:
    sizes = [call.pool.size for call in row.calls] or [layer.pool_size for layer in row.layers]
    return _span(sizes, str) if any(sizes) else NONE


def _stored(row: Row) -> str:
    stored = [call.stored for call in row.calls] or [layer.stored for layer in row.layers]
    used = ", used" if row.calls and row.calls[0].running else ""
    return NONE if None in stored else _pairs(stored) + used


def _ratio(row: Row) -> str:
    ratios = []
    for call in row.calls:
        if call.stored is None or call.stored[1].shape != call.var.shape:
            return NONE
        usable = (call.var > 0) & (call.stored[1] > 0)
        if usable.any():
            # The geometric mean, as the finding has it: twice as large and half as large are equally far from 1.
            ratios.append(float(np.exp(np.log(call.stored[1][usable] / call.var[usable]).mean() / 2)))
    return _span(ratios) if ratios else NONE


def _pads(row: Row) -> str:
    shares = [call.pads for call in row.calls if call.pads is not None]
    return _span(shares, lambda share: f"{round(100 * share)} %") if shares else NONE


def _out(row: Row) -> str:
    both = zip(*(call.output for call in row.calls), strict=True)
    return ", ".join(map(_span, both)) or NONE


def _epsilon(row: Row) -> str:
    spreads = [call.stored[1] if call.running else call.var for call in row.calls]
    typical = [float(np.median(spread)) if spread.size else 0.0 for spread in spreads]
    ratios = [row.layers[0].eps / var if var > 0 else np.inf for var in typical]
    write = lambda ratio: significant(ratio, 2) if np.isfinite(ratio) else "∞"  # noqa: E731
    return _span(ratios, write) if ratios else NONE


LAYERS = {
    "Layer": lambda row: row.label,
    "Kind": lambda row: row.layers[0].kind,
    "A mean is shared by": _pool,
    "Found": lambda row: row.codes,
}
NUMBERS = {
    "Layer": lambda row: row.label,
    "In a pool": _size,
    "μ, σ here": lambda row: _pairs([(call.mean, call.var) for call in row.calls]),
    "μ, σ stored": _stored,
    "σ stored ÷ here": _ratio,
    "Pads in the pool": _pads,
    "Out: μ, σ": _out,
    "ε ÷ σ²": _epsilon,
}


def _pairs(statistics) -> str:
    """μ and σ, the mean over the features; of several layers, from the smallest to the largest."""
    if not statistics:
        return NONE
    means = [mean.mean() for mean, _ in statistics]
    stds = [np.sqrt(np.maximum(var, 0)).mean() for _, var in statistics]
    return f"{_span(means)}, {_span(stds)}"


def _span(values, write=short) -> str:
    low, high = write(min(values)), write(max(values))
    return low if low == high else f"{low} … {high}"
