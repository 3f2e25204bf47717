"""Sentences of unequal length, made one block by padding; and the law of what the pads do to μ and σ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from normviz import _inputs
from normviz.table import Table

PAD = "‹pad›"


@dataclass(frozen=True, eq=False)
class PaddedBatch:
    """Sentences as one block of numbers, filled up with rows of zeros to one length.

    Attributes
    ----------
    values : array, (B, L, D): B sentences of L tokens with D features; pads are exactly 0
    mask : boolean array, (B, L), True at real tokens
    tokens : B tuples of L token names; ``‹pad›`` where ``mask`` is False
    lengths : int array, (B,), real tokens in each sentence

    Examples
    --------
    >>> batch = PaddedBatch.from_sentences(["Hi", "you too"], {"Hi": [1, 2], "you": [3, 4], "too": [5, 6]})
    >>> batch.values.shape, batch.lengths
    ((2, 2, 2), array([1, 2]))
    >>> batch.stacked().rows
    ('Hi', '‹pad›', 'you', 'too')
    """

    values: np.ndarray
    mask: np.ndarray
    tokens: tuple[tuple[str, ...], ...]
    lengths: np.ndarray

    def __post_init__(self):
        values = _inputs.array("values", self.values, ndim=(3,))
        mask = _inputs.token_mask(self.mask, values.shape[:2])
        lengths = mask.sum(axis=1)
        if (lengths == 0).any() or (mask != (np.arange(values.shape[1]) < lengths[:, None])).any():
            raise ValueError(
                "mask: expected in every sentence at least one real token, then the pads, got others"
            )
        if _inputs.array("lengths", self.lengths).tolist() != lengths.tolist():
            raise ValueError(f"lengths: expected {lengths.tolist()}, as mask says, got {self.lengths!r}")
        if values[~mask].any():
            raise ValueError("values: expected rows of zeros where mask is False, got other numbers")
        tokens = _names(self.tokens)
        if [len(names) for names in tokens] != [values.shape[1]] * len(values):
            raise ValueError(f"tokens: expected {len(values)} × {values.shape[1]} names, got {self.tokens!r}")
        for name, value in (("values", values), ("mask", mask), ("tokens", tokens), ("lengths", lengths)):
            object.__setattr__(self, name, value)

    @classmethod
    def from_sentences(
        cls,
        sentences: Sequence[str | Sequence[str]],
        embedding: Mapping[str, Sequence[float]],
        *,
        length: int | None = None,
    ) -> "PaddedBatch":
        """Look every token up in ``embedding`` and fill each sentence with zeros to ``length``.

        Parameters
        ----------
        sentences : B sentences, each a string (split at white space) or a list of tokens
        embedding : mapping of token → D numbers
        length : L ≥ the longest sentence; that length unless told

        Raises
        ------
        TypeError, ValueError
            For no sentence, an empty one, a token without embedding, vectors of unequal size, or a ``length``
            below the longest sentence.
        """
        if isinstance(sentences, (str, Mapping)) or not isinstance(sentences, Sequence):
            raise _inputs.wrong_type("sentences", "a list of sentences", sentences)
        if not sentences:
            raise ValueError("sentences: expected at least one sentence, got none")
        if not isinstance(embedding, Mapping):
            raise _inputs.wrong_type("embedding", "a mapping token → numbers", embedding)
        split = [_tokens(s, position) for position, s in enumerate(sentences)]
        vectors = {}
        for token in dict.fromkeys(token for sentence in split for token in sentence):
            if token not in embedding:
                raise ValueError(f"embedding: expected a vector for every token, got none for {token!r}")
            vectors[token] = _inputs.array(f"embedding[{token!r}]", embedding[token], ndim=(1,))
        sizes = {token: len(vector) for token, vector in vectors.items()}
        if len(set(sizes.values())) > 1:
            raise ValueError(f"embedding: expected vectors of one size, got sizes {sizes}")
        found = [np.array([vectors[token] for token in sentence]) for sentence in split]
        return cls.from_vectors(found, split, length=length)

    @classmethod
    def from_vectors(cls, vectors, tokens=None, *, length: int | None = None) -> "PaddedBatch":
        """Make a batch of token vectors that are known already, such as the output of self-attention.

        Parameters
        ----------
        vectors : B arrays, (L_b, D), one a sentence
        tokens : B lists of L_b names; "t1", "t2" … unless told
        length : L ≥ the longest sentence; that length unless told

        Raises
        ------
        TypeError, ValueError
            For an empty batch or sentence, unequal D, names that do not fit, or a ``length`` that is too
            short.
        """
        listed = isinstance(vectors, (Sequence, np.ndarray)) or hasattr(vectors, "detach")
        if not listed or getattr(vectors, "ndim", 1) == 0:
            raise _inputs.wrong_type("vectors", "a list of arrays, one a sentence", vectors)
        if len(vectors) == 0:
            raise ValueError("vectors: expected at least one sentence, got none")
        arrays = [_inputs.array(f"vectors[{b}]", v, ndim=(2,)) for b, v in enumerate(vectors)]
        features = {v.shape[1] for v in arrays}
        if len(features) > 1:
            raise ValueError(f"vectors: expected one number of features, got {sorted(features)}")
        if tokens is None:
            tokens = [[f"t{i + 1}" for i in range(len(v))] for v in arrays]
        tokens = _names(tokens)
        lengths = np.array([len(v) for v in arrays])
        if [len(t) for t in tokens] != lengths.tolist():
            raise ValueError(
                f"tokens: expected {lengths.tolist()} names, as vectors has, got {[len(t) for t in tokens]}"
            )
        longest = int(lengths.max())
        length = longest if length is None else _inputs.whole("length", length, at_least=1)
        if length < longest:
            raise ValueError(f"length: expected at least {longest}, the longest sentence, got {length}")
        features = features.pop()
        _inputs.fits_in_memory("length", length, len(arrays) * length * features)
        values = np.zeros((len(arrays), length, features))
        for sentence, vector in zip(values, arrays, strict=True):
            sentence[: len(vector)] = vector
        return cls(
            values,
            mask=np.arange(length) < lengths[:, None],
            tokens=tuple(s + (PAD,) * (length - len(s)) for s in tokens),
            lengths=lengths,
        )

    @property
    def real_fraction(self) -> float:
        """The share of rows that are real tokens, r in :func:`padding_law`."""
        return float(self.mask.mean())

    def pad_to(self, length: int) -> "PaddedBatch":
        """The same sentences at another length, at least the longest sentence's."""
        length = _inputs.whole("length", length, at_least=1)
        real = [values[:n] for values, n in zip(self.values, self.lengths, strict=True)]
        names = [tokens[:n] for tokens, n in zip(self.tokens, self.lengths, strict=True)]
        return PaddedBatch.from_vectors(real, names, length=length)

    def stacked(self) -> Table:
        """All sentences one below the other: a (B·L, D) table of tokens, whose mask marks the pads."""
        sentences, length, features = self.values.shape
        return Table(
            self.values.reshape(sentences * length, features),
            rows=tuple(token for sentence in self.tokens for token in sentence),
            columns=tuple(f"d{k + 1}" for k in range(features)),
            mask=self.mask.ravel(),
        )


def padding_law(mean, var, real_fraction: float, *, fill: str = "zeros") -> tuple[np.ndarray, np.ndarray]:
    """Compute μ and σ² of a pool with pads from those without.

    Parameters
    ----------
    mean, var : number or array, the statistics of the real rows (``var`` divides by n)
    real_fraction : r in (0, 1], the share of all rows that are real
    fill : what the pads hold: "zeros", or "mean", the mean of the real rows

    Returns
    -------
    mean, var : arrays, the statistics with the pads: ``r·μ`` and ``r·σ² + r(1 − r)·μ²`` for zeros,
        ``μ`` and ``r·σ²`` for the mean

    Raises
    ------
    TypeError, ValueError
        For a ``real_fraction`` outside (0, 1], a negative ``var``, another ``fill``, or numbers that are not
        finite.

    Notes
    -----
    Source: E[x] and E[x²] both shrink by the factor r, and var = E[x²] − E[x]². The pads *raise* σ wherever
    μ² > σ² / r. A pad that holds the mean leaves μ as it is; its distance from μ is 0, so it adds a row and
    nothing to the sum of squares.

    Examples
    --------
    >>> mean, var = padding_law(3.0, 2.0, 0.5)
    >>> mean.item(), var.item()
    (1.5, 3.25)
    >>> mean, var = padding_law(3.0, 2.0, 0.5, fill="mean")
    >>> mean.item(), var.item()
    (3.0, 1.0)
    """
    _inputs.one_of("fill", fill, ("zeros", "mean"))
    mean, var = _inputs.array("mean", mean), _inputs.array("var", var)
    r = _inputs.number("real_fraction", real_fraction, above=0)
    if r > 1:
        raise ValueError(f"real_fraction: expected a share of at most 1, got {real_fraction!r}")
    if (var < 0).any():
        raise ValueError("var: expected variances of at least 0, got a negative one")
    if () not in (mean.shape, var.shape) and mean.shape != var.shape:
        raise ValueError(f"var: expected mean's shape {mean.shape}, got {var.shape}")
    with np.errstate(over="ignore"):
        padded = r * var + (r * (1 - r) * mean**2 if fill == "zeros" else 0 * mean)
    if not np.isfinite(padded).all():
        raise ValueError("mean: expected numbers whose squares fit in float64, got a variance that overflows")
    return (r if fill == "zeros" else 1) * mean, padded


def seeded_embedding(token: str, features: int) -> np.ndarray:
    """Make up a vector for a word that no document knows; the same word always gets the same vector.

    Parameters
    ----------
    token : the word; a hash of its UTF-8 bytes (FNV-1a) is the seed, so that a page makes up the same numbers
    features : D ≥ 1, how many numbers

    Returns
    -------
    array, (D,), numbers from 0 to 10 with one decimal, of the size of the documents' contextual embeddings

    Raises
    ------
    TypeError, ValueError
        For a token that is not a string, or fewer than 1 feature.

    Examples
    --------
    >>> bool((seeded_embedding("tea", 3) == seeded_embedding("tea", 3)).all())
    True
    """
    if not isinstance(token, str):
        raise _inputs.wrong_type("token", "a string", token)
    features = _inputs.whole("features", features, at_least=1)
    _inputs.fits_in_memory("features", features, features)
    seed = 0x811C9DC5
    for byte in token.encode("utf-8", "surrogatepass"):
        seed = (seed ^ byte) * 0x01000193 % 2**32
    mixed = np.arange(1, features + 1, dtype=np.uint32) * np.uint32(0x9E3779B9) + np.uint32(seed)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        mixed = (mixed ^ mixed >> np.uint32(shift)) * np.uint32(factor)
    return mixed % 100 / 10


def _names(tokens) -> tuple[tuple[str, ...], ...]:
    sentences = tokens if isinstance(tokens, Sequence) and not isinstance(tokens, str) else (tokens,)
    for sentence in sentences:
        if isinstance(sentence, str) or not isinstance(sentence, Sequence):
            raise _inputs.wrong_type("tokens", "a list of names for each sentence", sentence)
    return tuple(_inputs.names("tokens", sentence) for sentence in sentences)


def _tokens(sentence, position: int) -> list[str]:
    tokens = sentence.split() if isinstance(sentence, str) else sentence
    if isinstance(tokens, Mapping) or not isinstance(tokens, Sequence):
        raise _inputs.wrong_type(f"sentences[{position}]", "a string or tokens", sentence)
    if not tokens:
        raise ValueError(f"sentences[{position}]: expected at least one word, got an empty sentence")
    for token in tokens:
        if not isinstance(token, str):
            raise _inputs.wrong_type(f"sentences[{position}]", "words", token)
    return list(tokens)
