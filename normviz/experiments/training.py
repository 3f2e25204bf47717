"""What changes inside a network while it learns: distributions, their shift, and what learning rates do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import NORMS, Copies, batches, descend, loss_of, recorded, spirals

EDGE = 1.3  # how far the plane around the spiral is drawn, in both features


@dataclass(frozen=True)
class Training(Experiment):
    """Train one network with and without batch norm, and watch the distributions inside.

    Settings: ``norms``, compared from equal weights; ``depth`` hidden layers of ``width`` units; ``steps`` of
    gradient descent with ``batch_size`` rows at ``learning_rate``; ``points`` of the two-arm spiral with
    ``noise``; ``frames`` pictures, the first before the first step; histograms of ``bins`` bins from
    −``reach`` to ``reach``.

    Arrays (S seeds, M norms, H hidden layers, T steps, F frames); a frame looks at all ``points`` at once:

    - norm (M,): names
    - step, frame_step (T,), (F,): 1 … T; the steps taken before each frame, 0 … T
    - bin_edges (bins + 1,): edges, in the units of the pre-activations
    - loss (S, M, T): training loss of each batch, nats
    - frame_loss (S, M, F): loss of all points, nats
    - frame_accuracy (S, M, F): share of all points on the right side, 0 to 1
    - before, after (S, M, H, F, bins): share of the pre-activations in each bin, before and after the norm
      (equal for "none"); end bins take what lies beyond
    - point (S, points, 2): both features of every point; every other one is on the second arm
    - side (S, M, F, grid, grid): what the network answers all over the plane: 1 for the second arm, 0 for the first,
      2 where nothing was recorded. Rows from the top, second feature ``EDGE``, to the bottom, −``EDGE``; columns from
      −``EDGE`` to ``EDGE`` of the first. Batch norm takes the μ and σ of the points, here too
    - input_mean (S, M, H, F): what layer h hands on to the next: mean over points and units
    - input_std (S, M, H, F): the same: σ over points, averaged over units
    - shift_step (S, M, H, F): how far one update moves those values: Wasserstein-1 distance of each unit's
      distribution before and after, summed over units ÷ the summed σ (unit: σ)
    - shift_mean (S, M, H, F): the same for the means alone: Σ|Δμ| ÷ Σσ
    - shift_start (S, M, H, F): Wasserstein-1 distance from frame 0, ÷ the σ of frame 0
    - gradient_turn (S, M, H, F): the gradient of the layer that receives those values, computed before and
      after the layers below it took this step's update: 1 − cos of the angle
    - gradient_change (S, M, H, F): the same two gradients: length of the difference ÷ length of the first

    The last frame has no update of its own: its ``shift_step``, ``shift_mean`` and ``gradient_…`` come from one
    that is tried and thrown away. Dividing by the network's own σ keeps the comparison fair: in raw units a
    network with smaller numbers would always seem to shift less. "bn_noise" draws new noise for every look, so its
    shifts contain that noise: it is what the norm's followers have to live with.

    Source of the two gradient measures: Santurkar and others 2018.
    """

    name: ClassVar[str] = "training"
    choices: ClassVar[dict] = {"norms": NORMS}
    kinds: ClassVar[dict] = {"side": (np.uint8, 2)}
    stored_seeds: ClassVar[int] = 5

    norms: tuple[str, ...] = ("none", "bn", "bn_noise")
    depth: int = 3
    width: int = 32
    steps: int = 420
    batch_size: int = 64
    learning_rate: float = 0.1
    points: int = 512
    noise: float = 0.05
    frames: int = 61
    bins: int = 48
    reach: float = 6.0
    grid: int = 48

    def axes(self):
        return {
            "norm": np.array(self.norms),
            "step": np.arange(1, self.steps + 1),
            "frame_step": self.frame_steps(),
            "bin_edges": np.linspace(-self.reach, self.reach, self.bins + 1),
        }

    def shapes(self):
        norms, layers = len(self.norms), (len(self.norms), self.depth, self.frames)
        per_layer = ("input_mean", "input_std", "shift_step", "shift_mean", "shift_start")
        per_layer += ("gradient_turn", "gradient_change")
        return {
            "loss": (norms, self.steps),
            "frame_loss": (norms, self.frames),
            "frame_accuracy": (norms, self.frames),
            "point": (self.points, 2),
            "side": (norms, self.frames, self.grid, self.grid),
            "before": (*layers, self.bins),
            "after": (*layers, self.bins),
            **dict.fromkeys(per_layer, layers),
        }

    def ticks(self):
        return len(self.norms) * (self.steps + 1)

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(self.norms):
            torch.manual_seed(seed)
            x, y = spirals(self.points, self.noise)
            net = Copies([self.width] * self.depth, norm)
            out["point"][:] = x
            own = {key: array[m] for key, array in out.items() if key != "point"}
            self._train(net, x, y, own, tick)

    def _train(self, net, x, y, out, tick):
        frames = self.frame_of_step()
        start = None
        # All batches are drawn first, or the noise of "bn_noise" would take random numbers from between them.
        for step, rows in enumerate(list(batches(self.points, self.batch_size, self.steps + 1))):
            values = None
            if step in frames:
                values = self._frame(net, x, y, frames[step], out)
                start = values if start is None else start
            loss = loss_of(net(x[rows]), y[rows])
            old = [parameter.detach().clone() for parameter in net.parameters]
            gradients = net.step(loss, self.learning_rate)
            if values is not None:
                f = frames[step]
                trace = []
                with torch.no_grad():
                    net(x, trace=trace)
                _shift(values, _distributions(trace), start, f, out)
                _gradient_shift(net, old, gradients, x[rows], y[rows], f, out)
            if step < self.steps:
                out["loss"][step] = recorded(loss).item()
            tick()

    def _frame(self, net, x, y, f, out):
        trace = []
        with torch.no_grad():
            logits = net(x, trace=trace)
        out["frame_loss"][f] = recorded(loss_of(logits, y)).item()
        out["frame_accuracy"][f] = ((logits[0] > 0) == (y > 0.5)).float().mean().item()
        out["side"][f] = self._sides(net, x)
        inside = self.reach * (1 - 1e-6)
        for layer, (z, normed, h) in enumerate(trace):
            for key, values in (("before", z), ("after", normed)):
                counts = values.clamp(-inside, inside).histc(self.bins, -self.reach, self.reach)
                out[key][layer, f] = counts / values.numel()
            out["input_mean"][layer, f] = h.mean().item()
            out["input_std"][layer, f] = h.std(dim=1, correction=0).mean().item()
        return _distributions(trace)

    def _sides(self, net, x):
        along = torch.linspace(-EDGE, EDGE, self.grid)
        up, across = torch.meshgrid(along.flip(0), along, indexing="ij")
        plane = torch.stack([across, up], dim=-1).reshape(-1, 2)
        # A look must not take random numbers from the training: "bn_noise" draws some.
        with torch.no_grad(), torch.random.fork_rng(devices=[]):
            logits = net(torch.cat([x, plane]), pool=len(x))[0, len(x) :]
        return (logits > 0).reshape(self.grid, self.grid)


def _distributions(trace) -> list[np.ndarray]:
    """The outputs of each hidden layer as a (units, N) array, each unit's values in order of size."""
    return [np.sort(h[0].numpy().T, axis=1) for _, _, h in trace]


def _shift(before, after, start, f, out) -> None:
    for layer, (old, new, first) in enumerate(zip(before, after, start, strict=True)):
        spread = old.std(axis=1).sum()
        out["shift_step"][layer, f] = wasserstein(old, new).sum() / spread
        out["shift_mean"][layer, f] = np.abs(new.mean(axis=1) - old.mean(axis=1)).sum() / spread
        out["shift_start"][layer, f] = wasserstein(first, old).sum() / first.std(axis=1).sum()


def wasserstein(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Wasserstein-1 distance between each unit's distributions: of (units, N), each row in order of size, (units,).

    Source: for two samples of one size, the mean distance between their sorted values.

    >>> wasserstein(np.array([[0.0, 1.0]]), np.array([[2.0, 5.0]]))
    array([3.])
    """
    return np.abs(a - b).mean(axis=1)


def _gradient_shift(net, old, gradients, x, y, f, out) -> None:
    """Compare, for every layer above the first, its gradient before and after the layers below took their
    step.
    """
    new = [parameter.detach().clone() for parameter in net.parameters]
    below = 0
    for layer in range(1, len(net.layers)):
        below += len(net.layers[layer - 1])
        _set(net, new[:below] + old[below:])
        moved = torch.autograd.grad(loss_of(net(x), y).sum(), net.layers[layer][0])[0].flatten()
        first = gradients[below].flatten()
        out["gradient_turn"][layer - 1, f] = 1 - torch.cosine_similarity(first, moved, dim=0)
        out["gradient_change"][layer - 1, f] = (moved - first).norm() / first.norm()
    _set(net, new)


def _set(net, values) -> None:
    with torch.no_grad():
        for parameter, value in zip(net.parameters, values, strict=True):
            parameter.copy_(value)


@dataclass(frozen=True)
class LearningRates(Experiment):
    """Train at many learning rates, with and without batch norm, from equal weights and with equal batches.

    Settings: as in :class:`Training`; ``learning_rates`` to try; the loss of all points is looked at
    ``frames`` times.

    Arrays (S seeds, M norms, R learning rates, F frames):

    - norm (M,): names
    - learning_rate (R,): as in the settings
    - frame_step (F,): steps taken before each frame, 0 … steps
    - loss (S, M, R, F): loss of all points, nats; inf or very large where training has blown up

    :func:`normviz.experiments.failed` and :func:`normviz.experiments.steps_to_reach` read stability and
    speed from ``loss``. The norm "bn_noise" is the counter-evidence of Santurkar and others 2018, rebuilt
    small: batch norm whose outputs are shifted and scaled at random in every step.
    """

    name: ClassVar[str] = "learning_rates"
    choices: ClassVar[dict] = {"norms": NORMS}
    stored_seeds: ClassVar[int] = 8

    norms: tuple[str, ...] = ("none", "bn", "bn_noise")
    learning_rates: tuple[float, ...] = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
    depth: int = 3
    width: int = 32
    steps: int = 300
    batch_size: int = 64
    points: int = 512
    noise: float = 0.05
    frames: int = 31

    def axes(self):
        return {
            "norm": np.array(self.norms),
            "learning_rate": np.array(self.learning_rates),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        return {"loss": (len(self.norms), len(self.learning_rates), self.frames)}

    def ticks(self):
        return len(self.norms) * self.steps

    def one_seed(self, seed, out, tick):
        for m, norm in enumerate(self.norms):
            torch.manual_seed(seed)
            x, y = spirals(self.points, self.noise)
            net = Copies([self.width] * self.depth, norm, len(self.learning_rates))
            sweep(self, net, x, y, out["loss"][m], tick)


def sweep(settings, net: Copies, x, y, losses: np.ndarray, tick) -> None:
    """Train each copy at its own one of the settings' learning rates; write the losses of all points, (R, F)."""

    def look(frame):
        losses[:, frame] = recorded(loss_of(net(x), y))

    descend(settings, net, x, y, torch.tensor(settings.learning_rates), look, tick)
