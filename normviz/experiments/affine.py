"""What γ and β are good for: one network whose batch norms may learn them, and one whose may not."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import ACTIVATIONS, Copies, descend, loss_of, recorded, spirals


@dataclass(frozen=True)
class AffineLearned(Experiment):
    """What does a network lose, if every batch norm in it keeps γ = 1 and β = 0?

    Two networks from equal weights with equal batches: one learns γ and β, the other has none.

    Settings: ``activations``; ``learning_rates``; ``depth`` hidden layers of ``width`` units, each with batch norm
    before its activation; ``steps`` of gradient descent with ``batch_size`` rows of ``points`` of the two-arm
    spiral with ``noise``; ``validation_points`` from the same source; ``frames``.

    Arrays (S seeds, A activations, 2 affines, R learning rates, F frames):

    - activation (A,), affine (2,): "learned" and "fixed"; learning_rate (R,), frame_step (F,): the axes
    - train_loss, validation_loss (S, A, 2, R, F): loss of all training points and of the new points, nats, both
      with the statistics of all training points
    - train_accuracy, validation_accuracy (S, A, 2, R, F): share of them on the right side, 0 to 1
    - gamma (S, A, 2, R, F): mean of |γ| over all hidden units; 1 where it is fixed

    Source of the claim: Ioffe and Szegedy 2015, section 3: normalizing the inputs of a sigmoid would keep them in
    its linear part.
    """

    name: ClassVar[str] = "affine_learned"
    choices: ClassVar[dict] = {"activations": tuple(ACTIVATIONS)}
    stored_seeds: ClassVar[int] = 8

    activations: tuple[str, ...] = ("relu", "sigmoid")
    learning_rates: tuple[float, ...] = (0.03, 0.1, 0.3, 1.0, 3.0)
    depth: int = 3
    width: int = 32
    steps: int = 600
    batch_size: int = 64
    points: int = 512
    validation_points: int = 512
    noise: float = 0.05
    frames: int = 7

    def axes(self):
        return {
            "activation": np.array(self.activations),
            "affine": np.array(("learned", "fixed")),
            "learning_rate": np.array(self.learning_rates),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        keys = "train_loss", "validation_loss", "train_accuracy", "validation_accuracy", "gamma"
        return dict.fromkeys(keys, (len(self.activations), 2, len(self.learning_rates), self.frames))

    def ticks(self):
        return len(self.activations) * 2 * self.steps

    def one_seed(self, seed, out, tick):
        for a, activation in enumerate(self.activations):
            for fixed, norm in enumerate(("bn", "bn_plain")):
                torch.manual_seed(seed)
                seen, unseen = (spirals(n, self.noise) for n in (self.points, self.validation_points))
                net = Copies([self.width] * self.depth, norm, len(self.learning_rates), activation=activation)
                self._train(net, seen, unseen, {key: array[a, fixed] for key, array in out.items()}, tick)

    def _train(self, net, seen, unseen, out, tick):
        x, y = seen
        both = torch.cat([x, unseen[0]])

        def look(frame):
            logits = net(both, pool=self.points).split([self.points, self.validation_points], dim=1)
            for part, guess, truth in zip(("train", "validation"), logits, (y, unseen[1]), strict=True):
                out[f"{part}_loss"][:, frame] = recorded(loss_of(guess, truth))
                out[f"{part}_accuracy"][:, frame] = ((guess > 0) == (truth > 0.5)).float().mean(dim=1)
            gammas = [layer[2].abs().mean(dim=(1, 2)) for layer in net.layers if len(layer) == 4]
            out["gamma"][:, frame] = torch.stack(gammas).mean(dim=0) if gammas else 1

        descend(self, net, x, y, torch.tensor(self.learning_rates), look, tick)
