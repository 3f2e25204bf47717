"""momentum = 0.

Reported: https://github.com/Cadene/pretrained-models.pytorch/issues/5
Cause: in torch momentum is the weight of the new batch: with 0 nothing is ever stored.
Cure: momentum=0.1.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "never-updated"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6, momentum=0), nn.Linear(6, 2))
    for _ in range(100):
        model(5 + torch.randn(64, 6))
    return {"model": model, "inputs": (5 + torch.randn(64, 6),)}


def shown(model, inputs):
    return f"after 100 batches with mean 5 the running mean is {model[0].running_mean.mean():.1f}"


if __name__ == "__main__":
    print(shown(**case()))
