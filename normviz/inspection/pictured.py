"""What was found, on the numbers of one feature: the ruler that the layer has, above the one that was meant."""

from collections.abc import Iterator

import numpy as np

from normviz.drawing.apart import rulers_apart
from normviz.drawing.numbers import significant
from normviz.drawing.ruler import ruler_of
from normviz.inspection.gap import comparable
from normviz.message import Drawn

REAL, PADS, NEAR = 60, 20, 0.15  # dots on a line that both stand on; how near one is beside another, of all


def pictured(layer, code: str) -> Drawn | None:
    """Draw a finding on the feature that shows it most; None where it is none of two rulers.

    Drawn are pads that join, where all numbers of a feature were kept, running statistics that are not the batch's, and
    features that share a mean.
    """
    rulers_of = RULERS.get(code)
    found = rulers_of and max(_each(layer, rulers_of), key=lambda one: one[0], default=None)
    if not found:
        return None
    _, x, real, asked, (one, other) = found
    pads = np.count_nonzero(~real)
    if pads:
        kept = np.concatenate([_thinned(x, real, REAL), _thinned(x, ~real, PADS)])
        x, real, asked = x[kept], real[kept], asked[kept]
    # Beside the pads its name would cover them.
    beside = np.abs(x - x[~real].mean()) < NEAR * np.ptp(x) if pads else False
    followed = int(np.argmax(np.where(asked, np.abs(one.reads(x) - other.reads(x)) - 1e6 * beside, -np.inf)))
    more = {"real": real, "pad_name": f"of {pads} pads"} if pads > PADS else {"real": real}
    return Drawn(*rulers_apart(x, (one, other), followed, name=significant(x[followed], 3), **more))


def _each(layer, rulers_of) -> Iterator[tuple]:
    """(how far the rulers lie apart, numbers, which are real, which may be followed, the rulers) of each feature."""
    for call in layer.calls:
        if layer.family != "batch" or not np.isfinite(call.values).all():
            continue
        shape = call.values.shape[:2]
        real = np.ones(shape, bool) if call.real is None else call.real
        for i in range(call.values.shape[2]):
            x = call.values[..., i]
            if real.any() and (found := rulers_of(call, i, x, real)):
                one, other, asked = found
                apart = abs(one.mean - other.mean) / other.step + abs(np.log(one.step / other.step))
                yield apart, x.ravel(), real.ravel(), np.broadcast_to(asked, shape).ravel(), (one, other)


def _pads(call, i: int, x, real):
    words = x[real]
    if not call.pads or call.running or not call.pools_whole or not np.ptp(words):
        return None
    without = ruler_of(words, words.mean(), words.var(), name="without pads")
    return ruler_of(x, x.mean(), x.var(), tone="pad", name="with pads"), without, real


def _stored(call, i: int, x, real):
    if not comparable(call) or len(call.mean) != call.block[2]:  # of very many features, a part is kept
        return None
    k = call.picked[2][i]
    here, stored = (call.mean[k], call.var[k]), (call.stored[0][k], call.stored[1][k])
    if not (here[1] > 0 and stored[1] > 0):
        return None
    return ruler_of(x, *here, name="this batch"), ruler_of(x, *stored, tone="ink", name="stored"), real


def _features(call, i: int, x, real):
    """Of (samples, features, places) that were taken for (samples, places, features)."""
    if len(call.shape) != 3 or call.running or not call.whole or not real.all():
        return None
    k = int(np.argmax(call.values.std(axis=(0, 2))))  # it varies most, so that its steps are seen
    own = call.values[:, k]
    if not np.ptp(own):
        return None
    alone = ruler_of(own, own.mean(), own.var(), name="its feature alone")
    return ruler_of(x, x.mean(), x.var(), tone="row", name="all features"), alone, np.arange(x.shape[1]) == k


RULERS = {"pads-in-pool": _pads, "train-eval-gap": _stored, "never-updated": _stored, "wrong-axis": _features}


def _thinned(x: np.ndarray, chosen: np.ndarray, most: int) -> np.ndarray:
    """The places of at most so many of the chosen numbers, from the lowest to the highest."""
    places = np.flatnonzero(chosen)
    places = places[np.argsort(x[places])]
    return places[np.linspace(0, len(places) - 1, min(len(places), most)).astype(int)]
