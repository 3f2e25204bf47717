"""Pads join the mean, and time stands first.

Reported: https://github.com/pytorch/pytorch/issues/25910
    https://discuss.pytorch.org/t/57813
Cause: a batch (N, T, F) becomes (T · N, F) before batch norm: the rows are in another order than the mask.
Cure: lay the mask over them as mask.T.flatten().
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "pads-in-pool"


class Speech(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(12)

    def forward(self, x):
        return self.norm(x.transpose(0, 1).reshape(-1, 12))


def case():
    torch.manual_seed(0)
    mask = torch.arange(40) < torch.tensor([40, 8, 21, 12])[:, None]
    return {"model": Speech(), "inputs": ((3 + torch.randn(4, 40, 12)) * mask[..., None],), "mask": mask}


def shown(model, inputs, mask):
    out = model(*inputs)
    real, wrong = out[mask.T.flatten()], out[mask.flatten()]
    return f"real rows leave with mean {real.mean():.2f}; in the order of the mask they seem to have {wrong.mean():.2f}"


if __name__ == "__main__":
    print(shown(**case()))
