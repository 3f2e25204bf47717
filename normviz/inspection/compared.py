"""What leaves a model with batch statistics, and with stored ones: many small gaps add up."""

from dataclasses import dataclass

import torch

from normviz.inspection.given import leaves
from normviz.inspection.kept import plain_paths, unchanged

FEWEST = 16  # samples: below, what leaves with other samples says little
# Two ways to halve a batch of n.
SPLITS = (
    (lambda n: slice(0, n // 2), lambda n: slice(n // 2, n)),
    (lambda n: slice(0, n, 2), lambda n: slice(1, n, 2)),
)


@dataclass(frozen=True)
class Compared:
    """What one batch shows where nothing is dropped; the outputs' distances are parts of their σ."""

    spread: dict[int, torch.Tensor]  # variance of what reaches each norm, by its id
    gap: float = 0.0  # between outputs with batch statistics and with stored ones
    chance: float = 0.0  # between outputs with statistics of the batch and of its halves


def compared(model, args, kwargs, norms) -> Compared | None:
    """Run a model in evaluation mode, its ``norms`` with both kinds of statistics; None where that tells nothing."""
    tensors, spread = list(leaves((args, kwargs))), {}
    n = len(tensors[0]) if tensors[0].dim() else 0
    apart = not model.training and n >= FEWEST and all(t.dim() and len(t) == n for t in tensors)

    def look(module, given):
        x = given[0].detach().float()
        axes = [k for k in range(x.dim()) if k != (1 if x.dim() > 2 else x.dim() - 1)]
        spread[id(module)] = x.var(axes, correction=0).reshape(-1).cpu()

    def run(of_batch: bool, part=slice(None)):
        for module in model.modules():
            module.training = of_batch and module in norms
        out = model(*_part(args, part), **_part(kwargs, part)) if apart else model(*args, **kwargs)
        floats = [t for t in leaves(out) if t.is_floating_point() and t.dim()]
        floats = [t.detach().double().reshape(len(t), -1) for t in floats]
        return torch.cat([t / t.std().clamp(min=1e-30) for t in floats if len(t) == len(floats[0])], 1)

    try:
        with unchanged(model, tensors), torch.no_grad(), plain_paths(model):
            stored = run(False) if apart else None
            halves = []
            for low, high in SPLITS if apart else ():
                both = torch.cat([run(True, low(n)), run(True, high(n))])
                halves.append(both[torch.cat([torch.arange(n)[low(n)], torch.arange(n)[high(n)]]).argsort()])
            for norm in norms:
                norm.register_forward_pre_hook(look)
            batch = run(True)
        if not (apart and len(stored) == len(batch) == n):
            return Compared(spread)
        size = batch.std(0, correction=0).square().mean().sqrt().clamp(min=1e-30)
        far = [float((t - batch).square().mean() / size**2) for t in (stored, *halves)]
        return Compared(spread, far[0] ** 0.5, (sum(far[1:]) / len(halves)) ** 0.5)
    except Exception:  # a model that takes no half of a batch, or writes down its shape, says nothing here
        return None


def _part(value, part):
    if isinstance(value, torch.Tensor):
        return value[part]
    if isinstance(value, dict):
        return {key: _part(v, part) for key, v in value.items()}
    return type(value)(_part(v, part) for v in value) if isinstance(value, (tuple, list)) else value
