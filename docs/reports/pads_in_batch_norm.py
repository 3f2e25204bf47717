"""Pads join the mean of batch norm.

Reported: https://github.com/pytorch/pytorch/issues/25910
    https://github.com/pytorch/audio/issues/2242
Cause: BatchNorm1d takes its mean over all places, those behind the end of a sentence too.
Cure: normalize the real places alone, or each place alone.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "pads-in-pool"


def case():
    torch.manual_seed(0)
    mask = torch.arange(30) < torch.tensor([30, 12, 21, 7, 16, 9])[:, None]
    x = (3 + 2 * torch.randn(6, 24, 30)) * mask[:, None]
    return {"model": nn.BatchNorm1d(24), "inputs": (x,), "mask": mask}


def shown(model, inputs, mask):
    real = model(*inputs).movedim(1, -1)[mask]
    return f"real places leave with mean {real.mean():.2f} and σ {real.std():.2f}; 0 and 1 were meant"


if __name__ == "__main__":
    print(shown(**case()))
