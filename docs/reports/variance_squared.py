"""The variance is squared.

Reported: https://github.com/131250208/TPlinker-joint-extraction/issues/37
Cause: (variance + ε) ** 2 stands where ** 0.5 was meant.
Cure: ** 0.5.
torch says: nothing.
"""

import torch

EXPECTED = "divided by σ⁴"


def case():
    torch.manual_seed(0)
    x = 1 + 2 * torch.randn(8, 5, dtype=torch.double)
    var = x.var(-1, correction=0, keepdim=True)
    return {"x": x, "result": (x - x.mean(-1, keepdim=True)) / (var + 1e-12) ** 2}


def shown(x, result):
    return f"rows leave with a σ from {result.std(-1).min():.3f} to {result.std(-1).max():.3f}; 1 was meant"


if __name__ == "__main__":
    print(shown(**case()))
