"""Squares overflow in float16.

Reported: https://github.com/meta-llama/llama/issues/1048
    https://github.com/pytorch/pytorch/pull/133085
Cause: numbers above 256 have squares above 65504, the mean square is inf, and x / inf is 0.
Cure: take the square in float32.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "overflow"


class RMSNorm(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))

    def forward(self, x):
        return self.weight * x * (x.square().mean(-1, keepdim=True) + 1e-6).rsqrt()


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 8, bias=False), RMSNorm(8)).half()
    return {"model": model, "inputs": ((900 * (3 + 2 * torch.randn(32, 5))).half(),)}


def shown(model, inputs):
    return f"{int((model(*inputs) == 0).all(1).sum())} of 32 rows leave as zeros alone"


if __name__ == "__main__":
    print(shown(**case()))
