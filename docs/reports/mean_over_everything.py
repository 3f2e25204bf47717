"""A mean over everything.

Reported: https://discuss.pytorch.org/t/153024
Cause: x.mean() without an axis.
Cure: dim=0, or the last for layer norm.
torch says: nothing.
"""

import torch

EXPECTED = "the whole table"


def case():
    torch.manual_seed(0)
    x = torch.randn(8, 5, dtype=torch.double) * torch.arange(1, 6)
    return {"x": x, "result": (x - x.mean()) / (x.var(correction=0) + 1e-5).sqrt()}


def shown(x, result):
    return f"columns leave with a σ from {result.std(0).min():.2f} to {result.std(0).max():.2f}; 1 was meant"


if __name__ == "__main__":
    print(shown(**case()))
