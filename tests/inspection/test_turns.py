"""The features are followed through a permutation that is no exchange of two axes."""

import torch
from torch import nn

import normviz as nv
from tests.inspection.made import made


def test_batch_norm_behind_a_permutation_takes_its_features_from_the_axis_where_they_are():
    # (sentences, places, features), then (…, features, sentences); as many places as features.
    turned = made(
        lambda self, x: self.norm(self.make(x).permute(1, 2, 0)),
        make=nn.Linear(4, 6, bias=False),
        norm=nn.BatchNorm1d(6),
    )
    codes = [finding.code for finding in nv.inspect(turned, torch.randn(5, 6, 4)).findings]
    assert "wrong-axis" not in codes
