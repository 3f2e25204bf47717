"""Chapter 07, layer norm: what to predict before each section."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Beam, choice, option, place


@place(
    "07.1",
    title="The same 5, another pool",
    ask="Batch norm turned the 5 in the first row of the z table (7, 5, 4) into +1.1667, because 5 lies above "
    "the mean of its column. Layer norm takes the mean of the row instead. What will it make of this 5?",
    axes=Beam(
        "x̂ of the 5 in its row",
        (-2, 2),
        lambda: {"in its column": (7 / 6,)},
        first=7 / 6,
        hand=8,
        tone="row",
    ),
    options={
        "Still +1.1667: the number 5 has not changed.": option(
            lambda y: np.isclose(y[0, 1], 1.1667, atol=1e-3),
            "The 5 is the same, but the numbers that share its mean are not: a normalized value only says where a "
            "number lies among those.",
            guess=7 / 6,
        ),
        "A positive number, but another one.": option(
            lambda y: y[0, 1] > 0.01 and not np.isclose(y[0, 1], 1.1667, atol=1e-3),
            "Positive would mean: above the row's mean. Take (7 + 5 + 4)/3.",
            guess=0.5,
        ),
        "A negative number.": option(lambda y: y[0, 1] < -0.01, rule=lambda _, y: y[0, 1]),
        "0: 5 stands in the middle of its row.": option(
            lambda y: np.isclose(y[0, 1], 0, atol=0.01),
            "5 is the middle one of the three, but the mean is not the middle one: 7 pulls it up.",
            guess=0,
        ),
    },
    nudge="Is 5 above or below the mean of 7, 5 and 4?",
    method="(7 + 5 + 4)/3 = 5.3333. Compare it with 5.",
    why="5 lies 0.3333 below its row's mean 5.3333, and σ of the row is 1.2472: −0.2673. The number is the same, "
    "the pool is another, and even the sign changes.",
)
def the_same_five():
    z = nv.examples.z_table().values
    return nv.layer_norm(z, eps=0).y


@choice(
    "07.2",
    title="Who shares a mean with “How”?",
    ask="The block of the padded batch has 2 sentences, 4 tokens each, 3 features: 24 cells. In layer norm, how "
    "many cells share their mean with the cell “How”, d1 (itself counted)?",
    options={
        "3: the features of “How”.": lambda n: n == 3,
        "4: d1 of every token of its sentence.": option(
            lambda n: n == 4, "That is instance norm: one feature of one sentence, down its tokens."
        ),
        "8: d1 of every token of both sentences.": option(
            lambda n: n == 8, "That is batch norm: one feature, down all tokens."
        ),
        "12: every cell of its sentence.": option(
            lambda n: n == 12,
            "That would be one mean for a whole sentence. In a transformer layer norm takes each token for itself.",
            15,
        ),
    },
    nudge="“Each row looks after itself.” What is a row here?",
    method="A row is one token with its D features. How many features has a token here?",
    why="A row is one token: 3 features, 3 cells, one μ and one σ. The block has 8 such rows, so layer norm computes "
    "8 means, and batch norm only 3.",
)
def who_shares_a_mean():
    x = nv.examples.hi_nitish().values
    normalized = nv.layer_norm(x)
    return normalized.pool_size[1, 0].item()


@choice(
    "07.3",
    title="A row of equal numbers",
    ask="A row holds 5, 5, 5. It goes through torch's LayerNorm with γ = 2 and β = 0.3 for every feature, and the "
    "usual ε. What comes out?",
    options={
        "NaN three times: σ is 0, and one cannot divide by 0.": option(
            lambda y: np.isnan(y).all(), "σ is 0, but the division is by √(σ² + ε), which is not 0.", 19
        ),
        "0.3 three times.": lambda y: np.allclose(y, 0.3),
        "0 three times.": option(
            lambda y: np.allclose(y, 0), "0 is x̂. γ and β come afterwards: 2 · 0 + 0.3."
        ),
        "10.3 three times.": option(
            lambda y: np.allclose(y, 10.3),
            "γ multiplies x̂ and not x. What is 5 minus the mean of 5, 5 and 5?",
        ),
        "2.3 three times.": option(
            lambda y: np.allclose(y, 2.3),
            "That would be x̂ = 1: one σ above the mean. Every number of this row lies on its mean.",
        ),
    },
    nudge="What is x − μ in this row?",
    method="x̂ = (5 − 5)/√(0 + ε). Then y = γ · x̂ + β.",
    why="0/√ε is 0, so x̂ = 0 and y = β. A row of equal numbers, a pad row of zeros among them, comes out as β, "
    "whatever γ is.",
)
def a_row_of_equal_numbers():
    row = np.array([5.0, 5.0, 5.0])
    return nv.layer_norm(row, gamma=2, beta=0.3).y


@choice(
    "07.4",
    title="Is layer norm enough?",
    ask="“Hi Nitish ‹pad› ‹pad›” goes through self-attention without any mask. The result is added to the input, as "
    "transformers do, and the sum goes through layer norm. Compare the row of “Hi” with the same steps on “Hi "
    "Nitish” alone, without pads.",
    options={
        "The same numbers: layer norm keeps the pads out.": option(
            lambda rows: np.allclose(rows[0], rows[1], atol=1e-3),
            "Layer norm keeps the pads out of its own μ and σ. But “Hi” has looked at the pads one step before.",
            17,
        ),
        "Other numbers: attention has let the pads in before layer norm came.": (
            lambda rows: np.isfinite(rows).all() and not np.allclose(rows[0], rows[1], atol=1e-3)
        ),
        "“Hi” comes out as zeros: the pads' zeros win.": option(
            lambda rows: np.allclose(rows[0], 0), "The pads take a part of the attention, not all of it."
        ),
        "NaN: attention divides by zero at the pads.": option(
            lambda rows: np.isnan(rows[0]).all(),
            "Softmax never divides by zero: e⁰ = 1, so a pad's score of 0 gets a weight.",
        ),
    },
    nudge="Which step lets one token look at another: attention or layer norm?",
    method="Compare nv.self_attention(x).values[0] for the padded x with that for x[:2].",
    why="The pads take 39 % of the attention of “Hi”, so another row arrives at layer norm. A key mask in the "
    "attention keeps them out; layer norm cannot.",
)
def is_layer_norm_enough():
    x = nv.examples.hi_nitish().embedded.values[0]
    padded = nv.layer_norm(x + nv.self_attention(x).values).y
    alone = nv.layer_norm(x[:2] + nv.self_attention(x[:2]).values).y
    return np.array([padded[0], alone[0]])


@choice(
    "07.5",
    title="Rows of two",
    ask="A network has only two features. Its tokens hold (3, 100), (50, 49) and (−2, 7). What does layer norm make "
    "of them (γ = 1, β = 0)?",
    options={
        "The further apart a token's two numbers, the larger the result.": option(
            lambda y: np.abs(y[0]).max() > 2 * np.abs(y[1]).max(),
            "σ grows with the distance, by the same factor. What is left is only which of the two is larger.",
        ),
        "Only +1 and −1, as good as exactly.": lambda y: np.allclose(np.abs(y), 1, atol=1e-3),
        "Numbers between 0 and 1.": option(
            lambda y: ((y >= 0) & (y <= 1)).all(),
            "One of the two always lies below their mean, so it becomes negative.",
            1,
        ),
        "0 for both: two numbers are too few.": option(
            lambda y: np.allclose(y, 0),
            "That happens with one feature. With two, each lies half their distance from the mean.",
        ),
    },
    nudge="How far does each of two numbers lie from their mean? And what is their σ?",
    method="For a and b: μ = (a + b)/2, and σ = |a − b|/2. Put them into (a − μ)/σ.",
    why="Each number lies |a − b|/2 from the mean, and σ is exactly that. So x̂ is ±1: of two features only their "
    "order survives. Layer norm needs rows with many features.",
)
def rows_of_two():
    tokens = np.array([[3, 100], [50, 49], [-2, 7]])
    return nv.layer_norm(tokens).y


@choice(
    "07.6",
    title="Three norms and more pads",
    ask="The batch of “Hi Nitish” and “How are you today” is padded to 12 tokens, not to 4. Which of these norms gives "
    "the real token “Hi” the same three numbers at both lengths?",
    options={
        "Layer norm over D, each token for itself.": (
            lambda same: same.tolist() == [True, False, False, False]
        ),
        "Layer norm over (L, D), the whole sentence.": option(
            lambda same: same.tolist() == [False, True, False, False],
            "Its pool is the whole sentence, pads included. More pads, another μ.",
            15,
        ),
        "Instance norm.": option(
            lambda same: same.tolist() == [False, False, True, False],
            "Its pool runs down the sentence's tokens, pads included.",
        ),
        "All of them: none pools over other sentences.": option(
            lambda same: same.all(),
            "The pads stand in the same sentence. A norm that pools down the sentence meets them.",
            15,
        ),
        "None of them.": option(
            lambda same: not same.any(), "One of these norms pools inside one row. A pad row is another row."
        ),
    },
    nudge="Which of these pools runs down the tokens of the sentence?",
    method="Compare each norm on batch.values and on batch.pad_to(12).values, at “Hi”.",
    why="Only a pool that stays inside one row cannot meet a pad. Layer norm over (L, D), instance norm and group "
    "norm all pool down the sentence, and so they see the padding.",
)
def three_norms_and_more_pads():
    batch = nv.examples.hi_nitish().batch
    x, longer = batch.values, batch.pad_to(12).values
    norms = [
        nv.layer_norm,
        lambda x: nv.normalize(x, (1, 2)),
        nv.instance_norm,
        lambda x: nv.group_norm(x, groups=1),
    ]
    return np.array([np.allclose(norm(x).y[0, 0], norm(longer).y[0, 0]) for norm in norms])


@choice(
    "07.7",
    title="A finished layer norm",
    ask="A torch.nn.LayerNorm(3) was trained on thousands of batches, and is now in evaluation mode. A single request "
    "comes, the row 7, 5, 4, quite alone. Which μ is subtracted from it?",
    options={
        "The mean of 7, 5 and 4, as in training.": lambda mu: np.isclose(mu[0], 16 / 3),
        "An average of the means of all rows that it was trained on.": option(
            lambda mu: np.isclose(mu[0], mu[1]),
            "Batch norm stores such averages, of its columns. A row brings its own μ and σ with it: there is nothing "
            "to store.",
            18,
        ),
        "None, or 0: a batch of one has no mean.": option(
            lambda mu: np.isclose(mu[0], 0),
            "A column of a batch of one has only one number. Layer norm's pool is the row: three numbers, as before.",
        ),
        "No μ at all: it raises an error.": option(
            lambda mu: np.isnan(mu[0]),
            "torch's BatchNorm1d does that with one row in training. Layer norm never asks how many rows there are.",
        ),
    },
    nudge="Where did the μ of a row come from while the layer was trained?",
    method="Compare nv.layer_norm(z.values).mean[0] with nv.layer_norm(z.values[:1]).mean[0].",
    why="16/3 = 5.3333, from the row's own three numbers: in training and afterwards, in a batch of 5 or of 1. Layer "
    "norm has no running statistics, and no two modes.",
)
def a_finished_layer_norm():
    z = nv.examples.z_table().values
    return nv.layer_norm(z[:1]).mean.item(), nv.layer_norm(z).mean.mean()


@choice(
    "07.8",
    title="Features in the wrong place",
    ask="torch's BatchNorm1d(4) wants blocks of shape (N, C, L), features in the middle. A colleague hands it a block "
    "of 2 sentences, 4 tokens, 4 features, with the features last. What happens?",
    options={
        "An error: torch notices that the features stand in the wrong place.": option(
            lambda found: found[0] != found[1],
            "torch sees only the shape (2, 4, 4), and 4 where it expects 4. What an axis means it cannot know.",
            14,
        ),
        "It runs and is right: both axes have length 4, so the order does not matter.": option(
            lambda found: found[0] == found[1] and found[2],
            "Equal lengths do not make the axes the same: one counts tokens, the other features.",
            14,
        ),
        "It runs without a word, and every place in the sentence gets a mean, in place of every feature.": (
            lambda found: found[0] == found[1] and not found[2]
        ),
        "It runs, and the result is the layer norm.": option(
            lambda found: found[3],
            "In layer norm every token of every sentence has its own mean: 8 of them. Here there are 4.",
            14,
        ),
    },
    nudge="What can torch see: what an axis means, or only how long it is?",
    method="Pool x of shape (2, 4, 4) over axes (0, 2), as torch does, and over (0, 1), as was meant. Compare.",
    why="torch pools over axes 0 and 2 of whatever it gets. With features last these are sentences and features: one "
    "mean for every place in the sentence. Only where L and C differ does the shape give the mistake away.",
)
def features_in_the_wrong_place():
    x = np.random.default_rng(7).normal(size=(2, 4, 4)) * [1, 2, 4, 8]
    given, wanted = nv.normalize(x, (0, 2)), nv.normalize(x, (0, 1))
    right = np.allclose(given.y, wanted.y)
    return x.shape[1], x.shape[2], right, np.allclose(given.y, nv.layer_norm(x).y)
