"""Sentences padded to one length: what joins a column's pool, and what becomes of μ, σ and one word."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.drawing.sizes import LISTED, MOST_EXTRA
from normviz.norms import Normalized, batch_norm, layer_norm, normalize
from normviz.padding import PaddedBatch, padding_law
from normviz.table import Table
from normviz.views.sentences import own_sentences
from normviz.views.settings import NO_EDITS, UNSAID, Edits, Given, PairOfFollowed, Pairs, edited

EXAMPLES = {
    "Hi Nitish": examples.hi_nitish,
    "Hi Probal": examples.hi_probal,
    "32 sentences, one of 100 words": examples.long_batch,
}
YOURS = "your sentences"
NORMS = {
    "batch norm, pads counted": "batch_norm",
    "batch norm without pads": "masked_batch_norm",
    "batch norm, pads filled with the mean": "filled_batch_norm",
    "layer norm": "layer_norm",
}
# Numbers in a padded batch, unless it has more of its own: beyond, pads would only fill the memory.
MOST_NUMBERS = 10**6


@dataclass(frozen=True)
class Settings(PairOfFollowed):
    """What the picture depends on."""

    # one of EXAMPLES, or YOURS: the given batch, or the typed sentences where none was given
    example: str = "Hi Nitish"
    sentences: str = "\n".join(examples.hi_nitish().sentences[:3])  # what is typed, one sentence a line
    given: PaddedBatch | None = None  # what the caller gave
    embedding: Given | None = None  # word → numbers; None for the documents' own
    features: int = 3  # D of vectors that are made up
    padding_length: int = 4  # tokens a sentence
    norm: str = "batch norm, pads counted"  # one of NORMS
    token: tuple[int, int] = (1, 0)  # the followed one: sentence and position, counted from 0
    feature: int = 0  # the followed one, counted from 0
    affine: Pairs = UNSAID  # γ and β of every feature
    # (least, most) padding length since the norm was chosen: the curves go that far and no further, and
    # nothing is said of what has not been tried; None shows all of them at once
    seen: tuple[int, int] | None = None
    # draw the followed column, its ruler and its word alone, without law, curves, γ and β
    one_column: bool = False
    edits: Edits = NO_EDITS  # numbers that were put in the place of the batch's own

    _followed = "feature"


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    norm: str  # "batch_norm", "masked_batch_norm", "filled_batch_norm" or "layer_norm"
    batch: PaddedBatch  # at the chosen length
    # stacked, (B·L, D); with "filled_batch_norm" its pads hold the mean of the real rows
    table: Table
    normalized: Normalized  # what the chosen norm returned, (B, L, D)
    # (mean, std), arrays (D,), of batch norm; pads are zeros, or the mean with "filled_batch_norm"
    with_pads: tuple[np.ndarray, np.ndarray]
    without_pads: tuple[np.ndarray, np.ndarray]
    law: tuple[np.ndarray, np.ndarray]  # the same, as the law of padding gives ``with_pads``
    real_fraction: float  # r, the share of rows that are real
    token: tuple[int, int]  # the followed one: (sentence, position)
    feature: int  # the followed one
    pads: np.ndarray  # (K,), the numbers of pad rows that the slider can reach, and 0
    recounts: np.ndarray  # (K, 2), the followed feature's mean and std counted anew at each of them
    curve_pads: np.ndarray  # (M,), numbers of pad rows in between
    curve: tuple[np.ndarray, np.ndarray]  # (mean, std), what the law says at each of them
    made_up: tuple[str, ...]  # words whose vector was made from the word itself
    # (least, most) number of pads that has been tried, or None where all may be shown
    seen: tuple[int, int] | None = None
    one_column: bool = False  # as in ``Settings``

    @property
    def tried(self) -> bool:
        """Whether the padding length has been moved, so that what comes of it may be said."""
        return self.seen is None or self.seen[0] < self.seen[1]

    @property
    def pool(self) -> str:
        """Which numbers share a mean: those of a "row" or of a "column"; also the pool's tone."""
        return "row" if self.norm == "layer_norm" else "column"

    @property
    def pools_pads(self) -> bool:
        """Whether pads join the pool."""
        return self.norm in ("batch_norm", "filled_batch_norm")

    @property
    def row(self) -> int:
        """The followed token's row in the stacked table."""
        return self.token[0] * self.batch.values.shape[1] + self.token[1]


def batch_of(settings: Settings) -> tuple[PaddedBatch, tuple[str, ...]]:
    """Return the sentences as they came, before more padding, and the words whose vectors were made up."""
    own = settings.example == YOURS
    batch, made_up = own_sentences(settings) if own else (_documents(settings.example), ())
    return edited(batch, settings.edits), made_up


@cache
def _documents(example: str) -> PaddedBatch:
    return EXAMPLES[example]().batch


def fit(settings: Settings, changed: frozenset[str]) -> Settings:
    """New sentences bring their own length, their first word to follow, and no γ or β; what cannot be read, nothing."""
    if not changed & {"example", "sentences"}:
        return _having_seen(settings, anew="norm" in changed)
    settings = replace(settings, edits=NO_EDITS)
    try:
        batch, _ = batch_of(settings)
    except (TypeError, ValueError):
        return settings
    cells = [cell for _, cell in followable(batch)]
    # The documents follow "How": start with the first one where there is one.
    token = next((c for c in cells if batch.tokens[c[0]][c[1]] == "How"), cells[0])
    fitted = replace(
        settings,
        padding_length=int(batch.lengths.max()),
        token=token,
        feature=min(settings.feature, batch.values.shape[-1] - 1),
        affine=UNSAID,
    )
    return _having_seen(fitted, anew=True)


def _having_seen(settings: Settings, *, anew: bool) -> Settings:
    length = settings.padding_length
    if settings.seen is None or not isinstance(length, int):
        return settings
    least, most = (length, length) if anew else settings.seen
    return replace(settings, seen=(min(least, length), max(most, length)))


def compute(settings: Settings) -> Result:
    """Pad, normalize, and hold the statistics against those without pads and against the law.

    >>> [compute(Settings(padding_length=n)).with_pads[0][0].round(4).item() for n in (5, 8)]
    [3.121, 1.9506]
    """
    whole, made_up = batch_of(settings)
    batch = whole.pad_to(_length(settings, whole))
    features = batch.values.shape[-1]
    gamma, beta = settings.affine.arrays(features)
    without = batch_norm(batch.values, mask=batch.mask, gamma=gamma, beta=beta)
    norm = NORMS[settings.norm]
    fill = "mean" if norm == "filled_batch_norm" else "zeros"
    filled = batch.values
    if fill == "mean":
        filled = np.where(batch.mask[..., None], filled, without.mean)
    with_pads = batch_norm(filled, gamma=gamma, beta=beta)
    if norm == "layer_norm":
        normalized = layer_norm(batch.values, gamma=gamma, beta=beta)
    else:
        normalized = without if norm == "masked_batch_norm" else with_pads
    real_mean, real_var = without.mean.reshape(-1), without.var.reshape(-1)
    law_mean, law_var = padding_law(real_mean, real_var, batch.real_fraction, fill=fill)
    pads, recounts, curve_pads, curve = _against_pads(whole, settings.feature, fill)
    return Result(
        norm=norm,
        batch=batch,
        table=replace(batch.stacked(), values=filled.reshape(-1, features)),
        normalized=normalized,
        with_pads=(with_pads.mean.reshape(-1), with_pads.std.reshape(-1)),
        without_pads=(real_mean, np.sqrt(real_var)),
        law=(law_mean, np.sqrt(law_var)),
        real_fraction=batch.real_fraction,
        token=settings.token,
        feature=settings.feature,
        pads=pads,
        recounts=recounts,
        curve_pads=curve_pads,
        curve=curve,
        made_up=made_up,
        seen=settings.seen and tuple(len(whole.mask) * n - int(whole.mask.sum()) for n in settings.seen),
        one_column=settings.one_column,
    )


def _length(settings: Settings, batch: PaddedBatch) -> int:
    length = _inputs.whole("length", settings.padding_length, at_least=1)
    sentences, longest, features = batch.values.shape
    most = max(MOST_NUMBERS // (sentences * features), longest + MOST_EXTRA)
    if length > most:
        raise ValueError(f"length: expected at most {most} tokens in {sentences} sentences, got {length}")
    return length


@lru_cache(maxsize=8)
def _against_pads(batch: PaddedBatch, feature: int, fill: str):
    """μ and σ against the number of pads, recounted and by the law."""
    real = batch.values[..., feature][batch.mask]
    sentences, longest = batch.mask.shape
    pads = sentences * np.arange(longest, longest + MOST_EXTRA + 1) - len(real)
    pads = np.union1d([0], pads)
    held = real.mean() if fill == "mean" else 0.0
    counted = [batch_norm(np.concatenate([real, np.full(p, held)])[:, None]) for p in pads]
    recounts = np.array([[c.mean.item(), c.std.item()] for c in counted])
    curve_pads = np.union1d(np.linspace(0, pads[-1], 41), pads)
    of_real = normalize(real, 0)
    mean, var = of_real.mean.item(), of_real.var.item()
    laws = [padding_law(mean, var, len(real) / (len(real) + p), fill=fill) for p in curve_pads]
    mean, var = (np.array(column, dtype=float) for column in zip(*laws, strict=True))
    return pads, recounts, curve_pads, (mean, np.sqrt(var))


@lru_cache(maxsize=4)
def followable(batch: PaddedBatch) -> tuple[tuple[str, tuple[int, int]], ...]:
    """The words that can be followed, by name, and where they stand: (sentence, position)."""
    lengths = enumerate(batch.lengths[:LISTED])
    cells = [(b, t) for b, length in lengths for t in range(length)][:LISTED]
    names = [batch.tokens[b][t] for b, t in cells]
    return tuple(
        (name if names.count(name) == 1 else f"{name} (sentence {b + 1}, word {t + 1})", (b, t))
        for name, (b, t) in zip(names, cells, strict=True)
    )
