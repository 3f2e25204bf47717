"""PaddingExplorer: what pads do to μ and σ in the documents' batches, drawn as computed, at every length."""

from dataclasses import replace
from pathlib import Path

import pytest

import normviz as nv
from normviz.drawing.numbers import fixed
from normviz.drawing.padding import padding_picture
from normviz.views.padding import EXAMPLES, MOST_EXTRA, NORMS, compute
from tests.markup import tables_in, words_of
from tests.padding_picture import computed, drawn, settings_of, shown

COUNTED, MASKED, FILLED, LAYER = NORMS
SHORT, LONG = list(EXAMPLES)[:2], list(EXAMPLES)[2]


def at_every_length(**how):
    """The result at every stop of the slider, from no more pads than needed to the most."""
    first = settings_of(**how)
    for extra in range(MOST_EXTRA + 1):
        yield compute(replace(first, padding_length=first.padding_length + extra))


# --- the documents' numbers -----------------------------------------------------------------------


@pytest.mark.parametrize("example", SHORT)
def test_how_is_1_0561_with_the_pads_and_0_7785_without(example):
    said = words_of(shown(example=example))
    assert "x̂ = (7.5 − 3.9013) / √(3.4075² + ε) = 1.0561" in said
    assert "Without the pads x̂ would be 0.7785" in said
    assert "x̂ = (7.5 − 5.2017) / √(2.9524² + ε) = 0.7785" in words_of(shown(example=example, norm=MASKED))


def test_long_batch_is_two_thirds_padding():
    result = computed(example=LONG)
    assert result.batch.values.shape == (32, 100, 3)
    picture = padding_picture(result)
    assert "65.9 % of the 3200 rows are pads" in words_of(picture)
    assert "after γ and β" not in words_of(picture)  # its map shows the inputs alone
    (summary,) = tables_in(picture)
    for name, values in zip(summary.rows, (*result.with_pads, *result.without_pads), strict=True):
        assert name[1:] == [fixed(v) for v in values]


def test_how_is_0_8989_where_the_pads_hold_the_mean_and_they_come_out_as_beta():
    picture = shown(norm=FILLED)
    assert "x̂ = (7.5 − 5.2017) / √(2.5569² + ε) = 0.8989" in words_of(picture)
    assert "Without the pads x̂ would be 0.7785" in words_of(picture)
    assert "μ = 5.2017, as without pads, and σ = √r · 2.9524 give 5.2017 and 2.5569" in words_of(picture)
    stacked, output = drawn(shown(norm=FILLED, beta=0.5))
    assert stacked.numbers(named="‹pad›") == [5.2017, 3.5683, 5.085]
    assert output.numbers(named="‹pad›") == [0.5, 0, 0]


# --- the picture ----------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", [COUNTED, FILLED])
def test_law_and_recount_are_said_to_agree(norm):
    for result in at_every_length(norm=norm):
        assert "✓ they agree" in words_of(padding_picture(result))


def test_another_example_brings_its_own_length_its_own_word_and_no_gamma():
    explorer = nv.PaddingExplorer()
    explorer.move(padding_length=9, token=(0, 0), feature=2, gamma=2.0)
    explorer.example.value = LONG
    assert explorer.settings == settings_of(example=LONG, feature=2)
    assert (explorer.settings.padding_length, explorer.gamma.value) == (100, 1.0)
    explorer.move(example="your sentences", sentences="I like tea\nme too")
    assert explorer.settings.token == (0, 0)


# --- what chapter 06 asks its reader to find ------------------------------------------------------

CHAPTER = Path(__file__).parents[2] / "notebooks" / "06_padding.ipynb"


@pytest.mark.parametrize(
    ("how", "moves", "found"),
    [
        ({}, {"padding_length": 8}, "1.7901"),
        ({"norm": MASKED}, {"padding_length": 28}, "0.7785"),
        ({"norm": LAYER}, {"token": (0, 0), "feature": 1}, "−0.9210"),
        ({"example": LONG}, {"norm": LAYER}, "0.4340"),
    ],
)
def test_moves_that_the_chapter_asks_for_show_the_numbers_that_it_names(how, moves, found):
    explorer = nv.PaddingExplorer(**how)
    for name, value in moves.items():
        explorer.move(**{name: value})
    assert found in words_of(explorer.view.value)
    assert found in CHAPTER.read_text("utf-8")


# --- asked before it is seen ----------------------------------------------------------------------


def test_what_a_mask_would_give_is_not_told_to_a_class_that_is_asked_first():
    told = []
    for ahead in (True, False):
        explorer = nv.PaddingExplorer(ahead=ahead)
        explorer.padding_length.value = 9
        told.append("Without the pads" in words_of(explorer.view.value))
    assert told == [True, False]


@pytest.mark.parametrize("norm", [MASKED, LAYER])
def test_what_comes_of_more_pads_is_said_once_there_are_more(norm):
    explorer = nv.PaddingExplorer(ahead=False)
    tells = "leaves the pads out" if norm == MASKED else "in its pool", "nothing moves", "No law is needed"
    explorer.norm.value = norm
    assert [one for one in tells if one in explorer.view.value] == []
    explorer.padding_length.value = 9
    assert [one for one in tells if one not in explorer.view.value] == []


@pytest.mark.parametrize("length", [4, 8])
def test_one_column_alone_shows_no_other_feature_and_no_law(length):
    alone, whole = nv.PaddingExplorer(one_column=True), nv.PaddingExplorer()
    for explorer in (alone, whole):
        explorer.padding_length.value = length
    says = [words_of(explorer.draw(explorer.result)) for explorer in (alone, whole)]
    for words in ("d2", "γ", "law", "pad rows in the batch"):
        assert [words in text for text in says] == [False, True], words
    assert all(fixed(alone.result.normalized.y[1, 0, 0]) in text for text in says)
