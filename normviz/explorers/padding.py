"""PaddingExplorer: what pads do to μ and σ, and to a word that never asked for them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from normviz import _inputs, examples
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed
from normviz.drawing.padding import padding_picture
from normviz.explorers.base import Explorer
from normviz.explorers.sentences import are_sentences, block_of, read_sentences
from normviz.norms import Normalized, batch_norm, layer_norm, normalize
from normviz.padding import PaddedBatch, padding_law
from normviz.table import Table

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
MOST_EXTRA = 24  # tokens of padding that the slider can add to the longest sentence
# Numbers in a padded batch, unless it has more of its own: beyond, pads would only fill the memory.
MOST_NUMBERS = 10**6
MOST_TOKENS = 300  # in the list of tokens to follow


@dataclass(frozen=True, eq=False)
class PaddingResult:
    """Everything the picture shows.

    Attributes
    ----------
    norm : "batch_norm", "masked_batch_norm", "filled_batch_norm" or "layer_norm"
    batch : the PaddedBatch at the chosen length
    table : its stacked Table, (B·L, D); with "filled_batch_norm" its pads hold the mean of the real rows
    normalized : what the chosen norm returned, (B, L, D)
    with_pads, without_pads : (mean, std) pairs of arrays, (D,), of batch norm; the pads are zeros, or the
        mean with "filled_batch_norm"
    law : (mean, std) arrays, (D,), what the law of padding says for ``with_pads``
    real_fraction : r, the share of rows that are real
    token, feature : the followed cell: (sentence, position) and feature number
    pads : array, (K,), the numbers of pad rows that the slider can reach, and 0
    recounts : array, (K, 2), the followed feature's mean and std counted anew at each of them
    curve_pads : array, (M,), numbers of pad rows in between
    curve : (mean, std), arrays (M,), what the law says at each of ``curve_pads``
    made_up : words whose vector was made from the word itself
    """

    norm: str
    batch: PaddedBatch
    table: Table
    normalized: Normalized
    with_pads: tuple[np.ndarray, np.ndarray]
    without_pads: tuple[np.ndarray, np.ndarray]
    law: tuple[np.ndarray, np.ndarray]
    real_fraction: float
    token: tuple[int, int]
    feature: int
    pads: np.ndarray
    recounts: np.ndarray
    curve_pads: np.ndarray
    curve: tuple[np.ndarray, np.ndarray]
    made_up: tuple[str, ...]


class PaddingExplorer(Explorer):
    """Pad sentences to one length and watch what joins the pool.

    Parameters
    ----------
    data : None for the documents' "Hi Nitish"; or sentences (strings), a list of (L, D) arrays, or a
        PaddedBatch
    embedding : mapping word → D numbers for your sentences; other words get a vector made from the word
        itself
    example : "Hi Nitish", "Hi Probal" or "32 sentences, one of 100 words"
    norm : "batch norm, pads counted", "batch norm without pads", "batch norm, pads filled with the mean" or
        "layer norm"
    feature : the followed feature's number, from 1
    features : D of the made-up vectors where no embedding is given

    Raises
    ------
    TypeError, ValueError
        For data that cannot be a padded batch: the message names what was expected and what came.

    Examples
    --------
    >>> explorer = PaddingExplorer()
    >>> explorer.padding_length.value = 8
    >>> round(float(explorer.result.with_pads[0][0]), 4)
    1.9506
    """

    heading = "Padding explorer"

    def __init__(
        self,
        data=None,
        *,
        embedding=None,
        example: str = "Hi Nitish",
        norm: str = "batch norm, pads counted",
        feature: int = 1,
        features: int = 3,
    ):
        for name, value, names in (("example", example, EXAMPLES), ("norm", norm, NORMS)):
            _inputs.one_of(name, value, names)
        self._first_norm, self._first_feature = norm, _inputs.whole("feature", feature, at_least=1)
        if embedding is not None and not isinstance(embedding, Mapping):
            raise TypeError(
                f"embedding: expected a mapping word → numbers, got {_inputs.describe(embedding)}"
            )
        self._embedding = None if embedding is None else dict(embedding)
        self._features = _inputs.whole("features", features, at_least=1)
        _inputs.fits_in_memory("features", features, features)
        self._batch: PaddedBatch | None = None
        self._made_up: tuple[str, ...] = ()
        self._gamma: dict[int, float] = {}
        self._beta: dict[int, float] = {}
        self._curve_of = None
        self._given = None
        self._start = example
        self._sentences = "\n".join(examples.hi_nitish().sentences[:3])
        if data is not None:
            self._start = YOURS
            # Unusable sentences and arrays are refused here, before there is a picture.
            if are_sentences(data):
                self._sentences = "\n".join(" ".join(sentence.split()) for sentence in data)
                first = self._read(data)
            else:
                first = self._given = block_of(data)
        else:
            first = EXAMPLES[example]().batch
        if self._first_feature > first.values.shape[-1]:
            raise ValueError(
                f"feature: expected a number from 1 to {first.values.shape[-1]}, got {self._first_feature}"
            )
        super().__init__()

    def build(self):
        example = self.choice("example", "Example", [*EXAMPLES, YOURS], self._start)
        sentences = self.text("sentences", "Your sentences, one a line", self._sentences, rows=4)
        length = self.number("padding_length", "Padding length (tokens)", 1, 2, 1, 1, whole=True)
        norm = self.choice("norm", "Norm", list(NORMS), self._first_norm, width="20em")
        token = self.choice("token", "Follow", [("–", (0, 0))], width="18em")
        feature = self.choice("feature", "Feature", [("d1", 0)], width="9em")
        gamma = self.number("gamma", "γ of this feature", -3, 3, 0.1, 1.0)
        beta = self.number("beta", "β of this feature", -3, 3, 0.1, 0.0)
        self.react("example")
        self.feature.value = self._first_feature - 1
        return [[example, norm], [sentences], [length, token, feature], [gamma, beta]]

    def react(self, name):
        if name in ("example", "sentences"):
            self.show("sentences", self.example.value == YOURS and self._given is None)
            self._load()
        elif name == "feature":
            self.boxes["gamma"].value = self._gamma.get(self.feature.value, 1.0)
            self.boxes["beta"].value = self._beta.get(self.feature.value, 0.0)
        elif name in ("gamma", "beta"):
            getattr(self, f"_{name}")[self.feature.value] = self.value(name)

    def following(self, b, t, k):
        cells, features = ([value for _, value in control.options] for control in (self.token, self.feature))
        return {"token": (b, t), "feature": k} if (b, t) in cells and k in features else {}

    def reset_controls(self):
        with self.hold():
            # First, because the other controls can only be fitted to sentences that can be read.
            self.sentences.value = self._first_values["sentences"]
            super().reset_controls()

    def compute(self) -> PaddingResult:
        if self._batch is None:
            self._load()
        batch = self._batch.pad_to(self._length())
        feature, token = self.feature.value, self.token.value
        features = batch.values.shape[-1]
        gamma = np.array([self._gamma.get(k, 1.0) for k in range(features)])
        beta = np.array([self._beta.get(k, 0.0) for k in range(features)])
        without = batch_norm(batch.values, mask=batch.mask, gamma=gamma, beta=beta)
        norm = NORMS[self.norm.value]
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
        pads, recounts, curve_pads, curve = self._against_pads(feature, fill)
        return PaddingResult(
            norm=norm,
            batch=batch,
            table=replace(batch.stacked(), values=filled.reshape(-1, features)),
            normalized=normalized,
            with_pads=(with_pads.mean.reshape(-1), with_pads.std.reshape(-1)),
            without_pads=(real_mean, np.sqrt(real_var)),
            law=(law_mean, np.sqrt(law_var)),
            real_fraction=batch.real_fraction,
            token=token,
            feature=feature,
            pads=pads,
            recounts=recounts,
            curve_pads=curve_pads,
            curve=curve,
            made_up=self._made_up if self.example.value == YOURS else (),
        )

    def render(self, result):
        return padding_picture(result)

    def _length(self) -> int:
        length = _inputs.whole("length", self.value("padding_length"), at_least=1)
        sentences, longest, features = self._batch.values.shape
        most = max(MOST_NUMBERS // (sentences * features), longest + MOST_EXTRA)
        if length > most:
            raise ValueError(f"length: expected at most {most} tokens in {sentences} sentences, got {length}")
        return length

    def in_words(self, result):
        (b, t), k, mask = result.token, result.feature, result.batch.mask
        name = f"“{short_name(result.batch.tokens[b][t])}”"  # “are” is no part of the sentence
        with_pads, without = fixed(result.with_pads[0][k]), fixed(result.without_pads[0][k])
        if result.norm == "layer_norm":
            mean = f"the mean of {name}'s own row is {fixed(result.normalized.mean[b, t, 0])}"
        elif result.norm == "masked_batch_norm":
            mean = f"the mean of d{k + 1} without them is {without}"
        else:
            mean = f"the mean of d{k + 1} is {with_pads}, {without} without pads"
            if result.norm == "filled_batch_norm":
                stds = (fixed(std[k]) for _, std in (result.with_pads, result.without_pads))
                mean += "; its σ is {}, {} without pads".format(*stds)
        return (
            f"{mask.shape[1]} tokens a sentence, {mask.size - int(mask.sum())} of {mask.size} rows are pads: {mean}. "
            f"{name} comes out as {fixed(result.normalized.y[b, t, k])} by {self.norm.value}."
        )

    def _load(self) -> None:
        """Take the chosen sentences and fit the other controls to them."""
        self._batch = None
        if self.example.value != YOURS:
            self._batch = EXAMPLES[self.example.value]().batch
        elif self._given is not None:
            self._batch = self._given
        else:
            lines = self.sentences.value.rstrip().splitlines()
            self._batch = self._read(lines)
        longest = int(self._batch.lengths.max())
        self._numbers["padding_length"].set_range(longest, longest + MOST_EXTRA, longest)
        self._gamma.clear()
        self._beta.clear()
        self.boxes["gamma"].value, self.boxes["beta"].value = 1.0, 0.0
        self.feature.options = [(f"d{k + 1}", k) for k in range(self._batch.values.shape[-1])]
        self.token.options = _followable(self._batch)
        cells = [cell for _, cell in self.token.options]
        # The documents follow "How": start with the first one where there is one.
        self.token.value = next((c for c in cells if self._batch.tokens[c[0]][c[1]] == "How"), cells[0])

    def _read(self, sentences) -> PaddedBatch:
        batch, self._made_up = read_sentences(sentences, self._embedding, self._features)
        return batch

    def _against_pads(self, feature: int, fill: str):
        """μ and σ against the number of pads, recounted and by the law; kept until the column or its fill changes."""
        column = feature, fill
        if self._curve_of is not None and self._curve_of[0] is self._batch and self._curve_of[1] == column:
            return self._curve_of[2]
        real = self._batch.values[..., feature][self._batch.mask]
        sentences, longest = self._batch.mask.shape
        pads = sentences * np.arange(longest, longest + MOST_EXTRA + 1) - len(real)
        pads = np.union1d([0], pads)
        held = real.mean() if fill == "mean" else 0.0
        counted = [batch_norm(np.concatenate([real, np.full(p, held)])[:, None]) for p in pads]
        recounts = np.array([[c.mean.item(), c.std.item()] for c in counted])
        curve_pads = np.union1d(np.linspace(0, pads[-1], 41), pads)
        of_real = _mean_and_var(real)
        laws = [padding_law(*of_real, len(real) / (len(real) + p), fill=fill) for p in curve_pads]
        mean, var = (np.array(column, dtype=float) for column in zip(*laws, strict=True))
        found = (pads, recounts, curve_pads, (mean, np.sqrt(var)))
        self._curve_of = (self._batch, column, found)
        return found


def _mean_and_var(column: np.ndarray) -> tuple[float, float]:
    pooled = normalize(column, 0)
    return pooled.mean.item(), pooled.var.item()


def _followable(batch: PaddedBatch) -> list[tuple[str, tuple[int, int]]]:
    cells = [(b, t) for b, length in enumerate(batch.lengths[:MOST_TOKENS]) for t in range(length)][
        :MOST_TOKENS
    ]
    names = [batch.tokens[b][t] for b, t in cells]
    return [
        (name if names.count(name) == 1 else f"{name} (sentence {b + 1}, word {t + 1})", (b, t))
        for name, (b, t) in zip(names, cells, strict=True)
    ]
