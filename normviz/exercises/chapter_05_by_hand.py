"""Chapter 05, training and evaluation: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number


def first_and_second():
    return [batch.values for batch in nv.examples.lecture_batches()]


def _stored(momentum, correction, start=1.0):
    var = np.full(3, start)
    for batch in first_and_second():
        var = (1 - momentum) * var + momentum * batch.var(axis=0, ddof=correction)
    return var


@number(
    "05.6",
    title="The running mean after two batches",
    ask="In column z1 the lecture's two batches are 7, 2 and 1, 7, 3. A torch layer with momentum=0.1 starts at a "
    "running mean of 0 and sees one after the other. Where does the running mean of z1 stand? To 4 decimals.",
    nudge="Two steps. The second one starts where the first one ended.",
    method="Each step: 0.9 · old + 0.1 · mean of the batch. The means are 4.5 and 3.6667.",
    why="0.9 · 0 + 0.1 · 4.5 = 0.45, then 0.9 · 0.45 + 0.1 · 3.6667 = 0.7717. The start still weighs 0.9² = 81 %.",
    wrong=(
        Wrong(
            "You gave the new batch the weight 0.9, as Keras reads it. torch's 0.1 is the weight of the new batch.",
            lambda: 0.1 * 0.9 * 4.5 + 0.9 * 11 / 3,
            6,
        ),
        Wrong(
            "This is the plain average of the two means, as if the start value were gone.",
            lambda: (4.5 + 11 / 3) / 2,
            9,
        ),
        Wrong("This is the mean of all five rows. The layer never sees them together.", lambda: 4.0),
        Wrong(
            "You added a tenth of each mean. In the second step the first one's share shrinks as well: times 0.9.",
            lambda: 0.1 * (4.5 + 11 / 3),
        ),
    ),
)
def running_mean_after_two():
    mean = 0.0
    for batch in ([7, 2], [1, 7, 3]):
        mean = 0.9 * mean + 0.1 * np.mean(batch)
    return mean


@array(
    "05.7",
    title="What torch stores as running_var",
    ask="The batches are nv.examples.lecture_batches(), each with .values. A torch layer with momentum=0.1 starts "
    "at a running variance of 1 and sees both. What is its running_var? Three numbers, to 4 decimals.",
    per="one variance for each of z1, z2, z3",
    nudge="Which variance of a batch is stored: divided by n, or by n − 1?",
    method="Each step: 0.9 · old + 0.1 · batch.var(axis=0, ddof=1).",
    why="2.8683 1.2233 1.0433. Normalizing the batch divides by n; what is stored is unbiased, divided by n − 1.",
    wrong=(
        Wrong(
            "You stored the variance divided by n. That one normalizes the batch; torch stores the one with n − 1.",
            lambda: _stored(0.1, 0),
            4,
        ),
        Wrong(
            "You gave the new batch the weight 0.9, as Keras reads momentum=0.1.",
            lambda: _stored(0.9, 1),
            6,
        ),
        Wrong("The running variance starts at 1, not at 0.", lambda: _stored(0.1, 1, start=0.0)),
        Wrong(
            "This is the plain average of the two batches' variances. The start value still weighs 81 %.",
            lambda: np.mean([b.var(axis=0, ddof=1) for b in first_and_second()], axis=0),
            9,
        ),
    ),
)
def what_torch_stores():
    var = np.ones(3)
    for batch in nv.examples.lecture_batches():
        var = 0.9 * var + 0.1 * batch.values.var(axis=0, ddof=1)
    return var


def _evaluated(mean, var):
    return (7 - mean) / np.sqrt(var + 1e-5)


@number(
    "05.8",
    title="An evaluation too early",
    ask="A torch layer with momentum=0.1 has seen the lecture's two batches: in z1, 7, 2 and 1, 7, 3. Its running mean "
    "of z1 is now 0.7717, its running variance 2.8683. Then eval() is called. Which x̂ does it give a 7 in z1 "
    "(γ = 1, β = 0, ε = 1e-5)? To 4 decimals.",
    nudge="In eval mode the layer uses what it has stored, good or not.",
    method="(7 − running mean) / √(running variance + ε), with 0.771667 and 2.868333.",
    why="(7 − 0.7717)/√2.8683 = 3.6775, where the five rows' own μ and σ would give 1.1859. Nothing is wrong with the "
    "formula; the stored values are mostly start values.",
    wrong=(
        Wrong(
            "This is the 7 normalized with all five rows' μ and σ. The layer has not seen enough batches to know them.",
            lambda: _evaluated(4.0, 6.4),
            9,
        ),
        Wrong(
            "You used the μ and σ of the last batch. In eval mode no batch counts.",
            lambda: _evaluated(11 / 3, 56 / 9),
            8,
        ),
        Wrong(
            "You used the start values alone. Two batches have moved them a little.",
            lambda: _evaluated(0.0, 1.0),
        ),
        Wrong("You divided by the variance. Divide by its root.", lambda: (7 - 0.771667) / 2.868343),
    ),
)
def an_evaluation_too_early():
    running = nv.RunningStatistics(momentum=0.1)
    for batch in nv.examples.lecture_batches():
        running.update(batch.values)
    return (7 - running.mean[0]) / np.sqrt(running.var[0] + 1e-5)


@number(
    "05.9",
    title="Pooling a small and a large batch",
    ask="A batch of 10 rows has μ = 2 and σ² = 4. A batch of 30 rows has μ = 6 and σ² = 4 (both divided by n). What is "
    "the variance of all 40 rows together? To 2 decimals.",
    decimals=2,
    nudge="The large batch counts three times as much as the small one, in both parts of the law.",
    method="Weights 0.25 and 0.75. The mean of all is 0.25·2 + 0.75·6 = 5. Then the mean of the variances, plus the "
    "weighted squares of the distances 2 − 5 and 6 − 5.",
    why="4 + 0.25·9 + 0.75·1 = 7. With equal weights it would be 8: the law needs the batches' sizes.",
    wrong=(
        Wrong(
            "You averaged inside the batches only. How far their means lie apart is missing.",
            lambda: 4.0,
            7,
        ),
        Wrong(
            "You weighed both batches alike. The larger one must count for more.", lambda: 4 + np.var([2, 6])
        ),
        Wrong(
            "This is only the variance of the means. The rows also vary inside each batch.",
            lambda: 0.25 * 9 + 0.75 * 1,
        ),
        Wrong("This is σ. The variance is asked for.", lambda: np.sqrt(7)),
    ),
)
def pooling_unequal_batches():
    weights, means, variances = np.array([0.25, 0.75]), np.array([2, 6]), np.array([4, 4])
    mean = weights @ means
    return weights @ variances + weights @ (means - mean) ** 2


@number(
    "05.10",
    title="How long Keras remembers",
    ask="Keras' default momentum is 0.99. After how many batches do the start values weigh less than 1 % for the first "
    "time? A whole number.",
    decimals=0,
    nudge="In Keras the number is the weight of the old value.",
    method="Find the first n with 0.99ⁿ below 0.01.",
    why="0.99⁴⁵⁸ is still above 1 %, 0.99⁴⁵⁹ is below. torch's default forgets ten times faster: 44 batches.",
    wrong=(
        Wrong(
            "You read 0.99 as the weight of the new batch, as torch would. In Keras it is the weight of the old value.",
            lambda: 1.0,
            6,
        ),
        Wrong("44 is the answer for torch's default of 0.1, which is 0.9 in Keras.", lambda: 44.0, 6),
        Wrong(
            "Each batch takes 1 % of what is left, not 1 % of the whole: after 100 batches 37 % are left.",
            lambda: 100.0,
        ),
        Wrong("At 458 batches it is still a little above 1 %.", lambda: 458.0),
    ),
)
def how_long_keras_remembers():
    batches = 1
    while 0.99**batches >= 0.01:
        batches += 1
    return batches


@number(
    "05.11",
    title="The last batch of an epoch",
    ask="A data set has 101 rows and is cut into batches of k rows; the last one takes what is left. For how many k "
    "from 2 to 100 does the last batch hold a single row, so that training stops with an error? A whole number.",
    decimals=0,
    nudge="What is left of 101 rows after full batches of k?",
    method="Count the k with 101 % k == 1.",
    why="k must divide 100: 2, 4, 5, 10, 20, 25, 50 and 100. torch's DataLoader leaves such a batch out with "
    "drop_last=True.",
    wrong=(
        Wrong(
            "A batch of one is no small matter: torch refuses it in training. Some k do lead to one.",
            lambda: 0.0,
            10,
        ),
        Wrong("k = 100 is one of them. Smaller ones that divide 100 do it as well.", lambda: 1.0),
        Wrong("You counted k = 1 as well. The question starts at 2.", lambda: 9.0),
        Wrong(
            "101 is a prime number, so no k leaves nothing over. It is about k that leave exactly one row over.",
            lambda: 99.0,
        ),
    ),
)
def the_last_batch():
    sizes = range(2, 101)
    return sum(101 % k == 1 for k in sizes)
