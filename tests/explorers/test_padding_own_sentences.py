"""PaddingExplorer on what readers bring: their own sentences and arrays, and what cannot be used."""

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.explorers.padding import EXAMPLES, MOST_EXTRA, NORMS, YOURS
from tests.markup import elements_in, tables_in, words_of
from tests.padding_picture import drawn, lead, typed
from tests.refusals import refused

*_, LAYER = NORMS
LONG = list(EXAMPLES)[2]
HOSTILE = "<img/src=x><script>alert(1)</script>"

# --- one's own sentences --------------------------------------------------------------------------


def test_own_sentences_get_their_vectors_from_the_given_embedding():
    embedding = {"tea": [1.0, 2.0], "or": [3.0, 5.0], "coffee": [8.0, 13.0]}
    explorer = nv.PaddingExplorer(["tea or coffee", "tea"], embedding=embedding)
    np.testing.assert_array_equal(
        explorer.result.batch.values, [[[1, 2], [3, 5], [8, 13]], [[1, 2], [0, 0], [0, 0]]]
    )
    assert explorer.result.made_up == ()
    assert "No embedding is known" not in words_of(explorer.view.value)
    assert [name for name, _ in explorer.feature.options] == ["d1", "d2"]


def test_unknown_words_get_the_same_vector_every_time_and_the_view_says_so():
    first = nv.PaddingExplorer(["How green is tea", "tea"])
    again = typed("tea")
    np.testing.assert_array_equal(first.result.batch.values[1, 0], again.result.batch.values[0, 0])
    np.testing.assert_array_equal(first.result.batch.values[0, 0], [7.5, 9.2, 1.5])
    assert first.result.made_up == ("green", "is", "tea")
    assert "No embedding is known for green, is, tea" in words_of(first.view.value)


@pytest.mark.parametrize(
    "data",
    [
        [np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0, 9.0]])],
        [[[1, 2], [3, 4]], [[5, 9]]],
        [torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[5.0, 9.0]])],
        nv.PaddedBatch.from_vectors([[[1, 2], [3, 4]], [[5, 9]]]),
    ],
    ids=["arrays", "lists", "tensors", "PaddedBatch"],
)
def test_own_arrays_of_every_kind_are_padded(data):
    explorer = nv.PaddingExplorer(data)
    assert explorer.example.value == YOURS
    assert explorer.sentences.layout.display == "none"  # there are no sentences to type over
    explorer.padding_length.value = 3
    values = np.array([[[1, 2], [3, 4], [0, 0]], [[5, 9], [0, 0], [0, 0]]])
    np.testing.assert_array_equal(explorer.result.batch.values, values)
    np.testing.assert_allclose(explorer.result.with_pads[0], values.reshape(-1, 2).mean(axis=0))


def test_own_sentences_outlive_a_look_at_the_documents_and_a_reset():
    explorer = nv.PaddingExplorer(["I like tea", "me too"])
    first = explorer.view.value
    explorer.example.value = LONG
    explorer.padding_length.value = 110
    explorer.reset.click()
    assert explorer.sentences.value == "I like tea\nme too"
    assert explorer.view.value == first


def test_slider_reaches_from_the_longest_sentence_to_much_padding():
    explorer = typed("one\none two three four five six seven")
    slider = explorer.padding_length
    assert (slider.min, slider.max, explorer.value("padding_length")) == (7, 7 + MOST_EXTRA, 7)
    explorer.sentences.value = "one"
    assert (slider.min, slider.max, explorer.value("padding_length")) == (1, 1 + MOST_EXTRA, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "sentences: expected at least one sentence, got none"),
        ("   \n \n", "sentences: expected at least one sentence, got none"),
        ("tea\n\ncoffee", "sentences[1]: expected at least one word, got an empty sentence"),
        ("\ntea", "sentences[0]: expected at least one word, got an empty sentence"),
    ],
)
def test_sentences_that_cannot_be_read_are_answered_in_words(text, says):
    explorer = typed("I like tea\nme too")
    last = words_of(explorer.view.value)
    explorer.sentences.value = text
    shown = words_of(explorer.view.value)
    assert says in explorer.error
    assert says in shown
    assert explorer.result is None
    assert "Not current" in shown
    assert shown.endswith(last)
    assert "nv-stale" in explorer.view.value

    explorer.norm.value = LAYER  # still nothing to draw
    assert says in explorer.error
    explorer.sentences.value = "tea"
    assert explorer.error is None
    assert "nv-stale" not in explorer.view.value


def test_reset_mends_sentences_that_cannot_be_read():
    explorer = nv.PaddingExplorer(["I like tea", "me too"])
    first = explorer.view.value
    explorer.sentences.value = ""
    assert explorer.result is None
    explorer.reset.click()
    assert explorer.view.value == first


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("padding_length", 3, "length: expected at least 4, the longest sentence, got 3"),
        ("padding_length", -1, "length: expected a whole number of at least 1, got -1"),
        ("padding_length", 10**9, "length: expected at most 166666 tokens in 2 sentences, got 1000000000"),
        ("gamma", float("nan"), "gamma: expected finite"),
        ("beta", float("inf"), "beta: expected finite"),
    ],
)
def test_unusable_number_is_answered_in_words(name, value, says):
    explorer = nv.PaddingExplorer()
    good = explorer.value(name)
    explorer.boxes[name].value = value
    assert says in explorer.error
    assert "nv-stale" in explorer.view.value
    explorer.boxes[name].value = good
    assert explorer.error is None
    assert "1.0561" in lead(explorer)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"example": "Hi there"}, ValueError, "example"),
        ({"norm": "group norm"}, ValueError, "norm"),
        ({"feature": 4}, ValueError, "feature"),
        ({"feature": 0}, ValueError, "feature"),
        ({"feature": "d1"}, TypeError, "feature"),
        ({"features": 0}, ValueError, "features"),
        ({"embedding": ["tea"]}, TypeError, "embedding"),
        ({"data": ["tea"], "embedding": {"tea": ["x"]}}, TypeError, "embedding['tea']"),
        ({"data": "How are you"}, TypeError, "data"),
        ({"data": 5}, TypeError, "data"),
        ({"data": []}, ValueError, "sentences"),
        ({"data": ["tea", " "]}, ValueError, "sentences[1]"),
        ({"data": np.ones((2, 3))}, ValueError, "data"),
        ({"data": [[[1.0, np.nan]]]}, ValueError, "data[0]"),
        ({"data": [[[1.0]], [[1.0, 2.0]]]}, ValueError, "data"),
    ],
)
def test_unusable_argument_is_refused_by_name(arguments, error, words):
    refused(lambda: nv.PaddingExplorer(**arguments), error, words)


# --- the picture ----------------------------------------------------------------------------------


def test_hostile_words_stay_words():
    explorer = typed(f"{HOSTILE} tea\n‹pad›")
    page = explorer.to_html()
    assert {"script", "img"}.isdisjoint(name for name, _ in elements_in(page))
    assert drawn(explorer)[0].rows[0][0] == HOSTILE
    assert explorer.token.options[0][0] == HOSTILE
    explorer.norm.value = LAYER
    assert {"script", "img"}.isdisjoint(name for name, _ in elements_in(explorer.view.value))


def test_word_that_looks_like_a_pad_counts_as_real():
    explorer = typed("‹pad› tea\ntea")
    assert explorer.result.batch.mask.tolist() == [[True, True], [True, False]]
    rows = [(a.get("class") or "").split() for name, a in elements_in(explorer.view.value) if name == "tr"]
    assert sum("nv-pad" in names for names in rows) == 1


def test_word_that_stands_twice_can_be_followed_at_both_places():
    explorer = typed("tea for tea\nfor")
    names = [name for name, _ in explorer.token.options]
    assert len(set(names)) == 4
    assert "tea (sentence 1, word 3)" in names
    explorer.token.value = (0, 2)
    assert lead(explorer).startswith("“tea” in d1")


def test_large_batch_stays_small_in_the_page():
    rng = np.random.default_rng(0)
    explorer = nv.PaddingExplorer([rng.normal(size=(n, 64)) for n in rng.integers(20, 100, size=32)])
    assert len(explorer.view.value) < 60_000
    explorer.feature.value = 63
    assert explorer.error is None
    (summary,) = tables_in(explorer.view.value)
    assert summary.head[-1] == "d64"
    assert len(summary.head) <= 1 + 6
