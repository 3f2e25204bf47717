"""No stored statistics at all.

Reported: https://github.com/pytorch/pytorch/issues/75252
Cause: track_running_stats=False: each answer depends on the samples that are beside it.
Cure: track_running_stats=True, and count them.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "eval-while-training"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6, track_running_stats=False), nn.Linear(6, 2)).eval()
    return {"model": model, "inputs": (torch.randn(16, 6),)}


def shown(model, inputs):
    x = inputs[0]
    return f"the first sample's answer moves by {(model(x)[0] - model(x[:8])[0]).norm():.2f} when 8 others are left out"


if __name__ == "__main__":
    print(shown(**case()))
