"""The three patients of chapter 10: what its sentences say of their curves holds, with room to spare."""

import pytest

from tests.support.chapters import NOTEBOOKS, read

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells leave behind."""
    (path,) = NOTEBOOKS.glob("10_*.ipynb")
    names = {}
    for cell in read(path).cells:
        if cell.cell_type == "code" and "predict(" not in cell.source and "check(" not in cell.source:
            exec(cell.source, names)
    return names


def test_pads_in_the_pool_keep_the_loss_near_guessing_and_a_mask_lets_it_fall(names):
    assert names["reader"].in_training[:, -1].min() > 0.5
    assert names["mended_reader"].in_training[:, -1].max() < 0.35


def test_a_mean_over_the_wrong_axis_guesses_to_the_end(names):
    assert names["kitchen"].in_use[:, -1].min() > 0.6
    assert names["mended_kitchen"].in_use[:, -1].max() < 0.4


def test_stored_statistics_that_have_not_arrived_are_bad_in_use_alone(names):
    slow, usual = names["slow"], names["usual"]
    assert slow.in_training[:, -1].max() < 0.3
    assert slow.in_use[:, -2:].min() > 0.4
    assert usual.in_use[:, -1].max() < 0.2
