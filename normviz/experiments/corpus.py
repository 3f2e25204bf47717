"""Real sentences that every Python ships, the help topics of ``pydoc``, as numbers a network can read."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pydoc_data.topics import topics

import numpy as np

SPECIAL = ("<pad>", "<unknown>", "<hidden>")
PAD, UNKNOWN, HIDDEN = range(3)
FIRST_WORD = len(SPECIAL)
_MARKUP = re.compile(r"::=|\*\*\*|===|>>>|---|~~~|\|")


def sentences(longest: int = 40) -> list[tuple[str, ...]]:
    """The different sentences of ``pydoc``'s help topics, in order: 3 to ``longest`` lower-case words and marks.

    >>> found = sentences()
    >>> len(found) > 1000, max(len(s) for s in found), found[0][-1]
    (True, 40, '.')
    """
    found = {}
    for name in sorted(topics):
        for paragraph in re.split(r"\n\s*\n", topics[name]):
            text = " ".join(paragraph.split())
            if _MARKUP.search(paragraph):
                continue
            for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", text):
                words = tuple(re.findall(r"[a-z]+|[.,;:()]", sentence.lower()))
                if re.match(r"[A-Z].*[.!?]$", sentence) and 3 <= len(words) <= longest:
                    found[words] = None
    return list(found)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Sentences as numbers."""

    # tuple of V tokens; 0 is the pad, 1 every word that is not frequent enough, 2 stands for a hidden word
    vocabulary: tuple[str, ...]
    train: tuple[np.ndarray, ...]  # of integers, one a sentence, of its own length
    validation: tuple[np.ndarray, ...]


@lru_cache(maxsize=4)
def corpus(words: int, validation: int = 256) -> Corpus:
    """Number the words of the sentences: the ``words`` most frequent get a number of their own.

    Of the sentences, ``validation`` are kept apart, always the same; there must be more than so many.
    """
    texts = sentences()
    if len(texts) <= validation:
        raise ValueError(f"validation: expected fewer than the {len(texts)} sentences, got {validation}")
    counts = Counter(word for text in texts for word in text)
    frequent = sorted(counts, key=lambda word: (-counts[word], word))[:words]
    vocabulary = (*SPECIAL, *frequent)
    number = {word: i for i, word in enumerate(vocabulary)}
    order = np.random.default_rng(0).permutation(len(texts))
    encoded = [np.array([number.get(word, UNKNOWN) for word in texts[i]]) for i in order]
    return Corpus(vocabulary, tuple(encoded[validation:]), tuple(encoded[:validation]))


def padded(sentences) -> np.ndarray:
    """Write sentences of different lengths into one (B, L) array of integers, PAD = 0 behind the end of the shorter
    ones.
    """
    result = np.full((len(sentences), max(len(s) for s in sentences)), PAD, np.int64)
    for row, sentence in zip(result, sentences, strict=True):
        row[: len(sentence)] = sentence
    return result
