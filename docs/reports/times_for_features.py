"""Batch norm behind an LSTM takes the times for features.

Reported: https://github.com/xieyulai/LSTM-for-Human-Activity-Recognition-using-2D-Pose_Pytorch/issues/2
Cause: BatchNorm1d takes its features from axis 1, and an LSTM with batch_first leaves them on axis 2.
Cure: norm(x.transpose(1, 2)).transpose(1, 2).
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "wrong-axis"


class Poses(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.norm = nn.LSTM(12, 16, batch_first=True), nn.BatchNorm1d(16)

    def forward(self, x):
        return self.norm(self.lstm(x)[0])


def case():
    torch.manual_seed(0)
    return {"model": Poses(), "inputs": (torch.randn(32, 16, 12),)}  # as many times as features


def shown(model, inputs):
    out = model(*inputs)
    features, times = (out.mean(axes).abs().max() for axes in ((0, 1), (0, 2)))
    return f"means of features are up to {features:.2f} where 0 was meant; means of times up to {times:.2f}"


if __name__ == "__main__":
    print(shown(**case()))
