"""Large numbers, a small σ.

Reported: https://github.com/pytorch/pytorch/issues/51102
    https://github.com/microsoft/onnxruntime/issues/28463
Cause: E[x²] − E[x]² in float32 loses the digits of the variance.
Cure: the mean of (x − μ)² in a second pass.
torch says: nothing.
"""

import torch

EXPECTED = "Digits of the variance are lost"


def case():
    torch.manual_seed(0)
    x = 3000 + torch.randn(6, 8)
    mean = x.mean(1, keepdim=True)
    var = (x * x).mean(1, keepdim=True) - mean * mean
    return {"x": x, "result": (x - mean) / (var + 1e-5).sqrt()}


def shown(x, result):
    return f"rows leave with a σ from {result.std(1).min():.2f} to {result.std(1).max():.2f}; 1.07 was meant"


if __name__ == "__main__":
    print(shown(**case()))
