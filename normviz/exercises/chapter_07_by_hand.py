"""Chapter 07, layer norm: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number


def _block():
    return nv.examples.hi_nitish().values


def _today(normalized):
    return normalized.y[1, 3]


@number(
    "07.9",
    title="The second entry of “Hi”",
    ask="The notes write the second entry of “Hi” (row 6.5, 2.41, 3.21) as (2.4 − μ2)/σ2. Compute it as layer norm "
    "does, with 2.41, ε left out. To 4 decimals.",
    nudge="How many means has one row?",
    method="μ and σ of 6.5, 2.41, 3.21 serve all three entries: (2.41 − μ)/σ.",
    why="One row, one μ and one σ: (2.41 − 4.04)/1.7699 = −0.9210. An index 2 would belong to another row.",
    wrong=(
        Wrong(
            "You took the μ and σ of the second column, d2, as batch norm does. This is layer norm: stay in the row.",
            lambda: nv.batch_norm(_block(), eps=0).y[0, 0, 1],
        ),
        Wrong(
            "You took the μ and σ of the second row, “Nitish”. Every row looks after itself.",
            lambda: (2.41 - np.mean([2.21, 0.4, 3.6])) / np.std([2.21, 0.4, 3.6]),
        ),
        Wrong(
            "You divided by n − 1. That is the sample variance; layer norm divides by n.",
            lambda: (2.41 - np.mean([6.5, 2.41, 3.21])) / np.std([6.5, 2.41, 3.21], ddof=1),
            3,
        ),
        Wrong(
            "You took one μ and one σ for the whole sentence. In a transformer each token has its own.",
            lambda: nv.normalize(_block(), (1, 2), eps=0).y[0, 0, 1],
            15,
        ),
        Wrong("You subtracted the mean. Now divide by σ.", lambda: 2.41 - np.mean([6.5, 2.41, 3.21])),
    ),
)
def second_entry_of_hi():
    row = np.array([6.5, 2.41, 3.21])
    return (row[1] - row.mean()) / row.std()


@array(
    "07.10",
    title="The row of “today”",
    ask="Layer-normalize the row of “today”: 9.9, 2.3, 6.5 (γ = 1, β = 0). Three numbers, to 4 decimals.",
    per="one number for each of the 3 features of “today”",
    nudge="Only these three numbers enter.",
    method="μ = 18.7/3. Then σ, dividing by 3, and (x − μ)/σ for each of the three.",
    why="μ = 6.2333 and σ = 3.1084 give 1.1796, −1.2654, 0.0858. Their sum is 0, up to rounding, as for every row.",
    wrong=(
        Wrong(
            "You pooled down the columns, as batch norm does.",
            lambda: _today(nv.batch_norm(_block())),
        ),
        Wrong(
            "You pooled down the columns of the second sentence alone: that is instance norm.",
            lambda: _today(nv.instance_norm(_block())),
            15,
        ),
        Wrong(
            "You used one μ and one σ for the whole second sentence. Each token has its own.",
            lambda: _today(nv.normalize(_block(), (1, 2))),
            15,
        ),
        Wrong(
            "You divided by n − 1. That is the sample variance; layer norm divides by n.",
            lambda: _today(nv.normalize(_block(), -1, correction=1)),
            3,
        ),
        Wrong(
            "You divided by the root mean square without subtracting the mean: that is RMS norm.",
            lambda: _today(nv.rms_norm(_block())),
        ),
        Wrong(
            "This is min–max scaling, (x − min)/(max − min).",
            lambda: (np.array([9.9, 2.3, 6.5]) - 2.3) / (9.9 - 2.3),
            1,
        ),
    ),
)
def the_row_of_today():
    row = np.array([9.9, 2.3, 6.5])
    return (row - row.mean()) / np.sqrt(row.var() + 1e-5)


@number(
    "07.11",
    title="How many means?",
    ask="A batch has 32 sentences, each of 100 tokens, each with 64 features. How many different means does layer "
    "norm, as transformers use it, compute? A whole number.",
    decimals=0,
    nudge="One mean for each row. What is a row, and how many are there?",
    method="Look at nv.layer_norm(x).mean.size for x of shape (32, 100, 64).",
    why="Every token of every sentence is a row: 32 · 100 = 3200 means, each of 64 numbers. Batch norm would compute "
    "64 means, each of 3200 numbers.",
    wrong=(
        Wrong("One mean a feature: that is batch norm.", lambda: 64.0),
        Wrong("One mean a sentence would be layer norm over (L, D).", lambda: 32.0, 15),
        Wrong("One mean for each feature of each sentence: that is instance norm.", lambda: 32.0 * 64, 15),
        Wrong(
            "The places are the same in every sentence, but each sentence has its own tokens: multiply by 32.",
            lambda: 100.0,
        ),
        Wrong("One mean for every number would leave only zeros.", lambda: 32.0 * 100 * 64),
    ),
)
def how_many_means():
    x = np.zeros((32, 100, 64))
    return nv.layer_norm(x).mean.size


@number(
    "07.12",
    title="As large as it gets",
    ask="A token has 3 features. What is the largest number that layer norm can ever give (γ = 1, β = 0, ε left "
    "out)? To 4 decimals.",
    nudge="When does one number lie as many σ as possible above the mean of its row?",
    method="Make one feature different and the other two equal. Row 5 of the z table is such a row.",
    why="√(D − 1) = √2 = 1.4142, as in row 5 of the z table (3, 3, 4). The pool has 3 numbers, so the bound is "
    "smaller than batch norm's on a large batch.",
    wrong=(
        Wrong(
            "Nothing holds a normalized value inside ±1; row 5 of the z table goes beyond it.", lambda: 1.0, 1
        ),
        Wrong("The bound is √(D − 1), not √D.", lambda: np.sqrt(3)),
        Wrong(
            "With so few numbers there is a bound: the one that lies far out makes σ large as well.",
            lambda: np.inf,
        ),
        Wrong(
            "√(n − 1) with the 5 rows of the table is batch norm's bound. Layer norm's n is D = 3.",
            lambda: 2.0,
        ),
    ),
)
def as_large_as_it_gets():
    row = np.array([0, 0, 1])
    return (row.max() - row.mean()) / row.std()


@number(
    "07.13",
    title="Instance norm sees the pads",
    ask="Instance norm takes d1 of “Hi Nitish ‹pad› ‹pad›”: 6.5, 2.21, 0, 0. What does it make of the 6.5 (γ = 1, β "
    "= 0, ε left out)? To 4 decimals.",
    nudge="Which four numbers share this mean?",
    method="μ = 8.71/4. Then σ over the four numbers, and (6.5 − μ)/σ.",
    why="μ = 2.1775 and σ = 2.6537 give 1.6289. Without the two pads it would be exactly 1. So instance norm does see "
    "padding, and layer norm over D does not.",
    wrong=(
        Wrong(
            "You left the pads out. Two numbers always give ±1, but instance norm counts the zeros as well.",
            lambda: 1.0,
            15,
        ),
        Wrong(
            "You took both sentences together, which is batch norm.",
            lambda: nv.batch_norm(_block(), eps=0).y[0, 0, 0],
        ),
        Wrong(
            "You stayed in the row of “Hi”, which is layer norm.",
            lambda: nv.layer_norm(_block()[0, 0], eps=0).y[0],
        ),
        Wrong(
            "You used the whole sentence, all its features: layer norm over (L, D).",
            lambda: nv.normalize(_block(), (1, 2), eps=0).y[0, 0, 0],
            15,
        ),
        Wrong(
            "You divided by n − 1. That is the sample variance; instance norm divides by n.",
            lambda: nv.normalize(_block(), 1, eps=0, correction=1).y[0, 0, 0],
            3,
        ),
    ),
)
def instance_norm_sees_the_pads():
    column = np.array([6.5, 2.21, 0, 0])
    return (column[0] - column.mean()) / column.std()
