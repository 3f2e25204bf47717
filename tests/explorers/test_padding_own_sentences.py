"""PaddingExplorer on what readers bring: their own sentences and arrays, and what cannot be used."""

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.padding import padding_picture
from normviz.explorers.live import is_live
from normviz.views.padding import followable
from tests.markup import elements_in, words_of
from tests.padding_picture import computed, lead, shown

# --- one's own sentences --------------------------------------------------------------------------


def test_unknown_words_get_the_same_vector_every_time_and_the_view_says_so():
    first, again = computed(sentences="How green is tea\ntea"), computed(sentences="tea")
    np.testing.assert_array_equal(first.batch.values[1, 0], again.batch.values[0, 0])
    np.testing.assert_array_equal(first.batch.values[0, 0], [7.5, 9.2, 1.5])
    assert first.made_up == ("green", "is", "tea")
    assert "No embedding is known for green, is, tea" in words_of(padding_picture(first))
    assert "No embedding" not in words_of(shown())


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ({"b": [2]}, True),
        ({"b": [np.nan]}, False),
        ({"b": [1, 2]}, False),
        ({str(n): [1] for n in range(30_000)}, False),
    ],
)
def test_a_page_reads_sentences_where_it_can_be_given_all_words(words, known):
    assert is_live(nv.PaddingExplorer(["a"], embedding={"a": [1.5], **words})) is known


# --- the picture ----------------------------------------------------------------------------------


def test_word_that_looks_like_a_pad_counts_as_real():
    result = computed(sentences="‹pad› tea\ntea")
    assert result.batch.mask.tolist() == [[True, True], [True, False]]
    rows = [a.get("class") or "" for name, a in elements_in(padding_picture(result)) if name == "tr"]
    assert sum("nv-pad" in classes.split() for classes in rows) == 1


def test_word_that_stands_twice_can_be_followed_at_both_places():
    twice = "tea for tea\nfor"
    places = dict(followable(computed(sentences=twice).batch))
    assert len(places) == 4
    assert places["tea (sentence 1, word 3)"] == (0, 2)
    assert lead(shown(sentences=twice, token=(0, 2))).startswith("“tea” lies")


def test_an_array_of_strings_is_a_list_of_sentences_and_a_gap_in_it_is_named():
    drawn = nv.PaddingExplorer(np.array(["I like it", "So do all of my friends"])).to_html()
    assert "friends" in drawn
    with pytest.raises(TypeError, match=r"data\[1\]: expected a sentence, got None"):
        nv.PaddingExplorer(["I like it", None])
