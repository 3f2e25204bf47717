"""docs/running.md: the test that it shows lets a healthy model pass and no other, and its extras exist."""

import re

import pytest
import torch

from tests.requirements import PYPROJECT
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")


def test_extras_that_it_names_exist():
    named = set(re.findall(r"\[(\w+)\]\"", PAGE))
    assert named
    assert named <= PYPROJECT["project"]["optional-dependencies"].keys()


def test_five_lines_for_a_test_suite_let_a_healthy_model_pass_and_no_other():
    (block,) = re.findall(r"^```python\n((?:(?!```)[^\n]*\n)*?[^\n]*nv\.inspect(?:.|\n)*?)^```", PAGE, re.M)
    assert len(block.splitlines()) == 5
    mask = torch.arange(6) < torch.tensor([[6], [2], [3], [1]])
    words = (1 + torch.randn(4, 6, 5)) * mask[..., None]

    def verdict(norm):
        names = {"make_model": lambda: norm, "make_loader": lambda: [(words, mask)]}
        exec(block, names)
        names["test_norms_are_healthy"]()

    verdict(torch.nn.LayerNorm(5))
    with pytest.raises(AssertionError, match="pads-in-pool"):
        verdict(torch.nn.LayerNorm((6, 5)))
