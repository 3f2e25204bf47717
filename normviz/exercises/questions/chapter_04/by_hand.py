"""Chapter 04, inside a network: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import plain
from normviz.exercises.kinds import Wrong, array, mistake, number
from normviz.exercises.worked import Worked

NOT_THE_SAME = "With batch norm behind it the loss does not feel the scale of W. Its gradient does."
SMALLER = "The other way round: her steps are too small, so her rate must be larger."


def _apart(before, after):
    return np.abs(np.sort(after) - np.sort(before))


@number(
    "04.10",
    title="A shift, measured",
    data={"before": [1, 2, 4, 5], "after": [8, 0, 2, 2]},
    fits=lambda before, after: before.mean() == after.mean(),
    ask="Four points go through one unit. Before an update it hands on {before}; after it, for the same points, "
    "{after}. How far has the distribution shifted: the mean distance between the two in order of size, divided by the "
    "σ from before the update? To 4 decimals.",
    nudge="Compare the smallest with the smallest, the second with the second, and so on.",
    method="Put both in order of size. Take the mean of the four distances, then divide by the σ of {before}.",
    why=lambda before, after: (
        f"In order of size the distances are {Worked(_apart(before, after)):and}, their mean is "
        f"{plain(_apart(before, after).mean())}, and σ is {plain(before.std())}. The means are both "
        f"{plain(before.mean())}, so the means alone would show no shift at all: it is the spread that has changed."
    ),
)
def shift_of_four_points(before, after):
    distance = np.abs(np.sort(after) - np.sort(before)).mean()
    return distance / before.std()


@shift_of_four_points.known_mistakes
def shift_of_four_points(before, after):
    apart, sigma = _apart(before, after), before.std()
    return {
        "The means do not move, but the distribution does. Put both rows in order of size, and compare place by "
        "place.": 0.0,
        "This is in the unit's own units. Divide by σ, or small numbers would always seem to shift less.": (
            apart.mean()
        ),
        "You divided by the σ with n − 1. Here σ divides by n.": mistake(
            apart.mean() / before.std(ddof=1), 3
        ),
        "You divided by the variance. A shift is counted in σ, its root.": apart.mean() / before.var(),
        "You multiplied by σ. A shift counted in σ is divided by it.": apart.mean() * sigma,
        "You divided by the σ after the update.": apart.mean() / after.std(),
        "You added the distances up. Take their mean.": apart.sum() / sigma,
        "You compared the two σ alone. Compare the values, in order of size.": (
            np.abs(after.std() - sigma) / sigma
        ),
        "You followed each point. A distribution does not know which point is which: put both rows in order of "
        "size first.": np.abs(before - after).mean() / sigma,
    }


@array(
    "04.11",
    title="The gradient of a bias",
    data={"column": [4, 4, 3, 6, 4], "arriving": [1, -1, 0, 2, 0]},
    room=lambda column, arriving: 5e-5 * abs(arriving.sum()) / column.var(),
    ask="A bias b is added to the column {column}; batch norm follows (γ = 1, ε left out; σ is {column.std}). The "
    "gradients that arrive at the five normalized values are {arriving}. What is dL/db, first with batch norm "
    "as it is, then with μ and σ as constants? answer = [true, constant], to 4 decimals.",
    per="first the true gradient, then the one with constant statistics",
    nudge="How much does L change if b grows by 1, and μ with it?",
    method="With constants each value moves by 1/σ when b grows by 1: add up the arriving gradients and divide by σ.",
    why="Truly nothing moves: b lifts every value and μ alike, so dL/db = 0. With μ taken for a constant the sum is "
    "{arriving.sum}/{column.std} = {answer[1]}, and b would be pushed for no reason at every step.",
)
def gradient_of_a_bias(column, arriving):
    normalized = nv.batch_norm(column[:, None], eps=0)
    dz = nv.batch_norm_backward(arriving[:, None], normalized)[0]
    return np.array([dz.sum(), (arriving / normalized.std).sum()])


@gradient_of_a_bias.known_mistakes
def gradient_of_a_bias(column, arriving):
    total, sigma = arriving.sum(), column.std()
    return {
        "The second is right. But true batch norm lets b have no gradient at all.": mistake(
            [total / sigma] * 2, 12
        ),
        "The first is right. With constant μ and σ, b does get a gradient.": [0.0, 0.0],
        "Divide the sum of the arriving gradients by σ.": [0.0, total],
        "You have taken the mean of the five gradients; b gets their sum.": [0.0, total / sigma / 5],
        "The first is right. In the second your σ divides by n − 1; here it divides by n.": mistake(
            [0.0, total / column.std(ddof=1)], 3
        ),
        "You divided by σ². With constants each value moves by 1/σ.": [0.0, total / column.var()],
        "You multiplied by σ. The norm divides by it.": [0.0, total * sigma],
        "The two are right, but change places: the true one comes first.": [total / sigma, 0.0],
    }


@number(
    "04.12",
    title="The same step for longer weights",
    ask="A layer stands before batch norm and is trained by plain gradient descent with the learning rate 0.2. A "
    "colleague has the same layer with all weights three times as large. Which learning rate must she take, so that a "
    "step changes her weights by the same share of their length? To 2 decimals.",
    decimals=2,
    nudge="Two things are different for her: the length of her gradient, and the length of her weights.",
    method="A step changes the weights by the share η · |gradient| / |W|. What becomes of |gradient|, and what of |W|?",
    why="Her gradient is three times smaller, her weights are three times larger: the share is a ninth, so η must be "
    "9 · 0.2 = 1.8. Where weights grow in training, batch norm turns the learning rate down by itself. (The "
    "optimizer Adam divides a gradient by its own usual size, so with Adam only the weights' length would count.)",
    wrong=(
        Wrong(NOT_THE_SAME, 0.2, 20),
        Wrong(
            "You counted one of the two only. Her gradient is three times smaller, and her weights are three times "
            "longer.",
            0.6,
        ),
        *(Wrong(SMALLER, 0.2 / factor) for factor in (9, 3)),
        Wrong("You multiplied by 3 three times. Two things have changed by 3.", 0.2 * 27),
        Wrong("This is how many times larger her rate must be. Multiply the rate of 0.2 by it.", 9.0),
        Wrong("You counted one of two things, and 3 is a factor. A rate is asked for.", 3.0),
    ),
)
def rate_for_longer_weights():
    students = nv.examples.gpa_iq().values
    arriving = np.array([[1.0], [0.0], [0.0], [0.0]])

    def share(scale):  # of the weights' length, by which a step with the rate 1 changes them
        weights = scale * np.array([[1.0], [0.1]])
        normalized = nv.batch_norm(students @ weights, eps=0)
        gradient = students.T @ nv.batch_norm_backward(arriving, normalized)[0]
        return np.linalg.norm(gradient) / np.linalg.norm(weights)

    return 0.2 * share(1) / share(3)


@array(
    "04.13",
    title="A stream through eight blocks",
    ask="The numbers of a residual stream have mean 0 and variance 5. Each of 8 blocks adds something that has mean 0 "
    "and is uncorrelated with the stream, so that the variances add. Without a norm a block adds as much variance as "
    "the stream has at that moment; with a norm before it, it adds 1. Which variance does the stream have after the 8 "
    "blocks? answer = [without, with]: two whole numbers.",
    decimals=0,
    per="first without, then with a norm",
    nudge="Without a norm each block adds what is there already. What does that do to it?",
    method="Write the first three: 5, 10, 20 … and 5, 6, 7 …",
    why="Without a norm the variance doubles each time: 5 · 2⁸ = 1280. With one it grows by 1 each time: 5 + 8 = 13. "
    "Both grow; the norm turns doubling into counting.",
    wrong={
        "You stopped one block early.": [5 * 2**7, 12],
        "The second is right. Without a norm you stopped one block early.": [5 * 2**7, 13],
        "The second is right. Without a norm you went one block too far.": [5 * 2**9, 13],
        "The first is right. With a norm you stopped one block early.": [1280, 12],
        "The first is right. With a norm you went one block too far.": [1280, 14],
        "The two are right, but change places: without a norm comes first.": [13, 1280],
        "You went one block too far.": [5 * 2**9, 14],
        "With a norm the stream still grows: the norm acts on what enters the block, not on the stream.": (
            [1280, 1]
        ),
        "With a norm the stream still grows: each block adds 1 to what is there.": [1280, 5],
        "Without a norm, the 5 from before the first block is missing, and each block adds what is there *now*.": (
            [40, 13]
        ),
        "Without a norm a block adds as much as there is, so the variance doubles.": [13, 13],
        "Without a norm a block adds what is there *now*, not 5 each time.": [5 + 8 * 5, 13],
        "The stream has variance 5 before the first block, not 1.": [2**8, 9],
        "You counted from 0. The stream itself has variance 5 before the first block.": [1280, 8],
    },
)
def eight_blocks():
    without, with_norm = 5, 5
    for _ in range(8):
        without += without
        with_norm += 1
    return np.array([without, with_norm])
