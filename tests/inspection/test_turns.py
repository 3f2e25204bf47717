"""The features are followed through a permutation that is no exchange of two axes."""

import torch
from torch import nn

import normviz as nv


class Turned(nn.Module):
    def __init__(self):
        super().__init__()
        self.make, self.norm = nn.Linear(4, 6, bias=False), nn.BatchNorm1d(6)

    def forward(self, x):
        return self.norm(
            self.make(x).permute(1, 2, 0)
        )  # (sentences, places, features), then (…, features, sentences)


def test_batch_norm_behind_a_permutation_takes_its_features_from_the_axis_where_they_are():
    torch.manual_seed(0)
    # As many places as features: nothing but the axes tells them apart.
    codes = [finding.code for finding in nv.inspect(Turned(), torch.randn(5, 6, 4)).findings]
    assert "wrong-axis" not in codes
