"""Keras' momentum in torch.

Reported: https://github.com/pytorch/examples/issues/289
Cause: Keras' momentum is the weight of what is stored, torch's that of the new batch: 0.99 keeps the last batch alone.
Cure: momentum = 1 − Keras' momentum.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "train-eval-gap"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6, momentum=0.99), nn.Linear(6, 2))
    for _ in range(60):
        model(torch.randn(16, 6))
    return {"model": model, "inputs": (torch.randn(16, 6),)}


def shown(model, inputs):
    model[0](*inputs)
    far = (model[0].running_mean - inputs[0].mean(0)).abs().max()
    return f"the running mean is {far:.3f} away from the last batch's"


if __name__ == "__main__":
    print(shown(**case()))
