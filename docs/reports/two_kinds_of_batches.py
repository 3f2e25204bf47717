"""Real and generated batches in turn.

Reported: https://github.com/carpedm20/DCGAN-tensorflow/issues/266
Cause: each kind is normalized by its own mean in training; the stored one lies between.
Cure: put both kinds into one batch.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "train-eval-gap"


def kinds():
    return 4 + torch.randn(64, 6), -4 + torch.randn(64, 6)


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(6), nn.Linear(6, 1))
    for _ in range(80):
        for batch in kinds():
            model(batch)
    return {"model": model, "batches": [*kinds(), *kinds()]}


def shown(model, batches):
    training = model[0](batches[0]).mean()
    return f"real samples have mean {training:.2f} in training and {model[0].eval()(batches[0]).mean():.2f} afterwards"


if __name__ == "__main__":
    print(shown(**case()))
