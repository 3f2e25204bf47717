"""Weight decay on γ.

Reported: https://github.com/Eric-mingjie/rethinking-network-pruning/issues/27
    https://github.com/JiahuiYu/slimmable_networks/issues/15
Cause: the optimizer got model.parameters(), and draws γ and β towards 0, too.
Cure: a group without weight decay for them.
torch says: nothing.
"""

import torch
from torch import nn

EXPECTED = "decayed-scale"


def case():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16, bias=False), nn.BatchNorm1d(16), nn.Linear(16, 2))
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.1)
    return {"model": model, "inputs": (torch.randn(64, 6),), "optimizer": optimizer}


def shown(model, inputs, optimizer):
    for _ in range(300):  # a loss that needs none of them
        (0 * model(*inputs).sum()).backward()
        optimizer.step()
    return f"γ was 1, and 300 steps without a gradient later it is {model[1].weight.mean():.3f}"


if __name__ == "__main__":
    print(shown(**case()))
