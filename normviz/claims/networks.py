"""Claims about a node and a layer in training: GPA and IQ, and the lecture's batches."""

from functools import partial

import numpy as np

from normviz import datasets, descent, documents
from normviz.claims.claim import Claim, Recomputed, affine, cell, claim, mean_of, verdict_of
from normviz.drawing.numbers import plain
from normviz.gradients import batch_norm_backward
from normviz.norms import batch_norm

gpa_iq = partial(claim, example="gpa_iq", sources=("gpa-iq-notes",))
lecture = partial(claim, example="z_table", sources=("cs109b",))


def _node():
    # The notes leave the weights open; these bring both features to a like size.
    w1, w2, b = 1.0, 0.1, 0.0
    return batch_norm((documents.gpa_iq().values @ [w1, w2] + b)[:, None], eps=0)


# --- GPA and IQ -----------------------------------------------------------------------------------


@claim(
    example="gpa_iq",
    sources=("gpa-iq-notes", "cs109b", "layer-norm-notes", "moderator"),
    place="the note on normalizing, at the top",
    rule="agrees",
    printed="normalizing brings the mean to 0 and the standard deviation to 1",
    why="This is what subtracting μ and dividing by σ does, whatever the values, unless all are equal. With ε under "
    "the root (the lecture calls it δ) σ comes out a little below 1.",
)
def mean_zero_deviation_one():
    x_hat = _node().x_hat[:, 0]
    mean, std = x_hat.mean(), x_hat.std()
    return Recomputed(np.array([mean, std]), f"mean {mean_of(x_hat)}, σ = {plain(std)}")


@gpa_iq(
    place="the paragraph on section 1 of the network",
    rule="differs",
    printed="normalized values lie between 0 and 1",
    why="Mean 0 and σ 1 bound nothing to [0, 1]: some always lie below 0. With n values the one bound is √(n − 1).",
)
def between_zero_and_one():
    node = _node()
    cells = [cell(node, row, 0).working for row in range(len(node.x))]
    bound = plain(np.sqrt(len(node.x) - 1))
    return Recomputed(node.x_hat[:, 0], "; ".join(cells) + f"; none can pass √({len(node.x)} − 1) = {bound}")


@gpa_iq(
    place="the formula with ε",
    rule="documents",
    printed="divide by σ + ε",
    why="The lecture, the article and torch put ε inside the root, √(σ² + ε); two documents print no ε. It matters "
    "only where σ² is about as small as ε.",
)
def epsilon_outside_the_root():
    column, eps = np.array([0, 0.001]), 1e-5
    inside = batch_norm(column[:, None], eps=eps).x_hat[1, 0]
    mean, std = column.mean(), column.std()
    outside = (column[1] - mean) / (std + eps)
    top, e = plain(column[1] - mean), plain(eps, 5)
    return Recomputed(
        np.array([inside, outside]),
        f"inside: {top} / √({plain(std, 5)}² + {e}) = {plain(inside)}; "
        f"outside: {top} / ({plain(std, 5)} + {e}) = {plain(outside)}",
    )


@gpa_iq(
    place="the formula with ε",
    rule="agrees",
    printed="ε prevents 0/0",
    why="In a column of equal numbers σ is 0, and so is each distance from μ: 0/0 is no number. With ε all become 0.",
)
def epsilon_against_zero_by_zero():
    x_hat = batch_norm(np.full((3, 1), 5.0)).x_hat[0, 0]
    working = "the column 5, 5, 5: (5 − 5) / 0 is 0/0; (5 − 5) / √(0 + 0.00001) = 0"
    return Recomputed(x_hat, working, holds=(x_hat == 0,))


@gpa_iq(
    place="the step after normalizing",
    rule="reading",
    printed="p = γ·z + β",
    why="Where z stands for the normalized value, as chapter 3 reads it, this is batch norm's last step. With the z of "
    "the node, as the letter says, nothing would be normalized.",
)
def affine_on_z():
    node = _node()
    both = np.array([2 * z[0, 0] + 1 for z in (node.x_hat, node.x)])
    normalized, raw = (affine(z[0, 0], 2.0, 1.0) for z in (node.x_hat, node.x))
    p = batch_norm(node.x, gamma=2.0, beta=1.0, eps=0).y[0, 0]
    working = f"with γ = 2, β = 1: {normalized} of the normalized value, {raw} of the node's z"
    return Recomputed(both, working, holds=tuple(np.isclose(both, p)))


@gpa_iq(
    place="the update of γ, at the end",
    rule="condition",
    printed="γ_new = γ_old − dLoss/dγ_old",
    why="The learning rate η is missing, so it is 1. Whether that is too long a step depends on the loss: with the sum "
    "of these four squared errors the loss rises, with their mean, as torch has it, it falls.",
)
def update_without_learning_rate():
    target = np.array(documents.gpa_iq().labels, dtype=float)[:, None]
    node, gamma = _node(), 1.0
    slope = batch_norm_backward(gamma * node.x_hat - target, node)[1][0]
    slopes = np.array([slope, slope / len(target)])
    before, after = (
        [
            ((g * node.x_hat - target) ** 2).sum() / 2 / n
            for g, n in zip(gammas, (1, len(target)), strict=True)
        ]
        for gammas in ((gamma, gamma), gamma - slopes)
    )
    lines = (
        f"½ · {name} of (p − placement)² = {plain(old)}: {plain(gamma)} − {plain(s)} = {plain(gamma - s)} "
        f"makes it {plain(new)}"
        for name, s, old, new in zip(("sum", "mean"), slopes, before, after, strict=True)
    )
    holds = tuple(new < old for old, new in zip(before, after, strict=True))
    return Recomputed(gamma - slopes, "; ".join(lines), holds)


# --- the lecture ----------------------------------------------------------------------------------


@claim(
    example="z_table",
    sources=("cs109b", "moderator"),
    place="the slide with the standard deviation",
    rule="agrees",
    printed="what is divided by is √(σ² + δ): δ stands inside the root",
    why="As in torch and in the article's code, where δ is called ε.",
)
def delta_inside_the_root():
    delta = 1e-5
    result = batch_norm(documents.z_table().values, eps=delta)
    deviation, var = result.x[0, 0] - result.mean[0, 0], result.var[0, 0]
    x_hat = result.x_hat[0, 0]
    return Recomputed(x_hat, f"{plain(deviation)} / √({plain(var)} + {plain(delta, 5)}) = {plain(x_hat)}")


@lecture(
    place="the slide with the standard deviation",
    rule="differs",
    printed="σ² = 1/N·Σ(H − μ)² + δ is the SD of each unit",
    why="The line is a variance, with δ. The standard deviation is its root, and the next line divides by that.",
)
def variance_called_sd():
    z = batch_norm(documents.z_table().values, eps=0)
    var, std = z.var[0, 0], z.std[0, 0]
    return Recomputed(
        std, f"for z1 the line gives {plain(var)}; SD is √{plain(var)} = {plain(std)}", (var == std,)
    )


@lecture(
    place="the slide on expressive power",
    rule="agrees",
    printed="normalization can reduce expressive power",
    why="Without γ and β every column comes out with mean 0 and σ 1, whatever scale the layer before it has learned. "
    "So behind it a ReLU can let neither all rows through nor none; chapter 3 counts it.",
)
def less_expressive():
    z = documents.z_table().values
    stds = np.array([batch_norm(scale * z, eps=0).y[:, 0].std() for scale in (1, 10)])
    words = f"σ of z1 comes out as {plain(stds[0])}; of 10·z1 as {plain(stds[1])}"
    return Recomputed(stds, words, (bool(np.isclose(*stds)),))


def _averaged(statistic):
    """A statistic of each column: averaged over the lecture's batches, that of all rows, and the arithmetic."""
    of_batches = np.array([statistic(batch.values, axis=0) for batch in documents.lecture_batches()])
    everyone = statistic(documents.z_table().values, axis=0)
    lines = (f"{mean_of(s)} for {plain(whole)}" for s, whole in zip(of_batches.T, everyone, strict=True))
    return of_batches.mean(axis=0), everyone, "; ".join(lines)


@lecture(
    place="the slides on evaluation",
    rule="condition",
    printed="μ_global = average of the μ_batch",
    why="Exact for fixed weights, where all batches have equally many rows; here they have 2 and 3. In training the "
    "weights move too, and the average mixes the means of many networks.",
)
def average_of_batch_means():
    averages, everyone, working = _averaged(np.mean)
    rows = documents.z_table().values[:4]
    alike = np.mean([half.mean(axis=0) for half in (rows[:2], rows[2:])], axis=0)
    holds = np.allclose(alike, rows.mean(axis=0)), np.allclose(averages, everyone)
    return Recomputed(averages, working, holds)


@lecture(
    place="the slides on evaluation",
    rule="condition",
    printed="σ_global = average of the σ_batch",
    why="Right only when all batches have the same μ and the same σ. Mostly too small: it forgets that the batches' "
    "means differ, and an average of roots falls short of the root of the average. With batches of different size it "
    "can also come out too large. torch keeps a running average of the unbiased variance.",
)
def average_of_batch_deviations():
    averages, everyone, working = _averaged(np.std)
    rows = documents.z_table().values[:2]
    twice = np.isclose(rows.std(), np.tile(rows, (2, 1)).std())  # the same batch two times
    return Recomputed(np.array([averages, everyone]), working, (bool(twice), np.allclose(averages, everyone)))


@lecture(
    place="the slide with batch 1 to batch N",
    rule="reading",
    printed="μ² = 1/m·ΣH and σ² = √(1/m·Σ(H − μ)² + δ)",
    why="Read as squares, both lines have one square too many: 1/m·ΣH is μ, and the root is σ. But the slide goes "
    "on with layer 2, so the raised 2 may be the number of a layer; then both lines are right.",
)
def square_of_sigma():
    z = batch_norm(documents.z_table().values, eps=0)
    mean, var, std = z.mean[0, 0], z.var[0, 0], z.std[0, 0]
    return Recomputed(
        np.array([mean, var, std]),
        f"for z1: 1/m·ΣH = {plain(mean)}, and its square is {plain(mean**2)}; σ² = {plain(var)}, and "
        f"√{plain(var)} = {plain(std)}",
    )


@lecture(
    place="the slide on expressive power",
    rule="differs",
    printed="H′ = γ·H + β",
    why="γ and β act on the normalized value; acting on H itself they would not normalize.",
)
def affine_on_the_raw_value():
    gamma, beta = 2.0, 1.0
    result = batch_norm(documents.z_table().values, gamma=gamma, beta=beta, eps=0)
    raw = affine(result.x[0, 0], gamma, beta)
    normalized = affine(result.x_hat[0, 0], gamma, beta)
    return Recomputed(result.y[0, 0], f"with γ = 2, β = 1: {normalized}, where γ·H + β is {raw}")


@lecture(
    place="the slide on expressive power",
    rule="agrees",
    printed="control range of normalization",
    why="Of γ and β: the new σ is |γ| and the new mean is β, whatever came in. The smallest and the largest number are "
    "not set by them.",
)
def control_of_the_range():
    y = batch_norm(documents.z_table().values, gamma=2.0, beta=1.0, eps=0).y[:, 0]
    working = f"z1 with γ = 2, β = 1: mean {mean_of(y)}, σ = {plain(y.std())}"
    both = np.array([y.mean(), y.std()])
    return Recomputed(both, working, holds=(np.allclose(both, [1, 2]),))


@lecture(
    rule="differs",
    place="the heading over the shifting layers",
    printed="internal covariance shift",
    why="The word is covariate shift: a covariate is an input, and its distribution shifts. Covariance is "
    "something else, a number that says how two columns vary together.",
)
def covariance_for_covariate():
    z1, z2 = (documents.z_table().values - documents.z_table().values.mean(axis=0)).T[:2]
    working = f"a covariance, that of z1 and z2: the mean of the products {mean_of(z1 * z2)}"
    return Recomputed("covariate", working)


def _measured(id, printed, sources, why, rule="evidence", place="the reasons to normalize") -> Claim:
    words = "No arithmetic on a table decides this: it is measured while networks train."
    said = {"printed": printed, "sources": sources, "why": why, "place": place, "rule": rule}
    return Claim(id, "", verdict=verdict_of(rule), recompute=lambda: Recomputed("measured", words), **said)


internal_covariate_shift = _measured(
    "internal-covariate-shift",
    "batch norm helps because it reduces internal covariate shift",
    ("cs109b", "layer-norm-notes", "gpa-iq-notes"),
    "No document prints the word because, but all put it so. It was the reason of the authors of batch norm (Ioffe and "
    "Szegedy, 2015). Santurkar and others (2018) found networks that train about as well with a shift put back in "
    "after batch norm. A smoother loss is today's more usual explanation.",
)
faster_training = _measured(
    "faster-training",
    "normalizing inside a network makes training faster",
    ("layer-norm-notes", "gpa-iq-notes"),
    "It often takes fewer steps, because larger learning rates work. It is no law: how much depends on the network, "
    "the rate and the seed, and each step costs more time. Chapters 4 and 8 measure it.",
)
regularization = _measured(
    "regularization",
    "normalization regularizes",
    ("layer-norm-notes",),
    "In batch norm each row's output depends on the other rows of its batch, which acts like noise. Layer norm has no "
    "such noise. In chapter 4 it helps new points at batches of 24, and mostly not at 8 and 64.",
)
steady_gradients = _measured(
    "steady-gradients",
    "normalizing keeps gradients from exploding or vanishing",
    ("layer-norm-notes", "moderator"),
    "Chapter 4 measures both. In twenty layers with sigmoid batch norm keeps the gradient, and layer norm does not. In "
    "forty layers with ReLU and no skip connections batch norm makes it explode before training.",
)
accuracy_after_normalizing_alone = _measured(
    "accuracy-after-normalizing-alone",
    "after normalizing alone, without γ and β, good accuracy may not come",
    ("gpa-iq-notes",),
    "It depends on the activation. In chapter 3 a network with sigmoid hardly learns without γ and β; with ReLU it "
    "loses hardly a point.",
    "condition",
    "the reason for γ and β",
)


@claim(
    example="",
    sources=("cs109b",),
    rule="agrees",
    place="the slide with the loss before and after",
    printed="normalizing the features speeds up learning",
    why="The valley of the loss becomes rounder, so gradient descent needs fewer steps. Here a linear model predicts a "
    "test score from GPA and IQ, each time with a rate at about nine tenths of its bound.",
)
def features_speed_up():
    x, target = np.split(datasets.year_of_students().values, [2], axis=1)
    bowls = [descent.bowl(scale(x), scale(target)[:, 0]) for scale in (descent.raw, descent.standardized)]
    steps = np.array([bowl.steps_until(0.01, bowl.rate_at(0.9)) for bowl in bowls])
    return Recomputed(steps, f"raw {steps[0]} steps; standardized {steps[1]}", (steps[1] < steps[0],))
