"""n − 1 in place of n.

Reported: https://discuss.pytorch.org/t/14050
    https://github.com/codertimo/BERT-pytorch/issues/30
Cause: torch.var divides by n − 1, and nn.BatchNorm1d by n.
Cure: correction=0.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "divided by σ with the variance over n − 1"


def case():
    torch.manual_seed(3)
    x = 7 + 4 * torch.randn(20, 6)
    return {"x": x, "result": (x - x.mean(0)) / torch.sqrt(x.var(0) + 1e-5)}


def shown(x, result):
    return f"the layer's answer is {(nn.BatchNorm1d(6)(x) / result).mean():.4f} times this one; √(20/19) is 1.0260"


if __name__ == "__main__":
    print(shown(**case()))
