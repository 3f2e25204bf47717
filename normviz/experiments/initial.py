"""What can be seen before any training: gradients by depth, residual streams, scale of weights and bias."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import EPS, NORMS, Copies, loss_of, spirals


@dataclass(frozen=True)
class GradientByDepth(Experiment):
    """How large is the first layer's gradient against the last one's, before training, by depth?

    Settings: ``depths`` in hidden layers of ``width`` relu units without skip connections; ``points`` rows of
    ``width`` standard normal features; ``norms``.

    Arrays (S seeds, M norms, D depths):

    - norm (M,), depth (D,): the axes
    - ratio (S, M, D): length of the gradient of the first hidden layer's weights ÷ that of the last hidden
      layer's; near 1 is healthy, large means explosion

    Source of the claim: Yang and others 2019, batch norm itself makes gradients explode with depth.
    """

    name: ClassVar[str] = "gradient_by_depth"
    choices: ClassVar[dict] = {"norms": NORMS}
    stored_seeds: ClassVar[int] = 10

    norms: tuple[str, ...] = ("none", "bn", "ln")
    depths: tuple[int, ...] = (5, 10, 20, 40)
    width: int = 256
    points: int = 128

    def axes(self):
        return {"norm": np.array(self.norms), "depth": np.array(self.depths)}

    def shapes(self):
        return {"ratio": (len(self.norms), len(self.depths))}

    def ticks(self):
        return len(self.norms) * len(self.depths)

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(self.norms):
            for d, depth in enumerate(self.depths):
                torch.manual_seed(seed)
                x, y = torch.randn(self.points, self.width), (torch.arange(self.points) % 2).float()
                net = Copies([self.width] * depth, norm, inputs=self.width)
                weights = (net.layers[0][0], net.layers[-2][0])
                first, last = torch.autograd.grad(loss_of(net(x), y).sum(), weights)
                out["ratio"][m, d] = first.norm() / last.norm()
                tick()


@dataclass(frozen=True)
class ResidualStream(Experiment):
    """How does the variance of a residual stream grow, when each block adds ``relu(norm(x)) @ W`` to it?

    Settings: ``blocks``; ``width`` features; ``points`` rows, standard normal at the start; ``norms``, without
    γ and β.

    Arrays (S seeds, M norms, K = blocks + 1):

    - norm (M,), block (K,) from 0 to ``blocks``: the axes
    - variance (S, M, K): of all numbers in the stream after each block. Without a norm it doubles with every
      block; with one, every block adds about 1, and so later blocks change the stream less and less
    """

    name: ClassVar[str] = "residual_stream"
    choices: ClassVar[dict] = {"norms": ("none", "bn", "ln")}
    stored_seeds: ClassVar[int] = 10

    norms: tuple[str, ...] = ("none", "bn", "ln")
    blocks: int = 8
    width: int = 256
    points: int = 128

    def axes(self):
        return {"norm": np.array(self.norms), "block": np.arange(self.blocks + 1)}

    def shapes(self):
        return {"variance": (len(self.norms), self.blocks + 1)}

    def ticks(self):
        return len(self.norms) * self.blocks

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(self.norms):
            torch.manual_seed(seed)
            x = torch.randn(self.points, self.width)
            out["variance"][m, 0] = x.var()
            for block in range(1, self.blocks + 1):
                weight = torch.randn(self.width, self.width) * (2 / self.width) ** 0.5
                x = x + _plain_norm(x, norm).relu() @ weight
                out["variance"][m, block] = x.var()
                tick()


def _plain_norm(x: torch.Tensor, norm: str) -> torch.Tensor:
    if norm == "none":
        return x
    var, mean = torch.var_mean(x, dim={"bn": 0, "ln": 1}[norm], keepdim=True, correction=0)
    return (x - mean) * torch.rsqrt(var + EPS)


@dataclass(frozen=True)
class WeightScale(Experiment):
    """What do the scale of a layer's weights and its bias matter before batch norm? One pass, no training.

    Settings: ``scales`` that the first layer's weights are multiplied by; ``offsets`` added to its bias; else
    as in :class:`Training`.

    Arrays (S seeds, 2 norms, K scales, O offsets):

    - norm (2,): "none" and "bn"
    - scale (K,), offset (O,): as in the settings
    - scale_loss (S, 2, K): loss of all points with the scaled weights, nats
    - scale_gradient (S, 2, K): length of the gradient of those weights
    - scale_bias_gradient (S, 2, K): length of the gradient of the bias beside them
    - offset_loss (S, 2, O): loss with the offset in every unit's bias, nats
    """

    name: ClassVar[str] = "weight_scale"

    scales: tuple[float, ...] = (0.1, 1.0, 10.0, 100.0)
    offsets: tuple[float, ...] = (0.0, 1.0, 10.0, 100.0)
    depth: int = 3
    width: int = 32
    points: int = 512
    noise: float = 0.05

    def axes(self):
        return {
            "norm": np.array(("none", "bn")),
            "scale": np.array(self.scales),
            "offset": np.array(self.offsets),
        }

    def shapes(self):
        scaled = dict.fromkeys(("scale_loss", "scale_gradient", "scale_bias_gradient"), (2, len(self.scales)))
        return scaled | {"offset_loss": (2, len(self.offsets))}

    def ticks(self):
        return 2

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(("none", "bn")):
            torch.manual_seed(seed)
            x, y = spirals(self.points, self.noise)
            scaled = Copies([self.width] * self.depth, norm, len(self.scales))
            moved = Copies([self.width] * self.depth, norm, len(self.offsets))
            with torch.no_grad():
                scaled.layers[0][0] *= torch.tensor(self.scales)[:, None, None]
                moved.layers[0][1] += torch.tensor(self.offsets)[:, None, None]
                out["offset_loss"][m] = loss_of(moved(x), y)
            loss = loss_of(scaled(x), y)
            weight, bias = torch.autograd.grad(loss.sum(), scaled.layers[0][:2])
            out["scale_loss"][m] = loss.detach()
            out["scale_gradient"][m] = weight.flatten(1).norm(dim=1)
            out["scale_bias_gradient"][m] = bias.flatten(1).norm(dim=1)
            tick()
