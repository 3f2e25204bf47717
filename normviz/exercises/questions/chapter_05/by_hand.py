"""Chapter 05, training and evaluation: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import plain
from normviz.exercises.kinds import array, mistake, number


def first_and_second():
    return [batch.values for batch in nv.examples.lecture_batches()]


def _stored(momentum, correction=1, start=1.0, turned=True, of=None, last=2):
    kept = np.full(3, start)
    for batch in first_and_second()[:: -1 if turned else 1][:last]:
        new = batch.var(axis=0, ddof=correction) if of is None else of(batch, axis=0)
        kept = (1 - momentum) * kept + momentum * new
    return kept


def _weighed(x):
    return 0.4 * x[0] + 0.6 * x[1]


def _between(means):
    return _weighed((means - _weighed(means)) ** 2)


def _running(momentum, *batches, start=0.0):
    mean = start
    for batch in batches:
        mean = (1 - momentum) * mean + momentum * np.mean(batch)
    return mean


@number(
    "05.6",
    title="The running mean after two batches",
    data={"first": [6, 10, 2], "second": [1, 3]},
    ask="A torch layer with momentum=0.2 starts at a running mean of 0. In one column it sees the batch {first} and "
    "then the batch {second}. Where does the running mean of this column stand? To 4 decimals.",
    nudge="Two steps. The second one starts where the first one ended.",
    method="Each step: 0.8 · old + 0.2 · mean of the batch. The means are {first.mean} and {second.mean}.",
    why=lambda first, second: (
        f"0.8 · 0 + 0.2 · {plain(first.mean())} = {plain(0.2 * first.mean())}, then 0.8 · {plain(0.2 * first.mean())} "
        f"+ 0.2 · {plain(second.mean())} = {plain(_running(0.2, first, second))}. The start still weighs 0.8² = 64 %."
    ),
)
def running_mean_after_two(first, second):
    mean = 0.0
    for batch in (first, second):
        mean = 0.8 * mean + 0.2 * batch.mean()
    return mean


@running_mean_after_two.known_mistakes
def running_mean_after_two(first, second):
    means = [first.mean(), second.mean()]
    return {
        "You gave the new batch the weight 0.8, as Keras reads it. torch's 0.2 is the weight of the "
        "new batch.": mistake(_running(0.8, first, second), 6),
        "This is the plain average of the two means, as if the start value were gone.": mistake(
            sum(means) / 2, 9
        ),
        "This is the mean of all five rows. The layer never sees them together.": (
            np.mean([*first, *second])
        ),
        "You added a fifth of each mean. In the second step the first one's share shrinks as well: times 0.8.": (
            0.2 * sum(means)
        ),
        "Your second step began at 0. It begins where the first one ended.": _running(0.2, second),
        "This is where it stands after the first batch. A second one came.": _running(0.2, first),
        "You took torch's usual momentum, 0.1. This layer has 0.2.": _running(0.1, first, second),
        "You fed the batches the other way round. The newest one counts most.": (
            _running(0.2, second, first)
        ),
        "You began at the first batch's mean. torch begins at 0.": mistake(
            _running(0.2, second, start=first.mean()), 9
        ),
    }


@array(
    "05.7",
    title="What torch stores as running_var",
    ask="Feed the lecture's batches the other way round: first rows 3–5 of the z table, then rows 1–2 "
    "(nv.examples.lecture_batches()[::-1], each with .values). A torch layer with momentum=0.1 starts at a running "
    "variance of 1. What is its running_var after both? Three numbers, to 4 decimals.",
    per="one variance for each of z1, z2, z3",
    nudge="Which variance of a batch is stored: divided by n, or by n − 1?",
    method="Each step: 0.9 · old + 0.1 · batch.var(axis=0, ddof=1).",
    why="2.9, 1.22, 1.02. Normalizing the batch divides by n; what is stored is unbiased, divided by n − 1. In the "
    "other order they were 2.8683, 1.2233, 1.0433: the newer batch counts more.",
)
def what_torch_stores():
    var = np.ones(3)
    for batch in nv.examples.lecture_batches()[::-1]:
        var = 0.9 * var + 0.1 * batch.values.var(axis=0, ddof=1)
    return var


@what_torch_stores.known_mistakes
def what_torch_stores():
    return {
        "You stored the variance divided by n. That one normalizes the batch; torch stores the one "
        "with n − 1.": mistake(_stored(0.1, 0), 4),
        "You gave the new batch the weight 0.9, as Keras reads momentum=0.1.": mistake(_stored(0.9, 1), 6),
        "The running variance starts at 1, not at 0.": _stored(0.1, 1, start=0.0),
        "This is the plain average of the two batches' variances. The start value still weighs 81 %.": mistake(
            np.mean([b.var(axis=0, ddof=1) for b in first_and_second()], axis=0), 9
        ),
        "This is the order of the chapter. Here rows 3–5 come first.": _stored(0.1, 1, turned=False),
        "You stopped after the first batch. The layer sees both.": _stored(0.1, 1, last=1),
        "This is the order of the chapter, and you divided by n. Rows 3–5 come first, and torch stores n − 1.": mistake(
            _stored(0.1, 0, turned=False), 4
        ),
        "This is the variance of all five rows, with n − 1. The layer never sees them together.": (
            np.concatenate(first_and_second()).var(axis=0, ddof=1)
        ),
        "These are σ. torch stores the variance, without the root.": np.sqrt(_stored(0.1, 1)),
        "These are the running means. The running variances are asked for.": (
            _stored(0.1, of=np.mean, start=0.0)
        ),
        "This is the variance of all five rows. The layer never sees them together.": (
            np.concatenate(first_and_second()).var(axis=0)
        ),
    }


@number(
    "05.8",
    title="A row in evaluation",
    data={"running_mean": 0.9, "running_var": 3.1, "batch": [5, 1, 3]},
    ask="A layer holds, for one column, a running mean of {running_mean} and a running variance of {running_var}. "
    "eval() was called. A test batch arrives with {batch:and} in this column. Which x̂ does the layer give the "
    "{batch[0]} (γ = 1, β = 0, ε = 1e-5)? To 4 decimals.",
    nudge="In eval mode the layer uses what it has stored, good or not.",
    method="({batch[0]} − running mean) / √(running variance + ε).",
    why="({batch[0]} − {running_mean})/√{running_var} = {answer}. The {batch[1]} and the {batch[2]} beside it change "
    "nothing: in eval mode each row stands alone.",
)
def a_row_in_evaluation(running_mean, running_var, batch):
    return (batch[0] - running_mean) / np.sqrt(running_var + 1e-5)


@a_row_in_evaluation.known_mistakes
def a_row_in_evaluation(running_mean, running_var, batch):
    own, others = batch[0] - running_mean, batch[0] - batch.mean()
    sigma = np.sqrt(running_var)
    return {
        "You used the μ and σ of the test batch. In eval mode no batch counts.": others / batch.std(),
        "You used the test batch, and n − 1. In eval mode no batch counts.": mistake(
            others / batch.std(ddof=1), 3
        ),
        "The start values 0 and 1 would leave the {batch[0]} as it is. But eval() does not switch the layer off: it "
        "uses the {running_mean} and the {running_var} that it holds.": batch[0],
        "You divided by the variance. Divide by its root.": own / running_var,
        "You subtracted the running mean. Now divide by the root of the running variance.": own,
        "Subtract the running mean first.": batch[0] / sigma,
        "The mean of the test batch does not count, either: subtract the stored one.": others / sigma,
        "You divided by the σ of the test batch. It does not count, either: take the stored variance.": (
            own / batch.std()
        ),
        "This is the {batch[1]}'s. The {batch[0]} is asked.": (batch[1] - running_mean) / sigma,
    }


@number(
    "05.9",
    title="Pooling a small and a large batch",
    data={"means": [1, 7], "variances": [2, 10]},
    ask="A batch of 20 rows has μ = {means[0]} and σ² = {variances[0]}. A batch of 30 rows has μ = {means[1]} and σ² = "
    "{variances[1]} (both divided by n). What is the variance of all 50 rows together? To 2 decimals.",
    decimals=2,
    nudge="The large batch counts one and a half times as much as the small one, in both parts of the law.",
    method="Weights 0.4 and 0.6. The mean of all is 0.4·{means[0]} + 0.6·{means[1]}. Then the mean of the variances, "
    "plus the weighted squares of the distances of both means from it.",
    why=lambda means, variances: (
        f"Inside {plain(_weighed(variances))}, between {plain(_between(means))}: together "
        f"{plain(_weighed(variances) + _between(means))}. With equal weights it would be "
        f"{plain(variances.mean() + means.var())}: the law needs the batches' sizes."
    ),
)
def pooling_unequal_batches(means, variances):
    weights = np.array([0.4, 0.6])
    mean = weights @ means
    return weights @ variances + weights @ (means - mean) ** 2


@pooling_unequal_batches.known_mistakes
def pooling_unequal_batches(means, variances):
    inside, between, sigmas = _weighed(variances), _between(means), np.sqrt(variances)
    return {
        "You averaged inside the batches only. How far their means lie apart is missing.": inside,
        "You averaged the two σ and squared it.": mistake(_weighed(sigmas) ** 2, 7),
        "You averaged the two σ, both alike, and squared it.": mistake(sigmas.mean() ** 2, 7),
        "You averaged the two σ. That is no σ of all rows, and the variance is asked for.": mistake(
            sigmas.mean(), 7
        ),
        "You averaged the two σ by rows. That is no σ of all rows, and the variance is asked for.": mistake(
            _weighed(sigmas), 7
        ),
        "You exchanged the weights: the batch of 20 rows counts 0.4, the batch of 30 rows 0.6.": (
            _weighed(variances[::-1]) + _between(means[::-1])
        ),
        "You weighed both batches alike. The larger one must count for more.": (
            variances.mean() + means.var()
        ),
        "You weighed both batches alike inside. The larger one must count for more there, too.": (
            variances.mean() + between
        ),
        "You added the distance between the means. Take each mean's distance from the mean of all, squared.": (
            inside + np.ptp(means)
        ),
        "You weighed both means alike. The larger batch must count for more there, too.": (
            inside + means.var()
        ),
        "You averaged the two variances. How far their means lie apart is missing, and so are the sizes.": (
            variances.mean()
        ),
        "This is only the variance of the means. The rows also vary inside each batch.": between,
        "This is σ. The variance is asked for.": np.sqrt(inside + between),
        "You squared the distance between the two means. Take each mean's distance from the mean of all, squared.": (
            inside + np.ptp(means) ** 2
        ),
        "You added half the distance between the means, not squared. Take each one's distance from the mean of all.": (
            inside + np.ptp(means) / 2
        ),
        "You added the distances of the means without squaring them.": (
            inside + _weighed(np.abs(means - _weighed(means)))
        ),
        "You weighed the variances with n − 1: 19 and 29. Here all of them divide by n.": mistake(
            np.array([19, 29]) @ variances / 48 + between, 3
        ),
        "You divided by 49, n − 1. Here all variances divide by n.": mistake((inside + between) * 50 / 49, 3),
    }


@number(
    "05.10",
    title="How long Keras remembers",
    ask="Keras' default momentum is 0.99. After how many batches do the start values weigh less than 1 % for the first "
    "time? A whole number.",
    decimals=0,
    nudge="In Keras the number is the weight of the old value.",
    method="Find the first n with 0.99ⁿ below 0.01.",
    why="0.99⁴⁵⁸ is still above 1 %, 0.99⁴⁵⁹ is below. torch's default forgets ten times faster: 44 batches.",
    wrong={
        "You read 0.99 as the weight of the new batch, as torch would. In Keras it is the weight of the old value.": (
            mistake(1.0, 6)
        ),
        "44 is the answer for torch's default of 0.1, which is 0.9 in Keras.": mistake(44.0, 6),
        "Each batch takes 1 % of what is left, not 1 % of the whole: after 100 batches 37 % are left.": 100.0,
        "At 458 batches it is still a little above 1 %.": 458.0,
        "After 230 batches they weigh less than 10 %. The question asks for 1 %.": 230.0,
    },
)
def how_long_keras_remembers():
    batches = 1
    while 0.99**batches >= 0.01:
        batches += 1
    return batches


@number(
    "05.11",
    title="The last batch of an epoch",
    ask="A data set has 241 rows and is cut into batches of k rows; the last one takes what is left. For how many k "
    "from 2 to 240 does the last batch hold a single row, so that training stops with an error? A whole number.",
    decimals=0,
    nudge="What is left of 241 rows after full batches of k?",
    method="Count the k with 241 % k == 1.",
    why="k must divide 240, which has 20 divisors, and k = 1 is not asked: 19. torch's DataLoader leaves such a batch "
    "out with drop_last=True.",
    wrong={
        "No k leaves nothing over, because 241 is a prime number. Some leave one row over: 241 = 120 · 2 + 1.": 0.0,
        "k = 240 is one of them. Smaller ones that divide 240 do it as well.": 1.0,
        "You counted k = 1 as well. The question starts at 2.": 20.0,
        "You left out k = 240: one full batch, and one row over.": 18.0,
        "241 is a prime number, so no k leaves nothing over. It is about k that leave exactly one row over.": 239.0,
    },
)
def the_last_batch():
    sizes = range(2, 241)
    return sum(241 % k == 1 for k in sizes)
