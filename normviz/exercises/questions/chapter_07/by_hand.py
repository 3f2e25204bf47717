"""Chapter 07, layer norm: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import array, mistake, number
from normviz.exercises.slips import (
    BY_THE_SUM,
    BY_THE_VARIANCE,
    N_MINUS_1_IN_A_ROW,
    NOT_CENTRED,
    ONLY_CENTRED,
    ROUNDED_SIGMA,
)

HI = np.array([6.5, 2.4, 2.2])


def _hi(mean, std):
    return (HI[1] - mean) / std


@number(
    "07.9",
    title="The second entry of “Hi”",
    ask="The last table of the notes has “Hi” as 6.5, 2.4, 2.2, and below it its second entry as (2.4 − μ2)/σ2. "
    "Compute this entry as layer norm does, from the three numbers of that table, ε left out. To 4 decimals.",
    nudge="How many means has one row?",
    method="μ and σ of 6.5, 2.4, 2.2 serve all three entries: (2.4 − μ)/σ.",
    why="One row, one μ and one σ: (2.4 − 3.7)/1.9816 = −0.6560. An index 2 would belong to another row. (The other "
    "tables have 3.21 for 2.2; whose slip it is, nobody knows.)",
    wrong={
        "You took the μ and σ of the second column, as batch norm does. This is layer norm: stay in the row.": (
            lambda: _hi(_notes()[:, 1].mean(), _notes()[:, 1].std())
        ),
        "You took the μ and σ of the second row, “Nitish”. Every row looks after itself.": (
            lambda: _hi(np.mean([2.2, 0.4, 3.6]), np.std([2.2, 0.4, 3.6]))
        ),
        "You took 3.21 for the third number, as the other tables have it. Take the 2.2 of this one.": (
            lambda: _hi(np.mean([6.5, 2.4, 3.21]), np.std([6.5, 2.4, 3.21]))
        ),
        "This is the entry of 6.5, 2.41, 3.21, from section 2. Take the three numbers of this table.": (
            lambda: nv.layer_norm(nv.examples.hi_nitish().values[0, 0], eps=0).y[1]
        ),
        "You took the μ and σ of 6.5, 2.41, 3.21, from section 2. Take the three numbers of this table.": (
            lambda: _hi(np.mean([6.5, 2.41, 3.21]), np.std([6.5, 2.41, 3.21]))
        ),
        "This is the 6.5's entry, the first. The second is asked for.": lambda: nv.layer_norm(HI, eps=0).y[0],
        "This is the 2.2's entry, the third. The second is asked for.": lambda: nv.layer_norm(HI, eps=0).y[2],
        N_MINUS_1_IN_A_ROW: mistake(lambda: _hi(HI.mean(), HI.std(ddof=1)), 3),
        "You took one μ and one σ for the whole sentence. In a transformer each token has its own.": mistake(
            lambda: _hi(_notes()[:4].mean(), _notes()[:4].std()), 15
        ),
        ONLY_CENTRED: lambda: _hi(HI.mean(), 1),
        BY_THE_VARIANCE: lambda: _hi(HI.mean(), HI.var()),
        NOT_CENTRED: lambda: _hi(0, HI.std()),
        "The size is right. 2.4 lies below the mean, so the sign is minus.": (
            lambda: -_hi(HI.mean(), HI.std())
        ),
    },
)
def second_entry_of_hi():
    row = np.array([6.5, 2.4, 2.2])
    return (row[1] - row.mean()) / row.std()


def _notes():
    """The stacked table as the notes print it at last: to one decimal, with 2.2 for “Hi”."""
    table = nv.examples.hi_nitish().batch.stacked().values.round(1)
    table[0] = HI
    return table


@array(
    "07.10",
    title="The first of three tokens",
    data={"first": [2, 3, 10], "second": [6, 5, 1], "third": [4, 7, 1]},
    fits=lambda **rows: np.ptp([*rows.values()], axis=0).min() > 0,
    ask="A sentence has three tokens with three features each: {first}, then {second}, then {third}. Layer-normalize "
    "the first token (γ = 1, β = 0, ε left out). Three numbers, to 4 decimals.",
    per="one number for each of the 3 features of the first token",
    nudge="Only three of the nine numbers enter.",
    method="μ = {first.sum}/3. Then σ, dividing by 3, and (x − μ)/σ for each of the three.",
    why="μ = {first.mean} and σ = √({first.squares}/3) = {first.std} give {answer}. Their sum is 0, up to rounding, "
    "as for every row.",
    wrong={
        "You pooled down the columns, as batch norm and instance norm do. Layer norm goes across the row.": (
            lambda *, first, **others: nv.batch_norm([first, *others.values()], eps=0).y[0]
        ),
        "You used one μ and one σ for the whole sentence. Each token has its own.": mistake(
            lambda *, first, **others: _by_all(first, [first, *others.values()]), 15
        ),
        N_MINUS_1_IN_A_ROW: mistake(lambda *, first, **others: (first - first.mean()) / first.std(ddof=1), 3),
        "You divided by the root mean square without subtracting the mean: that is RMS norm.": (
            lambda *, first, **others: nv.rms_norm(first, eps=0).y
        ),
        "This is min–max scaling, (x − min)/(max − min).": mistake(
            lambda *, first, **others: (first - first.min()) / np.ptp(first), 1
        ),
        BY_THE_VARIANCE: lambda *, first, **others: (first - first.mean()) / first.var(),
        ONLY_CENTRED: lambda *, first, **others: first - first.mean(),
        NOT_CENTRED: lambda *, first, **others: first / first.std(),
        BY_THE_SUM: lambda *, first, **others: (first - first.mean()) / np.sqrt(3 * first.var()),
        ROUNDED_SIGMA: lambda *, first, **others: (first - first.mean()) / first.std().round(1),
    },
)
def the_first_of_three_tokens(first, second, third):
    return (first - first.mean()) / first.std()


def _by_all(row, sentence):
    return (row - np.mean(sentence)) / np.std(sentence)


@number(
    "07.11",
    title="How many means?",
    data={"sentences": 32, "tokens": 100, "features": 64},
    ask="A batch has {sentences} sentences, each of {tokens} tokens, each with {features} features. How many "
    "different means does layer norm, as transformers use it, compute? A whole number.",
    decimals=0,
    nudge="One mean for each row. What is a row, and how many are there?",
    method="Look at nv.layer_norm(x).mean.size for x of shape ({sentences}, {tokens}, {features}).",
    why="Every token of every sentence is a row: {sentences} · {tokens} = {answer} means, each of {features} numbers. "
    "Batch norm would compute {features} means, each of {answer} numbers.",
    wrong={
        "One mean a feature: that is batch norm.": lambda features: features,
        "One mean a sentence would be layer norm over (L, D).": mistake(lambda sentences: sentences, 15),
        "One mean for each feature of each sentence: that is instance norm.": mistake(
            lambda sentences, features: sentences * features, 15
        ),
        "The places are the same in every sentence, but each sentence has its own tokens: multiply by {sentences}.": (
            lambda tokens: tokens
        ),
        "This is the shape of what holds the means. How many means stand in it?": (
            lambda sentences, tokens: np.array([sentences, tokens])
        ),
        "This is the shape of what holds the means. So how many are they?": (
            lambda sentences, tokens: np.array([sentences, tokens, 1])
        ),
        "One mean for every number would leave only zeros.": (
            lambda sentences, tokens, features: sentences * tokens * features
        ),
    },
)
def how_many_means(sentences, tokens, features):
    x = np.zeros((sentences, tokens, features))
    return nv.layer_norm(x).mean.size


@number(
    "07.12",
    title="As large as it gets",
    ask="A token has 8 features. What is the largest number that layer norm can ever give (γ = 1, β = 0, ε left "
    "out)? To 4 decimals.",
    nudge="When does one number lie as many σ as possible above the mean of its row?",
    method="Make one feature different and the seven others equal. Which numbers you take makes no difference.",
    why="√(D − 1) = √7 = 2.6458. The bound grows with the number of features; with 3 of them it was √2.",
    wrong={
        "Nothing holds a normalized value inside ±1: σ is a typical distance, not the largest.": mistake(
            1.0, 1
        ),
        "Close. The number that lies far out also pulls the mean towards itself, and that costs it a little: "
        "normalize such a row, and look.": np.sqrt(8),
        "This is D − 1, the bound for the square. Take its root.": 7.0,
        N_MINUS_1_IN_A_ROW: mistake(lambda: nv.normalize(np.eye(8)[0], -1, eps=0, correction=1).y.max(), 3),
        "This is as large as it gets with 3 features. Here there are 8.": np.sqrt(2),
        "With so few numbers there is a bound: the one that lies far out makes σ large as well.": np.inf,
        "3 σ is a rule for bell curves. A row of 8 numbers can be no such curve.": mistake(3.0, 2),
    },
)
def as_large_as_it_gets():
    row = np.array([0, 0, 0, 0, 0, 0, 0, 1])
    return (row.max() - row.mean()) / row.std()


def _longer():
    return nv.examples.hi_nitish().batch.pad_to(6)


@number(
    "07.13",
    title="Instance norm sees the pads",
    ask="Both sentences are padded to 6 tokens. Instance norm takes d1 of “How are you today ‹pad› ‹pad›”: 7.5, 2.2, "
    "2.9, 9.9, 0, 0. What does it make of the 7.5 (γ = 1, β = 0, ε left out)? To 4 decimals.",
    nudge="Which six numbers share this mean?",
    method="μ = 22.5/6. Then σ over the six numbers, and (7.5 − μ)/σ.",
    why="μ = 3.75 and σ = 3.7224 give 1.0074. Without the two pads it would be 0.5860. So instance norm does see "
    "padding, and layer norm over D does not.",
    wrong={
        "You left the pads out. Instance norm has no mask: it counts the zeros as well.": (
            lambda: nv.instance_norm(_longer().values[1:, :4], eps=0).y[0, 0, 0]
        ),
        "You took both sentences together, which is batch norm.": (
            lambda: nv.batch_norm(_longer().values, eps=0).y[1, 0, 0]
        ),
        "You stayed in the row of “How”, which is layer norm.": (
            lambda: nv.layer_norm(_longer().values[1, 0], eps=0).y[0]
        ),
        "You used the whole sentence, all its features: layer norm over (L, D).": mistake(
            lambda: nv.normalize(_longer().values, (1, 2), eps=0).y[1, 0, 0], 15
        ),
        "You divided by n − 1. That is the sample variance; instance norm divides by n.": mistake(
            lambda: nv.normalize(_longer().values, 1, eps=0, correction=1).y[1, 0, 0], 3
        ),
        BY_THE_VARIANCE: (7.5 - 3.75) / np.var([7.5, 2.2, 2.9, 9.9, 0, 0]),
        "3.75 is μ, and 7.5 − μ as well. If it is the distance, divide it by σ; if it is μ, the 7.5 is asked for.": (
            7.5 - 3.75
        ),
        "1 is what section 6 has for the 6.5 of “Hi Nitish” without its pads: a pool of two. Here six numbers "
        "share a mean. If you have rounded, give 4 decimals.": 1.0,
        NOT_CENTRED: 7.5 / np.std([7.5, 2.2, 2.9, 9.9, 0, 0]),
    },
)
def instance_norm_sees_the_pads():
    column = np.array([7.5, 2.2, 2.9, 9.9, 0, 0])
    return (column[0] - column.mean()) / column.std()
