"""Chapter 05, training and evaluation: predictions before each picture."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import AsksFor, Beam, choice, option, place


@choice(
    "05.1",
    title="The average of two σ",
    ask="The z table is fed as two batches, rows 1–2 and rows 3–5. Each batch has its own σ in z1, z2 and z3. "
    "How will the average of the two σ compare with the σ of all five rows?",
    options={
        "It is the same: an average of parts gives the whole.": option(
            lambda s: np.allclose(s[0], s[1]),
            "That is true of a mean, where the batches are equally large. A σ is a root, and it is measured from "
            "each batch's own mean.",
            7,
        ),
        "It is smaller in all three columns.": lambda s: (s[0] < s[1]).all(),
        "It is larger in all three columns.": option(
            lambda s: (s[0] > s[1]).all(),
            "Each batch measures from its own mean, which lies nearest to its own rows. That makes a σ smaller, "
            "not larger.",
        ),
        "It is 0: in a small batch there is no spread.": option(
            lambda s: np.allclose(s[0], 0),
            "Two rows do have a spread, unless they are equal. Only a single row has none.",
        ),
    },
    nudge="From which mean does each batch measure its distances?",
    method="In z3 the first batch is 4, 4: its σ is 0. The second one is 3, 6, 4.",
    why="2.4972, 1.1236, 0.6236 against 2.5298, 1.2000, 0.9798. The average of the σ does not know that the "
    "batches' means differ, and an average of roots lies below the root of the average.",
)
def the_average_of_two_sigmas():
    batches = [batch.values for batch in nv.examples.lecture_batches()]
    averaged = np.mean([batch.std(axis=0) for batch in batches], axis=0)
    return averaged, np.concatenate(batches).std(axis=0)


@place(
    "05.2",
    title="One batch at momentum 0.1",
    ask="torch's BatchNorm1d starts with a running mean of 0 and has momentum=0.1. The first batch has the mean "
    "4.5 in z1. What is the running mean of z1 after it?",
    asks_for=AsksFor("running, for evaluation:0", "the running mean of z1 after one batch", lambda m: m),
    axes=Beam(
        "the running mean of z1 after the first batch",
        (0, 5),
        lambda: {"start": (0.0,), "first batch": (4.5,)},
        first=0,
    ),
    options={
        "0.45": option(lambda m: np.isclose(m, 0.45), guess=0.45),
        "4.05": option(
            lambda m: np.isclose(m, 4.05),
            "That keeps 10 % of the old value: Keras reads the number so. In torch, 0.1 is the weight of the new "
            "batch.",
            6,
            guess=4.05,
        ),
        "4.50": option(
            lambda m: np.isclose(m, 4.5),
            "Only if the layer forgot its start value at once. It still weighs 90 %.",
            9,
            guess=4.5,
        ),
        "2.25": option(
            lambda m: np.isclose(m, 2.25),
            "That is the plain average of the start value and the batch. Momentum gives them other weights.",
            guess=2.25,
        ),
    },
    nudge="Is 0.1 the weight of the old value, or of the new one?",
    method="In torch: (1 − 0.1) · old + 0.1 · new.",
    why="0.9 · 0 + 0.1 · 4.5 = 0.45. Nine tenths of the start value are still there.",
)
def one_batch_at_momentum_a_tenth():
    running = nv.RunningStatistics(momentum=0.1)
    running.update(nv.examples.lecture_batches()[0].values)
    return running.mean[0]


@choice(
    "05.3",
    title="How long the start is felt",
    ask="With momentum=0.1 (torch's) every batch leaves 90 % of what was there. After how many batches do the "
    "start values weigh less than 10 % for the first time?",
    options={
        "After 1: the first batch replaces them.": option(
            lambda n: n == 1, "After one batch they still weigh 90 %.", 9
        ),
        "After 9: each batch takes 10 % of the whole away.": option(
            lambda n: n == 9,
            "Each batch takes 10 % of what is left, which is less every time. After 9 batches 39 % are left.",
        ),
        "After 22.": lambda n: n == 22,
        "After 44.": option(lambda n: n == 44, "By then they weigh less than 1 %."),
    },
    nudge="After two batches it is 0.9 · 0.9 = 0.81. And after three?",
    method="Find the first n with 0.9ⁿ below 0.1, by trying or with logarithms.",
    why="0.9²¹ = 0.109 and 0.9²² = 0.098. At 44 batches it is 1 %.",
)
def how_long_the_start_is_felt():
    batches = 1
    while 0.9**batches >= 0.1:
        batches += 1
    return batches


@choice(
    "05.4",
    title="What keeps the stored mean",
    ask="A layer has seen the first of the lecture's batches, in training mode: the running mean of z1 stands at 0.45. "
    "Now the second batch comes as test rows. What keeps the running mean where it is?",
    options={
        "eval() alone.": lambda kept: kept["eval"] and not kept["no_grad"],
        "no_grad() alone.": option(
            lambda kept: kept["no_grad"] and not kept["eval"],
            "Running statistics are not learned by gradients; they are averaged in the forward pass. no_grad() does "
            "not touch that.",
            8,
        ),
        "Either of them.": option(
            lambda kept: kept["no_grad"] and kept["eval"],
            "They are two switches, and the running mean hangs on one. Is it learned by gradients, or averaged as rows "
            "come by?",
            8,
        ),
        "Only both together.": option(
            lambda kept: kept["both"] and not (kept["no_grad"] or kept["eval"]),
            "You usually want both in a test. But one of them has nothing to do with the running mean.",
        ),
    },
    nudge="What exactly does no_grad() switch off?",
    method="no_grad() switches off the recording of gradients; the mode, train or eval, is another switch.",
    why="In training mode test rows move it to 0.9 · 0.45 + 0.1 · 3.6667 = 0.7717, with gradients or without. In eval "
    "mode the layer uses what is stored, and leaves it as it is.",
)
def what_keeps_the_mean():
    first, second = nv.examples.lecture_batches()
    kept = {}
    for switch in ("eval", "no_grad", "both"):
        running = nv.RunningStatistics(momentum=0.1)
        running.update(first.values)
        if switch == "no_grad":  # the layer is still in training mode
            running.update(second.values)
        kept[switch] = bool(np.isclose(running.mean[0], 0.45))
    return kept


@choice(
    "05.5",
    title="A batch of one",
    ask="A batch of one row, (7, 5, 4), comes to torch's BatchNorm1d(3) in training mode. What happens?",
    options={
        "Three zeros come out: the row is its own mean.": option(
            lambda told: told == "zeros",
            "So the formula would have it: (7 − 7)/√(0 + ε) = 0. torch refuses to go on with a layer that wipes out "
            "every row.",
        ),
        "torch raises an error.": lambda told: told == "error",
        "The row comes out as it went in.": option(
            lambda told: told == "row", "It would have to skip the normalization, and it never does."
        ),
        "It is normalized with the running statistics.": option(
            lambda told: told == "running",
            "That is what eval() asks for. In training mode only the batch itself counts.",
        ),
    },
    nudge="What is the variance of one number? And with n − 1 below?",
    method="The row minus its mean is 0; the unbiased variance to be stored would be 0/0.",
    why="With one row σ is 0, every output would be β, and the unbiased variance 0/(1 − 1) does not exist: torch "
    "raises a ValueError. In eval mode one row is fine.",
)
def a_batch_of_one():
    try:
        nv.RunningStatistics().update([[7.0, 5.0, 4.0]])
        told = "zeros"
    except ValueError:
        told = "error"
    return told
