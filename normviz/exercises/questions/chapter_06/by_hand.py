"""Chapter 06, padding: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.drawing.numbers import fixed, plain
from normviz.exercises.kinds import array, mistake, number
from normviz.exercises.slips import N_MINUS_1, SIGMAS


def _row(vector):
    return " ".join(map(plain, vector))


@array(
    "06.7",
    title="μ without the pads",
    data={"hi": [6.5, 2.41, 3.21], "you": [2.9, 6, 9], "how": [7.5, 9.2, 1.5], "are": [2.2, 1.1, 6.7]},
    ask=lambda hi, you, how, are: (
        f"“Hi you” and “How are you” are padded to 4 tokens. The real rows are {_row(hi)} (Hi) and {_row(you)} (you), "
        f"then {_row(how)} (How), {_row(are)} (are) and {_row(you)} (you) again. Which μ does batch norm compute if "
        "the pads are left out? To 4 decimals."
    ),
    per="one mean for each of the 3 features d1, d2, d3",
    nudge="How many rows may enter the mean?",
    method="Put the five rows into an array of shape (5, 3), and take the mean down axis 0.",
    why="Five rows enter, five rows divide: {answer}. With the pads the same sums would be divided by 8.",
)
def means_without_pads(hi, you, how, are):
    real = np.array([hi, you, how, are, you])
    return real.mean(axis=0)


@means_without_pads.known_mistakes
def means_without_pads(hi, you, how, are):
    real, documents = np.array([hi, you, how, are, you]), nv.examples.hi_nitish().batch.stacked()
    sums = real.sum(axis=0)
    return {
        "These are the means with the pads: the sums are divided by 8 instead of 5.": sums / 8,
        "You averaged the two sentences' means. The longer sentence has more tokens and must count for more.": (
            ((hi + you) / 2 + (how + are + you) / 3) / 2
        ),
        "You left one “you” out. It stands in both sentences, so it is two rows of the pool.": (
            (hi + you + how + are) / 4
        ),
        "These are the means of “Hi Nitish” and “How are you today”. Here it is “Hi you” and “How are you”.": (
            documents.values[documents.mask].mean(axis=0)
        ),
        "These are the sums of the columns. Divide by the number of real rows.": sums,
        "You divided by 4. That is the padded length, or n − 1. There are 5 real rows, and a mean divides by n.": sums
        / 4,
        SIGMAS: real.std(axis=0),
        "You pooled across each row, as layer norm does. Batch norm pools down a column.": (
            real.mean(axis=1)
        ),
        "This is one mean for the whole table. Every feature needs its own.": real.mean(),
        "This is one mean for the whole table, three times. Every feature needs its own.": (
            np.full(3, real.mean())
        ),
    }


def _four(value):
    return plain(round(value, 4))


def _why(real, zeros, mean, var):
    r = real / (real + zeros)
    right = r * var + r * (1 - r) * mean**2
    return (
        f"r = {real}/{real + zeros}: r·{var} is {_four(r * var)}, and r(1 − r)·{mean}² is "
        f"{_four(r * (1 - r) * mean**2)}. The variance {'grows' if right > var else 'shrinks'} to {_four(right)}; the "
        f"mean becomes {_four(r * mean)}. A user of TensorFlow met this law in 2019: to numbers with mean 3 and "
        "variance 2 came as many zeros, and the variance was 3.25 (tensorflow/tensorflow, issue 30161)."
    )


@number(
    "06.8",
    title="The law, once",
    data={"real": 12, "zeros": 8, "mean": 3, "var": 2},
    ask="The {real} real values of a feature have mean {mean} and variance {var}. {zeros} zeros are added. "
    "What is the variance of all of them together? A variance, not a σ; to 2 decimals.",
    decimals=2,
    nudge="The pads are all equal, but they are not at the mean.",
    method="Use r·σ² + r(1 − r)·μ², with r the share of real values.",
    why=_why,
)
def the_law_once(real, zeros, mean, var):
    r = real / (real + zeros)
    return r * var + r * (1 - r) * mean**2


@the_law_once.known_mistakes
def the_law_once(real, zeros, mean, var):
    rows = real + zeros
    r = real / rows
    of_real, of_pads = r * var, r * (1 - r) * mean**2
    right = of_real + of_pads
    return {
        "You multiplied the variance by r. That leaves out how far the zeros lie from the mean.": mistake(
            of_real, 16
        ),
        "The pads do change the variance, since they do not lie at the mean.": var,
        "This is only the pads' part, r(1 − r)·μ². The real values still vary as well.": of_pads,
        "This is σ. The variance is asked for: square it.": np.sqrt(right),
        "You added μ² and not (1 − r)·μ²: the new mean, squared, still has to be taken off.": (
            r * (var + mean**2)
        ),
        "This is the new mean, r·μ. The variance is asked for.": r * mean,
        "You took {var} for σ and squared it. It is σ² already.": r * var**2 + of_pads,
        "You took the share of the pads for r. The law's r is the share of the real values.": (
            (1 - r) * var + of_pads
        ),
        "The real values' own variance counts with their share only: r·σ².": var + of_pads,
        "You added the square of the new mean, r·μ. What the pads add is r(1 − r)·μ².": (
            of_real + (r * mean) ** 2
        ),
        "You squared the share of the pads. What the pads add is r(1 − r)·μ².": (
            of_real + ((1 - r) * mean) ** 2
        ),
        "You divided by n − 1. Here all variances divide by n.": mistake(right / (1 - 1 / rows), 3),
        "You left the square of μ out: it is r(1 − r)·μ².": r * (var + (1 - r) * mean),
    }


@number(
    "06.9",
    title="Back to where it began",
    ask="Pads are added one by one to the six real rows of d1 (μ = 5.2017, σ = 2.9524). What is the largest "
    "number of pad rows with which σ is still larger than without any? A whole number.",
    decimals=0,
    nudge="At first the pads make σ larger, in the end smaller. There is a point where both effects are equal.",
    method="σ is larger as long as μ² > σ²/r with r = 6/(6 + pads). Solve for r, or simply try pads = 1, 2, 3, …",
    why="μ² > σ²/r means r > σ²/μ² = 0.3222, so fewer than 6/0.3222 = 18.6 rows in all: 12 pads. From the "
    "thirteenth on, σ is smaller than without pads.",
)
def the_turning_point():
    d1 = np.array([6.5, 2.21, 7.5, 2.2, 2.9, 9.9])
    pads = 0
    while np.append(d1, np.zeros(pads + 1)).std() > d1.std():
        pads += 1
    return pads


@the_turning_point.known_mistakes
def the_turning_point():
    d1 = nv.examples.hi_nitish().batch.stacked()
    d1 = d1.values[d1.mask][:, 0]
    sigmas, samples = ([np.append(d1, np.zeros(n)).std(ddof=ddof) for n in range(30)] for ddof in (0, 1))
    yield 0.0, "σ grows from the first pad on.", 16
    yield (
        float(np.argmax(sigmas)),
        "With 3 pads σ is largest. After that it falls, but it stays above its first value for a while.",
    )
    yield 18.0, "This is the number of all rows. Take the six real ones off."
    yield (
        6 * d1.mean() ** 2 / d1.var() - 6,
        "This is where both effects are equal, between two whole numbers. A row is there or it is not: the last "
        "whole number before it is asked for.",
    )
    sample = int(np.argmax(np.array(samples[1:]) <= samples[0]))
    yield float(sample), N_MINUS_1, 3
    for pads in {*range(1, 30)} - {int(np.argmax(sigmas)), sample, 12, 18}:
        where = "already below" if pads > 12 else "still above"
        yield (
            float(pads),
            f"With {pads} pad{'s' * (pads > 1)} σ is {fixed(sigmas[pads], 2)}, {where} {fixed(sigmas[0], 2)}.",
        )
    yield np.inf, "In the end the many zeros win: most rows are then equal to each other."


def _like_with(first, second, pads):
    x = np.concatenate([first, second, np.zeros(pads)])
    return (first[1] - x.mean()) / x.std()


def _lengths(first, second):
    """The number of “like” at every padding length from 6 tokens on, and the first length where it is above 1."""
    at = {length: _like_with(first, second, 2 * length - 8) for length in range(6, 41)}
    return at, next((length for length, number in at.items() if number > 1), 40)


def _stands_out(first, second):
    at, right = _lengths(first, second)
    return (
        f"{fixed(at[right - 1])} at length {right - 1}, and {fixed(at[right])} at length {right}, with "
        f"{2 * right - 8} pads. Without pads “like” has {fixed(_like_with(first, second, 0))}."
    )


@number(
    "06.12",
    title="When does “like” stand out?",
    data={"first": [9.1, 7.2, 9.5, 1.6, 9.5, 7.4], "second": [9.8, 3.9]},
    fits=lambda first, second: _lengths(first, second)[0][6] < 0.95 and 6 < _lengths(first, second)[1] < 30,
    ask="“I like green tea very much” and “me too” are padded to one length. In d1 the six words of the first sentence "
    "have {first}, those of the second {second:and}. At which padding length, in tokens, does batch norm (pads "
    "counted) put “like”, {first[1]}, more than one σ above the mean for the first time? A whole number.",
    decimals=0,
    nudge="Two sentences of L tokens are 2L rows, 8 of them real.",
    method="For L = 6, 7, 8, … append 2L − 8 zeros to the eight numbers, and compute ({first[1]} − μ)/σ.",
    why=_stands_out,
)
def when_like_stands_out(first, second):
    x, length = np.concatenate([first, second, np.zeros(4)]), 6
    while (first[1] - x.mean()) / x.std() <= 1:
        length, x = length + 1, np.append(x, [0, 0])
    return length


@when_like_stands_out.known_mistakes
def when_like_stands_out(first, second):
    at, right = _lengths(first, second)
    alone = 2 + next(pads for pads in range(99) if _like_with(first, second, pads) > 1)
    yield 2.0 * right - 8, "This is the number of pads. Which padding length has so many?"
    yield 2.0 * right, "This is the number of all rows. The two sentences share them."
    yield float(alone), "You padded only the second sentence. Both get the same length, so both get pads."
    yield from ((float(n), "The first sentence has 6 words: nothing is padded to less.") for n in range(1, 6))
    for length in {*range(6, right)} - {2 * right - 8, alone}:
        yield float(length), f"At length {length} it is {fixed(at[length])}: not yet one σ above the mean."
    for length in {*range(right + 1, 3 * right)} - {2 * right - 8, 2 * right, alone}:
        yield (
            float(length),
            "It is more than one σ above the mean there. But it was so before, at a shorter length.",
        )
    yield np.inf, "The value does not change, but μ and σ do: compute a few lengths."


@number(
    "06.13",
    title="Attention spent on pads",
    data={"hi": [0.2, 0.45, 0.71]},
    ask="“Hi” is alone in its sentence, padded to “Hi ‹pad› ‹pad› ‹pad›”. Its vector is {hi}, a pad's is "
    "0, 0, 0. Self-attention as in the optional part of section 2, without a mask, gives each of the four tokens "
    "a weight in the row of “Hi”. How much weight do the three pads get together? A share between 0 and 1, to 4 "
    "decimals.",
    nudge="A pad's key is 0, so its score is 0. Is the weight of a score of 0 also 0?",
    method="The four scores are ({hi[0]}² + {hi[1]}² + {hi[2]}²)/√3 and three times 0. Take e to the power of each. "
    "Which share of their sum belongs to the pads?",
    why="e to the power of 0 is 1, so each pad weighs something: {answer} together. This share of what “Hi” receives "
    "comes from pads. Layer norm comes later and cannot repair it; a key mask prevents it.",
)
def attention_spent_on_pads(hi):
    powers = np.exp([hi @ hi / np.sqrt(3), 0, 0, 0])
    return powers[1:].sum() / powers.sum()


@attention_spent_on_pads.known_mistakes
def attention_spent_on_pads(hi):
    one_pad = 1 / (3 + np.exp(hi @ hi / np.sqrt(3)))
    return {
        "A score of 0 is not a weight of 0: e⁰ = 1. Nothing keeps attention off the pads here.": 0.0,
        (
            "Three quarters would be the share if all four scores were equal, as in the row of a pad. “Hi” scores "
            "higher with itself."
        ): (0.75),
        "This is one pad's weight. There are three pads.": one_pad,
        "This is what “Hi” gives to itself. The pads get the rest.": 1 - 3 * one_pad,
        "The scores were not divided by √3.": 3 / (3 + np.exp(hi @ hi)),
        "You divided the scores by 3, the number of features; its root is asked for.": (
            3 / (3 + np.exp(hi @ hi / 3))
        ),
    }
