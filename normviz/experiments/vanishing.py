"""Gradients that vanish or explode, before the first step and after the first hundred."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import ACTIVATIONS, NORMS, Copies, loss_of, recorded


@dataclass(frozen=True)
class VanishingGradient(Experiment):
    """Does the gradient reach the first layer, and does it still once the network has learned a little?

    Settings: ``activations``; ``norms``; ``depths`` in hidden layers of ``width`` units without skip
    connections; ``points`` rows of ``width`` standard normal features, every second one labelled 1; ``steps`` of
    gradient descent on all points at ``learning_rate``; ``frames``. Weights start with variance 1/inputs, for relu
    with 2/inputs; biases at 0.

    Arrays (S seeds, A activations, M norms, D depths, F frames):

    - activation (A,), norm (M,), depth (D,), frame_step (F,): the axes
    - ratio (S, A, M, D, F): length of the gradient of the first hidden layer's weights ÷ that of the last
      hidden layer's; near 1 is healthy, near 0 has vanished
    - loss (S, A, M, D, F): loss of all points, nats. Where it stays at ln 2 the network has not learned, and a
      ratio near 1 says nothing. Both are inf where training has blown up
    """

    name: ClassVar[str] = "vanishing_gradient"
    choices: ClassVar[dict] = {"activations": tuple(ACTIVATIONS), "norms": NORMS}
    stored_seeds: ClassVar[int] = 5

    activations: tuple[str, ...] = ("relu", "sigmoid")
    norms: tuple[str, ...] = ("none", "bn", "ln")
    depths: tuple[int, ...] = (5, 10, 20, 40)
    width: int = 64
    points: int = 128
    steps: int = 100
    learning_rate: float = 0.1
    frames: int = 6

    def axes(self):
        return {
            "activation": np.array(self.activations),
            "norm": np.array(self.norms),
            "depth": np.array(self.depths),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        shape = (len(self.activations), len(self.norms), len(self.depths), self.frames)
        return {"ratio": shape, "loss": shape}

    def ticks(self):
        return len(self.activations) * len(self.norms) * len(self.depths) * (self.steps + 1)

    def one_seed(self, seed, out, tick):
        for a, activation in enumerate(self.activations):
            for m, norm in enumerate(self.norms):
                for d, depth in enumerate(self.depths):
                    torch.manual_seed(seed)
                    net = Copies([self.width] * depth, norm, inputs=self.width, activation=activation)
                    if activation != "relu":  # the 2 of He initialization is for the half that relu cuts off
                        with torch.no_grad():
                            for layer in net.layers:
                                layer[0] *= 0.5**0.5
                    cell = {key: array[a, m, d] for key, array in out.items()}
                    self._train(net, torch.randn(self.points, self.width), cell, tick)

    def _train(self, net, x, out, tick):
        y, frames = (torch.arange(self.points) % 2).float(), self.frame_of_step()
        # Of each layer, weight first: these are the numbers of the first and the last hidden one.
        last = sum(len(layer) for layer in net.layers[:-2])
        for step in range(self.steps + 1):
            loss = loss_of(net(x), y)
            gradients = net.step(loss, self.learning_rate)
            if step in frames:
                # float64, as squares of a gradient that has vanished are too small for float32.
                first, final = (gradients[layer].double().norm() for layer in (0, last))
                out["ratio"][frames[step]] = recorded(first / final).item()
                out["loss"][frames[step]] = recorded(loss).item()
            tick()
