"""The worked examples of five documents, as data.

Every function returns the numbers a document uses, with their names and their source. What the documents
*print* as results, and what the arithmetic gives, is in :mod:`normviz.claims`; :mod:`normviz.examples` has both.
"""

from dataclasses import dataclass, field

import numpy as np

from normviz.padding import PaddedBatch
from normviz.table import Table


@dataclass(frozen=True)
class Source:
    """A document: the short ``key`` used in the notebooks, its ``title`` and who wrote it."""

    key: str
    title: str
    author: str


SOURCES = {
    source.key: source
    for source in (
        Source("raisoni", "How Batch normalization works", "Raisoni Group, handwritten notes"),
        Source("layer-norm-notes", "Layer Normalization", "handwritten lecture notes"),
        Source("cs109b", "Batch Norm", "Pavlos Protopapas and Mark Glickman, CS109B Data Science 2"),
        Source("gpa-iq-notes", "Batch Normalization", "handwritten notes in Nepali and English"),
        Source("moderator", "Batch Normalization is like A Human Moderator", "Anix Lynch"),
    )
}


@dataclass(frozen=True, eq=False)
class Example(Table):
    """A document's table of numbers.

    Attributes
    ----------
    values, rows, columns, mask : as in :class:`normviz.table.Table`
    name, title : short name and heading
    sources : the documents it stands in
    inputs : a Table of what the values were made from (f1 and f2 of the z table), or None
    labels : one class label a row, or None
    """

    name: str = ""
    title: str = ""
    sources: tuple[Source, ...] = ()
    inputs: Table | None = None
    labels: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class SentenceExample:
    """A document's sentences, before and after self-attention.

    Attributes
    ----------
    name, title, sources : as in :class:`Example`
    sentences, labels : all sentences of the document and their class labels (None where it gives none)
    embeddings : token → D numbers, before self-attention
    contextual : token → D numbers, after self-attention as the document prints them
    batch_size : how many sentences, from the first, make the worked batch
    length : the length of the worked batch; None for its longest sentence
    """

    name: str
    title: str
    sources: tuple[Source, ...]
    sentences: tuple[str, ...]
    embeddings: dict[str, tuple[float, ...]]
    contextual: dict[str, tuple[float, ...]]
    batch_size: int
    labels: tuple[int, ...] | None = None
    length: int | None = None
    _cache: dict = field(default_factory=dict, repr=False)

    @property
    def embedded(self) -> PaddedBatch:
        """The worked batch before self-attention."""
        return self._padded("embeddings")

    @property
    def batch(self) -> PaddedBatch:
        """The worked batch after self-attention: what the documents normalize."""
        return self._padded("contextual")

    @property
    def values(self) -> np.ndarray:
        """``batch.values``, (B, L, D)."""
        return self.batch.values

    def _padded(self, which: str) -> PaddedBatch:
        if which not in self._cache:
            self._cache[which] = PaddedBatch.from_sentences(
                self.sentences[: self.batch_size], getattr(self, which), length=self.length
            )
        return self._cache[which]


def talk_times() -> Example:
    """Ten people in a meeting and the minutes each talks: (10, 1), mean 5.

    The document gives the mean, the 8 and the 2; the other eight times are ours.

    >>> talk_times().values.mean().item()
    5.0
    """
    minutes = np.array([8, 2, 5, 6, 4, 7, 3, 5, 9, 1], dtype=float)
    return Example(
        minutes[:, None],
        rows=tuple(f"person {i + 1}" for i in range(10)),
        columns=("minutes",),
        name="talk_times",
        title="Talk times in a meeting",
        sources=(SOURCES["moderator"],),
    )


def article_batch() -> Example:
    """The article's batch of 3 rows and 4 features.

    >>> article_batch().values.var(axis=0).round(4)
    array([10.6667, 10.6667, 10.6667, 10.6667])
    """
    return Example(
        np.arange(1.0, 13.0).reshape(3, 4),
        rows=("row 1", "row 2", "row 3"),
        columns=("x1", "x2", "x3", "x4"),
        name="article_batch",
        title="The article's 3 × 4 batch",
        sources=(SOURCES["moderator"],),
    )


def z_table() -> Example:
    """The pre-activations z1, z2, z3 of a layer with three nodes, for five rows with features f1 and f2.

    >>> z_table().values.mean(axis=0)
    array([4. , 3.6, 4.2])
    """
    rows = tuple(f"row {i + 1}" for i in range(5))
    return Example(
        np.array([[7, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]], dtype=float),
        rows=rows,
        columns=("z1", "z2", "z3"),
        name="z_table",
        title="The z table",
        sources=(SOURCES["layer-norm-notes"], SOURCES["raisoni"]),
        inputs=Table.of([[2, 3], [1, 1], [5, 4], [6, 1], [7, 1]], rows=rows, columns=("f1", "f2")),
    )


def gpa_iq() -> Example:
    """Four students' GPA and IQ, with ``labels`` 1 where a job was found.

    >>> gpa_iq().values.mean(axis=0)
    array([ 8.15, 49.25])
    """
    return Example(
        np.array([[8.9, 100], [6.2, 25], [8.3, 2], [9.2, 70]]),
        rows=tuple(f"student {i + 1}" for i in range(4)),
        columns=("GPA", "IQ"),
        name="gpa_iq",
        title="GPA, IQ and placement",
        sources=(SOURCES["gpa-iq-notes"],),
        labels=(1, 0, 0, 1),
    )


def two_students() -> Example:
    """Two students' GPA and IQ, for a layer with two nodes; ``labels`` is the placement.

    >>> two_students().values
    array([[ 1.,  2.],
           [10., 11.]])
    """
    return Example(
        np.array([[1.0, 2.0], [10.0, 11.0]]),
        rows=("student 1", "student 2"),
        columns=("GPA", "IQ"),
        name="two_students",
        title="Two students, two nodes",
        sources=(SOURCES["gpa-iq-notes"],),
        labels=(1, 0),
    )


# One document writes Nitish where the other writes Probal; the numbers are the same. Where a document gives
# one word two embeddings, the value that most tables show is taken.
_EMBEDDINGS = {
    "Hi": (0.2, 0.45, 0.71),
    "name": (0.21, 0.3, 0.8),
    "How": (0.1, 0.5, 0.34),
    "are": (0.1, 0.0, 0.25),
    "you": (0.33, 0.56, 0.9),
    "today": (0.11, 0.4, 0.54),
}
_CONTEXTUAL = {
    "Hi": (6.5, 2.41, 3.21),
    "name": (2.21, 0.4, 3.6),
    "How": (7.5, 9.2, 1.5),
    "are": (2.2, 1.1, 6.7),
    "you": (2.9, 6.0, 9.0),
    "today": (9.9, 2.3, 6.5),
}


def hi_nitish() -> SentenceExample:
    """The layer norm notes' padded batch: "Hi Nitish" and "How are you today", two of four reviews.

    >>> hi_nitish().batch.stacked().rows
    ('Hi', 'Nitish', '‹pad›', '‹pad›', 'How', 'are', 'you', 'today')
    >>> hi_nitish().values.reshape(8, 3).mean(axis=0).round(5)
    array([3.90125, 2.67625, 3.81375])
    """
    return SentenceExample(
        name="hi_nitish",
        title="Hi Nitish",
        sources=(SOURCES["layer-norm-notes"],),
        sentences=("Hi Nitish", "How are you today", "I am good", "You?"),
        labels=(1, 0, 0, 1),
        embeddings=_named("Nitish", _EMBEDDINGS),
        contextual=_named("Nitish", _CONTEXTUAL),
        batch_size=2,
    )


def hi_probal() -> SentenceExample:
    """The Raisoni notes' padded batch: "Hi Probal" and "How are you today", two of four sentences.

    >>> hi_probal().batch.lengths
    array([2, 4])
    """
    return SentenceExample(
        name="hi_probal",
        title="Hi Probal",
        sources=(SOURCES["raisoni"],),
        sentences=("Hi Probal", "How are you today", "I am good", "How are you"),
        embeddings=_named("Probal", _EMBEDDINGS),
        contextual=_named("Probal", _CONTEXTUAL),
        batch_size=2,
    )


def long_batch() -> SentenceExample:
    """The layer norm notes' thought experiment: 31 sentences of 32 words and one of 100, padded to 100.

    The notes give no words: these are drawn, with a fixed seed, from the words of "Hi Nitish" and keep their
    vectors.

    >>> round(1 - long_batch().batch.real_fraction, 3)
    0.659
    """
    vocabulary = list(_named("Nitish", _CONTEXTUAL))
    rng = np.random.default_rng(32)
    lengths = [32] * 31 + [100]
    return SentenceExample(
        name="long_batch",
        title="32 sentences, padded to 100",
        sources=(SOURCES["layer-norm-notes"],),
        sentences=tuple(" ".join(rng.choice(vocabulary, size=n)) for n in lengths),
        embeddings=_named("Nitish", _EMBEDDINGS),
        contextual=_named("Nitish", _CONTEXTUAL),
        batch_size=32,
    )


def lecture_batches() -> tuple[Example, Example]:
    """The z table fed as two batches, rows 1–2 and rows 3–5, for the lecture's "batch 1 … batch N".

    >>> [batch.values.shape for batch in lecture_batches()]
    [(2, 3), (3, 3)]
    """
    whole = z_table()
    return tuple(
        Example(
            whole.values[rows],
            rows=whole.rows[rows],
            columns=whole.columns,
            name=f"lecture_batch_{number}",
            title=f"Batch {number}",
            sources=(SOURCES["cs109b"], *whole.sources),
        )
        for number, rows in enumerate((slice(0, 2), slice(2, 5)), start=1)
    )


def _named(name: str, vectors: dict) -> dict:
    return {name if token == "name" else token: vector for token, vector in vectors.items()}
