"""Dropout before batch norm.

Reported: https://arxiv.org/abs/1801.05134
Cause: dropout makes σ larger in training alone, and the running variance takes that along.
Cure: dropout behind the last norm.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "dropout-before-norm"


def case():
    torch.manual_seed(0)
    layers = nn.Linear(6, 32, bias=False), nn.ReLU(), nn.Dropout(0.5), nn.BatchNorm1d(32)
    model = nn.Sequential(*layers)
    for _ in range(80):
        model(torch.randn(256, 6))
    return {"model": model, "inputs": (torch.randn(256, 6),)}


def shown(model, inputs):
    training, evaluation = (model.train(mode)(*inputs).std(0).mean() for mode in (True, False))
    return f"σ is {training:.2f} in training, and {evaluation:.2f} in evaluation"


if __name__ == "__main__":
    print(shown(**case()))
