"""What was found, as two rulers: of one feature, with the numbers that the layer and torch have."""

import re

import numpy as np
import pytest
import torch
from torch import nn

import normviz as nv

X = torch.randn(8, 30, 3, generator=torch.Generator().manual_seed(3)) * torch.tensor([1.0, 2.0, 3.0]) + 5
MASK = torch.arange(30) < torch.tensor([3, 5, 8, 2, 9, 4, 7, 6])[:, None]


def rulers(report) -> list[list[float]]:
    """[mean, step, reading] of each ruler of a report."""
    tags = re.findall(r"<g[^>]* data-ruler=[^>]*>", report._repr_html_())
    return [
        [float(re.search(f'data-{what}="([^"]*)"', one)[1]) for what in ("mean", "step", "reading")]
        for one in tags
    ]


def test_pads_that_join_are_drawn_beside_the_feature_without_them():
    report = nv.inspect(nn.BatchNorm1d(3), (X * MASK[..., None]).mT, mask=MASK)
    (mean, step, reading), (real_mean, real_step, real_reading) = rulers(report)
    padded = [(X * MASK[..., None])[..., k].double() for k in range(3)]
    k = int(np.argmin([abs(float(x.mean()) - mean) for x in padded]))
    assert [mean, step] == pytest.approx([float(padded[k].mean()), float(padded[k].std(correction=0))])
    real = padded[k][MASK]
    assert [real_mean, real_step] == pytest.approx([float(real.mean()), float(real.std(correction=0))])
    assert mean + step * reading == pytest.approx(real_mean + real_step * real_reading)  # one number
    assert f"20 of {int((~MASK).sum())} pads" in report._repr_html_()
    assert f"Without pads: its 0 is at {real_mean:.2f}, one step is {real_step:.2f} long" in str(report)


def test_stored_statistics_are_drawn_below_those_of_the_batch():
    layer = nn.BatchNorm1d(3).eval()
    report = nv.inspect(layer, X[:, 0])
    here, stored = rulers(report)
    assert stored[:2] == [0, 1]
    k = int(np.argmin(np.abs(X[:, 0].mean(0).numpy() - here[0])))
    expected = [float(X[:, 0, k].mean()), float(X[:, 0, k].std(correction=0))]
    assert here[:2] == pytest.approx(expected, rel=1e-5)
    assert stored[2] == pytest.approx(here[0] + here[1] * here[2])


def test_features_that_share_a_mean_are_drawn_above_one_of_them_alone():
    rows = X[:, :8] * torch.tensor([1.0, 1.0, 40.0])
    foods = nn.Embedding.from_pretrained(rows.reshape(64, 3))
    model = nn.Sequential(foods, nn.BatchNorm1d(3))
    report = nv.inspect(model, torch.arange(24).reshape(8, 3))
    assert [found.code for found in report.findings] == ["wrong-axis"]
    shared, alone = rulers(report)
    seen = foods(torch.arange(24)).reshape(8, 3, 3).double()
    assert alone[:2] == pytest.approx([float(seen[..., 2].mean()), float(seen[..., 2].std(correction=0))])
    means = seen.mean((0, 2)).numpy()
    assert shared[0] == pytest.approx(means[np.argmin(np.abs(means - shared[0]))])
    assert shared[0] + shared[1] * shared[2] == pytest.approx(alone[0] + alone[1] * alone[2])


def test_what_is_no_matter_of_two_rulers_is_said_alone():
    assert rulers(nv.inspect(nn.BatchNorm1d(3), X[:4, 0])) == []  # a tiny pool
    padded = nv.inspect(nn.LayerNorm((30, 3)), X * MASK[..., None], mask=MASK)
    assert [found.code for found in padded.findings] == ["pads-in-pool"] and rulers(padded) == []
