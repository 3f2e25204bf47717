"""An input and somebody's result, and the convention that lies between them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from normviz import _inputs, examples
from normviz.diagnosis import Diagnosis, Tried, diagnose
from normviz.diagnosis.conventions import POOLS
from normviz.diagnosis.pasted import NotFinite, as_text, read_pasted
from normviz.norms import batch_norm, layer_norm

YOURS = "your tables"
AS_WRITTEN = 0  # decimals: as many as the result was written with


def _article(correction):
    x = examples.article_batch().values
    return x, batch_norm(x, correction=correction).y.round(4)


def _layer_norm():
    x = examples.z_table().values
    return x, layer_norm(x, gamma=[2, 1, 0.5], beta=[0, 1, -1]).y.round(4)


EXAMPLES = {
    "the article's code": lambda: _article(1),
    "what the article prints": lambda: _article(0),
    "z table with a γ and a β": _layer_norm,
}


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    example: str  # one of EXAMPLES, or YOURS where the texts are the reader's own
    x: str  # the input, as text
    y: str  # the result
    decimals: int = AS_WRITTEN  # of the result; 0 for as many as are written


class Reading(NamedTuple):
    """A convention's ruler for the followed number: how far off it is, its numbers, μ and σ², and γ and β of the fit.

    ``eps`` is added to ``var``.
    """

    pool: str
    divisor: str
    fits: bool
    off: float
    numbers: np.ndarray
    mean: float
    var: float
    eps: float
    gamma: float = 1.0
    beta: float = 0.0


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows: the two arrays as read, and the diagnosis."""

    x: np.ndarray
    y: np.ndarray
    diagnosis: Diagnosis

    @property
    def pool(self) -> str | None:
        """How the pools run, by "column" or by "row", where all conventions found agree on it."""
        pools = {match.pool if match.told else None for match in self.diagnosis.matches}
        return {"columns": "column", "rows": "row"}.get(pools.pop()) if len(pools) == 1 else None

    @property
    def cell(self) -> tuple[int, ...]:
        """The followed number: that with the largest result, where conventions differ most."""
        return tuple(map(int, np.unravel_index(np.abs(self.y).argmax(), self.y.shape)))

    @property
    def readings(self) -> list[Reading]:
        """A ruler for each pool and divisor that was tried, the nearest first."""
        found = []
        for pool in POOLS[self.x.ndim]:
            where = tuple(slice(None) if k in pool.axes else at for k, at in enumerate(self.cell))
            numbers = self.x[where].ravel()
            for divisor in ("n", "n - 1"):
                tried = [t for t in self.diagnosis.tried if (t.pool, t.divisor) == (pool.key, divisor)]
                if tried and np.ptp(numbers) > 0 and pool.key != "batches averaged":
                    found.append(self._reading(pool, divisor, numbers, tried))
        return sorted(found, key=lambda reading: (not reading.fits, reading.off))

    def _reading(self, pool, divisor: str, numbers: np.ndarray, tried) -> Reading:
        fits = any(t.fits or self.fitted(t) for t in tried)
        mean, var, eps, gamma, beta = numbers.mean(), numbers.var(ddof=divisor == "n - 1"), 0.0, 1.0, 0.0
        match = next((m for m in self.diagnosis.matches if fits and m.pool == pool.key), None)
        if match:
            place, size = next((pair for pair in match.eps if pair[0] == "absent"), match.eps[0])
            if match.gamma is not None:
                feature = self.cell[pool.feature_axis]
                gamma, beta = np.ravel(match.gamma)[feature], np.ravel(match.beta)[feature]
            if place == "absent":  # γ takes up n − 1 as well
                gamma *= np.sqrt(var / numbers.var(ddof=match.divisor == "n - 1"))
            eps = size if place == "inside" else 0.0
            var = (np.sqrt(var) + size) ** 2 if place == "outside" else var
        off = min(t.difference for t in tried)
        return Reading(pool.key, divisor, fits, off, numbers, *map(float, (mean, var, eps, gamma, beta)))

    def fitted(self, tried: Tried) -> bool:
        """Whether a convention gives the result with the γ and β that were found.

        Without an ε, γ takes up n − 1 as well.
        """
        for match in self.diagnosis.matches:
            places = {place for place, _ in match.eps}
            alike = tried.divisor == match.divisor or "absent" in places
            if match.gamma is not None and match.pool == tried.pool and tried.eps in places and alike:
                return True
        return False


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """An example brings its two texts; who writes another makes it their own."""
    if "example" in changed and settings.example != YOURS:
        x, y = map(as_text, EXAMPLES[settings.example]())
        return replace(settings, x=x, y=y)
    return replace(settings, example=YOURS) if changed & {"x", "y"} else settings


def compute(settings: Settings) -> Result:
    """Read both texts, and find what turns one into the other."""
    x, x_decimals = _pasted("input", settings.x)
    try:
        y, decimals = _pasted("result", settings.y)
    except NotFinite as error:
        raise ValueError(f"{error}: in code, nv.diagnose(x, result) takes such a result") from None
    if x.shape != y.shape:
        raise ValueError(f"result: expected the input's shape {x.shape}, got shape {y.shape}")
    chosen = _inputs.whole("decimals", settings.decimals, at_least=AS_WRITTEN)
    if chosen != AS_WRITTEN:
        decimals = chosen
    found = diagnose(x, y, decimals=decimals, x_decimals=x_decimals)
    if found.refused:
        raise ValueError(found.blocks[0].rstrip("."))
    return Result(x.copy(), y.copy(), found)


@lru_cache(maxsize=4)
def _pasted(name: str, text: str):
    return read_pasted(name, text)
