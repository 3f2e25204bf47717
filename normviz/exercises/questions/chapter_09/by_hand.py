"""Chapter 09, check the notes: numbers to recompute, and conventions to find."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, mistake, number, option
from normviz.exercises.slips import BY_THE_VARIANCE


@number(
    "09.5",
    title="A value too large to be true",
    ask="A note prints 4.6 as the largest value of a batch-normalized column of 20 rows (γ = 1, β = 0). Which is the "
    "largest value that any column of 20 rows can reach? To 2 decimals.",
    decimals=2,
    nudge="Let one row be 1 and all the others 0. Nothing lies further out.",
    method="The bound for n values is √(n − 1).",
    why="√19 = 4.36, so 4.6 is impossible, whatever the column was. The bound needs no inputs.",
    wrong={
        "Batch norm gives mean 0 and σ 1. That is no range from −1 to 1.": mistake(1.0, 1),
        "3 σ is a rule for bell curves. Batch norm keeps the shape, and a lopsided column reaches further.": (
            mistake(3.0, 2)
        ),
        "This is n − 1, the bound for the square. Take its root.": 19.0,
        "This is n. The bound is the root of n − 1.": 20.0,
        "This is √n. The bound is √(n − 1).": np.sqrt(20),
        "This is √(n − 2). The bound is √(n − 1).": np.sqrt(18),
        "This is the value that the note prints. Can a column of 20 rows reach it?": 4.6,
    },
)
def too_large_to_be_true():
    column = np.zeros(20)
    column[0] = 1
    return nv.batch_norm(column[:, None], eps=0).x_hat.max()


@number(
    "09.6",
    title="Refereeing an average of σ",
    data={"means": [1, 7], "stds": [2, 3]},
    ask="Two batches of equal size: μ = {means[0]} and σ = {stds[0]} in the first, μ = {means[1]} and σ = {stds[1]} "
    "in the second. A slide averages the two σ and takes {stds.mean} for evaluation. What is the σ of all rows "
    "together? To 4 decimals.",
    nudge="Variances can be averaged, σ cannot. And the two means lie apart.",
    method="The mean of the two variances, plus the variance of the two means, and then the root.",
    why="({stds[0]}² + {stds[1]}²)/2 inside the batches, and the means {means:and} have variance {means.var}: the "
    "root of both together is {answer}. The average, {stds.mean}, falls short.",
)
def an_average_of_sigma(means, stds):
    variance = (stds**2).mean() + means.var()
    return np.sqrt(variance)


@an_average_of_sigma.known_mistakes
def an_average_of_sigma(means, stds):
    inside, between = (stds**2).mean(), means.var()
    return {
        "This is the slide's average of the two σ.": mistake(stds.mean(), 7),
        "You averaged the variances. How far the batches' means lie apart is missing.": mistake(
            np.sqrt(inside), 7
        ),
        "The variance of the two means divides by 2 here, as all of them do.": mistake(
            np.sqrt(inside + means.var(ddof=1)), 3
        ),
        "You squared the distance between the means. Take each one's distance from the mean of both.": (
            np.sqrt(inside + np.ptp(means) ** 2)
        ),
        "This is the variance. σ is its root.": inside + between,
        "You added the two variances. Average them, and then add the variance of the means.": (
            np.sqrt((stds**2).sum() + between)
        ),
        "You averaged the two σ before you squared. The variances are averaged: σ², not σ.": np.sqrt(
            stds.mean() ** 2 + between
        ),
        "You added the two σ. Average the variances, and add the variance of the means.": stds.sum(),
        "This is the root of the sum of the two variances. Average them, and add the variance of the means.": np.sqrt(
            (stds**2).sum()
        ),
        "You averaged the two σ and then added the variance of the means. Average the variances, σ².": (
            np.sqrt(stds.mean() + between)
        ),
    }


@number(
    "09.7",
    title="Diagnose: divided by what?",
    ask="A column 1, 4, 6, 9 comes out of somebody's code as −1.1882, −0.2970, 0.2970, 1.1882. Which variance did the "
    "code divide by (under the root)? To 2 decimals.",
    decimals=2,
    room=2 / 0.297**3 * 5e-5,
    nudge="9 lies 4 above the mean, and it became 1.1882.",
    method="4/σ = 1.1882 gives σ. Its square is the variance.",
    why="(4/1.1882)² = 11.33 = 34/3: the squares add up to 34, and the code divided them by n − 1. Batch norm divides "
    "by 4. nv.diagnose finds it at once.",
)
def divided_by_what():
    sigma = (9 - 5) / 1.1882
    return sigma**2


@divided_by_what.known_mistakes
def divided_by_what():
    column, printed = np.array([1, 4, 6, 9]), 1.1882
    return {
        "This is 34/4, with n. It would make 1.3720 of the 9, so the code did not divide by n.": mistake(
            column.var(), 3
        ),
        "This is σ. The variance is its square.": 4 / printed,
        "You rounded σ before you squared it.": round(4 / printed, 2) ** 2,
        "This is σ with n. The code used another divisor; and the variance is asked for.": column.std(),
        "This is the sum of the squares, before it is divided.": 34.0,
        "This is n − 1. The variance is what came out when the sum of the squares was divided by it.": 3.0,
        "This is what 9 becomes with n, 4/√8.5. Which variance makes 1.1882 of it?": 4 / np.sqrt(8.5),
        "This is the printed value's square. Divide 4 by 1.1882 first.": printed**2,
    }


def _gives(at):
    return lambda found: np.isclose(found[at], 0.9804, atol=5e-5)


@choice(
    "09.8",
    title="Diagnose: where is ε?",
    ask="The column 0, 0.001 comes out of a program as −0.9804, 0.9804. torch's BatchNorm1d gives −0.1562, 0.1562. "
    "Both have ε = 1e-5 and n. What does the program do differently?",
    options={
        "It divides by n − 1.": option(
            _gives(0), "With n − 1 and ε inside the root it would be ±0.1543: smaller, not larger.", 3
        ),
        "It adds ε to σ, outside the root.": _gives(1),
        "It has no ε at all.": option(_gives(2), "Without ε a batch of two gives ±1 exactly."),
        "Nothing: torch rounds to 32 bits.": option(
            _gives(3), "Rounding moves the seventh digit. It does not turn 0.16 into 0.98."
        ),
    },
    nudge="σ is 0.0005, and σ² is 0.00000025. Beside which of the two is ε = 0.00001 large?",
    method="Compute 0.0005 / (0.0005 + 0.00001) and 0.0005 / √(0.0005² + 0.00001).",
    why="0.0005/(0.0005 + 0.00001) = 0.9804. Keep the decimals: printed as 0.98, the numbers would also fit ε = 1e-8 "
    "inside the root, and nv.diagnose would name both.",
)
def where_is_epsilon():
    std, eps = 0.0005, 1e-5
    sample = std / np.sqrt(2 * std**2 + eps)
    outside = std / (std + eps)
    inside = std / np.sqrt(std**2 + eps)
    return np.array([sample, outside, 1, inside])


@number(
    "09.9",
    title="Refereeing “twice the batch, half the padding”",
    ask="With 31 sentences of 32 words and one of 100, padded to 100, 65.9 % of the rows are padding. A note says: "
    "take 64 sentences, 63 of 32 words and one of 100, and padding is halved. How many per cent of the rows are "
    "padding then? To 2 decimals, in per cent.",
    decimals=2,
    nudge="How many pad rows does a sentence of 32 words get? How many sentences get them?",
    method="63 · (100 − 32) pad rows out of 64 · 100.",
    why="4284/6400 = 66.94 %: a little more than before, because only the long sentence has no pads, and it now weighs "
    "less.",
    wrong={
        "This is half of 65.9 %. Each of the new sentences brings its own pads.": 65.875 / 2,
        "This is the share in the batch of 32. The long sentence weighs less now.": 65.875,
        "Every sentence of 32 words is 68 % padding, but the long one has none.": 68.0,
        "This is a share, between 0 and 1. It is asked in per cent.": 63 * 68 / 6400,
        "This is the share of real rows.": 100 * (63 * 32 + 100) / 6400,
    },
)
def twice_the_batch():
    pads = 63 * (100 - 32)
    return 100 * pads / (64 * 100)


@number(
    "09.10",
    title="A momentum from another library",
    ask="A Keras model has batch norm with momentum=0.95. You rebuild it with torch.nn.BatchNorm1d. Which momentum "
    "do you give, so that the running mean moves in the same way? To 4 decimals.",
    nudge="In Keras the number is the weight of the old value. And in torch?",
    method="Keras: 0.95 · old + 0.05 · batch. torch: (1 − m) · old + m · batch.",
    why="m = 0.05. Copied as 0.95, the running mean would be almost the last batch's mean, and nothing would raise "
    "an error.",
    wrong={
        "Copied like this, the new batch would get the weight 0.95.": mistake(0.95, 6),
        "0.01 answers to Keras' default, 0.99. Here Keras has 0.95.": mistake(0.01, 6),
        "0.1 is torch's default. It answers to Keras' 0.9, not to 0.95.": mistake(0.1, 6),
        "0.9 is the weight that torch's default leaves to the old value.": mistake(0.9, 6),
    },
)
def momentum_from_another_library():
    keras = 0.95
    return 1 - keras


@number(
    "09.11",
    title="A row under the wrong name",
    ask="A page shows the row of “are”, 2.2, 1.1, 6.7, and prints (6.7 − 3.8138)/3.1084 = 0.9285 under the heading "
    "“layer norm”. That is what batch norm makes of it, pads included. What does layer norm make of the 6.7 (ε left "
    "out)? To 4 decimals.",
    nudge="Which numbers share a mean in layer norm?",
    method="μ = (2.2 + 1.1 + 6.7)/3, and σ of these three.",
    why="(6.7 − 3.3333)/2.4226 = 1.3897. The number 6.7 is the same, the pool is another.",
)
def a_row_under_the_wrong_name():
    row = np.array([2.2, 1.1, 6.7])
    return (6.7 - row.mean()) / row.std()


@a_row_under_the_wrong_name.known_mistakes
def a_row_under_the_wrong_name():
    batch, tokens = nv.examples.hi_nitish().batch.stacked(), nv.examples.hi_nitish().values[1]
    distance = 6.7 - 10 / 3
    return {
        "This is the printed one: the column's μ and σ. Layer norm pools across the row.": (
            nv.batch_norm(batch.values, eps=0).x_hat[5, 2]
        ),
        "Still the column, with the pads left out. Layer norm pools across the row.": (
            nv.batch_norm(batch.values, mask=batch.mask, eps=0).x_hat[5, 2]
        ),
        "You divided by n − 1. Layer norm divides by n, as batch norm does.": mistake(
            nv.normalize(np.array([2.2, 1.1, 6.7]), 0, correction=1, eps=0).x_hat[2], 3
        ),
        BY_THE_VARIANCE: distance / np.var([2.2, 1.1, 6.7]),
        "This is the distance from the row's mean. Now divide it by σ.": distance,
        "This is what the 2.2 becomes. The 6.7 is asked for.": (2.2 - 10 / 3) / np.std([2.2, 1.1, 6.7]),
        "This is what the 1.1 becomes. The 6.7 is asked for.": (1.1 - 10 / 3) / np.std([2.2, 1.1, 6.7]),
        "You pooled over all tokens of the sentence. Each token's row is a pool of its own.": mistake(
            nv.normalize(tokens, (0, 1), eps=0).x_hat[1, 2], 15
        ),
    }
