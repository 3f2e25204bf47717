"""Another library's ε.

Reported: https://github.com/gzuidhof/nn-transfer/pull/3
    https://github.com/qqwweee/keras-yolo3/issues/451
Cause: Keras adds 0.001 to the variance, and torch 0.00001.
Cure: eps=1e-3.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "ε 0.001 inside the root"


def case():
    torch.manual_seed(0)
    x = 0.1 * torch.randn(32, 4, dtype=torch.double)
    return {"x": x, "result": (x - x.mean(0)) / (x.var(0, correction=0) + 1e-3).sqrt()}


def shown(x, result):
    ours = nn.BatchNorm1d(4, dtype=torch.double)(x)
    return f"the layer's numbers are up to {(ours - result).abs().max():.3f} away"


if __name__ == "__main__":
    print(shown(**case()))
