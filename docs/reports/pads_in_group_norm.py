"""Pads join group norm behind a convolution with a stride.

Reported: https://github.com/huggingface/transformers/issues/21534
Cause: group norm takes its mean over the whole time of a recording, and silence was put behind it.
Cure: normalize each place alone, or give all recordings one length.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "pads-in-pool"


def case():
    torch.manual_seed(0)
    heard = torch.arange(600) < torch.tensor([600, 250, 400])[:, None]
    model = nn.Sequential(nn.Conv1d(1, 16, 10, 5, bias=False), nn.GroupNorm(16, 16))
    return {"model": model, "inputs": (((torch.randn(3, 600) + 0.5) * heard)[:, None],), "mask": heard}


def shown(model, inputs, mask):
    x = inputs[0]
    padded, alone = model(x)[1, :, :40], model(x[1:2, :, :250])[0, :, :40]
    return f"the same recording without its pads leaves {(padded - alone).abs().mean() / alone.std():.2f} σ elsewhere"


if __name__ == "__main__":
    print(shown(**case()))
