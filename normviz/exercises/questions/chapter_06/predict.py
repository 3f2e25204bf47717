"""Chapter 06, padding: what to predict before each explorer."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import AsksFor, Axes, Beam, choice, curve, option, place


@curve(
    "06.1",
    title="One real value, pads without end",
    ask="“Hi Nitish” and “How are you today” are six words. “How” has 7.5 in d1, its first feature. From the six words "
    "alone, batch norm gives 0.7785 for it. Then pads, which are zeros, join them, one after the other: 50 "
    "in the chart, and more and more behind its right edge. What happens to the number that “How” gets?",
    axes=Axes("pads", (0, 1, 2, 3, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50), "x̂ of “How”", (0, 4)),
    strict=True,
    options={
        "It stays: 7.5 is real and does not change.": option(
            lambda y: np.allclose(y, y[0]),
            "7.5 does not change, but what it is compared with does: zeros pull μ away from it, down to 0.",
            rule=lambda pads, y: np.full_like(y, y[0]),
        ),
        "It shrinks towards 0.": option(
            lambda y: (np.diff(y) < 0).all(),
            "μ moves towards 0, away from 7.5, so the distance grows; σ in the end shrinks as well.",
            rule=lambda pads, y: y[0] * np.sqrt(6 / (6 + pads)),
        ),
        "It grows with every step, as far as you like.": lambda y: (np.diff(y) > 0).all() and y.max() > 3,
        "It grows, but it can never be more than 3.": option(
            lambda y: y.max() <= 3,
            "“Within 3 σ” is a habit of bell curves. Nothing holds a normalized value inside a fixed range.",
            1,
            rule=lambda pads, y: 3 - (3 - y[0]) * np.exp(-pads / 10),
        ),
    },
    nudge="Follow μ first: does it come closer to 7.5? And what becomes of σ, when almost all rows are 0?",
    method="In d1 the six words have 6.5, 2.21, 7.5, 2.2, 2.9 and 9.9. Append 2 zeros, then 50, and compute μ, σ and "
    "(7.5 − μ)/σ.",
    why="0.7785, 1.0561, 3.6992, 16.2, 161.9 (ε left out): μ falls towards 0, and later σ falls too, without end. A "
    "real token's number depends on how long somebody else's sentence is.",
)
def one_real_value():
    d1 = nv.examples.hi_nitish().batch.values[:, :, 0]
    real = d1[d1 != 0]
    counts = [0, 1, 2, 3, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50]
    columns = [np.append(real, np.zeros(pads)) for pads in counts]
    return np.array([(7.5 - column.mean()) / column.std() for column in columns])


@choice(
    "06.2",
    title="Pad rows after self-attention",
    ask="“Hi Nitish ‹pad› ‹pad›” goes into self-attention: the pads' embeddings are zeros, and each token looks "
    "at all four. What comes out in the rows of the two pads?",
    options={
        "Zeros: zeros in, zeros out.": option(
            lambda rows: np.allclose(rows[2:], 0),
            "The pad's own vector is 0, so its score with each of the four is 0. But four equal scores are four equal "
            "weights, 1/4 each: what comes out is an average of the four rows.",
        ),
        "The plain average of the four rows.": lambda rows: np.allclose(rows[2:], rows[4]),
        "The average of Hi and Nitish.": option(
            lambda rows: np.allclose(rows[2:], 2 * rows[4]),
            "That would come out if nobody could look at the pads. Here they are looked at as well, and their zeros "
            "halve the average.",
        ),
        "NaN: all scores are 0, and so the weights are 0/0.": option(
            lambda rows: np.isnan(rows[2:]).all(),
            "A weight is e to the power of its score, divided by the sum of these powers. e⁰ = 1: four scores of 0 "
            "give 1/4 each.",
        ),
    },
    nudge="A pad compares its own three zeros with each token. What can such a comparison give?",
    method="Each comparison is a sum of products with 0. Equal scores become equal weights: average the four rows.",
    why="A row of zeros attends equally to everything: the pad rows come out as 0.1025 0.1875 0.3775. The "
    "documents' zeros appear only if these rows are set to 0 afterwards.",
)
def pad_rows_after_attention():
    embedded = nv.examples.hi_nitish().embedded.values[0]
    after = nv.self_attention(embedded).values
    return np.vstack([after, embedded.mean(axis=0)])


@place(
    "06.3",
    title="How far the pads pull μ",
    ask="“Hi Nitish” and “How are you today” are padded to 4 tokens and stacked: six real rows and two rows "
    "of zeros. In d1 the real rows are 6.5, 2.21, 7.5, 2.2, 2.9 and 9.9. What do the two zeros do to the μ "
    "that batch norm computes for d1?",
    asks_for=AsksFor("μ x:*,0", "μ of d1 with the two pads", lambda mu: mu[1]),
    axes=Beam("μ of d1 with the two pads", (0, 10), lambda: _rows_and_pads(), first=31.21 / 6),
    options={
        "Nothing: zeros add nothing to the sum.": option(
            lambda mu: np.isclose(mu[1], mu[0]),
            "The sum stays 31.21, but it is now divided by 8 instead of 6.",
            guess=31.21 / 6,
        ),
        "It becomes three quarters of what it was.": option(
            lambda mu: np.isclose(mu[1], mu[0] * 3 / 4), guess=31.21 / 8
        ),
        "It loses a third: two zeros come to six numbers.": option(
            lambda mu: np.isclose(mu[1], mu[0] * 2 / 3),
            "Two of eight rows are zeros now, so a quarter is lost, not a third.",
            guess=31.21 / 6 * 2 / 3,
        ),
        "It becomes exactly 0.": option(
            lambda mu: np.isclose(mu[1], 0),
            "Only if all rows were zeros. Six real rows still pull the other way.",
            guess=0,
        ),
    },
    nudge="The sum does not change. What does?",
    method="Divide 31.21 by 6, and then by 8.",
    why="31.21/6 = 5.2017 without the pads, 31.21/8 = 3.9013 with them: μ shrinks by the factor r = 6/8, the "
    "share of real rows.",
)
def where_pads_pull_the_mean():
    batch = nv.examples.hi_nitish().batch
    real = batch.values[:, :, 0][batch.mask]
    return real.mean(), np.append(real, [0, 0]).mean()


def _rows_and_pads():
    batch = nv.examples.hi_nitish().batch
    return {"six words": batch.values[:, :, 0][batch.mask], "two pads": (0.0, 0.0)}


@curve(
    "06.4",
    title="Does σ grow or shrink?",
    ask="In d1 the six real rows are 6.5, 2.21, 7.5, 2.2, 2.9 and 9.9. Pads, which are rows of zeros, join them: "
    "first two, and then more and more. What do the zeros do to σ?",
    axes=Axes("pads", (0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 25, 30, 35, 40), "σ of d1", (0, 5)),
    options={
        "It shrinks, because the two pads are equal to each other.": option(
            lambda s: s[2] < s[0],
            "The two pads are equal to each other, but they lie 5.2 below the other rows' mean. σ counts "
            "that distance.",
            16,
            rule=lambda pads, s: s[0] * np.sqrt(6 / (6 + pads)),
        ),
        "It stays as it is, because zeros carry no information.": option(
            lambda s: np.isclose(s[0], s[2]),
            "The formula does not know which zeros carry information: each one is a value, with its own deviation.",
            rule=lambda pads, s: np.full_like(s, s[0]),
        ),
        "It grows at first, because 0 lies far from the others' mean.": (lambda s: s[2] > s[0] > s[-1]),
        "It changes by the same factor as μ.": option(
            lambda s: np.isclose(s[2], s[0] * 6 / 8),
            "If the pads lay exactly at the mean, σ² would be multiplied by 6/8, and σ by its root. But they lie at 0.",
            16,
        ),
        "It grows with every pad: each 0 lies far from the mean.": option(
            lambda s: (np.diff(s) > 0).all(),
            "A 0 lies 5.2 from the mean of the six. But each pad pulls μ towards 0, and soon the pads lie near it.",
            rule=lambda pads, s: np.sqrt((6 * s[0] ** 2 + pads * 5.2**2) / (6 + pads)),
        ),
    },
    nudge="How far from the mean are the real rows, typically? And how far is 0?",
    method="Real rows: μ = 5.2017, σ = 2.9524. A pad lies 5.2 from that mean, far more than one σ. How far is "
    "far enough, section 5 says.",
    why="The new mean is 3.9013. Each pad lies 3.9013 away from it, farther than the real rows typically do. So the "
    "mean of the squares grows from 8.7167 to 11.6108, and σ from 2.9524 to 3.4075. With 40 pads μ is 0.6785, most "
    "rows lie near it, and σ is 2.0508. Section 5 has the law.",
)
def does_sigma_grow():
    batch = nv.examples.hi_nitish().batch
    real = batch.values[:, :, 0][batch.mask]
    pads = [0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 25, 30, 35, 40]
    return np.array([np.append(real, np.zeros(count)).std() for count in pads])


@choice(
    "06.5",
    title="A mask that fills",
    ask="Somebody uses the mask in another way: the mean of the real rows, 5.2017 in d1, is written into both pads, "
    "and then batch norm pools over all eight rows. “How” was 0.7785 with the real rows alone, and 1.0561 with zeros "
    "in the pads. What is it now?",
    options={
        "0.78 again: the mean is right again.": option(
            lambda how: np.isclose(how[1], how[0]),
            "The mean is right again. But σ² is the same sum of squares, now divided by 8 and not by 6.",
        ),
        "More than 0.78, and less than 1.06.": lambda how: how[0] + 1e-9 < how[1] < how[2] - 1e-9,
        "1.06 still: two rows too many are in the pool.": option(
            lambda how: np.isclose(how[1], how[2]),
            "The two rows are in the pool, but not at 0 any more: they no longer pull μ away from 7.5.",
        ),
        "Less than 0.78: the pads now stand among the words.": option(
            lambda how: how[1] < how[0] - 1e-9,
            "Rows at the mean make σ smaller. Dividing by a smaller σ gives a larger number.",
        ),
    },
    nudge="What do two rows at the mean add to the sum of the squared distances? And by what is it divided?",
    method="Append 5.2017 twice to the six real numbers of d1; then μ, σ and (7.5 − μ)/σ.",
    why="μ is 5.2017, as it should be. σ² is 52.3001/8 in the place of 52.3001/6, so σ is 2.5569 and “How” 0.8989. "
    "This mask mends half.",
)
def a_mask_that_fills():
    batch = nv.examples.hi_nitish().batch
    real = batch.values[batch.mask][:, 0]
    columns = [real, np.append(real, [real.mean()] * 2), np.append(real, [0, 0])]
    return np.array([(7.5 - column.mean()) / column.std() for column in columns])


@choice(
    "06.6",
    title="Does the layer norm row move?",
    ask="The row of “How” is 7.5, 9.2, 1.5. Layer norm normalizes it, first with 2 pad rows in the batch, "
    "then with 50. What happens to the three numbers?",
    options={
        "Nothing.": lambda y: np.allclose(y[0], y[1]),
        "They grow, as batch norm's do: the pads pull μ down.": option(
            lambda y: (y[1] > y[0] + 1e-9).all(),
            "Pads pull a mean down only if they are in its pool. Layer norm's pool is this one row.",
        ),
        "They shrink towards 0, as the sentence gets longer.": option(
            lambda y: (np.abs(y[1]) < np.abs(y[0]) - 1e-9).all(),
            "The length of the sentence does not enter: μ and σ come from 7.5, 9.2 and 1.5 alone.",
            15,
        ),
        "They become β.": option(
            lambda y: np.allclose(y[1], 0),
            "β is what a row of equal numbers becomes, such as a row of zeros. This row's numbers differ.",
        ),
    },
    nudge="Which numbers share a mean in layer norm?",
    method="Compute the row's μ and σ. Does any number of another row appear in your calculation?",
    why="μ = 6.0667 and σ = 3.3029 are made from this row's three numbers. No other row, real or pad, can change them.",
)
def does_the_row_move():
    batch = nv.examples.hi_nitish().batch
    few = nv.layer_norm(batch.values).y[1, 0]
    many = nv.layer_norm(batch.pad_to(28).values).y[1, 0]
    return few, many
