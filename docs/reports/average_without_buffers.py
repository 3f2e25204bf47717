"""An average of the weights leaves out the statistics.

Reported: https://github.com/CuriousAI/mean-teacher/issues/9
    https://github.com/pytorch/ignite/issues/2590
Cause: parameters() has no buffers, so the copy keeps the mean 0 and the variance 1 that it was made with.
Cure: copy the buffers, too, or count them anew with update_bn.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "never-updated"


def net():
    return nn.Sequential(nn.Linear(6, 16, bias=False), nn.BatchNorm1d(16), nn.Linear(16, 2))


def case():
    torch.manual_seed(0)
    student, teacher = net(), net()
    for _ in range(80):
        student(2 + torch.randn(64, 6))
    for mine, his in zip(teacher.parameters(), student.parameters(), strict=True):
        mine.data.copy_(his.data)
    return {"model": teacher.eval(), "inputs": (2 + torch.randn(64, 6),)}


def shown(model, inputs):
    out = model[:2](*inputs)
    return f"what leaves the norm has mean {out.mean(0).abs().mean():.2f} and σ {out.std(0).mean():.2f}, not 0 and 1"


if __name__ == "__main__":
    print(shown(**case()))
