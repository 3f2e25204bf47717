"""A last batch of one sample.

Reported: https://github.com/pytorch/pytorch/issues/7716
    https://github.com/pytorch/vision/issues/1491
Cause: the number of samples is no multiple of the batch size, and one is left over.
Cure: drop_last=True.
torch says: Expected more than 1 value per channel when training.
"""

import torch
from torch import nn

EXPECTED = "pool-of-one"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 8, bias=False), nn.BatchNorm1d(8))
    return {"model": model, "batches": list(torch.randn(33, 6).split(16))}


def shown(model, batches):
    try:
        return str([model(batch).shape for batch in batches])
    except ValueError as error:
        return f"torch says: {error}"


if __name__ == "__main__":
    print(shown(**case()))
