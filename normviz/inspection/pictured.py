"""What was found, on the numbers of one feature: the ruler that the layer has, above the one that was meant."""

from collections.abc import Iterator

import numpy as np

from normviz.drawing.apart import rulers_apart
from normviz.drawing.numbers import significant
from normviz.drawing.ruler import ruler_of
from normviz.inspection.gap import comparable
from normviz.message import Drawn

REAL, PADS = 60, 20  # dots on a line that both stand on


def pictured(layer, code: str) -> Drawn | None:
    """Draw a finding on the feature that shows it most; None where it is none of two rulers.

    Drawn are pads that join, where all numbers of a feature were kept, and running statistics that are not the batch's.
    """
    rulers_of = {"pads-in-pool": _pads, "train-eval-gap": _stored, "never-updated": _stored}.get(code)
    found = rulers_of and max(_each(layer, rulers_of), key=lambda one: one[0], default=None)
    if not found:
        return None
    _, x, real, (one, other) = found
    pads = np.count_nonzero(~real)
    if pads:
        kept = np.concatenate([_thinned(x, real, REAL), _thinned(x, ~real, PADS)])
        x, real = x[kept], real[kept]
    followed = int(np.argmax(np.where(real, np.abs(one.reads(x) - other.reads(x)), -1)))
    more = {"real": real, "pad_name": f"of {pads} pads"} if pads > PADS else {"real": real}
    return Drawn(*rulers_apart(x, (one, other), followed, name=significant(x[followed], 3), **more))


def _each(layer, rulers_of) -> Iterator[tuple]:
    """(how far the rulers lie apart, the numbers, which of them are real, the rulers) of each feature."""
    for call in layer.calls:
        if layer.family != "batch" or not np.isfinite(call.values).all():
            continue
        rows = call.values.reshape(-1, call.values.shape[-1])
        real = np.ones(len(rows), bool) if call.real is None else call.real.reshape(-1)
        for k, x in zip(call.picked[2], rows.T, strict=True):
            if real.any() and (rulers := rulers_of(call, k, x, real)):
                one, other = rulers
                apart = abs(one.mean - other.mean) / other.step + abs(np.log(one.step / other.step))
                yield apart, x, real, rulers


def _pads(call, k, x, real):
    words = x[real]
    if not call.pads or call.running or not call.pools_whole or not np.ptp(words):
        return None
    without = ruler_of(words, words.mean(), words.var(), tone="ink", name="without pads")
    return ruler_of(x, x.mean(), x.var(), name="with pads"), without


def _stored(call, k, x, real):
    if not comparable(call) or len(call.mean) != call.block[2]:  # of very many features, a part is kept
        return None
    here, stored = (call.mean[k], call.var[k]), (call.stored[0][k], call.stored[1][k])
    if not (here[1] > 0 and stored[1] > 0):
        return None
    return ruler_of(x, *here, name="this batch"), ruler_of(x, *stored, tone="ink", name="stored")


def _thinned(x: np.ndarray, chosen: np.ndarray, most: int) -> np.ndarray:
    """The places of at most so many of the chosen numbers, from the lowest to the highest."""
    places = np.flatnonzero(chosen)
    places = places[np.argsort(x[places])]
    return places[np.linspace(0, len(places) - 1, min(len(places), most)).astype(int)]
