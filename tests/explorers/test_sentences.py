"""Which number is which in the explorers' sentences: the oracles ask only that each is said."""

import normviz as nv


def test_padding_says_first_what_the_pads_make_of_the_mean_and_then_the_mean_without_them():
    explorer = nv.PaddingExplorer()
    said = explorer.words(explorer.result)
    assert "the mean of d1 is 3.9013, 5.2017 without pads; its σ is 3.4075" in said


def test_axes_tells_the_pads_of_a_pool_from_its_cells():
    explorer = nv.AxesExplorer()
    assert "over 8 cells, 2 of them pads, with mean 3.9013 and σ 3.4075" in explorer.words(explorer.result)
