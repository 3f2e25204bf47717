"""Chapter 04, inside a network: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number

NOT_THE_SAME = "With batch norm behind it the loss does not feel the scale of W. Its gradient does."


@number(
    "04.10",
    title="A shift, measured",
    ask="Four points go through one unit. Before an update it hands on 1, 2, 4, 5; after it 0, 2, 4, 6. How far "
    "has the distribution shifted: the mean distance between the two in order of size, divided by the σ from "
    "before the update? To 4 decimals.",
    nudge="Compare the smallest with the smallest, the second with the second, and so on.",
    method="The distances are 1, 0, 0, 1. Take their mean, then divide by the σ of 1, 2, 4, 5.",
    why="The mean distance is 0.5, and σ is √2.5 = 1.5811. The means are both 3, so the means alone would show no "
    "shift at all: it is the spread that has changed.",
    wrong=(
        Wrong("The means do not move, but the distribution does. Compare value by value.", lambda: 0.0),
        Wrong(
            "This is in the unit's own units. Divide by σ, or small numbers would always seem to shift less.",
            lambda: 0.5,
        ),
        Wrong(
            "You divided by the σ with n − 1. Here σ divides by n.",
            lambda: 0.5 / np.std([1, 2, 4, 5], ddof=1),
            3,
        ),
        Wrong("You divided by the σ after the update.", lambda: 0.5 / np.std([0, 2, 4, 6])),
        Wrong("You added the distances up. Take their mean.", lambda: 2 / np.std([1, 2, 4, 5])),
    ),
)
def shift_of_four_points():
    before, after = np.array([1, 2, 4, 5]), np.array([0, 2, 4, 6])
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
    ),
)
def gradient_of_a_bias():
    z3 = nv.examples.z_table().values[:, 2:]
    arriving = np.array([[1], [-1], [0], [2], [0]])
    normalized = nv.batch_norm(z3, eps=0)
    dz = nv.batch_norm_backward(arriving, normalized)[0]
    return np.array([dz.sum(), (arriving / normalized.std).sum()])


def _share(scale, rate):
    """By which part of their length one step moves the weights of the node on GPA and IQ."""
    students = nv.examples.gpa_iq().values
    weights = scale * np.array([[1.0], [0.1]])
    normalized = nv.batch_norm(students @ weights, eps=0)
    arriving = np.array([[1.0], [0.0], [0.0], [0.0]])
    gradient = students.T @ nv.batch_norm_backward(arriving, normalized)[0]
    return rate * np.linalg.norm(gradient) / np.linalg.norm(weights)


@number(
    "04.12",
    title="The same step for longer weights",
    ask="A layer stands before batch norm and is trained with the learning rate 0.1. A colleague has the same "
    "layer with all weights ten times as large. Which learning rate must she take, so that a step changes her "
    "weights by the same share of their length? To 1 decimal.",
    decimals=1,
    nudge="Two things are different for her: the length of her gradient, and the length of her weights.",
    method="A step changes the weights by the share η · |gradient| / |W|. What becomes of |gradient|, and what of "
    "|W|?",
    why="Her gradient is ten times smaller, her weights are ten times larger: the share is a hundredth, so η must be "
    "100 · 0.1 = 10. Where weights grow in training, batch norm turns the learning rate down by itself.",
    wrong=(
        Wrong(NOT_THE_SAME, lambda: 0.1, 20),
        Wrong(
            "Her gradient is ten times smaller: right. But her weights are ten times longer, too.",
            lambda: 1.0,
            20,
        ),
        Wrong("The other way round: her steps are too small, so her rate must be larger.", lambda: 0.1 / 100),
    ),
)
def rate_for_longer_weights():
    students = nv.examples.gpa_iq().values
    arriving = np.array([[1.0], [0.0], [0.0], [0.0]])
    share = []
    for scale in (1, 10):
        weights = scale * np.array([[1.0], [0.1]])
        normalized = nv.batch_norm(students @ weights, eps=0)
        gradient = students.T @ nv.batch_norm_backward(arriving, normalized)[0]
        share.append(0.1 * np.linalg.norm(gradient) / np.linalg.norm(weights))
    return 0.1 * share[0] / share[1]


@array(
    "04.13",
    title="A stream through eight blocks",
    ask="The numbers x of a stream have mean 0 and variance 1. Each of 8 blocks adds something to them that does "
    "not depend on them in sign. Without a norm the block adds as much variance as x has; with a norm before it, "
    "it adds 1. Which variance does the stream have after the 8 blocks? answer = [without, with]: two whole numbers.",
    decimals=0,
    per="first without, then with a norm",
    nudge="Without a norm each block adds what is there already. What does that do to it?",
    method="Write the first three: 1, 2, 4 … and 1, 2, 3 …",
    why="Without a norm the variance doubles each time: 2⁸ = 256. With one it grows by 1 each time: 1 + 8 = 9. Both "
    "grow; the norm turns doubling into counting.",
    wrong=(
        Wrong("You stopped one block early.", lambda: [2**7, 8]),
        Wrong(
            "With a norm the stream still grows: the norm acts on what enters the block, not on the stream.",
            lambda: [256, 1],
        ),
        Wrong("Without a norm a block adds as much as there is, so the variance doubles.", lambda: [9, 9]),
        Wrong("You began at 0. The stream itself has variance 1 before the first block.", lambda: [256, 8]),
    ),
)
def eight_blocks():
    without, with_norm = 1, 1
    for _ in range(8):
        without += without
        with_norm += 1
    return np.array([without, with_norm])
