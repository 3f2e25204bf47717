"""Chapter 01, feature normalization: numbers to work out."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Wrong, array, number
from normviz.exercises.slips import across_rows, min_max

N_MINUS_1 = "You divided by n − 1, the sample variance. The lecture's σ, as batch norm's, divides by n."
MIN_MAX = "This is min–max scaling, (x − min)/(max − min). A z-score subtracts the mean and divides by σ."


@number(
    "01.7",
    title="The nine-minute talker",
    ask="Ten people talk 8, 2, 5, 6, 4, 7, 3, 5, 9 and 1 minutes. What is the z-score of the one with 9 "
    "minutes? To 4 decimals.",
    nudge="You need the mean and σ of all ten, then one subtraction and one division.",
    method="The squared distances from 5 sum to 60. σ = √(60/10).",
    why="(9 − 5)/√6 = 4/2.4495 = 1.6330.",
    wrong=(
        Wrong(N_MINUS_1, lambda: 4 / nv.examples.talk_times().values.std(ddof=1), 3),
        Wrong(
            "You divided by σ², the variance. Divide by its root.",
            lambda: 4 / nv.examples.talk_times().values.var(),
        ),
        Wrong(MIN_MAX, lambda: 1.0, 1),
        Wrong("4 minutes is the distance from the mean. Now divide it by σ.", lambda: 4.0),
    ),
)
def nine_minutes():
    minutes = np.array([8, 2, 5, 6, 4, 7, 3, 5, 9, 1])
    return (9 - minutes.mean()) / minutes.std()


@array(
    "01.8",
    title="IQ, standardized",
    ask="The notes' four students have an IQ of 100, 25, 2 and 70. Standardize this column: x' = (x − μ)/σ. "
    "Four numbers, to 4 decimals.",
    per="one number for each of the 4 students",
    nudge="The four new numbers must sum to 0.",
    method="μ = 49.25; the squared distances sum to 5826.75; σ = √(5826.75/4) = 38.1666.",
    why="(100 − 49.25)/38.1666 = 1.3297, and so on. Two are above the mean and two below.",
    wrong=(
        Wrong(N_MINUS_1, lambda: nv.batch_norm(nv.examples.gpa_iq().values, correction=1, eps=0).y[:, 1], 3),
        Wrong(MIN_MAX, lambda: min_max(nv.examples.gpa_iq().values)[:, 1], 1),
        Wrong(
            "You divided by σ and did not subtract the mean.",
            lambda: nv.descent.scaled(nv.examples.gpa_iq().values)[:, 1],
        ),
        Wrong(
            "You pooled across a row: GPA and IQ of one student. Every feature has its own mean and σ.",
            lambda: across_rows(nv.examples.gpa_iq().values)[:, 1],
        ),
        Wrong(
            "You used one mean and one σ for both features. Every feature has its own.",
            lambda: (lambda x: (x - x.mean()) / x.std())(nv.examples.gpa_iq().values)[:, 1],
        ),
    ),
)
def iq_standardized():
    iq = np.array([100, 25, 2, 70])
    return (iq - iq.mean()) / iq.std()


@number(
    "01.9",
    title="Outside −1 … 1",
    ask="The IQ of the 120 simulated students is nv.datasets.year_of_students().values[:, 1]. Standardize "
    "it. How many of the 120 numbers are below −1 or above 1? A whole number.",
    decimals=0,
    nudge="np.abs gives the sizes without their signs; a comparison gives True and False, which can be summed.",
    method="(np.abs(z) > 1).sum() counts them.",
    why="36 of 120 are 30 %; of a very large group with a bell curve it would be 31.7 %. Standardizing fixes "
    "mean and σ, not a range.",
    wrong=(
        Wrong("Values are not held inside ±1; σ is a typical distance, not the largest.", lambda: 0, 1),
        Wrong(
            "You counted those inside. The question asks for those outside.",
            lambda: int((np.abs(_iq()) <= 1).sum()),
        ),
        Wrong(
            "You counted only those above 1. Those below −1 count as well.", lambda: int((_iq() > 1).sum())
        ),
    ),
)
def outside_one():
    iq = nv.datasets.year_of_students().values[:, 1]
    z = (iq - iq.mean()) / iq.std()
    return (np.abs(z) > 1).sum()


def _iq():
    return nv.descent.standardized(nv.datasets.year_of_students().values)[:, 1]


@number(
    "01.10",
    title="What standardizing leaves",
    ask="Two features are standardized. Their correlation is ρ = 0.6, so H = [[1, 0.6], [0.6, 1]]. What is "
    "the condition number κ = λ_max/λ_min? To 2 decimals.",
    decimals=2,
    nudge="For such a matrix the eigenvalues are 1 + ρ and 1 − ρ.",
    method="Divide 1.6 by 0.4, or ask np.linalg.eigvalsh.",
    why="κ = 1.6/0.4 = 4. Standardizing cannot remove what the features have in common: κ = 1 needs ρ = 0.",
    wrong=(
        Wrong(
            "Standardizing gives each feature σ = 1. It leaves their correlation, so the valley is not round.",
            lambda: 1.0,
        ),
        Wrong("This is λ_max alone. Divide it by λ_min.", lambda: 1.6),
        Wrong("This is √κ, how many times as long as wide a contour is.", lambda: 2.0),
        Wrong("Turned round: the larger eigenvalue stands on top.", lambda: 0.25),
    ),
)
def what_is_left():
    steep = 1 + 0.6
    return steep / (1 - 0.6)


@number(
    "01.11",
    title="Where the four students diverge",
    ask="The notes' four students, raw: features nv.examples.gpa_iq().values, loss L = 1/(2n) · Σ (w1·GPA + "
    "w2·IQ − t)². Above which learning rate does gradient descent diverge? To 6 decimals.",
    decimals=6,
    nudge="The targets t do not matter: the bound comes from H = XᵀX/n alone.",
    method="np.linalg.eigvalsh(H) gives both eigenvalues; the bound is 2 divided by the larger one.",
    why="λ_max = 3929.33, so 2/λ_max = 0.000509. One student's IQ of 100 weighs most in it: 100²/4 = 2500.",
    wrong=(
        Wrong(
            "This is 1/λ_max, with which a step ends right on the valley's floor. The bound is twice that.",
            lambda: 1 / _four()[1],
        ),
        Wrong("This is 2/λ_min. The steepest direction runs away first.", lambda: 2 / _four()[0]),
        Wrong("H is the mean, XᵀX/n; you left out the division by n.", lambda: 2 / (4 * _four()[1])),
        Wrong(
            "This is 2/(λ_max + λ_min), the best fixed rate. It lies a little below the bound.",
            lambda: 2 / _four().sum(),
        ),
    ),
)
def where_four_diverge():
    x = nv.examples.gpa_iq().values
    h = x.T @ x / len(x)
    return 2 / np.linalg.eigvalsh(h).max()


def _four():
    x = nv.examples.gpa_iq().values
    return np.linalg.eigvalsh(x.T @ x / len(x))


@number(
    "01.12",
    title="Counting steps",
    ask="Along the valley every step multiplies the distance to the lowest point by 0.9. After how many "
    "steps is 1 % of the distance, or less, left for the first time? A whole number.",
    decimals=0,
    nudge="After k steps 0.9 to the power k is left.",
    method="Solve 0.9 to the power k = 0.01 with logarithms, and round up.",
    why="ln 0.01/ln 0.9 = 43.7, so 44 steps. With a factor of 0.999 it would be 4603: the closer to 1, the "
    "slower.",
    wrong=(
        Wrong("Each step takes 10 % of what is left, not 10 % of the whole.", lambda: 10),
        Wrong("After 43 steps a little more than 1 % is left. Round up.", lambda: 43),
        Wrong("That many steps of 1 % each would do it; here a step takes 10 % of what is left.", lambda: 99),
        Wrong(
            "After 22 steps 10 % is left: you solved for 0.1.",
            lambda: int(np.ceil(np.log(0.1) / np.log(0.9))),
        ),
    ),
)
def counting_steps():
    steps = np.log(0.01) / np.log(0.9)
    return np.ceil(steps)
