"""Chapter 03, γ and β: what to predict before each explorer."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import AsksFor, Axes, choice, curve, option


@choice(
    "03.1",
    title="Three times the size, two higher",
    ask="Column z1 of the z table is 7, 2, 1, 7, 3, with mean 4 and σ 2.5298. It is normalized, and then p = "
    "γ·x̂ + β with γ = 3 and β = 2. What are the mean and the σ of p?",
    asks_for=AsksFor("μ p:*", "the mean of p at γ = 3 and β = 2", np.mean),
    options={
        "Mean 0 and σ 1, as always after batch norm.": option(
            lambda y: np.allclose([y.mean(), y.std()], [0, 1], atol=1e-3),
            "That holds for x̂. γ and β come after it, and they change both.",
            guess=0,
        ),
        "Mean 14 and σ 7.5895: three times what they were, and the mean two higher.": option(
            lambda y: np.allclose([y.mean(), y.std()], [14, 7.5895], atol=1e-3),
            "That is 3·z + 2. γ and β act on the normalized value x̂, whose mean is 0 and whose σ is 1.",
            guess=14,
        ),
        "Mean 2 and σ 3.": option(lambda y: np.allclose([y.mean(), y.std()], [2, 3], atol=1e-3), guess=2),
        "Mean 3 and σ 2.": option(
            lambda y: np.allclose([y.mean(), y.std()], [3, 2], atol=1e-3),
            "γ multiplies, so it sets the size; β is added, so it sets the place. You have them the other way round.",
            guess=3,
        ),
        "All values lie between −1 and 5.": option(
            lambda y: y.min() >= -1 and y.max() <= 5,
            "That would need x̂ between −1 and 1, and nothing holds it there: x̂ of 7 is 1.1859.",
            1,
        ),
    },
    nudge="Which mean and which σ does x̂ have, whatever z was?",
    method="Multiplying by 3 makes the mean 3·0 and the σ 3·1. What does adding 2 change?",
    why="x̂ has mean 0 and σ 1. γ stretches it to σ 3, β moves it to mean 2. So p has the mean β and the σ "
    "abs(γ), and nothing of 4 and 2.5298 is left.",
)
def three_times_the_size():
    z1 = nv.examples.z_table().values[:, [0]]
    return nv.batch_norm(z1, gamma=3, beta=2).y


@choice(
    "03.2",
    title="A β of −3 before ReLU",
    ask="p = γ·x̂ + β goes into the activation ReLU, a = max(0, p). For z1 (7, 2, 1, 7, 3), γ = 1 and β = −3. "
    "How many of the five a are larger than 0?",
    options={
        "Two: the two 7, which lie above the mean.": option(
            lambda a: (a > 0).sum() == 2,
            "Above the mean means x̂ > 0. With β = −3 an input must lie 3 σ above the mean to pass.",
        ),
        "None.": lambda a: (a > 0).sum() == 0,
        "Five: after batch norm every value counts.": option(
            lambda a: (a > 0).sum() == 5, "ReLU gives 0 for every negative p, normalized or not."
        ),
        "Three: half of a normalized column is positive, and five halves are about three.": option(
            lambda a: (a > 0).sum() == 3,
            "Which share is positive depends on the column, and here on β first of all.",
            2,
        ),
    },
    nudge="The largest x̂ of this column is 1.1859.",
    method="Which x̂ would make x̂ − 3 larger than 0?",
    why="1.1859 − 3 is negative, and all others are smaller still: the node is silent for the whole batch. β "
    "decides how many inputs wake it; and where a is 0, the weights below learn nothing from this row.",
)
def beta_before_relu():
    z1 = nv.examples.z_table().values[:, [0]]
    return np.maximum(nv.batch_norm(z1, gamma=1, beta=-3).y, 0)


@choice(
    "03.3",
    title="Undo meets another batch",
    ask="For z1 (7, 2, 1, 7, 3), γ = √(σ² + ε) = 2.5298 and β = μ = 4 give exactly the old numbers back. The "
    "next batch is 9, 6, 5, 8, 12, and γ and β stay as they are. What comes out of the layer?",
    asks_for=AsksFor("μ p2:*", "the mean of the other batch's p, once γ and β undo the first", np.mean),
    options={
        "9, 6, 5, 8, 12: these γ and β undo batch norm.": option(
            lambda y: np.allclose(y, [9, 6, 5, 8, 12]),
            "They undo the division by 2.5298 and the subtraction of 4. This batch was divided by 2.4495, and "
            "8 was subtracted.",
            11,
            guess=8,
        ),
        "Five numbers with mean 4 and σ 2.5298.": option(
            lambda y: np.allclose([y.mean(), y.std()], [4, 2.5298], atol=1e-3), guess=4
        ),
        "Five numbers with mean 0 and σ 1.": option(
            lambda y: np.allclose([y.mean(), y.std()], [0, 1], atol=1e-3),
            "So it is before γ and β. Then they are multiplied by 2.5298, and 4 is added.",
            guess=0,
        ),
        "7, 2, 1, 7, 3 again.": option(
            lambda y: np.allclose(y, [7, 2, 1, 7, 3]),
            "γ and β hold a size and a place, no single numbers. The new batch keeps its own pattern.",
            guess=4,
        ),
    },
    nudge="Which mean and which σ are taken away from the new batch?",
    method="The new batch has mean 8 and σ 2.4495. After x̂ these are gone. What do γ and β put in their place?",
    why="The new batch loses its own mean 8 and σ 2.4495, and gets 4 and 2.5298 instead. Its 8 is the mean of "
    "this batch, so it comes out as β = 4. γ and β undo the norm for one batch only.",
)
def undo_meets_another_batch():
    z1 = nv.examples.z_table().values[:, [0]]
    gamma, beta = np.sqrt(z1.var() + 1e-5), z1.mean()
    return nv.batch_norm([[9], [6], [5], [8], [12]], gamma=gamma, beta=beta).y.ravel()


@choice(
    "03.4",
    title="Whose gradient is it?",
    ask="Column z2 is 5, 3, 2, 5, 3. Let the loss L be the first row's p alone (γ = 1, β = 0). You move one of "
    "the five inputs a little. Which of them change L?",
    options={
        "Only the first row's 5: L does not look at the other rows.": option(
            lambda dx: np.allclose(dx[1:], 0, atol=1e-6) and abs(dx[0]) > 1e-6,
            "L looks at p of row 1, and this p contains μ and σ, which are made of all five rows.",
        ),
        "All five.": lambda dx: (np.abs(dx) > 1e-6).all(),
        "The two 5, since they have the same x̂.": option(
            lambda dx: np.abs(dx[[1, 2, 4]]).max() < 1e-6,
            "Equal values share their x̂, but that is not the reason: the 2 and the 3s are in μ and σ as well.",
        ),
        "None: moving an input moves μ with it.": option(
            lambda dx: np.abs(dx).max() < 1e-6,
            "True if you move all five by the same amount. A single one moves μ by only a fifth of its step.",
        ),
    },
    nudge="Write x̂ of the first row: which numbers does it contain?",
    method="x̂ of row 1 is (5 − μ)/σ. Change the 2 of row 3 to 2.1 and compute μ, σ and this x̂ again.",
    why="Through μ and σ every row of the pool has a say in every other row's output. So the gradient of one "
    "row's output spreads over the whole column.",
)
def whose_gradient():
    z2 = nv.examples.z_table().values[:, [1]]
    dy = np.array([[1.0], [0], [0], [0], [0]])
    return nv.batch_norm_backward(dy, nv.batch_norm(z2))[0].ravel()


@curve(
    "03.5",
    title="A step without a learning rate",
    ask="Four students: M is normalized, p = γ·x̂ + β, and L = ½·Σ (p − placement)². At γ = 1, β = 0 the loss is "
    "1.0442. Now γ and β each take one step as the notes print it, γ_new = γ_old − dL/dγ, without a learning "
    "rate. What happens to the loss?",
    axes=Axes(
        "η: the step is η times the slope",
        (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
        "the loss after one step",
        (0, 4),
        tone="affine",
    ),
    options={
        "It falls to its lowest value.": option(
            lambda losses: losses[-1] < 0.03,
            "A step of exactly the right length would. This one is longer.",
            rule=lambda rate, losses: _valley(losses, 1 - rate),
        ),
        "It falls a little.": option(
            lambda losses: 0.03 < losses[-1] < losses[0],
            "That needs small steps: the direction is right, but the length is 1 · dL/dγ.",
            rule=lambda rate, losses: _valley(losses, 1 - rate / 5),
        ),
        "It stays as it is.": option(
            lambda losses: np.isclose(losses[-1], losses[0], atol=1e-3),
            "So it would be after a step of twice the way to the lowest point. This step is four times the way to the "
            "lowest point.",
            rule=lambda rate, losses: _valley(losses, 1 - 2 * rate),
        ),
        "It grows to about nine times as much.": lambda losses: 8 < losses[-1] / losses[0] < 10,
    },
    nudge="The slope tells the direction downhill. Does it tell how far the bottom is?",
    method="dL/dγ = 2.0442, so γ_new = 1 − 2.0442 = −1.0442; dL/dβ = −2, so β_new = 2. Put them into p and L.",
    why="The loss adds up four students, so each slope is four times the distance to the lowest point. A step as "
    "long as the slope jumps over that point and lands three times as far away on the other side. Three times the "
    "distance means nine times the height above the lowest loss.",
)
def step_without_a_rate():
    students = nv.examples.gpa_iq()
    x_hat = nv.batch_norm(students.values @ [[1.0], [0.1]]).x_hat.ravel()
    t = np.array(students.labels)
    before, losses = x_hat - t, []
    for rate in np.linspace(0, 1, 11):
        gamma, beta = 1 - rate * (before @ x_hat), 0 - rate * before.sum()
        after = gamma * x_hat + beta - t
        losses.append(after @ after / 2)
    return np.array(losses)


def _valley(losses, left):
    """The loss where so much of the way to the lowest point is ``left``."""
    square, slope, first = np.polyfit(np.linspace(0, 1, len(losses)), losses, 2)
    lowest = first - slope**2 / (4 * square)
    return lowest + (first - lowest) * left**2
