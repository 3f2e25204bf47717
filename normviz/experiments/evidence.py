"""Benefits of batch norm put to the test: batch noise, before or after the activation, detached statistics."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import Copies, descend, loss_of, recorded, spirals
from normviz.experiments.training import sweep


@dataclass(frozen=True)
class BatchNoise(Experiment):
    """Does the noise of batch statistics regularize? Train on few points, some with wrong labels.

    Three networks from equal weights with equal batches: without a norm; with batch norm; and "bn_all", batch
    norm whose statistics come from *all* training points in every step while the loss still comes from the
    batch alone. The last two differ in nothing but the noise of the statistics, so the difference between them
    is what that noise does. Small batches make noisy gradients too, and that noise all three share.

    Settings: ``batch_sizes``; ``points`` to train on, of which the share ``flipped`` has the wrong label;
    ``validation_points`` from the same source, wrong labels included; else as in :class:`Training`.

    Arrays (S seeds, 3 norms, B batch sizes, F frames):

    - norm (3,): "none", "bn", "bn_all"
    - batch_size (B,): as in the settings
    - frame_step (F,): steps taken before each frame
    - train_loss (S, 3, B, F): loss of all training points, nats, statistics of all training points
    - validation_loss (S, 3, B, F): loss of the validation points with those same statistics, nats
    - validation_accuracy (S, 3, B, F): share of validation points on the right side, 0 to 1

    Both losses use the exact statistics of the training points: the error of running statistics stays out.
    """

    name: ClassVar[str] = "batch_noise"
    stored_seeds: ClassVar[int] = 8

    batch_sizes: tuple[int, ...] = (8, 24, 64)
    depth: int = 3
    width: int = 32
    steps: int = 250
    learning_rate: float = 0.3
    points: int = 96
    validation_points: int = 512
    noise: float = 0.05
    flipped: float = 0.1
    frames: int = 11

    def axes(self):
        return {
            "norm": np.array(("none", "bn", "bn_all")),
            "batch_size": np.array(self.batch_sizes),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        shape = (3, len(self.batch_sizes), self.frames)
        return dict.fromkeys(("train_loss", "validation_loss", "validation_accuracy"), shape)

    def ticks(self):
        return 3 * len(self.batch_sizes) * self.steps

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(("none", "bn", "bn_all")):
            for b, size in enumerate(self.batch_sizes):
                torch.manual_seed(seed)
                train = spirals(self.points, self.noise, self.flipped)
                validation = spirals(self.validation_points, self.noise, self.flipped)
                net = Copies([self.width] * self.depth, "none" if norm == "none" else "bn")
                cell = {key: array[m, b] for key, array in out.items()}
                self._train(net, norm == "bn_all", size, train, validation, cell, tick)

    def _train(self, net, pool_all, size, train, validation, out, tick):
        (x, y), (unseen, truth) = train, validation
        both = torch.cat([x, unseen])

        def look(frame):
            logits = net(both, pool=self.points)
            seen, guessed = logits[:, : self.points], logits[:, self.points :]
            out["train_loss"][frame] = recorded(loss_of(seen, y)).item()
            out["validation_loss"][frame] = recorded(loss_of(guessed, truth)).item()
            out["validation_accuracy"][frame] = ((guessed[0] > 0) == (truth > 0.5)).float().mean().item()

        of_all = (lambda rows: net(x)[:, rows]) if pool_all else None
        descend(self, net, x, y, self.learning_rate, look, tick, size=size, logits=of_all)


@dataclass(frozen=True)
class ActivationOrder(Experiment):
    """Batch norm before the activation, or after it? Train both from equal weights at several learning rates.

    Settings: as in :class:`LearningRates`.

    Arrays (S seeds, 2 orders, R learning rates, F frames, H hidden layers):

    - order (2,): "before", relu(norm(z)), and "after", norm(relu(z))
    - learning_rate (R,): as in the settings
    - frame_step (F,): steps taken before each frame
    - loss (S, 2, R, F): loss of all points, nats; inf or very large where training has blown up
    - start_mean (S, 2, H): what layer h hands on before any training: mean over points and units
    - start_std (S, 2, H): the same: σ over points, averaged over units
    - negative (S, 2, H): the same: share of negative values, 0 to 1
    """

    name: ClassVar[str] = "activation_order"
    stored_seeds: ClassVar[int] = 8

    learning_rates: tuple[float, ...] = (0.03, 0.1, 0.3, 1.0, 3.0)
    depth: int = 3
    width: int = 32
    steps: int = 300
    batch_size: int = 64
    points: int = 512
    noise: float = 0.05
    frames: int = 31

    def axes(self):
        return {
            "order": np.array(("before", "after")),
            "learning_rate": np.array(self.learning_rates),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        moments = dict.fromkeys(("start_mean", "start_std", "negative"), (2, self.depth))
        return {"loss": (2, len(self.learning_rates), self.frames)} | moments

    def ticks(self):
        return 2 * self.steps

    def one_seed(self, seed, out, tick):
        for o, order in enumerate(("before", "after")):
            torch.manual_seed(seed)
            x, y = spirals(self.points, self.noise)
            net = Copies([self.width] * self.depth, "bn", len(self.learning_rates), after=order == "after")
            trace = []
            with torch.no_grad():
                net(x, trace=trace)
            for layer, (_, _, h) in enumerate(trace):
                out["start_mean"][o, layer] = h[0].mean()
                out["start_std"][o, layer] = h[0].std(dim=0, correction=0).mean()
                out["negative"][o, layer] = (h[0] < 0).float().mean()
            sweep(self, net, x, y, out["loss"][o], tick)


@dataclass(frozen=True)
class DetachedStatistics(Experiment):
    """What if the batch statistics carry no gradient? Then the bias before the norm grows for nothing.

    Settings: as in :class:`Training`.

    Arrays (S seeds, 2 norms, F frames):

    - norm (2,): "bn" and "bn_detached"
    - frame_step (F,): steps taken before each frame
    - bias_norm, weight_norm (S, 2, F): length of all hidden biases together, and of all hidden weights
    - loss (S, 2, F): loss of all points, nats

    Source of the claim: Ioffe and Szegedy 2015, section 2.
    """

    name: ClassVar[str] = "detached_statistics"
    stored_seeds: ClassVar[int] = 5

    depth: int = 2
    width: int = 32
    steps: int = 800
    batch_size: int = 64
    learning_rate: float = 0.1
    points: int = 512
    noise: float = 0.05
    frames: int = 41

    def axes(self):
        return {"norm": np.array(("bn", "bn_detached")), "frame_step": self.frame_steps()}

    def shapes(self):
        return dict.fromkeys(("bias_norm", "weight_norm", "loss"), (2, self.frames))

    def ticks(self):
        return 2 * self.steps

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(("bn", "bn_detached")):
            torch.manual_seed(seed)
            x, y = spirals(self.points, self.noise)
            net = Copies([self.width] * self.depth, norm)
            self._train(net, x, y, {key: array[m] for key, array in out.items()}, tick)

    def _train(self, net, x, y, out, tick):
        def look(frame):
            for key, tensor in (("weight_norm", 0), ("bias_norm", 1)):
                out[key][frame] = torch.cat([layer[tensor].flatten() for layer in net.layers[:-1]]).norm()
            out["loss"][frame] = recorded(loss_of(net(x), y)).item()

        descend(self, net, x, y, self.learning_rate, look, tick)
