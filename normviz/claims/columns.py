"""Claims about a table of features: talk times, the article's batch and the z table."""

from functools import partial

import numpy as np

from normviz import documents
from normviz.claims.claim import Recomputed, Uses, affine, cell, claim, mean_of
from normviz.drawing.numbers import plain
from normviz.norms import batch_norm, layer_norm

talk_times = partial(claim, example="talk_times", sources=("moderator",))
article_batch = partial(claim, example="article_batch", sources=("moderator",))
z_table = partial(claim, example="z_table", sources=("layer-norm-notes",))


def _z():
    return batch_norm(documents.z_table().values, eps=0)


# --- talk times -----------------------------------------------------------------------------------


@talk_times(
    place="the paragraph on the mean",
    rule="made up",
    printed="everyone speaks 5 minutes on average",
    why="The article says so of an example, and gives two of the times; the other eight here are chosen to keep that "
    "mean. So it says nothing about the article.",
    uses=Uses(),
)
def talk_time_mean():
    minutes = documents.talk_times().values[:, 0]
    return Recomputed(minutes.mean(), mean_of(minutes))


def _from_mean(person):
    minutes = documents.talk_times().values[:, 0]
    distance = minutes[person] - minutes.mean()
    return Recomputed(distance, f"{plain(minutes[person])} − {plain(minutes.mean())} = {plain(distance)}")


@talk_times(
    place="the paragraph on the standard deviation",
    rule="agrees",
    printed="8 minutes is 3 above the average",
    why="The deviation from the mean: the first half of a z-score.",
    uses=Uses(one=("person 1", "minutes")),
)
def eight_minutes():
    return _from_mean(0)


@talk_times(
    place="the paragraph on the standard deviation",
    rule="agrees",
    printed="2 minutes is 3 below the average",
    why="As far below the mean as 8 is above it: minus 3.",
    uses=Uses(one=("person 2", "minutes")),
)
def two_minutes():
    return _from_mean(1)


@talk_times(
    place="the list of what normalization does to data",
    rule="condition",
    printed="variance one ensures that the range is neither too large nor too small",
    why="It fixes σ, a typical distance, and not the range: among n values one may lie up to √(n − 1) from 0. "
    "One loud person among nine silent ones reaches that bound.",
)
def range_is_not_fixed():
    minutes = documents.talk_times().values
    one_loud = np.eye(len(minutes))[:, :1]
    largest = [abs(batch_norm(x, eps=0).x_hat).max() for x in (minutes, one_loud)]
    return Recomputed(
        np.array(largest),
        f"the ten talk times reach from −{plain(largest[0])} to {plain(largest[0])}; if only one of the ten talks, "
        f"√({len(minutes)} − 1) = {plain(largest[1])}",
        (largest[0] < 2, largest[1] < 2),
    )


@talk_times(
    place="the paragraph on balancing contributions",
    rule="condition",
    printed="each contribution comes closer to the average; who talked too much talks less",
    why="Each distance is divided by σ: it shrinks where σ is above 1, and grows where σ is below 1, as with the "
    "same times in hours. Who talked most still comes out on top, by the same share of the whole spread.",
    uses=Uses(one=("person 1", "minutes")),
)
def closer_to_the_average():
    minutes = documents.talk_times().values
    inner, hours = batch_norm(minutes, eps=0), batch_norm(minutes / 60, eps=0)
    lines = [
        f"{plain(r.x[0, 0] - r.mean[0, 0])} / {plain(r.std[0, 0])} = {plain(r.x_hat[0, 0])} {unit}"
        for r, unit in ((inner, "in minutes"), (hours, "in hours"))
    ]
    largest = np.array([r.x_hat[0, 0] for r in (inner, hours)])
    holds = tuple(abs(r.x_hat[0, 0]) < abs(r.x[0, 0] - r.mean[0, 0]) for r in (inner, hours))
    return Recomputed(largest, "the first person: " + "; ".join(lines), holds)


# --- the article's batch --------------------------------------------------------------------------


@article_batch(
    place="the explanation below the code",
    rule="agrees",
    printed="column means 5, 6, 7, 8",
    why="One mean a feature, down each column.",
)
def article_means():
    x = documents.article_batch().values
    return Recomputed(x.mean(axis=0), "; ".join(mean_of(column) for column in x.T))


@article_batch(
    place="the explanation below the code",
    rule="differs",
    printed="the code's variance is 10.6667",
    why="10.6667 divides by n, as batch norm does. The article's code calls torch's X.var, which divides by n − 1.",
    uses=Uses(columns=("x1",)),
)
def article_variance():
    x = documents.article_batch().values
    code, layer = (batch_norm(x, correction=c).var[0] for c in (1, 0))
    squares = plain(((x[:, 0] - x[:, 0].mean()) ** 2).sum())
    n = len(x)
    in_code = f"{squares} / ({n} − 1) = {plain(code[0])} in the code"
    return Recomputed(code, f"{in_code}; {squares} / {n} = {plain(layer[0])} in batch norm")


@article_batch(
    place="the output below the code",
    rule="differs",
    printed="the code's output is ±1.2247",
    why="With the code's own variance, divided by n − 1, the first and last rows are ±1; ±1.2247 needs n.",
    uses=Uses(columns=("x1",), one=("row 1", "x1")),
)
def article_output():
    x = documents.article_batch().values
    code, layer = (batch_norm(x, correction=c) for c in (1, 0))
    lines = [
        f"({plain(x[0, 0])} − {plain(r.mean[0, 0])}) / √({plain(r.var[0, 0])} + {plain(r.eps, 5)})"
        f" = {plain(r.y[0, 0])} {where}"
        for r, where in ((code, "in the code"), (layer, "with n"))
    ]
    return Recomputed(code.y, "; ".join(lines))


@claim(
    example="article_batch",
    sources=("moderator", "layer-norm-notes", "gpa-iq-notes"),
    rule="agrees",
    place="where γ and β get their first values",
    printed="γ = 1 and β = 0 at the start, which leave the normalized values as they are",
    why="Multiplying by 1 and adding 0 changes nothing. (The GPA and IQ notes print the first values alone.)",
)
def affine_at_the_start():
    result = batch_norm(documents.article_batch().values, gamma=1, beta=0)
    return Recomputed(abs(result.y - result.x_hat).max(), affine(result.x_hat[0, 0], 1, 0))


# --- the z table ----------------------------------------------------------------------------------


@claim(
    example="z_table",
    sources=("raisoni", "layer-norm-notes", "cs109b", "gpa-iq-notes", "moderator"),
    place="the text below the network",
    rule="agrees",
    printed="one mean and one standard deviation for each column, across the batch",
    why="Batch norm's pool is a column: three columns, three means.",
)
def pooled_down_columns():
    return Recomputed(_z().mean[0], "; ".join(mean_of(column) for column in documents.z_table().values.T))


@z_table(
    place="the arrow at node 1, row 1",
    rule="differs",
    printed="(7 − μ1)/σ1 = 0.36",
    why="The value is invented.",
    uses=Uses(columns=("z1",), one=("row 1", "z1")),
)
def seven_is_invented():
    return cell(_z(), 0, 0)


@z_table(
    place="the arrow at node 2, row 1",
    rule="differs",
    printed="(5 − μ2)/σ2 = −0.21",
    why="5 lies above its column's mean, so its result cannot be negative.",
    uses=Uses(columns=("z2",), one=("row 1", "z2")),
)
def five_has_the_wrong_sign():
    return cell(_z(), 0, 1)


@z_table(
    place="the arrow at node 3, row 1",
    rule="differs",
    printed="(4 − μ3)/σ3 = 0.12",
    why="4 lies below its column's mean, so its result cannot be positive.",
    uses=Uses(columns=("z3",), one=("row 1", "z3")),
)
def four_has_the_wrong_sign():
    return cell(_z(), 0, 2)


@z_table(
    place="the arrow at node 3, row 1",
    rule="condition",
    printed="0.12·γ3 + β3 = 5",
    why="With γ = 1 and β = 0, which the notes give at node 1, the affine step changes nothing. Another β3 can make "
    "any number of it, and the notes do not print this one.",
)
def affine_step_to_five():
    x_hat = _z().x_hat[0, 2]
    words = f"{affine(x_hat, 1, 0)}; with β3 = {plain(5 - x_hat)}: {affine(x_hat, 1, 5 - x_hat)}"
    return Recomputed(x_hat, words, (False, True))


@z_table(
    place="the arrow at node 1, row 2",
    rule="differs",
    printed="(2 − μ1)/σ1 = 0.71",
    why="2 lies below its column's mean, so its result cannot be positive.",
    uses=Uses(columns=("z1",), one=("row 2", "z1")),
)
def two_has_the_wrong_sign():
    return cell(_z(), 1, 0)


@z_table(
    place="the arrow at node 2, row 1",
    rule="reading",
    printed="−0.21·γ1 + β2",
    why="One column uses one pair: the second node has γ2 and β2. What is known is a transcription: γ1 may be a slip "
    "of the notes or a misread γ2.",
    uses=Uses(columns=("z2",), one=("row 1", "z2")),
)
def two_columns_parameters():
    x_hat, working, _ = cell(_z(), 0, 1)
    return Recomputed(f"{plain(x_hat)}·γ2 + β2", f"{working}, then {plain(x_hat)}·γ2 + β2")


@z_table(
    place="the section on layer norm",
    rule="differs",
    printed="(7 − μ1)/σ1 = 0.3, across the row",
    why="The value is invented.",
    uses=Uses(("row 1",), ("z1", "z2", "z3"), ("row 1", "z1")),
)
def seven_across_the_row():
    return cell(layer_norm(documents.z_table().values, eps=0), 0, 0)


@z_table(
    place="the section on layer norm",
    rule="agrees",
    printed="((5 − μ1)/σ1)·γ2 + β2, across the row",
    why="This is layer norm: one row, one μ and one σ; and the second feature has its own γ2 and β2.",
    uses=Uses(("row 1",), ("z1", "z2", "z3"), ("row 1", "z2")),
)
def five_across_the_row():
    x_hat, working, _ = cell(layer_norm(documents.z_table().values, eps=0), 0, 1)
    return Recomputed(f"{plain(x_hat)}·γ2 + β2", f"{working}, then {plain(x_hat)}·γ2 + β2")


@z_table(
    place="the equations of rows 1 and 2, above the table of five rows",
    rule="condition",
    printed="z = w·f + b: z1 = 2·w1 + 3·w2 + b1 = 7, z2 = 2·w3 + 3·w4 + b2 = 5, z3 = 2·w5 + 3·w6 + b3 = 4",
    why="The equations of rows 1 and 2 alone can be solved. All five rows of the table cannot: no weights and biases "
    "turn these f1 and f2 into these z, even the best fit of each column misses.",
)
def linear_layer():
    table = documents.z_table()
    inputs = np.column_stack([table.inputs.values, np.ones(len(table.values))])

    def best(rows):
        weights = np.linalg.lstsq(inputs[:rows], table.values[:rows], rcond=None)[0]
        return weights[:, 0], ((inputs[:rows] @ weights - table.values[:rows]) ** 2).sum(axis=0)

    (two, none), ((w1, w2, b), misses) = best(2), best(5)
    words = (
        f"rows 1 and 2 alone: w1 = {plain(two[0])}, w2 = {plain(two[1])}, b1 = {plain(two[2])} leave nothing; "
        f"five rows: the best w1 = {plain(w1)}, w2 = {plain(w2)}, b1 = {plain(b)} leave a sum of squares of "
        f"{plain(misses[0], 2)}, and the best fits {plain(misses[1], 2)} for z2 and {plain(misses[2], 2)} for z3"
    )
    return Recomputed(misses, words, (np.allclose(none, 0), np.allclose(misses, 0)))


# --- γ and β in the meeting --------------------------------------------------------------------------


@talk_times(
    place="the paragraph on β",
    rule="reading",
    printed="a β makes sales the primary topic, even though everyone is still contributing equally",
    why="Read with one β for everybody, it is wrong: all distances stay, and nobody gains on the others. Read with a β "
    "for sales alone, as each feature has one, sales can rise; then they no longer contribute equally.",
)
def one_beta_favours_nobody():
    x_hat, beta = batch_norm(documents.talk_times().values, eps=0).x_hat[:2, 0], 2.0
    leads = [(x_hat[0] + up) - (x_hat[1] + beta) for up in (beta, 2 * beta)]
    words = (
        f"the lead of the first person with β = {plain(beta)} for both is {plain(leads[0])}, as without; with "
        f"{plain(2 * beta)} for the first alone {plain(leads[1])}"
    )
    return Recomputed(leads[0], words, (False, bool(leads[1] > leads[0])))


@talk_times(
    place="the paragraph on what the moderator does",
    rule="differs",
    printed="everyone talks the same amount",
    why="All times get one scale, with mean 0 and σ 1. Who talked longer still has the larger number.",
    uses=Uses(),
)
def same_amount():
    x_hat = batch_norm(documents.talk_times().values, eps=0).x_hat[:, 0]
    words = f"from {plain(x_hat.min())} to {plain(x_hat.max())}"
    return Recomputed(np.array([x_hat.min(), x_hat.max()]), words, (np.allclose(x_hat, 0),))


@talk_times(
    place="the paragraph on γ and β",
    rule="condition",
    printed="γ and β decide how much of the normalized data is used",
    why="γ = 0 uses none of it. Any other γ uses all of it, only on another scale, and β uses nothing of it.",
)
def how_much_is_used():
    minutes = documents.talk_times().values
    kept = np.array([batch_norm(minutes, gamma=g, beta=1, eps=0).y.std() for g in (0.0, 2.0)])
    return Recomputed(
        kept,
        f"σ of the output is {plain(kept[0])} with γ = 0, and {plain(kept[1])} with γ = 2",
        (True, False),
    )
