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


def _notes():
    """The stacked table as the notes print it at last: to one decimal, with 2.2 for “Hi”."""
    table = nv.examples.hi_nitish().batch.stacked().values.round(1)
    table[0] = 6.5, 2.4, 2.2
    return table


@number(
    "07.9",
    title="The second entry of “Hi”",
    ask="The last table of the notes has “Hi” as 6.5, 2.4, 2.2, and below it its second entry as (2.4 − μ2)/σ2. "
    "Compute this entry as layer norm does, from the three numbers of that table, ε left out. To 4 decimals.",
    nudge="How many means has one row?",
    method="μ and σ of 6.5, 2.4, 2.2 serve all three entries: (2.4 − μ)/σ.",
    why="One row, one μ and one σ: (2.4 − 3.7)/1.9816 = −0.6560. An index 2 would belong to another row. (The other "
    "tables have 3.21 for 2.2; whose slip it is, nobody knows.)",
)
def second_entry_of_hi():
    row = np.array([6.5, 2.4, 2.2])
    return (row[1] - row.mean()) / row.std()


@second_entry_of_hi.known_mistakes
def second_entry_of_hi():
    row, others, notes = np.array([6.5, 2.4, 2.2]), [6.5, 2.41, 3.21], _notes()
    x_hat = (row - row.mean()) / row.std()

    def by(pool):
        return (2.4 - np.mean(pool)) / np.std(pool)

    return {
        "You took the μ and σ of the second column, as batch norm does. This is layer norm: stay in the row.": (
            by(notes[:, 1])
        ),
        "You took the μ and σ of the second row, “Nitish”. Every row looks after itself.": by(notes[1]),
        "You took 3.21 for the third number, as the other tables have it. Take the 2.2 of this one.": (
            by([6.5, 2.4, 3.21])
        ),
        "This is the entry of 6.5, 2.41, 3.21, from section 2. Take the three numbers of this table.": (
            nv.layer_norm(others, eps=0).y[1]
        ),
        "You took the μ and σ of 6.5, 2.41, 3.21, from section 2. Take the three numbers of this table.": (
            by(others)
        ),
        "This is the 6.5's entry, the first. The second is asked for.": x_hat[0],
        "This is the 2.2's entry, the third. The second is asked for.": x_hat[2],
        N_MINUS_1_IN_A_ROW: mistake((2.4 - row.mean()) / row.std(ddof=1), 3),
        "You took one μ and one σ for the whole sentence. In a transformer each token has its own.": mistake(
            by(notes[:4]), 15
        ),
        ONLY_CENTRED: 2.4 - row.mean(),
        BY_THE_VARIANCE: (2.4 - row.mean()) / row.var(),
        NOT_CENTRED: 2.4 / row.std(),
        "The size is right. 2.4 lies below the mean, so the sign is minus.": -x_hat[1],
    }


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
)
def the_first_of_three_tokens(first, second, third):
    return (first - first.mean()) / first.std()


@the_first_of_three_tokens.known_mistakes
def the_first_of_three_tokens(first, second, third):
    sentence, distances = np.array([first, second, third]), first - first.mean()
    return {
        "You pooled down the columns, as batch norm and instance norm do. Layer norm goes across the row.": (
            nv.batch_norm(sentence, eps=0).y[0]
        ),
        "You used one μ and one σ for the whole sentence. Each token has its own.": mistake(
            (first - sentence.mean()) / sentence.std(), 15
        ),
        N_MINUS_1_IN_A_ROW: mistake(distances / first.std(ddof=1), 3),
        "You divided by the root mean square without subtracting the mean: that is RMS norm.": (
            nv.rms_norm(first, eps=0).y
        ),
        "This is min–max scaling, (x − min)/(max − min).": mistake((first - first.min()) / np.ptp(first), 1),
        BY_THE_VARIANCE: distances / first.var(),
        ONLY_CENTRED: distances,
        NOT_CENTRED: first / first.std(),
        BY_THE_SUM: distances / np.sqrt(3 * first.var()),
        ROUNDED_SIGMA: distances / first.std().round(1),
    }


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
)
def how_many_means(sentences, tokens, features):
    x = np.zeros((sentences, tokens, features))
    return nv.layer_norm(x).mean.size


@how_many_means.known_mistakes
def how_many_means(sentences, tokens, features):
    return {
        "One mean a feature: that is batch norm.": features,
        "One mean a sentence would be layer norm over (L, D).": mistake(sentences, 15),
        "One mean for each feature of each sentence: that is instance norm.": sentences * features,
        "The places are the same in every sentence, but each sentence has its own tokens: multiply by {sentences}.": (
            tokens
        ),
        "This is the shape of what holds the means. How many means stand in it?": (
            np.array([sentences, tokens])
        ),
        "This is the shape of what holds the means. So how many are they?": (
            np.array([sentences, tokens, 1])
        ),
        "One mean for every number would leave only zeros.": sentences * tokens * features,
        "These are the numbers of one sentence. Count rows: every token is one.": tokens * features,
    }


@number(
    "07.12",
    title="As large as it gets",
    ask="A token has 8 features. What is the largest number that layer norm can ever give (γ = 1, β = 0, ε left "
    "out)? To 4 decimals.",
    nudge="When does one number lie as many σ as possible above the mean of its row?",
    method="Make one feature different and the seven others equal. Which numbers you take makes no difference.",
    why="√(D − 1) = √7 = 2.6458. The bound grows with the number of features; with 3 of them it was √2.",
)
def as_large_as_it_gets():
    row = np.array([0, 0, 0, 0, 0, 0, 0, 1])
    return (row.max() - row.mean()) / row.std()


@as_large_as_it_gets.known_mistakes
def as_large_as_it_gets():
    return {
        "Nothing holds a normalized value inside ±1: σ is a typical distance, not the largest.": mistake(
            1.0, 1
        ),
        (
            "Close. The number that lies far out also pulls the mean towards itself, and that costs it a little: "
            "normalize such a row, and look."
        ): (np.sqrt(8)),
        "This is D − 1, the bound for the square. Take its root.": 7.0,
        N_MINUS_1_IN_A_ROW: mistake(nv.normalize(np.eye(8)[0], -1, eps=0, correction=1).y.max(), 3),
        "This is as large as it gets with 3 features. Here there are 8.": np.sqrt(2),
        "With so few numbers there is a bound: the one that lies far out makes σ large as well.": np.inf,
        "3 σ is a rule for bell curves. A row of 8 numbers can be no such curve.": mistake(3.0, 2),
    }


@number(
    "07.13",
    title="Instance norm sees the pads",
    ask="Both sentences are padded to 6 tokens. Instance norm takes d1 of “How are you today ‹pad› ‹pad›”: 7.5, 2.2, "
    "2.9, 9.9, 0, 0. What does it make of the 7.5 (γ = 1, β = 0, ε left out)? To 4 decimals.",
    nudge="Which six numbers share this mean?",
    method="μ = 22.5/6. Then σ over the six numbers, and (7.5 − μ)/σ.",
    why="μ = 3.75 and σ = 3.7224 give 1.0074. Without the two pads it would be 0.5860. So instance norm does see "
    "padding, and layer norm over D does not.",
)
def instance_norm_sees_the_pads():
    column = np.array([7.5, 2.2, 2.9, 9.9, 0, 0])
    return (column[0] - column.mean()) / column.std()


@instance_norm_sees_the_pads.known_mistakes
def instance_norm_sees_the_pads():
    longer = nv.examples.hi_nitish().batch.pad_to(6).values
    column = longer[1, :, 0]
    return {
        "You left the pads out. Instance norm has no mask: it counts the zeros as well.": (
            nv.instance_norm(longer[1:, :4], eps=0).y[0, 0, 0]
        ),
        "You took both sentences together, which is batch norm.": nv.batch_norm(longer, eps=0).y[1, 0, 0],
        "0.7785 is batch norm without pads: the six words of both sentences. Instance norm stays in one sentence.": (
            nv.batch_norm(longer, mask=nv.examples.hi_nitish().batch.pad_to(6).mask, eps=0).y[1, 0, 0]
        ),
        "1.0561 is batch norm with two pads, as in chapter 06. Instance norm stays in one sentence.": (
            nv.batch_norm(longer[:, :4], eps=0).y[1, 0, 0]
        ),
        "You stayed in the row of “How”, which is layer norm.": nv.layer_norm(longer[1, 0], eps=0).y[0],
        "You used the whole sentence, all its features: layer norm over (L, D).": mistake(
            nv.normalize(longer, (1, 2), eps=0).y[1, 0, 0], 15
        ),
        "You divided by n − 1. That is the sample variance; instance norm divides by n.": mistake(
            nv.normalize(longer, 1, eps=0, correction=1).y[1, 0, 0], 3
        ),
        BY_THE_VARIANCE: (7.5 - 3.75) / column.var(),
        "3.75 is μ, and 7.5 − μ as well. If it is the distance, divide it by σ; if it is μ, the 7.5 is asked for.": (
            7.5 - 3.75
        ),
        (
            "1 is what section 6 has for the 6.5 of “Hi Nitish” without its pads: a pool of two. Here six numbers "
            "share a mean. If you have rounded, give 4 decimals."
        ): (1.0),
        NOT_CENTRED: 7.5 / column.std(),
    }
