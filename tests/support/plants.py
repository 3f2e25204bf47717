"""Healthy models, defects to plant in them, and what an inspection finds: for its tests and for the confusion table."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache

import torch
from torch import nn

import normviz as nv
from tests.support import models
from tests.support.models import ORDINARY

BY_NAME = {ordinary.name: ordinary for ordinary in ORDINARY}


@cache
def model_of(seed, name, trained):
    """The model to copy: a training takes longer than all that is looked at."""
    torch.manual_seed(seed)
    return BY_NAME[name].trained() if trained else BY_NAME[name].make().train()


def found_in(seed, name, change=None, *, trained=True, training=True):
    """What is found in a model, (layer, code) pairs; ``change`` gets it with a batch, and may give another batch."""
    model = deepcopy(model_of(seed, name, trained)).train(training)
    torch.manual_seed(seed + 1000)
    inputs, mask = BY_NAME[name].draw()
    if change is not None:
        inputs, mask = change(model, inputs, mask) or (inputs, mask)
    found = nv.inspect(model, *inputs, mask=mask).findings
    return [(finding.layer, finding.code) for finding in found]


# -- healthy models


def alarms(seed):
    """State of a model → what is found in it, of all healthy ones in which anything is."""
    found = {}
    for name in BY_NAME:
        found[f"{name}, new"] = found_in(seed, name, trained=False)
        found[f"{name}, trained"] = found_in(seed, name)
        found[f"{name}, in use"] = found_in(seed, name, training=False)
    return {state: pairs for state, pairs in found.items() if pairs}


# -- planted defects


@dataclass(frozen=True)
class Plant:
    """A defect: its code, the model that it is planted in, the layer where it must be found, and how it is made.

    ``also`` are codes that the same defect rightly brings with it in other layers: a batch of three is small for all of
    them, and what lies behind a dead layer gets constants.
    """

    code: str
    model: str
    layer: str
    change: Callable
    trained: bool = True
    training: bool = True
    also: tuple[str, ...] = ()

    @property
    def name(self):
        return f"{self.code} in {self.model}, {self.layer}"

    def found(self, seed):
        return found_in(seed, self.model, self.change, trained=self.trained, training=self.training)


def put(name, make):
    """A change that puts another module in the place of the one called ``name``."""

    def change(model, inputs, mask):
        above, _, last = name.rpartition(".")
        parent = model.get_submodule(above)
        setattr(parent, last, make(getattr(parent, last)))

    return change


def rows(count):
    few = slice(count)
    return lambda model, inputs, mask: (tuple(x[few] for x in inputs), None if mask is None else mask[few])


def shifted(by, scale=1.0):
    """A batch from elsewhere."""
    return lambda model, inputs, mask: (tuple(scale * x + by for x in inputs), mask)


def of_layer(name, do):
    """A change of the layer called ``name`` alone."""

    def change(model, inputs, mask):
        do(model.get_submodule(name))

    return change


def biased(name):
    def do(layer):
        transposed = isinstance(layer, nn.ConvTranspose2d)
        layer.bias = nn.Parameter(torch.randn(layer.weight.shape[1 if transposed else 0]))

    return of_layer(name, do)


def dropping(name):
    """Dropout between a layer and the norm behind it."""
    drop = lambda layer, given, out: nn.functional.dropout(out)  # noqa: E731
    return of_layer(name, lambda layer: layer.register_forward_hook(drop))


def stored_elsewhere(name, shift=3.0, scale=1.0):
    """Running statistics that lie elsewhere, as those of other data do."""

    def do(norm):
        norm.running_mean += shift * norm.running_var.sqrt()
        norm.running_var *= scale

    return of_layer(name, do)


def started_slowly(name, momentum):
    """Few batches and a small momentum: the initial 0 and 1 are still there."""

    def do(norm):
        mean, var = norm.running_mean.clone(), norm.running_var.clone()
        left = (1 - momentum) ** 60
        norm.momentum = momentum
        norm.running_mean.copy_((1 - left) * mean)
        norm.running_var.copy_(left + (1 - left) * var)

    return of_layer(name, do)


def having(name, **attributes):
    return of_layer(name, lambda layer: vars(layer).update(attributes))


def never_saved(name):
    return of_layer(name, lambda norm: norm.reset_running_stats())


def stored_as(name, buffer, value):
    """One stored number that no training leaves."""
    return of_layer(name, lambda norm: getattr(norm, buffer)[2:3].fill_(value))


def frozen(name):
    return of_layer(name, lambda norm: norm.requires_grad_(False))


def constant(name, feature):
    """A feature that is one number, whatever comes in."""

    def do(layer):
        layer.weight.data[feature] = 0
        layer.register_forward_hook(lambda _, given, out: out + 5)

    return of_layer(name, do)


def in_other_mode(name):
    return of_layer(name, lambda norm: norm.train(not norm.training))


def small_input(name, factor):
    return of_layer(name, lambda layer: layer.weight.data.mul_(factor))


def dead(name, features=slice(None)):
    return of_layer(name, lambda norm: norm.weight.data[features].zero_())


class Pooled(nn.Module):
    """Batch norm as tutorials write it by hand; the statistics may be cut off from the gradient."""

    def __init__(self, features, detach):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(features)), nn.Parameter(torch.zeros(features))
        self.detach = detach

    def forward(self, x):
        mean, var = x.mean(0), x.var(0, correction=0)
        if self.detach:
            mean, var = mean.detach(), var.detach()
        return self.weight * (x - mean) / (var + 1e-5).sqrt() + self.bias


def detached(norm):
    return Pooled(norm.num_features, detach=True)


class Rows(nn.Module):
    """Layer norm by hand, with statistics that were taken under no_grad."""

    def __init__(self, features):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(features)), nn.Parameter(torch.zeros(features))

    def forward(self, x):
        with torch.no_grad():
            mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
        return self.weight * (x - mean) / (var + 1e-5).sqrt() + self.bias


class OverWords(nn.Module):
    """Batch norm over all words of a batch, pads and all."""

    def __init__(self, norm):
        super().__init__()
        self.norm = norm

    def forward(self, x):
        return self.norm(x.transpose(1, 2)).transpose(1, 2)


def over_words(norm):
    return OverWords(nn.BatchNorm1d(norm.normalized_shape[0]))


def square(norm):
    """Another norm over words whose features stand last, in sentences with as many words as features."""

    def change(model, inputs, mask):
        model.norm = norm
        return models.sentences(models.FEATURES)

    return change


def alone(model, inputs, mask):
    model[1] = nn.GroupNorm(8, 8)
    model[0] = nn.Sequential(model[0], nn.AdaptiveAvgPool2d(1))


def one_each(model, inputs, mask):
    model[1], model[3], model[5] = nn.Linear(20, 1), nn.LayerNorm(1), nn.Linear(1, 4)


def two_wide(model, inputs, mask):
    model[1], model[3], model[5] = nn.Linear(20, 2), nn.LayerNorm(2), nn.Linear(2, 4)


def narrow(model, inputs, mask):
    model.lstm = nn.LSTM(models.FEATURES, 2, batch_first=True)
    model.norm, model.last = nn.LayerNorm(2), nn.Linear(2, 1)


PLANTS = (
    Plant("pool-of-one", "group norm cnn", "1", alone, also=("tiny-pool",)),
    Plant("pool-of-one", "mlp", "1", rows(1)),
    Plant("pool-of-one", "mlp, two kinds of norm", "3", one_each),
    Plant("tiny-pool", "mlp", "4", rows(3), also=("tiny-pool",)),
    Plant("tiny-pool", "siamese", "part.1", rows(2), also=("train-eval-gap",)),
    Plant("tiny-pool", "autoencoder", "5", rows(4), also=("tiny-pool",)),
    Plant("two-features", "lstm", "norm", narrow),
    Plant("two-features", "mlp, two kinds of norm", "3", two_wide),
    Plant("wrong-axis", "lstm", "norm", square(nn.BatchNorm1d(models.FEATURES))),
    Plant("wrong-axis", "lstm", "norm", square(nn.InstanceNorm1d(models.FEATURES))),
    Plant("wrong-axis", "encoder, norm before", "norm", square(nn.BatchNorm1d(models.FEATURES))),
    Plant("wrong-axis", "encoder, norm before", "norm", square(nn.GroupNorm(2, models.FEATURES))),
    Plant("wrong-axis", "channels last, as wide as deep", "norm", put("norm", lambda _: nn.BatchNorm2d(6))),
    Plant("wrong-axis", "generator", "4", put("4", lambda _: nn.LayerNorm(8))),
    Plant(
        "wrong-axis",
        "temporal, as many channels as times",
        "norms.1",
        put("norms.1", lambda _: nn.RMSNorm(12)),
    ),
    Plant("pads-in-pool", "lstm", "norm.norm", put("norm", over_words)),
    Plant("pads-in-pool", "encoder, norm before", "norm.norm", put("norm", over_words)),
    Plant(
        "pads-in-pool",
        "encoder, norm after",
        "norm.norm",
        put("norm", lambda _: over_words(nn.LayerNorm(models.FEATURES))),
    ),
    Plant(
        "pads-in-pool", "lstm", "norm", put("norm", lambda _: nn.LayerNorm((models.PLACES, models.FEATURES)))
    ),
    Plant("train-eval-gap", "mlp", "1", stored_elsewhere("1")),
    Plant("train-eval-gap", "mlp", "1", stored_elsewhere("1"), training=False, also=("train-eval-gap",)),
    Plant("train-eval-gap", "cnn", "0.1", shifted(4.0), also=("train-eval-gap",)),
    Plant("train-eval-gap", "vgg", "0.1", shifted(0.0, 5.0), also=("train-eval-gap",)),
    Plant("train-eval-gap", "resnet", "1.norm1", stored_elsewhere("1.norm1", 0.0, 9.0)),
    Plant("train-eval-gap", "mlp, two kinds of norm", "0", started_slowly("0", 0.001)),
    Plant("train-eval-gap", "densenet", "norms.1", stored_elsewhere("norms.1", 2.0)),
    Plant("train-eval-gap", "temporal", "norms.0", having("norms.0", momentum=0.99)),
    Plant("never-updated", "cnn", "2.1", never_saved("2.1"), training=False),
    Plant("never-updated", "u-net", "down.1", never_saved("down.1"), training=False),
    Plant("never-updated", "generator", "1", having("1", momentum=0), trained=False),
    Plant("bad-statistics", "mlp", "4", stored_as("4", "running_mean", float("nan"))),
    Plant("bad-statistics", "cnn", "0.1", stored_as("0.1", "running_var", float("inf"))),
    Plant("negative-variance", "mlp", "1", stored_as("1", "running_var", -0.1)),
    Plant("negative-variance", "u-net", "down.1", stored_as("down.1", "running_var", -0.1)),
    Plant("constant-pool", "mlp", "1", constant("0", 3)),
    Plant("constant-pool", "cnn", "0.1", constant("0.0", 2)),
    Plant("frozen-but-updating", "resnet", "1.norm1", frozen("1.norm1")),
    Plant("frozen-but-updating", "mlp", "4", frozen("4")),
    Plant("eval-while-training", "resnet", "2.norm2", in_other_mode("2.norm2")),
    Plant("eval-while-training", "mobilenet", "0.1", in_other_mode("0.1"), training=False),
    Plant("eps-dominates", "mlp", "1", small_input("0", 1e-4), also=("train-eval-gap",)),
    Plant("eps-dominates", "generator", "4", having("4", eps=10.0)),
    Plant("eps-dominates", "language model", "norms.0", small_input("embed", 1e-4), trained=False),
    Plant("eps-dominates", "encoder, norm before", "norm", having("norm", eps=100.0)),
    Plant("useless-bias", "mlp", "4", biased("3"), trained=False),
    Plant("useless-bias", "cnn", "0.1", biased("0.0"), trained=False),
    Plant("useless-bias", "squeeze and excite", "1.norm1", biased("1.first"), trained=False),
    Plant("useless-bias", "generator", "4", biased("3"), trained=False),
    Plant("dropout-before-norm", "mlp", "4", dropping("3"), trained=False),
    Plant("dropout-before-norm", "u-net", "up.1", dropping("up.0"), trained=False),
    Plant("dead-gamma", "vgg", "0.1", dead("0.1"), also=("eps-dominates", "train-eval-gap")),
    Plant("dead-gamma", "mlp", "1", dead("1", slice(0, 8))),
    Plant("dead-gamma", "lstm", "norm", dead("norm", slice(0, 4))),
    Plant("detached-statistics", "mlp", "1", put("1", detached)),
    Plant("detached-statistics", "autoencoder", "5", put("5", detached)),
    Plant("detached-statistics", "lstm", "norm", put("norm", lambda _: Rows(models.FEATURES))),
)


def confusion(seed, plants=PLANTS):
    """For each planted defect, what was found: (plant, whether it is, codes found beside it, what is wrong or None)."""
    for plant in plants:
        pairs = plant.found(seed)
        found = (plant.layer, plant.code) in pairs
        beside = {code for layer, code in pairs if (layer, code) != (plant.layer, plant.code)}
        right = found and beside <= set(plant.also)
        yield plant, found, beside, None if right else f"{plant.name} (seed {seed}): {pairs}"
