"""Evaluation gives other numbers after few batches.

Reported: https://github.com/pytorch/pytorch/issues/5406
Cause: the running statistics start at 0 and 1, and 0.9 of that is left after each batch.
Cure: more batches, or count them anew with update_bn.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "train-eval-gap"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6), nn.Linear(6, 2))
    for _ in range(4):
        model(5 + torch.randn(64, 6))
    return {"model": model.eval(), "inputs": (5 + torch.randn(64, 6),)}


def shown(model, inputs):
    return f"after 4 batches with mean 5 the running mean is {model[0].running_mean.mean():.2f}"


if __name__ == "__main__":
    print(shown(**case()))
