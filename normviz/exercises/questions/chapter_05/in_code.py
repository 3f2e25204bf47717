"""Chapter 05, training and evaluation: a function to mend, a table to bring, a mode to choose."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, function, mistake, option, own_table


def update(mean, var, batch, momentum=0.1):
    new_mean = momentum * mean + (1 - momentum) * batch.mean(axis=0)
    new_var = momentum * var + (1 - momentum) * batch.var(axis=0)
    return np.array([new_mean, new_var])


def _steps():
    first, second = (batch.values for batch in nv.examples.lecture_batches())
    rng = np.random.default_rng(5)
    return [
        (np.zeros(3), np.ones(3), first, 0.1),
        (np.array([0.45, 0.4, 0.4]), np.array([2.15, 1.1, 0.9]), second, 0.1),
        (np.array([1.0, -2.0]), np.array([3.0, 0.5]), rng.normal(2, 3, size=(4, 2)), 0.3),
    ]


@function(
    "05.12",
    title="Spot the bugs: update",
    ask="The function update(mean, var, batch, momentum=0.1) is meant to give what torch.nn.BatchNorm1d stores after "
    "one more batch of shape (N, D): the new running mean and variance, as one array of shape (2, D). It has two "
    "bugs. Mend it, and set answer to your mended function.",
    given=update,
    inputs=_steps,
    arguments=("mean", "var", "batch", "momentum"),
    nudge="Read both lines aloud with momentum = 0.1: how much of the new batch gets in? And which variance is stored?",
    method="The new batch gets the weight momentum, and batch.var needs ddof=1.",
    why="torch's momentum weighs the new batch, and running_var takes the unbiased variance. Both bugs run without a "
    "word, and both spoil only the evaluation.",
    wrong={
        "Both bugs are still there: the weights, and the variance divided by n.": mistake(update, 6),
        "The weights are right. The stored variance is still divided by n.": mistake({", ddof=1": ""}, 4),
        "The variance is unbiased now. The weights are still those of Keras.": mistake(
            {
                "(1 - momentum) * mean + momentum": "momentum * mean + (1 - momentum)",
                "(1 - momentum) * var + momentum": "momentum * var + (1 - momentum)",
            },
            6,
        ),
        "The mean is right. The variance still has both bugs: the weights, and the n below.": mistake(
            {"(1 - momentum) * var + momentum": "momentum * var + (1 - momentum)", ", ddof=1": ""}, 6
        ),
        "The mean is right. In the variance the weights are still those of Keras.": mistake(
            {"(1 - momentum) * var + momentum": "momentum * var + (1 - momentum)"}, 6
        ),
        "The variance is right. In the mean the weights are still those of Keras.": mistake(
            {"(1 - momentum) * mean + momentum": "momentum * mean + (1 - momentum)"}, 6
        ),
        "You average σ and square it afterwards. torch averages the variances.": mistake(
            {
                "* var": "* np.sqrt(var)",
                "batch.var": "batch.std",
                "new_mean, new_var": "new_mean, new_var**2",
            },
            7,
        ),
        "These are the batch's own statistics. The old values must keep their share.": mistake(
            {"(1 - momentum)": "0", "momentum * batch": "batch"}, 9
        ),
        "Your function always gives the new batch a tenth. Use its argument momentum.": {
            "(1 - momentum)": "0.9",
            "momentum * batch": "0.1 * batch",
        },
        "You store the batch's σ. What torch keeps is a variance: batch.var(…).": {
            "var(axis=0, ddof=1)": "std(axis=0)"
        },
        "The mean divides by n. Only the stored variance divides by n − 1.": {
            "batch.mean(axis=0)": "batch.sum(axis=0) / (len(batch) - 1)"
        },
        "Both rows are right, in the wrong order: the mean comes first.": {
            "new_mean, new_var": "new_var, new_mean"
        },
    },
)
def mended(mean, var, batch, momentum=0.1):
    new_mean = (1 - momentum) * mean + momentum * batch.mean(axis=0)
    new_var = (1 - momentum) * var + momentum * batch.var(axis=0, ddof=1)
    return np.array([new_mean, new_var])


def _halves(table):
    return table[: len(table) // 2, 0], table[len(table) // 2 :, 0]


def _share(table):
    first, second = _halves(table)
    return (first.std() + second.std()) / 2 / table[:, 0].std()


def _means_agree(table):
    first, second = _halves(table)
    return abs(first.mean() - second.mean()) < table[:, 0].std()


@own_table(
    "05.13",
    title="A table of your own: σ lost",
    ask="Bring one column of numbers of your own, with an even number of rows, at least 4. Its first half is batch 1, "
    "its second half batch 2. Order the rows so that the average of the two batches' σ is less than half of the σ of "
    "the whole column.",
    limits=(
        (lambda table: table.shape[1] == 1, "Give one column: a list of numbers."),
        (lambda table: len(table) >= 4 and len(table) % 2 == 0, "Give an even number of rows, at least 4."),
        (lambda table: np.ptp(table) > 0, "All numbers are equal. Let them vary: the column needs a σ."),
    ),
    holds=lambda table: _share(table) < 0.5,
    otherwise="The average of the two σ is still at least half of the σ of the whole column.",
    nudge="What does the average of the σ not know about?",
    method="Put small numbers into the first half and large ones into the second: the means move apart, and each σ "
    "stays small. Sorted data do this by themselves.",
    why="Pooled σ² is the mean of the σ² plus the variance of the means. In sorted data nearly all of it lies in the "
    "second part, which no batch can see. That is one reason why rows are shuffled before training.",
    wrong={
        "The means of your batches lie less than one σ apart. Then most of the spread lies inside the batches, and "
        "averaging loses little of it.": mistake(
            lambda: [1, 9, 2, 8, 1, 9, 2, 8], 7, lambda table: _means_agree(table)
        ),
        "The means do differ. Bring the numbers inside each half nearer to each other.": mistake(
            lambda: [0, 6, 0, 5, 6, 11, 5, 11], when=lambda table: not _means_agree(table)
        ),
    },
)
def sorted_temperatures():
    winter_and_summer = [3, 21, 1, 19, 2, 20]
    return np.sort(winter_and_summer)


@choice(
    "05.14",
    title="Freezing a layer",
    ask="To freeze one batch norm layer while the rest of a network goes on learning, you set requires_grad = False "
    "for its γ and β, and call eval() on this layer. Then, as every epoch begins, the training loop calls train() on "
    "the whole network. Which numbers of this layer still change?",
    options={
        "None: the layer is frozen.": option(
            lambda changed: changed == [],
            "It was, until train() came. The running statistics change in the forward pass, without any gradient.",
        ),
        "Its running mean and variance.": lambda changed: changed == ["mean", "var"],
        "Its running mean, but not the variance.": option(
            lambda changed: changed == ["mean"], "Both are averaged in the same forward pass."
        ),
        "γ and β, more slowly.": option(
            lambda changed: "gamma" in changed, "Without a gradient the optimizer leaves γ and β alone."
        ),
    },
    nudge="Which numbers of the layer change by gradients, and which by a forward pass? In which mode is it then?",
    method="train() on a network sets the mode of every layer in it. What does a forward pass in training mode write "
    "down?",
    why="train() on the network has put this layer back into training mode, and every forward pass in that mode moves "
    "the running mean and variance. Call eval() on the layer again, each time after the network's train().",
)
def freezing_a_layer():
    running = nv.RunningStatistics()
    mean, var = running.mean, running.var
    running.update(nv.examples.z_table().values)  # a forward pass in train(), no optimizer step
    pairs = {"mean": (mean, running.mean), "var": (var, running.var)}
    return [name for name, (old, new) in pairs.items() if not np.array_equal(np.full(3, old), new)]
