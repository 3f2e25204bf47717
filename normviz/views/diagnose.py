"""An input and somebody's result, and the convention that lies between them."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.diagnosis import Diagnosis, Tried, diagnose
from normviz.diagnosis.pasted import as_text, read_pasted
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
    except ValueError as error:
        if "finite" not in str(error):
            raise
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
