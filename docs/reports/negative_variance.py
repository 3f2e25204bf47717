"""A negative stored variance.

Reported: https://github.com/pytorch/pytorch/issues/60624
    https://github.com/pytorch/pytorch/issues/106605
Cause: weights were averaged or quantized by a rule that is none for variances.
Cure: count them anew.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "negative-variance"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6), nn.Linear(6, 2))
    model[0].running_var[2] = -0.1
    return {"model": model, "inputs": (torch.randn(16, 6),)}


def shown(model, inputs):
    return f"in evaluation {int(model[0].eval()(*inputs).isnan().sum())} numbers are nan"


if __name__ == "__main__":
    print(shown(**case()))
