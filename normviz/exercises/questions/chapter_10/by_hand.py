"""Chapter 10, your own network: numbers to work out, and reports to read."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import fixed, plain
from normviz.exercises.kinds import array, choice, mistake, number, option


@number(
    "10.5",
    title="A share of pads",
    data={"lengths": [5, 3, 6, 50]},
    ask="A batch has four sentences of {lengths:and} words, padded to the longest. Which share of its rows are "
    "pads? A number between 0 and 1, to 4 decimals.",
    nudge="How many rows has the padded batch in all?",
    method="All rows: 4 · {lengths.max}. Real ones: the sum of the four lengths.",
    why="{lengths.sum} of 4 · {lengths.max} rows are real. The share of all others is {answer}: they are pads. The "
    "longest sentence fills the others with zeros.",
)
def a_share_of_pads(lengths):
    rows = len(lengths) * lengths.max()
    return 1 - lengths.sum() / rows


@a_share_of_pads.known_mistakes
def a_share_of_pads(lengths):
    real, longest = lengths.sum(), lengths.max()
    pads = 4 * longest - real
    return {
        "That is the share of real rows.": lengths.mean() / longest,
        "You divided the pads by the real rows. The share is of all rows.": pads / real,
        "You left the longest sentence out. Its rows are in the batch, too.": (
            1 - (real - longest) / (3 * longest)
        ),
        "This is how many pads there are. Divide by the number of all rows.": pads,
    }


def _left(momentum, batches):
    return (1 - momentum) ** batches


@number(
    "10.6",
    title="What a short training has stored",
    data={"momentum": 0.005, "batches": 100, "mean": 12},
    ask="torch's BatchNorm1d(1, momentum={momentum}) sees {batches} batches, and each of them has the mean {mean}. "
    "What is its running mean now? To 4 decimals.",
    nudge="It starts at 0. Which part of the start is left after {batches} batches?",
    method=lambda momentum, batches, mean: (
        f"The start weighs {plain(1 - momentum)} to the power of {batches}. The batches weigh the rest; take that part "
        f"of {mean}."
    ),
    why=lambda momentum, batches, mean: (
        f"The start still weighs {fixed(_left(momentum, batches))}, so only "
        f"{fixed(mean * (1 - _left(momentum, batches)))} of {mean} has arrived. A momentum must fit the number of "
        "batches: after 1/momentum batches, more than a third of the start is still there."
    ),
)
def what_a_short_training_has_stored(momentum, batches, mean):
    start = (1 - momentum) ** batches
    return start * 0 + (1 - start) * mean


@what_a_short_training_has_stored.known_mistakes
def what_a_short_training_has_stored(momentum, batches, mean):
    left = _left(momentum, batches)
    return {
        "That is the part of {mean} that is missing.": mean * left,
        "All batches agree on {mean}, and still it has not arrived: the start value 0 counts for a long time. "
        "(In torch the momentum is the weight of the new batch.)": mistake(float(mean), 9),
        "That is the start's share, which counts for 0.": left,
        "That is the share of {mean} that has arrived.": 1 - left,
        "That is after one batch: {momentum} · {mean}.": momentum * mean,
        "You added {momentum} · {mean} {batches} times. Each step goes a part of the way that is left.": (
            batches * momentum * mean
        ),
    }


@array(
    "10.7",
    title="The same value in both modes",
    data={"mean": 6, "std": 1.5, "x": 7.5, "running_mean": 1.5, "running_var": 4},
    ask="A batch norm layer (γ = 1, β = 0, ε left out) has stored the running mean {running_mean} and the running "
    "variance {running_var}. A batch with μ = {mean} and σ = {std} comes, and in it the value {x}. What comes out for "
    "this value in training mode, and what in evaluation mode? Two numbers, to 4 decimals.",
    per="training mode first, then evaluation mode",
    nudge="Which μ and σ does each mode take? And is {running_var} a σ?",
    method="Training: ({x} − {mean})/{std}. Evaluation: ({x} − {running_mean})/√{running_var}.",
    why="{answer[0]} in training and {answer[1]} in evaluation. The layers behind this norm have learned with the "
    "first. That is what a gap between the modes means.",
)
def the_same_value_in_both_modes(mean, std, x, running_mean, running_var):
    training = (x - mean) / std
    evaluation = (x - running_mean) / np.sqrt(running_var)
    return np.array([training, evaluation])


@the_same_value_in_both_modes.known_mistakes
def the_same_value_in_both_modes(mean, std, x, running_mean, running_var):
    training, evaluation = (x - mean) / std, (x - running_mean) / np.sqrt(running_var)
    return {
        "Your evaluation divides by the variance. Take its root.": (
            [training, (x - running_mean) / running_var]
        ),
        "You gave the same number twice. In evaluation mode the stored statistics take the place of the batch's.": (
            np.array([training] * 2)
        ),
        "Your training takes a root. {std} is a σ already; only the stored {running_var} is a variance.": (
            [(x - mean) / np.sqrt(std), evaluation]
        ),
        "Your evaluation divides by the batch's σ. Both come from the store: mean and variance.": (
            [training, (x - running_mean) / std]
        ),
        "You divided by a variance both times, {std}² and {running_var}. Divide by σ.": (
            np.array([training / std, (x - running_mean) / running_var])
        ),
        "The two have changed places.": [evaluation, training],
        "Your evaluation subtracts the batch's μ. Both come from the store: mean and variance.": (
            [training, (x - mean) / np.sqrt(running_var)]
        ),
    }


@number(
    "10.8",
    title="How large is the pool?",
    ask="BatchNorm2d(16) gets pictures of shape (8, 16, 7, 7) in training mode: 8 pictures, 16 channels, 7 by 7 "
    "pixels. How many numbers share a mean? A whole number.",
    decimals=0,
    nudge="Which axes disappear in the mean of a channel?",
    method="A channel's mean runs over all pictures and all pixels: 8 · 7 · 7.",
    why="392 numbers: one channel in all pictures and all places. So even a batch of one picture has a pool of 49. A "
    "table with one row has pools of 1.",
    wrong={
        "That is one channel of one picture: instance norm's pool.": 49.0,
        "That is one whole picture: 16 channels share nothing in batch norm.": 16 * 49.0,
        "You counted the pictures and left out the pixels.": 8.0,
        "That is how many means there are: one a channel. How many numbers share each of them?": 16.0,
        "These are all numbers of the batch. Each channel has a mean of its own.": 8 * 16 * 49.0,
    },
)
def how_large_is_the_pool():
    shape = {"pictures": 8, "channels": 16, "height": 7, "width": 7}
    return shape["pictures"] * shape["height"] * shape["width"]


@choice(
    "10.9",
    title="Read a report",
    ask="A classifier is right in 97 of 100 cases in training. Loaded from a file and set to evaluation mode, it "
    "guesses. The report says of its only batch norm: running mean 0 and running variance 1 for every feature, 0 "
    "batches seen; μ and σ of the batch at hand are about 5 and 12. What happened?",
    options={
        "The momentum was too small.": option(
            lambda seen: seen["batches"] > 0,
            "Then it would have seen batches, and the means would have moved a little. Read the third number.",
        ),
        "The file holds the parameters, and not the running statistics.": (
            lambda seen: seen["batches"] == 0 and seen["running mean"] == 0 and seen["γ moved"]
        ),
        "The model is overfitted: it knows its training data by heart.": option(
            lambda seen: seen["running mean"] != 0,
            "An overfitted model is bad on new rows. Here the norm divides by numbers that nobody measured.",
        ),
        "The batch at hand is too small for a mean.": option(
            lambda seen: seen["running mean"] != 0 and seen["batches"] > 0,
            "In evaluation mode the batch gives no mean: one row or a thousand, the stored numbers are taken.",
            10,
        ),
    },
    nudge="Which numbers would be there if this layer had trained for one single batch?",
    method="Load only named_parameters() of a trained layer into a new one, and look at what is left out.",
    why="Running statistics are buffers, no parameters: whoever saves parameters() or copies them by hand loses them. "
    "state_dict() holds both. The cure is one line: load that, or feed some batches in training mode.",
)
def read_a_report():
    x = np.random.default_rng(9).normal(5, 12, size=(64, 3))
    trained = {"γ": np.full(3, 2.0), "stored": nv.RunningStatistics()}
    trained["stored"].update(x)
    loaded = {"γ": np.ones(3), "stored": nv.RunningStatistics()}
    loaded |= {"γ": trained["γ"]}  # parameters() holds no more than this
    return {
        "batches": loaded["stored"].batches,
        "running mean": np.abs(loaded["stored"].mean).max(),
        "γ moved": bool((loaded["γ"] != 1).any()),
    }
