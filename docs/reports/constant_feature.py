"""A constant feature of large numbers.

Reported: https://github.com/pytorch/pytorch/issues/5410
    https://github.com/BVLC/caffe/issues/3963
Cause: σ is 0 but for rounding, and what rounding leaves is divided by √ε.
Cure: leave the feature out.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "constant-pool"


def case():
    torch.manual_seed(0)
    x = torch.cat([torch.randn(64, 4), torch.full((64, 1), 12345.678)], 1)
    return {"model": nn.Sequential(nn.BatchNorm1d(5)), "inputs": (x,)}


def shown(model, inputs):
    for _ in range(200):
        model(*inputs)
    moved = inputs[0] * torch.tensor([1, 1, 1, 1, 1 + 1e-6])
    return f"in evaluation a change of one millionth comes out as {model.eval()(moved)[0, 4]:.1f}"


if __name__ == "__main__":
    print(shown(**case()))
