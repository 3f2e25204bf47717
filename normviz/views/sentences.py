"""What a reader types or brings as sentences, made a padded batch."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.padding import PaddedBatch, seeded_embedding
from normviz.views.settings import Given

MOST_KNOWN = 20_000  # numbers of a caller's own vectors, that a page is given


def read_sentences(
    sentences: Sequence[str], embedding: Mapping | None = None, features: int = 3
) -> tuple[PaddedBatch, tuple[str, ...]]:
    """Look every word up; a word that nobody knows gets a vector made from its own letters.

    The sentences are split at white space. ``embedding`` maps a word to its D numbers; where none is given and
    ``features``, then D, is 3, it is the documents' contextual one. Returns the PaddedBatch, and the words whose
    vectors are made up.

    >>> batch, made_up = read_sentences(["How are you", "tea"])
    >>> batch.values[0, 0], made_up
    (array([7.5, 9.2, 1.5]), ('tea',))
    """
    words = dict.fromkeys(word for sentence in sentences for word in sentence.split())
    known, features = known_words(embedding, features)
    made_up = tuple(word for word in words if word not in known)
    made = {word: seeded_embedding(word, features) for word in made_up}
    return PaddedBatch.from_sentences(list(sentences), {**known, **made}), made_up


def known_words(embedding: Mapping | None, features: int) -> tuple[Mapping, int]:
    """The words that have vectors, and how many numbers a vector has."""
    if embedding is None:
        known = examples.hi_nitish().contextual | examples.hi_probal().contextual if features == 3 else {}
        return known, features
    return embedding, np.size(next(iter(embedding.values()), ())) or features


def are_for_a_page(embedding: Mapping) -> bool:
    """Whether a page can be given all the words of ``embedding``: few, with finite numbers, equally many each."""
    if len(embedding) * known_words(embedding, 1)[1] > MOST_KNOWN:
        return False
    try:
        vectors = np.array(list(embedding.values()), dtype=float)
    except (TypeError, ValueError):
        return False
    return vectors.ndim == 2 and bool(np.isfinite(vectors).all())


def brought(data, embedding, features: int, yours: str) -> dict:
    """Settings of an explorer, by name, with what a caller brings; ``yours`` is the example that stands for it.

    What is unusable is refused here, before there is a picture.
    """
    if embedding is not None and not isinstance(embedding, Mapping):
        raise _inputs.wrong_type("embedding", "a mapping word → numbers", embedding)
    features = _inputs.whole("features", features, at_least=1)
    _inputs.fits_in_memory("features", features, features)
    found = {"features": features, "embedding": None if embedding is None else Given(dict(embedding))}
    if getattr(data, "ndim", 0) == 1 and any(isinstance(one, str) for one in data.tolist()):
        data = data.tolist()  # a column of a pandas frame, or an array of strings
    if are_sentences(data):
        read_sentences(data, embedding, features)
        return {**found, "example": yours, "sentences": lines_of(data)}
    return found if data is None else {**found, "example": yours, "given": block_of(data)}


def own_sentences(settings) -> tuple[PaddedBatch, tuple[str, ...]]:
    """The block that a caller gave, or the typed sentences where none was given; and the words that are made up."""
    if settings.given is not None:
        return settings.given, ()
    return _typed(settings.sentences, settings.embedding, settings.features)


@lru_cache(maxsize=8)
def _typed(sentences: str, embedding: Given | None, features: int):
    return read_sentences(sentences.rstrip().split("\n"), embedding and embedding.value, features)


def are_sentences(data) -> bool:
    """Whether ``data`` is a list of strings; one with strings and something else among them is refused."""
    if not isinstance(data, (list, tuple)) or not any(isinstance(one, str) for one in data):
        return isinstance(data, (list, tuple)) and not data
    for i, sentence in enumerate(data):
        if not isinstance(sentence, str):
            raise _inputs.wrong_type(f"data[{i}]", "a sentence", sentence)
    return True


def lines_of(sentences: Sequence[str]) -> str:
    """The sentences as somebody would type them, one a line.

    >>> lines_of(["I like\\n tea", "me too"])
    'I like tea\\nme too'
    """
    return "\n".join(" ".join(sentence.split()) for sentence in sentences)


def block_of(data) -> PaddedBatch:
    """A PaddedBatch as it is, or one made of arrays: (B, L, D), or B arrays of (L_b, D); errors name ``data``.

    >>> block_of(np.zeros((2, 4, 3))).mask.all().item()
    True
    >>> block_of([[[1, 2], [3, 4]], [[5, 6]]]).lengths
    array([2, 1])
    """
    if isinstance(data, PaddedBatch):
        return data
    if isinstance(data, str):
        raise TypeError(
            f'data: expected sentences in a list, such as ["I like tea"], got {_inputs.describe(data)}'
        )
    if isinstance(data, (str, Mapping)) or not hasattr(data, "__len__"):
        raise _inputs.wrong_type(
            "data", "a (B, L, D) array, a list of (L, D) arrays, a list of sentences or a PaddedBatch", data
        )
    shape = getattr(data, "shape", None)
    if shape is not None and len(shape) != 3:
        raise ValueError(f"data: expected 3 axes, (B, L, D), got shape {tuple(shape)}")
    try:
        return PaddedBatch.from_vectors(data)
    except (TypeError, ValueError) as error:  # whoever made an explorer knows of no vectors
        raise type(error)(str(error).replace("vectors", "data", 1)) from None
