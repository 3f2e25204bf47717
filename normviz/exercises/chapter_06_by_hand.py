"""Chapter 06, padding: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number


def stacked():
    return nv.examples.hi_nitish().batch.stacked()


@number(
    "06.6",
    title="How much of a batch is padding",
    ask="31 sentences have 32 words each, one has 100. All are padded to 100. Which share of all rows is "
    "padding? A number between 0 and 1, to 3 decimals.",
    decimals=3,
    nudge="Count rows, not sentences.",
    method="All rows: 32 sentences of 100. Real rows: 31 times 32, and 100. The rest are pads.",
    why="3200 rows, of which 1092 are real: 2108/3200 = 0.659. One long sentence makes two thirds of the "
    "batch empty.",
    wrong=(
        Wrong("This is the share of real rows. Take it from 1.", lambda: (31 * 32 + 100) / 3200),
        Wrong("This is the share in each short sentence. The long one has no pads.", lambda: 0.68),
        Wrong(
            "You compared pads with real rows. The share is pads divided by all rows.",
            lambda: 31 * 68 / (31 * 32 + 100),
        ),
    ),
)
def share_of_padding():
    real = 31 * 32 + 100
    return 1 - real / (32 * 100)


@array(
    "06.7",
    title="μ without the pads",
    ask="The stacked batch is nv.examples.hi_nitish().batch.stacked(), with .values of shape (8, 3) and "
    ".mask of shape (8,), True at real rows. Which μ does batch norm compute if the pads are left out? To 4 "
    "decimals.",
    per="one mean for each of the 3 features d1, d2, d3",
    nudge="How many rows may enter the mean?",
    method="Choose the real rows first: values[mask] has shape (6, 3). Then the mean down axis 0.",
    why="Six rows enter, six rows divide: 5.2017, 3.5683, 5.0850. With the pads the same sums would be "
    "divided by 8.",
    wrong=(
        Wrong(
            "These are the means with the pads: the sums are divided by 8 instead of 6.",
            lambda: stacked().values.mean(axis=0),
        ),
        Wrong(
            "You averaged the two sentences' means. The longer sentence has more tokens and must count for "
            "more.",
            lambda: np.array([s.values[s.mask].mean(axis=0) for s in _sentences()]).mean(axis=0),
        ),
        Wrong(
            "You pooled across each row, as layer norm does. Batch norm pools down a column.",
            lambda: stacked().values[stacked().mask].mean(axis=1),
        ),
        Wrong(
            "This is one mean for the whole table. Every feature needs its own; and pooling over a whole "
            "sentence is not layer norm either.",
            lambda: np.full(3, stacked().values[stacked().mask].mean()),
            15,
        ),
    ),
)
def means_without_pads():
    table = nv.examples.hi_nitish().batch.stacked()
    return table.values[table.mask].mean(axis=0)


def _sentences():
    batch = nv.examples.hi_nitish().batch
    return [nv.Table.of(values, mask=mask) for values, mask in zip(batch.values, batch.mask, strict=True)]


@number(
    "06.8",
    title="The law, once",
    ask="The real values of a feature have mean 3 and variance 2. As many zeros as real values are added. "
    "What is the variance of all of them together? A variance, not a σ; to 2 decimals.",
    decimals=2,
    nudge="The pads are all equal, but they are not at the mean.",
    method="Use r·σ² + r(1 − r)·μ², with r the share of real values. Or try it: the values 3 − √2 and 3 + "
    "√2, and two zeros.",
    why="r = 1/2: half of 2, plus a quarter of 9, is 1 + 2.25 = 3.25. The mean becomes 1.5, and the variance "
    "grows.",
    wrong=(
        Wrong(
            "You multiplied the variance by r. That leaves out how far the zeros lie from the mean.",
            lambda: 0.5 * 2,
            16,
        ),
        Wrong("The pads do change the variance, since they do not lie at the mean.", lambda: 2.0),
        Wrong(
            "This is only the pads' part, r(1 − r)·μ². The real values still vary as well.", lambda: 0.25 * 9
        ),
        Wrong(
            "This is σ. The variance is asked for: square it.",
            lambda: np.sqrt(nv.padding_law(3.0, 2.0, 0.5)[1]),
        ),
        Wrong(
            "You added μ² and not (1 − r)·μ²: the new mean, 1.5, still has to be taken off.",
            lambda: 0.5 * (2 + 9),
        ),
    ),
)
def the_law_once():
    r, mean, var = 0.5, 3, 2
    return r * var + r * (1 - r) * mean**2


@number(
    "06.9",
    title="The turning point",
    ask="Pads are added one by one to the six real rows of d1 (μ = 5.2017, σ = 2.9524). What is the largest "
    "number of pad rows with which σ is still larger than without any? A whole number.",
    decimals=0,
    nudge="At first the pads make σ larger, in the end smaller. There is a point where both effects are "
    "equal.",
    method="σ is larger as long as μ² > σ²/r with r = 6/(6 + pads). Solve for r, or simply try pads = 1, 2, "
    "3, …",
    why="μ² > σ²/r means r > σ²/μ² = 0.3222, so fewer than 6/0.3222 = 18.6 rows in all: 12 pads. From the "
    "thirteenth on, σ is smaller than without pads.",
    wrong=(
        Wrong("σ grows from the first pad on.", lambda: 0.0, 16),
        Wrong(
            "With 3 pads σ is largest. After that it falls, but it stays above its first value for a while.",
            lambda: float(np.argmax(_sigma_by_pads())),
        ),
        Wrong("This is the number of all rows. Take the six real ones off.", lambda: 18.0),
        Wrong("In the end the many zeros win: most rows are then equal to each other.", lambda: np.inf),
    ),
)
def the_turning_point():
    d1 = np.array([6.5, 2.21, 7.5, 2.2, 2.9, 9.9])
    pads = 0
    while np.append(d1, np.zeros(pads + 1)).std() > d1.std():
        pads += 1
    return pads


def _sigma_by_pads():
    real = stacked().values[stacked().mask][:, 0]
    return [np.append(real, np.zeros(pads)).std() for pads in range(20)]


@array(
    "06.12",
    title="A row of zeros through layer norm",
    ask="A pad row, exactly 0 0 0, goes through layer norm with γ = (2, 1, 0.5), β = (0.3, 0, −1) and ε = "
    "1e-5. What comes out? Three numbers, to 4 decimals.",
    per="one number for each of the 3 features",
    nudge="What are μ and σ of the row 0, 0, 0?",
    method="(0 − 0)/√(0 + ε) first. Then times γ, plus β.",
    why="The normalized row is 0 0 0, and γ·0 + β = β. “Zero stays zero” holds only while β is zero, that "
    "is, before training.",
    wrong=(
        Wrong("0/0 would be NaN, but ε stands below: 0/√ε = 0.", lambda: np.full(3, np.nan), 19),
        Wrong(
            "That is the normalized row. γ and β still follow: zero stays zero only while β is 0.",
            lambda: np.zeros(3),
        ),
        Wrong("γ is multiplied, not added: γ·0 + β.", lambda: np.array([2, 1, 0.5]) + np.array([0.3, 0, -1])),
        Wrong(
            "γ multiplies the normalized value, before β is added: γ·0 + β, not γ·(0 + β).",
            lambda: np.array([2, 1, 0.5]) * np.array([0.3, 0, -1]),
        ),
    ),
)
def a_row_of_zeros():
    row, gamma, beta = np.zeros(3), np.array([2, 1, 0.5]), np.array([0.3, 0, -1])
    normalized = (row - row.mean()) / np.sqrt(row.var() + 1e-5)
    return gamma * normalized + beta


def _weights_of_hi():
    return nv.self_attention(nv.examples.hi_nitish().embedded.values[0]).weights[0]


@number(
    "06.13",
    title="Attention spent on pads",
    ask="A network uses layer norm only, and no mask. In its self-attention (identity projections) over “Hi "
    "Nitish ‹pad› ‹pad›” the token Hi gives each of the four tokens a weight. How much weight do the two "
    "pads get together? The embeddings are nv.examples.hi_nitish().embedded.values[0]. To 3 decimals.",
    decimals=3,
    nudge="A pad's key is 0, so its score is 0. Is the weight of a score of 0 also 0?",
    method="Use nv.self_attention(x).weights; row 0 belongs to Hi, columns 2 and 3 to the pads.",
    why="e⁰ = 1 is not nothing beside e^0.43: the pads take 39 % of Hi's attention. Layer norm cannot give "
    "that back; a key mask prevents it.",
    wrong=(
        Wrong(
            "A score of 0 is not a weight of 0: e⁰ = 1. And layer norm stands elsewhere; it does not keep "
            "attention off the pads.",
            lambda: 0.0,
            17,
        ),
        Wrong(
            "Half would be the share if all four scores were equal. Hi and Nitish score a little higher than "
            "the pads.",
            lambda: 0.5,
        ),
        Wrong("This is one pad's weight. There are two pads.", lambda: _weights_of_hi()[2]),
        Wrong("This is what the real tokens get. The pads get the rest.", lambda: _weights_of_hi()[:2].sum()),
    ),
)
def attention_spent_on_pads():
    x = nv.examples.hi_nitish().embedded.values[0]
    weights = nv.self_attention(x).weights[0]
    return weights[2] + weights[3]
