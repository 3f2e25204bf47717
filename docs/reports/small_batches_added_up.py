"""Gradients of small batches are added up.

Reported: https://github.com/giotto-ai/giotto-deep/issues/75
    https://github.com/run-ai/runai/issues/14
Cause: the optimizer sees a large batch, batch norm each small one.
Cure: larger batches, or a norm that needs none.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "tiny-pool"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(20, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 2))
    return {"model": model, "inputs": (torch.randn(4, 20),)}


def shown(model, inputs):
    largest = max(float(model[:2](torch.randn(4, 20)).detach().abs().max()) for _ in range(200))
    return (
        f"no number of a batch of 4 leaves with more than {largest:.3f}: √3 is the largest that there can be"
    )


if __name__ == "__main__":
    print(shown(**case()))
