"""One norm for two branches.

Reported: https://github.com/keras-team/keras/issues/8794
Cause: both inputs share one running mean, and each is normalized by its own in training.
Cure: normalize both together, or give each branch its norm.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "train-eval-gap"


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(6)

    def forward(self, left, right):
        return self.norm(left) - self.norm(right)


def case():
    torch.manual_seed(0)
    model = Two()
    for _ in range(80):
        model(4 + torch.randn(64, 6), -4 + torch.randn(64, 6))
    return {"model": model, "inputs": (4 + torch.randn(64, 6), -4 + torch.randn(64, 6))}


def shown(model, inputs):
    training, later = (model.train(mode)(*inputs).mean() for mode in (True, False))
    return f"the difference is {training:.2f} in training, and {later:.2f} afterwards"


if __name__ == "__main__":
    print(shown(**case()))
