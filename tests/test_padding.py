"""Padding: the block that sentences become, and the law of what zeros do to a pool."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import normviz as nv
from normviz.padding import PAD, seeded_embedding
from tests.strategies import properties

EMBEDDING = {"a": [1.0, 2.0], "b": [3.0, -4.0], "<b>": [0.5, 0.0]}
TOKENS = sorted(EMBEDDING)


def sentences():
    return st.lists(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=5), min_size=1, max_size=5)


@properties
@given(sentences(), st.integers(0, 4))
def test_padding_keeps_every_token_and_adds_only_zeros(words, longer):
    length = max(map(len, words)) + longer
    batch = nv.PaddedBatch.from_sentences(words, EMBEDDING, length=length)
    assert batch.values.shape == (len(words), length, 2)
    assert batch.lengths.tolist() == [len(s) for s in words] == batch.mask.sum(axis=1).tolist()
    assert (batch.values[~batch.mask] == 0).all()
    np.testing.assert_array_equal(batch.values[batch.mask], [EMBEDDING[t] for s in words for t in s])
    for sentence, tokens in zip(words, batch.tokens, strict=True):
        assert tokens == (*sentence, *[PAD] * (length - len(sentence)))
    assert batch.real_fraction == pytest.approx(sum(map(len, words)) / (len(words) * length))


@properties
@given(sentences(), st.integers(0, 4))
def test_stacked_is_every_token_one_below_the_other_with_the_pads_marked(words, longer):
    batch = nv.PaddedBatch.from_sentences(words, EMBEDDING, length=max(map(len, words)) + longer)
    table = batch.stacked()
    np.testing.assert_array_equal(table.values, batch.values.reshape(-1, 2))
    np.testing.assert_array_equal(table.mask, [name != PAD for name in table.rows])


@properties
@given(sentences(), st.integers(0, 12))
def test_the_padding_law_is_what_a_recount_finds(words, longer):
    batch = nv.PaddedBatch.from_sentences(words, EMBEDDING, length=max(map(len, words)) + longer)
    real = batch.values[batch.mask]
    mean, var = nv.padding_law(real.mean(axis=0), real.var(axis=0), batch.real_fraction)
    everything = nv.batch_norm(batch.values)
    np.testing.assert_allclose(mean, everything.mean.ravel(), atol=1e-12)
    np.testing.assert_allclose(var, everything.var.ravel(), atol=1e-12)


@properties
@given(sentences(), st.integers(0, 12))
def test_masked_batch_norm_is_the_same_at_every_padding_length(words, longer):
    short = nv.PaddedBatch.from_sentences(words, EMBEDDING)
    long = short.pad_to(short.values.shape[1] + longer)
    rows = [nv.batch_norm(b.values, mask=b.mask).y[b.mask] for b in (short, long)]
    np.testing.assert_allclose(rows[0], rows[1], atol=1e-9)


@properties
@given(sentences(), st.integers(0, 12))
def test_the_law_of_pads_that_hold_the_mean_is_what_a_recount_finds(words, longer):
    batch = nv.PaddedBatch.from_sentences(words, EMBEDDING, length=max(map(len, words)) + longer)
    real = batch.values[batch.mask]
    filled = np.where(batch.mask[..., None], batch.values, real.mean(axis=0)).reshape(-1, 2)
    mean, var = nv.padding_law(real.mean(axis=0), real.var(axis=0), batch.real_fraction, fill="mean")
    np.testing.assert_allclose(mean, filled.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(var, filled.var(axis=0), atol=1e-12)


def test_sentences_are_split_at_white_space_and_lists_are_taken_as_they_are():
    batch = nv.PaddedBatch.from_sentences(["a  b\ta", ["<b>"]], EMBEDDING)
    assert batch.tokens == (("a", "b", "a"), ("<b>", PAD, PAD))


def test_from_vectors_names_tokens_that_have_no_name():
    batch = nv.PaddedBatch.from_vectors([[[1, 2]], [[3, 4], [5, 6]]], length=3)
    assert batch.tokens == (("t1", PAD, PAD), ("t1", "t2", PAD))
    assert batch.lengths.tolist() == [1, 2]


def test_from_vectors_takes_a_tensor_an_array_and_a_list_alike():
    block = [[[1.0, 2], [3, 4]], [[5, 6], [7, 8]]]
    for vectors in (
        block,
        tuple(block),
        np.array(block),
        torch.tensor(block),
        [torch.tensor(v) for v in block],
    ):
        batch = nv.PaddedBatch.from_vectors(vectors)
        assert batch.values.tolist() == block
        assert batch.mask.all()


def test_a_made_up_vector_is_what_it_was_when_the_chapters_were_written():
    assert seeded_embedding("tea", 5).tolist() == [4.1, 5.9, 8.1, 8.7, 9.4]
