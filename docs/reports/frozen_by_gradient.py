"""Frozen by requires_grad alone.

Reported: https://github.com/pytorch/pytorch/issues/86590
    https://github.com/lightly-ai/lightly/issues/1438
Cause: requires_grad=False stops γ and β, and not the running statistics.
Cure: norm.eval() after each model.train().
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "frozen-but-updating"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6).requires_grad_(False), nn.Linear(6, 2))
    for _ in range(60):
        model(torch.randn(64, 6))
    return {"model": model, "inputs": (torch.randn(64, 6),)}


def shown(model, inputs):
    before = model[0].running_mean.clone()
    model(*inputs)
    moved = (model[0].running_mean - before).norm()
    return f"one batch later the running mean of the frozen layer has moved by {moved:.4f}"


if __name__ == "__main__":
    print(shown(**case()))
