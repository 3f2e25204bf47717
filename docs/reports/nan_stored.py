"""nan in the stored statistics.

Reported: https://github.com/pytorch/pytorch/issues/1206
    https://github.com/facebookresearch/SparseConvNet/issues/190
Cause: one batch with a nan: 0.9 · running + 0.1 · nan is nan for ever.
Cure: reset_running_stats(), and look for the batch.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "bad-statistics"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6), nn.Linear(6, 2))
    bad = torch.randn(16, 6)
    bad[3, 2] = torch.nan
    for batch in (torch.randn(16, 6), bad, *(torch.randn(16, 6) for _ in range(50))):
        model(batch)
    return {"model": model, "inputs": (torch.randn(16, 6),)}


def shown(model, inputs):
    return f"50 good batches later the running mean is {model[0].running_mean.tolist()}"


if __name__ == "__main__":
    print(shown(**case()))
