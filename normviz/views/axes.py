"""One block of sentences, tokens and features, and the cells that share a mean with the chosen one."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.norms import Normalized, batch_norm, group_norm, instance_norm, layer_norm, rms_norm
from normviz.padding import PaddedBatch
from normviz.views.sentences import own_sentences, read_sentences
from normviz.views.settings import NO_EDITS, Edits, Given, edited

HI_NITISH, THREE, YOURS = "Hi Nitish", "three sentences", "your sentences"
NORMS = {
    "batch norm": "batch_norm",
    "batch norm without pads": "masked_batch_norm",
    "layer norm": "layer_norm",
    "instance norm": "instance_norm",
    "group norm": "group_norm",
    "RMS norm": "rms_norm",
}
INDICES = ("sentence", "token", "feature")


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    # "Hi Nitish", "three sentences", or YOURS: the given block, or the typed sentences where none was given
    example: str = HI_NITISH
    sentences: str = "\n".join(examples.hi_nitish().sentences[:3])  # what is typed, one sentence a line
    given: PaddedBatch | None = None  # what the caller gave
    embedding: Given | None = None  # word → numbers; None for the documents' own
    features: int = 3  # D of vectors that are made up
    norm: str = "batch norm"  # one of NORMS
    groups: int = 1  # how many groups of features group norm makes
    sentence: int = 1  # the chosen cell, counted from 1
    token: int = 1
    feature: int = 1
    edits: Edits = NO_EDITS  # numbers that were put in the place of the block's own


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    norm: str  # "batch_norm", "masked_batch_norm", "layer_norm", "instance_norm", "group_norm" or "rms_norm"
    groups: int | None  # how many groups of features; None where the norm has none
    batch: PaddedBatch  # the block, (B, L, D)
    normalized: Normalized  # what the norm returned, (B, L, D)
    cell: tuple[int, int, int]  # (sentence, token, feature) of the chosen cell, counted from 0
    # booleans, (B, L, D), True at the cells that share a mean with the chosen one; none is True where
    # the chosen cell is a pad that the norm leaves out
    pool: np.ndarray
    made_up: tuple[str, ...]  # words whose vector was made from the word itself
    # (low, high): as far as the ruler of any norm and any cell reaches, before numbers were put in
    reach: tuple[float, float]

    @property
    def count(self) -> int:
        """How many cells the pool has."""
        return int(np.count_nonzero(self.pool))

    @property
    def pads(self) -> int:
        """How many of them are pads."""
        return int(np.count_nonzero(self.pool & ~self.batch.mask[..., None]))

    @property
    def mean(self) -> float:
        """μ of the chosen cell's pool; 0 for RMS norm, which subtracts nothing."""
        return self._at_cell(self.normalized.mean)

    @property
    def std(self) -> float:
        """σ of the chosen cell's pool; for RMS norm the root of the mean square."""
        return self._at_cell(self.normalized.std)

    @property
    def x_hat(self) -> float:
        """What the chosen cell becomes."""
        return float(self.normalized.x_hat[self.cell])

    def spread(self, values: np.ndarray) -> tuple[float | None, float]:
        """μ and σ of the pool's ``values``; for RMS norm, which measures from 0, None and the root mean square."""
        values = values[self.pool]
        if self.norm == "rms_norm":
            return None, float(np.sqrt((values**2).mean()))
        return float(values.mean()), float(values.std())

    @property
    def by_row(self) -> bool:
        """Whether the pool stays inside one row."""
        return self.norm in ("layer_norm", "rms_norm")

    @property
    def tone(self) -> str:
        """The pool's tone: "row" where it stays inside one row, "column" where it runs down the tokens."""
        return "row" if self.by_row else "column"

    def _at_cell(self, statistic: np.ndarray) -> float:
        return float(np.broadcast_to(statistic, self.pool.shape)[self.cell])


def block_of(settings: Settings) -> tuple[PaddedBatch, tuple[str, ...]]:
    """Return the block, and the words whose vectors were made up."""
    own = settings.example == YOURS
    batch, made_up = own_sentences(settings) if own else _documents(settings.example)
    return edited(batch, settings.edits), made_up


@cache
def _documents(example: str):
    if example == HI_NITISH:
        return examples.hi_nitish().batch, ()
    # The documents' vectors have three features, which form no groups of two.
    return read_sentences(examples.hi_nitish().sentences[1:], features=4)


def divisors_of(features: int) -> list[int]:
    """How many groups so many features can form."""
    return [g for g in range(1, features + 1) if features % g == 0]


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """Another block begins at its first cell, and with groups that its features can form."""
    if not changed & {"example", "sentences"}:
        return settings
    settings = replace(settings, edits=NO_EDITS)
    try:
        shape = block_of(settings)[0].values.shape
    except (TypeError, ValueError):
        return settings
    divisors = divisors_of(shape[-1])
    # The documents follow “How”, which begins their second sentence.
    first = {"sentence": 2 if settings.example == HI_NITISH else 1, "token": 1, "feature": 1}
    return replace(settings, groups=divisors[len(divisors) // 2 - (len(divisors) == 2)], **first)


def compute(settings: Settings) -> Result:
    """Normalize the block, and mark the pool of the chosen cell."""
    batch, made_up = block_of(settings)
    cell = cell_in([getattr(settings, name) for name in INDICES], batch.values.shape)
    norm = NORMS[settings.norm]
    groups = settings.groups if norm == "group_norm" else None
    pool = pool_of(norm, batch, groups, cell)
    reach = reach_of(block_of(replace(settings, edits=NO_EDITS))[0])
    return Result(norm, groups, batch, normalized_by(norm, batch, groups), cell, pool, made_up, reach)


@lru_cache(maxsize=4)
def reach_of(batch: PaddedBatch) -> tuple[float, float]:
    """As far as the ruler of any norm and any cell of the block reaches, in whole steps."""
    ends = []
    for norm in NORMS.values():
        for groups in divisors_of(batch.values.shape[-1]) if norm == "group_norm" else [None]:
            made = normalized_by(norm, batch, groups)
            least, mean = (0, 0.0) if norm == "rms_norm" else (-1, made.mean)
            step = np.sqrt(made.std**2 + made.eps)
            left, right = np.floor(made.x_hat + 1e-9), np.ceil(made.x_hat - 1e-9)
            ends += [
                (mean + step * np.minimum(left, least)).min(),
                (mean + step * np.maximum(right, 1)).max(),
            ]
    return min(ends), max(ends)


@lru_cache(maxsize=16)
def normalized_by(norm: str, batch: PaddedBatch, groups: int | None) -> Normalized:
    """Normalize the block by one of NORMS; ``groups`` is for group norm."""
    x = batch.values
    if norm == "masked_batch_norm":
        return batch_norm(x, mask=batch.mask)
    if norm == "group_norm":
        return group_norm(x, groups)
    plain = {
        "batch_norm": batch_norm,
        "layer_norm": layer_norm,
        "instance_norm": instance_norm,
        "rms_norm": rms_norm,
    }
    return plain[norm](x)


def pool_of(norm: str, batch: PaddedBatch, groups: int | None, cell) -> np.ndarray:
    """The cells of the block that share a mean with this one, as booleans."""
    pool = np.zeros(batch.values.shape, bool)
    b, t, k = cell
    if norm in ("layer_norm", "rms_norm"):
        pool[b, t] = True
    elif norm == "instance_norm":
        pool[b, :, k] = True
    elif norm == "group_norm":
        size = batch.values.shape[-1] // groups
        first = k // size * size
        pool[b, :, first : first + size] = True
    elif norm == "batch_norm":
        pool[:, :, k] = True
    elif batch.mask[b, t]:
        pool[..., k] = batch.mask
    return pool


def cell_in(cell, shape) -> tuple[int, int, int]:
    """The cell counted from 0, or an error that names what lies outside the block."""
    cell = _inputs.items("cell", cell, "(sentence, token, feature)")
    if len(cell) != 3:
        raise ValueError(f"cell: expected 3 numbers (sentence, token, feature), got {len(cell)}")
    for name, value, count in zip(INDICES, cell, shape, strict=True):
        if _inputs.whole(name, value, at_least=1) > count:
            raise ValueError(f"{name}: expected 1 to {count}, got {value}")
    return tuple(int(value) - 1 for value in cell)
