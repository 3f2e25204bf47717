"""Pads in the pool are a finding where they move its statistics, and not by being there."""

import pytest
import torch
from torch import nn

import normviz as nv


@pytest.mark.parametrize(("pads", "found"), [(1, set()), (600, {"pads-in-pool"})])
def test_one_pad_in_a_thousand_rows_is_no_finding(pads, found):
    torch.manual_seed(0)
    words = torch.randn(1, 1000, 4)
    words[:, -pads:] = 0
    model = nn.Sequential(nn.LayerNorm((1000, 4)))
    report = nv.inspect(model, words, mask=torch.arange(1000)[None] < 1000 - pads)
    assert {finding.code for finding in report.findings} == found
