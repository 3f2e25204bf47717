"""Chapter 06, padding: what to predict before each explorer."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Option, choice


@choice(
    "06.1",
    title="Where the pads pull μ",
    ask="“Hi Nitish” and “How are you today” are padded to 4 tokens and stacked: six real rows and two rows "
    "of zeros. In d1 the real rows are 6.5, 2.21, 7.5, 2.2, 2.9 and 9.9. What do the two zeros do to the μ "
    "that batch norm computes for d1?",
    options=(
        Option(
            "Nothing: zeros add nothing to the sum.",
            lambda mu: np.isclose(mu[0], mu[1]),
            "The sum stays 31.21, but it is now divided by 8 instead of 6.",
        ),
        Option("They pull it towards 0.", lambda mu: 0 < mu[1] < mu[0]),
        Option(
            "They push it away from 0.",
            lambda mu: mu[1] > mu[0],
            "All real values are above 0, so every zero makes the average smaller.",
        ),
        Option(
            "μ becomes exactly 0.",
            lambda mu: np.isclose(mu[1], 0),
            "Only if all rows were zeros. Six real rows still pull the other way.",
        ),
    ),
    nudge="The sum does not change. What does?",
    method="Divide 31.21 by 6, and then by 8.",
    why="31.21/6 = 5.2017 without the pads, 31.21/8 = 3.9013 with them: μ shrinks by the factor r = 6/8, the "
    "share of real rows.",
)
def where_pads_pull_the_mean():
    batch = nv.examples.hi_nitish().batch
    d1 = batch.values[:, :, 0]
    return d1[batch.mask].mean(), d1.mean()


@choice(
    "06.2",
    title="Does σ grow or shrink?",
    ask="In d1 the six real rows 6.5, 2.21, 7.5, 2.2, 2.9 and 9.9 have σ = 2.9524. Two pads, which are rows of "
    "zeros, join them. What do the two zeros do to σ?",
    options=(
        Option(
            "It shrinks, because the two pads are equal to each other.",
            lambda s: s[1] < s[0],
            "The two pads are equal to each other, but they lie 5.2 below the other rows' mean. σ counts "
            "that distance.",
            16,
        ),
        Option(
            "It stays as it is, because zeros carry no information.",
            lambda s: np.isclose(s[0], s[1]),
            "The formula does not know which zeros carry information: each one is a value, with its own "
            "deviation.",
        ),
        Option(
            "It grows, because 0 lies further from the others than they lie from each other.",
            lambda s: s[1] > s[0],
        ),
        Option(
            "It is multiplied by 6/8, as μ is.",
            lambda s: np.isclose(s[1], s[0] * 6 / 8),
            "That would be the rule if the pads lay exactly at the mean. They lie at 0.",
            16,
        ),
    ),
    nudge="How far from the mean are the real rows, typically? And how far is 0?",
    method="Real rows: μ = 5.2017, σ = 2.9524. A pad lies 5.2 from that mean, which is more than one σ.",
    why="σ² with pads is r·σ² + r(1 − r)·μ². Here 0.75·8.7165 + 0.1875·27.057 = 11.611, so σ goes from "
    "2.9524 up to 3.4075.",
)
def does_sigma_grow():
    batch = nv.examples.hi_nitish().batch
    d1 = batch.values[:, :, 0]
    return d1[batch.mask].std(), d1.std()


@choice(
    "06.3",
    title="Pad rows after self-attention",
    ask="“Hi Nitish ‹pad› ‹pad›” goes into self-attention: the pads' embeddings are zeros, the projections "
    "are the identity, nothing is masked. What comes out in the rows of the two pads?",
    options=(
        Option(
            "Zeros: zeros in, zeros out.",
            lambda rows: np.allclose(rows[2:], 0),
            "A pad's query is 0, so all its scores are 0, and softmax turns equal scores into equal weights: "
            "a quarter each.",
        ),
        Option("The plain average of the four rows.", lambda rows: np.allclose(rows[2:], rows[4])),
        Option(
            "The average of Hi and Nitish.",
            lambda rows: np.allclose(rows[2:], 2 * rows[4]),
            "That is what a key mask would give. Without a mask the two pads are looked at as well, and "
            "their zeros halve the average.",
        ),
        Option(
            "NaN: softmax of zeros is 0/0.",
            lambda rows: np.isnan(rows[2:]).all(),
            "Softmax takes e to the power of each score. e⁰ = 1, so four zeros give 1/4 each.",
        ),
    ),
    nudge="What are the attention weights of a token whose query is all zeros?",
    method="The scores are q·k = 0 for every key. Put four zeros into softmax, then average the four rows "
    "with these weights.",
    why="A query of zeros attends equally to everything: the pad rows come out as 0.1025 0.1875 0.3775. The "
    "documents' zeros appear only if the output is masked as well.",
)
def pad_rows_after_attention():
    embedded = nv.examples.hi_nitish().embedded.values[0]
    after = nv.self_attention(embedded).values
    return np.vstack([after, embedded.mean(axis=0)])


@choice(
    "06.4",
    title="Does the layer norm row move?",
    ask="The row of “How” is 7.5, 9.2, 1.5. Layer norm normalizes it, first with 2 pad rows in the batch, "
    "then with 50. What happens to the three numbers?",
    options=(
        Option("Nothing.", lambda y: np.allclose(y[0], y[1])),
        Option(
            "They grow, as batch norm's do: the pads pull μ down.",
            lambda y: (y[1] > y[0] + 1e-9).all(),
            "Pads pull a mean down only if they are in its pool. Layer norm's pool is this one row.",
            15,
        ),
        Option(
            "They shrink towards 0, as the sentence gets longer.",
            lambda y: (np.abs(y[1]) < np.abs(y[0]) - 1e-9).all(),
            "The length of the sentence does not enter: μ and σ come from 7.5, 9.2 and 1.5 alone.",
            15,
        ),
        Option(
            "They become β.",
            lambda y: np.allclose(y[1], 0),
            "β is what a row of equal numbers becomes, such as a row of zeros. This row's numbers differ.",
            19,
        ),
    ),
    nudge="Which numbers share a mean in layer norm?",
    method="Compute the row's μ and σ. Does any number of another row appear in your calculation?",
    why="μ = 6.0667 and σ = 3.3029 are made from this row's three numbers. No other row, real or pad, can "
    "change them.",
)
def does_the_row_move():
    batch = nv.examples.hi_nitish().batch
    few = nv.layer_norm(batch.values).y[1, 0]
    many = nv.layer_norm(batch.pad_to(29).values).y[1, 0]
    return few, many


@choice(
    "06.5",
    title="One real value, more and more pads",
    ask="“How” has 7.5 in d1, and batch norm without a mask gives 0.7785 for it when there are no pads. Pads "
    "are added: 2, 4, 10, 50. What happens to this one real number?",
    options=(
        Option(
            "It stays: 7.5 is real and does not change.",
            lambda y: np.allclose(y, y[0]),
            "7.5 does not change, but the μ and σ it is compared with do.",
        ),
        Option(
            "It shrinks towards 0.",
            lambda y: (np.diff(y) < 0).all(),
            "μ moves towards 0, away from 7.5, so the distance grows; σ in the end shrinks as well.",
        ),
        Option("It grows with every step.", lambda y: (np.diff(y) > 0).all()),
        Option(
            "It grows, but it can never be more than 1.",
            lambda y: y.max() <= 1,
            "Nothing holds a normalized value inside ±1.",
            1,
        ),
    ),
    nudge="Follow μ first: does it come closer to 7.5, or move away?",
    method="With r the share of real rows: μ becomes r·5.2017. Compute (7.5 − μ)/σ for r = 6/8 and for r = "
    "6/56.",
    why="0.7785, 1.0561, 1.2789, 1.7901, 3.6992: μ falls towards 0, and later σ falls too. A real token's "
    "number depends on how long somebody else's sentence is.",
)
def one_real_value():
    d1 = nv.examples.hi_nitish().batch.values[:, :, 0]
    real = d1[d1 != 0]
    columns = [np.append(real, np.zeros(pads)) for pads in (0, 2, 4, 10, 50)]
    return np.array([(7.5 - column.mean()) / column.std() for column in columns])
