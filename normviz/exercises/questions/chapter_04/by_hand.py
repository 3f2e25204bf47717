"""Chapter 04, inside a network: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number

NOT_THE_SAME = "With batch norm behind it the loss does not feel the scale of W. Its gradient does."
SMALLER = "The other way round: her steps are too small, so her rate must be larger."


@number(
    "04.10",
    title="A shift, measured",
    ask="Four points go through one unit. Before an update it hands on 1, 2, 4, 5; after it, for the same points, 8, "
    "0, 2, 2. How far has the distribution shifted: the mean distance between the two in order of size, divided by the "
    "σ from before the update? To 4 decimals.",
    nudge="Compare the smallest with the smallest, the second with the second, and so on.",
    method="In order of size: 1, 2, 4, 5 and 0, 2, 2, 8. Take the mean of the four distances, then divide by the σ of "
    "1, 2, 4, 5.",
    why="The distances are 1, 0, 2 and 3, their mean is 1.5, and σ is √2.5 = 1.5811. The means are both 3, so the "
    "means alone would show no shift at all: it is the spread that has changed.",
    wrong=(
        Wrong("The means do not move, but the distribution does. Compare value by value.", lambda: 0.0),
        Wrong(
            "This is in the unit's own units. Divide by σ, or small numbers would always seem to shift less.",
            lambda: 1.5,
        ),
        Wrong(
            "You divided by the σ with n − 1. Here σ divides by n.",
            lambda: 1.5 / np.std([1, 2, 4, 5], ddof=1),
            3,
        ),
        Wrong(
            "You divided by the variance. A shift is counted in σ, its root.",
            lambda: 1.5 / np.var([1, 2, 4, 5]),
        ),
        Wrong(
            "You multiplied by σ. A shift counted in σ is divided by it.", lambda: 1.5 * np.std([1, 2, 4, 5])
        ),
        Wrong("You divided by the σ after the update.", lambda: 1.5 / np.std([0, 2, 2, 8])),
        Wrong("You added the distances up. Take their mean.", lambda: 6 / np.std([1, 2, 4, 5])),
        Wrong(
            "You followed each point. A distribution does not know which point is which: put both rows in order of "
            "size first.",
            lambda: np.abs(np.array([1, 2, 4, 5]) - [8, 0, 2, 2]).mean() / np.std([1, 2, 4, 5]),
        ),
    ),
)
def shift_of_four_points():
    before, after = np.array([1, 2, 4, 5]), np.array([8, 0, 2, 2])
    distance = np.abs(np.sort(after) - np.sort(before)).mean()
    return distance / before.std()


def _bias_gradients(through_statistics):
    z3 = nv.examples.z_table().values[:, 2:]
    arriving = np.array([[1.0], [-1.0], [0.0], [2.0], [0.0]])
    normalized = nv.batch_norm(z3, eps=0)
    if through_statistics:
        return nv.batch_norm_backward(arriving, normalized)[0].sum()
    return (arriving / normalized.std).sum()


@array(
    "04.11",
    title="The gradient of a bias",
    ask="A bias b is added to column z3 (4, 4, 3, 6, 4); batch norm follows (γ = 1, ε left out; σ is 0.9798). The "
    "gradients that arrive at the five normalized values are 1, −1, 0, 2, 0. What is dL/db, first with batch norm "
    "as it is, then with μ and σ as constants? answer = [true, constant], to 4 decimals.",
    per="first the true gradient, then the one with constant statistics",
    nudge="How much does L change if b grows by 1, and μ with it?",
    method="With constants each value moves by 1/σ when b grows by 1: add up the arriving gradients and divide by σ.",
    why="Truly nothing moves: b lifts every value and μ alike, so dL/db = 0. With μ taken for a constant the sum is "
    "2/0.9798 = 2.0412, and b would be pushed for no reason at every step.",
    wrong=(
        Wrong(
            "The second is right. But true batch norm lets b have no gradient at all.",
            lambda: [_bias_gradients(False), _bias_gradients(False)],
            12,
        ),
        Wrong("The first is right. With constant μ and σ, b does get a gradient.", lambda: [0.0, 0.0]),
        Wrong("Divide the sum of the arriving gradients by σ.", lambda: [0.0, 2.0]),
        Wrong(
            "You have taken the mean of the five gradients; b gets their sum.",
            lambda: [0.0, _bias_gradients(False) / 5],
        ),
        Wrong(
            "You divided by σ². With constants each value moves by 1/σ.",
            lambda: [0.0, 2.0 / nv.examples.z_table().values[:, 2].var()],
        ),
        Wrong(
            "You multiplied by σ. The norm divides by it.",
            lambda: [0.0, 2.0 * nv.examples.z_table().values[:, 2].std()],
        ),
        Wrong(
            "The two are right, but change places: the true one comes first.",
            lambda: [_bias_gradients(False), 0.0],
        ),
    ),
)
def gradient_of_a_bias():
    z3 = nv.examples.z_table().values[:, 2:]
    arriving = np.array([[1], [-1], [0], [2], [0]])
    normalized = nv.batch_norm(z3, eps=0)
    dz = nv.batch_norm_backward(arriving, normalized)[0]
    return np.array([dz.sum(), (arriving / normalized.std).sum()])


@number(
    "04.12",
    title="The same step for longer weights",
    ask="A layer stands before batch norm and is trained by plain gradient descent with the learning rate 0.2. A "
    "colleague has the same layer with all weights three times as large. Which learning rate must she take, so that a "
    "step changes her weights by the same share of their length? To 2 decimals.",
    decimals=2,
    nudge="Two things are different for her: the length of her gradient, and the length of her weights.",
    method="A step changes the weights by the share η · |gradient| / |W|. What becomes of |gradient|, and what of "
    "|W|?",
    why="Her gradient is three times smaller, her weights are three times larger: the share is a ninth, so η must be "
    "9 · 0.2 = 1.8. Where weights grow in training, batch norm turns the learning rate down by itself. (Adam divides "
    "a gradient by its own usual size, so with Adam only the length of the weights would count.)",
    wrong=(
        Wrong(NOT_THE_SAME, lambda: 0.2, 20),
        Wrong(
            "You counted one of the two only. Her gradient is three times smaller, and her weights are three times "
            "longer.",
            lambda: 0.6,
        ),
        Wrong(SMALLER, lambda: 0.2 / 9),
        Wrong(SMALLER, lambda: 0.2 / 3),
        Wrong("You multiplied by 3 three times. Two things have changed by 3.", lambda: 0.2 * 27),
        Wrong("This is how many times larger her rate must be. Multiply the rate of 0.2 by it.", lambda: 9.0),
    ),
)
def rate_for_longer_weights():
    students = nv.examples.gpa_iq().values
    arriving = np.array([[1.0], [0.0], [0.0], [0.0]])
    share = []
    for scale in (1, 3):
        weights = scale * np.array([[1.0], [0.1]])
        normalized = nv.batch_norm(students @ weights, eps=0)
        gradient = students.T @ nv.batch_norm_backward(arriving, normalized)[0]
        share.append(0.2 * np.linalg.norm(gradient) / np.linalg.norm(weights))
    return 0.2 * share[0] / share[1]


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
    wrong=(
        Wrong("You stopped one block early.", lambda: [5 * 2**7, 12]),
        Wrong("You went one block too far.", lambda: [5 * 2**9, 14]),
        Wrong(
            "With a norm the stream still grows: the norm acts on what enters the block, not on the stream.",
            lambda: [1280, 1],
        ),
        Wrong("Without a norm a block adds as much as there is, so the variance doubles.", lambda: [13, 13]),
        Wrong("Without a norm a block adds what is there *now*, not 5 each time.", lambda: [5 + 8 * 5, 13]),
        Wrong("The stream has variance 5 before the first block, not 1.", lambda: [2**8, 9]),
        Wrong(
            "You counted from 0. The stream itself has variance 5 before the first block.", lambda: [1280, 8]
        ),
    ),
)
def eight_blocks():
    without, with_norm = 5, 5
    for _ in range(8):
        without += without
        with_norm += 1
    return np.array([without, with_norm])
