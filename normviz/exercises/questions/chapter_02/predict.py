"""Chapter 02, batch norm by hand: what to predict before each explorer."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import AsksFor, Axes, choice, curve, option
from normviz.exercises.slips import MIN_MAX


@choice(
    "02.1",
    title="What batch norm does to the z table",
    ask="Batch norm is about to normalize each column of the z table (5 rows; z1, z2, z3). Which sentence "
    "will be true of the 15 numbers that come out?",
    options={
        "Every number lies between 0 and 1.": option(
            lambda y: y.min() >= 0 and y.max() <= 1,
            "Numbers below their column's mean must become negative, or the column's mean could not be 0.",
            1,
        ),
        "Every number lies between −1 and 1.": option(
            lambda y: np.abs(y).max() <= 1,
            "σ is a typical distance from the mean, not the largest one, so some values lie further than 1 away.",
            1,
        ),
        "Every column has mean 0: what lay above its column's mean is positive, what lay below is negative.": (
            lambda y: np.allclose(y.mean(axis=0), 0)
        ),
        "Every row has mean 0.": option(
            lambda y: np.allclose(y.mean(axis=1), 0),
            "That would need means across the rows. Batch norm pools down the columns.",
        ),
        "Every column becomes a bell curve.": option(
            lambda y: np.allclose((y**4).mean(axis=0), 3),
            "z1 has four different values, two of them 7. After batch norm it still has four, in the same pattern.",
            2,
        ),
    },
    nudge="Which numbers share a mean?",
    method="Take column z2: 5, 3, 2, 5, 3. Its mean is 3.6. Which of the five lie above it, and what sign "
    "does that give?",
    why="Subtracting the column's own mean makes the column's mean 0; dividing by σ > 0 changes no sign. "
    "Nothing keeps a value inside ±1: here the largest is 1.8371.",
)
def z_table_outcome():
    z = nv.examples.z_table().values
    return (z - z.mean(axis=0)) / z.std(axis=0)


@choice(
    "02.2",
    title="Half the weights, one more bias",
    ask="One node computes M = GPA·w1 + IQ·w2 + b for four students, and batch norm follows. With w = (1, 0.1) and b = "
    "0 it gives four numbers x̂. Now w = (0.5, 0.05) and b = 1. What happens to the four x̂ (ε left out)?",
    options={
        "They become half as large.": option(
            lambda both: np.allclose(both[1], both[0] / 2),
            "M becomes half as large, but so does σ, and you divide by σ.",
        ),
        "They all grow by 1.": option(
            lambda both: np.allclose(both[1], both[0] + 1),
            "b lifts every M by 1, and with them their mean. You subtract the mean.",
            12,
        ),
        "They become half as large and then grow by 1.": option(
            lambda both: np.allclose(both[1], both[0] / 2 + 1),
            "That is what happens to M. But μ and σ are computed from the new M.",
            12,
        ),
        "They stay the same.": lambda both: np.allclose(both[1], both[0]),
    },
    nudge="What happens to μ and to σ when every M is halved and then 1 is added?",
    method="Write M' = M/2 + 1. Then μ' = μ/2 + 1 and σ' = σ/2. Put all three into (M' − μ')/σ'.",
    why="(M' − μ')/σ' = (M/2 − μ/2)/(σ/2) = (M − μ)/σ. Batch norm undoes a bias and a common scale of the weights.",
)
def half_the_weights():
    students = nv.examples.gpa_iq().values
    before = nv.batch_norm(students @ [[1.0], [0.1]], eps=0).x_hat
    after = nv.batch_norm(students @ [[0.5], [0.05]] + 1, eps=0).x_hat
    return before.ravel(), after.ravel()


@choice(
    "02.3",
    title="A batch of two",
    ask="Two students, (1, 2) and (10, 11), make a whole batch for a layer with two nodes. Choose any "
    "weights and biases, but no node may give both students the same M. What will batch norm give (ε left out)?",
    options={
        "The further apart the two students' M, the larger the numbers.": option(
            lambda y: np.abs(y).max() > 1.5,
            "The distance between the two is divided out: with two values, σ is exactly half their distance.",
        ),
        "In each node one student gets +1 and the other −1, whatever the weights.": (
            lambda y: np.allclose(np.abs(y), 1)
        ),
        "Both students get 0, because two rows are too few.": option(
            lambda y: np.allclose(y, 0),
            "That happens with one row: the row is its own mean. With two, each lies half their distance "
            "from the mean.",
        ),
        "Something between 0 and 1, depending on the weights.": option(
            lambda y: y.min() >= 0,
            "One of the two lies below the mean, so one of the numbers is negative.",
            1,
        ),
    },
    nudge="Where does the mean of two numbers lie? How far is each from it?",
    method="For values a < b: μ = (a + b)/2, so the distances from it are ∓(b − a)/2. Now work out σ.",
    why="Both distances are (b − a)/2, so σ is (b − a)/2 too, and the quotient is −1 and +1. A batch "
    "of two keeps the order of two numbers and forgets everything else.",
)
def batch_of_two():
    students = nv.examples.two_students().values
    weights = np.random.default_rng(0).normal(size=(2, 2))
    return nv.batch_norm(students @ weights, eps=0).x_hat


@choice(
    "02.4",
    title="The article's variance",
    ask="The article normalizes the batch [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] with X.var(dim=0) of "
    "PyTorch, all settings left as they are, and prints ±1.2247 for the first and the last row. What does "
    "this code really give there?",
    options={
        "±1.2247": option(
            lambda y: np.isclose(y.max(), 1.2247, atol=1e-4),
            "±1.2247 belongs to a variance of 32/3, so to a division by n = 3.",
            3,
        ),
        "±1.0000": lambda y: np.isclose(y.max(), 1, atol=1e-4),
        "±0.8165": option(
            lambda y: np.isclose(y.max(), 0.8165, atol=1e-4),
            "4/0.8165 is 4.899, the root of 24: the sum of squares, 32, would have to be divided by 1.33.",
        ),
        "0 and 1": option(lambda y: np.isclose(y.min(), 0), MIN_MAX, 1),
    },
    nudge="Which number does torch's var() divide by, unless it is told otherwise?",
    method="The distances in a column are −4, 0, 4: their squares sum to 32. Divide once by 3 and once by 2.",
    why="torch's var() divides by n − 1: 32/2 = 16, σ = 4, and 4/4 = 1. The printed ±1.2247 needs a division "
    "by n: X.var(dim=0, correction=0).",
)
def article_variance():
    x = nv.examples.article_batch().values
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0, ddof=1) + 1e-5)


@curve(
    "02.5",
    title="A very small σ",
    ask="A column holds 0 and a second number: 0.1, then 0.01, and on down to 0.00001. torch computes "
    "(x − μ)/√(σ² + ε) with ε = 0.00001. What becomes of the second number? Think of 0.001 above all: which two "
    "numbers come out there?",
    asks_for=AsksFor("inside:1", "the larger number, ε inside the root", lambda y: y[2]),
    axes=Axes(
        "the larger value of the column; the other is 0",
        (0.1, 0.01, 0.001, 0.0001, 0.00001),
        "the larger number that comes out",
        (0, 1.2),
        even=True,
    ),
    options={
        "About ±1: two values always give ±1, and ε is far too small to matter.": option(
            lambda y: y[2] > 0.99,
            "σ is 0.0005, so σ² is 0.00000025: here ε is forty times larger than the variance it joins.",
            5,
            guess=1,
            rule=lambda x, y: np.ones_like(x),
        ),
        "About ±0.98": option(
            lambda y: 0.9 < y[2] < 0.99,
            "That is (x − μ)/(σ + ε), with ε outside the root. Inside the root, ε meets σ², which is much "
            "smaller than σ.",
            5,
            guess=0.98,
            rule=lambda x, y: (x / 2) / (x / 2 + 1e-5),
        ),
        "About ±0.16": option(lambda y: 0.1 < y[2] < 0.2, guess=0.16),
        "Exactly 0": option(
            lambda y: y[2] == 0,
            "The two values differ, so their distances ±0.0005 are not 0; they are only divided by too much.",
            guess=0,
            rule=lambda x, y: np.where(x > 0.01, y, 0),
        ),
    },
    nudge="Compare ε with σ², not with σ.",
    method="σ = 0.0005, so σ² = 0.00000025. Add ε = 0.00001 and take the root; then divide 0.0005 by it.",
    why="√(0.00000025 + 0.00001) = 0.0032, and 0.0005/0.0032 = 0.156. A column that hardly varies is not "
    "blown up to ±1: that is what ε is for.",
)
def very_small_sigma():
    columns = np.array([[0, x] for x in (0.1, 0.01, 0.001, 0.0001, 0.00001)]).T
    return ((columns - columns.mean(axis=0)) / np.sqrt(columns.var(axis=0) + 1e-5))[1]
