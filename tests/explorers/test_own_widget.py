"""The chapters' *A widget of your own*: what a learner builds with ipywidgets runs, and follows its explorer."""

import nbformat
import numpy as np
import pytest

import normviz as nv
from tests.support.chapters import NOTEBOOKS


@pytest.fixture
def built(capsys):
    def built(chapter, **names):
        """What the cells of the fold have made, and what its ``interact`` has printed."""
        names |= {"nv": nv, "np": np}
        for cell in nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4).cells:
            if cell.cell_type == "code" and cell.id.startswith(f"ch{chapter[:2]}-own-"):
                exec(cell.source, names)
        return names, capsys.readouterr().out

    return built


def test_chapter_03_moves_gamma_and_beta_and_follows_gamma(built):
    explorer = nv.AffineExplorer(activation="none", other=[9, 6, 5, 8, 12])
    names, printed = built("03_gamma_and_beta", other_batch=explorer)
    assert "1.1859 -0.7906 -1.1859  1.1859 -0.3953" in printed
    explorer.gamma.value = -2.0
    assert "γ is -2.0000" in names["variance"].value and "4.0000" in names["variance"].value


def test_chapter_06_adds_pads_and_follows_the_padding_length(built):
    explorer = nv.PaddingExplorer()
    names, printed = built("06_padding", padding=explorer)
    assert "x̂ of How: 1.0561" in printed
    explorer.padding_length.value = 8
    assert names["share"].value == "8 tokens a sentence: r = 0.3750 of the rows are real"
