"""Chapter 04, inside a network: a gradient to mend, a shift to hide, a sentence to strike out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, function, mistake, option, own_table


def input_gradient(dy, x, eps=1e-5):
    std = np.sqrt(x.var(axis=0) + eps)
    return dy / std


def _gradients():
    rng = np.random.default_rng(4)
    tables = [nv.examples.z_table().values, rng.normal(3, 2, size=(6, 2)), rng.normal(size=(4, 4))]
    tables.append(rng.normal(0, 0.01, size=(5, 2)).round(3))  # where ε is seen
    return [(rng.normal(size=table.shape).round(2), table, 1e-5) for table in tables]


@function(
    "04.14",
    title="Spot the bug: input_gradient",
    ask="The function input_gradient(dy, x, eps=1e-5) is meant to give dL/dx for batch norm with γ = 1, as autograd "
    "does: dy is dL/dy, and both have shape (N, D). It treats the batch statistics as if they had been computed "
    "under no_grad. Mend it, and set answer to your mended function.",
    given=input_gradient,
    inputs=_gradients,
    arguments=("dy", "x", "eps"),
    nudge="If one x grows, μ and σ of its column change, and with them every y of the column.",
    method="Chapter 03 has the formula (section 4, optional): dx = (dy − mean(dy) − x̂ · mean(dy · x̂)) / √(σ² + ε), "
    "means down the column.",
    why="The two means are the gradients through μ and through σ. Without them the sum of dx down a column is not "
    "0, and a bias before the norm is pushed on for ever.",
    wrong={
        "The statistics are still constants: nothing flows through μ or σ.": input_gradient,
        "The gradient through μ is there. The one through σ is missing, or comes out as 0: mean(dy)·mean(x̂) is 0, for "
        "x̂ has the mean 0.": {" - x_hat * (dy * x_hat).mean(axis=0)": ""},
        "The gradient through σ is there. The one through μ is missing.": {" - dy.mean(axis=0)": ""},
        "You subtract sums. With 1/N in μ and σ they become means.": {
            "dy.mean": "dy.sum",
            "x_hat).mean": "x_hat).sum",
        },
        "The first mean is right. In the second the 1/N is missing.": {"x_hat).mean": "x_hat).sum"},
        "The sign: x̂ · mean(dy · x̂) is subtracted.": {"- x_hat": "+ x_hat"},
        "You multiply by x. The formula has x̂, the normalized values.": {"(x - x.mean(axis=0)) / std": "x"},
        "You multiply by x − μ. The formula has x̂, which is divided by √(σ² + ε) as well.": {
            "(x - x.mean(axis=0)) / std": "x - x.mean(axis=0)"
        },
        "You divide by σ + ε. ε stands under the root, with σ²: √(σ² + ε).": {
            "np.sqrt(x.var(axis=0) + eps)": "x.std(axis=0) + eps"
        },
        "You divided the bracket by σ² + ε: twice by the root, or the root is missing. Divide it by "
        "√(σ² + ε) once.": {"x_hat).mean(axis=0)) / std": "x_hat).mean(axis=0)) / std**2"},
        "ε is missing: divide by √(σ² + ε), in x̂ too.": {" + eps)": ")"},
        "The bracket is right. Divide it by √(σ² + ε).": {
            "x_hat).mean(axis=0)) / std": "x_hat).mean(axis=0))"
        },
        "You took the means across the rows. Batch norm pools down a column, and so does its gradient.": (
            lambda dy, x, eps: mended.solution(dy.T, x.T, eps).T
        ),
        "You took means over the whole table. Every column has its own: mean(axis=0).": {
            "dy.mean(axis=0)": "dy.mean()",
            "x_hat).mean(axis=0)": "x_hat).mean()",
        },
        "Your σ divides by n − 1. In batch norm it divides by n.": mistake(
            {"var(axis=0": "var(axis=0, ddof=1"}, 3
        ),
    },
)
def mended(dy, x, eps=1e-5):
    std = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / std
    return (dy - dy.mean(axis=0) - x_hat * (dy * x_hat).mean(axis=0)) / std


def _shift(table):
    before, after = np.sort(table, axis=0).T
    return np.abs(after - before).mean() / before.std()


def _mean_shift(table):
    before, after = table.T
    return abs(after.mean() - before.mean()) / before.std()


@own_table(
    "04.15",
    title="A table of your own: a shift the means do not show",
    ask="Bring two columns of your own with at least 4 rows: what a unit hands on before and after an update. The "
    "means shall stay (to 1 % of the σ before), and yet the distribution shall shift by more than half a σ, "
    "measured as in question 04.10.",
    limits=(
        (
            lambda table: table.shape[1] == 2,
            "Give two columns, before and after the update: one row a point, such as [[2, 3], [5, 4], …]. "
            "np.column_stack([before, after]) makes them of two lists.",
        ),
        (lambda table: len(table) >= 4, "Give at least 4 rows."),
        (
            lambda table: not np.array_equal(table, [[1, 8], [2, 0], [4, 2], [5, 2]]),
            "These are the numbers of question 04.10. Bring others.",
        ),
        (lambda table: np.ptp(table[:, 0]) > 0, "The first column has no spread: let its numbers differ."),
    ),
    holds=lambda table: _mean_shift(table) <= 0.01 and _shift(table) > 0.5,
    otherwise="The means stay, but the distribution shifts by half a σ or less. Pull the values further apart, or "
    "nearer together.",
    nudge="What can change in a distribution while its mean stays?",
    method="Take numbers around a mean, and double each one's distance to it.",
    why="A mean is one number of many. Batch norm holds each unit's mean and σ before γ and β; skewness, the "
    "number of peaks and the ties between units stay free to move.",
    wrong={
        "Your means differ by more than 1 % of σ.": mistake(
            lambda: [[1, 3], [2, 4], [3, 5], [4, 6]], when=lambda table: _mean_shift(table) > 0.01
        ),
        "Both columns hold the same numbers, whatever their order. As a distribution it is the same.": mistake(
            lambda: [[1, 4], [2, 3], [3, 2], [4, 1]],
            when=lambda table: np.array_equal(*np.sort(table, axis=0).T),
        ),
    },
)
def spread_doubled():
    before = np.array([2.0, 4.0, 6.0, 8.0])
    after = before.mean() + 2 * (before - before.mean())
    return np.column_stack([before, after])


@choice(
    "04.16",
    title="Strike out one sentence",
    ask="Four sentences from somebody's slides on batch norm. Which one is contradicted by the runs of this chapter?",
    options={
        "“With batch norm, larger learning rates can be used.”": option(
            lambda held: not held["rates"],
            "In the stored runs the first seeds fail at a larger rate with batch norm.",
        ),
        "“Each step shifts the layers' distributions far less with batch norm; that is why it works.”": (
            lambda held: not held["shift"]
        ),
        "“The noise of small batches narrows the gap between new and known points.”": option(
            lambda held: not held["noise"],
            "The gap was smaller with the noise in every stored seed, at batches of 8.",
        ),
        "“In training, a bias in front of batch norm does nothing.”": option(
            lambda held: not held["bias"], "An offset of 100 in each bias left the loss as it was.", 12
        ),
    },
    nudge="For each sentence, find the picture in this chapter that measured it.",
    method="One of them claims a cause, not only an effect. Was the cause measured?",
    why="The shift of one step was about as large with batch norm as without, and a network with much more shift "
    "still learned faster than one without a norm. The gain is real. This reason for it is not supported.",
)
def strike_out():
    from normviz import experiments

    training, rates = experiments.stored("training"), experiments.stored("learning_rates")
    noise, scale = experiments.stored("batch_noise"), experiments.stored("weight_scale")
    shift = np.nanmean(training["shift_step"], axis=(0, 3))
    fails = experiments.failed(rates["loss"]).any(axis=0)
    gap = (noise["validation_loss"] - noise["train_loss"])[:, :, 0, -1]
    norms = list(noise["norm"])
    offsets = scale["offset_loss"][:, list(scale["norm"]).index("bn")]
    return {
        "rates": fails[1].argmax() > fails[0].argmax(),
        "shift": (shift[1] < shift[0] / 2).all(),
        "noise": (gap[:, norms.index("bn")] < gap[:, norms.index("bn_all")]).all(),
        "bias": np.ptp(offsets, axis=1).max() < 1e-4,
    }
