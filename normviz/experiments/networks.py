"""The small networks and tasks that the experiments of chapter 04 train."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch.nn import functional as F

NORMS = ("none", "bn", "ln", "bn_noise", "bn_detached", "bn_plain")
ACTIVATIONS = {"relu": torch.relu, "tanh": torch.tanh, "sigmoid": torch.sigmoid}
EPS = 1e-5


def spirals(count: int, noise: float, flipped: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Simulate a two-feature task: two arms of a spiral, half the points on each; the arms reach out to 1.

    ``noise`` is the σ of the Gaussian added to both features, ``flipped`` the share of labels that are wrong, from 0
    to 1. Returns features (N, 2) and labels (N,) of 0.0 and 1.0.
    """
    labels = (torch.arange(count) % 2).float()
    radius = 0.1 + 0.9 * torch.rand(count)
    angle = 7 * radius + torch.pi * labels
    arms = radius[:, None] * torch.stack([angle.cos(), angle.sin()], dim=1)
    features = arms + noise * torch.randn(count, 2)
    wrong = torch.rand(count) < flipped
    return features, torch.where(wrong, 1 - labels, labels)


class Copies:
    """Copies of one small network, trained side by side: each parameter has the copy as its first axis.

    All copies start from the same weights, so that they differ in nothing but what an experiment makes differ, such as
    the learning rate. Side by side, as 16 small networks then take little longer than one.

    ``widths`` are those of the hidden layers. Of NORMS, "bn_noise" adds, after batch norm, a random shift and scale to
    every unit, drawn anew for every batch; "bn_detached" lets no gradient through the batch statistics; "bn_plain" is
    batch norm without γ and β. If ``after``, the norm comes after the activation. ``layers`` holds the tensors of each
    layer, the output layer last: weight (copies, in, out), bias (copies, 1, out) and, in a hidden layer with a norm
    that has them, γ and β (copies, 1, width).
    """

    def __init__(
        self,
        widths: Sequence[int],
        norm: str,
        copies: int = 1,
        *,
        after: bool = False,
        inputs: int = 2,  # features
        activation: str = "relu",  # one of ACTIVATIONS
    ) -> None:
        sizes = [inputs, *widths, 1]
        self.norm, self.after, self.layers = norm, after, []
        self.activate = ACTIVATIONS[activation]
        for fan_in, fan_out in pairwise(sizes):
            # He initialization: relu halves the second moment, the 2 gives it back.
            weight = torch.randn(fan_in, fan_out) * (2 / fan_in) ** 0.5
            layer = [weight.expand(copies, -1, -1).clone(), torch.zeros(copies, 1, fan_out)]
            if norm not in ("none", "bn_plain") and len(self.layers) < len(widths):
                layer += [torch.ones(copies, 1, fan_out), torch.zeros(copies, 1, fan_out)]
            self.layers.append([parameter.requires_grad_() for parameter in layer])

    @property
    def parameters(self) -> list[torch.Tensor]:
        """All tensors that learn, layer by layer."""
        return [parameter for layer in self.layers for parameter in layer]

    def __call__(
        self, x: torch.Tensor, *, pool: int | None = None, trace: list | None = None
    ) -> torch.Tensor:
        """Return the logits, (copies, N), for features (N, 2).

        ``pool``: the first so many rows make the batch statistics; all rows unless told. ``trace`` receives,
        for each hidden layer, the triple (pre-activations, pre-activations after the norm, outputs), each
        (copies, N, width).
        """
        h = x.expand(len(self.layers[0][0]), *x.shape)
        for weight, bias, *affine in self.layers[:-1]:
            z = torch.baddbmm(bias, h, weight)
            if self.after:
                normed, h = z, self._normalize(self.activate(z), affine, pool)
            else:
                normed = self._normalize(z, affine, pool)
                h = self.activate(normed)
            if trace is not None:
                trace.append((z, normed, h))
        weight, bias = self.layers[-1]
        return torch.baddbmm(bias, h, weight)[..., 0]

    def _normalize(self, z, affine, pool: int | None):
        if self.norm == "none":
            return z
        gamma, beta = affine or (1, 0)
        pooled, axis = (z, 2) if self.norm == "ln" else (z[:, :pool], 1)
        var, mean = torch.var_mean(pooled, dim=axis, keepdim=True, correction=0)
        if self.norm == "bn_detached":
            var, mean = var.detach(), mean.detach()
        y = (z - mean) * (gamma * torch.rsqrt(var + EPS)) + beta
        if self.norm == "bn_noise":
            shift, scale = torch.rand(2, 1, 1, z.shape[2])
            y = y * (1 + scale / 2) + shift - 0.5
        return y

    def step(self, loss: torch.Tensor, rate: torch.Tensor | float) -> list[torch.Tensor]:
        """Take one step down the losses (copies,), at one rate or one a copy, and return the gradients."""
        gradients = torch.autograd.grad(loss.sum(), self.parameters)
        if isinstance(rate, torch.Tensor):
            rate = rate[:, None, None]
        with torch.no_grad():
            for parameter, gradient in zip(self.parameters, gradients, strict=True):
                parameter -= rate * gradient
        return gradients


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Mean cross-entropy in nats of each copy, (copies,), for logits (copies, N) and labels (N,)."""
    targets = labels.expand(logits.shape)
    return F.binary_cross_entropy_with_logits(logits, targets, reduction="none").mean(dim=1)


def recorded(loss: torch.Tensor) -> torch.Tensor:
    """The losses as a run keeps them: inf where training has blown up, as NaN stands for "not recorded"."""
    return loss.detach().nan_to_num(nan=torch.inf, posinf=torch.inf)


def batches(count: int, size: int, steps: int):
    """Yield ``steps`` tensors of ``size`` row numbers below ``count``; a row comes again only after a reshuffle."""
    order = torch.randperm(count)
    for _ in range(steps):
        if len(order) < size:
            order = torch.randperm(count)
        yield order[:size]
        order = order[size:]


def descend(settings, net: Copies, x, y, rate, look, tick, *, size: int | None = None, logits=None) -> None:
    """Train for the settings' ``steps``, each down the loss of a batch of the rows (N, 2) of ``x``, with labels ``y``.

    ``look(f)`` is called before the step at which frame f is due, and after the last. A batch has the settings'
    ``batch_size`` unless ``size`` says otherwise; ``logits`` gives those of a batch's row numbers, ``net(x[rows])``
    unless told.
    """
    logits = logits or (lambda rows: net(x[rows]))
    frames = settings.frame_of_step()
    for step, rows in enumerate(list(batches(len(x), size or settings.batch_size, settings.steps + 1))):
        if step in frames:
            with torch.no_grad():
                look(frames[step])
        if step < settings.steps:
            net.step(loss_of(logits(rows), y[rows]), rate)
            tick()
