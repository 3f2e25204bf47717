"""As many groups as features.

Reported: https://github.com/pytorch/pytorch/issues/94288
Cause: each number is alone in its pool, and a number less its own mean is 0.
Cure: fewer groups.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "each number was alone in its pool"


def case():
    torch.manual_seed(0)
    x = torch.randn(8, 4)
    return {"x": x, "result": nn.GroupNorm(4, 4)(x).detach()}


def shown(x, result):
    return f"all numbers leave as {result.abs().max():.0f}"


if __name__ == "__main__":
    print(shown(**case()))
